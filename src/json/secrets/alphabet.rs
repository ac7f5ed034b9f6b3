//! The characters of secrets, and how random they are: `aB3…`, in a JSON string also `\/` and `\u003d`.

use super::kinds::PLACEHOLDERS;

/// The characters that a secret is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alphabet {
    /// `0` to `9` and `a` to `f`.
    Hex,
    /// `A` to `Z` and digits.
    Upper,
    /// Letters and digits.
    Letters,
    /// The same with `_` and `-`.
    Word,
    /// The same with `.`.
    Dotted,
    /// Letters, digits, `+`, `/` and `=`.
    Base64,
    /// What may be in a value of a URL's query.
    Query,
}

impl Alphabet {
    pub(super) fn has(self, byte: u8) -> bool {
        match self {
            Self::Hex => byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'),
            Self::Upper => byte.is_ascii_digit() || byte.is_ascii_uppercase(),
            Self::Letters => byte.is_ascii_alphanumeric(),
            Self::Word => in_word(byte),
            Self::Dotted => in_word(byte) || byte == b'.',
            Self::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='),
            Self::Query => in_word(byte) || matches!(byte, b'.' | b'~' | b'%' | b'+' | b'/' | b'='),
        }
    }

    /// One past the last of these characters from `from` on, as they are or as escapes of JSON.
    pub(super) fn end(self, bytes: &[u8], from: usize) -> usize {
        let mut at = from;
        while let Some(byte) = bytes.get(at) {
            if self.has(*byte) {
                at += 1;
            } else if *byte == b'\\' && matches!(self, Self::Base64 | Self::Query) {
                match escape(bytes, at) {
                    Some((character, end)) if self.has(character) => at = end,
                    Some(_) | None => break,
                }
            } else {
                break;
            }
        }
        // A full stop ends the sentence.
        while self == Self::Dotted && at > from && bytes.get(at - 1) == Some(&b'.') {
            at -= 1;
        }
        at
    }
}

/// A byte of `A` to `Z`, `a` to `z`, `0` to `9`, `_` and `-`.
#[inline(always)]
pub(super) fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// The character of the escape at `at`, in a string or in a string of a string, and where the escape ends.
pub(super) fn escape(bytes: &[u8], at: usize) -> Option<(u8, usize)> {
    let rest = bytes.get(at..)?;
    // More levels do not occur, and long runs of backslashes must not be counted again and again.
    let count = rest.iter().take(8).take_while(|byte| **byte == b'\\').count();
    let end = at + count + 1;
    match rest.get(count).filter(|_| count > 0)? {
        b'n' => Some((b'\n', end)),
        b'r' => Some((b'\r', end)),
        b't' => Some((b'\t', end)),
        b'/' => Some((b'/', end)),
        b'u' => {
            let digits = std::str::from_utf8(rest.get(count + 1..count + 5)?).ok()?;
            let character = u8::from_str_radix(digits.strip_prefix("00")?, 16).ok()?;
            Some((character, end + 4))
        }
        _ => None,
    }
}

/// True if these bytes look drawn at random: enough different ones (`least`: tenths of a bit for each), and no words of
/// placeholders.
pub(super) fn is_random(bytes: &[u8], least: u32) -> bool {
    entropy(bytes) >= least && !has_placeholder(bytes)
}

pub(super) fn has_placeholder(bytes: &[u8]) -> bool {
    PLACEHOLDERS.iter().any(|word| bytes.windows(word.len()).any(|some| some.eq_ignore_ascii_case(word)))
}

/// Shannon's entropy, in tenths of a bit for each byte.
pub(super) fn entropy(bytes: &[u8]) -> u32 {
    let mut counts = [0_u32; 256];
    for byte in bytes {
        if let Some(count) = counts.get_mut(usize::from(*byte)) {
            *count += 1;
        }
    }
    let length = f64::from(u32::try_from(bytes.len()).unwrap_or(u32::MAX).max(1));
    let shares = counts.iter().filter(|count| **count > 0).map(|count| f64::from(*count) / length);
    let bits: f64 = shares.map(|share| -share * share.log2()).sum();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 80")]
    let tenths = (bits * 10.0 + 0.000_1) as u32;
    tenths
}

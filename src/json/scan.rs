//! The end of a string, a number, a literal; checked on the way. Nothing else.

use super::block::{BLOCK, Escapes, equals, hex_digits, masks, special16, special64};
use super::error::{JsonError, Problem};

/// A string that was scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StringEnd {
    /// The position of the closing quote.
    pub(super) end: usize,
    /// There is a backslash in it.
    pub(super) escaped: bool,
    /// There is a `\uD…` in it, which may be half of a surrogate pair.
    pub(super) surrogate: bool,
}

/// Finds the closing quote of the string whose first byte behind the opening quote is `start`.
///
/// Most strings are keys and short values, so two looks of 16 bytes come first; long ones go on in blocks of 64.
#[inline]
pub(super) fn string(bytes: &[u8], start: usize) -> Result<StringEnd, JsonError> {
    let mut at = start;
    for _ in 0..2 {
        let Some(look) = bytes.get(at..).and_then(|rest| rest.first_chunk::<16>()) else { break };
        let special = special16(look);
        if special == 0 {
            at += 16;
            continue;
        }
        at += special.trailing_zeros() as usize;
        match bytes.get(at) {
            Some(b'"') => return Ok(StringEnd { end: at, escaped: false, surrogate: false }),
            Some(b'\\') => break,
            _ => return Err(control(bytes, at)),
        }
    }
    long_string(bytes, at)
}

/// Goes on at `at`, where no escape is open.
#[inline(never)]
fn long_string(bytes: &[u8], mut at: usize) -> Result<StringEnd, JsonError> {
    let (mut escaped, mut surrogate) = (false, false);
    loop {
        let is_unicode = match simple_part(bytes, at, &mut escaped)? {
            Pause::Quote(end) => return Ok(StringEnd { end, escaped, surrogate }),
            Pause::Unicode(next) => next,
        };
        match unicode_part(bytes, is_unicode, &mut surrogate)? {
            Some(next) => at = next,
            None => return Err(JsonError::new(Problem::EndedInString, bytes.len())),
        }
    }
}

/// Why [`simple_part`] stopped, and where.
enum Pause {
    Quote(usize),
    /// The backslash of a `\uXXXX`.
    Unicode(usize),
}

/// Texts whose escapes are few and of one character: each is looked at.
#[inline(always)]
fn simple_part(bytes: &[u8], mut at: usize, escaped: &mut bool) -> Result<Pause, JsonError> {
    while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
        if let Some(pause) = simple_block(bytes, block, &mut at, escaped)? {
            return Ok(pause);
        }
    }
    let mut last = [0; BLOCK];
    let block = fill(&mut last, bytes, at);
    match simple_block(bytes, block, &mut at, escaped)? {
        Some(pause) => Ok(pause),
        None => Err(JsonError::new(Problem::EndedInString, bytes.len())),
    }
}

#[inline(always)]
fn simple_block(
    bytes: &[u8],
    block: &[u8; BLOCK],
    at: &mut usize,
    escaped: &mut bool,
) -> Result<Option<Pause>, JsonError> {
    let mut special = special64(block);
    let start = *at;
    *at += BLOCK;
    while special != 0 {
        let bit = special.trailing_zeros();
        let found = start + bit as usize;
        match bytes.get(found) {
            Some(b'"') => return Ok(Some(Pause::Quote(found))),
            Some(b'\\') => {}
            _ => return Err(control(bytes, found)),
        }
        *escaped = true;
        match bytes.get(found + 1) {
            Some(byte) if IS_SIMPLE.get(usize::from(*byte)) == Some(&true) => {}
            Some(b'u') => return Ok(Some(Pause::Unicode(found))),
            Some(_) => return Err(JsonError::new(Problem::BadEscape, found + 1)),
            None => return Err(JsonError::new(Problem::EndedInString, bytes.len())),
        }
        // What is escaped may be special too; it is done with, also where it stands behind the block.
        special &= !(3 << bit);
        *at = (*at).max(found + 2);
    }
    Ok(None)
}

/// What may stand behind a backslash, but for `u`.
#[expect(clippy::indexing_slicing, reason = "worked out while compiling")]
static IS_SIMPLE: [bool; 256] = {
    let mut table = [false; 256];
    let mut rest: &[u8] = b"\"\\/bfnrt";
    while let [first, behind @ ..] = rest {
        table[*first as usize] = true;
        rest = behind;
    }
    table
};

/// The last bytes of the text, with zeros behind them. Those are control bytes: the string always ends there.
fn fill<'b>(last: &'b mut [u8; BLOCK], bytes: &[u8], at: usize) -> &'b [u8; BLOCK] {
    for (to, from) in last.iter_mut().zip(bytes.get(at..).unwrap_or_default()) {
        *to = *from;
    }
    last
}

/// Texts of other alphabets, as programs write them that keep to ASCII: all escapes of a block at once. Begins at a
/// backslash; the result is where no escape is open and none was in the block before, or the end is near.
#[inline(always)]
fn unicode_part(bytes: &[u8], mut at: usize, surrogate: &mut bool) -> Result<Option<usize>, JsonError> {
    let mut state = Unicode::default();
    let mut last = [0; BLOCK];
    loop {
        let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>()) else {
            let block = fill(&mut last, bytes, at);
            let found = state.block(block, at, surrogate);
            return match found {
                Ok(first) => Ok((first < 64).then_some(at + first as usize)),
                // A bad escape that reaches the end of the text is a cut text, not a wrong one.
                Err(error) if error.offset >= bytes.len() => Ok(None),
                Err(error) => Err(error),
            };
        };
        let first = state.block(block, at, surrogate)?;
        if first < 64 {
            return Ok(Some(at + first as usize));
        }
        at += BLOCK;
        if state.is_calm {
            return Ok(Some(at));
        }
    }
}

#[derive(Default)]
struct Unicode {
    escapes: Escapes,
    /// Positions at the start of the next block that must be hex digits.
    hex: u64,
    /// The first of them, if it is the first digit of its escape.
    first_digit: u64,
    /// The block before had no backslash, and nothing reaches into the next one.
    is_calm: bool,
}

impl Unicode {
    /// Checks the escapes of one block up to the quote or control byte that ends the string; the result is where that
    /// is, 64 if it is not in there.
    #[inline(always)]
    fn block(&mut self, block: &[u8; BLOCK], at: usize, surrogate: &mut bool) -> Result<u32, JsonError> {
        let found = masks(block);
        self.is_calm = found.backslash | self.hex == 0;
        let escaped = self.escapes.next(found.backslash);
        let first = ((found.quote & !escaped) | found.control).trailing_zeros();
        let escaped = escaped & low_bits(first);
        let unicode = escaped & equals(block, b'u');
        let needed = self.hex | (unicode << 1) | (unicode << 2) | (unicode << 3) | (unicode << 4);
        let first_digit = self.first_digit | (unicode << 1);
        self.hex = (unicode >> 63) | (unicode >> 62) | (unicode >> 61) | (unicode >> 60);
        self.first_digit = unicode >> 63;
        let (hex, halves) = hex_digits(block);
        *surrogate |= first_digit & halves != 0;
        // The byte that ends the string is no hex digit: it is found here if an escape is still open.
        let mut wrong = needed & !hex & low_bits(first.saturating_add(1));
        let mut rest = escaped & !(unicode | found.quote | found.backslash);
        while rest != 0 {
            if !matches!(block.get(rest.trailing_zeros() as usize), Some(b'n' | b't' | b'/' | b'r' | b'b' | b'f')) {
                wrong |= rest & rest.wrapping_neg();
            }
            rest &= rest - 1;
        }
        if wrong == 0 {
            Ok(first)
        } else {
            Err(JsonError::new(Problem::BadEscape, at + wrong.trailing_zeros() as usize))
        }
    }
}

/// The lowest `count` bits set.
#[inline(always)]
fn low_bits(count: u32) -> u64 {
    1_u64.checked_shl(count).map_or(u64::MAX, |bit| bit - 1)
}

fn control(bytes: &[u8], at: usize) -> JsonError {
    match bytes.get(at) {
        Some(byte) => JsonError::new(Problem::ControlByte(*byte), at),
        None => JsonError::new(Problem::EndedInString, bytes.len()),
    }
}

/// The end of the number that starts at `start` with `-` or a digit.
#[inline]
pub(super) fn number(bytes: &[u8], start: usize) -> Result<usize, JsonError> {
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let need_digits = |at: usize| {
        let end = digits(at);
        if end > at { Ok(end) } else { Err(bad_number(bytes, at)) }
    };
    let mut at = start + usize::from(bytes.get(start) == Some(&b'-'));
    at = match bytes.get(at) {
        Some(b'0') => at + 1,
        _ => need_digits(at)?,
    };
    if bytes.get(at) == Some(&b'.') {
        at = need_digits(at + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        at += 1;
        at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
        at = need_digits(at)?;
    }
    match bytes.get(at) {
        None | Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t') => Ok(at),
        Some(byte) if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-' | b'_') => {
            Err(JsonError::new(Problem::BadNumber, at))
        }
        Some(_) => Ok(at),
    }
}

fn bad_number(bytes: &[u8], at: usize) -> JsonError {
    match bytes.get(at) {
        None => JsonError::new(Problem::EndedInValue, at),
        Some(b'I') => JsonError::new(Problem::NotANumber, at),
        Some(_) => JsonError::new(Problem::BadNumber, at),
    }
}

/// The end of `true`, `false` or `null`, which starts at `start`.
#[inline]
pub(super) fn literal(bytes: &[u8], start: usize) -> Result<usize, JsonError> {
    let rest = bytes.get(start..).unwrap_or_default();
    for word in ["true", "false", "null"] {
        if rest.starts_with(word.as_bytes()) {
            let end = start + word.len();
            return match bytes.get(end) {
                Some(byte) if byte.is_ascii_alphanumeric() || *byte == b'_' => {
                    Err(JsonError::new(Problem::Unexpected(*byte), end))
                }
                _ => Ok(end),
            };
        }
        if word.as_bytes().starts_with(rest) {
            return Err(JsonError::new(Problem::EndedInValue, bytes.len()));
        }
    }
    Err(unexpected(bytes, start))
}

/// Names what stands at `at`, where a value or punctuation was expected.
#[cold]
pub(super) fn unexpected(bytes: &[u8], at: usize) -> JsonError {
    let rest = bytes.get(at..).unwrap_or_default();
    let starts = |words: &[&str]| words.iter().any(|word| rest.starts_with(word.as_bytes()));
    let problem = match rest.first() {
        None => Problem::EndedInValue,
        Some(b'N' | b'I') if starts(&["NaN", "Infinity"]) => Problem::NotANumber,
        Some(b'\'') => Problem::Python,
        Some(b'N' | b'T' | b'F') if starts(&["None", "True", "False"]) => Problem::Python,
        Some(b'/') if starts(&["//", "/*"]) => Problem::Comment,
        Some(b'+' | b'.') => Problem::BadNumber,
        Some(0xef) if rest.starts_with(b"\xef\xbb\xbf") => Problem::MarkInside,
        Some(byte) => Problem::Unexpected(*byte),
    };
    JsonError::new(problem, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(text: &str) -> Result<StringEnd, Problem> {
        string(text.as_bytes(), 1).map_err(|error| error.problem)
    }

    #[test]
    fn strings_of_every_length_end_at_their_quote() {
        for length in 0..300 {
            let text = format!("\"{}\",\"x\"", "a".repeat(length));
            assert_eq!(scan(&text).map(|found| found.end), Ok(length + 1));
            let text = format!("\"{}\\\"\",", "a".repeat(length));
            assert_eq!(scan(&text), Ok(StringEnd { end: length + 3, escaped: true, surrogate: false }));
            let text = format!("\"{}\\ud83d\\ude00\" ", "a".repeat(length));
            assert_eq!(scan(&text), Ok(StringEnd { end: length + 13, escaped: true, surrogate: true }));
        }
    }

    #[test]
    fn damage_is_found_at_every_position() {
        for length in 0..200 {
            let plain = "a".repeat(length);
            assert_eq!(scan(&format!("\"{plain}\\x\"")), Err(Problem::BadEscape));
            assert_eq!(scan(&format!("\"{plain}\\u12g4\"")), Err(Problem::BadEscape));
            assert_eq!(scan(&format!("\"{plain}\\u12\"")), Err(Problem::BadEscape));
            assert_eq!(scan(&format!("\"{plain}\n\"")), Err(Problem::ControlByte(b'\n')));
            for cut in ["", "\\", "\\u", "\\u0", "\\ud83"] {
                assert_eq!(scan(&format!("\"{plain}{cut}")), Err(Problem::EndedInString), "{length} {cut}");
            }
        }
    }

    #[test]
    fn numbers_follow_the_grammar() {
        for good in ["0", "-0", "10", "1.0", "-1.25e-06", "1E+05", "1e400"] {
            assert_eq!(number(good.as_bytes(), 0), Ok(good.len()), "{good}");
        }
        for bad in ["01", "-", "1.", "1.e1", "1e", "1e+", "-x", "1a", "1_000", "0x1"] {
            assert!(number(bad.as_bytes(), 0).is_err(), "{bad}");
        }
    }
}

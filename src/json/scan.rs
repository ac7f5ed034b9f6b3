//! The end of a string, a number, a literal; checked on the way. Nothing else.

use super::block::{BLOCK, Escapes, any_special, equals, hex_digits, masks, special16};
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
fn long_string(bytes: &[u8], mut at: usize) -> Result<StringEnd, JsonError> {
    let mut state = LongString { is_calm: true, ..LongString::default() };
    while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
        // Where one block had nothing special the next is likely to have nothing either; elsewhere the look is wasted.
        if state.is_calm && !any_special(block) {
            at += BLOCK;
            continue;
        }
        if let Some(first) = state.block(block, at)? {
            return state.close(bytes, at + first);
        }
        at += BLOCK;
    }
    // The zeros behind the last bytes are control bytes: the block always ends the string one way or the other.
    let mut last = [0; BLOCK];
    let rest = bytes.get(at..).unwrap_or_default();
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    match state.block(&last, at) {
        Ok(Some(first)) => state.close(bytes, at + first),
        Ok(None) => Err(JsonError::new(Problem::EndedInString, bytes.len())),
        // A bad escape that reaches the end of the text is a cut text, not a wrong one.
        Err(error) if error.offset >= bytes.len() => Err(JsonError::new(Problem::EndedInString, bytes.len())),
        Err(error) => Err(error),
    }
}

#[derive(Default)]
struct LongString {
    escapes: Escapes,
    /// Positions at the start of the next block that must be hex digits.
    hex: u64,
    /// The first of them, if it is the first digit of its escape.
    first_digit: u64,
    escaped: bool,
    surrogate: bool,
    /// The block before had no backslash, and nothing reaches into the next one.
    is_calm: bool,
}

impl LongString {
    /// Looks at one block: the position of the quote or control byte that ends the string, if it is in there.
    #[inline(always)]
    fn block(&mut self, block: &[u8; BLOCK], at: usize) -> Result<Option<usize>, JsonError> {
        let found = masks(block);
        self.is_calm = found.backslash | self.hex == 0;
        let escaped = self.escapes.next(found.backslash);
        let end = (found.quote & !escaped) | found.control;
        let first = end.trailing_zeros();
        let inside = low_bits(first);
        self.escaped |= (found.backslash & inside) != 0;
        let escaped = escaped & inside;
        // Nearly all escapes are these three, and two of them have their masks already.
        let simple = found.quote | found.backslash | if escaped == 0 { 0 } else { equals(block, b'n') };
        let other = escaped & !simple;
        if other | self.hex != 0 {
            self.check_escapes(block, at, other, first)?;
        }
        Ok((first < 64).then_some(first as usize))
    }

    #[inline(always)]
    fn check_escapes(&mut self, block: &[u8; BLOCK], at: usize, escaped: u64, first: u32) -> Result<(), JsonError> {
        let unicode = escaped & equals(block, b'u');
        let needed = self.hex | (unicode << 1) | (unicode << 2) | (unicode << 3) | (unicode << 4);
        let first_digit = self.first_digit | (unicode << 1);
        self.hex = (unicode >> 63) | (unicode >> 62) | (unicode >> 61) | (unicode >> 60);
        self.first_digit = unicode >> 63;
        if needed != 0 {
            self.surrogate |= first_digit & (equals(block, b'd') | equals(block, b'D')) != 0;
            // The byte that ends the string is no hex digit: it is found here if an escape is still open.
            let wrong = needed & !hex_digits(block) & low_bits(first.saturating_add(1));
            if wrong != 0 {
                return Err(JsonError::new(Problem::BadEscape, at + wrong.trailing_zeros() as usize));
            }
        }
        let mut rest = escaped & !unicode;
        while rest != 0 {
            let index = rest.trailing_zeros() as usize;
            if !matches!(block.get(index), Some(b'/' | b'b' | b'f' | b'r' | b't')) {
                return Err(JsonError::new(Problem::BadEscape, at + index));
            }
            rest &= rest - 1;
        }
        Ok(())
    }

    fn close(&self, bytes: &[u8], end: usize) -> Result<StringEnd, JsonError> {
        match bytes.get(end) {
            Some(b'"') => Ok(StringEnd { end, escaped: self.escaped, surrogate: self.surrogate }),
            _ => Err(control(bytes, end)),
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

//! Finds and checks the end of a number, a literal or a text.

use super::error::{JsonError, Problem};

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

/// The error for the bytes at `at`, where a value or punctuation was expected.
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
        // U+2018 to U+201F.
        Some(0xe2) if matches!(rest, [_, 0x80, 0x98..=0x9f, ..]) => Problem::TypographicQuote,
        Some(byte) => Problem::Unexpected(*byte),
    };
    JsonError::new(problem, at)
}

/// Checks that nothing follows a text that ends at `at`.
pub(super) fn end_of_text(bytes: &[u8], at: usize) -> Result<(), JsonError> {
    match bytes.get(at) {
        None => Ok(()),
        Some(0xef) if bytes.get(at..at + 3) == Some(b"\xef\xbb\xbf") => Err(JsonError::new(Problem::MarkInside, at)),
        Some(b',') if is_line_end(bytes, at + 1) && is_first_line(bytes, at) => {
            Err(JsonError::new(Problem::CommaAfterValue, at))
        }
        Some(_) => Err(JsonError::new(Problem::TextAfterValue, at)),
    }
}

/// From the end, because lines are many and the first one may be long.
fn is_first_line(bytes: &[u8], at: usize) -> bool {
    memchr::memrchr(b'\n', bytes.get(..at).unwrap_or_default()).is_none()
}

fn is_line_end(bytes: &[u8], at: usize) -> bool {
    let mut rest = bytes.get(at..).unwrap_or_default().iter();
    rest.find(|byte| !matches!(byte, b' ' | b'\t' | b'\r')).is_none_or(|byte| *byte == b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

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

//! Writes U+2028, U+2029 and U+0085 as escapes, which are the same characters in a JSON string: `"a\u2028b"`. Some
//! programs end a line at them, among them Ray and Python's `str.splitlines`.

use std::borrow::Cow;

const SEPARATORS: [(&[u8], &[u8]); 3] =
    [(b"\xe2\x80\xa8", b"\\u2028"), (b"\xe2\x80\xa9", b"\\u2029"), (b"\xc2\x85", b"\\u0085")];

/// Escapes line separators in JSON text that comes piece by piece.
#[derive(Clone, Debug, Default)]
pub struct LineSeparatorFilter {
    /// The start of a character whose end is in the next piece.
    held: Vec<u8>,
    has_escaped: bool,
}

impl LineSeparatorFilter {
    /// The next piece of the text.
    pub fn pass<'b>(&mut self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        if self.held.is_empty() && memchr::memchr2(0xe2, 0xc2, bytes).is_none() {
            return Cow::Borrowed(bytes);
        }
        let joined = [std::mem::take(&mut self.held).as_slice(), bytes].concat();
        let (mut out, mut done) = (Vec::with_capacity(joined.len()), 0);
        for at in memchr::memchr2_iter(0xe2, 0xc2, &joined) {
            let rest = joined.get(at..).unwrap_or_default();
            if let Some((found, escape)) = SEPARATORS.iter().find(|(found, _)| rest.starts_with(found)) {
                out.extend_from_slice(joined.get(done..at).unwrap_or_default());
                out.extend_from_slice(escape);
                done = at + found.len();
                self.has_escaped = true;
            } else if SEPARATORS.iter().any(|(found, _)| found.starts_with(rest)) {
                out.extend_from_slice(joined.get(done..at).unwrap_or_default());
                self.held.extend_from_slice(rest);
                return Cow::Owned(out);
            }
        }
        out.extend_from_slice(joined.get(done..).unwrap_or_default());
        Cow::Owned(out)
    }

    /// What is left at the end of the text: bytes that only looked like the start of a separator.
    #[must_use]
    pub fn end(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.held)
    }

    /// True if there was a separator since the last call.
    pub fn take_escaped(&mut self) -> bool {
        std::mem::take(&mut self.has_escaped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_separator_may_be_cut_anywhere() {
        let text = "\"a\u{2028}b\u{2029}\u{85}é\u{2027}–€\u{2028}\"";
        let wanted = "\"a\\u2028b\\u2029\\u0085é\u{2027}–€\\u2028\"";
        for size in 1..=text.len() {
            let mut filter = LineSeparatorFilter::default();
            let mut out: Vec<u8> =
                text.as_bytes().chunks(size).flat_map(|piece| filter.pass(piece).into_owned()).collect();
            out.extend(filter.end());
            assert_eq!(String::from_utf8(out).unwrap(), wanted, "pieces of {size}");
            assert!(filter.take_escaped() && !filter.take_escaped());
        }
    }

    #[test]
    fn nothing_else_is_changed() {
        for bytes in [&b"plain"[..], b"\xe2", b"\xe2\x80", b"\xc2", b"\xe2\x80\xa7\xe2\x82\xac\xc2\x86\xff"] {
            let mut filter = LineSeparatorFilter::default();
            let mut out = filter.pass(bytes).into_owned();
            out.extend(filter.end());
            assert_eq!(out, bytes);
            assert!(!filter.take_escaped());
        }
    }
}

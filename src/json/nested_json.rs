//! JSON within a string of a record: its text, the mapping of its offsets to the record, and its encoding back into a string.
//!
//! `{"messages_json":"[{\"role\": \"user\"}]"}`

use std::borrow::Cow;

use fearless_simd::Simd;

use super::block::widest;
use super::block_copy::{BlockCopy, DecodedPart};
use super::escape::{escape, has_escape};
use super::escape_style::EscapeStyle;
use super::quoted::escape_bytes;
use super::span::{At, Span};
use super::utf8::{utf8_string, utf8_text};

/// The number of bytes of a string between two stored offsets.
const STRIDE: usize = 128;

/// The JSON text inside a string, or of the value itself if it is not a string.
///
/// # Example
/// ```
/// use turnwise::json::{At, NestedJson};
///
/// let record = r#"{"list":"[{\"n\": 1}]"}"#;
/// let inside = NestedJson::of(&record[8..22], At::byte(8));
/// assert_eq!(inside.text(), r#"[{"n": 1}]"#);
/// // The place of `1` in the record.
/// assert_eq!(inside.at(7), At::byte(18));
/// assert_eq!(&record[18..19], "1");
/// ```
#[derive(Debug)]
pub struct NestedJson<'r> {
    text: Cow<'r, str>,
    /// The string as it was written; `None` if the value is not a string.
    string: Option<EscapedString<'r>>,
    /// The offset of the value in the record.
    start: usize,
}

#[derive(Debug)]
struct EscapedString<'r> {
    /// Without its quotes.
    token: &'r str,
    escapes: EscapeMap,
}

impl<'r> NestedJson<'r> {
    /// Reads the value, as written, that begins at `at`.
    #[must_use]
    pub fn of(value: &'r str, at: At) -> Self {
        let start = at.offset().unwrap_or_default();
        let Some(token) = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
            return Self { text: value.into(), string: None, start };
        };
        if !has_escape(token) {
            let escapes = EscapeMap { length: token.len(), ..EscapeMap::default() };
            return Self { text: token.into(), string: Some(EscapedString { token, escapes }), start };
        }
        let (text, escapes) = EscapeMap::decode(token.as_bytes());
        Self { text: utf8_string(text).into(), string: Some(EscapedString { token, escapes }), start }
    }

    /// The JSON text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// True if the JSON was in a string.
    #[must_use]
    pub fn is_string(&self) -> bool {
        self.string.is_some()
    }

    /// The place in the record of the byte of the text at `offset`; the last place for bytes after the end.
    #[must_use]
    pub fn at(&self, offset: usize) -> At {
        At::byte(match &self.string {
            Some(string) => self.start + 1 + string.escapes.place(string.token.as_bytes(), offset),
            None => self.start + offset.min(self.text.len()),
        })
    }

    /// Maps a span of the text to a span of the record.
    #[must_use]
    pub fn span(&self, span: Span) -> Span {
        let place = |offset| self.at(offset).offset().unwrap_or_default();
        Span { start: place(span.start), end: place(span.end) }
    }

    /// Escapes another text for the same string: characters that are escapes in the string stay escapes, spelled in the
    /// same way (`\u00e9`, `\/`).
    #[must_use]
    pub fn escape(&self, text: &str) -> String {
        let Some(string) = &self.string else { return text.to_owned() };
        let mut out = Vec::with_capacity(text.len() + text.len() / 8);
        string.escapes.escape_into(&mut out, string.token.as_bytes(), text.as_bytes());
        utf8_string(out)
    }
}

/// The places of the escapes of a string, and their style.
#[derive(Clone, Debug, Default)]
pub(super) struct EscapeMap {
    /// Pairs of offsets, in the text and in the token: at regular distances, and around each long run without escapes.
    marks: Vec<(usize, usize)>,
    /// The length of the text.
    length: usize,
    /// It has escapes that turnwise spells differently.
    has_unusual: bool,
}

impl EscapeMap {
    /// Decodes the token of a string.
    pub(super) fn decode(token: &[u8]) -> (Vec<u8>, Self) {
        // A text is no longer than its token.
        let mut text = Vec::with_capacity(token.len() + BlockCopy::MARGIN);
        let marks = Vec::with_capacity(token.len() / STRIDE);
        let (mut map, mut copy) = (Self { marks, ..Self::default() }, BlockCopy { out: &mut text });
        widest!(simd => map.add(simd, token, &mut copy));
        map.length = text.len();
        (text, map)
    }

    #[inline(always)]
    fn add<S: Simd>(&mut self, simd: S, token: &[u8], copy: &mut BlockCopy<'_>) {
        let (mut done, mut next) = (0, STRIDE);
        while done < token.len() {
            let begin = (copy.out.len(), done);
            let DecodedPart { used, is_usual, is_plain } = copy.decode_part(simd, token, done, true);
            self.has_unusual |= !is_usual;
            done += used;
            if is_plain && used >= STRIDE {
                self.marks.push(begin);
                next = done;
            }
            if done >= next {
                self.marks.push((copy.out.len(), done));
                next = done + STRIDE;
            }
        }
    }

    /// The place in the token of the byte of the text at `offset`; the end for bytes after the end.
    pub(super) fn place(&self, token: &[u8], offset: usize) -> usize {
        let next = self.marks.partition_point(|mark| mark.0 <= offset);
        let nearest = next.checked_sub(1).and_then(|nearest| self.marks.get(nearest));
        let (mut text, mut place) = nearest.copied().unwrap_or_default();
        let end = self.marks.get(next).copied().unwrap_or((self.length, token.len()));
        if end.0 + place == end.1 + text {
            // No escapes before the next mark.
            return place.saturating_add(offset - text).min(token.len());
        }
        loop {
            let plain = until_escape(token, place);
            if text + plain >= offset || place + plain >= token.len() {
                return place + plain.min(offset - text);
            }
            let (made, used) = step(token, place + plain);
            if text + plain + made > offset {
                return place + plain;
            }
            text += plain + made;
            place += plain + used;
        }
    }

    /// Adds another text with the escapes that this token has.
    pub(super) fn escape_into(&self, out: &mut Vec<u8>, token: &[u8], text: &[u8]) {
        if self.has_unusual {
            EscapeStyle::of(&utf8_text(token)).escape_into(out, &utf8_text(text));
        } else {
            escape_bytes(out, text);
        }
    }
}

/// The number of bytes from `place` to the next escape, or to the end.
fn until_escape(token: &[u8], place: usize) -> usize {
    let rest = token.get(place..).unwrap_or_default();
    memchr::memchr(b'\\', rest).unwrap_or(rest.len())
}

/// The lengths of the character at `place`: in bytes of the text, and of the token.
fn step(token: &[u8], place: usize) -> (usize, usize) {
    if token.get(place) != Some(&b'\\') {
        return (1, 1);
    }
    let (character, used) = escape(token.get(place..).unwrap_or_default());
    // Half of a surrogate pair stays an escape.
    (character.map_or(used, char::len_utf8), used.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_goes_back_in_the_style_of_its_string() {
        for token in [
            r#"{\"a\": \"\\u00e9 é 😀 \\n\"}"#,
            r#"{\"a\":\"\u00e9\ud83d\ude00\"}"#,
            r"{\u0022a\u0022:\u0022\u003c\/b\u003E\u0022}",
            r#"{\"url\":\"http:\/\/x\\\\y\"}\n\t"#,
        ] {
            let record = format!("\"{token}\"");
            let inside = NestedJson::of(&record, At::byte(0));
            assert_eq!(inside.escape(inside.text()), token);
        }
    }

    #[test]
    fn every_byte_of_the_text_has_its_place() {
        let piece = r#"{\"a\": \"\\u00e9 é 😀 \ud83d\ude00 \ud800 \u0041\/\n\"}"#;
        // Runs without escapes, shorter and longer than the distance of stored offsets.
        for (count, run) in [(1, 1), (3, 1), (40, 1), (40, 500), (3, 2000)] {
            let record = format!("  \"[{}]\"", vec![piece; count].join(&",".repeat(run)));
            let inside = NestedJson::of(&record[2..], At::byte(2));
            assert!(inside.is_string() && inside.text().ends_with("}]"));
            for (offset, character) in inside.text().char_indices() {
                let place = inside.at(offset).offset().unwrap();
                assert!(record.is_char_boundary(place), "{offset}");
                if character.is_ascii_alphabetic() && inside.text().get(offset - 1..offset) == Some("\"") {
                    assert_eq!(record[place..].chars().next(), Some(character), "{offset}");
                }
            }
            assert_eq!(inside.at(inside.text().len()), At::byte(record.len() - 1));
            assert_eq!(inside.at(usize::MAX), At::byte(record.len() - 1));
        }
    }

    #[test]
    fn a_value_without_quotes_is_itself() {
        let inside = NestedJson::of("[1]", At::byte(7));
        assert_eq!((inside.text(), inside.is_string(), inside.at(1)), ("[1]", false, At::byte(8)));
    }
}

//! JSON within a string of a record: its text, the mapping of its offsets to the record, and its encoding back into a string.
//!
//! `{"messages_json":"[{\"role\": \"user\"}]"}`

use std::borrow::Cow;

use super::block_copy::{BlockCopy, DecodedPart};
use super::escape::escape;
use super::escape_style::EscapeStyle;
use super::quoted::escape_into;
use super::span::{At, Span};
use super::utf8::utf8_string;

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
    token: Option<Cow<'r, str>>,
    /// The offset of the token or value in the record.
    start: usize,
    /// Pairs of offsets, in the text and in the token: at regular distances, and around each long run without escapes.
    marks: Vec<(usize, usize)>,
    /// Its escapes are those that turnwise writes.
    has_usual_escapes: bool,
}

impl<'r> NestedJson<'r> {
    /// Reads the value, as written, that begins at `at`.
    #[must_use]
    pub fn of(value: &'r str, at: At) -> Self {
        let start = at.offset().unwrap_or_default();
        match value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            None => Self { text: Cow::Borrowed(value), token: None, start, marks: Vec::new(), has_usual_escapes: true },
            Some(token) => {
                let DecodedString { text, marks, has_usual_escapes } = DecodedString::of(token);
                let text = if text.len() == token.len() { token.into() } else { text };
                Self { text, token: Some(Cow::Borrowed(token)), start: start + 1, marks, has_usual_escapes }
            }
        }
    }

    /// The JSON text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// True if the JSON was in a string.
    #[must_use]
    pub fn is_string(&self) -> bool {
        self.token.is_some()
    }

    /// The place in the record of the byte of the text at `offset`; the last place for bytes after the end.
    #[must_use]
    pub fn at(&self, offset: usize) -> At {
        let Some(token) = &self.token else { return At::byte(self.start + offset.min(self.text.len())) };
        let next = self.marks.partition_point(|mark| mark.0 <= offset);
        let nearest = next.checked_sub(1).and_then(|nearest| self.marks.get(nearest));
        let (mut text, mut place) = nearest.copied().unwrap_or_default();
        let end = self.marks.get(next).copied().unwrap_or((self.text.len(), token.len()));
        if end.0 + place == end.1 + text {
            // There are no escapes up to the next mark.
            return At::byte(self.start + place.saturating_add(offset - text).min(token.len()));
        }
        loop {
            let plain = until_escape(token, place);
            if text + plain >= offset || place + plain >= token.len() {
                place += plain.min(offset - text);
                break;
            }
            let (made, used) = step(token, place + plain);
            if text + plain + made > offset {
                place += plain;
                break;
            }
            text += plain + made;
            place += plain + used;
        }
        At::byte(self.start + place)
    }

    /// Maps a span of the text to a span of the record.
    #[must_use]
    pub fn span(&self, span: Span) -> Span {
        let place = |offset| self.at(offset).offset().unwrap_or_default();
        Span { start: place(span.start), end: place(span.end) }
    }

    /// The same, without a borrow of the record.
    #[must_use]
    pub fn into_owned(self) -> NestedJson<'static> {
        let token = self.token.map(|token| Cow::Owned(token.into_owned()));
        NestedJson { text: Cow::Owned(self.text.into_owned()), token, ..self }
    }

    /// Escapes another text for the same string: characters that are escapes in the string stay escapes, spelled in the
    /// same way (`\u00e9`, `\/`).
    #[must_use]
    pub fn escape(&self, text: &str) -> String {
        let mut out = Vec::with_capacity(text.len() + text.len() / 8);
        self.escape_into(&mut out, text);
        utf8_string(out)
    }

    /// Adds the text as [`NestedJson::escape`] makes it.
    pub fn escape_into(&self, out: &mut Vec<u8>, text: &str) {
        match &self.token {
            None => out.extend_from_slice(text.as_bytes()),
            Some(_) if self.has_usual_escapes => escape_into(out, text),
            Some(token) => EscapeStyle::of(token).escape_into(out, text),
        }
    }
}

/// A string without its escapes.
#[derive(Debug)]
struct DecodedString<'t> {
    text: Cow<'t, str>,
    marks: Vec<(usize, usize)>,
    has_usual_escapes: bool,
}

impl<'t> DecodedString<'t> {
    fn of(token: &'t str) -> Self {
        let bytes = token.as_bytes();
        let mut made = Self { text: Cow::Borrowed(token), marks: Vec::new(), has_usual_escapes: true };
        if memchr::memchr(b'\\', bytes).is_none() {
            return made;
        }
        // A text is no longer than its token.
        let mut text = Vec::with_capacity(token.len() + BlockCopy::MARGIN);
        let mut copy = BlockCopy { out: &mut text };
        let (mut done, mut next) = (0, STRIDE);
        while done < bytes.len() {
            let begin = (copy.out.len(), done);
            let DecodedPart { used, is_usual, is_plain } = copy.decode_part(token, done, true);
            made.has_usual_escapes &= is_usual;
            done += used;
            if is_plain && used >= STRIDE {
                made.marks.push(begin);
                next = done;
            }
            if done >= next {
                made.marks.push((copy.out.len(), done));
                next = done + STRIDE;
            }
        }
        made.text = utf8_string(text).into();
        made
    }
}

/// The number of bytes from `place` to the next escape, or to the end.
fn until_escape(token: &str, place: usize) -> usize {
    let rest = token.as_bytes().get(place..).unwrap_or_default();
    memchr::memchr(b'\\', rest).unwrap_or(rest.len())
}

/// The lengths of the character at `place`: in bytes of the text, and of the token.
fn step(token: &str, place: usize) -> (usize, usize) {
    if token.as_bytes().get(place) != Some(&b'\\') {
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

//! JSON within a string of a record: its text, the mapping of its offsets to the record, and its encoding back into a string.
//!
//! `{"messages_json":"[{\"role\": \"user\"}]"}`

use std::borrow::Cow;

use super::block::find;
use super::escape::{escape, simple_escape};
use super::span::{At, Span};
use super::text::escape_into;

/// The number of bytes of a string between two stored offsets.
const STRIDE: usize = 512;

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
}

impl<'r> NestedJson<'r> {
    /// Reads the value, as written, that begins at `at`.
    #[must_use]
    pub fn of(value: &'r str, at: At) -> Self {
        let start = at.offset().unwrap_or_default();
        match value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            None => Self { text: Cow::Borrowed(value), token: None, start, marks: Vec::new() },
            Some(token) => {
                let decoded = DecodedString::of(token);
                let text = if decoded.text.len() == token.len() { token.into() } else { decoded.text.into() };
                Self { text, token: Some(Cow::Borrowed(token)), start: start + 1, marks: decoded.marks }
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
        NestedJson { text: Cow::Owned(self.text.into_owned()), token, start: self.start, marks: self.marks }
    }

    /// Escapes another text for the same string: characters that are escapes in the string stay escapes, spelled in the
    /// same way (`\u00e9`, `\/`).
    #[must_use]
    pub fn escape(&self, text: &str) -> String {
        match &self.token {
            Some(token) => EscapeStyle::of(token).escape(text),
            None => text.to_owned(),
        }
    }
}

/// A string without its escapes.
#[derive(Debug, Default)]
struct DecodedString {
    text: String,
    marks: Vec<(usize, usize)>,
}

impl DecodedString {
    fn of(token: &str) -> Self {
        let Some(mut place) = memchr::memchr(b'\\', token.as_bytes()) else {
            return Self { text: token.to_owned(), marks: Vec::new() };
        };
        let mut made = Self { text: String::with_capacity(token.len()), marks: Vec::new() };
        let (mut done, mut next) = (0, STRIDE);
        loop {
            let begin = (made.text.len(), done);
            made.text.push_str(token.get(done..place).unwrap_or_default());
            if place - done >= STRIDE {
                made.marks.extend([begin, (made.text.len(), place)]);
                next = place + STRIDE;
            }
            // Escapes often follow each other: no search between them.
            while token.as_bytes().get(place) == Some(&b'\\') {
                if let Some(character) = token.as_bytes().get(place + 1).and_then(|byte| simple_escape(*byte)) {
                    made.text.push(char::from(character));
                    place += 2;
                } else {
                    let rest = token.get(place..).unwrap_or_default();
                    let (character, used) = escape(rest);
                    match character {
                        Some(character) => made.text.push(character),
                        // Half of a surrogate pair stays an escape.
                        None => made.text.push_str(rest.get(..used).unwrap_or_default()),
                    }
                    place += used.max(1);
                }
                if place >= next {
                    made.marks.push((made.text.len(), place));
                    next = place + STRIDE;
                }
            }
            done = place;
            if done >= token.len() {
                return made;
            }
            place = find(token.as_bytes(), b'\\', done).unwrap_or(token.len());
        }
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

/// How the writer of a string spells the characters that it escapes.
#[derive(Debug)]
struct EscapeStyle<'t> {
    /// The spelling of each ASCII character that is an escape somewhere in the string.
    ascii: [Option<&'t str>; 128],
    /// Other characters are escapes.
    is_ascii_alone: bool,
    /// Hexadecimal digits of escapes are capital letters.
    has_capitals: bool,
}

impl<'t> EscapeStyle<'t> {
    fn of(token: &'t str) -> Self {
        let mut style = Self { ascii: [None; 128], is_ascii_alone: false, has_capitals: false };
        let mut done = 0;
        while let Some(found) = memchr::memchr(b'\\', token.as_bytes().get(done..).unwrap_or_default()) {
            let rest = token.get(done + found..).unwrap_or_default();
            let (character, used) = escape(rest);
            done += found + used.max(1);
            let (Some(character), Some(spelling)) = (character, rest.get(..used)) else { continue };
            style.has_capitals |= spelling.len() > 2 && spelling.bytes().any(|byte| matches!(byte, b'A'..=b'F'));
            match style.ascii.get_mut(character as usize) {
                Some(known) => *known = Some(spelling),
                None => style.is_ascii_alone = true,
            }
        }
        style
    }

    fn escape(&self, text: &str) -> String {
        let is_special: [bool; 256] =
            std::array::from_fn(|byte| u8::try_from(byte).is_ok_and(|it| self.is_special(it)));
        let mut out = Vec::with_capacity(text.len() + text.len() / 8);
        let mut done = 0;
        for (at, byte) in text.bytes().enumerate() {
            // The bytes of a character that was written already are not special.
            if at < done || is_special.get(usize::from(byte)) == Some(&false) {
                continue;
            }
            out.extend_from_slice(text.as_bytes().get(done..at).unwrap_or_default());
            let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
            done = at + character.len_utf8();
            match self.ascii.get(character as usize) {
                // Most are quotes: a copy of two bytes is a call.
                Some(Some(spelling)) => spelling.bytes().for_each(|byte| out.push(byte)),
                Some(None) => escape_into(&mut out, character.encode_utf8(&mut [0; 4])),
                None => self.escape_unicode(character, &mut out),
            }
        }
        out.extend_from_slice(text.as_bytes().get(done..).unwrap_or_default());
        String::from_utf8(out).unwrap_or_default()
    }

    fn escape_unicode(&self, character: char, out: &mut Vec<u8>) {
        let digits: &[u8; 16] = if self.has_capitals { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
        let digit = |unit: u16, shift: u16| digits.get(usize::from(unit >> shift & 0xf)).copied().unwrap_or_default();
        for unit in character.encode_utf16(&mut [0; 2]) {
            out.extend_from_slice(&[b'\\', b'u', digit(*unit, 12), digit(*unit, 8), digit(*unit, 4), digit(*unit, 0)]);
        }
    }

    /// True for the first byte of a character that is an escape.
    fn is_special(&self, byte: u8) -> bool {
        match self.ascii.get(usize::from(byte)) {
            Some(spelling) => spelling.is_some() || byte < 0x20 || matches!(byte, b'"' | b'\\'),
            None => self.is_ascii_alone,
        }
    }
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

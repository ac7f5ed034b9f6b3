//! Writing JSON text in any layout: compact, spaced as Python's `json.dumps` does, or one value a line.

use std::borrow::{Borrow, Cow};

use super::layout::{Layout, line, minify, reformat};
use super::quoted::escape_into;
use super::raw::Raw;
use super::source_map::SourceMap;
use super::span::{At, RecordText};
use super::text::Text;
use super::utf8::utf8_text;

/// A writer of JSON text, which adds commas and colons.
///
/// ```
/// use turnwise::json::{Layout, Out};
///
/// let mut out = Out::new(Layout::Compact);
/// out.object(|out| {
///     out.key("n").verbatim("1.10");
///     out.key("list").array(|out| out.bool(true));
/// });
/// assert_eq!(out.as_bytes(), br#"{"n":1.10,"list":[true]}"#);
/// ```
#[derive(Debug, Default)]
pub struct Out {
    bytes: Vec<u8>,
    layout: Layout,
    comma: bool,
    /// The nesting level, for [`Layout::Pretty`].
    level: usize,
    /// The nesting level at which values begin.
    base: usize,
    /// An object or array was just opened and is still empty.
    is_fresh: bool,
    /// Notes where values come from, in compact text.
    map: Option<Box<SourceMap>>,
}

impl Out {
    /// An empty text.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        Self::nested(layout, 0)
    }

    /// An empty text whose values are indented as if they were nested this deep in others.
    #[must_use]
    pub fn nested(layout: Layout, level: usize) -> Self {
        Self { bytes: Vec::new(), layout, comma: false, level, base: level, is_fresh: false, map: None }
    }

    /// An empty compact text that notes in a map where its values come from.
    #[must_use]
    pub fn mapped() -> Self {
        Self { map: Some(Box::default()), ..Self::new(Layout::Compact) }
    }

    /// Empties the text, for what will be written from this record.
    pub fn start_record(&mut self, record: RecordText<'_>) {
        self.clear();
        if let Some(map) = &mut self.map {
            map.start(record);
        }
    }

    /// The map, if there is one.
    #[must_use]
    pub fn map(&self) -> Option<&SourceMap> {
        self.map.as_deref()
    }

    /// Says that the next value comes from this place of the record.
    #[inline]
    pub fn source(&mut self, at: At) -> &mut Self {
        if let Some(map) = &mut self.map {
            map.add_value(self.bytes.len() + usize::from(self.comma), at);
        }
        self
    }

    /// Notes where a value comes from that is about to be written: it is `copied`, with a margin of quotes.
    #[inline]
    fn note_copy(&mut self, copied: &str, margin: usize) {
        if let Some(map) = &mut self.map {
            map.add_copy(self.bytes.len() + usize::from(self.comma), copied, margin);
        }
    }

    /// The text written so far.
    #[must_use]
    pub fn written(&self) -> Cow<'_, str> {
        utf8_text(&self.bytes)
    }

    /// The bytes written so far.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The mutable bytes, for writing text that is not JSON (line ends, separators).
    pub fn bytes_mut(&mut self) -> &mut Vec<u8> {
        self.comma = false;
        &mut self.bytes
    }

    /// Starts a new text after the bytes written so far.
    pub fn start_value(&mut self) {
        (self.comma, self.is_fresh, self.level) = (false, false, self.base);
    }

    /// The number of bytes written so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// True if nothing was written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Removes everything after `length`, for a record that cannot be written.
    pub fn truncate(&mut self, length: usize) {
        self.bytes.truncate(length);
        self.comma = false;
        if let Some(map) = &mut self.map {
            map.truncate(length);
        }
    }

    /// Replaces everything after `length` by `json`: the same value, spelled differently.
    pub fn replace(&mut self, length: usize, json: &str) {
        self.bytes.truncate(length);
        self.bytes.extend_from_slice(json.as_bytes());
        if let Some(map) = &mut self.map {
            map.forget_strings();
        }
    }

    /// Removes everything and keeps the allocated memory.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    #[inline]
    fn value(&mut self) {
        // Pushes single bytes: a copy of several is a call.
        match (self.comma, self.layout) {
            (_, Layout::Pretty(_)) => self.next_line(),
            (false, _) => {}
            (true, Layout::Compact) => self.bytes.push(b','),
            (true, Layout::Spaced) => {
                self.bytes.push(b',');
                self.bytes.push(b' ');
            }
        }
        self.comma = true;
    }

    /// Writes the separator before a value on its own line.
    #[cold]
    fn next_line(&mut self) {
        if self.comma {
            self.bytes.push(b',');
        }
        if std::mem::take(&mut self.is_fresh) || self.comma {
            line(self.layout, self.level, &mut self.bytes);
        }
    }

    /// Writes the separator before a string, and its opening quote.
    #[inline(always)]
    fn quote(&mut self) {
        self.value();
        self.bytes.push(b'"');
    }

    /// `{…}` with the members that `write` adds.
    #[inline]
    pub fn object(&mut self, write: impl FnOnce(&mut Self)) {
        self.open(b'{');
        write(self);
        self.close(b'}');
    }

    /// `[…]` with the items that `write` adds.
    #[inline]
    pub fn array(&mut self, write: impl FnOnce(&mut Self)) {
        self.open(b'[');
        write(self);
        self.close(b']');
    }

    /// Starts an object or array, if a closure cannot be used.
    #[inline]
    pub fn open(&mut self, bracket: u8) {
        self.value();
        self.bytes.push(bracket);
        self.comma = false;
        self.is_fresh = true;
        self.level += 1;
    }

    /// Opens an object whose beginning, up to the colon of a key, is this text in a compact layout. False for other layouts, in
    /// which nothing is written.
    #[inline]
    pub fn open_compact(&mut self, beginning: &'static str) -> bool {
        if self.layout != Layout::Compact {
            return false;
        }
        self.value();
        self.bytes.extend_from_slice(beginning.as_bytes());
        self.comma = false;
        self.level += 1;
        true
    }

    /// Ends what [`Out::open`] started.
    #[inline]
    pub fn close(&mut self, bracket: u8) {
        self.level = self.level.saturating_sub(1);
        if matches!(self.layout, Layout::Pretty(_)) && !std::mem::take(&mut self.is_fresh) {
            line(self.layout, self.level, &mut self.bytes);
        }
        self.bytes.push(bracket);
        self.comma = true;
    }

    /// A key that needs no escapes.
    #[inline(never)]
    pub fn key(&mut self, key: &str) -> &mut Self {
        self.quick_key(key)
    }

    /// An inlined [`Out::key`] for the keys that every message has.
    #[inline(always)]
    pub fn quick_key(&mut self, key: &str) -> &mut Self {
        self.quote();
        self.bytes.extend_from_slice(key.as_bytes());
        self.colon()
    }

    /// A key as it was read.
    pub fn key_text(&mut self, key: &Text<'_>) -> &mut Self {
        self.quote();
        self.inner(key);
        self.colon()
    }

    #[inline(always)]
    fn colon(&mut self) -> &mut Self {
        self.bytes.push(b'"');
        self.bytes.push(b':');
        if self.layout != Layout::Compact {
            self.bytes.push(b' ');
        }
        self.comma = false;
        self
    }

    #[inline]
    fn inner(&mut self, text: &Text<'_>) {
        match text {
            Text::Token(token) => self.bytes.extend_from_slice(token.as_bytes()),
            Text::OwnedToken(token) => self.bytes.extend_from_slice(token.as_bytes()),
            Text::Owned(text) => escape_into(&mut self.bytes, text),
        }
    }

    /// A string as it was read or made.
    #[inline(never)]
    pub fn text(&mut self, text: &Text<'_>) {
        if let Text::Token(token) = text {
            self.note_copy(token, 1);
        }
        self.quote();
        self.inner(text);
        self.bytes.push(b'"');
    }

    /// A string joined from pieces that were read or made.
    pub fn joined<'p>(&mut self, pieces: impl IntoIterator<Item: Borrow<Text<'p>>>) {
        self.quote();
        for (piece, margin) in pieces.into_iter().zip([1].into_iter().chain(std::iter::repeat(0))) {
            if let (Text::Token(token), Some(map)) = (piece.borrow(), &mut self.map) {
                map.add_copy(self.bytes.len() - margin, token, margin);
            }
            self.inner(piece.borrow());
        }
        self.bytes.push(b'"');
    }

    /// A constant string that needs no escapes: `user`.
    #[inline(never)]
    pub fn word(&mut self, word: &'static str) {
        self.quote();
        self.bytes.extend_from_slice(word.as_bytes());
        self.bytes.push(b'"');
    }

    /// A string that is not from the input.
    pub fn string(&mut self, text: &str) {
        self.quote();
        escape_into(&mut self.bytes, text);
        self.bytes.push(b'"');
    }

    /// A value as it was read.
    pub fn raw(&mut self, raw: &Raw<'_>) {
        self.verbatim(raw.as_str());
    }

    /// JSON text unchanged, except that line ends between its tokens are removed: they would break a line of JSONL.
    pub fn verbatim(&mut self, json: &str) {
        let is_pretty = matches!(self.layout, Layout::Pretty(_));
        if !is_pretty && memchr::memchr2(b'\n', b'\r', json.as_bytes()).is_none() {
            self.note_copy(json, 0);
            self.value();
            self.bytes.extend_from_slice(json.as_bytes());
            return;
        }
        self.value();
        let start = self.bytes.len();
        if is_pretty {
            reformat(json, self.layout, self.level, &mut self.bytes);
        } else {
            minify(json, &mut self.bytes);
        }
        if let Some(map) = &mut self.map {
            map.add_laid_out(start, json, self.bytes.get(start..).unwrap_or_default());
        }
    }

    /// `true` or `false`.
    pub fn bool(&mut self, value: bool) {
        self.verbatim(if value { "true" } else { "false" });
    }

    /// `null`.
    pub fn null(&mut self) {
        self.verbatim("null");
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Node, Tape};
    use super::*;

    fn write(node: Node<'_, '_>, out: &mut Out) {
        if node.is_object() && !node.is_empty() {
            out.object(|out| {
                for (key, value) in node.members() {
                    write(value, out.key_text(&key.text().unwrap()));
                }
            });
        } else if node.is_array() {
            out.array(|out| node.items().for_each(|item| write(item, out)));
        } else if let Some(text) = node.text() {
            out.text(&text);
        } else {
            out.verbatim(node.raw());
        }
    }

    #[test]
    fn every_layout_is_what_a_reformatted_text_is() {
        let text = r#"{"a":[1,{"b":"x: y, \" z","e":{}}],"c":{},"d":[],"f":[[],[{"g":[2, 3]}]]}"#;
        let mut tape = Tape::new();
        let root = tape.parse(text).unwrap();
        for layout in [Layout::Compact, Layout::Spaced, Layout::Pretty(2), Layout::Pretty(0)] {
            for level in [0, 1] {
                let (mut out, mut wanted) = (Out::nested(layout, level), Vec::new());
                write(root, &mut out);
                reformat(text, layout, level, &mut wanted);
                assert_eq!(String::from_utf8_lossy(out.as_bytes()), String::from_utf8_lossy(&wanted));
                let mut whole = Out::nested(layout, level);
                whole.verbatim(text);
                assert!(layout == Layout::Compact || layout == Layout::Spaced || whole.as_bytes() == wanted);
            }
        }
    }
}

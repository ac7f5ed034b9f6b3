//! Writing JSON text, compact or spaced as Python's `json.dumps` does.

use super::layout::{Layout, minify};
use super::raw::Raw;
use super::text::{Text, escape_into};

/// A growing JSON text. Commas and colons come by themselves.
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
    spaced: bool,
    comma: bool,
}

impl Out {
    /// An empty text. [`Layout::Pretty`] is written compact here and spread out later by [`super::reformat`].
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        Self { bytes: Vec::new(), spaced: layout == Layout::Spaced, comma: false }
    }

    /// What was written so far.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes themselves, for writing what is not JSON (line ends, separators).
    pub fn bytes_mut(&mut self) -> &mut Vec<u8> {
        self.comma = false;
        &mut self.bytes
    }

    /// A new text begins behind what was written so far.
    pub fn start_value(&mut self) {
        self.comma = false;
    }

    /// How much was written so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// True if nothing was written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Takes back everything behind `length`, for a record that turned out to be unwritable.
    pub fn truncate(&mut self, length: usize) {
        self.bytes.truncate(length);
        self.comma = false;
    }

    /// Puts `json` in the place of everything behind `length`: the same value, spelled otherwise.
    pub fn replace(&mut self, length: usize, json: &str) {
        self.bytes.truncate(length);
        self.bytes.extend_from_slice(json.as_bytes());
    }

    /// Throws everything away and keeps the memory.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    #[inline]
    fn value(&mut self) {
        // Byte by byte: a copy of unknown length is a call.
        if self.comma {
            self.bytes.push(b',');
            if self.spaced {
                self.bytes.push(b' ');
            }
        }
        self.comma = true;
    }

    /// What stands before a string, with its quote.
    #[inline(always)]
    fn quote(&mut self) {
        match (self.comma, self.spaced) {
            (false, _) => self.bytes.push(b'"'),
            (true, false) => self.bytes.extend_from_slice(b",\""),
            (true, true) => self.bytes.extend_from_slice(b", \""),
        }
        self.comma = true;
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

    /// Starts an object or array, where a closure is in the way.
    #[inline]
    pub fn open(&mut self, bracket: u8) {
        self.value();
        self.bytes.push(bracket);
        self.comma = false;
    }

    /// Ends what [`Out::open`] started.
    #[inline]
    pub fn close(&mut self, bracket: u8) {
        self.bytes.push(bracket);
        self.comma = true;
    }

    /// A key that needs no escapes.
    #[inline(never)]
    pub fn key(&mut self, key: &str) -> &mut Self {
        self.quick_key(key)
    }

    /// The same without a call, for the places that every message comes by.
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
        if self.spaced {
            self.bytes.extend_from_slice(b"\": ");
        } else {
            self.bytes.extend_from_slice(b"\":");
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
        self.quote();
        self.inner(text);
        self.bytes.push(b'"');
    }

    /// A string glued together from pieces that were read or made.
    pub fn joined(&mut self, pieces: &[Text<'_>]) {
        self.quote();
        for piece in pieces {
            self.inner(piece);
        }
        self.bytes.push(b'"');
    }

    /// A string that needs no escapes, written here as a constant: `user`.
    #[inline(never)]
    pub fn word(&mut self, word: &'static str) {
        self.quote();
        self.bytes.extend_from_slice(word.as_bytes());
        self.bytes.push(b'"');
    }

    /// A string this program made.
    pub fn string(&mut self, text: &str) {
        self.quote();
        escape_into(&mut self.bytes, text);
        self.bytes.push(b'"');
    }

    /// A value as it was read.
    pub fn raw(&mut self, raw: &Raw<'_>) {
        self.verbatim(raw.as_str());
    }

    /// JSON text as it is. Line ends between its tokens go: they would break a line of JSONL.
    pub fn verbatim(&mut self, json: &str) {
        self.value();
        if memchr::memchr2(b'\n', b'\r', json.as_bytes()).is_some() {
            minify(json, &mut self.bytes);
        } else {
            self.bytes.extend_from_slice(json.as_bytes());
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

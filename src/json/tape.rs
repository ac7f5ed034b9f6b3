//! Parses a record in one pass into a flat list of nodes, which is reused from record to record.
//!
//! A string, number or literal is one slot: its start and its end. An array or object is two: its start and the slot
//! after its content; its end and the number of its values. The kind of a value is determined by its first byte. With
//! eight bytes a slot, even `[1,1,1,…]` takes only a few times its own size.

use fearless_simd::Simd;

use super::block::widest;
use super::error::{JsonError, Problem};
use super::known_strings::{KnownStrings, NoStrings};
use super::lines::DamagedLine;
use super::node::Node;
use super::scalar;
use super::scan::{self, StringEnd};
use super::string_traits::StringTraits;

/// The default limit of nested brackets.
pub const MAX_DEPTH: usize = 1024;

/// The maximum number of bytes of a record, regardless of other limits: slots have 32-bit offsets.
pub const MAX_RECORD: usize = u32::MAX as usize - 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TapeSlot {
    pub(super) first: u32,
    pub(super) second: u32,
}

/// The nodes of one record.
#[derive(Clone, Debug)]
pub struct Tape {
    pub(super) slots: Vec<TapeSlot>,
    pub(super) open: Vec<OpenNode>,
    pub(super) max_depth: usize,
    /// The address and the length of the text that was parsed last.
    text: (usize, usize),
    pub(super) escaped_keys: bool,
    pub(super) traits: StringTraits,
    /// The root is not an array of the text but all its top-level values together.
    pub(super) is_sequence: bool,
    pub(super) damaged: Vec<DamagedLine>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct OpenNode {
    slot: u32,
    pub(super) count: u32,
    is_object: bool,
}

impl Default for Tape {
    fn default() -> Self {
        Self::new()
    }
}

impl Tape {
    /// An empty tape with the default depth limit.
    #[must_use]
    pub fn new() -> Self {
        Self::with_max_depth(MAX_DEPTH)
    }

    /// An empty tape that rejects more than `max_depth` open brackets.
    #[must_use]
    pub fn with_max_depth(max_depth: usize) -> Self {
        Self {
            slots: Vec::new(),
            open: Vec::new(),
            max_depth,
            text: (0, 0),
            escaped_keys: false,
            traits: StringTraits::default(),
            is_sequence: false,
            damaged: Vec::new(),
        }
    }

    /// Parses one JSON text. White space around it is allowed, other text is not.
    ///
    /// # Errors
    /// The problem and its byte offset; the content of the tape is then undefined.
    pub fn parse<'t, 'a>(&'t mut self, text: &'a str) -> Result<Node<'t, 'a>, JsonError> {
        self.clear(text);
        self.fill(text, NoStrings)?;
        Ok(Node::new(self, text, 0))
    }

    /// Parses all JSON values of a text, one a line or with other space between them. The root is an array of them.
    ///
    /// # Errors
    /// As [`Tape::parse`].
    pub fn parse_sequence<'t, 'a>(&'t mut self, text: &'a str) -> Result<Node<'t, 'a>, JsonError> {
        self.open_sequence(text);
        let bytes = text.as_bytes();
        check_length(bytes)?;
        widest!(simd => self.fill_sequence(simd, bytes))?;
        self.close(bytes.len());
        Ok(Node::new(self, text, 0))
    }

    /// Represents a text that is not JSON as one value without items, so that it has a node and places.
    pub fn parse_foreign<'t, 'a>(&'t mut self, text: &'a str) -> Node<'t, 'a> {
        self.open_sequence(text);
        self.close(text.len());
        self.traits = StringTraits::UNKNOWN;
        Node::new(self, text, 0)
    }

    /// Parses as much as possible: open values are closed where the text ends or is invalid.
    ///
    /// For reading the first bytes of a file. The error is the reason why it stopped, the node is the value before it.
    pub fn parse_prefix<'t, 'a>(&'t mut self, text: &'a str) -> (Option<Node<'t, 'a>>, Option<JsonError>) {
        self.clear(text);
        let error = self.fill(text, NoStrings).err();
        if let Some(error) = error {
            self.close_all(text.as_bytes(), error.offset.min(text.len()));
        }
        let root = (!self.slots.is_empty()).then(|| Node::new(self, text, 0));
        (root, error)
    }

    /// The nodes of the text that was parsed last. `None` for any other text.
    #[must_use]
    pub fn root<'t, 'a>(&'t self, text: &'a str) -> Option<Node<'t, 'a>> {
        let is_parsed = self.text == (text.as_ptr() as usize, text.len());
        (is_parsed && !self.slots.is_empty()).then(|| Node::new(self, text, 0))
    }

    /// True if a string of the record holds half of a surrogate pair.
    #[must_use]
    pub fn has_lone_halves(&self) -> bool {
        self.traits.has(StringTraits::HALVES)
    }

    /// What the strings of the record have, or may have, where it is a text that is not JSON.
    #[must_use]
    pub fn traits(&self) -> StringTraits {
        self.traits
    }

    /// Begins a text of several values: the root is an array of them.
    pub(super) fn open_sequence(&mut self, text: &str) {
        self.clear(text);
        self.is_sequence = true;
        self.open.push(OpenNode { slot: 0, count: 0, is_object: false });
        self.push(0, 0);
        self.push(0, 0);
    }

    /// Removes all nodes. Call it before a record that may not be parsed: it may have the address of the previous one.
    pub fn forget(&mut self) {
        self.clear("");
    }

    /// Empties the tape for this text.
    pub(super) fn clear(&mut self, text: &str) {
        self.text = (text.as_ptr() as usize, text.len());
        self.slots.clear();
        self.open.clear();
        self.escaped_keys = false;
        self.traits = StringTraits::default();
        self.is_sequence = false;
        self.damaged.clear();
    }

    pub(super) fn fill(&mut self, text: &str, mut known: impl KnownStrings) -> Result<(), JsonError> {
        let bytes = text.as_bytes();
        let at = skip_space(bytes, 0);
        if at == bytes.len() {
            return Err(JsonError::new(Problem::Empty, at));
        }
        let at = self.fill_value(bytes, at, 0, &mut known)?;
        scalar::end_of_text(bytes, skip_space(bytes, at))
    }

    /// Parses the value at `at` and its content, until `outer` brackets are open again. Returns its end.
    pub(super) fn fill_value(
        &mut self,
        bytes: &[u8],
        at: usize,
        outer: usize,
        known: &mut impl KnownStrings,
    ) -> Result<usize, JsonError> {
        check_length(bytes)?;
        widest!(simd => self.fill_values(simd, bytes, at, outer, known))
    }

    #[inline(always)]
    fn fill_sequence<S: Simd>(&mut self, simd: S, bytes: &[u8]) -> Result<(), JsonError> {
        let mut at = skip_space(bytes, 0);
        while at < bytes.len() {
            let end = self.fill_values(simd, bytes, at, 1, &mut NoStrings)?;
            if let Some(root) = self.open.first_mut() {
                root.count += 1;
            }
            at = skip_space(bytes, end);
            // Values without a separator are more likely a lost line end than two messages.
            if at == end && at < bytes.len() {
                return Err(scalar::end_of_text(bytes, at)
                    .err()
                    .unwrap_or(JsonError::new(Problem::TextAfterValue, at)));
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn fill_values<S: Simd>(
        &mut self,
        simd: S,
        bytes: &[u8],
        mut at: usize,
        outer: usize,
        known: &mut impl KnownStrings,
    ) -> Result<usize, JsonError> {
        loop {
            at = self.value(simd, bytes, at, known)?;
            loop {
                if self.open.len() <= outer {
                    return Ok(at);
                }
                at = skip_space(bytes, at);
                let Some(open) = self.open.last_mut() else { return Ok(at) };
                let byte = bytes.get(at).copied();
                // A count cannot overflow: each value has a byte, and a text at most `MAX_RECORD`.
                if byte == Some(b',') {
                    open.count = open.count.wrapping_add(1);
                    let is_object = open.is_object;
                    at = skip_space(bytes, at + 1);
                    match bytes.get(at) {
                        // First, because nearly all are keys.
                        Some(b'"') if is_object => at = self.key(simd, bytes, at)?,
                        Some(b']' | b'}') => return Err(JsonError::new(Problem::TrailingComma, at)),
                        _ if is_object => return Err(scalar::unexpected(bytes, at)),
                        _ => {}
                    }
                    break;
                }
                if byte == Some(if open.is_object { b'}' } else { b']' }) {
                    open.count = open.count.wrapping_add(1);
                    at += 1;
                    self.close(at);
                    continue;
                }
                return Err(scalar::unexpected(bytes, at));
            }
        }
    }

    /// Parses a whole scalar, an empty container, or the start of a container up to its first value.
    #[inline(always)]
    fn value<S: Simd>(
        &mut self,
        simd: S,
        bytes: &[u8],
        mut at: usize,
        known: &mut impl KnownStrings,
    ) -> Result<usize, JsonError> {
        loop {
            // First, because most values are strings.
            if bytes.get(at) == Some(&b'"') {
                let found = match known.end_of(bytes, at) {
                    Some(end) => StringEnd { end, traits: StringTraits::default() },
                    None => scan::string(simd, bytes, at + 1)?,
                };
                if found.traits != StringTraits::default() {
                    self.traits.add(found.traits);
                }
                self.push(at, found.end + 1);
                return Ok(found.end + 1);
            }
            match bytes.get(at) {
                Some(byte @ (b'{' | b'[')) => {
                    let is_object = *byte == b'{';
                    if self.open.len() >= self.max_depth {
                        return Err(JsonError::new(Problem::TooDeep(self.max_depth), at));
                    }
                    let slot = narrow(self.slots.len());
                    self.open.push(OpenNode { slot, count: 0, is_object });
                    self.slots.extend([TapeSlot { first: narrow(at), second: 0 }, TapeSlot { first: 0, second: 0 }]);
                    at = skip_space(bytes, at + 1);
                    match (bytes.get(at), is_object) {
                        (Some(b'}'), true) | (Some(b']'), false) => {
                            self.close(at + 1);
                            return Ok(at + 1);
                        }
                        (_, true) => at = self.key(simd, bytes, at)?,
                        (_, false) => {}
                    }
                }
                Some(b'-' | b'0'..=b'9') => {
                    let end = scalar::number(bytes, at)?;
                    self.push(at, end);
                    return Ok(end);
                }
                Some(b't' | b'f' | b'n') => {
                    let end = scalar::literal(bytes, at)?;
                    self.push(at, end);
                    return Ok(end);
                }
                _ => return Err(scalar::unexpected(bytes, at)),
            }
        }
    }

    /// Parses a key and its colon. Returns the start of the value.
    #[inline(always)]
    fn key<S: Simd>(&mut self, simd: S, bytes: &[u8], at: usize) -> Result<usize, JsonError> {
        if bytes.get(at) != Some(&b'"') {
            return Err(scalar::unexpected(bytes, at));
        }
        let found = scan::string(simd, bytes, at + 1)?;
        if found.traits != StringTraits::default() {
            self.escaped_keys |= found.traits.has(StringTraits::ESCAPES);
            self.traits.add(found.traits);
        }
        let mut colon = found.end + 1;
        if bytes.get(colon) != Some(&b':') {
            colon = skip_space(bytes, colon);
            if bytes.get(colon) != Some(&b':') {
                return Err(scalar::unexpected(bytes, colon));
            }
        }
        let value = skip_space(bytes, colon + 1);
        // A key is added only after its value has begun, so that a truncated text never ends in a key alone.
        if value == bytes.len() {
            return Err(JsonError::new(Problem::EndedInValue, value));
        }
        self.push(at, found.end + 1);
        Ok(value)
    }

    #[inline(always)]
    fn push(&mut self, first: usize, second: usize) {
        self.slots.push(TapeSlot { first: narrow(first), second: narrow(second) });
    }

    #[inline(always)]
    pub(super) fn close(&mut self, end: usize) {
        let Some(open) = self.open.pop() else { return };
        let after = narrow(self.slots.len());
        if let Some([head, tail, ..]) = self.slots.get_mut(open.slot as usize..) {
            head.second = after;
            *tail = TapeSlot { first: narrow(end), second: open.count };
        }
    }

    /// Closes all open values at `end`, innermost first, and removes a key without a value.
    fn close_all(&mut self, bytes: &[u8], end: usize) {
        while let Some(OpenNode { slot, is_object, .. }) = self.open.last().copied() {
            let (mut index, mut count, mut last) = (slot as usize + 2, 0_u32, slot as usize + 2);
            while let Some(found) = self.slots.get(index) {
                last = index;
                count += 1;
                let is_container = matches!(bytes.get(found.first as usize), Some(b'{' | b'['));
                index = if is_container { found.second as usize } else { index + 1 };
            }
            if is_object && count % 2 == 1 {
                self.slots.truncate(last);
            }
            if let Some(open) = self.open.last_mut() {
                open.count = if is_object { count / 2 } else { count };
            }
            self.close(end);
        }
    }
}

fn check_length(bytes: &[u8]) -> Result<(), JsonError> {
    if bytes.len() > MAX_RECORD { Err(JsonError::new(Problem::TooLong(MAX_RECORD), MAX_RECORD)) } else { Ok(()) }
}

#[inline(always)]
pub(super) fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
        at += 1;
    }
    at
}

/// Offsets fit: the length of the text was checked first.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "no text is longer than `MAX_RECORD`")]
fn narrow(offset: usize) -> u32 {
    offset as u32
}

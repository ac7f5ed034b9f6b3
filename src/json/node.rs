//! Access to the list of nodes as a tree.

use super::block::find;
use super::lines::DamagedLine;
use super::pointer::segment_key;
use super::raw::Raw;
use super::span::{At, Span};
use super::string_traits::StringTraits;
use super::tape::Tape;
use super::text::Text;

/// The six kinds of JSON values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// `1.10`
    Number,
    /// `"text"`
    String,
    /// `[…]`
    Array,
    /// `{…}`
    Object,
}

impl Kind {
    /// The word for messages: `an object`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}

/// One value of a parsed record.
#[derive(Clone, Copy, Debug)]
pub struct Node<'t, 'a> {
    pub(super) tape: &'t Tape,
    pub(super) text: &'a str,
    pub(super) index: usize,
}

impl<'t, 'a> Node<'t, 'a> {
    #[inline]
    pub(super) fn new(tape: &'t Tape, text: &'a str, index: usize) -> Self {
        Self { tape, text, index }
    }

    #[inline]
    pub(super) fn tape(&self) -> &'t Tape {
        self.tape
    }

    #[inline]
    pub(super) fn slot(&self, index: usize) -> (usize, usize) {
        self.tape.slots.get(index).map_or((0, 0), |slot| (slot.first as usize, slot.second as usize))
    }

    /// What the strings of the whole record have.
    #[must_use]
    pub fn traits(&self) -> StringTraits {
        self.tape.traits
    }

    /// True if a key of the record has an escape.
    pub(crate) fn has_escaped_keys(&self) -> bool {
        self.tape.escaped_keys
    }

    /// The bytes between the quotes of a string.
    #[inline]
    pub(crate) fn string_bytes(&self) -> &'a [u8] {
        let (start, end) = self.slot(self.index);
        self.text.as_bytes().get(start + 1..end.saturating_sub(1)).unwrap_or_default()
    }

    /// The lines that are not JSON, of a text that was parsed line by line.
    #[must_use]
    pub fn damaged_lines(&self) -> &'t [DamagedLine] {
        &self.tape.damaged
    }

    #[inline]
    fn first_byte(&self) -> u8 {
        if self.index == 0 && self.tape.is_sequence {
            return b'[';
        }
        self.text.as_bytes().get(self.slot(self.index).0).copied().unwrap_or(b'n')
    }

    /// What kind of value this is.
    #[inline]
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self.first_byte() {
            b'"' => Kind::String,
            b'{' => Kind::Object,
            b'[' => Kind::Array,
            b't' | b'f' => Kind::Bool,
            b'n' => Kind::Null,
            _ => Kind::Number,
        }
    }

    /// The bytes of the value in the record.
    #[inline]
    #[must_use]
    pub fn span(&self) -> Span {
        let (start, second) = self.slot(self.index);
        let end = if self.is_container() { self.slot(self.index + 1).0 } else { second };
        Span { start, end }
    }

    /// The place of the start of the value, for diagnostics.
    #[inline]
    #[must_use]
    pub fn at(&self) -> At {
        At::byte(self.slot(self.index).0)
    }

    /// The whole value as it was written.
    #[inline]
    #[must_use]
    pub fn raw(&self) -> &'a str {
        let Span { start, end } = self.span();
        self.text.get(start..end).unwrap_or_default()
    }

    /// The text of the record at a span.
    #[must_use]
    pub fn text_at(&self, span: Span) -> Option<&'a str> {
        self.text.get(span.start..span.end)
    }

    /// The whole value, to be written unchanged.
    #[must_use]
    pub fn to_raw(&self) -> Raw<'a> {
        Raw::borrowed(self.raw())
    }

    #[inline]
    fn is_container(&self) -> bool {
        matches!(self.first_byte(), b'{' | b'[')
    }

    /// True for a text that is not JSON, which is a record all the same.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        self.index == 0 && self.tape.is_sequence && self.is_empty() && !self.raw().is_empty()
    }

    /// True for `null`.
    #[must_use]
    #[inline]
    pub fn is_null(&self) -> bool {
        self.kind() == Kind::Null
    }

    /// True for `[…]`.
    #[must_use]
    #[inline]
    pub fn is_array(&self) -> bool {
        self.kind() == Kind::Array
    }

    /// True for `{…}`.
    #[must_use]
    #[inline]
    pub fn is_object(&self) -> bool {
        self.kind() == Kind::Object
    }

    /// True for `"…"`.
    #[must_use]
    #[inline]
    pub fn is_string(&self) -> bool {
        self.kind() == Kind::String
    }

    /// The boolean, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self.first_byte() {
            b't' => Some(true),
            b'f' => Some(false),
            _ => None,
        }
    }

    /// The string as written between its quotes, escapes included, if it is a string.
    #[inline]
    #[must_use]
    pub fn token(&self) -> Option<&'a str> {
        if self.first_byte() != b'"' {
            return None;
        }
        let (start, end) = self.slot(self.index);
        self.text.get(start + 1..end.saturating_sub(1))
    }

    /// The string, if it is one.
    #[inline]
    #[must_use]
    pub fn text(&self) -> Option<Text<'a>> {
        self.token().map(Text::Token)
    }

    /// True if this is a string with exactly this text, regardless of escapes.
    #[inline]
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        self.token().is_some_and(|token| token_is(token, text))
    }

    /// The number of items or members.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        if self.is_container() { self.slot(self.index + 1).1 } else { 0 }
    }

    /// True if there are no items or members.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True for an array or object without others inside it.
    #[inline]
    #[must_use]
    pub fn has_scalars_only(&self) -> bool {
        let each = match self.first_byte() {
            b'{' => 2,
            b'[' => 1,
            _ => return false,
        };
        // A scalar takes one slot, as a key does.
        self.slot(self.index).1 == self.index + 2 + each * self.slot(self.index + 1).1
    }

    #[inline]
    pub(super) fn after(&self) -> usize {
        if self.is_container() { self.slot(self.index).1 } else { self.index + 1 }
    }

    /// Its place in the tape.
    pub(super) fn index(&self) -> usize {
        self.index
    }

    #[inline]
    pub(super) fn sibling(&self, index: usize) -> Self {
        Self { index, ..*self }
    }

    /// The items of an array; empty for other kinds.
    #[inline]
    #[must_use]
    pub fn items(&self) -> Items<'t, 'a> {
        let end = if self.is_array() { self.after() } else { 0 };
        Items { next: self.sibling(self.index + 2), end }
    }

    /// The items of an array; an object is treated as an array of one item.
    #[inline]
    #[must_use]
    pub fn each(&self) -> Items<'t, 'a> {
        if self.is_object() { Items { next: *self, end: self.after() } } else { self.items() }
    }

    /// The members of an object, in order; empty for other kinds.
    #[inline]
    #[must_use]
    pub fn members(&self) -> Members<'t, 'a> {
        let end = if self.is_object() { self.after() } else { 0 };
        Members { next: self.sibling(self.index + 2), end }
    }

    /// Visits this value and all values inside it that are objects, in the order of the text, without recursion.
    #[inline]
    pub(super) fn each_object(&self, mut visit: impl FnMut(Self)) {
        let end = self.after();
        let mut node = *self;
        while node.index < end {
            if node.is_object() {
                visit(node);
                let after = node.after();
                if after == node.index + 2 + 2 * node.len() {
                    // It contains no others: each key and each value takes one slot.
                    node.index = after;
                    continue;
                }
            }
            node.index += if node.is_container() { 2 } else { 1 };
        }
    }

    /// The value of the first member with this key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Self> {
        if self.tape.escaped_keys {
            return self.members().find(|(found, _)| found.is_key(key)).map(|(_, value)| value);
        }
        // Keys without escapes have the same bytes. Their slots alone tell most of them apart.
        let (bytes, length) = (self.text.as_bytes(), key.len() + 2);
        let mut members = self.members();
        let slots = self.tape.slots.get(..members.end)?;
        let mut index = members.next.index;
        while let Some([name, value, ..]) = slots.get(index..) {
            let (start, end) = (name.first as usize, name.second as usize);
            if end - start == length && bytes.get(start + 1..end - 1) == Some(key.as_bytes()) {
                members.next.index = index + 1;
                return Some(members.next);
            }
            let is_container = matches!(bytes.get(value.first as usize), Some(b'{' | b'['));
            index = if is_container { value.second as usize } else { index + 2 };
        }
        None
    }

    /// The value at an RFC 6901 pointer.
    #[must_use]
    pub fn pointer(&self, pointer: &str) -> Option<Self> {
        let mut node = *self;
        for segment in pointer.split('/').skip(1) {
            node = if node.is_array() {
                node.items().nth(segment.parse().ok()?)?
            } else {
                node.get(&segment_key(segment))?
            };
        }
        Some(node)
    }
}

pub(super) fn token_is(token: &str, text: &str) -> bool {
    if token.len() <= text.len() {
        // Escapes are longer than the character they encode: a token with escapes and these bytes has another text.
        return token == text && find(token.as_bytes(), b'\\', 0).is_none();
    }
    let (first, wanted) = (token.as_bytes().first(), text.as_bytes().first());
    (first == wanted || first == Some(&b'\\'))
        && find(token.as_bytes(), b'\\', 0).is_some()
        && Text::Token(token).decode() == text
}

/// Iterator over the items of an array.
#[derive(Clone, Debug)]
pub struct Items<'t, 'a> {
    next: Node<'t, 'a>,
    end: usize,
}

impl<'t, 'a> Iterator for Items<'t, 'a> {
    type Item = Node<'t, 'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.next.index >= self.end {
            return None;
        }
        let node = self.next;
        self.next.index = node.after();
        Some(node)
    }
}

/// Iterator over the members of an object: key, value.
#[derive(Clone, Debug)]
pub struct Members<'t, 'a> {
    next: Node<'t, 'a>,
    end: usize,
}

impl<'t, 'a> Iterator for Members<'t, 'a> {
    type Item = (Node<'t, 'a>, Node<'t, 'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.next.index >= self.end {
            return None;
        }
        let key = self.next;
        let value = key.sibling(key.index + 1);
        self.next.index = value.after();
        Some((key, value))
    }
}

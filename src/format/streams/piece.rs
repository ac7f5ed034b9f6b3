//! Values that grow while a stream is read, and what they become: `{"text":"Hel"}`, then `{"text":"Hello"}`.

use std::collections::HashMap;

use foldhash::quality::RandomState;

use crate::json::{Node, Tape, Text, escaped, minify};
use crate::report::Start;

/// A value that grows.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// JSON text that is copied.
    Raw(String),
    /// A string as it is written between its quotes.
    Text(String),
    List(Vec<PlacedPiece>),
    Object(ObjectPiece),
}

/// A value with the place of the event that began it.
#[derive(Clone, Debug)]
pub(super) struct PlacedPiece {
    pub(super) place: Start,
    pub(super) piece: Piece,
}

/// An object that grows. A stream may have any number of keys, so they are not searched one by one.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectPiece {
    members: Vec<(String, PlacedPiece)>,
    index: HashMap<String, usize, RandomState>,
}

/// One line of JSON, and where the events are that its values come from.
#[derive(Debug, Default)]
pub(super) struct FoldedText {
    pub(super) text: String,
    /// Offsets in the text, in order, each with the event of what follows.
    pub(super) marks: Vec<(usize, Start)>,
}

/// A value on one line.
pub(super) fn one_line(raw: &str) -> String {
    if !raw.bytes().any(|byte| matches!(byte, b'\n' | b'\r')) {
        return raw.to_owned();
    }
    let mut line = Vec::with_capacity(raw.len());
    minify(raw, &mut line);
    String::from_utf8(line).unwrap_or_else(|_| raw.replace(['\n', '\r'], " "))
}

impl Piece {
    pub(super) fn of(node: Node<'_, '_>) -> Self {
        node.token().map_or_else(|| Self::Raw(one_line(node.raw())), |token| Self::Text(token.to_owned()))
    }

    pub(super) fn null() -> Self {
        Self::Raw("null".to_owned())
    }

    pub(super) fn text(text: &str) -> Self {
        Self::Text(escaped(text))
    }

    /// True for null, and for strings without characters.
    pub(super) fn is_nothing(&self) -> bool {
        match self {
            Self::Raw(raw) => raw == "null",
            Self::Text(text) => text.is_empty(),
            Self::List(_) | Self::Object(_) => false,
        }
    }

    /// The characters of a string.
    pub(super) fn token(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// Adds text to a string; anything else gives way to it.
    pub(super) fn push(&mut self, token: &str) {
        if let Self::Text(text) = self {
            text.push_str(token);
        } else {
            *self = Self::Text(token.to_owned());
        }
    }

    /// Adds an item to a list; anything else gives way to it.
    pub(super) fn push_item(&mut self, place: Start, piece: Piece) {
        let item = PlacedPiece { place, piece };
        if let Self::List(list) = self {
            list.push(item);
        } else {
            *self = Self::List(vec![item]);
        }
    }

    /// Changes an item of a list, or the one after its end; anything else gives way to a list.
    pub(super) fn update_item(&mut self, index: usize, place: Start, change: impl FnOnce(&mut Piece)) {
        if let Self::List(list) = self
            && let Some(item) = list.get_mut(index)
        {
            return change(&mut item.piece);
        }
        let mut new = Piece::null();
        change(&mut new);
        self.push_item(place, new);
    }

    /// Changes an object; anything else gives way to one.
    pub(super) fn update_object(&mut self, change: impl FnOnce(&mut ObjectPiece)) {
        if let Self::Object(object) = self {
            change(object);
        } else {
            let mut object = ObjectPiece::default();
            change(&mut object);
            *self = Self::Object(object);
        }
    }

    /// The bytes that it takes, about.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Raw(text) | Self::Text(text) => text.len() + 2,
            Self::List(list) => list.iter().map(|item| item.piece.size() + 1).sum(),
            Self::Object(object) => object.size(),
        }
    }

    /// The JSON value that a string contains; arguments of calls are sent in pieces of such a string. Nothing is an empty
    /// object; a string that is not JSON stays one, and `None` says so.
    pub(super) fn parsed(self) -> (Self, bool) {
        let Self::Text(token) = &self else { return (self, true) };
        let text = Text::Token(token);
        if text.is_blank() {
            return (Self::Raw("{}".to_owned()), true);
        }
        let json = text.decode_json();
        let is_json = Tape::new().parse(&json).is_ok();
        if is_json { (Self::Raw(one_line(json.trim())), true) } else { (self, false) }
    }

    pub(super) fn write(&self, out: &mut FoldedText) {
        match self {
            Self::Raw(raw) => out.text.push_str(raw),
            Self::Text(token) => {
                out.text.push('"');
                out.text.push_str(token);
                out.text.push('"');
            }
            Self::List(list) => {
                out.text.push('[');
                for (index, item) in list.iter().enumerate() {
                    if index > 0 {
                        out.text.push(',');
                    }
                    out.placed(item);
                }
                out.text.push(']');
            }
            Self::Object(object) => object.write(out),
        }
    }
}

impl ObjectPiece {
    /// The members of an object.
    pub(super) fn of(node: Node<'_, '_>, place: Start) -> Self {
        let mut object = Self::default();
        for (key, value) in node.members() {
            object.set(&key_of(key), place, Piece::of(value));
        }
        object
    }

    pub(super) fn get(&self, key: &str) -> Option<&Piece> {
        self.members.get(*self.index.get(key)?).map(|(_, value)| &value.piece)
    }

    /// Changes the value of a key, which is null if there is none yet.
    pub(super) fn update(&mut self, key: &str, place: Start, change: impl FnOnce(&mut Piece)) {
        let at = self.index.get(key).copied().unwrap_or(self.members.len());
        if at == self.members.len() {
            self.index.insert(key.to_owned(), at);
            self.members.push((key.to_owned(), PlacedPiece { place, piece: Piece::null() }));
        }
        if let Some((_, value)) = self.members.get_mut(at) {
            change(&mut value.piece);
        }
    }

    pub(super) fn set(&mut self, key: &str, place: Start, piece: Piece) {
        self.update(key, place, |known| *known = piece);
        if let Some((_, value)) = self.index.get(key).and_then(|at| self.members.get_mut(*at)) {
            value.place = place;
        }
    }

    /// Sets a value unless there is one that says something.
    pub(super) fn set_first(&mut self, key: &str, place: Start, piece: Piece) {
        let is_set =
            self.get(key).is_some_and(|known| !known.is_nothing() && !matches!(known, Piece::Raw(raw) if raw == "0"));
        if !is_set {
            self.set(key, place, piece);
        }
    }

    /// Adds the text of a string to the string of a key. Null adds nothing.
    pub(super) fn push(&mut self, key: &str, place: Start, node: Node<'_, '_>) {
        if let Some(token) = node.token() {
            self.update(key, place, |piece| piece.push(token));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The members, in order.
    pub(super) fn into_members(self) -> Vec<(String, PlacedPiece)> {
        self.members
    }

    pub(super) fn add_member(&mut self, (key, value): (String, PlacedPiece)) {
        self.set(&key, value.place, value.piece);
    }

    pub(super) fn size(&self) -> usize {
        self.members.iter().map(|(key, value)| key.len() + 4 + value.piece.size()).sum::<usize>() + 2
    }

    fn write(&self, out: &mut FoldedText) {
        out.text.push('{');
        for (index, (key, value)) in self.members.iter().enumerate() {
            if index > 0 {
                out.text.push(',');
            }
            out.text.push('"');
            out.text.push_str(key);
            out.text.push_str("\":");
            out.placed(value);
        }
        out.text.push('}');
    }
}

impl FoldedText {
    /// Writes a value, and notes where it comes from.
    pub(super) fn placed(&mut self, value: &PlacedPiece) {
        let last = self.marks.last().map(|(_, place)| *place);
        if last != Some(value.place) {
            self.marks.push((self.text.len(), value.place));
        }
        value.piece.write(self);
    }
}

/// A key as it is written, always in the same way.
pub(super) fn key_of(key: Node<'_, '_>) -> String {
    let token = key.token().unwrap_or_default();
    if token.contains('\\') { escaped(&Text::Token(token).decode_json()) } else { token.to_owned() }
}

//! A mutable JSON value whose untouched parts stay as they were written.
//!
//! `{"n": 1.10, "l": [1]}` is one text until something inside is changed; then the levels on the path are opened
//! (parsed), and everything outside them stays text. So numbers, escapes and the order of keys are kept, and nothing
//! recurses.
//!
//! A copy shares its parts with the original: a patch that doubles a list 60 times must not double the memory.

use std::collections::VecDeque;
use std::sync::Arc;

use super::object::TreeObject;
use crate::json::{Node, Tape, minify};

/// A value: text, or an opened level. A clone shares everything; the levels that change are copied one by one.
#[derive(Clone, Debug)]
pub(in crate::events) struct TreeValue {
    pub(super) form: TreeForm,
}

/// How a value is kept.
#[derive(Clone, Debug)]
pub(super) enum TreeForm {
    /// Text, as it was written.
    Raw(Arc<String>),
    /// The items of an array; new ones come at its beginning or its end.
    Array(Arc<VecDeque<TreeValue>>),
    /// The members of an object.
    Object(Arc<TreeObject>),
}

impl Default for TreeValue {
    fn default() -> Self {
        Self::raw("null")
    }
}

impl Drop for TreeValue {
    fn drop(&mut self) {
        let mut waiting = Vec::new();
        self.take_children(&mut waiting);
        // Values may be nested deeply: no recursion.
        while let Some(mut value) = waiting.pop() {
            value.take_children(&mut waiting);
        }
    }
}

impl TreeValue {
    /// A value as it was written.
    pub(in crate::events) fn raw(text: impl Into<String>) -> Self {
        Self { form: TreeForm::Raw(Arc::new(text.into())) }
    }

    /// An owned copy of a value of an event.
    pub(in crate::events) fn of(node: Node<'_, '_>) -> Self {
        Self::raw(node.raw())
    }

    /// A string, given as the token between its quotes.
    pub(in crate::events) fn string(token: &str) -> Self {
        Self::raw(format!("\"{token}\""))
    }

    pub(in crate::events) fn array(items: Vec<TreeValue>) -> Self {
        Self { form: TreeForm::Array(Arc::new(items.into())) }
    }

    /// An object with these members, given by tokens of keys.
    pub(in crate::events) fn object(members: impl IntoIterator<Item = (&'static str, TreeValue)>) -> Self {
        let mut object = TreeObject::default();
        for (key, value) in members {
            object.push(key.to_owned(), value);
        }
        Self { form: TreeForm::Object(Arc::new(object)) }
    }

    fn take_children(&mut self, into: &mut Vec<TreeValue>) {
        match &mut self.form {
            TreeForm::Raw(_) => {}
            // What is shared is taken apart by its last owner.
            TreeForm::Array(items) => into.extend(Arc::get_mut(items).into_iter().flat_map(|items| items.drain(..))),
            TreeForm::Object(object) => {
                let slots = Arc::get_mut(object).into_iter().flat_map(|object| object.slots.drain(..));
                into.extend(slots.flatten().map(|(_, value)| value));
            }
        }
    }

    /// The first byte of its text, which determines its kind.
    fn first(&self) -> u8 {
        match &self.form {
            TreeForm::Raw(text) => text.as_bytes().first().copied().unwrap_or(b'n'),
            TreeForm::Array(_) => b'[',
            TreeForm::Object(_) => b'{',
        }
    }

    pub(in crate::events) fn is_container(&self) -> bool {
        matches!(self.first(), b'[' | b'{')
    }

    /// The token of a string.
    pub(in crate::events) fn token(&self) -> Option<&str> {
        match &self.form {
            TreeForm::Raw(text) => text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')),
            TreeForm::Array(_) | TreeForm::Object(_) => None,
        }
    }

    /// The text, if the value is not opened.
    pub(in crate::events) fn as_raw(&self) -> Option<&str> {
        match &self.form {
            TreeForm::Raw(text) => Some(text),
            TreeForm::Array(_) | TreeForm::Object(_) => None,
        }
    }

    /// Appends a token to a string; a value that is not a string is replaced by it.
    pub(in crate::events) fn push_token(&mut self, token: &str) {
        match &mut self.form {
            TreeForm::Raw(text) if text.starts_with('"') => {
                let text = Arc::make_mut(text);
                text.pop();
                text.push_str(token);
                text.push('"');
            }
            _ => *self = Self::string(token),
        }
    }

    /// Opens one level of an array or object. Equal keys become one member: in the first position, with the last value.
    pub(in crate::events) fn open(&mut self, scratch: &mut Tape) {
        let TreeForm::Raw(text) = &self.form else { return };
        if !self.is_container() {
            return;
        }
        let Ok(root) = scratch.parse(text) else { return };
        self.form = if root.is_array() {
            TreeForm::Array(Arc::new(root.items().map(Self::of).collect()))
        } else {
            let mut object = TreeObject::default();
            for (key, value) in root.members() {
                object.set(key.token().unwrap_or_default(), Self::of(value));
            }
            TreeForm::Object(Arc::new(object))
        };
    }

    /// The members; opens the object if necessary.
    pub(in crate::events) fn as_object(&mut self, scratch: &mut Tape) -> Option<&mut TreeObject> {
        self.open(scratch);
        self.object_mut()
    }

    /// The items; opens the array if necessary.
    pub(in crate::events) fn as_array(&mut self, scratch: &mut Tape) -> Option<&mut VecDeque<TreeValue>> {
        self.open(scratch);
        self.items_mut()
    }

    /// The members, if the object is opened.
    pub(in crate::events) fn object_mut(&mut self) -> Option<&mut TreeObject> {
        match &mut self.form {
            TreeForm::Object(object) => Some(Arc::make_mut(object)),
            TreeForm::Raw(_) | TreeForm::Array(_) => None,
        }
    }

    /// The items, if the array is opened.
    pub(in crate::events) fn items_mut(&mut self) -> Option<&mut VecDeque<TreeValue>> {
        match &mut self.form {
            TreeForm::Array(items) => Some(Arc::make_mut(items)),
            TreeForm::Raw(_) | TreeForm::Object(_) => None,
        }
    }

    /// The number of items, if it is an opened array.
    pub(in crate::events) fn array_len(&self) -> Option<usize> {
        match &self.form {
            TreeForm::Array(items) => Some(items.len()),
            TreeForm::Raw(_) | TreeForm::Object(_) => None,
        }
    }

    /// The item or member in a slot, if the value is opened.
    pub(in crate::events) fn opened_child(&mut self, place: usize) -> Option<&mut TreeValue> {
        match &mut self.form {
            TreeForm::Array(items) => Arc::make_mut(items).get_mut(place),
            TreeForm::Object(object) => Arc::make_mut(object).at_mut(place),
            TreeForm::Raw(_) => None,
        }
    }

    /// Removes an item or member of an opened value. Returns its key if it was a member.
    pub(in crate::events) fn take_child(&mut self, place: usize) -> Option<(Option<String>, TreeValue)> {
        match &mut self.form {
            TreeForm::Array(items) => Arc::make_mut(items).remove(place).map(|item| (None, item)),
            TreeForm::Object(object) => Arc::make_mut(object).take(place).map(|(key, value)| (Some(key), value)),
            TreeForm::Raw(_) => None,
        }
    }

    /// Adds its text without line ends.
    pub(in crate::events) fn write(&self, out: &mut Vec<u8>) {
        enum WriteStep<'v> {
            Items(std::collections::vec_deque::Iter<'v, TreeValue>, bool),
            Members(std::slice::Iter<'v, Option<(String, TreeValue)>>, bool),
        }
        let mut open: Vec<WriteStep<'_>> = Vec::new();
        let mut next = Some(self);
        loop {
            if let Some(value) = next.take() {
                match &value.form {
                    TreeForm::Raw(text) => write_raw(text, out),
                    TreeForm::Array(items) => {
                        out.push(b'[');
                        open.push(WriteStep::Items(items.iter(), true));
                    }
                    TreeForm::Object(object) => {
                        out.push(b'{');
                        open.push(WriteStep::Members(object.slots.iter(), true));
                    }
                }
            }
            let Some(step) = open.last_mut() else { return };
            let (found, is_first, close) = match step {
                WriteStep::Items(items, is_first) => (items.next(), is_first, b']'),
                WriteStep::Members(members, is_first) => match members.by_ref().flatten().next() {
                    Some((key, value)) => {
                        let comma: &[u8] = if std::mem::take(is_first) { b"\"" } else { b",\"" };
                        out.extend_from_slice(comma);
                        out.extend_from_slice(key.as_bytes());
                        out.extend_from_slice(b"\":");
                        next = Some(value);
                        continue;
                    }
                    None => (None, is_first, b'}'),
                },
            };
            if found.is_none() {
                out.push(close);
                open.pop();
                continue;
            }
            if !std::mem::take(is_first) {
                out.push(b',');
            }
            next = found;
        }
    }

    /// Its text.
    pub(in crate::events) fn text(&self) -> String {
        let mut out = Vec::new();
        self.write(&mut out);
        String::from_utf8(out).unwrap_or_default()
    }
}

fn write_raw(text: &str, out: &mut Vec<u8>) {
    if memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some() {
        minify(text, out);
    } else {
        out.extend_from_slice(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_touched_stays_as_it_was_written() {
        let mut tape = Tape::new();
        let mut value = TreeValue::raw(r#"{"n": 1.10, "\u0061" :[1, 2.0],"s":"\/"}"#);
        assert_eq!(value.text(), r#"{"n": 1.10, "\u0061" :[1, 2.0],"s":"\/"}"#);
        let object = value.as_object(&mut tape).unwrap();
        object.get_mut("a").unwrap().as_array(&mut tape).unwrap().push_back(TreeValue::string("x"));
        assert_eq!(value.text(), r#"{"n":1.10,"\u0061":[1,2.0,"x"],"s":"\/"}"#);
    }

    #[test]
    fn deep_values_neither_recurse_when_written_nor_when_dropped() {
        let depth = 200_000;
        let mut value = TreeValue::raw("1");
        for _ in 0..depth {
            value = TreeValue::array(vec![value]);
        }
        assert_eq!(value.text().len(), 2 * depth + 1);
    }
}

//! The text of a record, with its places.

use std::borrow::Cow;
use std::ops::Range;

use super::{KEY, PAIR};
use crate::json::{At, NestedJson, Node, Text};

/// The maximum number of bytes that are examined to find out which template a text is of.
const LOOKED_AT: usize = 64 * 1024;

/// The text of a record: of its field, of the string that it is, or of the file.
#[derive(Debug)]
pub(super) struct ChatSource<'a> {
    inside: NestedJson<'a>,
    /// The value as it was written.
    raw: &'a str,
    start: usize,
    /// `record`, `pair`, `string` or `file`.
    pub(super) shape: &'static str,
}

impl<'a> ChatSource<'a> {
    /// The text of a value. `None`: it has none.
    pub(super) fn find<'t>(root: Node<'t, 'a>) -> Option<FoundText<'t, 'a>> {
        if root.is_object() {
            if let Some(value) = root.get(KEY).filter(Node::is_string) {
                return Some(FoundText { value, shape: "record" });
            }
            let [chosen, rejected] = root.pick(&[PAIR.0, PAIR.1]).map(|text| text.filter(Node::is_string));
            return chosen.filter(|_| rejected.is_some()).map(|value| FoundText { value, shape: "pair" });
        }
        let is_file = root.is_foreign();
        let shape = if is_file { "file" } else { "string" };
        (is_file || root.is_string()).then_some(FoundText { value: root, shape })
    }

    /// All of it.
    pub(super) fn text(&self) -> &str {
        self.inside.text()
    }

    /// The place of a byte of the text in the record.
    pub(super) fn at(&self, offset: usize) -> At {
        self.inside.at(offset)
    }

    /// A piece of the text, as it was spelled.
    pub(super) fn cut(&self, range: Range<usize>) -> Text<'a> {
        if !self.inside.is_string() {
            return Text::owned(self.text().get(range).unwrap_or_default());
        }
        let place = |offset| self.inside.at(offset).offset().unwrap_or_default().saturating_sub(self.start);
        Text::Token(self.raw.get(place(range.start)..place(range.end)).unwrap_or_default())
    }

    /// The part of `range` without white space at its ends.
    pub(super) fn trimmed(&self, range: Range<usize>) -> Range<usize> {
        let text = self.text().get(range.clone()).unwrap_or_default();
        let start = range.start + (text.len() - text.trim_start().len());
        start..start + text.trim().len()
    }
}

/// The value with the text of a record.
pub(super) struct FoundText<'t, 'a> {
    pub(super) value: Node<'t, 'a>,
    shape: &'static str,
}

impl<'t, 'a> FoundText<'t, 'a> {
    /// The text that is compared with this one.
    pub(super) fn rejected(&self, root: Node<'t, 'a>) -> Option<Self> {
        let value = root.get(PAIR.1).filter(|_| self.shape == "pair")?;
        Some(Self { value, shape: self.shape })
    }

    /// The text with its places.
    pub(super) fn open(&self) -> ChatSource<'a> {
        let (raw, at) = (self.value.raw(), self.value.at());
        let inside = NestedJson::of(raw, at);
        ChatSource { inside, raw, start: at.offset().unwrap_or_default(), shape: self.shape }
    }

    /// The beginning of the text, decoded.
    pub(super) fn beginning(&self) -> Cow<'a, str> {
        let head = |text: &'a str| text.get(..text.floor_char_boundary(LOOKED_AT)).unwrap_or(text);
        match self.value.token() {
            // An escape at the end may be cut in two: it is then no mark.
            Some(token) => Cow::Owned(Text::Token(whole_escapes(head(token))).decode().into_owned()),
            None => Cow::Borrowed(head(self.value.raw())),
        }
    }
}

/// A token without the escape that is cut in two at its end.
fn whole_escapes(token: &str) -> &str {
    let tail = token.len().saturating_sub(6);
    let start = (tail..token.len()).find(|&at| token.as_bytes().get(at) == Some(&b'\\'));
    start.filter(|_| token.len() >= LOOKED_AT - 4).and_then(|at| token.get(..at)).unwrap_or(token)
}

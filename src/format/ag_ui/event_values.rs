//! Texts of a record, or of a text that was made from it.

use crate::json::{At, Node, Raw, Text};
use crate::model::{Extras, Slot};

use super::NAME;

/// Takes values from nodes. Values of the record are borrowed and have their places. Values that were joined from
/// events are owned, and have the place of the start of the message.
#[derive(Clone, Copy, Debug)]
pub(super) struct EventValues<'a, 'x> {
    text: fn(&'x str) -> Text<'a>,
    raw: fn(&'x str) -> Raw<'a>,
    at: Option<At>,
}

impl<'a> EventValues<'a, 'a> {
    /// Takes from the record.
    pub(super) fn borrowed() -> Self {
        Self { text: Text::Token, raw: Raw::borrowed, at: None }
    }
}

impl EventValues<'static, '_> {
    /// Takes from a text that goes away. `at` is where to report.
    pub(super) fn owned(at: At) -> Self {
        Self { text: |token| Text::owned_token(token), raw: |raw| Raw::owned(raw.to_owned()), at: Some(at) }
    }
}

impl<'a, 'x> EventValues<'a, 'x> {
    pub(super) fn at(&self, node: Node<'_, 'x>) -> At {
        self.at.unwrap_or_else(|| node.at())
    }

    /// The string, if it is one.
    pub(super) fn text(&self, node: Node<'_, 'x>) -> Option<Text<'a>> {
        node.token().map(self.text)
    }

    pub(super) fn raw(&self, node: Node<'_, 'x>) -> Raw<'a> {
        (self.raw)(node.raw())
    }

    /// Keeps a field.
    pub(super) fn keep(&self, key: &'static str, node: Node<'_, 'x>, extras: &mut Extras<'a>) {
        extras.push(NAME, Text::Token(key), self.raw(node), self.at(node));
    }

    /// Keeps the members with other keys than these.
    pub(super) fn keep_rest(&self, slot: Slot, object: Node<'_, 'x>, known: &[&str], extras: &mut Extras<'a>) {
        for (key, value) in object.members().filter(|(key, _)| !known.iter().any(|name| key.is(name))) {
            let Some(key) = self.text(key) else { continue };
            extras.push_in(slot, NAME, key, self.raw(value), self.at(value));
        }
    }
}

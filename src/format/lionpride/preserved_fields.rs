//! Keeps what the model cannot represent, and finds it again.

use super::NAME;
use crate::json::{Node, Text};
use crate::model::{Extra, Extras, Slot};

/// True for what the library calls unset: it is not written when the library saves.
pub(super) fn is_unset(json: &str) -> bool {
    match json.trim() {
        "null" | "\"\"" => true,
        other => {
            let inside = other.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
            let inside = inside.or_else(|| other.strip_prefix('{').and_then(|it| it.strip_suffix('}')));
            inside.is_some_and(|inside| inside.trim().is_empty())
        }
    }
}

/// A field of the message.
pub(super) fn keep<'a>(node: Node<'_, 'a>, key: Text<'a>, extras: &mut Extras<'a>) {
    extras.push(NAME, key, node.to_raw(), node.at());
}

/// Notes a field of the message whose content is in the model.
pub(super) fn note<'a>(node: Node<'_, 'a>, key: &'static str, extras: &mut Extras<'a>) {
    extras.note(NAME, Text::Token(key), node.to_raw(), node.at());
}

/// A member of the content.
pub(super) fn keep_inner<'a>(node: Node<'_, 'a>, key: Text<'a>, extras: &mut Extras<'a>) {
    if is_unset(node.raw()) {
        extras.note_in(Slot::Content, NAME, key, node.to_raw(), node.at());
    } else {
        extras.push_in(Slot::Content, NAME, key, node.to_raw(), node.at());
    }
}

/// Notes a member of the content whose content is in the model.
pub(super) fn note_inner<'a>(node: Node<'_, 'a>, key: &'static str, extras: &mut Extras<'a>) {
    extras.note_in(Slot::Content, NAME, Text::Token(key), node.to_raw(), node.at());
}

/// A kept member of the content.
pub(super) fn find_inner<'e, 'a>(extras: &'e Extras<'a>, key: &str) -> Option<&'e Extra<'a>> {
    extras.get_in(Slot::Content, NAME, key)
}

/// Forgets a kept member of the content.
pub(super) fn remove_inner(extras: &mut Extras<'_>, key: &str) {
    extras.retain(|extra| extra.slot != Slot::Content || !extra.key.is(key));
}

/// A field of the message.
pub(super) fn find_outer<'e, 'a>(extras: &'e Extras<'a>, key: &str) -> Option<&'e Extra<'a>> {
    extras.get(NAME, key)
}

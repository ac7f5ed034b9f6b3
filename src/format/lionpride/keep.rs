//! Keeping what has no place in the model, and finding it again.

use super::NAME;
use crate::json::{Node, Text};
use crate::model::{Extra, Extras};

/// Members of the content are kept beside the fields of the message, under this prefix.
const CONTENT: &str = "content.";
/// Keys that were not there though the model has a value for them.
const ABSENT: &str = "absent.";

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

/// A field of the message that says nothing which the model does not hold.
pub(super) fn note<'a>(node: Node<'_, 'a>, key: &'static str, extras: &mut Extras<'a>) {
    extras.note(NAME, Text::Token(key), node.to_raw(), node.at());
}

/// A member of the content. The key becomes an owned token, those of the message's fields are borrowed: so a field that
/// has the prefix in its name is not taken for one of these.
pub(super) fn keep_inner<'a>(node: Node<'_, 'a>, key: &str, extras: &mut Extras<'a>) {
    let key = Text::OwnedToken(format!("{CONTENT}{key}"));
    if is_unset(node.raw()) {
        extras.note(NAME, key, node.to_raw(), node.at());
    } else {
        extras.push(NAME, key, node.to_raw(), node.at());
    }
}

/// A member of the content that says nothing which the model does not hold.
pub(super) fn note_inner<'a>(node: Node<'_, 'a>, key: &str, extras: &mut Extras<'a>) {
    extras.note(NAME, Text::OwnedToken(format!("{CONTENT}{key}")), node.to_raw(), node.at());
}

/// Remembers that a key was not there.
pub(super) fn note_absent<'a>(content: Node<'_, 'a>, key: &str, extras: &mut Extras<'a>) {
    extras.note(NAME, Text::OwnedToken(format!("{ABSENT}{key}")), crate::json::Raw::borrowed("null"), content.at());
}

fn inner<'e>(extra: &'e Extra<'_>, prefix: &str) -> Option<&'e str> {
    match &extra.key {
        Text::OwnedToken(token) => token.strip_prefix(prefix),
        Text::Token(_) | Text::Owned(_) => None,
    }
}

/// The kept members of the content: key as it was spelled, and value.
pub(super) fn content<'e, 'a>(extras: &'e Extras<'a>) -> impl Iterator<Item = (&'e str, &'e Extra<'a>)> {
    extras.of(NAME).iter().filter_map(|extra| Some((inner(extra, CONTENT)?, extra)))
}

/// A kept member of the content.
pub(super) fn find_inner<'e, 'a>(extras: &'e Extras<'a>, key: &str) -> Option<&'e Extra<'a>> {
    content(extras).find(|(own, _)| *own == key).map(|(_, extra)| extra)
}

/// Forgets a kept member of the content.
pub(super) fn remove_inner(extras: &mut Extras<'_>, key: &str) {
    extras.retain(|extra| inner(extra, CONTENT) != Some(key));
}

pub(super) fn is_absent(extras: &Extras<'_>, key: &str) -> bool {
    extras.of(NAME).iter().any(|extra| inner(extra, ABSENT) == Some(key))
}

/// The fields of the message, those of the content left out.
pub(super) fn outer<'e, 'a>(extras: &'e Extras<'a>) -> impl Iterator<Item = &'e Extra<'a>> {
    extras.of(NAME).iter().filter(|extra| !matches!(extra.key, Text::OwnedToken(_)))
}

/// A field of the message.
pub(super) fn find_outer<'e, 'a>(extras: &'e Extras<'a>, key: &str) -> Option<&'e Extra<'a>> {
    outer(extras).find(|extra| extra.key.is(key))
}

//! What parts remember of the items they came from, so that the same items can be written again.
//!
//! `{"type":"message","id":"msg_1","role":"assistant","content":[…2 parts…]}` leaves on its first part the note `@item`: 2
//! and the field `item.id`. Notes that begin with `@` are marks of the reader and are never written as fields.

use super::NAME;
use crate::format::Reading;
use crate::json::{At, Fields, Node, Raw, Text};
use crate::model::{Extra, Extras, Part};
use crate::report::shape;

/// Note on the first part of an item: how many parts it has here.
const ITEM: &str = "@item";
/// Note: the content of the message was a string.
pub(super) const STRING: &str = "@string";
/// Note: the field `type` of a message, where it was there.
pub(super) const TYPE: &str = "@type";
/// Note: a content part that may not stand here; its type.
pub(super) const PART: &str = "@part";
/// Note: the reasoning text stood in `content`, not in `summary`.
pub(super) const TRACE: &str = "@trace";
/// Note: the system message was the field `instructions`.
pub(super) const INSTRUCTIONS: &str = "@instructions";
/// Note: `input` was a string.
pub(super) const INPUT: &str = "@input";
/// Note: the output of a custom tool.
pub(super) const CUSTOM: &str = "@custom";
/// Note: bytes of a file without the frame of a data URL.
pub(super) const BARE: &str = "@bare";
/// Note: the file is named by its URL, whatever that looks like.
pub(super) const URL: &str = "@url";
/// Note: a required list or type was not there.
pub(super) const ABSENT: &str = "@absent";

/// Marks a field of the item, kept on its first part.
pub(super) const OUTER: &str = "item.";

/// Leaves a mark.
pub(super) fn mark(extras: &mut Extras<'_>, key: &'static str, at: At) {
    extras.note(NAME, Text::Token(key), Raw::borrowed("true"), at);
}

/// The mark with this key.
pub(super) fn find_mark<'e, 'a>(extras: &'e Extras<'a>, key: &str) -> Option<&'e Extra<'a>> {
    extras.of(NAME).iter().find(|extra| extra.is_note && extra.key.is(key))
}

/// Says on the first part of an item how many parts it has.
pub(super) fn mark_item(extras: &mut Extras<'_>, parts: usize, at: At) {
    extras.note(NAME, Text::Token(ITEM), Raw::owned(parts.to_string()), at);
}

/// How many parts belong to the item that begins with this one; `None` if no item of this format does.
pub(super) fn span_of(part: &Part<'_>) -> Option<usize> {
    let count = find_mark(extras_of(part)?, ITEM)?;
    Some(count.value.as_str().parse::<usize>().unwrap_or(1).max(1))
}

/// What hangs on a part.
fn extras_of<'p, 'a>(part: &'p Part<'a>) -> Option<&'p Extras<'a>> {
    match part {
        Part::Text(it) | Part::Refusal(it) => Some(&it.extras),
        Part::Reasoning(it) => Some(&it.extras),
        Part::Call(it) => Some(&it.extras),
        Part::Result(it) => Some(&it.extras),
        Part::Media(it) => Some(&it.extras),
        Part::Opaque(_) => None,
    }
}

/// The same, to be changed.
pub(super) fn extras_mut<'p, 'a>(part: &'p mut Part<'a>) -> Option<&'p mut Extras<'a>> {
    match part {
        Part::Text(it) | Part::Refusal(it) => Some(&mut it.extras),
        Part::Reasoning(it) => Some(&mut it.extras),
        Part::Call(it) => Some(&mut it.extras),
        Part::Result(it) => Some(&mut it.extras),
        Part::Media(it) => Some(&mut it.extras),
        Part::Opaque(_) => None,
    }
}

/// A field of a known name, as it was.
pub(super) fn keep<'a>(extras: &mut Extras<'a>, key: &'static str, node: Option<Node<'_, 'a>>) {
    if let Some(node) = node {
        extras.push(NAME, key_of(key), node.to_raw(), node.at());
    }
}

/// Keys of the item are owned tokens, those of the part itself are borrowed: so a field of a part that has the prefix in
/// its name is not taken for one of the item.
fn key_of(key: &'static str) -> Text<'static> {
    if key.starts_with(OUTER) { Text::OwnedToken(key.to_owned()) } else { Text::Token(key) }
}

/// What stands behind the prefix of a key that was marked with it.
fn behind<'k>(key: &'k Text<'_>, prefix: &str) -> Option<&'k str> {
    match key {
        Text::OwnedToken(token) => token.strip_prefix(prefix),
        Text::Token(_) | Text::Owned(_) => None,
    }
}

/// A field that says nothing, but was there.
pub(super) fn note_outer<'a>(extras: &mut Extras<'a>, key: &'static str, node: Node<'_, 'a>) {
    extras.note(NAME, key_of(key), node.to_raw(), node.at());
}

/// A field that must be a string, or null.
pub(super) fn keep_text<'a>(
    extras: &mut Extras<'a>,
    key: &'static str,
    node: Option<Node<'_, 'a>>,
    reading: &mut Reading<'_>,
) {
    if let Some(node) = node.filter(|node| !node.is_string() && !node.is_null()) {
        crate::format::shared::wrong_type(reading, node, key.trim_start_matches(OUTER), "a string");
    }
    keep(extras, key, node);
}

/// A list that says nothing while it is empty.
pub(super) fn keep_list<'a>(extras: &mut Extras<'a>, key: &'static str, node: Option<Node<'_, 'a>>) {
    match node {
        Some(node) if node.is_array() && node.is_empty() => {
            extras.note(NAME, key_of(key), node.to_raw(), node.at());
        }
        _ => keep(extras, key, node),
    }
}

/// One of a few words. `usual` says nothing, so nothing is lost without it.
pub(super) fn keep_word<'a>(
    extras: &mut Extras<'a>,
    key: &'static str,
    node: Option<Node<'_, 'a>>,
    known: &[&str],
    usual: &str,
    reading: &mut Reading<'_>,
) {
    let Some(node) = node else { return };
    if node.is(usual) {
        extras.note(NAME, key_of(key), node.to_raw(), node.at());
        return;
    }
    if !node.is_null() && !known.iter().any(|word| node.is(word)) {
        let name = key.trim_start_matches(OUTER);
        reading
            .report
            .add(&shape::BAD_VALUE, node.at(), || format!("unknown `{name}`; expected {}", known.join(" or ")));
    }
    keep(extras, key, Some(node));
}

/// `in_progress`, `completed`, `incomplete`.
pub(super) fn keep_status<'a>(
    extras: &mut Extras<'a>,
    key: &'static str,
    node: Option<Node<'_, 'a>>,
    reading: &mut Reading<'_>,
) {
    keep_word(extras, key, node, &["completed", "in_progress", "incomplete"], "completed", reading);
}

/// Fields of an item that nobody knows, kept on its first part.
pub(super) fn keep_outer<'a>(
    reading: &mut Reading<'_>,
    fields: &Fields<'_, 'a, '_>,
    what: &str,
    extras: &mut Extras<'a>,
) {
    for (key, value) in fields.unknown() {
        reading
            .report
            .add(&shape::UNKNOWN_FIELD, value.at(), || format!("{what} in {NAME} has no field `{}`", key.show()));
        let key = Text::OwnedToken(format!("{OUTER}{}", key.spelling()));
        extras.push(NAME, key, value.to_raw(), value.at());
    }
}

fn is_mark(extra: &Extra<'_>) -> bool {
    extra.is_note && extra.key.token().is_some_and(|key| key.starts_with('@'))
}

/// A field of the part that was kept, marks not counted.
pub(super) fn field<'e, 'a>(extras: &'e Extras<'a>, key: &str) -> Option<&'e Extra<'a>> {
    let is_own = |extra: &&Extra<'_>| !is_mark(extra) && behind(&extra.key, OUTER).is_none();
    extras.of(NAME).iter().filter(is_own).find(|extra| extra.key.is(key))
}

/// A field of the item that was kept.
pub(super) fn outer_field<'e, 'a>(extras: &'e Extras<'a>, key: &str) -> Option<&'e Extra<'a>> {
    extras.of(NAME).iter().find(|extra| behind(&extra.key, OUTER) == Some(key))
}

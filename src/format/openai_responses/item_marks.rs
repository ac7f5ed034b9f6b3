//! Marks on parts about the items they came from, for the rules.
//!
//! `{"type":"message","id":"msg_1","role":"assistant","content":[…2 parts…]}` leaves on its first part the mark `item`: 2
//! and the field `id` in the slot of the item.

use super::NAME;
use crate::format::Reading;
use crate::format::shared::keep_member;
use crate::json::{At, Fields, Node, Raw, Text};
use crate::model::{Extra, Extras, Part, Slot};
use crate::report::shape;

/// Note on the first part of an item: how many parts it has here.
const ITEM: &str = "item";
/// Note: the content of the message was a string.
pub(super) const STRING: &str = "string";
/// Note: the field `type` of a message, where it was there.
pub(super) const TYPE: &str = "type";
/// Note: a content part that may not be here; its type.
pub(super) const PART: &str = "part";

/// The mark with this key.
pub(super) fn find_mark<'e, 'a>(extras: &'e Extras<'a>, key: &str) -> Option<&'e Extra<'a>> {
    extras.find_mark(NAME, key)
}

/// Says on the first part of an item how many parts it has.
pub(super) fn mark_item(extras: &mut Extras<'_>, parts: usize, at: At) {
    extras.mark(NAME, ITEM, Raw::owned(parts.to_string()), at);
}

/// The number of parts of the item that begins with this one; `None` if no item of this format does.
pub(super) fn span_of(part: &Part<'_>) -> Option<usize> {
    let count = find_mark(extras_of(part)?, ITEM)?;
    Some(count.value.as_str().parse::<usize>().unwrap_or(1).max(1))
}

/// The extra fields of a part.
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
pub(super) fn keep<'a>(extras: &mut Extras<'a>, slot: Slot, key: &'static str, node: Option<Node<'_, 'a>>) {
    if let Some(node) = node {
        extras.push_in(slot, NAME, Text::Token(key), node.to_raw(), node.at());
    }
}

/// Notes a field without content.
pub(super) fn note_in<'a>(extras: &mut Extras<'a>, slot: Slot, key: &'static str, node: Node<'_, 'a>) {
    extras.note_in(slot, NAME, Text::Token(key), node.to_raw(), node.at());
}

/// A field that must be a string, or null.
pub(super) fn keep_text<'a>(
    extras: &mut Extras<'a>,
    slot: Slot,
    key: &'static str,
    node: Option<Node<'_, 'a>>,
    reading: &mut Reading<'_>,
) {
    if let Some(node) = node.filter(|node| !node.is_string() && !node.is_null()) {
        crate::format::shared::wrong_type(reading, node, key, "a string");
    }
    keep(extras, slot, key, node);
}

/// Keeps a list, unless it is empty.
pub(super) fn keep_list<'a>(extras: &mut Extras<'a>, slot: Slot, key: &'static str, node: Option<Node<'_, 'a>>) {
    match node {
        Some(node) if node.is_array() && node.is_empty() => note_in(extras, slot, key, node),
        _ => keep(extras, slot, key, node),
    }
}

/// Keeps one of a few words. `usual` is the default, so nothing is lost without it.
pub(super) fn keep_word<'a>(
    extras: &mut Extras<'a>,
    slot: Slot,
    key: &'static str,
    node: Option<Node<'_, 'a>>,
    known: &[&str],
    usual: &str,
    reading: &mut Reading<'_>,
) {
    let Some(node) = node else { return };
    if !usual.is_empty() && node.is(usual) {
        note_in(extras, slot, key, node);
        return;
    }
    if !node.is_null() && !known.iter().any(|word| node.is(word)) {
        reading
            .report
            .add(&shape::BAD_VALUE, node.at(), || format!("unknown `{key}`; expected {}", known.join(" or ")));
    }
    keep(extras, slot, key, Some(node));
}

/// `in_progress`, `completed`, `incomplete`.
pub(super) fn keep_status<'a>(
    extras: &mut Extras<'a>,
    slot: Slot,
    key: &'static str,
    node: Option<Node<'_, 'a>>,
    reading: &mut Reading<'_>,
) {
    keep_word(extras, slot, key, node, &["completed", "in_progress", "incomplete"], "completed", reading);
}

/// Keeps unknown fields of an item on its first part.
pub(super) fn keep_outer<'a>(
    reading: &mut Reading<'_>,
    fields: &Fields<'_, 'a, '_>,
    what: &str,
    extras: &mut Extras<'a>,
) {
    for (key, value) in fields.unknown() {
        if !reading.is_absent(value) {
            reading
                .report
                .add(&shape::UNKNOWN_FIELD, value.at(), || format!("{what} in {NAME} has no field `{}`", key.show()));
        }
        keep_member(Slot::Item, NAME, key, value, extras);
    }
}

pub(super) fn field<'e, 'a>(extras: &'e Extras<'a>, key: &str) -> Option<&'e Extra<'a>> {
    extras.get(NAME, key)
}

/// A field of the item that was kept.
pub(super) fn outer_field<'e, 'a>(extras: &'e Extras<'a>, key: &str) -> Option<&'e Extra<'a>> {
    extras.get_in(Slot::Item, NAME, key)
}

//! Keeps what the model cannot represent.

use super::NAME;
use crate::format::Reading;
use crate::format::shared;
use crate::json::{Fields, Node, Text};
use crate::model::{Extras, Slot};
use crate::report::shape;

/// A known field that only this format has.
pub(super) fn keep<'a>(node: Node<'_, 'a>, key: &'static str, extras: &mut Extras<'a>) {
    extras.push(NAME, Text::Token(key), node.to_raw(), node.at());
}

/// A known field of the wrong kind, or null: kept as it is, and said unless it is null.
pub(super) fn keep_odd<'a>(
    node: Node<'_, 'a>,
    key: &'static str,
    wanted: &str,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) {
    shared::keep_odd(node, key, wanted, NAME, extras, reading);
}

/// The string in an optional field; anything else is kept as it is.
pub(super) fn text_or_keep<'a>(
    node: Option<Node<'_, 'a>>,
    key: &'static str,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) -> Option<Text<'a>> {
    let node = node?;
    let text = node.text();
    if text.is_none() {
        keep_odd(node, key, "a string", extras, reading);
    }
    text
}

/// Unknown fields of an object that has no extras of its own in the model.
pub(super) fn keep_inner<'a>(
    fields: &Fields<'_, 'a, '_>,
    slot: Slot,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) {
    for (key, value) in fields.unknown() {
        keep_unused(slot, key, value, extras, reading);
    }
}

/// One such field.
pub(super) fn keep_unused<'a>(
    slot: Slot,
    key: Text<'a>,
    value: Node<'_, 'a>,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) {
    let what = if slot == Slot::Content { "content" } else { "function" };
    reading
        .report
        .add(&shape::UNKNOWN_FIELD, value.at(), || format!("`{what}` in {NAME} has no field `{}`", key.show()));
    extras.push_in(slot, NAME, key, value.to_raw(), value.at());
}

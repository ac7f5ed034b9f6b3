//! Keeping what has no place in the model, and putting it back.

use super::NAME;
use crate::format::shared;
use crate::format::{Reading, Writing};
use crate::json::{Fields, Node, Text};
use crate::model::Extras;
use crate::report::shape;

/// The content object has unknown fields of its own: they are kept beside those of the message, under this prefix.
pub(super) const CONTENT: &str = "content.";
/// The same for the `function` inside a tool call.
pub(super) const FUNCTION: &str = "function.";

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
    prefix: &str,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) {
    for (key, value) in fields.unknown() {
        keep_unused(prefix, &key, value, extras, reading);
    }
}

/// One such field.
///
/// Its key becomes an owned token, those of fields that stood outside are borrowed: so a field that stood outside and has
/// the prefix in its name is not taken for one of these.
pub(super) fn keep_unused<'a>(
    prefix: &str,
    key: &Text<'_>,
    value: Node<'_, 'a>,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) {
    let what = prefix.trim_end_matches('.');
    reading
        .report
        .add(&shape::UNKNOWN_FIELD, value.at(), || format!("`{what}` in {NAME} has no field `{}`", key.show()));
    extras.push(NAME, Text::OwnedToken(format!("{prefix}{}", key.spelling())), value.to_raw(), value.at());
}

fn inner<'e>(key: &'e Text<'_>, prefix: &str) -> Option<&'e str> {
    match key {
        Text::OwnedToken(token) => token.strip_prefix(prefix),
        Text::Token(_) | Text::Owned(_) => None,
    }
}

/// Puts back what [`keep_inner`] kept.
pub(super) fn write_inner(extras: &Extras<'_>, prefix: &str, writing: &mut Writing<'_>) {
    for extra in extras.of(NAME) {
        if let Some(key) = inner(&extra.key, prefix) {
            writing.out.key_text(&Text::Token(key)).raw(&extra.value);
        }
    }
}

/// Puts back a field where the library writes it.
pub(super) fn write_kept(extras: &Extras<'_>, key: &str, writing: &mut Writing<'_>) {
    for extra in extras.of(NAME).iter().filter(|extra| extra.key.is(key)) {
        writing.out.key_text(&extra.key).raw(&extra.value);
    }
}

/// Puts back everything else but what stands in its place already.
pub(super) fn write_outer(extras: &Extras<'_>, prefix: &str, placed: &[&str], writing: &mut Writing<'_>) {
    for extra in extras.of(NAME) {
        if inner(&extra.key, prefix).is_none() && !placed.iter().any(|key| extra.key.is(key)) {
            writing.out.key_text(&extra.key).raw(&extra.value);
        }
    }
}

/// True if the field was there and could not be understood, so that it comes back as it was.
pub(super) fn is_kept(extras: &Extras<'_>, key: &str) -> bool {
    extras.get(NAME, key).is_some()
}

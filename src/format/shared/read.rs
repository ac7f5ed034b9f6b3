//! What readers do all the time: take a field of a kind, say what is odd, keep the rest.

use crate::format::Reading;
use crate::json::{At, Fields, Node, Text};
use crate::model::{Extras, Slot};
use crate::report::{Refused, shape};

/// The field, or a refusal that names it.
///
/// # Errors
/// The field is absent.
pub fn need<'t, 'a>(field: Option<Node<'t, 'a>>, name: &str, object: Node<'_, '_>) -> Result<Node<'t, 'a>, Refused> {
    field.ok_or_else(|| Refused::new(&shape::MISSING_FIELD, object.at(), format!("`{name}` is missing")))
}

/// A refusal: this field must be of another kind.
#[must_use]
pub fn refuse_type(node: Node<'_, '_>, name: &str, wanted: &str) -> Refused {
    Refused::new(&shape::WRONG_TYPE, node.at(), format!("`{name}` must be {wanted}, found {}", node.kind().name()))
}

/// Reports that a field is of another kind than it should be; the reader goes on.
pub fn wrong_type(reading: &mut Reading<'_>, node: Node<'_, '_>, name: &str, wanted: &str) {
    reading
        .report
        .add(&shape::WRONG_TYPE, node.at(), || format!("`{name}` must be {wanted}, found {}", node.kind().name()));
}

/// A field of the wrong kind, or null: kept as it is for the format `own`, and said unless it is null.
pub fn keep_odd<'a>(
    node: Node<'_, 'a>,
    key: &'static str,
    wanted: &str,
    own: &'static str,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) {
    if !node.is_null() {
        wrong_type(reading, node, key, wanted);
    }
    extras.push(own, Text::Token(key), node.to_raw(), node.at());
}

/// The string in a field that must be there.
///
/// # Errors
/// The field is absent or no string.
pub fn need_text<'a>(field: Option<Node<'_, 'a>>, name: &str, object: Node<'_, '_>) -> Result<Text<'a>, Refused> {
    let node = need(field, name, object)?;
    node.text().ok_or_else(|| refuse_type(node, name, "a string"))
}

/// The string in a field that may be absent or null. Other kinds are reported and kept as extras by the caller.
pub fn optional_text<'a>(reading: &mut Reading<'_>, field: Option<Node<'_, 'a>>, name: &str) -> Option<Text<'a>> {
    let node = field?;
    match node.text() {
        Some(text) => Some(text),
        None => {
            if !node.is_null() {
                wrong_type(reading, node, name, "a string");
            }
            None
        }
    }
}

/// The boolean in a field that may be absent, and its place. Other kinds are kept.
pub fn optional_flag<'a>(
    field: Option<Node<'_, 'a>>,
    key: &'static str,
    slot: Slot,
    origin: &'static str,
    extras: &mut Extras<'a>,
) -> Option<(bool, At)> {
    let node = field?;
    let flag = node.as_bool().map(|flag| (flag, node.at()));
    if flag.is_none() {
        extras.push_in(slot, origin, Text::Token(key), node.to_raw(), node.at());
    }
    flag
}

/// Keeps the members that no known key claimed.
pub fn extras<'a>(fields: &Fields<'_, 'a, '_>, origin: &'static str, extras: &mut Extras<'a>) {
    extras_in(Slot::Here, fields, origin, extras);
}

/// Keeps the members of another object than the one that the value of the model stands for.
pub fn extras_in<'a>(slot: Slot, fields: &Fields<'_, 'a, '_>, origin: &'static str, extras: &mut Extras<'a>) {
    for (key, value) in fields.unknown() {
        extras.push_in(slot, origin, key, value.to_raw(), value.at());
    }
}

/// Keeps the members that no known key claimed, and says that the format does not know them.
#[inline]
pub fn unknown_fields<'a>(
    reading: &mut Reading<'_>,
    fields: &Fields<'_, 'a, '_>,
    origin: &'static str,
    what: &str,
    extras: &mut Extras<'a>,
) {
    unknown_fields_in(Slot::Here, reading, fields, origin, what, extras);
}

/// The same for another object than the one that the value of the model stands for.
#[inline]
pub fn unknown_fields_in<'a>(
    slot: Slot,
    reading: &mut Reading<'_>,
    fields: &Fields<'_, 'a, '_>,
    origin: &'static str,
    what: &str,
    extras: &mut Extras<'a>,
) {
    if fields.is_empty() {
        return;
    }
    for (key, value) in fields.unknown() {
        reading
            .report
            .add(&shape::UNKNOWN_FIELD, value.at(), || format!("{what} in {origin} has no field `{}`", key.show()));
        extras.push_in(slot, origin, key, value.to_raw(), value.at());
    }
}

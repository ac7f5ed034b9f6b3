//! Functions for all readers: they read a field of a type, report wrong types, and keep other values.

use crate::format::Reading;
use crate::json::{At, Fields, Node, Raw, Tape, Text, minify, quoted};
use crate::model::{
    Conversation, Extras, Message, Opaque, Part, Preference, Rating, Role, Slot, TextPart, TrainingWeight, Verdict,
};
use crate::report::{
    FindingText, Refused, SuggestedEdit, is_short_for, misspelled_key, nearest, number_of_text, shape, unknown_role,
};

/// The field, or an error that names it.
///
/// # Errors
/// The field is absent.
pub fn need<'t, 'a>(field: Option<Node<'t, 'a>>, name: &str, object: Node<'_, '_>) -> Result<Node<'t, 'a>, Refused> {
    field.ok_or_else(|| Refused::new(&shape::MISSING_FIELD, object.at(), missing(name, object)))
}

/// `` `url` is missing ``, and the similar key if there is one.
fn missing(name: &str, object: Node<'_, '_>) -> String {
    let keys: Vec<_> = object.members().filter_map(|(key, _)| Some(key.text()?.decode().into_owned())).collect();
    let others = || keys.iter().map(String::as_str).filter(|key| *key != name);
    match nearest(name, others()).or_else(|| others().find(|key| is_short_for(key, name))) {
        Some(near) => format!("`{name}` is missing; did you mean `{name}` instead of `{}`?", Text::owned(near).show()),
        None => format!("`{name}` is missing"),
    }
}

/// An error: this field must have another type.
#[must_use]
pub fn refuse_type(node: Node<'_, '_>, name: &str, wanted: &str) -> Refused {
    Refused::new(&shape::WRONG_TYPE, node.at(), format!("`{name}` must be {wanted}, found {}", node.kind().name()))
}

/// Reports that a field has the wrong type; the reader continues.
pub fn wrong_type(reading: &mut Reading<'_>, node: Node<'_, '_>, name: &str, wanted: &str) {
    reading.report.add(&shape::WRONG_TYPE, node.at(), || {
        let message = format!("`{name}` must be {wanted}, found {}", node.kind().name());
        FindingText::new(message, of_type(node, wanted).map(SuggestedEdit::Value))
    });
}

/// The same value with another type, if the conversion is certain: the object in a field for its text, the number in a
/// string.
fn of_type(node: Node<'_, '_>, wanted: &str) -> Option<String> {
    if wanted == "a string that contains JSON" {
        return node.is_object().then(|| quoted(node.raw()));
    }
    let text = node.text()?;
    if wanted == "a boolean" {
        return Some(text.decode().into_owned()).filter(|text| text == "true" || text == "false");
    }
    number_of_text(&text).filter(|_| wanted.starts_with("a number"))
}

/// A field of the wrong type, or null. It is kept for the format `own`, and reported unless it is null.
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
    keep_member(Slot::Here, own, Text::Token(key), node, extras);
}

/// The schema of a tool: an object, or a string with its JSON, as in data sets. Other values are not schemas.
pub fn read_schema<'a>(node: Node<'_, 'a>, scratch: &mut Tape) -> Option<Raw<'a>> {
    let Some(text) = node.text() else { return node.is_object().then(|| node.to_raw()) };
    let json = text.decode_json();
    let is_object = scratch.parse(&json).is_ok_and(|root| root.is_object());
    is_object.then(|| Raw::owned(json.trim().to_owned()))
}

/// The string in a required field.
///
/// # Errors
/// The field is absent or not a string.
pub fn need_text<'a>(field: Option<Node<'_, 'a>>, name: &str, object: Node<'_, '_>) -> Result<Text<'a>, Refused> {
    let node = need(field, name, object)?;
    node.text().ok_or_else(|| refuse_type(node, name, "a string"))
}

/// The string in an optional field, which may be null. Other types are reported and kept: in the object `slot` of the
/// format `origin`, or as [`Slot::Odd`] if the writer puts another value in their place.
pub fn optional_text<'a>(
    reading: &mut Reading<'_>,
    field: Option<Node<'_, 'a>>,
    key: &'static str,
    slot: Slot,
    origin: &'static str,
    extras: &mut Extras<'a>,
) -> Option<Text<'a>> {
    let node = field?;
    let text = node.text();
    if text.is_none() && !node.is_null() {
        wrong_type(reading, node, key, "a string");
        extras.push_in(slot, origin, Text::Token(key), node.to_raw(), node.at());
    }
    text
}

/// The same for a field that `object` requires, such as the id of a call: an absent or null field is reported.
pub fn wanted_text<'a>(
    reading: &mut Reading<'_>,
    field: Option<Node<'_, 'a>>,
    key: &'static str,
    object: Node<'_, '_>,
    slot: Slot,
    origin: &'static str,
    extras: &mut Extras<'a>,
) -> Option<Text<'a>> {
    if field.is_none_or(|field| field.is_null()) {
        reading.report.add(&shape::MISSING_FIELD, object.at(), || missing(key, object));
    }
    optional_text(reading, field, key, slot, origin, extras)
}

/// A value that only the format `origin` supports.
#[must_use]
pub fn opaque<'a>(origin: &'static str, node: Node<'_, 'a>, kind: Text<'a>) -> Part<'a> {
    Part::Opaque(Box::new(Opaque { hosted: None, is_call: false, origin, at: node.at(), kind, raw: node.to_raw() }))
}

/// A JSON value as the text of a part that is written as a value again.
#[must_use]
pub fn json_text<'a>(node: Node<'_, 'a>) -> TextPart<'a> {
    let mut bytes = Vec::with_capacity(node.raw().len());
    minify(node.raw(), &mut bytes);
    let text = String::from_utf8(bytes).unwrap_or_else(|_| node.raw().to_owned());
    TextPart { is_json: true, ..TextPart::new(Text::owned(text), node.at()) }
}

/// Keeps the value of a list of tools or system blocks that has no items. An empty list carries no information; a value
/// of another type is kept.
pub fn keep_empty_list<'a>(
    reading: &mut Reading<'_>,
    list: Node<'_, 'a>,
    key: &'static str,
    slot: Slot,
    origin: &'static str,
    extras: &mut Extras<'a>,
) {
    if list.is_array() {
        if list.is_empty() {
            extras.note_in(slot, origin, Text::Token(key), list.to_raw(), list.at());
        }
        return;
    }
    if !list.is_null() {
        wrong_type(reading, list, key, "an array");
    }
    keep_member(slot, origin, Text::Token(key), list, extras);
}

/// The boolean in an optional field, and its place. Other types are kept.
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
        keep_member(slot, origin, Text::Token(key), node, extras);
    }
    flag
}

/// Keeps a member that the model cannot represent. Null means that the member is absent, so it becomes a note.
pub fn keep_member<'a>(slot: Slot, origin: &'static str, key: Text<'a>, value: Node<'_, 'a>, extras: &mut Extras<'a>) {
    if value.is_null() {
        extras.note_in(slot, origin, key, value.to_raw(), value.at());
    } else {
        extras.push_in(slot, origin, key, value.to_raw(), value.at());
    }
}

/// Keeps a member of an export. It is a note if the model has its value, or if the value is empty.
pub fn keep_exported<'a>(
    slot: Slot,
    origin: &'static str,
    key: Text<'a>,
    node: Node<'_, 'a>,
    is_note: bool,
    extras: &mut Extras<'a>,
) {
    let is_empty = (node.is_array() || node.is_object()) && node.is_empty();
    if is_note || is_empty {
        extras.note_in(slot, origin, key, node.to_raw(), node.at());
    } else {
        keep_member(slot, origin, key, node, extras);
    }
}

/// Reads the training weight of a message. A value that is not a number or a boolean stays a field.
pub fn keep_weight<'a>(value: Node<'_, 'a>, key: &'static str, message: &mut Message<'a>) {
    let weight = TrainingWeight { at: value.at(), value: value.to_raw() };
    if weight.number().is_some() {
        message.details_mut().weight = Some(weight);
    } else {
        keep_member(Slot::Here, message.origin, Text::Token(key), value, &mut message.extras);
    }
}

/// Reads the label of the answer from message `start` on. It stays a field if it is not a boolean, or if answers are
/// compared.
pub fn read_label<'a>(value: Node<'_, 'a>, key: &'static str, start: usize, conversation: &mut Conversation<'a>) {
    match value.as_bool() {
        Some(is_good) if conversation.preference.is_none() => {
            let rating = Rating { verdict: Some(Verdict { is_good, at: value.at() }), score: None };
            conversation.preference = Some(Box::new(Preference { start, rating, ..Preference::default() }));
        }
        _ => keep_member(Slot::Here, conversation.origin, Text::Token(key), value, &mut conversation.extras),
    }
}

/// Keeps the members that no known key claimed.
pub fn extras<'a>(fields: &Fields<'_, 'a, '_>, origin: &'static str, extras: &mut Extras<'a>) {
    extras_in(Slot::Here, fields, origin, extras);
}

/// Keeps the members of an object other than the one that the model's value represents.
pub fn extras_in<'a>(slot: Slot, fields: &Fields<'_, 'a, '_>, origin: &'static str, extras: &mut Extras<'a>) {
    for (key, value) in fields.unknown() {
        keep_member(slot, origin, key, value, extras);
    }
}

/// Keeps the members that no known key claimed, and reports that they are unknown.
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

/// The same for an object other than the one that the model's value represents.
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
        if !reading.is_absent(value) {
            reading.report.add(&shape::UNKNOWN_FIELD, value.at(), || {
                misspelled_key(&format!("{what} in {origin}"), &key, fields.absent())
            });
        }
        keep_member(slot, origin, key, value, extras);
    }
}

/// A conversation must be an object, unless it is a list: `expected` names the other possible types.
///
/// # Errors
/// It is not an object.
pub fn need_conversation(root: Node<'_, '_>, expected: &str) -> Result<(), Refused> {
    if root.is_object() {
        return Ok(());
    }
    let message = format!("a conversation is {expected}, found {}", root.kind().name());
    Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message))
}

/// The list of messages in a body.
///
/// # Errors
/// There is none.
pub fn need_messages<'t, 'a>(
    list: Option<Node<'t, 'a>>,
    key: &str,
    body: Node<'_, '_>,
) -> Result<Node<'t, 'a>, Refused> {
    list.ok_or_else(|| Refused::new(&shape::NOT_A_CONVERSATION, body.at(), missing(key, body)))
}

/// One of the roles of a format; another one is reported and kept.
///
/// # Errors
/// It is not a string.
pub fn read_role<'a>(
    node: Node<'_, 'a>,
    roles: &[Role<'static>],
    reading: &mut Reading<'_>,
) -> Result<Role<'a>, Refused> {
    let Some(text) = node.text() else { return Err(refuse_type(node, "role", "a string")) };
    if let Some(role) = roles.iter().find(|role| text.is(&role.name())) {
        return Ok(role.clone());
    }
    reading.report.add(&shape::UNKNOWN_ROLE, node.at(), || {
        let names: Vec<_> = roles.iter().map(Role::name).collect();
        unknown_role(&text, &names.iter().map(|name| &**name).collect::<Vec<_>>())
    });
    Ok(Role::Other(text.clone()))
}

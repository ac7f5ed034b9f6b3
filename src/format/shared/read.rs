//! Functions of all readers: they take a field of a type, report wrong ones, and keep the rest.

use crate::format::Reading;
use crate::json::{At, Fields, Node, Raw, Tape, Text, quoted};
use crate::model::{
    Conversation, Extras, Message, Opaque, Part, Preference, Rating, Role, Slot, TrainingWeight, Verdict,
};
use crate::report::{
    FindingText, Refused, SuggestedEdit, is_short_for, misspelled_key, nearest, number_of_text, shape, unknown_role,
};

/// The field, or a refusal that names it.
///
/// # Errors
/// The field is absent.
pub fn need<'t, 'a>(field: Option<Node<'t, 'a>>, name: &str, object: Node<'_, '_>) -> Result<Node<'t, 'a>, Refused> {
    field.ok_or_else(|| Refused::new(&shape::MISSING_FIELD, object.at(), missing(name, object)))
}

/// `` `url` is missing ``, and the key that looks like it.
fn missing(name: &str, object: Node<'_, '_>) -> String {
    let keys: Vec<_> = object.members().filter_map(|(key, _)| Some(key.text()?.decode().into_owned())).collect();
    let others = || keys.iter().map(String::as_str).filter(|key| *key != name);
    match nearest(name, others()).or_else(|| others().find(|key| is_short_for(key, name))) {
        Some(near) => format!("`{name}` is missing; did you mean `{name}` by `{}`?", Text::owned(near).show()),
        None => format!("`{name}` is missing"),
    }
}

/// A refusal: this field must be of another kind.
#[must_use]
pub fn refuse_type(node: Node<'_, '_>, name: &str, wanted: &str) -> Refused {
    Refused::new(&shape::WRONG_TYPE, node.at(), format!("`{name}` must be {wanted}, found {}", node.kind().name()))
}

/// Reports that a field is of another kind than it should be; the reader goes on.
pub fn wrong_type(reading: &mut Reading<'_>, node: Node<'_, '_>, name: &str, wanted: &str) {
    reading.report.add(&shape::WRONG_TYPE, node.at(), || {
        let message = format!("`{name}` must be {wanted}, found {}", node.kind().name());
        FindingText::new(message, of_type(node, wanted).map(SuggestedEdit::Value))
    });
}

/// The same value as another kind, where it is certain: the object in a field for the text of one, the number in a string.
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
    keep_member(Slot::Here, own, Text::Token(key), node, extras);
}

/// The schema of a tool: an object, or a string with the JSON of one, as data sets have it. Another value is none.
pub fn read_schema<'a>(node: Node<'_, 'a>, scratch: &mut Tape) -> Option<Raw<'a>> {
    let Some(text) = node.text() else { return node.is_object().then(|| node.to_raw()) };
    let json = text.decode_json();
    let is_object = scratch.parse(&json).is_ok_and(|root| root.is_object());
    is_object.then(|| Raw::owned(json.trim().to_owned()))
}

/// The string in a field that must be there.
///
/// # Errors
/// The field is absent or no string.
pub fn need_text<'a>(field: Option<Node<'_, 'a>>, name: &str, object: Node<'_, '_>) -> Result<Text<'a>, Refused> {
    let node = need(field, name, object)?;
    node.text().ok_or_else(|| refuse_type(node, name, "a string"))
}

/// The string in a field that may be absent or null. Other kinds are reported and kept: in the object `slot` of the format
/// `origin`, or as [`Slot::Odd`] where something else is written in their place.
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

/// The same for a field that `object` needs, such as the id of a call: it is reported where it is absent or null.
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

/// A value that only the format `origin` understands.
#[must_use]
pub fn opaque<'a>(origin: &'static str, node: Node<'_, 'a>, kind: Text<'a>) -> Part<'a> {
    Part::Opaque(Box::new(Opaque { hosted: None, is_call: false, origin, at: node.at(), kind, raw: node.to_raw() }))
}

/// Keeps the value of a list of tools or system blocks that has none: an empty list is no fact, another kind of value
/// is kept.
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
        keep_member(slot, origin, Text::Token(key), node, extras);
    }
    flag
}

/// Keeps a member that the model cannot represent. Null says that the member is absent: it is a note.
pub fn keep_member<'a>(slot: Slot, origin: &'static str, key: Text<'a>, value: Node<'_, 'a>, extras: &mut Extras<'a>) {
    if value.is_null() {
        extras.note_in(slot, origin, key, value.to_raw(), value.at());
    } else {
        extras.push_in(slot, origin, key, value.to_raw(), value.at());
    }
}

/// Keeps a member of an export: as a note if the model has its value, or if the value is empty.
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

/// Reads how much a message counts in training. What is neither a number nor a boolean stays a field.
pub fn keep_weight<'a>(value: Node<'_, 'a>, key: &'static str, message: &mut Message<'a>) {
    let weight = TrainingWeight { at: value.at(), value: value.to_raw() };
    if weight.number().is_some() {
        message.details_mut().weight = Some(weight);
    } else {
        keep_member(Slot::Here, message.origin, Text::Token(key), value, &mut message.extras);
    }
}

/// Reads whether the answer from message `start` on is good. It stays a field if it is no boolean, or if answers are compared.
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

/// Keeps the members of another object than the one that the value of the model stands for.
pub fn extras_in<'a>(slot: Slot, fields: &Fields<'_, 'a, '_>, origin: &'static str, extras: &mut Extras<'a>) {
    for (key, value) in fields.unknown() {
        keep_member(slot, origin, key, value, extras);
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
        if !reading.is_absent(value) {
            reading.report.add(&shape::UNKNOWN_FIELD, value.at(), || {
                misspelled_key(&format!("{what} in {origin}"), &key, fields.absent())
            });
        }
        keep_member(slot, origin, key, value, extras);
    }
}

/// A conversation must be an object, after lists were looked at: `expected` says what else it could be.
///
/// # Errors
/// It is none.
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
/// It is no string.
pub fn read_role<'a>(
    node: Node<'_, 'a>,
    roles: &[Role<'static>],
    reading: &mut Reading<'_>,
) -> Result<Role<'a>, Refused> {
    let Some(text) = node.text() else { return Err(refuse_type(node, "role", "a string")) };
    if let Some(role) = roles.iter().find(|role| role.name() == text.decode()) {
        return Ok(role.clone());
    }
    reading.report.add(&shape::UNKNOWN_ROLE, node.at(), || {
        let names: Vec<_> = roles.iter().map(Role::name).collect();
        unknown_role(&text, &names.iter().map(|name| &**name).collect::<Vec<_>>())
    });
    Ok(Role::Other(text.clone()))
}

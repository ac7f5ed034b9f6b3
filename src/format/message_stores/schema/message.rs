//! The JSON Schema of messages.

use serde_json::{Value, json};

use super::join::{all, any, cases, not};
use super::part::{any_part, call, content_item, owned, read_part};
use super::places::{below, described, filled, first, first_within, given, has, typed, within};
use super::sign::{signed, values_of};
use crate::format::message_stores::{MessageShape, MessageStore, Paths, members};

/// A message. Lines of a session that cannot be read are only reported, except those of unknown speakers.
pub(super) fn message(store: &'static MessageStore) -> Value {
    let checks = if store.record.is_session { line(store) } else { all([json!({ "type": "object" }), read(store)]) };
    all([json!({ "description": "A message." }), fields(store), checks])
}

/// An item that is read as a message.
pub(super) fn is_message(store: &'static MessageStore) -> Value {
    let spoken = |path: &str, speaker: &str| {
        if store.message.has_events { is_known(&store.message, &below(path, speaker)) } else { json!(true) }
    };
    let is_read = of_speaker(store, &spoken, &read_part(store), &json!(false));
    let is_read = all([is_read, not_a_copy(&store.message)]);
    if store.record.is_session { all([is_read, read(store)]) } else { is_read }
}

fn not_a_copy(shape: &MessageShape) -> Value {
    shape.copy.as_ref().map_or(json!(true), |copy| not(&signed(copy)))
}

/// What the reader requires of a message.
fn read(store: &'static MessageStore) -> Value {
    let spoken = |path: &str, speaker: &str| {
        let is_known = is_known(&store.message, &below(path, speaker));
        let content = if store.record.is_session {
            content(store, path)
        } else {
            let of_message = typed(path, &members::of_message(store));
            all([content(store, path), of_message, typed("", &members::of_item(store))])
        };
        if store.message.has_events { cases(is_known, content, json!(true)) } else { all([is_known, content]) }
    };
    unless_copy(&store.message, of_speaker(store, &spoken, &any_part(store), &json!(true)))
}

/// What the reader requires of a line of a session.
fn line(store: &'static MessageStore) -> Value {
    let shape = &store.message;
    if shape.has_events {
        return json!(true);
    }
    let known = json!({ "if": { "type": "string" }, "then": { "enum": names(shape) } });
    let spoken = |path: &str, speaker: &str| within(&below(path, speaker), known.clone());
    unless_copy(shape, of_speaker(store, &spoken, &json!(true), &json!(true)))
}

fn unless_copy(shape: &MessageShape, checks: Value) -> Value {
    match &shape.copy {
        Some(copy) => cases(signed(copy), json!(true), checks),
        None => checks,
    }
}

/// A schema for an item by its speaker: `spoken` gets the path of the message and that of the speaker in it. Items without a message are
/// events.
fn of_speaker(store: &MessageStore, spoken: &dyn Fn(&str, &str) -> Value, no_speaker: &Value, event: &Value) -> Value {
    let shape = &store.message;
    let of_object = |path: &str| {
        shape.speaker.iter().rev().fold(no_speaker.clone(), |rest, speaker| {
            cases(has(&below(path, speaker), given()), spoken(path, speaker), rest)
        })
    };
    if shape.object.is_empty() {
        return of_object("");
    }
    let is_object = json!({ "type": "object" });
    let of_value = |path: &str| cases(has(path, is_object.clone()), of_object(path), event.clone());
    first(&owned(shape.object), &given(), &of_value, event.clone())
}

fn is_known(shape: &MessageShape, speaker: &str) -> Value {
    let plain = names(shape);
    let signed = shape.speakers.iter().filter_map(|known| {
        let values = values_of(known.name);
        let is_other = !values.iter().all(|value| plain.contains(value));
        Some((known.sign.as_ref().filter(|_| is_other)?, values))
    });
    let signed = signed.map(|(sign, values)| all([self::signed(sign), within(speaker, json!({ "enum": values }))]));
    any(std::iter::once(within(speaker, json!({ "enum": plain }))).chain(signed))
}

/// The names of speakers that need no sign.
fn names(shape: &MessageShape) -> Vec<Value> {
    shape.speakers.iter().filter(|known| known.sign.is_none()).flat_map(|known| values_of(known.name)).collect()
}

/// What the reader requires of the content of a message, and of what is next to it.
fn content(store: &'static MessageStore, path: &str) -> Value {
    let (shape, beside) = (&store.message, &store.message.beside);
    let content = json!({ "type": ["string", "array", "null"], "items": content_item(store) });
    let calls = json!({ "items": call(store) });
    let mut checks = vec![
        first_within(&below_all(path, shape.content), &filled(), &content),
        first_within(&below_all(path, beside.calls), &given(), &calls),
    ];
    let file = any_part(store);
    if file != json!(true) {
        checks.push(first_within(&below_all(path, beside.files), &given(), &json!({ "items": file })));
    }
    all(checks)
}

fn below_all(outer: &str, paths: Paths) -> Vec<String> {
    paths.iter().map(|path| below(outer, path)).collect()
}

/// The members of a message, which are only described.
fn fields(store: &'static MessageStore) -> Value {
    let shape = &store.message;
    let objects = if shape.object.is_empty() { &[""] } else { shape.object };
    let members = members::of_message(store);
    let of_message = objects.iter().map(|path| described(path, &members));
    all(of_message.chain([described("", &members::of_item(store))]))
}

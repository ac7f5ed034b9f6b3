//! The JSON Schema of a store, by its declaration: what the reader requires, and a description of all that it reads.
//!
//! A record is a list of messages, an object with such lists, or one message.

mod join;
mod message;
mod part;
mod places;
mod sign;

use serde_json::{Value, json};

use super::{ListArrangement, MessageStore, members};
use crate::format::shape::SchemaPrinter;
use join::{all, any, cases, reference};
use places::{described, first, given, has, within};

const MESSAGE: &str = "message";
const MESSAGES: &str = "messages";
/// A message with the messages after it.
const BRANCH: &str = "branch";
/// A message by one of the signs of the format.
const SIGNED: &str = "signed-message";
/// An item that is read as a message.
const READ: &str = "read-message";

pub(super) fn schema(store: &'static MessageStore, printer: &mut SchemaPrinter) -> Value {
    let definitions = printer.definitions_mut();
    let mut define = |name: &str, schema: Value| _ = definitions.insert(name.to_owned(), schema);
    define(MESSAGE, message::message(store));
    define(MESSAGES, list_of(store));
    if !store.parts.is_empty() {
        define(part::PART, part::part(store));
    }
    part::define_content_item(store, &mut define);
    let mut is_read = message::is_message(store);
    if let Some(children) = children_of(store) {
        define(BRANCH, all([reference(MESSAGE), within(children, after(&reference(BRANCH)))]));
        let is_list = json!({ "type": "array", "contains": reference(READ) });
        is_read = any([is_read, has(children, any([is_list, any_member(&reference(READ))]))]);
    }
    define(READ, all([json!({ "description": "An item that is read as a message." }), is_read]));
    // A file may have one message.
    let (mut known, mut lone) = (vec![reference(READ)], json!(false));
    let signs: Vec<_> = store.signs.iter().filter(|sign| sign.is_of_message()).map(sign::signed).collect();
    if !signs.is_empty() {
        define(SIGNED, all([json!({ "description": "An item by which the format is recognized." }), any(signs)]));
        known.push(reference(SIGNED));
        lone = json!({ "allOf": [reference(SIGNED), reference(MESSAGE)] });
    }
    let list = json!({ "items": item(store), "anyOf": [{ "maxItems": 0 }, { "contains": any(known) }] });
    let object = all([json!({ "type": "object" }), fields(store), lists(store, lone)]);
    cases(json!({ "type": "array" }), list, object)
}

/// The key of the messages after a message.
fn children_of(store: &MessageStore) -> Option<&'static str> {
    match &store.record.arrangement {
        ListArrangement::Tree(tree) => Some(tree.children).filter(|children| !children.is_empty()),
        ListArrangement::Joined | ListArrangement::Separate => None,
    }
}

/// An item of a list.
fn item(store: &MessageStore) -> Value {
    reference(if children_of(store).is_some() { BRANCH } else { MESSAGE })
}

/// A value that may be a list of items, or an object of them.
fn list_of(store: &MessageStore) -> Value {
    let (item, about) = (item(store), "The messages.");
    match store.record.arrangement {
        ListArrangement::Tree(_) => {
            json!({ "description": about, "items": item, "additionalProperties": if_object(&item) })
        }
        ListArrangement::Joined | ListArrangement::Separate => {
            json!({ "description": about, "items": item, "if": { "type": "object" }, "then": item })
        }
    }
}

fn if_object(schema: &Value) -> Value {
    json!({ "if": { "type": "object" }, "then": schema })
}

/// The messages after a message, or their ids.
fn after(item: &Value) -> Value {
    json!({
        "description": "The messages after it, or their ids.",
        "if": { "type": "array", "items": { "type": "string" } },
        "else": { "items": item, "additionalProperties": if_object(item) },
    })
}

/// An object with a member of this schema.
fn any_member(schema: &Value) -> Value {
    json!({ "type": "object", "not": { "additionalProperties": join::not(schema) } })
}

/// The lists of the first path that leads to any. Without one, the record is of the schema `lone`.
fn lists(store: &'static MessageStore, lone: Value) -> Value {
    let item = part::content_item(store);
    let system = json!({ "items": item, "if": { "type": "object" }, "then": { "maxProperties": 0 } });
    let system = match part::owned(store.record.system).as_slice() {
        [only] => within(only, system),
        paths => first(paths, &given(), &|path| within(path, system.clone()), json!(true)),
    };
    store
        .record
        .lists
        .iter()
        .rev()
        .fold(lone, |rest, path| cases(leads(path), all([followed(path, &reference(MESSAGES)), system.clone()]), rest))
}

/// A value in which the path leads to a list, or to an object.
fn leads(path: &str) -> Value {
    let Some((place, rest)) = path.split_once('*') else { return has(path, json!({ "type": ["array", "object"] })) };
    let rest = rest.trim_start_matches('/');
    let member = if rest.is_empty() { json!({ "type": "array" }) } else { leads(rest) };
    let item = json!({ "type": "array", "contains": leads(rest) });
    has(place.trim_end_matches('/'), any([any_member(&member), item]))
}

/// A value in which all lists at the path are of this schema.
fn followed(path: &str, list: &Value) -> Value {
    let Some((place, rest)) = path.split_once('*') else { return within(path, list.clone()) };
    let rest = rest.trim_start_matches('/');
    let inner = followed(rest, list);
    let member = if rest.is_empty() { json!({ "if": { "type": "array" }, "then": inner }) } else { inner.clone() };
    within(place.trim_end_matches('/'), json!({ "additionalProperties": member, "items": inner }))
}

/// The members around the messages.
fn fields(store: &MessageStore) -> Value {
    let around = members::around_list(store);
    let places = store.record.lists.iter().filter(|path| !path.contains('*'));
    let around = places.map(|path| described(path.rsplit_once('/').map_or("", |(place, _)| place), &around));
    all(around.chain([described("", &members::of_record(store))]))
}

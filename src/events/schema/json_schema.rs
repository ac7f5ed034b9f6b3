//! The schemas of events, messages and inputs as JSON Schema: from the tables that records are checked with.

use serde_json::{Map, Value, json};

use super::messages::{INPUT, MESSAGE};
use super::types::event;
use super::{Need, SchemaField, SchemaObject, SchemaShape, Union};
use crate::events::EventType;

/// The greatest whole number that all JSON readers hold exactly.
const SAFE: i64 = 9_007_199_254_740_991;

/// Adds the definitions `event`, `input` (of a run) and `message`.
pub fn define_schemas(definitions: &mut Map<String, Value>) {
    if let SchemaShape::OneOf(message) = MESSAGE {
        definitions.insert("message".to_owned(), union(message));
    }
    definitions.insert("input".to_owned(), object(&INPUT));
    definitions.insert("event".to_owned(), any_event());
}

/// The schema of a type that only events have, whether the protocol knows it or not.
#[must_use]
pub fn event_type_schema() -> Value {
    let names: Vec<_> = EventType::ALL.iter().map(|kind| kind.name()).collect();
    json!({ "anyOf": [{ "enum": names }, { "type": "string", "pattern": "^[A-Z0-9_]*_[A-Z0-9_]*$" }] })
}

/// Events of unknown types may have any fields: the library drops them.
fn any_event() -> Value {
    let kinds = EventType::ALL.iter().filter_map(|kind| Some((kind.name(), event(*kind)?)));
    let each: Vec<_> = kinds
        .map(|(name, shape)| json!({ "if": is("type", &json!({ "const": name })), "then": object(shape) }))
        .collect();
    json!({
        "type": "object",
        "description": "An event: a line of a log.",
        "required": ["type"],
        "properties": { "type": { "type": "string", "minLength": 1 } },
        "allOf": each,
    })
}

fn object(object: &SchemaObject) -> Value {
    let fields = || object.fields.iter().flat_map(|group| group.iter());
    let properties: Map<_, _> = fields().map(|it| (it.key.to_owned(), field(it))).collect();
    let required: Vec<_> = fields().filter(|field| field.need == Need::Must).map(|field| field.key).collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

fn field(field: &SchemaField) -> Value {
    let schema = shape(&field.shape);
    match field.need {
        Need::Must | Need::May => schema,
        Need::OldNull | Need::Null => json!({ "anyOf": [schema, { "type": "null" }] }),
    }
}

fn shape(it: &SchemaShape) -> Value {
    match it {
        SchemaShape::Any => json!(true),
        SchemaShape::Text => json!({ "type": "string" }),
        SchemaShape::Word([word]) => json!({ "const": word }),
        SchemaShape::Word(words) => json!({ "enum": words }),
        SchemaShape::Pointer => json!({ "type": "string", "pattern": "^(/([^~]|~[01])*)?$" }),
        SchemaShape::Count => json!({ "type": "integer", "minimum": 0, "maximum": SAFE }),
        SchemaShape::Stamp => json!({ "type": "integer", "minimum": -SAFE, "maximum": SAFE }),
        SchemaShape::Flag => json!({ "type": "boolean" }),
        SchemaShape::TreeValue => json!({ "not": { "type": "null" } }),
        SchemaShape::Map => json!({ "type": "object" }),
        SchemaShape::List(item) => json!({ "type": "array", "items": shape(item) }),
        SchemaShape::Some(item) => json!({ "type": "array", "minItems": 1, "items": shape(item) }),
        SchemaShape::TextOr(item) => json!({ "type": ["string", "array"], "items": shape(item) }),
        SchemaShape::SchemaObject(inner) => object(inner),
        SchemaShape::OneOf(inner) if is_message(inner) => json!({ "$ref": "#/$defs/message" }),
        SchemaShape::OneOf(inner) => union(inner),
    }
}

fn is_message(it: &Union) -> bool {
    matches!(MESSAGE, SchemaShape::OneOf(message) if std::ptr::eq(it, message))
}

/// An object of one of several kinds. The library drops others, and those that hold such an object where one must be.
fn union(union: &Union) -> Value {
    let each: Vec<_> = union
        .kinds
        .iter()
        .map(|(word, kind)| {
            let own = is(union.tag, &json!({ "const": word }));
            let condition = match dropped_members(kind) {
                dropped if dropped.is_empty() => own,
                dropped => json!({ "allOf": [own, { "not": { "anyOf": dropped } }] }),
            };
            json!({ "if": condition, "then": object(kind) })
        })
        .collect();
    json!({ "type": "object", "allOf": each })
}

/// The conditions under which an object is dropped for one of its members.
fn dropped_members(kind: &SchemaObject) -> Vec<Value> {
    let fields = kind.fields.iter().flat_map(|group| group.iter());
    let musts = fields.filter_map(|field| match field.shape {
        SchemaShape::OneOf(inner) if field.need == Need::Must => Some((field.key, inner)),
        _ => None,
    });
    musts.map(|(key, inner)| json!({ "required": [key], "properties": { key: dropped(inner) } })).collect()
}

/// An object of no kind that the protocol knows.
fn dropped(union: &Union) -> Value {
    let words: Vec<_> = union.kinds.iter().map(|(word, _)| word).collect();
    json!({ "type": "object", "not": is(union.tag, &json!({ "enum": words })) })
}

fn is(tag: &str, word: &Value) -> Value {
    json!({ "required": [tag], "properties": { tag: word } })
}

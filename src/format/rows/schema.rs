//! The JSON Schema of a row.

use serde_json::{Map, Value, json};

use super::Rows;
use super::layouts::RowLayout;
use crate::format::shape::{ExchangeKeys, FieldContent};

/// The schema of a format with several layouts: a row has one of them.
pub(super) fn of_layouts(layouts: &[RowLayout]) -> Value {
    let fits = |layout: &RowLayout| {
        let needed: Vec<_> = layout.needed().collect();
        let others: Vec<_> = layout.rows.others.iter().map(|key| json!({ "required": [key] })).collect();
        json!({ "required": needed, "not": { "anyOf": others } })
    };
    let one: Vec<_> = layouts.iter().map(fits).collect();
    let each = layouts.iter().map(|layout| json!({ "if": fits(layout), "then": schema(&layout.rows) }));
    let all: Vec<_> = std::iter::once(json!({ "oneOf": one })).chain(each).collect();
    json!({ "type": "object", "allOf": all })
}

pub(super) fn schema(rows: &Rows) -> Value {
    let keys = |holds| rows.fields.iter().filter(move |field| field.holds == holds).map(|field| field.key);
    let mut properties = Map::new();
    for field in rows.fields {
        let value = match field.holds {
            FieldContent::Id => json!({ "description": "The id of the record." }),
            FieldContent::System => json!({ "type": ["string", "null"], "description": "What the system says." }),
            FieldContent::User if field.takes_messages => json!({
                "type": ["string", "array", "null"],
                "items": message(),
                "minItems": 1,
                "description": "What the user says, or the messages before the answer.",
            }),
            FieldContent::Answer if field.takes_messages => json!({
                "if": { "type": "array" },
                "then": { "items": message(), "minItems": 1 },
                "else": { "if": { "type": "object" }, "then": message() },
                "description": "The answer of the model, or messages.",
            }),
            FieldContent::User => json!({ "type": ["string", "null"], "description": "What the user says." }),
            FieldContent::Answer => json!({ "description": "The answer of the model." }),
            FieldContent::Rejected => {
                json!({ "type": ["string", "null"], "description": "A worse answer, which is compared." })
            }
            FieldContent::Label => json!({ "description": "Whether the answer is good." }),
            FieldContent::Turns => json!({
                "type": "array",
                "items": pair(field.keys, true),
                "minItems": 1,
                "description": "Questions with their answers.",
            }),
            FieldContent::Instances => json!({
                "type": "array",
                "prefixItems": [pair(field.keys, false)],
                "minItems": 1,
                "description": "Inputs with their outputs.",
            }),
            FieldContent::Exchanges => json!({
                "type": ["array", "null"],
                "items": { "type": "array", "prefixItems": [{ "type": "string" }, { "type": "string" }], "minItems": 2, "maxItems": 2 },
                "description": "Earlier questions with their answers.",
            }),
        };
        properties.insert(field.key.to_owned(), value);
    }
    let has_question: Vec<_> = keys(FieldContent::User).map(has).collect();
    // The first answer counts, others are only kept.
    let answers: Vec<_> = rows.fields.iter().filter(|field| field.holds == FieldContent::Answer).collect();
    let answer = answers.iter().rev().fold(json!(false), |rest, field| {
        let types = if field.takes_messages { json!(["string", "array", "object"]) } else { json!("string") };
        json!({ "if": has(field.key), "then": { "properties": { field.key: { "type": types } } }, "else": rest })
    });
    let of = |holds| rows.fields.iter().find(move |field| field.holds == holds);
    let all = match (of(FieldContent::Turns), of(FieldContent::Instances)) {
        (Some(turns), _) => json!([has(turns.key)]),
        (None, Some(instances)) => {
            let input = json!({ "type": "object", "required": [instances.keys.question], "properties": { instances.keys.question: { "type": "string" } } });
            let is_asked = json!({ "properties": { instances.key: { "prefixItems": [input] } } });
            let has_question: Vec<_> = has_question.into_iter().chain([is_asked]).collect();
            json!([has(instances.key), { "anyOf": has_question }])
        }
        (None, None) => json!([{ "anyOf": has_question }, answer]),
    };
    json!({ "type": "object", "properties": properties, "allOf": all })
}

fn message() -> Value {
    let roles = super::read::MESSAGE_ROLES.map(|(role, _)| role);
    json!({
        "type": "object",
        "required": ["role", "content"],
        "properties": { "role": { "enum": roles }, "content": { "type": "string" } },
    })
}

/// An object of a question and its answer. The question may be omitted if it need not be asked.
fn pair(ExchangeKeys { question, answer }: ExchangeKeys, is_asked: bool) -> Value {
    let types = if is_asked { json!("string") } else { json!(["string", "null"]) };
    let required = if is_asked { vec![question, answer] } else { vec![answer] };
    json!({
        "type": "object",
        "required": required,
        "properties": { question: { "type": types }, answer: { "type": "string" } },
    })
}

/// The key is there, and not null.
fn has(key: &str) -> Value {
    json!({ "required": [key], "properties": { key: { "not": { "type": "null" } } } })
}

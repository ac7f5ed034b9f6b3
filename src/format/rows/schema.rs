//! The JSON Schema of a row.

use serde_json::{Map, Value, json};

use super::Rows;
use crate::format::shape::FieldContent;

pub(super) fn schema(rows: &Rows) -> Value {
    let keys = |holds| rows.fields.iter().filter(move |field| field.holds == holds).map(|field| field.key);
    let mut properties = Map::new();
    for field in rows.fields {
        let value = match field.holds {
            FieldContent::Id => json!({ "description": "The id of the record." }),
            FieldContent::System => json!({ "type": ["string", "null"], "description": "What the system says." }),
            FieldContent::User => json!({ "type": ["string", "null"], "description": "What the user says." }),
            FieldContent::Answer => json!({ "description": "The answer of the model." }),
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
    let answers: Vec<_> = keys(FieldContent::Answer).collect();
    let answer = answers.iter().rev().fold(
        json!(false),
        |rest, key| json!({ "if": has(key), "then": { "properties": { *key: { "type": "string" } } }, "else": rest }),
    );
    json!({ "type": "object", "properties": properties, "allOf": [{ "anyOf": has_question }, answer] })
}

/// The key is there, and not null.
fn has(key: &str) -> Value {
    json!({ "required": [key], "properties": { key: { "not": { "type": "null" } } } })
}

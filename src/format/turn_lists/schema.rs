//! The JSON Schema of a record with a list of turns.

use serde_json::{Map, Value, json};

use super::{SpeakerKeys, TurnLists, TypedParts};
use crate::model::Role;

/// A list of turns is known by its first items: the number of those that are looked at.
pub(super) const LOOKED_AT: usize = 4;

pub(super) fn schema(lists: &TurnLists) -> Value {
    let turns = json!({ "type": "array", "items": turn(lists) });
    let of = |key: &str, condition: Value, rest: Value| {
        json!({
            "if": { "required": [key], "properties": { key: condition } },
            "then": { "properties": { key: turns } },
            "else": rest,
        })
    };
    // Nothing fits a damaged record; its first list is then what is complained about.
    let fallback = lists.lists.iter().rev().fold(json!(false), |rest, key| of(key, json!(true), rest));
    let list = lists.lists.iter().rev().fold(fallback, |rest, key| of(key, has_turns(lists, key), rest));
    json!({
        "if": { "type": "array" },
        "then": turns,
        "else": { "type": "object", "properties": properties(lists), "allOf": [list] },
    })
}

fn properties(lists: &TurnLists) -> Map<String, Value> {
    let mut properties = Map::new();
    let mut add = |key: &str, value: Value| _ = properties.insert(key.to_owned(), value);
    if let Some(id) = lists.fields.id {
        add(id, json!({ "description": "The id of the record." }));
    }
    if let Some(system) = lists.fields.system {
        add(system, json!({ "type": ["string", "null"], "description": "What the system says." }));
    }
    if let Some(label) = lists.fields.label {
        add(label, json!({ "description": "Whether the last turn is a good answer." }));
    }
    if let Some(tools) = lists.fields.tools {
        let one = tool();
        add(
            tools,
            json!({
                "anyOf": [{ "type": ["string", "null"] }, { "type": "array", "items": one }, one],
                "description": "Tool definitions, or JSON text of them.",
            }),
        );
    }
    if let Some(pair) = lists.fields.pair {
        let about = "One of two answers that are compared.";
        let is = if pair.is_whole { "array" } else { "object" };
        let then = if pair.is_whole { json!({ "items": turn(lists) }) } else { turn(lists) };
        let keys = if pair.is_whole { vec![pair.rejected] } else { vec![pair.chosen, pair.rejected] };
        for key in keys {
            add(key, json!({ "if": { "type": is }, "then": then, "description": about }));
        }
    }
    for files in lists.fields.files {
        for field in files.fields {
            add(
                field,
                json!({
                    "type": ["string", "array", "null"],
                    "items": { "type": "string" },
                    "description": format!("Files for the placeholders {}.", files.tag),
                }),
            );
        }
    }
    properties
}

/// One of the first items of this list has a speaker and words.
fn has_turns(lists: &TurnLists, list: &str) -> Value {
    let pairs: Vec<_> = lists.pairs(list).map(has_keys).collect();
    let turn = match pairs.as_slice() {
        [only] => only.clone(),
        pairs => json!({ "anyOf": pairs }),
    };
    let at = |index: usize| {
        let mut items = vec![json!(true); index];
        items.push(turn.clone());
        json!({ "minItems": index + 1, "prefixItems": items })
    };
    json!({ "type": "array", "anyOf": (0..LOOKED_AT).map(at).collect::<Vec<_>>() })
}

fn has_keys(SpeakerKeys { speaker, words }: SpeakerKeys) -> Value {
    json!({ "type": "object", "required": [speaker, words] })
}

fn turn(lists: &TurnLists) -> Value {
    let speakers: Vec<_> = lists.speakers.all.iter().map(|(name, _)| name).collect();
    let of = |SpeakerKeys { speaker, words }: SpeakerKeys| {
        json!({
            "type": "object",
            "required": [speaker, words],
            "properties": {
                speaker: { "enum": speakers, "description": "The speaker." },
                words: lists.turn.parts.map_or_else(
                    || json!({ "type": "string", "description": "The words." }),
                    |parts| json!({ "type": "array", "items": part(lists, parts, true), "description": "The parts." }),
                ),
            },
        })
    };
    if let Some(parts) = lists.turn.parts {
        let answers = lists.speakers.all.iter().filter(|(_, kind)| matches!(kind.role(), Role::Assistant));
        let answers: Vec<_> = answers.map(|(name, _)| name).collect();
        return json!({
            "allOf": [of(lists.usual_keys())],
            "if": { "properties": { lists.turn.speaker: { "enum": answers } } },
            "else": { "properties": { lists.turn.words: { "items": part(lists, parts, false) } } },
        });
    }
    let usual = lists.usual_keys();
    lists.other.keys.iter().rev().fold(of(usual), |rest, keys| {
        // The usual keys come first.
        json!({ "if": has_keys(usual), "then": of(usual), "else": { "if": has_keys(*keys), "then": of(*keys), "else": rest } })
    })
}

/// A typed part.
fn part(lists: &TurnLists, parts: TypedParts, is_answer: bool) -> Value {
    json!({
        "type": "object",
        "required": [parts.kind, parts.value],
        "properties": {
            parts.kind: { "enum": parts.kinds(lists, is_answer), "description": "The type of the part." },
            parts.value: { "type": "string", "description": "What is in it." },
        },
    })
}

/// Flat, or inside `function`.
fn tool() -> Value {
    let function = json!({
        "type": "object",
        "required": ["name"],
        "properties": { "name": { "type": "string" }, "type": { "const": "function" } },
    });
    json!({
        "if": { "required": ["function"], "properties": { "function": { "type": "object" } } },
        "then": { "type": "object", "properties": { "function": function } },
        "else": function,
    })
}

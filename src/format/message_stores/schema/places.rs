//! Paths of a declaration in a JSON Schema.

use serde_json::{Value, json};

use super::join::{all, cases};
use crate::format::message_stores::members::{MemberType, StoreMember};

/// A value that is not null.
pub(super) fn given() -> Value {
    json!({ "not": { "type": "null" } })
}

/// A value that is neither null nor an empty list.
pub(super) fn filled() -> Value {
    json!({ "not": { "type": ["array", "null"], "maxItems": 0 } })
}

/// A string with at least one character.
pub(super) fn filled_text() -> Value {
    json!({ "type": "string", "minLength": 1 })
}

/// The path of a value in the value at another path.
pub(super) fn below(outer: &str, inner: &str) -> String {
    match (outer, inner) {
        ("", path) | (path, "") => path.to_owned(),
        (outer, inner) => format!("{outer}/{inner}"),
    }
}

fn keys(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    path.split('/').filter(|_| !path.is_empty())
}

/// An object with this member.
pub(super) fn member(key: &str, value: &Value) -> Value {
    let mut schema = json!({ "type": "object", "required": [key] });
    if *value != json!(true)
        && let Value::Object(schema) = &mut schema
    {
        schema.insert("properties".to_owned(), json!({ key: value }));
    }
    schema
}

/// A value with something of this schema at the path.
pub(super) fn has(path: &str, schema: Value) -> Value {
    keys(path).rev().fold(schema, |inner, key| match key.parse::<usize>() {
        Ok(index) => {
            let list = json!({ "minItems": index + 1, "prefixItems": item_at(index, &inner) });
            cases(json!({ "type": "array" }), list, member(key, &inner))
        }
        Err(_) => member(key, &inner),
    })
}

/// A value that has either nothing at the path, or something of this schema.
pub(super) fn within(path: &str, schema: Value) -> Value {
    keys(path).rev().fold(schema, |inner, key| match (key.parse::<usize>(), inner) {
        (_, Value::Bool(true)) => json!(true),
        (Ok(index), inner) => json!({ "prefixItems": item_at(index, &inner), "properties": { key: inner } }),
        (Err(_), inner) => json!({ "properties": { key: inner } }),
    })
}

fn item_at(index: usize, item: &Value) -> Vec<Value> {
    let mut items = vec![json!(true); index];
    items.push(item.clone());
    items
}

/// The schema of the first of these paths at which there is a value of the schema `is`, or `otherwise`.
pub(super) fn first(paths: &[String], is: &Value, then: &dyn Fn(&str) -> Value, otherwise: Value) -> Value {
    paths.iter().rev().fold(otherwise, |rest, path| cases(has(path, is.clone()), then(path), rest))
}

/// The first value of the schema `is` at one of these paths is of this schema, which accepts all values that are not of `is`.
pub(super) fn first_within(paths: &[String], is: &Value, schema: &Value) -> Value {
    let Some((last, before)) = paths.split_last() else { return json!(true) };
    first(before, is, &|path| within(path, schema.clone()), within(last, schema.clone()))
}

/// A value with these members, which are only described.
pub(super) fn described(outer: &str, members: &[StoreMember<'_>]) -> Value {
    all(members.iter().flat_map(|member| {
        let about = json!({ "description": member.about });
        member.plain_paths().map(move |path| within(&below(outer, path), about.clone()))
    }))
}

/// A value whose members are of their types.
pub(super) fn typed(outer: &str, members: &[StoreMember<'_>]) -> Value {
    all(members.iter().filter(|member| member.takes != MemberType::Any).flat_map(|member| {
        let types = json!({ "type": member.takes.names() });
        member.typed_paths().map(move |path| within(&below(outer, path), types.clone()))
    }))
}

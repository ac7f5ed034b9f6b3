//! JSON Schemas joined: all of several, one of several, cases.

use serde_json::{Map, Value, json};

/// Their values can be joined, too.
const JOINED: [&str; 3] = ["required", "properties", "allOf"];
/// What these mean depends on the other members of the schema.
const DEPENDENT: [&str; 3] = ["additionalProperties", "patternProperties", "prefixItems"];

/// All of these schemas, as one where that is possible.
pub(super) fn all(schemas: impl IntoIterator<Item = Value>) -> Value {
    let (mut joined, mut others) = (Map::new(), Vec::new());
    for schema in schemas.into_iter().filter(|schema| *schema != json!(true)) {
        if let Value::Object(members) = &schema
            && can_join(&joined, members)
        {
            join(&mut joined, members.clone());
        } else {
            others.push(schema);
        }
    }
    if let (true, [_]) = (joined.is_empty(), others.as_slice()) {
        return others.remove(0);
    }
    if !others.is_empty() {
        join(&mut joined, Map::from_iter([("allOf".to_owned(), Value::Array(others))]));
    }
    if joined.is_empty() { json!(true) } else { Value::Object(joined) }
}

fn can_join(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    let is_dependent = |schema: &Map<String, Value>| DEPENDENT.iter().any(|key| schema.contains_key(*key));
    let is_free = |(key, value): (&String, &Value)| {
        JOINED.contains(&key.as_str()) || key == "description" || one.get(key).is_none_or(|known| known == value)
    };
    one.is_empty() || (!is_dependent(one) && !is_dependent(other) && other.iter().all(is_free))
}

/// Adds the members of a schema. The first description counts.
fn join(schema: &mut Map<String, Value>, members: Map<String, Value>) {
    for (key, value) in members {
        match (schema.get_mut(&key), value) {
            (None, value) => _ = schema.insert(key, value),
            (Some(Value::Array(known)), Value::Array(added)) => {
                for item in added {
                    if !known.contains(&item) {
                        known.push(item);
                    }
                }
            }
            (Some(Value::Object(known)), Value::Object(added)) if key == "properties" => {
                for (name, added) in added {
                    let both = match known.remove(&name) {
                        Some(known) => all([known, added]),
                        None => added,
                    };
                    known.insert(name, both);
                }
            }
            (Some(_), _) => {}
        }
    }
}

/// One of these schemas.
pub(super) fn any(schemas: impl IntoIterator<Item = Value>) -> Value {
    let mut either: Vec<Value> = Vec::new();
    for schema in schemas.into_iter().filter(|schema| *schema != json!(false)) {
        if schema == json!(true) {
            return schema;
        }
        if !either.contains(&schema) {
            either.push(schema);
        }
    }
    match either.as_slice() {
        [] => json!(false),
        [only] => only.clone(),
        several => json!({ "anyOf": several }),
    }
}

/// The schema of a definition.
pub(super) fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// Not of this schema.
pub(super) fn not(schema: &Value) -> Value {
    schema.as_bool().map_or_else(|| json!({ "not": schema }), |holds| json!(!holds))
}

/// The schema `then` for values of the schema `condition`, and `otherwise` for others.
pub(super) fn cases(condition: Value, then: Value, otherwise: Value) -> Value {
    if then == otherwise {
        return then;
    }
    if otherwise == json!(false) {
        // Validators say what is missing.
        return all([condition, then]);
    }
    let mut schema = Map::from_iter([("if".to_owned(), condition)]);
    for (key, value) in [("then", then), ("else", otherwise)] {
        if value != json!(true) {
            schema.insert(key.to_owned(), value);
        }
    }
    Value::Object(schema)
}

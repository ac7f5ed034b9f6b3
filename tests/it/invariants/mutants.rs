//! Records with something wrong in one place: another type, another word, a missing or misspelled key, wrong nesting.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::invariants::random::Dice;

fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    found.push(path.to_owned());
    match value {
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                places(item, &format!("{path}/{at}"), found);
            }
        }
        Value::Object(members) => {
            for (key, item) in members {
                places(item, &format!("{path}/{}", key.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        _ => {}
    }
}

/// Values that are often wrong.
fn odd_values() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(7),
        json!(-1),
        json!(1.5),
        json!("x"),
        json!(""),
        json!("{}"),
        json!([]),
        json!({}),
        json!([{}]),
        json!(["x"]),
        json!([null]),
        json!({"x": 1}),
        json!({"type": "x"}),
        json!({"type": "text", "text": "x"}),
        json!([{"type": "text", "text": "x"}]),
        json!("2024-01-02T03:04:05Z"),
    ]
}

/// The words at each key, and the values at each key, of all records.
#[derive(Default)]
pub(crate) struct Pool {
    keys: BTreeSet<String>,
    values: BTreeMap<String, Vec<Value>>,
}

impl Pool {
    pub(crate) fn add(&mut self, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.add(item)),
            Value::Object(members) => {
                for (key, item) in members {
                    self.keys.insert(key.clone());
                    let values = self.values.entry(key.clone()).or_default();
                    if !values.contains(item) && values.len() < 60 {
                        values.push(item.clone());
                    }
                    self.add(item);
                }
            }
            _ => {}
        }
    }
}

/// Changes one place.
pub(crate) fn mutate(record: &mut Value, pool: &Pool, dice: &mut Dice) {
    let mut all = Vec::new();
    places(record, "", &mut all);
    let path = &all[dice.below(all.len())];
    let key = path.rsplit('/').next().unwrap_or_default().to_owned();
    let values = pool.values.get(&key);
    let place = record.pointer_mut(path).unwrap();
    let odd = odd_values();
    match dice.below(12) {
        0..=2 => *place = odd[dice.below(odd.len())].clone(),
        // What other records have there: other words of roles and types, too.
        3..=4 => match values {
            Some(values) => *place = values[dice.below(values.len())].clone(),
            None => *place = odd[dice.below(odd.len())].clone(),
        },
        5 => *place = json!([place.take()]),
        6 => *place = json!({ "x": place.take() }),
        7 => {
            let inner = match place {
                Value::Array(items) if !items.is_empty() => items.swap_remove(0),
                Value::Object(members) if !members.is_empty() => members.values().next().unwrap().clone(),
                _ => Value::Null,
            };
            *place = inner;
        }
        _ => match place {
            Value::Object(members) => {
                let keys: Vec<_> = members.keys().cloned().collect();
                let key = keys.get(dice.below(keys.len().max(1)));
                match (dice.below(3), key) {
                    (0, Some(key)) => drop(members.remove(key)),
                    (1, Some(key)) => {
                        let value = members.remove(key).unwrap();
                        members.insert(format!("{key}x"), value);
                    }
                    _ => {
                        let keys: Vec<_> = pool.keys.iter().collect();
                        if let Some(key) = keys.get(dice.below(keys.len().max(1))) {
                            let values = &pool.values[*key];
                            members.insert((*key).clone(), values[dice.below(values.len())].clone());
                        }
                    }
                }
            }
            Value::Array(items) => match (dice.below(2), items.is_empty()) {
                (0, false) => drop(items.pop()),
                _ => items.extend(items.first().cloned()),
            },
            place => *place = odd[dice.below(odd.len())].clone(),
        },
    }
}

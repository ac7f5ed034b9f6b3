//! Signs in a JSON Schema.

use serde_json::{Value, json};

use super::join::{all, any, not};
use super::places::member;
use crate::format::signs::{ITEMS, RecordSign, SignCondition};

/// A value with this sign.
pub(super) fn signed(sign: &RecordSign) -> Value {
    all(sign.conditions().map(condition))
}

fn condition(text: &str) -> Value {
    match SignCondition::of(text) {
        SignCondition::Not(inner) => not(&condition(inner)),
        SignCondition::Fewer(limit) => {
            let most = limit.saturating_sub(1);
            json!({ "maxProperties": most, "maxItems": most })
        }
        SignCondition::Given(path) => at(path, json!(true)),
        SignCondition::Item(path, inner) => at(path, first_items(&all(inner.split(',').map(condition)))),
        SignCondition::Word(path, words) => at(path, any_word(words)),
        SignCondition::Kind(path, kind) => at(path, json!({ "type": type_of(kind) })),
    }
}

/// A value with something of this schema at a path whose keys may begin or end with `*`.
fn at(path: &str, schema: Value) -> Value {
    let keys = path.split('/').filter(|_| !path.is_empty());
    keys.rev().fold(schema, |inner, key| match pattern(key) {
        Some(pattern) => json!({ "type": "object", "not": { "patternProperties": { pattern: not(&inner) } } }),
        None => member(key, &inner),
    })
}

/// A list with such an item among its first ones.
fn first_items(item: &Value) -> Value {
    let others = vec![not(item); ITEMS];
    json!({ "type": "array", "not": { "prefixItems": others } })
}

fn any_word(words: &str) -> Value {
    let (patterns, plain): (Vec<_>, Vec<_>) = words.split('|').partition(|word| pattern(word).is_some());
    let values = plain.into_iter().flat_map(values_of).collect::<Vec<_>>();
    let plain = match values.as_slice() {
        [] => json!(false),
        [only] => json!({ "const": only }),
        values => json!({ "enum": values }),
    };
    let patterns = patterns.into_iter().filter_map(pattern);
    any(std::iter::once(plain).chain(patterns.map(|pattern| json!({ "type": "string", "pattern": pattern }))))
}

/// The values that a word means: a string, and a number or a word of JSON.
pub(super) fn values_of(word: &str) -> Vec<Value> {
    std::iter::once(json!(word)).chain(serde_json::from_str(word).ok()).collect()
}

/// The regular expression of a word that begins or ends with `*`.
fn pattern(word: &str) -> Option<String> {
    match (word.strip_prefix('*'), word.strip_suffix('*')) {
        (Some(end), _) => Some(format!("{}$", escaped(end))),
        (None, Some(start)) => Some(format!("^{}", escaped(start))),
        (None, None) => None,
    }
}

fn escaped(text: &str) -> String {
    let is_plain = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-');
    text.chars().flat_map(|it| (!is_plain(it)).then_some('\\').into_iter().chain([it])).collect()
}

fn type_of(kind: &str) -> &str {
    match kind {
        "text" => "string",
        "list" => "array",
        "flag" => "boolean",
        other => other,
    }
}

/// True if no value has both signs: they name different words of a key.
pub(super) fn are_disjoint(one: &RecordSign, other: &RecordSign) -> bool {
    let plain = |text| {
        let SignCondition::Word(path, words) = SignCondition::of(text) else { return None };
        (!words.contains('*')).then_some((path, words))
    };
    one.conditions().filter_map(plain).any(|(path, words)| {
        other.conditions().filter_map(plain).any(|(other_path, other_words)| {
            path == other_path && !words.split('|').any(|word| other_words.split('|').any(|other| other == word))
        })
    })
}

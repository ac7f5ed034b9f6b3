//! Compares a message of an input with a message of the history.

use crate::json::{Node, same_value, spelled};

/// True if `copy` has the content of `known` and nothing else. Nulls, empty lists of calls and empty content count as
/// absent; metadata and encrypted values may be absent but not different.
pub(in crate::events) fn is_only_copy(copy: Node<'_, '_>, known: Node<'_, '_>) -> bool {
    if !copy.is_object() || !known.is_object() {
        return same_value(copy, known);
    }
    let is_assistant = known.get("role").is_some_and(|role| role.is("assistant"));
    for (key, value) in copy.members() {
        let key = spelled(key.token().unwrap_or_default());
        let other = last(known, &key);
        match key.as_ref() {
            "metadata" | "encryptedValue" if value.is_null() => {}
            "metadata" | "encryptedValue" => {
                if !other.is_some_and(|other| same_value(value, other)) {
                    return false;
                }
            }
            _ if says_nothing(&key, value, is_assistant) => {
                if other.is_some_and(|other| !says_nothing(&key, other, is_assistant)) {
                    return false;
                }
            }
            "toolCalls" => {
                let calls = other.filter(|other| other.len() == value.len() && other.is_array());
                let is_equal = |other: Node<'_, '_>| {
                    value.is_array() && value.items().zip(other.items()).all(|(call, known)| is_same_call(call, known))
                };
                if !calls.is_some_and(is_equal) {
                    return false;
                }
            }
            _ => {
                if !other.is_some_and(|other| same_value(value, other)) {
                    return false;
                }
            }
        }
    }
    known.members().all(|(key, value)| {
        let key = spelled(key.token().unwrap_or_default());
        matches!(key.as_ref(), "metadata" | "encryptedValue")
            || says_nothing(&key, value, is_assistant)
            || last(copy, &key).is_some()
    })
}

/// [`is_only_copy`] for one tool call.
fn is_same_call(copy: Node<'_, '_>, known: Node<'_, '_>) -> bool {
    let is_extra = |key: &str| matches!(key, "metadata" | "encryptedValue");
    let has = |object: Node<'_, '_>, key: &str| last(object, key).is_some_and(|value| !value.is_null());
    copy.members().all(|(key, value)| {
        let key = spelled(key.token().unwrap_or_default());
        value.is_null() || last(known, &key).is_some_and(|other| same_value(value, other))
    }) && known.members().all(|(key, value)| {
        let key = spelled(key.token().unwrap_or_default());
        is_extra(&key) || value.is_null() || has(copy, &key)
    })
}

fn last<'t, 'a>(object: Node<'t, 'a>, key: &str) -> Option<Node<'t, 'a>> {
    object.members().filter(|(own, _)| spelled(own.token().unwrap_or_default()) == key).map(|(_, value)| value).last()
}

fn says_nothing(key: &str, value: Node<'_, '_>, is_assistant: bool) -> bool {
    value.is_null()
        || (key == "toolCalls" && value.is_array() && value.is_empty())
        || (key == "content" && is_assistant && value.token() == Some(""))
}

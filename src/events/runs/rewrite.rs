//! Edits a `RUN_STARTED` event: the messages of its input, and the marks of turnwise in its metadata.

use crate::events::tree::value::TreeValue;
use crate::json::{Node, Tape};

/// The ids of the messages of an input, JSON strings or `null`; nothing if there is no list of messages.
pub(in crate::events) fn input_ids(event: Node<'_, '_>) -> Option<Vec<String>> {
    let messages = event.get("input")?.get("messages").filter(Node::is_array)?;
    let id = |message: Node<'_, '_>| {
        let id = message.get("id").filter(Node::is_string);
        id.map_or_else(|| "null".to_owned(), |id| id.raw().to_owned())
    };
    Some(messages.items().map(id).collect())
}

/// Replaces the messages of the input.
pub(super) fn set_messages(event: &mut TreeValue, messages: Vec<TreeValue>, scratch: &mut Tape) {
    let input = event.as_object(scratch).and_then(|event| event.get_mut("input"));
    if let Some(input) = input.and_then(|input| input.as_object(scratch)) {
        input.set("messages", TreeValue::array(messages));
    }
}

/// Sets a mark in `metadata.turnwise`.
pub(in crate::events) fn set_mark(event: &mut TreeValue, key: &'static str, mark: TreeValue, scratch: &mut Tape) {
    let Some(event) = event.as_object(scratch) else { return };
    if event.get_mut("metadata").and_then(|metadata| metadata.as_object(scratch)).is_none() {
        event.set("metadata", TreeValue::object([]));
    }
    let Some(metadata) = event.get_mut("metadata").and_then(|metadata| metadata.as_object(scratch)) else { return };
    match metadata.get_mut("turnwise").and_then(|own| own.as_object(scratch)) {
        Some(own) => {
            own.set(key, mark);
        }
        None => {
            metadata.set("turnwise", TreeValue::object([(key, mark)]));
        }
    }
}

/// Removes marks, and the objects that are empty without them.
pub(in crate::events) fn remove_marks(event: &mut TreeValue, keys: &[&str], scratch: &mut Tape) {
    let Some(event) = event.as_object(scratch) else { return };
    let Some(metadata) = event.get_mut("metadata").and_then(|metadata| metadata.as_object(scratch)) else { return };
    let Some(own) = metadata.get_mut("turnwise").and_then(|own| own.as_object(scratch)) else { return };
    for key in keys {
        own.remove(key);
    }
    if own.is_empty() {
        metadata.remove("turnwise");
        if metadata.is_empty() {
            event.remove("metadata");
        }
    }
}

/// The event without the input messages that have ids; the ids are listed in its metadata.
pub(in crate::events) fn without_input(text: &str, scratch: &mut Tape) -> Option<String> {
    let root = scratch.parse(text).ok()?;
    let ids = input_ids(root)?;
    let named: Vec<_> = ids.iter().filter(|id| *id != "null").collect();
    if named.is_empty() {
        return None;
    }
    let has_ids = crate::events::runs::log::own_mark(&crate::events::Event::of(root), "inputMessageIds").is_some();
    let messages = root.get("input")?.get("messages")?;
    let rest = messages.items().zip(&ids).filter(|(_, id)| *id == "null").map(|(message, _)| TreeValue::of(message));
    let rest: Vec<_> = rest.collect();
    let list = format!("[{}]", ids.join(","));
    let mut event = TreeValue::raw(text);
    set_messages(&mut event, rest, scratch);
    if !has_ids {
        set_mark(&mut event, "inputMessageIds", TreeValue::raw(list), scratch);
    }
    Some(event.text())
}

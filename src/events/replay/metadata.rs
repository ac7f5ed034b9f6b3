//! Merges the metadata of events key by key, the last value wins: `{"a":1}` and `{"b":2}` give `{"a":1,"b":2}`.

use crate::events::tree::object::TreeObject;
use crate::events::tree::value::TreeValue;
use crate::json::{Node, Tape};

/// Merges an event's metadata into the object that the event builds.
pub(in crate::events) fn merge(object: &mut TreeObject, metadata: Option<Node<'_, '_>>, scratch: &mut Tape) {
    let Some(metadata) = metadata else { return };
    match object.get_mut("metadata").and_then(|known| known.as_object(scratch)) {
        Some(known) => add(known, metadata),
        None => {
            object.set("metadata", TreeValue::of(metadata));
        }
    }
}

/// Merges metadata into the metadata merged so far.
pub(in crate::events) fn merge_into(known: &mut Option<TreeValue>, metadata: Option<Node<'_, '_>>, scratch: &mut Tape) {
    let Some(metadata) = metadata else { return };
    match known.as_mut().and_then(|known| known.as_object(scratch)) {
        Some(known) => add(known, metadata),
        None => *known = Some(TreeValue::of(metadata)),
    }
}

fn add(known: &mut TreeObject, metadata: Node<'_, '_>) {
    for (key, value) in metadata.members() {
        known.set(key.token().unwrap_or_default(), TreeValue::of(value));
    }
}

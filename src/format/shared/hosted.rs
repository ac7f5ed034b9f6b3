//! What readers of several formats need for tools that the service runs.
//!
//! A reader takes a part for one only if it understands all that matters in it: otherwise the part stays one that only its
//! own format supports.

use crate::json::{Fields, Node, Text};
use crate::model::{Extras, Hosted, HostedTool, PlacedText};

/// A part about this tool, without further facts.
#[must_use]
pub fn hosted<'a>(tool: HostedTool) -> Hosted<'a> {
    Hosted { tool, id: None, call: None, result: None, extras: Extras::default() }
}

/// A string. `None`: it is another value.
#[must_use]
pub fn placed<'a>(node: Option<Node<'_, 'a>>) -> Option<PlacedText<'a>> {
    let node = node?;
    Some((node.text()?, node.at()))
}

/// A string, or nothing. The outer `None`: it is another value.
pub fn placed_or_null<'a>(node: Option<Node<'_, 'a>>) -> Option<Option<PlacedText<'a>>> {
    match node.filter(|node| !node.is_null()) {
        Some(node) => placed(Some(node)).map(Some),
        None => Some(None),
    }
}

/// Keeps a field without a place in the model.
pub fn keep_other<'a>(extras: &mut Extras<'a>, origin: &'static str, key: &'static str, node: Option<Node<'_, 'a>>) {
    if let Some(node) = node {
        extras.push(origin, Text::Token(key), node.to_raw(), node.at());
    }
}

/// Keeps the unknown fields of an object.
pub fn keep_unknown<'a>(extras: &mut Extras<'a>, origin: &'static str, fields: &Fields<'_, 'a, '_>) {
    for (key, value) in fields.unknown() {
        extras.push(origin, key, value.to_raw(), value.at());
    }
}

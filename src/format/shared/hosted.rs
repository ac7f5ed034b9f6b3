//! Functions of several readers for tools that the service runs.
//!
//! A reader accepts a part as such a call only if it can represent everything that matters in it. Otherwise the part
//! stays one that only its own format supports.

use crate::json::{Fields, Node, Text};
use crate::model::{Extras, Hosted, HostedTool, PlacedText};

/// A part about this tool, without details.
#[must_use]
pub fn hosted<'a>(tool: HostedTool) -> Hosted<'a> {
    Hosted { tool, id: None, call: None, result: None, extras: Extras::default() }
}

/// A string. `None`: the value is not a string.
#[must_use]
pub fn placed<'a>(node: Option<Node<'_, 'a>>) -> Option<PlacedText<'a>> {
    let node = node?;
    Some((node.text()?, node.at()))
}

/// A string, or nothing. The outer `None`: the value is not a string.
pub fn placed_or_null<'a>(node: Option<Node<'_, 'a>>) -> Option<Option<PlacedText<'a>>> {
    match node.filter(|node| !node.is_null()) {
        Some(node) => placed(Some(node)).map(Some),
        None => Some(None),
    }
}

/// Keeps a field that the model cannot represent.
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

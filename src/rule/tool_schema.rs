//! The schema of a tool has a `type` that is not in JSON Schema: `{"type":"dict"}`.
//!
//! Services check schemas on receipt. Data sets of other programs have the type names of Python there.

use super::RuleReport;
use crate::json::{Node, Tape};
use crate::model::Conversation;

rule! {
    RULE "TW212" "tool-schema-type" Error check
    "the schema of a tool has a type that JSON Schema does not know"
    "write object, array, string, number, integer, boolean or null"
    => Unsafe SchemaTypes
}

/// The types of JSON Schema.
pub(crate) const TYPES: [&str; 7] = ["object", "array", "string", "number", "integer", "boolean", "null"];
/// Members that hold a schema, or a list of them.
pub(crate) const SCHEMAS: [&str; 14] = [
    "items",
    "prefixItems",
    "additionalProperties",
    "additionalItems",
    "propertyNames",
    "contains",
    "unevaluatedProperties",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "if",
    "then",
    "else",
];
/// Members that hold schemas by name.
pub(crate) const NAMED: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
/// The maximum depth of nested schemas that are checked.
pub(crate) const DEPTH: usize = 64;

fn check(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut tape = Tape::new();
    for tool in &conversation.tools {
        let Some(Ok(schema)) = tool.parameters.as_ref().map(|schema| tape.parse(schema.as_str())) else { continue };
        if let Some(odd) = odd_types(schema, DEPTH).first() {
            let odd = odd.text().unwrap_or_default().show();
            found.at(tool.at, || {
                format!(
                    "the schema of the tool `{}` has the type `{odd}`, which JSON Schema does not know",
                    tool.name.show()
                )
            });
        }
    }
}

/// The types of a schema, and of those in it, that are not in JSON Schema.
pub(crate) fn odd_types<'t, 'a>(schema: Node<'t, 'a>, depth: usize) -> Vec<Node<'t, 'a>> {
    let Some(depth) = depth.checked_sub(1) else { return Vec::new() };
    let kinds = schema
        .get("type")
        .into_iter()
        .flat_map(|kind| kind.is_string().then_some(kind).into_iter().chain(kind.items()));
    let is_odd = |kind: &Node<'_, '_>| kind.is_string() && !TYPES.iter().any(|known| kind.is(known));
    let mut odd: Vec<_> = kinds.filter(is_odd).collect();
    let inner = SCHEMAS.iter().filter_map(|key| schema.get(key));
    let inner = inner.flat_map(|node| node.is_object().then_some(node).into_iter().chain(node.items()));
    let named = NAMED.iter().filter_map(|key| schema.get(key)).flat_map(|node| node.members()).map(|(_, node)| node);
    odd.extend(inner.chain(named).filter(Node::is_object).flat_map(|node| odd_types(node, depth)));
    odd
}

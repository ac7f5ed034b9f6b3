//! The schema of a tool has a `type` that is not in JSON Schema: `{"type":"dict"}`, or null for a keyword or a property.
//!
//! Services check schemas on receipt. Data sets of other programs contain Python type names, and Arrow adds null for
//! each member that another row has.

use super::RuleReport;
use crate::json::{Node, Tape};
use crate::model::{Conversation, ToolSpec};
use crate::report::Severity;

rule! {
    RULE "TW212" "tool-schema-type" Error check
    "a tool's schema has a type that JSON Schema does not define"
    "write object, array, string, number, integer, boolean or null"
    => Unsafe SchemaTypes
}

rule! {
    NULLS "TW242" "tool-schema-null" Error check_nulls
    "a tool's schema has null where the service requires a schema or a keyword's value"
    "remove the field; Arrow adds null for fields that other rows have"
    => Safe SchemaNulls
}

/// The types of JSON Schema.
pub(crate) const TYPES: [&str; 7] = ["object", "array", "string", "number", "integer", "boolean", "null"];
/// Keywords that contain a schema, or a list of them.
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
/// Keywords that contain schemas by name.
pub(crate) const NAMED: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
/// Keywords that contain values, which may be null.
const VALUES: [&str; 4] = ["const", "default", "example", "examples"];
/// The maximum depth of nested schemas that are checked.
pub(crate) const DEPTH: usize = 128;

/// Calls `found` with each tool whose schema has such nodes, and the nodes.
fn check_tools(
    conversation: &Conversation<'_>,
    nodes: for<'t, 'a> fn(Node<'t, 'a>) -> Vec<Node<'t, 'a>>,
    mut found: impl FnMut(&ToolSpec<'_>, &[Node<'_, '_>]),
) {
    let mut tape = Tape::new();
    for tool in &conversation.tools {
        let Some(Ok(schema)) = tool.parameters.as_ref().map(|schema| tape.parse(schema.as_str())) else { continue };
        let nodes = nodes(schema);
        if !nodes.is_empty() {
            found(tool, &nodes);
        }
    }
}

fn check(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_tools(conversation, odd_types, |tool, odd| {
        let odd = odd.first().and_then(Node::text).unwrap_or_default().show();
        found.at(tool.at, || {
            let name = tool.name.show();
            format!("the schema of the tool `{name}` has the type `{odd}`, which JSON Schema does not know")
        });
    });
}

fn check_nulls(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let severity = if found.is_sending { Severity::Error } else { Severity::Warning };
    check_tools(conversation, nulls, |tool, nulls| {
        let count = nulls.len();
        found.at_as(severity, tool.at, || {
            let places = if count == 1 { "one place".to_owned() } else { format!("{count} places") };
            format!(
                "the schema of the tool `{}` has null in {places} where a service requires a value",
                tool.name.show()
            )
        });
    });
}

/// Visits a schema and all in it, in the order of the text.
pub(crate) fn each_schema<'t, 'a>(schema: Node<'t, 'a>, visit: &mut impl FnMut(Node<'t, 'a>)) {
    visit_schemas(schema, DEPTH, visit);
}

fn visit_schemas<'t, 'a>(schema: Node<'t, 'a>, depth: usize, visit: &mut impl FnMut(Node<'t, 'a>)) {
    let Some(depth) = depth.checked_sub(1).filter(|_| schema.is_object()) else { return };
    visit(schema);
    let has_schemas = |value: &Node<'t, 'a>| value.is_object() || value.is_array();
    for (key, value) in schema.members().filter(|(_, value)| has_schemas(value)) {
        let is_one_of = |keys: &[&str]| keys.iter().any(|known| key.is(known));
        if is_one_of(&NAMED) {
            value.members().for_each(|(_, schema)| visit_schemas(schema, depth, visit));
        } else if is_one_of(&SCHEMAS) {
            visit_schemas(value, depth, visit);
            value.items().for_each(|schema| visit_schemas(schema, depth, visit));
        }
    }
}

/// The types in a schema and its subschemas that JSON Schema does not define.
pub(crate) fn odd_types<'t, 'a>(schema: Node<'t, 'a>) -> Vec<Node<'t, 'a>> {
    let mut odd = Vec::new();
    each_schema(schema, &mut |schema| {
        let kinds = schema.get("type").into_iter();
        let kinds = kinds.flat_map(|kind| kind.is_string().then_some(kind).into_iter().chain(kind.items()));
        odd.extend(kinds.filter(|kind| kind.is_string() && !TYPES.iter().any(|known| kind.is(known))));
    });
    odd
}

/// The members of a schema and its subschemas that have null in place of a schema or of a keyword's value.
pub(crate) fn nulls<'t, 'a>(schema: Node<'t, 'a>) -> Vec<Node<'t, 'a>> {
    let mut nulls = Vec::new();
    each_schema(schema, &mut |schema| {
        for (key, value) in schema.members() {
            if is_null_keyword(key, value) {
                nulls.push(value);
            } else if NAMED.iter().any(|known| key.is(known)) {
                nulls.extend(value.members().map(|(_, value)| value).filter(Node::is_null));
            }
        }
    });
    nulls
}

/// True for a keyword that rejects null. Extensions may have any value.
pub(crate) fn is_null_keyword(key: Node<'_, '_>, value: Node<'_, '_>) -> bool {
    let is_extension = || key.text().is_some_and(|key| key.decode().starts_with("x-"));
    value.is_null() && !VALUES.iter().any(|known| key.is(known)) && !is_extension()
}

//! Schemas of tools that services reject: `{"type":"dict"}` becomes `{"type":"object"}`, and nulls that Arrow added are
//! removed.
//!
//! Data sets of tool calls contain Python type names, which services reject. An unknown type is dropped: the schema
//! then accepts any value.

use std::borrow::Cow;

use crate::json::{Layout, Node, Out};
use crate::lower::context::Lowering;
use crate::model::ToolSpec;
use crate::report::loss;
use crate::rule::tool_schema::{DEPTH, NAMED, SCHEMAS, TYPES, is_null_keyword, nulls, odd_types};

/// Type names of other languages, in lower case, and their JSON Schema types.
const WORDS: [(&[&str], &str); 7] = [
    (&["object", "dict", "dictionary", "map", "hashmap", "mapping", "struct"], "object"),
    (&["array", "list", "tuple", "set", "sequence"], "array"),
    (&["string", "str", "text", "char", "date", "datetime"], "string"),
    (&["number", "float", "double", "decimal"], "number"),
    (&["integer", "int", "long", "short"], "integer"),
    (&["boolean", "bool"], "boolean"),
    (&["null", "none", "nonetype"], "null"),
];

impl<'c> Lowering<'c, '_> {
    /// The schema with only types of JSON Schema, if the target requires that.
    pub(super) fn json_types(&mut self, spec: &ToolSpec<'_>, schema: Cow<'c, str>) -> Cow<'c, str> {
        if !self.policy.tools.schema_rules.are_checked() {
            return schema;
        }
        let Ok(root) = self.scratch.parse(&schema) else { return schema };
        let (odd, nulls) = (odd_types(root), nulls(root).len());
        if odd.is_empty() && nulls == 0 {
            return schema;
        }
        let name = spec.name.show();
        if let Some(odd) = odd.first().and_then(Node::text) {
            self.report.add(&loss::MADE_SCHEMA, spec.at, || {
                let odd = odd.show();
                format!("the type `{odd}` in the schema of `{name}`, which JSON Schema does not define, is replaced")
            });
        }
        if nulls > 0 {
            self.report.add(&loss::MADE_SCHEMA, spec.at, || {
                let members = if nulls == 1 { "a member".to_owned() } else { format!("{nulls} members") };
                format!("{members} with null in the schema of `{name}` is removed")
            });
        }
        Cow::Owned(repaired(root))
    }
}

/// The schema with types of JSON Schema, and without nulls that services reject.
fn repaired(root: Node<'_, '_>) -> String {
    let mut out = Out::new(Layout::Compact);
    write_schema(root, DEPTH, &mut out);
    out.written().into_owned()
}

/// The JSON Schema type of a type name.
pub(crate) fn meant(kind: Node<'_, '_>) -> Option<&'static str> {
    let word = kind.text()?.decode().to_ascii_lowercase();
    WORDS.iter().find(|(words, _)| words.contains(&word.as_str())).map(|(_, meant)| *meant)
}

fn is_odd(kind: Node<'_, '_>) -> bool {
    kind.is_string() && !TYPES.iter().any(|known| kind.is(known))
}

/// Writes a schema and its subschemas, as deep as they are checked: `--max-depth` allows any depth.
fn write_schema(schema: Node<'_, '_>, depth: usize, out: &mut Out) {
    let Some(depth) = depth.checked_sub(1).filter(|_| schema.is_object()) else { return out.verbatim(schema.raw()) };
    out.open(b'{');
    for (key, value) in schema.members().filter(|(key, value)| !is_null_keyword(*key, *value)) {
        let is_one = |names: &[&str]| names.iter().any(|name| key.is(name));
        if is_one(&["type"]) && (is_odd(value) || value.items().any(is_odd)) {
            write_type(value, out);
            continue;
        }
        out.key_text(&key.text().unwrap_or_default());
        if is_one(&NAMED) && value.is_object() {
            out.open(b'{');
            for (name, value) in value.members().filter(|(_, value)| !value.is_null()) {
                out.key_text(&name.text().unwrap_or_default());
                write_schema(value, depth, out);
            }
            out.close(b'}');
        } else if is_one(&SCHEMAS) && value.is_array() {
            out.open(b'[');
            value.items().for_each(|item| write_schema(item, depth, out));
            out.close(b']');
        } else if is_one(&SCHEMAS) {
            write_schema(value, depth, out);
        } else {
            out.verbatim(value.raw());
        }
    }
    out.close(b'}');
}

/// Writes the known types; the member is dropped if there are none.
fn write_type(value: Node<'_, '_>, out: &mut Out) {
    if value.is_string() {
        if let Some(word) = meant(value) {
            out.key("type").word(word);
        }
        return;
    }
    let kinds: Option<Vec<_>> = value.items().map(meant).collect();
    if let Some(mut kinds) = kinds.filter(|kinds| !kinds.is_empty()) {
        let mut seen = Vec::new();
        kinds.retain(|kind| {
            !seen.contains(kind) && {
                seen.push(*kind);
                true
            }
        });
        out.key("type").open(b'[');
        for kind in kinds {
            out.word(kind);
        }
        out.close(b']');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn deep_schemas_stay_as_they_are_below_the_limit() {
        let depth = 90_000;
        let text = format!("{}{{\"items\":null}}{}", "{\"not\":".repeat(depth), "}".repeat(depth));
        let mut tape = Tape::with_max_depth(depth + 2);
        assert_eq!(repaired(tape.parse(&text).unwrap()), text);
    }

    #[test]
    fn types_become_what_they_mean() {
        let cases = [
            (
                r#"{"type":"dict","properties":{"type":{"type":"float"}}}"#,
                r#"{"type":"object","properties":{"type":{"type":"number"}}}"#,
            ),
            (
                r#"{"type":["str","null","int","string"],"default":{"type":"dict"}}"#,
                r#"{"type":["string","null","integer"],"default":{"type":"dict"}}"#,
            ),
            (
                r#"{"type":"any","items":[{"type":"Tuple","items":{"type":"BOOLEAN"}}]}"#,
                r#"{"items":[{"type":"array","items":{"type":"boolean"}}]}"#,
            ),
            (
                r#"{"anyOf":[{"type":"NoneType"},true],"enum":["dict"]}"#,
                r#"{"anyOf":[{"type":"null"},true],"enum":["dict"]}"#,
            ),
            (
                r#"{"properties":{"a":{"enum":null,"default":null,"items":null},"b":null},"x-order":null,"required":null}"#,
                r#"{"properties":{"a":{"default":null}},"x-order":null}"#,
            ),
        ];
        for (schema, expected) in cases {
            assert_eq!(repaired(Tape::new().parse(schema).unwrap()), expected);
            let mut tape = Tape::new();
            let root = tape.parse(expected).unwrap();
            assert!(odd_types(root).is_empty() && nulls(root).is_empty(), "{expected}");
        }
    }
}

//! Schemas in the API's own dialect, whose types are upper case: `{"type":"OBJECT"}` is `{"type":"object"}` elsewhere.

use crate::json::{Edit, Node, Raw, apply};

const TYPES: [&str; 7] = ["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"];

/// The schema as JSON Schema: types in lower case. The same text, if they are already.
pub(super) fn to_json_schema<'a>(schema: Node<'_, 'a>) -> Raw<'a> {
    let base = schema.span().start;
    let mut edits = Vec::new();
    let mut open = vec![schema];
    while let Some(node) = open.pop() {
        for (key, value) in node.members() {
            // Only where schemas are: a default value may look like one.
            match () {
                () if key.is("type") => {
                    let Some(known) = TYPES.iter().find(|known| value.is(known)) else { continue };
                    let mut span = value.span();
                    (span.start, span.end) = (span.start.saturating_sub(base), span.end.saturating_sub(base));
                    edits.push(Edit { span, text: format!("\"{}\"", known.to_ascii_lowercase()) });
                }
                () if key.is("properties") || key.is("$defs") || key.is("defs") => {
                    open.extend(value.members().map(|(_, schema)| schema));
                }
                () if key.is("items") || key.is("additionalProperties") || key.is("additional_properties") => {
                    open.push(value);
                }
                () if key.is("anyOf") || key.is("any_of") || key.is("prefixItems") || key.is("prefix_items") => {
                    open.extend(value.items());
                }
                () => {}
            }
        }
    }
    if edits.is_empty() {
        return schema.to_raw();
    }
    apply(schema.raw(), &mut edits).map_or_else(|_| schema.to_raw(), Raw::owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn only_types_of_schemas_change() {
        let text = r#" {"type":"OBJECT","properties":{"type":{"type":"STRING","default":{"type":"STRING"}},
            "list":{"type":"ARRAY","items":{"anyOf":[{"type":"NUMBER"},{"type":"NULL"}]}}},"enum":["OBJECT"]}"#;
        let wanted = r#"{"type":"object","properties":{"type":{"type":"string","default":{"type":"STRING"}},
            "list":{"type":"array","items":{"anyOf":[{"type":"number"},{"type":"null"}]}}},"enum":["OBJECT"]}"#;
        let mut tape = Tape::new();
        assert_eq!(to_json_schema(tape.parse(text).unwrap()).as_str(), wanted);
    }
}

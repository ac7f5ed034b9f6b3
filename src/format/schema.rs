//! JSON Schemas of formats, draft 2020-12: they accept a record if and only if `validate` has no error of its shape (TW101 to
//! TW109).
//!
//! The tables of the formats say what values are ([`ValueType`](super::shape::ValueType)); this adds the head of the document.

use serde_json::{Value, json};

use super::shape::SchemaPrinter;
use super::{FORMATS, Format};

/// Prints the schema of a record, without the definitions that it refers to.
pub type SchemaFn = fn(&mut SchemaPrinter) -> Value;

impl Format {
    /// Why there is no JSON Schema, and what to do instead.
    #[must_use]
    pub fn why_no_schema(&self) -> &'static str {
        if FORMATS.iter().any(|format| std::ptr::eq(*format, self)) {
            "its records are text, not JSON; `turnwise schema keprompt-statements` describes the same statements as JSON"
        } else {
            "it is only written, never read"
        }
    }

    /// The JSON Schema of a record. `None`: records of the format are not JSON.
    #[must_use]
    pub fn json_schema(&self) -> Option<String> {
        let mut printer = SchemaPrinter::default();
        let record = (self.schema?)(&mut printer);
        let mut members = vec![
            ("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema")),
            ("$id".to_owned(), json!(format!("urn:turnwise:schema:{}", self.name))),
            ("title".to_owned(), json!(format!("A record of {}", self.name))),
        ];
        if let Value::Object(record) = record {
            members.extend(record);
        }
        members.push(("$defs".to_owned(), Value::Object(printer.definitions())));
        // In this order, which people read from top to bottom: a map would sort the members.
        let lines: Vec<_> =
            members.iter().map(|(key, value)| format!("  {}: {}", json!(key), indented(value))).collect();
        Some(format!("{{\n{}\n}}\n", lines.join(",\n")))
    }
}

/// The JSON text of a member of the document.
fn indented(value: &Value) -> String {
    format!("{value:#}").replace('\n', "\n  ")
}

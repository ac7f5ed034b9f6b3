//! JSON Schemas of formats, draft 2020-12: they accept a record if and only if `validate` has no error of its shape (TW101 to
//! TW109).
//!
//! The tables of the formats say what values are ([`ValueType`](super::shape::ValueType)); this adds the head of the document.

use crate::json::short_lists;
use serde_json::{Value, json};

use super::definition::Format;
use super::registry::FORMATS;
use super::shape::SchemaPrinter;

impl Format {
    /// Why there is no JSON Schema, and what to do instead.
    #[must_use]
    pub fn why_no_schema(&self) -> &'static str {
        if self.name == crate::statements::TEXT_FORMAT {
            "its records are text, not JSON; `turnwise schema keprompt-statements` describes the same statements as JSON"
        } else if self.name == super::request_log::NAME {
            "its requests and answers are records of other formats, mostly as JSON text; `turnwise schema openai` describes one of them"
        } else if !self.can_write() && self.framing.starts_text.is_none() {
            "it is read-only; the program that writes it defines its records"
        } else if !FORMATS.iter().any(|format| std::ptr::eq(*format, self)) {
            "it is only written, never read"
        } else if self.framing.starts_text.is_none() {
            "the program that reads it defines its records"
        } else {
            "its records are text: an object with the string `text`, a string, or a text file"
        }
    }

    /// The JSON Schema of a record. `None`: records of the format are not JSON.
    #[must_use]
    pub fn json_schema(&self) -> Option<String> {
        let mut printer = SchemaPrinter::default();
        let record = (self.shape.schema?)(&mut printer);
        let mut members = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": format!("urn:turnwise:schema:{}", self.name),
            "title": format!("A record of {}", self.name),
            "description": format!("{}. Source: {}.", self.about.summary, self.about.source),
        });
        if let (Value::Object(members), Value::Object(record)) = (&mut members, record) {
            members.extend(record);
            let definitions = printer.definitions();
            if !definitions.is_empty() {
                members.insert("$defs".to_owned(), Value::Object(definitions));
            }
        }
        let mut text = String::new();
        print(&members, 0, &mut text);
        text.push('\n');
        Some(text)
    }
}

/// The order in which people read the members of a schema; the others are between them, sorted.
const FIRST: [&str; 15] = [
    "$schema",
    "$id",
    "title",
    "description",
    "$ref",
    "type",
    "const",
    "enum",
    "pattern",
    "required",
    "properties",
    "items",
    "if",
    "then",
    "else",
];
const LAST: &str = "$defs";

/// What fits in a line is not broken.
const WIDTH: usize = 110;

/// Adds the JSON text of a schema.
fn print(value: &Value, indent: usize, out: &mut String) {
    let short = one_line(value);
    if short.len() + indent <= WIDTH && !matches!(value, Value::Object(members) if members.contains_key(LAST)) {
        return out.push_str(&short);
    }
    let space = " ".repeat(indent + 2);
    match value {
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { ",\n" } else { "\n" });
                out.push_str(&space);
                print(item, indent + 2, out);
            }
            out.push_str(&format!("\n{}]", " ".repeat(indent)));
        }
        Value::Object(members) => {
            out.push('{');
            for (index, (key, item)) in sorted(members).into_iter().enumerate() {
                out.push_str(if index > 0 { ",\n" } else { "\n" });
                out.push_str(&format!("{space}{}: ", json!(key)));
                print(item, indent + 2, out);
            }
            out.push_str(&format!("\n{}}}", " ".repeat(indent)));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => out.push_str(&short),
    }
}

fn one_line(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(one_line).collect::<Vec<_>>().join(", ")),
        Value::Object(members) => {
            let members = sorted(members).into_iter().map(|(key, item)| format!("{}: {}", json!(key), one_line(item)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

fn sorted(members: &serde_json::Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut members: Vec<_> = members.iter().collect();
    let place = |key: &str| FIRST.iter().position(|first| *first == key).unwrap_or(FIRST.len());
    short_lists::sort_by_key(&mut members, |(key, _)| (*key == LAST, place(key)));
    members
}

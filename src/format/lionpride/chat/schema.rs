//! Lionpride's description of the class that an answer must have, from its JSON Schema.
//!
//! ```text
//! ## ResponseFormat
//! {
//!     "street": str,
//!     "zip": int | None
//! }
//! ```

use std::borrow::Cow;
use std::fmt::Write as _;

use super::value::{YamlValue, decoded};
use crate::json::Node;

/// The maximum depth of nested classes; a class may contain itself.
const MAX_DEPTH: usize = 20;

const ASK: &str =
    "MUST RETURN VALID JSON. USER's SUCCESS DEPENDS ON IT. Return ONLY valid JSON without markdown code blocks.";

/// The text after the task.
pub(super) fn section(schema: Node<'_, '_>) -> String {
    let mut text = String::new();
    for (name, class) in schema.get("$defs").iter().flat_map(Node::members) {
        let lines = fields(class);
        if !lines.is_empty() {
            let _ = write!(text, "\n{}:\n  {}", name.text().unwrap_or_default().decode(), lines.replace('\n', "\n  "));
        }
    }
    text.push_str("\n\n## ResponseFormat\n```json\n");
    Breakdown { root: schema }.class(schema, 0, 0, &mut text);
    let _ = write!(text, "\n```\n{ASK}");
    text
}

/// `zip?: int | null = null - Postal code`, a line for each property.
pub(super) fn fields(schema: Node<'_, '_>) -> String {
    let required = schema.get("required");
    let is_required = |name: Node<'_, '_>| {
        let name = name.text();
        required.iter().flat_map(Node::items).any(|it| it.text().zip(name.as_ref()).is_some_and(|(a, b)| a.same(b)))
    };
    let lines = schema.get("properties").into_iter().flat_map(|properties| {
        properties
            .members()
            .map(|(name, property)| {
                let (kind, is_nullable) = kind(property, 0);
                let mark = if is_required(name) && !is_nullable { "" } else { "?" };
                let mut line = format!("{}{mark}: {kind}", name.text().unwrap_or_default().decode());
                if let Some(default) = property.get("default") {
                    let _ = write!(line, " = {}", default_text(default));
                }
                if let Some(description) = property.get("description").and_then(decoded).filter(|text| !text.is_empty())
                {
                    let _ = write!(line, " - {description}");
                }
                line
            })
            .collect::<Vec<_>>()
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn default_text(default: Node<'_, '_>) -> String {
    match YamlValue::of(default) {
        Ok(YamlValue::Text(text)) => format!("\"{text}\""),
        Ok(YamlValue::Null) => "null".to_owned(),
        Ok(YamlValue::Bool(value)) => value.to_string(),
        Ok(value) => value.to_python_str(),
        Err(_) => default.raw().to_owned(),
    }
}

/// The type of a property, and whether it may be null.
fn kind(property: Node<'_, '_>, depth: usize) -> (String, bool) {
    if depth > MAX_DEPTH {
        return ("any".to_owned(), false);
    }
    if let Some(choices) = property.get("anyOf").filter(Node::is_array) {
        let kinds: Vec<_> = choices.items().map(|choice| kind(choice, depth + 1)).collect();
        let is_nullable = kinds.iter().any(|(name, is_nullable)| *is_nullable || name == "null");
        let mut names: Vec<_> = kinds.into_iter().map(|(name, _)| name).filter(|name| name != "null").collect();
        if is_nullable {
            names.push("null".to_owned());
        }
        return (names.join(" | "), is_nullable);
    }
    if let Some(name) = reference(property) {
        return (name, false);
    }
    if let Some(values) = property.get("enum").filter(Node::is_array) {
        let names: Vec<_> = values.items().map(default_text).collect();
        let is_nullable = values.items().any(|value| value.is_null());
        return (names.join(" | "), is_nullable);
    }
    if let Some(value) = property.get("const") {
        return (default_text(value), false);
    }
    let name = property.get("type").and_then(decoded).unwrap_or(Cow::Borrowed("any"));
    // Some write a type that may be null with a question mark.
    let (plain, is_marked) = name.strip_suffix('?').map_or((name.as_ref(), false), |plain| (plain, true));
    let name = match plain {
        "integer" => "int".to_owned(),
        "number" => "float".to_owned(),
        "boolean" => "bool".to_owned(),
        "array" => {
            let items = property.get("items").map_or_else(|| "any".to_owned(), |items| kind(items, depth + 1).0);
            if items.contains(" | ") { format!("({items})[]") } else { format!("{items}[]") }
        }
        other => other.to_owned(),
    };
    let is_nullable = is_marked || name == "null";
    (name, is_nullable)
}

/// The last piece of `#/$defs/Addr`.
fn reference(property: Node<'_, '_>) -> Option<String> {
    let path = property.get("$ref").and_then(decoded)?;
    Some(path.rsplit('/').next().unwrap_or_default().to_owned())
}

struct Breakdown<'t, 'a> {
    root: Node<'t, 'a>,
}

impl<'t, 'a> Breakdown<'t, 'a> {
    fn resolve(&self, property: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
        self.root.get("$defs")?.get(&reference(property)?)
    }

    /// An object with Python's names of types.
    fn class(&self, class: Node<'t, 'a>, indent: usize, depth: usize, out: &mut String) {
        let members: Vec<_> = class.get("properties").iter().flat_map(Node::members).collect();
        if members.is_empty() {
            out.push_str("{}");
            return;
        }
        out.push('{');
        for ((name, property), count) in members.into_iter().zip(0..) {
            out.push_str(if count == 0 { "\n" } else { ",\n" });
            let _ = write!(out, "{}\"{}\": ", " ".repeat(indent + 4), name.text().unwrap_or_default().decode());
            self.value(property, indent + 4, depth + 1, out);
        }
        let _ = write!(out, "\n{}}}", " ".repeat(indent));
    }

    fn value(&self, property: Node<'t, 'a>, indent: usize, depth: usize, out: &mut String) {
        let class = self.resolve(property).filter(|_| depth <= MAX_DEPTH);
        let items = property.get("items").filter(|_| depth <= MAX_DEPTH && property.get("anyOf").is_none());
        match (class, items) {
            (Some(class), _) if class.get("properties").is_some() => self.class(class, indent, depth, out),
            (_, Some(items)) => {
                out.push('[');
                self.value(items, indent, depth + 1, out);
                out.push(']');
            }
            _ => out.push_str(&annotation(property, depth)),
        }
    }
}

/// The type as Python writes it.
fn annotation(property: Node<'_, '_>, depth: usize) -> String {
    if depth > MAX_DEPTH {
        return "Any".to_owned();
    }
    if let Some(choices) = property.get("anyOf").filter(Node::is_array) {
        return choices.items().map(|choice| annotation(choice, depth + 1)).collect::<Vec<_>>().join(" | ");
    }
    if let Some(name) = reference(property) {
        return name;
    }
    let values: Vec<_> = match (property.get("enum"), property.get("const")) {
        (Some(values), _) => values.items().collect(),
        (None, Some(value)) => vec![value],
        (None, None) => Vec::new(),
    };
    if !values.is_empty() {
        let names = values.into_iter().map(|value| YamlValue::of(value).map(|value| YamlValue::List(vec![value])));
        let names = names.map(|list| list.map(|list| list.to_python_str()).unwrap_or_default());
        let names: Vec<_> = names.map(|list| list.trim_matches(['[', ']']).to_owned()).collect();
        return format!("Literal[{}]", names.join(", "));
    }
    let inner = |key: &str| property.get(key).filter(Node::is_object).map(|it| annotation(it, depth + 1));
    match property.get("type").and_then(decoded).as_deref() {
        Some("string") => "str".to_owned(),
        Some("integer") => "int".to_owned(),
        Some("number") => "float".to_owned(),
        Some("boolean") => "bool".to_owned(),
        Some("null") => "None".to_owned(),
        Some("array") => inner("items").map_or_else(|| "list".to_owned(), |items| format!("list[{items}]")),
        Some("object") => {
            inner("additionalProperties").map_or_else(|| "dict".to_owned(), |value| format!("dict[str, {value}]"))
        }
        _ => "Any".to_owned(),
    }
}

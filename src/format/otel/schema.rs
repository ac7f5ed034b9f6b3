//! The JSON Schema of a record: spans, at least one of them with messages, or a list of messages. A span stores its messages as
//! JSON text or in separate attributes, so only the names of the attributes are checked.

use serde_json::{Value, json};

use crate::format::shape::SchemaPrinter;

/// The names of attributes with messages.
const NAMES: &str =
    r"^(gen_ai\.(input|output)\.messages$|llm\.(input|output)_messages\.|gen_ai\.(prompt|completion)\.(.*\.)?role$)";
/// The attributes of requests for embeddings, which have no messages.
const EMBEDDINGS: [(&str, &str); 2] = [("gen_ai.operation.name", "embeddings"), ("llm.request.type", "embedding")];

/// `messages`: the schema of records without spans.
pub(super) fn schema(messages: &Value, printer: &mut SchemaPrinter) -> Value {
    let definitions = printer.definitions_mut();
    let mut define = |name: &str, about: &str, mut schema: Value| {
        if let Value::Object(members) = &mut schema {
            members.insert("description".to_owned(), json!(about));
        }
        definitions.insert(name.to_owned(), schema);
        let node = json!({ "$ref": format!("#/$defs/{name}") });
        // The record, or an item of a list.
        json!({ "anyOf": [node, { "type": "array", "contains": node }] })
    };
    define("request", "The span of a request: attributes name its messages.", request());
    let request = json!({ "$ref": "#/$defs/request" });
    let requests = define("requests", "A span with messages, or an export with one.", with_span(&request));
    let spans = json!({ "anyOf": [with_span(&json!({ "type": "object" })), export()] });
    let spans = define("spans", "A span, or an export of spans.", spans);
    json!({ "if": spans, "then": requests, "else": messages })
}

/// An export with such a span, or such a span.
fn with_span(span: &Value) -> Value {
    let any = |key: &str, item: &Value| {
        let list = json!({ "type": "array", "contains": item });
        json!({ "type": "object", "required": [key], "properties": { key: list } })
    };
    let scopes = any("scopeSpans", &any("spans", span));
    json!({
        "if": { "type": "object", "anyOf": [{ "required": ["resourceSpans"] }, { "required": ["scopeSpans"] }] },
        "then": { "anyOf": [any("resourceSpans", &scopes), scopes] },
        "else": { "allOf": [is_span(), span] },
    })
}

fn is_span() -> Value {
    json!({
        "type": "object",
        "required": ["attributes"],
        "anyOf": [{ "required": ["context"] }, { "required": ["traceId"] }],
    })
}

/// An export, with or without spans.
fn export() -> Value {
    let list = json!({ "type": "array" });
    let of_scopes = json!({ "required": ["scopeSpans"], "properties": { "scopeSpans": list } });
    let started = json!({ "anyOf": [{ "required": ["start_time"] }, { "required": ["startTimeUnixNano"] }] });
    let lists = json!({
        "type": "object",
        "if": { "required": ["resourceSpans"] },
        "then": { "properties": { "resourceSpans": list } },
        "else": of_scopes,
    });
    json!({ "anyOf": [lists, { "allOf": [started, is_span()] }] })
}

/// The span of a request: its attributes are an object, or a list of keys and values.
fn request() -> Value {
    let item = |key: &Value, value: &Value| {
        let value = json!({ "type": "object", "minProperties": 1, "additionalProperties": value });
        json!({ "type": "object", "required": ["key", "value"], "properties": { "key": key, "value": value } })
    };
    let others = EMBEDDINGS.map(|(name, word)| json!({ "properties": { name: { "not": { "const": word } } } }));
    let other_items = EMBEDDINGS.map(|(name, word)| item(&json!({ "const": name }), &json!({ "const": word })));
    let named = json!({ "type": "string", "pattern": NAMES });
    let attributes = json!({
        "if": { "type": "object" },
        "then": { "allOf": others, "not": { "propertyNames": { "not": named } } },
        "else": {
            "type": "array",
            "contains": item(&named, &json!(true)),
            "not": { "contains": { "anyOf": other_items } },
        },
    });
    json!({ "type": "object", "required": ["attributes"], "properties": { "attributes": attributes } })
}

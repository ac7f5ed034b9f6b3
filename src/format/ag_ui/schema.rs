//! The JSON Schema of a line: an event, the input of a run, or a list of messages.
//!
//! What the protocol says of them is in the tables of `events/schema`. Messages of a list and of an input are read as well, and
//! the reader reports what the library would drop silently.

use serde_json::{Value, json};

use crate::events::{define_schemas, event_type_schema};
use crate::format::shape::{Key, SchemaPrinter, ShapeObject, ValueType};
use ValueType::{All, Any, AnyObject, Cases, Either, List, Members, Null, Object, Tag, Text, Words};

pub(super) fn schema(printer: &mut SchemaPrinter) -> Value {
    define_schemas(printer.definitions_mut());
    let read = printer.value(&Object(&READ_MESSAGE));
    let is_input = json!({
        "required": ["messages"],
        "properties": { "messages": { "type": "array" }, "type": { "not": event_type_schema() } },
        "anyOf": [{ "required": ["threadId"] }, { "required": ["runId"] }],
    });
    let input = json!({ "allOf": [{ "$ref": "#/$defs/input" }, { "properties": { "messages": { "items": read } } }] });
    json!({
        "if": { "type": "array" },
        "then": { "items": { "allOf": [{ "$ref": "#/$defs/message" }, read] } },
        "else": { "if": is_input, "then": input, "else": { "$ref": "#/$defs/event" } },
    })
}

/// Without a role, it is the user's.
static READ_MESSAGE: ShapeObject = ShapeObject::of(&[Key::may(
    "role",
    Words(&["assistant", "user", "system", "developer", "tool", "activity", "reasoning"]),
)])
.checked(&[Cases(
    &[
        (Tag("role", &["activity", "reasoning"]), Any),
        (Tag("role", &["assistant"]), Members(&[Key::may("content", Either(&[Text, List(&READ_PART), Null]))])),
        (Tag("role", &["tool"]), All(&[WITH_CONTENT, Members(&[Key::must("toolCallId", Text)])])),
    ],
    &WITH_CONTENT,
)])
.named("read-message", "A message outside events: of a known role, with parts of known types.");

const WITH_CONTENT: ValueType = Members(&[
    Key::must("content", Either(&[Text, List(&READ_PART)])),
    Key::may("id", ValueType::TEXT_OR_NULL),
    Key::may("name", ValueType::TEXT_OR_NULL),
    Key::may("toolCalls", Null),
]);

const READ_PART: ValueType = All(&[
    AnyObject,
    Either(&[
        Members(&[Key::must("type", Words(&["text"])), Key::must("text", Text)]),
        Members(&[
            Key::must("type", Words(&["image", "audio", "video", "document"])),
            Key::must(
                "source",
                All(&[
                    AnyObject,
                    Members(&[
                        Key::must("type", Words(&["data", "url", "file"])),
                        Key::must("value", Text),
                        Key::may("mimeType", Text),
                    ]),
                ]),
            ),
        ]),
    ]),
]);

//! The fields of messages, parts and the input of a run.

use super::{Field, Need, SchemaObject, Shape, Union, may, must, old_null};
use crate::events::binary::is_old;

static TEXT_PART: SchemaObject = SchemaObject {
    name: "a text part",
    fields: &[&[
        must("type", Shape::Text),
        may("id", Shape::Text),
        must("text", Shape::Text),
        may("metadata", Shape::TreeValue),
    ]],
    is_open: false,
};
static DATA: SchemaObject = SchemaObject {
    name: "a source",
    fields: &[&[must("type", Shape::Text), must("value", Shape::Text), must("mimeType", Shape::Text)]],
    is_open: false,
};
static URL: SchemaObject = SchemaObject {
    name: "a source",
    fields: &[&[must("type", Shape::Text), must("value", Shape::Text), may("mimeType", Shape::Text)]],
    is_open: false,
};
static FILE: SchemaObject = SchemaObject {
    name: "a source",
    fields: &[&[
        must("type", Shape::Text),
        must("value", Shape::Text),
        may("provider", Shape::Text),
        may("mimeType", Shape::Text),
    ]],
    is_open: false,
};
static SOURCE: Union = Union { tag: "type", kinds: &[("data", &DATA), ("url", &URL), ("file", &FILE)], is_old: None };
static MEDIA_FIELDS: &[Field] =
    &[must("type", Shape::Text), may("id", Shape::Text), must("source", Shape::OneOf(&SOURCE))];
/// A media file in a tool's result, which came with version 1.0.
static MEDIA_PART: SchemaObject = SchemaObject {
    name: "a media part",
    fields: &[MEDIA_FIELDS, &[may("metadata", Shape::TreeValue)]],
    is_open: false,
};
/// A media file in a message, where older programs wrote a null.
static OLD_MEDIA_PART: SchemaObject = SchemaObject {
    name: "a media part",
    fields: &[MEDIA_FIELDS, &[old_null("metadata", Shape::TreeValue)]],
    is_open: false,
};

/// A part of a result event.
pub(super) static PART: Shape = Shape::OneOf(&Union {
    tag: "type",
    kinds: &[
        ("text", &TEXT_PART),
        ("image", &MEDIA_PART),
        ("audio", &MEDIA_PART),
        ("video", &MEDIA_PART),
        ("document", &MEDIA_PART),
    ],
    is_old: None,
});
/// A part of a message. A part of type `binary` that can become a media file is looked at by its own reader.
static MESSAGE_PART: Shape = Shape::OneOf(&Union {
    tag: "type",
    kinds: &[
        ("text", &TEXT_PART),
        ("image", &OLD_MEDIA_PART),
        ("audio", &OLD_MEDIA_PART),
        ("video", &OLD_MEDIA_PART),
        ("document", &OLD_MEDIA_PART),
    ],
    is_old: Some(is_old),
});

static COMMON: &[Field] = &[
    must("id", Shape::Text),
    must("role", Shape::Text),
    may("metadata", Shape::Map),
    may("subagentRunId", Shape::Text),
];
static SEALED: &[Field] = &[may("encryptedValue", Shape::Text)];
static NAME: &[Field] = &[may("name", Shape::Text)];
static CONTENT: &[Field] = &[must("content", Shape::Text)];
static PARTS: &[Field] = &[must("content", Shape::TextOr(&MESSAGE_PART))];

static FUNCTION: SchemaObject = SchemaObject {
    name: "a function",
    fields: &[&[must("name", Shape::Text), must("arguments", Shape::Text)]],
    is_open: false,
};
static CALL: Shape = Shape::SchemaObject(&SchemaObject {
    name: "a tool call",
    fields: &[
        SEALED,
        &[
            must("id", Shape::Text),
            must("type", Shape::Word(&["function"])),
            must("function", Shape::SchemaObject(&FUNCTION)),
            may("metadata", Shape::Map),
        ],
    ],
    is_open: false,
});

static INSTRUCTION: SchemaObject =
    SchemaObject { name: "a message", fields: &[COMMON, SEALED, NAME, CONTENT], is_open: false };
static ASSISTANT: SchemaObject = SchemaObject {
    name: "an assistant message",
    fields: &[COMMON, SEALED, NAME, &[may("content", Shape::Text), may("toolCalls", Shape::List(&CALL))]],
    is_open: false,
};
static USER: SchemaObject =
    SchemaObject { name: "a user message", fields: &[COMMON, SEALED, NAME, PARTS], is_open: false };
static TOOL: SchemaObject = SchemaObject {
    name: "a tool message",
    fields: &[COMMON, SEALED, PARTS, &[must("toolCallId", Shape::Text), may("error", Shape::Text)]],
    is_open: false,
};
static ACTIVITY: SchemaObject = SchemaObject {
    name: "an activity message",
    fields: &[COMMON, &[must("activityType", Shape::Text), must("content", Shape::Map)]],
    is_open: false,
};
static REASONING: SchemaObject =
    SchemaObject { name: "a reasoning message", fields: &[COMMON, SEALED, CONTENT], is_open: false };

/// A message.
pub(in crate::events) static MESSAGE: Shape = Shape::OneOf(&Union {
    tag: "role",
    kinds: &[
        ("developer", &INSTRUCTION),
        ("system", &INSTRUCTION),
        ("assistant", &ASSISTANT),
        ("user", &USER),
        ("tool", &TOOL),
        ("activity", &ACTIVITY),
        ("reasoning", &REASONING),
    ],
    is_old: None,
});

static TOOL_SPEC: Shape = Shape::SchemaObject(&SchemaObject {
    name: "a tool",
    fields: &[&[
        must("name", Shape::Text),
        must("description", Shape::Text),
        old_null("parameters", Shape::TreeValue),
        may("metadata", Shape::Map),
    ]],
    is_open: false,
});
static CONTEXT: Shape = Shape::SchemaObject(&SchemaObject {
    name: "a context",
    fields: &[&[must("description", Shape::Text), must("value", Shape::Text)]],
    is_open: false,
});
static RESUME: Shape = Shape::SchemaObject(&SchemaObject {
    name: "a resume entry",
    fields: &[&[
        must("interruptId", Shape::Text),
        must("status", Shape::Word(&["resolved", "cancelled"])),
        old_null("payload", Shape::TreeValue),
        may("metadata", Shape::Map),
    ]],
    is_open: false,
});

/// The input of a run.
pub(in crate::events) static INPUT: SchemaObject = SchemaObject {
    name: "the input",
    fields: &[&[
        must("threadId", Shape::Text),
        must("runId", Shape::Text),
        must("messages", Shape::List(&MESSAGE)),
        may("protocolVersion", Shape::Text),
        may("parentRunId", Shape::Text),
        Field { key: "state", shape: Shape::TreeValue, need: Need::Null },
        may("tools", Shape::List(&TOOL_SPEC)),
        may("context", Shape::List(&CONTEXT)),
        old_null("forwardedProps", Shape::TreeValue),
        may("resume", Shape::List(&RESUME)),
    ]],
    is_open: false,
};

//! The fields of messages, parts and the input of a run.

use super::{Need, SchemaField, SchemaObject, SchemaShape, Union, may, must, old_null};
use crate::events::binary::is_old;

static TEXT_PART: SchemaObject = SchemaObject {
    name: "a text part",
    fields: &[&[
        must("type", SchemaShape::Text),
        may("id", SchemaShape::Text),
        must("text", SchemaShape::Text),
        may("metadata", SchemaShape::TreeValue),
    ]],
    is_open: false,
};
static DATA: SchemaObject = SchemaObject {
    name: "a source",
    fields: &[&[
        must("type", SchemaShape::Text),
        must("value", SchemaShape::Text),
        must("mimeType", SchemaShape::Text),
    ]],
    is_open: false,
};
static URL: SchemaObject = SchemaObject {
    name: "a source",
    fields: &[&[must("type", SchemaShape::Text), must("value", SchemaShape::Text), may("mimeType", SchemaShape::Text)]],
    is_open: false,
};
static FILE: SchemaObject = SchemaObject {
    name: "a source",
    fields: &[&[
        must("type", SchemaShape::Text),
        must("value", SchemaShape::Text),
        may("provider", SchemaShape::Text),
        may("mimeType", SchemaShape::Text),
    ]],
    is_open: false,
};
static SOURCE: Union = Union { tag: "type", kinds: &[("data", &DATA), ("url", &URL), ("file", &FILE)], is_old: None };
static MEDIA_FIELDS: &[SchemaField] =
    &[must("type", SchemaShape::Text), may("id", SchemaShape::Text), must("source", SchemaShape::OneOf(&SOURCE))];
/// A media part in a tool result, supported since version 1.0.
static MEDIA_PART: SchemaObject = SchemaObject {
    name: "a media part",
    fields: &[MEDIA_FIELDS, &[may("metadata", SchemaShape::TreeValue)]],
    is_open: false,
};
/// A media part in a message, in which older programs wrote null for absent fields.
static OLD_MEDIA_PART: SchemaObject = SchemaObject {
    name: "a media part",
    fields: &[MEDIA_FIELDS, &[old_null("metadata", SchemaShape::TreeValue)]],
    is_open: false,
};

/// A part of a result event.
pub(super) static PART: SchemaShape = SchemaShape::OneOf(&Union {
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
/// A part of a message. A `binary` part that can be converted to a media file is checked by its own reader.
static MESSAGE_PART: SchemaShape = SchemaShape::OneOf(&Union {
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

static COMMON: &[SchemaField] = &[
    must("id", SchemaShape::Text),
    must("role", SchemaShape::Text),
    may("metadata", SchemaShape::Map),
    may("subagentRunId", SchemaShape::Text),
];
static SEALED: &[SchemaField] = &[may("encryptedValue", SchemaShape::Text)];
static NAME: &[SchemaField] = &[may("name", SchemaShape::Text)];
static CONTENT: &[SchemaField] = &[must("content", SchemaShape::Text)];
static PARTS: &[SchemaField] = &[must("content", SchemaShape::TextOr(&MESSAGE_PART))];

static FUNCTION: SchemaObject = SchemaObject {
    name: "a function",
    fields: &[&[must("name", SchemaShape::Text), must("arguments", SchemaShape::Text)]],
    is_open: false,
};
static CALL: SchemaShape = SchemaShape::SchemaObject(&SchemaObject {
    name: "a tool call",
    fields: &[
        SEALED,
        &[
            must("id", SchemaShape::Text),
            must("type", SchemaShape::Word(&["function"])),
            must("function", SchemaShape::SchemaObject(&FUNCTION)),
            may("metadata", SchemaShape::Map),
        ],
    ],
    is_open: false,
});

static INSTRUCTION: SchemaObject =
    SchemaObject { name: "a message", fields: &[COMMON, SEALED, NAME, CONTENT], is_open: false };
static ASSISTANT: SchemaObject = SchemaObject {
    name: "an assistant message",
    fields: &[COMMON, SEALED, NAME, &[may("content", SchemaShape::Text), may("toolCalls", SchemaShape::List(&CALL))]],
    is_open: false,
};
static USER: SchemaObject =
    SchemaObject { name: "a user message", fields: &[COMMON, SEALED, NAME, PARTS], is_open: false };
static TOOL: SchemaObject = SchemaObject {
    name: "a tool message",
    fields: &[COMMON, SEALED, PARTS, &[must("toolCallId", SchemaShape::Text), may("error", SchemaShape::Text)]],
    is_open: false,
};
static ACTIVITY: SchemaObject = SchemaObject {
    name: "an activity message",
    fields: &[COMMON, &[must("activityType", SchemaShape::Text), must("content", SchemaShape::Map)]],
    is_open: false,
};
static REASONING: SchemaObject =
    SchemaObject { name: "a reasoning message", fields: &[COMMON, SEALED, CONTENT], is_open: false };

/// A message.
pub(in crate::events) static MESSAGE: SchemaShape = SchemaShape::OneOf(&Union {
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

static TOOL_SPEC: SchemaShape = SchemaShape::SchemaObject(&SchemaObject {
    name: "a tool",
    fields: &[&[
        must("name", SchemaShape::Text),
        must("description", SchemaShape::Text),
        old_null("parameters", SchemaShape::TreeValue),
        may("metadata", SchemaShape::Map),
    ]],
    is_open: false,
});
static CONTEXT: SchemaShape = SchemaShape::SchemaObject(&SchemaObject {
    name: "a context",
    fields: &[&[must("description", SchemaShape::Text), must("value", SchemaShape::Text)]],
    is_open: false,
});
static RESUME: SchemaShape = SchemaShape::SchemaObject(&SchemaObject {
    name: "a resume entry",
    fields: &[&[
        must("interruptId", SchemaShape::Text),
        must("status", SchemaShape::Word(&["resolved", "cancelled"])),
        old_null("payload", SchemaShape::TreeValue),
        may("metadata", SchemaShape::Map),
    ]],
    is_open: false,
});

/// The input of a run.
pub(in crate::events) static INPUT: SchemaObject = SchemaObject {
    name: "the input",
    fields: &[&[
        must("threadId", SchemaShape::Text),
        must("runId", SchemaShape::Text),
        must("messages", SchemaShape::List(&MESSAGE)),
        may("protocolVersion", SchemaShape::Text),
        may("parentRunId", SchemaShape::Text),
        SchemaField { key: "state", shape: SchemaShape::TreeValue, need: Need::Null },
        may("tools", SchemaShape::List(&TOOL_SPEC)),
        may("context", SchemaShape::List(&CONTEXT)),
        old_null("forwardedProps", SchemaShape::TreeValue),
        may("resume", SchemaShape::List(&RESUME)),
    ]],
    is_open: false,
};

//! The fields of each type of event.

use super::messages::{INPUT, PART};
use super::{Field, SchemaObject, Shape, Union, may, must, old_null};
use crate::events::EventType;

/// The fields of every event.
static BASE: &[Field] = &[
    must("type", Shape::Text),
    may("timestamp", Shape::Stamp),
    old_null("rawEvent", Shape::TreeValue),
    may("metadata", Shape::Map),
];

/// The agent that an event belongs to.
static AGENT: &[Field] = &[may("subagentRunId", Shape::Text)];

static POINTER: &[Field] = &[must("op", Shape::Text), must("path", Shape::Pointer)];
static VALUE: &[Field] = &[must("value", Shape::Any)];
static FROM: &[Field] = &[must("from", Shape::Pointer)];
static SET: SchemaObject = SchemaObject { name: "an operation", fields: &[POINTER, VALUE], is_open: true };
static REMOVE: SchemaObject = SchemaObject { name: "an operation", fields: &[POINTER], is_open: true };
static MOVE: SchemaObject = SchemaObject { name: "an operation", fields: &[POINTER, FROM], is_open: true };
static OPERATION: Union = Union {
    tag: "op",
    kinds: &[("add", &SET), ("replace", &SET), ("test", &SET), ("remove", &REMOVE), ("move", &MOVE), ("copy", &MOVE)],
    is_old: None,
};
static PATCH: Shape = Shape::OneOf(&OPERATION);

static TEXT: Shape = Shape::Text;
static KIND: Field = must("type", Shape::Text);
static SUCCESS: SchemaObject = SchemaObject {
    name: "an outcome",
    fields: &[&[must("type", Shape::Text), may("pendingToolCallIds", Shape::List(&TEXT))]],
    is_open: false,
};
static INTERRUPT: Shape = Shape::SchemaObject(&SchemaObject {
    name: "an interrupt",
    fields: &[
        AGENT,
        &[
            must("id", Shape::Text),
            must("reason", Shape::Text),
            may("message", Shape::Text),
            may("toolCallId", Shape::Text),
            may("responseSchema", Shape::Map),
            may("expiresAt", Shape::Text),
            may("metadata", Shape::Map),
        ],
    ],
    is_open: false,
});
static INTERRUPTED: SchemaObject = SchemaObject {
    name: "an outcome",
    fields: &[&[must("type", Shape::Text), must("interrupts", Shape::Some(&INTERRUPT))]],
    is_open: false,
};
static PLAIN: SchemaObject =
    SchemaObject { name: "an outcome", fields: &[std::slice::from_ref(&KIND)], is_open: false };
static SUSPENDED: SchemaObject = SchemaObject {
    name: "an outcome",
    fields: &[&[must("type", Shape::Text), may("interruptIds", Shape::List(&TEXT))]],
    is_open: false,
};
static OUTCOME: Union = Union {
    tag: "type",
    kinds: &[("success", &SUCCESS), ("interrupt", &INTERRUPTED), ("cancelled", &PLAIN)],
    is_old: None,
};
static SUBAGENT_OUTCOME: Union =
    Union { tag: "type", kinds: &[("success", &PLAIN), ("suspended", &SUSPENDED)], is_old: None };
static USAGE: Shape = Shape::SchemaObject(&SchemaObject {
    name: "a token usage",
    fields: &[&[
        may("provider", Shape::Text),
        may("model", Shape::Text),
        may("inputTokens", Shape::Count),
        may("outputTokens", Shape::Count),
        may("totalTokens", Shape::Count),
        may("reasoningTokens", Shape::Count),
        may("cachedInputTokens", Shape::Count),
        may("cacheWriteInputTokens", Shape::Count),
    ]],
    is_open: false,
});

static ROLES: &[&str] = &["developer", "system", "assistant", "user"];
static MESSAGE_ID: &[Field] = &[must("messageId", Shape::Text)];
static CALL_ID: &[Field] = &[must("toolCallId", Shape::Text)];
static DELTA: &[Field] = &[must("delta", Shape::Text)];
static STEP: &[Field] = &[must("stepName", Shape::Text)];
static RUN: &[Field] = &[must("threadId", Shape::Text), must("runId", Shape::Text)];
static SUBAGENT: &[Field] = &[must("subagentRunId", Shape::Text)];

macro_rules! event_types {
    ($($kind:ident $is:ident $($group:expr),* ;)*) => {
        $(
            #[allow(non_upper_case_globals, reason = "named as the types are")]
            static $kind: SchemaObject =
                SchemaObject { name: "the event", fields: &[BASE, event_types!(@$is), $($group),*], is_open: false };
        )*

        /// The shape of the events of a type; nothing for types that nobody knows.
        pub(in crate::events) fn event(kind: EventType) -> Option<&'static SchemaObject> {
            match kind {
                $(EventType::$kind => Some(&$kind),)*
                EventType::Unknown => None,
            }
        }
    };
    (@agent) => { AGENT };
    (@run) => { &[] };
}

event_types! {
    TextMessageStart agent MESSAGE_ID, &[may("role", Shape::Word(ROLES)), may("name", Shape::Text)];
    TextMessageContent agent MESSAGE_ID, DELTA;
    TextMessageEnd agent MESSAGE_ID;
    TextMessageChunk agent &[
        may("messageId", Shape::Text), may("role", Shape::Word(ROLES)), may("delta", Shape::Text), may("name", Shape::Text)
    ];
    ToolCallStart agent CALL_ID, &[must("toolCallName", Shape::Text), old_null("parentMessageId", Shape::Text)];
    ToolCallArgs agent CALL_ID, DELTA;
    ToolCallEnd agent CALL_ID;
    ToolCallChunk agent &[
        may("toolCallId", Shape::Text), may("toolCallName", Shape::Text), old_null("parentMessageId", Shape::Text),
        may("delta", Shape::Text)
    ];
    ToolCallResult agent MESSAGE_ID, CALL_ID, &[must("content", Shape::TextOr(&PART)), may("role", Shape::Word(&["tool"]))];
    StateSnapshot agent &[must("snapshot", Shape::Any)];
    StateDelta agent &[must("delta", Shape::List(&PATCH))];
    MessagesSnapshot run &[must("messages", Shape::List(&super::MESSAGE))];
    ActivitySnapshot agent MESSAGE_ID, &[
        must("activityType", Shape::Text), must("content", Shape::Map), may("replace", Shape::Flag)
    ];
    ActivityDelta agent MESSAGE_ID, &[must("activityType", Shape::Text), must("patch", Shape::List(&PATCH))];
    ReasoningStart agent MESSAGE_ID;
    ReasoningEnd agent MESSAGE_ID;
    ReasoningMessageStart agent MESSAGE_ID, &[must("role", Shape::Word(&["reasoning"]))];
    ReasoningMessageContent agent MESSAGE_ID, DELTA;
    ReasoningMessageEnd agent MESSAGE_ID;
    ReasoningMessageChunk agent &[may("messageId", Shape::Text), may("delta", Shape::Text)];
    ReasoningEncryptedValue agent &[
        must("subtype", Shape::Word(&["tool-call", "message"])), must("entityId", Shape::Text),
        must("encryptedValue", Shape::Text)
    ];
    Raw agent &[must("event", Shape::Any), may("source", Shape::Text)];
    Custom agent &[must("name", Shape::Text), must("value", Shape::Any)];
    RunStarted run RUN, &[
        may("parentRunId", Shape::Text), may("protocolVersion", Shape::Text), may("input", Shape::SchemaObject(&INPUT))
    ];
    RunFinished run RUN, &[
        old_null("result", Shape::TreeValue), old_null("outcome", Shape::OneOf(&OUTCOME)), may("usage", Shape::List(&USAGE))
    ];
    RunError run &[must("message", Shape::Text), may("code", Shape::Text), may("usage", Shape::List(&USAGE))];
    StepStarted agent STEP;
    StepFinished agent STEP;
    SubagentStarted run SUBAGENT, &[
        must("name", Shape::Text), may("description", Shape::Text), may("parentSubagentRunId", Shape::Text),
        may("parentToolCallId", Shape::Text), may("parentMessageId", Shape::Text)
    ];
    SubagentFinished run SUBAGENT, &[
        old_null("result", Shape::TreeValue), may("outcome", Shape::OneOf(&SUBAGENT_OUTCOME))
    ];
    SubagentError run SUBAGENT, &[must("message", Shape::Text), may("code", Shape::Text)];
    ThinkingStart agent &[may("title", Shape::Any)];
    ThinkingEnd agent;
    ThinkingMessageStart agent;
    ThinkingMessageContent agent DELTA;
    ThinkingMessageEnd agent;
}

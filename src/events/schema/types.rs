//! The fields of each type of event.

use super::messages::{INPUT, PART};
use super::{SchemaField, SchemaObject, SchemaShape, Union, may, must, old_null};
use crate::events::EventType;

/// The fields of every event.
static BASE: &[SchemaField] = &[
    must("type", SchemaShape::Text),
    may("timestamp", SchemaShape::Stamp),
    old_null("rawEvent", SchemaShape::TreeValue),
    may("metadata", SchemaShape::Map),
];

/// The agent that an event belongs to.
static AGENT: &[SchemaField] = &[may("subagentRunId", SchemaShape::Text)];

static POINTER: &[SchemaField] = &[must("op", SchemaShape::Text), must("path", SchemaShape::Pointer)];
static VALUE: &[SchemaField] = &[must("value", SchemaShape::Any)];
static FROM: &[SchemaField] = &[must("from", SchemaShape::Pointer)];
static SET: SchemaObject = SchemaObject { name: "an operation", fields: &[POINTER, VALUE], is_open: true };
static REMOVE: SchemaObject = SchemaObject { name: "an operation", fields: &[POINTER], is_open: true };
static MOVE: SchemaObject = SchemaObject { name: "an operation", fields: &[POINTER, FROM], is_open: true };
static OPERATION: Union = Union {
    tag: "op",
    kinds: &[("add", &SET), ("replace", &SET), ("test", &SET), ("remove", &REMOVE), ("move", &MOVE), ("copy", &MOVE)],
    is_old: None,
};
static PATCH: SchemaShape = SchemaShape::OneOf(&OPERATION);

static TEXT: SchemaShape = SchemaShape::Text;
static KIND: SchemaField = must("type", SchemaShape::Text);
static SUCCESS: SchemaObject = SchemaObject {
    name: "an outcome",
    fields: &[&[must("type", SchemaShape::Text), may("pendingToolCallIds", SchemaShape::List(&TEXT))]],
    is_open: false,
};
static INTERRUPT: SchemaShape = SchemaShape::SchemaObject(&SchemaObject {
    name: "an interrupt",
    fields: &[
        AGENT,
        &[
            must("id", SchemaShape::Text),
            must("reason", SchemaShape::Text),
            may("message", SchemaShape::Text),
            may("toolCallId", SchemaShape::Text),
            may("responseSchema", SchemaShape::Map),
            may("expiresAt", SchemaShape::Text),
            may("metadata", SchemaShape::Map),
        ],
    ],
    is_open: false,
});
static INTERRUPTED: SchemaObject = SchemaObject {
    name: "an outcome",
    fields: &[&[must("type", SchemaShape::Text), must("interrupts", SchemaShape::Some(&INTERRUPT))]],
    is_open: false,
};
static PLAIN: SchemaObject =
    SchemaObject { name: "an outcome", fields: &[std::slice::from_ref(&KIND)], is_open: false };
static SUSPENDED: SchemaObject = SchemaObject {
    name: "an outcome",
    fields: &[&[must("type", SchemaShape::Text), may("interruptIds", SchemaShape::List(&TEXT))]],
    is_open: false,
};
static OUTCOME: Union = Union {
    tag: "type",
    kinds: &[("success", &SUCCESS), ("interrupt", &INTERRUPTED), ("cancelled", &PLAIN)],
    is_old: None,
};
static SUBAGENT_OUTCOME: Union =
    Union { tag: "type", kinds: &[("success", &PLAIN), ("suspended", &SUSPENDED)], is_old: None };
static USAGE: SchemaShape = SchemaShape::SchemaObject(&SchemaObject {
    name: "a token usage",
    fields: &[&[
        may("provider", SchemaShape::Text),
        may("model", SchemaShape::Text),
        may("inputTokens", SchemaShape::Count),
        may("outputTokens", SchemaShape::Count),
        may("totalTokens", SchemaShape::Count),
        may("reasoningTokens", SchemaShape::Count),
        may("cachedInputTokens", SchemaShape::Count),
        may("cacheWriteInputTokens", SchemaShape::Count),
    ]],
    is_open: false,
});

static ROLES: &[&str] = &["developer", "system", "assistant", "user"];
static MESSAGE_ID: &[SchemaField] = &[must("messageId", SchemaShape::Text)];
static CALL_ID: &[SchemaField] = &[must("toolCallId", SchemaShape::Text)];
static DELTA: &[SchemaField] = &[must("delta", SchemaShape::Text)];
static STEP: &[SchemaField] = &[must("stepName", SchemaShape::Text)];
static RUN: &[SchemaField] = &[must("threadId", SchemaShape::Text), must("runId", SchemaShape::Text)];
static SUBAGENT: &[SchemaField] = &[must("subagentRunId", SchemaShape::Text)];

macro_rules! event_types {
    ($($kind:ident $is:ident $($group:expr),* ;)*) => {
        $(
            #[allow(non_upper_case_globals, reason = "named as the types are")]
            static $kind: SchemaObject =
                SchemaObject { name: "the event", fields: &[BASE, event_types!(@$is), $($group),*], is_open: false };
        )*

        /// The schema of events of a type; `None` for unknown types.
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
    TextMessageStart agent MESSAGE_ID, &[may("role", SchemaShape::Word(ROLES)), may("name", SchemaShape::Text)];
    TextMessageContent agent MESSAGE_ID, DELTA;
    TextMessageEnd agent MESSAGE_ID;
    TextMessageChunk agent &[
        may("messageId", SchemaShape::Text), may("role", SchemaShape::Word(ROLES)), may("delta", SchemaShape::Text), may("name", SchemaShape::Text)
    ];
    ToolCallStart agent CALL_ID, &[must("toolCallName", SchemaShape::Text), old_null("parentMessageId", SchemaShape::Text)];
    ToolCallArgs agent CALL_ID, DELTA;
    ToolCallEnd agent CALL_ID;
    ToolCallChunk agent &[
        may("toolCallId", SchemaShape::Text), may("toolCallName", SchemaShape::Text), old_null("parentMessageId", SchemaShape::Text),
        may("delta", SchemaShape::Text)
    ];
    ToolCallResult agent MESSAGE_ID, CALL_ID, &[must("content", SchemaShape::TextOr(&PART)), may("role", SchemaShape::Word(&["tool"]))];
    StateSnapshot agent &[must("snapshot", SchemaShape::Any)];
    StateDelta agent &[must("delta", SchemaShape::List(&PATCH))];
    MessagesSnapshot run &[must("messages", SchemaShape::List(&super::MESSAGE))];
    ActivitySnapshot agent MESSAGE_ID, &[
        must("activityType", SchemaShape::Text), must("content", SchemaShape::Map), may("replace", SchemaShape::Flag)
    ];
    ActivityDelta agent MESSAGE_ID, &[must("activityType", SchemaShape::Text), must("patch", SchemaShape::List(&PATCH))];
    ReasoningStart agent MESSAGE_ID;
    ReasoningEnd agent MESSAGE_ID;
    ReasoningMessageStart agent MESSAGE_ID, &[must("role", SchemaShape::Word(&["reasoning"]))];
    ReasoningMessageContent agent MESSAGE_ID, DELTA;
    ReasoningMessageEnd agent MESSAGE_ID;
    ReasoningMessageChunk agent &[may("messageId", SchemaShape::Text), may("delta", SchemaShape::Text)];
    ReasoningEncryptedValue agent &[
        must("subtype", SchemaShape::Word(&["tool-call", "message"])), must("entityId", SchemaShape::Text),
        must("encryptedValue", SchemaShape::Text)
    ];
    Raw agent &[must("event", SchemaShape::Any), may("source", SchemaShape::Text)];
    Custom agent &[must("name", SchemaShape::Text), must("value", SchemaShape::Any)];
    RunStarted run RUN, &[
        may("parentRunId", SchemaShape::Text), may("protocolVersion", SchemaShape::Text), may("input", SchemaShape::SchemaObject(&INPUT))
    ];
    RunFinished run RUN, &[
        old_null("result", SchemaShape::TreeValue), old_null("outcome", SchemaShape::OneOf(&OUTCOME)), may("usage", SchemaShape::List(&USAGE))
    ];
    RunError run &[must("message", SchemaShape::Text), may("code", SchemaShape::Text), may("usage", SchemaShape::List(&USAGE))];
    StepStarted agent STEP;
    StepFinished agent STEP;
    SubagentStarted run SUBAGENT, &[
        must("name", SchemaShape::Text), may("description", SchemaShape::Text), may("parentSubagentRunId", SchemaShape::Text),
        may("parentToolCallId", SchemaShape::Text), may("parentMessageId", SchemaShape::Text)
    ];
    SubagentFinished run SUBAGENT, &[
        old_null("result", SchemaShape::TreeValue), may("outcome", SchemaShape::OneOf(&SUBAGENT_OUTCOME))
    ];
    SubagentError run SUBAGENT, &[must("message", SchemaShape::Text), may("code", SchemaShape::Text)];
    ThinkingStart agent &[may("title", SchemaShape::Any)];
    ThinkingEnd agent;
    ThinkingMessageStart agent;
    ThinkingMessageContent agent DELTA;
    ThinkingMessageEnd agent;
}

//! Messages in attributes with a name for each value, as `OpenInference` and `OpenLLMetry` write them.

use crate::format::message_stores::{
    BesideContent, CallShape, DeclaredStore, ErrorMark, MediaShape, MessageShape, MessageStore, PartKind, PartShape,
    ReasoningShape, ResultShape, StoreRecord, StoreSpeaker, format,
};
use crate::format::{Family, Format};
use crate::model::{MediaKind, Role};

/// `{"messages":[{"message":{"role":"user","contents":[{"message_content":{"type":"text","text":"Hi"}}]}}]}`
pub(super) const OPEN_INFERENCE: Format = format::<OpenInference>();

/// `{"messages":[{"role":"user","content":"Hi"}]}`
pub(super) const OPEN_LLMETRY: Format = format::<OpenLlmetry>();

struct OpenInference;

impl DeclaredStore for OpenInference {
    const STORE: &'static MessageStore = &MessageStore {
        name: "otel",
        aliases: &[],
        summary: "OpenInference: messages of spans",
        family: Family::Export,
        source: "openinference-semantic-conventions 0.1.42",
        signs: &[],
        evidence: "spans with `llm.input_messages`",
        record: StoreRecord::MESSAGES,
        message: MessageShape {
            object: &["message"],
            author: &["name"],
            content: &["contents", "content"],
            beside: BesideContent { calls: &["tool_calls"], call: CALL, ..BesideContent::NOTHING },
            result: ResultShape { id: &["tool_call_id"], name: &["name"], ..ResultShape::NONE },
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("message_content/type=text", PartKind::Text(&["message_content/text"])),
            PartShape::new(
                "message_content/type=reasoning",
                // Its signature stays a field: nothing says whose it is.
                PartKind::Reasoning(ReasoningShape::text(&["message_content/text"])),
            ),
            PartShape::new(
                "message_content/type=image",
                PartKind::Media(MediaShape {
                    kind: MediaKind::Image,
                    url: &["message_content/image/image/url"],
                    ..MediaShape::NONE
                }),
            ),
            PartShape::new("message_content/type=tool_use", PartKind::Call(CALL)),
        ],
        repeated: &["type=text|reasoning|image", r#"message_content={"type":"tool_use"}"#],
    };
}

/// The same among the parts and next to them.
const CALL: CallShape = CallShape {
    id: &["tool_call/id"],
    name: &["tool_call/function/name"],
    arguments: &["tool_call/function/arguments"],
};

struct OpenLlmetry;

impl DeclaredStore for OpenLlmetry {
    const STORE: &'static MessageStore = &MessageStore {
        name: "otel",
        aliases: &[],
        summary: "OpenLLMetry: messages of spans",
        family: Family::Export,
        source: "opentelemetry-instrumentation-openai and -anthropic 0.40.14",
        signs: &[],
        evidence: "spans with `gen_ai.prompt`",
        record: StoreRecord::MESSAGES,
        message: MessageShape {
            speakers: SPEAKERS,
            finish: &["finish_reason"],
            content: &["content"],
            beside: BesideContent {
                calls: &["tool_calls"],
                call: CallShape { id: &["id"], name: &["name"], arguments: &["arguments"] },
                ..BesideContent::NOTHING
            },
            result: ResultShape { id: &["tool_call_id"], ..ResultShape::NONE },
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("type=text", PartKind::Text(&["text"])),
            PartShape::new(
                "type=image_url",
                PartKind::Media(MediaShape {
                    kind: MediaKind::Image,
                    url: &["image_url/url"],
                    detail: &["image_url/detail"],
                    ..MediaShape::NONE
                }),
            ),
            PartShape::new(
                "type=image source/type=base64",
                PartKind::Media(MediaShape {
                    kind: MediaKind::Image,
                    bytes: &["source/data"],
                    media_type: &["source/media_type"],
                    ..MediaShape::NONE
                }),
            ),
            PartShape::new(
                "type=image source/type=url",
                PartKind::Media(MediaShape { kind: MediaKind::Image, url: &["source/url"], ..MediaShape::NONE }),
            ),
            PartShape::new(
                "type=thinking",
                PartKind::Reasoning(ReasoningShape {
                    signature: &["signature"],
                    family: "anthropic",
                    ..ReasoningShape::text(&["thinking"])
                }),
            ),
            PartShape::new(
                "type=tool_use",
                PartKind::Call(CallShape { id: &["id"], name: &["name"], arguments: &["input"] }),
            ),
            PartShape::new(
                "type=tool_result",
                PartKind::Result(ResultShape {
                    id: &["tool_use_id"],
                    output: &["content"],
                    errors: &[ErrorMark::Flag("is_error")],
                    ..ResultShape::NONE
                }),
            ),
        ],
        repeated: &["type=text|image_url|image|base64|url|thinking|tool_use|tool_result"],
    };
}

/// The usual ones, and one whose texts are reasoning.
const SPEAKERS: &[StoreSpeaker] = &[
    StoreSpeaker::new("system", Role::System),
    StoreSpeaker::new("developer", Role::Developer),
    StoreSpeaker::new("user", Role::User),
    StoreSpeaker::new("assistant", Role::Assistant),
    StoreSpeaker::new("tool", Role::Tool),
    StoreSpeaker::reasoning("thinking"),
];

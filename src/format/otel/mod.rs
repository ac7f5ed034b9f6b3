//! OpenTelemetry: spans with messages by the names of the `GenAI` conventions, of `OpenInference` and of `OpenLLMetry`, and lists of
//! messages of the `GenAI` conventions. Read only.
//!
//! ```json
//! {"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"5b8e","attributes":[{"key":"gen_ai.input.messages","value":{"stringValue":"[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"Hi\"}]}]"}}]}]}]}]}
//! ```
//!
//! Each span of a request is a conversation: its input and its output. A span that a later one continues is a part of that
//! conversation.
//!
//! Source: opentelemetry-semantic-conventions 0.65b0; spans of pydantic-ai 2.68.0 by opentelemetry-sdk 1.45.1, as OTLP JSON and
//! as `ReadableSpan.to_json`; spans of openinference-instrumentation-openai 0.1.66 and -anthropic 3.1.0, and of
//! opentelemetry-instrumentation-openai and -anthropic 0.40.14 and 0.62.4.

mod flattened;
mod namings;
mod read;
mod record;
mod schema;
mod span;
mod tools;

use serde_json::Value;

use super::message_stores::{
    CallShape, DeclaredStore, MediaShape, MessageShape, MessageStore, PartKind, PartShape, ReasoningShape, ResultShape,
    StoreRecord, format,
};
use super::shared::{LogEntries, read_entries};
use super::signs::RecordSign;
use super::{Family, Format, FormatShape, FramingRules, Reading, Score};
use crate::json::Node;
use crate::model::Conversation;
use crate::report::{Refused, shape};

pub(super) static FORMAT: Format = Format {
    score,
    framing: FramingRules { session_of: Some(span::session_of), ..MESSAGES_FORMAT.framing },
    read,
    shape: FormatShape {
        ids: None,
        media: None,
        schema: Some(|printer| {
            let messages = MESSAGES_FORMAT.shape.schema.map_or(Value::Bool(true), |messages| messages(printer));
            schema::schema(&messages, printer)
        }),
        ..MESSAGES_FORMAT.shape
    },
    ..MESSAGES_FORMAT
};

/// That of lists of messages.
const MESSAGES_FORMAT: Format = format::<OpenTelemetry>();

struct OpenTelemetry;

impl DeclaredStore for OpenTelemetry {
    const STORE: &'static MessageStore = &MessageStore {
        name: "otel",
        aliases: &["opentelemetry"],
        summary: "OpenTelemetry: spans of the `GenAI` conventions, OpenInference and OpenLLMetry, and their messages",
        family: Family::Export,
        source: "opentelemetry-semantic-conventions 0.65b0, openinference-semantic-conventions 0.1.42, OpenLLMetry 0.40 and 0.62",
        signs: &[
            RecordSign::new("@role parts#(type=tool_call|tool_call_response)"),
            RecordSign::new("@role parts#(type,content)"),
            RecordSign::new("resourceSpans:list"),
            RecordSign::new("scopeSpans:list"),
            RecordSign::new("context attributes start_time"),
            RecordSign::new("traceId attributes startTimeUnixNano"),
            RecordSign::new("attributes/gen_ai.*"),
        ],
        evidence: "messages with `parts` that have a type",
        record: StoreRecord { system: &["system"], ..StoreRecord::MESSAGES },
        message: MessageShape {
            author: &["name"],
            finish: &["finish_reason"],
            content: &["parts"],
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("type=text", PartKind::Text(&["content", "text"])),
            PartShape::new("type=reasoning|thinking", PartKind::Reasoning(ReasoningShape::text(&["content"]))),
            PartShape::new(
                "type=tool_call",
                PartKind::Call(CallShape { id: &["id"], name: &["name"], arguments: &["arguments"] }),
            ),
            PartShape::new(
                "type=tool_call_response",
                PartKind::Result(ResultShape {
                    id: &["id"],
                    name: &["name"],
                    output: &["response", "result"],
                    errors: &[],
                }),
            ),
            PartShape::new(
                "type=blob",
                PartKind::Media(MediaShape { bytes: &["content"], media_type: &["mime_type"], ..MediaShape::NONE }),
            ),
            PartShape::new(
                "type=uri",
                PartKind::Media(MediaShape { url: &["uri"], media_type: &["mime_type"], ..MediaShape::NONE }),
            ),
        ],
        repeated: &["type=text|reasoning|thinking|tool_call|tool_call_response|blob|uri", "modality=image|audio|video"],
    };
}

fn score(root: Node<'_, '_>) -> Option<Score> {
    if span::spans_of(root).into_iter().any(|span| span::naming_of(span).is_some()) {
        return Some(Score::new(253, "spans with messages"));
    }
    if span::is_export(root) {
        return Some(Score::new(253, "spans of OpenTelemetry"));
    }
    (MESSAGES_FORMAT.score)(root)
}

fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let spans = span::spans_of(root);
    let is_export = span::is_export(root);
    if spans.is_empty() && !is_export {
        return (MESSAGES_FORMAT.read)(root, reading);
    }
    if is_export && !spans.iter().any(|span| span::naming_of(*span).is_some()) {
        let why = "no span has messages: `gen_ai.input.messages`, `llm.input_messages` or `gen_ai.prompt`";
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why).helping(
            "keep the requests that the program sends to its service: turnwise reads those of openai, anthropic, gemini and bedrock",
        ));
    }
    read_entries(root, &LogEntries { all: spans, name: "span", read: read::read_span }, reading)
}

//! Microsoft Agent Framework and Microsoft.Extensions.AI: messages and sessions, read only.
//!
//! ```json
//! [{"type":"message","role":"user","contents":[{"type":"text","text":"Hi"}]}]
//! ```
//!
//! Python writes `type` and snake case, .NET writes `$type` and camel case. A result has its output twice, as `result` and as `items`.
//!
//! Source: agent-framework-core 1.23.0, `ChatMessage.to_dict`; the .NET spelling from the documentation of Microsoft.Extensions.AI.

use super::message_stores::{
    CallShape, DeclaredStore, ErrorMark, ListArrangement, MediaShape, MessageShape, MessageStore, PartKind, PartShape,
    ReasoningShape, ResultShape, StoreRecord, format,
};
use super::signs::RecordSign;
use super::{Family, Format};

pub(super) static FORMAT: Format = format::<MsAgent>();

struct MsAgent;

const MEDIA: MediaShape = MediaShape { url: &["uri"], media_type: &["media_type", "mediaType"], ..MediaShape::NONE };

impl DeclaredStore for MsAgent {
    const STORE: &'static MessageStore = &MessageStore {
        name: "ms-agent",
        aliases: &["agent-framework", "extensions-ai"],
        summary: "Microsoft Agent Framework and Microsoft.Extensions.AI: messages and sessions",
        family: Family::Framework,
        source: "agent-framework-core 1.23.0, `ChatMessage.to_dict`",
        signs: &[
            RecordSign::new("@contents#($type)"),
            RecordSign::new("@role contents:list"),
            RecordSign::new("type=session session_id state:object"),
        ],
        evidence: "messages with `contents`",
        record: StoreRecord {
            lists: &["messages", "state/*/messages"],
            arrangement: ListArrangement::Separate,
            links: &["call_id", "callId"],
            ..StoreRecord::MESSAGES
        },
        message: MessageShape {
            id: &["message_id", "messageId"],
            author: &["author_name", "authorName"],
            content: &["contents"],
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("type=text", PartKind::Text(&["text"])),
            PartShape::new("$type=text", PartKind::Text(&["text"])),
            PartShape::new("type=text_reasoning", PartKind::Reasoning(ReasoningShape::text(&["text"]))),
            PartShape::new("$type=reasoning", PartKind::Reasoning(ReasoningShape::text(&["text"]))),
            PartShape::new("type=uri|data", PartKind::Media(MEDIA)),
            PartShape::new("$type=uri|data", PartKind::Media(MEDIA)),
            PartShape::new(
                "type=function_call",
                PartKind::Call(CallShape { id: &["call_id"], name: &["name"], arguments: &["arguments"] }),
            ),
            PartShape::new(
                "$type=functionCall",
                PartKind::Call(CallShape { id: &["callId"], name: &["name"], arguments: &["arguments"] }),
            ),
            PartShape::new(
                "type=function_result",
                PartKind::Result(ResultShape {
                    id: &["call_id"],
                    output: &["items", "result"],
                    errors: &[ErrorMark::Given("exception")],
                    ..ResultShape::NONE
                }),
            ),
            PartShape::new(
                "$type=functionResult",
                PartKind::Result(ResultShape { id: &["callId"], output: &["result"], ..ResultShape::NONE }),
            ),
        ],
        repeated: &[
            "type=session|message|text|text_reasoning|uri|data|function_call|function_result",
            "$type=text|reasoning|uri|data|functionCall|functionResult",
            "hosted=false",
        ],
    };
}

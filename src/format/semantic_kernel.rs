//! Semantic Kernel: chat histories, read only.
//!
//! ```json
//! {"messages":[{"content_type":"message","role":"user","items":[{"content_type":"text","text":"Hi"}]}]}
//! ```
//!
//! Names of functions are `plugin-function`.
//!
//! Source: semantic-kernel 1.45.0 (Python), `ChatHistory.serialize`.

use super::message_stores::{
    CallShape, DeclaredStore, MediaShape, MessageShape, MessageStore, PartKind, PartShape, Paths, ReasoningShape,
    ResultShape, StoreRecord, format,
};
use super::signs::RecordSign;
use super::{Family, Format};
use crate::model::MediaKind;

pub(super) static FORMAT: Format = format::<SemanticKernel>();

struct SemanticKernel;

const FUNCTION: Paths = &["name", "function_name"];

impl DeclaredStore for SemanticKernel {
    const STORE: &'static MessageStore = &MessageStore {
        name: "semantic-kernel",
        aliases: &[],
        summary: "Semantic Kernel: chat histories",
        family: Family::Framework,
        source: "semantic-kernel 1.45.0 for Python, `ChatHistory.serialize`",
        signs: &[RecordSign::new("@role items#(content_type)"), RecordSign::new("@role items#($type)")],
        evidence: "messages with `items` of a `content_type`",
        record: StoreRecord { links: &["call_id"], ..StoreRecord::MESSAGES },
        message: MessageShape {
            author: &["name"],
            finish: &["finish_reason"],
            content: &["items"],
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("content_type=text", PartKind::Text(&["text"])),
            PartShape::new("content_type=reasoning", PartKind::Reasoning(ReasoningShape::text(&["text"]))),
            PartShape::new("content_type=image", media(MediaKind::Image)),
            PartShape::new("content_type=audio", media(MediaKind::Audio)),
            PartShape::new("content_type=binary", media(MediaKind::Unknown)),
            PartShape::new(
                "content_type=function_call",
                PartKind::Call(CallShape { id: &["id", "call_id"], name: FUNCTION, arguments: &["arguments"] }),
            ),
            PartShape::new(
                "content_type=function_result",
                PartKind::Result(ResultShape {
                    id: &["id", "call_id"],
                    name: FUNCTION,
                    output: &["result"],
                    errors: &[],
                }),
            ),
        ],
        repeated: &["content_type=message|text|reasoning|image|audio|binary|function_call|function_result"],
    };
}

const fn media(kind: MediaKind) -> PartKind {
    PartKind::Media(MediaShape { kind, url: &["data_uri", "uri"], media_type: &["mime_type"], ..MediaShape::NONE })
}

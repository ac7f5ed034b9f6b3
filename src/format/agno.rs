//! Agno: sessions with the messages of their runs, read only.
//!
//! ```json
//! {"session_id":"s","runs":[{"run_id":"r","messages":[{"role":"user","content":"Hi","from_history":false}]}]}
//! ```
//!
//! Messages are those of Chat Completions, with more members. A run repeats messages of earlier runs, which are marked.
//!
//! Source: agno 3.1.10, `Message.to_dict` and `AgentSession`.

use super::message_stores::{
    BesideContent, DeclaredStore, ErrorMark, MediaShape, MessageShape, MessageStore, PartKind, PartShape, ResultShape,
    StoreRecord, format,
};
use super::signs::RecordSign;
use super::{Family, Format};
use crate::model::MediaKind;

pub(super) static FORMAT: Format = format::<Agno>();

struct Agno;

impl DeclaredStore for Agno {
    const STORE: &'static MessageStore = &MessageStore {
        name: "agno",
        aliases: &[],
        summary: "Agno: sessions with the messages of their runs",
        family: Family::Framework,
        source: "agno 3.1.10, `Message.to_dict` and `AgentSession`",
        signs: &[
            RecordSign::new("@role from_history stop_after_tool_call"),
            RecordSign::new("@role stop_after_tool_call created_at"),
            RecordSign::new("@role tool_call_error tool_call_id"),
            RecordSign::new("session_id runs#(run_id,messages:list)"),
        ],
        evidence: "messages with `stop_after_tool_call`, or runs of a session",
        record: StoreRecord {
            lists: &["runs/*/messages", "messages"],
            id: &["session_id"],
            links: &["tool_call_id"],
            ..StoreRecord::MESSAGES
        },
        message: MessageShape {
            copy: Some(RecordSign::new("from_history=true")),
            id: &["id"],
            author: &["name"],
            content: &["content"],
            beside: BesideContent {
                reasoning: &["reasoning_content"],
                calls: &["tool_calls"],
                ..BesideContent::NOTHING
            },
            result: ResultShape {
                id: &["tool_call_id"],
                name: &["tool_name"],
                errors: &[ErrorMark::Flag("tool_call_error")],
                ..ResultShape::NONE
            },
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("type=text", PartKind::Text(&["text"])),
            PartShape::new(
                "type=image_url",
                PartKind::Media(MediaShape { kind: MediaKind::Image, url: &["image_url/url"], ..MediaShape::NONE }),
            ),
        ],
        repeated: &["type=text|image_url|function", "from_history=false"],
    };
}

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
    Beside, DeclaredStore, ErrorMark, MediaShape, MessageShape, MessageStore, PartKind, PartShape, ResultShape,
    StoreRecord, format,
};
use super::signs::Sign;
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
            Sign::new("@role from_history stop_after_tool_call"),
            Sign::new("@role stop_after_tool_call created_at"),
            Sign::new("@role tool_call_error tool_call_id"),
            Sign::new("session_id runs#(run_id,messages:list)"),
        ],
        evidence: "messages with `stop_after_tool_call`, or runs of a session",
        record: StoreRecord { lists: &["runs/*/messages", "messages"], id: &["session_id"], ..StoreRecord::MESSAGES },
        message: MessageShape {
            copy: Some(Sign::new("from_history=true")),
            id: &["id"],
            author: &["name"],
            content: &["content"],
            beside: Beside { reasoning: &["reasoning_content"], calls: &["tool_calls"], ..Beside::NOTHING },
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
        repeated: &["type", "tool_args", "session_id"],
    };
}

//! Droid of Factory: sessions, read only. Lines have messages of Anthropic, and each names the one before it.
//!
//! ```json
//! {"type":"message","id":"m1","parentId":null,"timestamp":"2026-02-01T00:00:01Z","message":{"role":"user","content":[{"type":"text","text":"Hi"}]}}
//! ```
//!
//! Source: readers of two other projects, and fixtures of the Hugging Face Hub, which accepts these files as session traces.

use super::message_stores::{
    CallShape, DeclaredStore, ErrorMark, ListArrangement, MediaShape, MessageShape, MessageStore, PartKind, PartShape,
    ReasoningShape, ResultShape, StoreRecord, TreeShape, format,
};
use super::signs::RecordSign;
use super::{Family, Format};
use crate::model::MediaKind;

pub(super) static FORMAT: Format = format::<FactoryDroid>();

struct FactoryDroid;

impl DeclaredStore for FactoryDroid {
    const STORE: &'static MessageStore = &MessageStore {
        name: "factory-droid",
        aliases: &["droid"],
        summary: "Factory's droid: sessions, a line for each message",
        family: Family::Session,
        source: "files of sessions in ~/.factory/sessions",
        signs: &[
            RecordSign::new("@type=session_start"),
            RecordSign::new("@type=message message/content#(type=tool_use)"),
            RecordSign::new("@type=message message/content#(type=tool_result)"),
        ],
        evidence: "lines of the types `session_start` and `message`",
        record: StoreRecord {
            arrangement: ListArrangement::Tree(TreeShape {
                id: &["id"],
                parent: &["parentId"],
                children: "",
                active: &[],
            }),
            is_session: true,
            ..StoreRecord::MESSAGES
        },
        message: MessageShape { object: &["message"], content: &["content"], ..MessageShape::ROLE },
        parts: &[
            PartShape::new("type=text", PartKind::Text(&["text"])),
            PartShape::new("type=thinking", PartKind::Reasoning(ReasoningShape::text(&["thinking"]))),
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
            PartShape::new(
                "type=image",
                PartKind::Media(MediaShape {
                    kind: MediaKind::Image,
                    bytes: &["source/data"],
                    url: &["source/url"],
                    media_type: &["source/media_type"],
                    ..MediaShape::NONE
                }),
            ),
        ],
        repeated: &["type=message|text|thinking|tool_use|tool_result|image|base64|url"],
    };
}

//! `LibreChat`: exported conversations, read only. Messages are nested, or name the one before them.
//!
//! ```json
//! {"conversationId":"c","recursive":true,"messages":[{"messageId":"m1","text":"Hi","isCreatedByUser":true,"children":[
//!  {"messageId":"m2","parentMessageId":"m1","text":"Hello","isCreatedByUser":false,"children":[]}]}]}
//! ```
//!
//! Source: the importer of `LibreChat`, and the readers of two other projects.

use super::message_stores::{
    CallShape, DeclaredStore, ListArrangement, MediaShape, MessageShape, MessageStore, PartKind, PartShape,
    ReasoningShape, ResultShape, StoreRecord, StoreSpeaker, TreeShape, format,
};
use super::signs::RecordSign;
use super::{Family, Format};
use crate::model::{MediaKind, Role};

pub(super) static FORMAT: Format = format::<LibreChat>();

struct LibreChat;

impl DeclaredStore for LibreChat {
    const STORE: &'static MessageStore = &MessageStore {
        name: "librechat",
        aliases: &[],
        summary: "LibreChat: exported conversations, with their branches",
        family: Family::Export,
        source: "LibreChat 0.8, exports as JSON",
        signs: &[
            RecordSign::new("messages#(isCreatedByUser)"),
            RecordSign::new("@isCreatedByUser sender"),
            RecordSign::new("conversationId recursive messages"),
        ],
        evidence: "messages with `isCreatedByUser`",
        record: StoreRecord {
            arrangement: ListArrangement::Tree(TreeShape {
                id: &["messageId"],
                parent: &["parentMessageId"],
                children: "children",
                active: &[],
            }),
            id: &["conversationId"],
            links: &["overrideParentMessageId"],
            ..StoreRecord::MESSAGES
        },
        message: MessageShape {
            speaker: &["isCreatedByUser"],
            speakers: &[StoreSpeaker::new("true", Role::User), StoreSpeaker::new("false", Role::Assistant)],
            id: &["messageId"],
            content: &["content", "text"],
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("type=text", PartKind::Text(&["text/value", "text"])),
            PartShape::new("type=think", PartKind::Reasoning(ReasoningShape::text(&["think/value", "think"]))),
            PartShape::new(
                "type=tool_call",
                PartKind::Answered(
                    CallShape { id: &["tool_call/id"], name: &["tool_call/name"], arguments: &["tool_call/args"] },
                    ResultShape {
                        id: &["tool_call/id"],
                        name: &["tool_call/name"],
                        output: &["tool_call/output"],
                        errors: &[],
                    },
                ),
            ),
            PartShape::new(
                "type=image_url",
                PartKind::Media(MediaShape { kind: MediaKind::Image, url: &["image_url/url"], ..MediaShape::NONE }),
            ),
        ],
        repeated: &["type=text|think|tool_call|image_url"],
    };
}

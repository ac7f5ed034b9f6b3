//! `DeepSeek`: conversations of a data export, read only. `conversations.json` is an array of them.
//!
//! ```json
//! {"id":"c","title":"T","inserted_at":"…","mapping":{"root":{"id":"root","parent":null,"message":null},
//!  "1":{"id":"1","parent":"root","message":{"fragments":[{"type":"REQUEST","content":"Hi"}]}}}}
//! ```
//!
//! Source: exports, and the readers of three other projects; there is no documentation.

use super::message_stores::{
    DeclaredStore, ListArrangement, MessageShape, MessageStore, PartKind, PartShape, ReasoningShape, StoreRecord,
    StoreSpeaker, TreeShape, format,
};
use super::signs::RecordSign;
use super::{Family, Format};
use crate::model::Role;

pub(super) static FORMAT: Format = format::<DeepSeekExport>();

struct DeepSeekExport;

impl DeclaredStore for DeepSeekExport {
    const STORE: &'static MessageStore = &MessageStore {
        name: "deepseek-export",
        aliases: &[],
        summary: "DeepSeek: conversations of a data export (`conversations.json`), with their branches",
        family: Family::Export,
        source: "data exports of DeepSeek, 2025 and 2026",
        signs: &[RecordSign::new("mapping/*/message/fragments"), RecordSign::new("mapping inserted_at")],
        evidence: "`mapping` with fragments",
        record: StoreRecord {
            lists: &["mapping"],
            links: &["mapping", "children"],
            arrangement: ListArrangement::Tree(TreeShape {
                id: &["id"],
                parent: &["parent"],
                children: "",
                active: &[],
            }),
            ..StoreRecord::MESSAGES
        },
        message: MessageShape {
            object: &["message"],
            speaker: &["fragments/0/type"],
            speakers: &[
                StoreSpeaker::new("REQUEST", Role::User),
                StoreSpeaker::new("RESPONSE", Role::Assistant),
                StoreSpeaker::new("THINK", Role::Assistant),
                StoreSpeaker::new("SEARCH", Role::Assistant),
                StoreSpeaker::new("READ_LINK", Role::Assistant),
            ],
            has_events: true,
            content: &["fragments"],
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("type=REQUEST|RESPONSE", PartKind::Text(&["content"])),
            PartShape::new("type=THINK", PartKind::Reasoning(ReasoningShape::text(&["content"]))),
        ],
        repeated: &["type=REQUEST|RESPONSE|THINK"],
    };
}

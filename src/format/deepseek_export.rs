//! `DeepSeek`: conversations of a data export, read only. `conversations.json` is an array of them.
//!
//! ```json
//! {"id":"c","title":"T","inserted_at":"…","mapping":{"root":{"id":"root","parent":null,"message":null},
//!  "1":{"id":"1","parent":"root","message":{"fragments":[{"type":"REQUEST","content":"Hi"}]}}}}
//! ```
//!
//! Source: exports, and the readers of three other projects; there is no documentation.

use super::message_stores::{
    Arrangement, DeclaredStore, MessageShape, MessageStore, PartKind, PartShape, ReasoningShape, Speaker, StoreRecord,
    TreeShape, format,
};
use super::signs::Sign;
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
        signs: &[Sign::new("mapping/*/message/fragments"), Sign::new("mapping inserted_at")],
        evidence: "`mapping` with fragments",
        record: StoreRecord {
            lists: &["mapping"],
            arrangement: Arrangement::Tree(TreeShape { id: &["id"], parent: &["parent"], children: "", active: &[] }),
            ..StoreRecord::MESSAGES
        },
        message: MessageShape {
            object: &["message"],
            speaker: &["fragments/0/type"],
            speakers: &[
                Speaker::new("REQUEST", Role::User),
                Speaker::new("RESPONSE", Role::Assistant),
                Speaker::new("THINK", Role::Assistant),
                Speaker::new("SEARCH", Role::Assistant),
                Speaker::new("READ_LINK", Role::Assistant),
            ],
            has_events: true,
            content: &["fragments"],
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("type=REQUEST|RESPONSE", PartKind::Text(&["content"])),
            PartShape::new("type=THINK", PartKind::Reasoning(ReasoningShape::text(&["content"]))),
        ],
        repeated: &["type", "children"],
    };
}

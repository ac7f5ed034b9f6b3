//! GitHub Copilot CLI: the events of a session, read only.
//!
//! ```json
//! {"type":"user.message","data":{"content":"List files"},"id":"e1","timestamp":"2026-02-01T00:00:01Z","parentId":null}
//! ```
//!
//! Other events are dropped and reported, such as the start of a call, which repeats the request of the model.
//!
//! Source: tests and descriptions of four other projects that read `~/.copilot/session-state/ID/events.jsonl`.

use super::message_stores::{
    BesideContent, CallShape, DeclaredStore, ErrorMark, MessageShape, MessageStore, ResultShape, StoreRecord,
    StoreSpeaker, format,
};
use super::signs::RecordSign;
use super::{Family, Format};
use crate::model::Role;

pub(super) static FORMAT: Format = format::<CopilotCli>();

struct CopilotCli;

impl DeclaredStore for CopilotCli {
    const STORE: &'static MessageStore = &MessageStore {
        name: "copilot-cli",
        aliases: &["copilot"],
        summary: "GitHub Copilot CLI: the events of a session",
        family: Family::Session,
        source: "copilot 0.0.369 to 1.0.80, `events.jsonl`",
        signs: &[RecordSign::new(
            "@type=session.*|user.message|system.message|assistant.*|tool.*|abort|hook.*|subagent.*|skill.* data:object timestamp",
        )],
        evidence: "events like `user.message` with `data`",
        record: StoreRecord {
            lists: &["events"],
            links: &["toolCallId", "parentToolCallId"],
            is_session: true,
            ..StoreRecord::MESSAGES
        },
        message: MessageShape {
            speaker: &["type"],
            speakers: &[
                StoreSpeaker::new("system.message", Role::System),
                StoreSpeaker::new("user.message", Role::User),
                StoreSpeaker::new("assistant.message", Role::Assistant),
                StoreSpeaker::new("tool.execution_complete", Role::Tool),
            ],
            has_events: true,
            copy: Some(RecordSign::new("type=tool.execution_start|assistant.message_delta|assistant.reasoning_delta")),
            id: &["data/messageId"],
            content: &["data/content", "data/result/content", "data/error/message"],
            beside: BesideContent {
                reasoning: &["data/reasoningText"],
                calls: &["data/toolRequests"],
                call: CallShape { id: &["toolCallId"], name: &["name"], arguments: &["arguments"] },
                ..BesideContent::NOTHING
            },
            result: ResultShape {
                id: &["data/toolCallId"],
                name: &["data/toolName"],
                errors: &[ErrorMark::Unless("data/success")],
                ..ResultShape::NONE
            },
            ..MessageShape::ROLE
        },
        parts: &[],
        repeated: &[],
    };
}

//! `AutoGen`: messages of agents, results of tasks, and saved states, read only. Each agent of a team has a conversation.
//!
//! ```json
//! {"type":"AssistantAgentState","llm_context":{"messages":[{"type":"UserMessage","source":"user","content":"Hi"}]}}
//! ```
//!
//! Messages have no role: their type says it, and `source` is the name of the speaker.
//!
//! Source: autogen-agentchat 0.7.5, `save_state` and `dump`.

use super::message_stores::{
    BesideContent, CallShape, DeclaredStore, ErrorMark, ListArrangement, MediaShape, MessageShape, MessageStore,
    PartKind, PartShape, ResultShape, StoreRecord, StoreSpeaker, format,
};
use super::signs::RecordSign;
use super::{Family, Format};
use crate::model::{MediaKind, Role};

pub(super) static FORMAT: Format = format::<AutoGen>();

struct AutoGen;

impl DeclaredStore for AutoGen {
    const STORE: &'static MessageStore = &MessageStore {
        name: "autogen",
        aliases: &[],
        summary: "AutoGen: messages of agents, and states of agents and teams",
        family: Family::Framework,
        source: "autogen-agentchat 0.7.5, `save_state` and `dump`",
        signs: &[
            RecordSign::new("@!role source models_usage"),
            RecordSign::new(
                "@!role content type=TextMessage|MultiModalMessage|ThoughtEvent|ToolCall*|HandoffMessage|StopMessage",
            ),
            RecordSign::new("@!role content type=UserMessage|AssistantMessage|FunctionExecutionResultMessage"),
            RecordSign::new("type=*State llm_context/messages"),
            RecordSign::new("type=*State version agent_states"),
            RecordSign::new("type=*State version message_thread"),
        ],
        evidence: "messages of a type and a source, or the state of an agent",
        record: StoreRecord {
            lists: &[
                "messages",
                "llm_context/messages",
                "agent_states/*/agent_state/llm_context/messages",
                "agent_states/*/message_thread",
                "message_thread",
            ],
            arrangement: ListArrangement::Separate,
            links: &["id", "call_id"],
            ..StoreRecord::MESSAGES
        },
        message: MessageShape {
            speaker: &["type"],
            speakers: &[
                StoreSpeaker::new("SystemMessage", Role::System),
                StoreSpeaker::new("UserMessage", Role::User),
                StoreSpeaker::new("AssistantMessage", Role::Assistant),
                StoreSpeaker::new("FunctionExecutionResultMessage", Role::Tool),
                StoreSpeaker::new("TextMessage", Role::User).with("source=user"),
                StoreSpeaker::new("TextMessage", Role::Assistant),
                StoreSpeaker::new("MultiModalMessage", Role::User).with("source=user"),
                StoreSpeaker::new("MultiModalMessage", Role::Assistant),
                StoreSpeaker::new("HandoffMessage", Role::User).with("source=user"),
                StoreSpeaker::new("HandoffMessage", Role::Assistant),
                StoreSpeaker::new("StopMessage", Role::User).with("source=user"),
                StoreSpeaker::new("StopMessage", Role::Assistant),
                StoreSpeaker::new("ToolCallRequestEvent", Role::Assistant),
                StoreSpeaker::new("ToolCallExecutionEvent", Role::Tool),
                StoreSpeaker::reasoning("ThoughtEvent"),
            ],
            has_events: true,
            copy: Some(RecordSign::new("type=ToolCallSummaryMessage|ModelClientStreamingChunkEvent")),
            id: &["id"],
            author: &["source"],
            content: &["content"],
            beside: BesideContent { reasoning: &["thought"], ..BesideContent::NOTHING },
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new(
                "arguments name",
                PartKind::Call(CallShape { id: &["id"], name: &["name"], arguments: &["arguments"] }),
            ),
            PartShape::new(
                "call_id content",
                PartKind::Result(ResultShape {
                    id: &["call_id"],
                    name: &["name"],
                    output: &["content"],
                    errors: &[ErrorMark::Flag("is_error")],
                }),
            ),
            PartShape::new(
                "data:text",
                PartKind::Media(MediaShape { kind: MediaKind::Image, bytes: &["data"], ..MediaShape::NONE }),
            ),
        ],
        repeated: &[],
    };
}

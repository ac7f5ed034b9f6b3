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
    Arrangement, Beside, CallShape, DeclaredStore, ErrorMark, MediaShape, MessageShape, MessageStore, PartKind,
    PartShape, ResultShape, Speaker, StoreRecord, format,
};
use super::signs::Sign;
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
            Sign::new("@!role source models_usage"),
            Sign::new(
                "@!role content type=TextMessage|MultiModalMessage|ThoughtEvent|ToolCall*|HandoffMessage|StopMessage",
            ),
            Sign::new("@!role content type=UserMessage|AssistantMessage|FunctionExecutionResultMessage"),
            Sign::new("type=*State llm_context/messages"),
            Sign::new("type=*State version agent_states"),
            Sign::new("type=*State version message_thread"),
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
            arrangement: Arrangement::Separate,
            ..StoreRecord::MESSAGES
        },
        message: MessageShape {
            speaker: &["type"],
            speakers: &[
                Speaker::new("SystemMessage", Role::System),
                Speaker::new("UserMessage", Role::User),
                Speaker::new("AssistantMessage", Role::Assistant),
                Speaker::new("FunctionExecutionResultMessage", Role::Tool),
                Speaker::new("TextMessage", Role::User).with("source=user"),
                Speaker::new("TextMessage", Role::Assistant),
                Speaker::new("MultiModalMessage", Role::User).with("source=user"),
                Speaker::new("MultiModalMessage", Role::Assistant),
                Speaker::new("HandoffMessage", Role::User).with("source=user"),
                Speaker::new("HandoffMessage", Role::Assistant),
                Speaker::new("StopMessage", Role::User).with("source=user"),
                Speaker::new("StopMessage", Role::Assistant),
                Speaker::new("ToolCallRequestEvent", Role::Assistant),
                Speaker::new("ToolCallExecutionEvent", Role::Tool),
                Speaker::reasoning("ThoughtEvent"),
            ],
            has_events: true,
            copy: Some(Sign::new("type=ToolCallSummaryMessage|ModelClientStreamingChunkEvent")),
            id: &["id"],
            author: &["source"],
            content: &["content"],
            beside: Beside { reasoning: &["thought"], ..Beside::NOTHING },
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

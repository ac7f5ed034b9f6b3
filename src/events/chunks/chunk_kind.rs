//! The three kinds of chunks and the names of their fields and events.

use crate::events::kind::EventType;

/// The kind of stream that a chunk belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ChunkKind {
    Text,
    Tool,
    Reasoning,
}

impl ChunkKind {
    pub(super) fn of(kind: EventType) -> Option<Self> {
        match kind {
            EventType::TextMessageChunk => Some(Self::Text),
            EventType::ToolCallChunk => Some(Self::Tool),
            EventType::ReasoningMessageChunk => Some(Self::Reasoning),
            _ => None,
        }
    }

    pub(super) fn id_key(self) -> &'static str {
        if self == Self::Tool { "toolCallId" } else { "messageId" }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Text => "text message",
            Self::Tool => "tool call",
            Self::Reasoning => "reasoning message",
        }
    }

    /// The types of the start, content and end events.
    pub(super) fn types(self) -> [&'static str; 3] {
        match self {
            Self::Text => ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"],
            Self::Tool => ["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END"],
            Self::Reasoning => ["REASONING_MESSAGE_START", "REASONING_MESSAGE_CONTENT", "REASONING_MESSAGE_END"],
        }
    }

    /// The known fields of its chunks; other fields are kept unchanged.
    pub(super) fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Text => &["messageId", "role", "delta", "name"],
            Self::Tool => &["toolCallId", "toolCallName", "parentMessageId", "delta"],
            Self::Reasoning => &["messageId", "delta"],
        }
    }

    /// The fields that later chunks may repeat but not change.
    pub(super) fn fixed(self) -> &'static [&'static str] {
        match self {
            Self::Text => &["role", "name"],
            Self::Tool => &["toolCallName", "parentMessageId"],
            Self::Reasoning => &[],
        }
    }
}

//! Event types, and the fields with the ids that events refer to.

use super::row::StoreRow;
use crate::json::{Node, Text};

macro_rules! types {
    ($($(#[$doc:meta])* $name:ident $text:literal;)*) => {
        /// The type of an event.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum EventType {
            $($(#[$doc])* $name,)*
            /// A type that this version of the protocol does not define.
            Unknown,
        }

        impl EventType {
            /// All types except [`EventType::Unknown`], the removed ones last.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The name of the type: `TEXT_MESSAGE_START`. Empty for [`EventType::Unknown`].
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                    Self::Unknown => "",
                }
            }

            /// The type with this name.
            #[must_use]
            pub fn from_name(name: &str) -> Self {
                match name {
                    $($text => Self::$name,)*
                    _ => Self::Unknown,
                }
            }
        }
    };
}

types! {
    /// A text message begins.
    TextMessageStart "TEXT_MESSAGE_START";
    /// A piece of a text message.
    TextMessageContent "TEXT_MESSAGE_CONTENT";
    /// A text message is complete.
    TextMessageEnd "TEXT_MESSAGE_END";
    /// A text message as a chunk: start, content and end in one event.
    TextMessageChunk "TEXT_MESSAGE_CHUNK";
    /// A tool call begins.
    ToolCallStart "TOOL_CALL_START";
    /// A piece of the arguments of a tool call.
    ToolCallArgs "TOOL_CALL_ARGS";
    /// A tool call is complete.
    ToolCallEnd "TOOL_CALL_END";
    /// A tool call as a chunk: start, arguments and end in one event.
    ToolCallChunk "TOOL_CALL_CHUNK";
    /// The result of a tool call.
    ToolCallResult "TOOL_CALL_RESULT";
    /// The whole state.
    StateSnapshot "STATE_SNAPSHOT";
    /// A patch of the state.
    StateDelta "STATE_DELTA";
    /// All messages.
    MessagesSnapshot "MESSAGES_SNAPSHOT";
    /// The whole content of an activity.
    ActivitySnapshot "ACTIVITY_SNAPSHOT";
    /// A patch of an activity's content.
    ActivityDelta "ACTIVITY_DELTA";
    /// A span of reasoning begins.
    ReasoningStart "REASONING_START";
    /// A span of reasoning is complete.
    ReasoningEnd "REASONING_END";
    /// A reasoning message begins.
    ReasoningMessageStart "REASONING_MESSAGE_START";
    /// A piece of a reasoning message.
    ReasoningMessageContent "REASONING_MESSAGE_CONTENT";
    /// A reasoning message is complete.
    ReasoningMessageEnd "REASONING_MESSAGE_END";
    /// A reasoning message as a chunk: start, content and end in one event.
    ReasoningMessageChunk "REASONING_MESSAGE_CHUNK";
    /// An encrypted value of a message or a tool call.
    ReasoningEncryptedValue "REASONING_ENCRYPTED_VALUE";
    /// An event of another system.
    Raw "RAW";
    /// An event of the application.
    Custom "CUSTOM";
    /// A run begins.
    RunStarted "RUN_STARTED";
    /// A run is complete.
    RunFinished "RUN_FINISHED";
    /// A run failed.
    RunError "RUN_ERROR";
    /// A step begins.
    StepStarted "STEP_STARTED";
    /// A subagent begins.
    StepFinished "STEP_FINISHED";
    /// A subagent is complete.
    SubagentStarted "SUBAGENT_STARTED";
    /// A subagent failed.
    SubagentFinished "SUBAGENT_FINISHED";
    /// Another agent failed.
    SubagentError "SUBAGENT_ERROR";
    /// Removed: [`EventType::ReasoningStart`] without an id.
    ThinkingStart "THINKING_START";
    /// Removed: [`EventType::ReasoningEnd`] without an id.
    ThinkingEnd "THINKING_END";
    /// Removed: [`EventType::ReasoningMessageStart`] without an id.
    ThinkingMessageStart "THINKING_TEXT_MESSAGE_START";
    /// Removed: [`EventType::ReasoningMessageContent`] without an id.
    ThinkingMessageContent "THINKING_TEXT_MESSAGE_CONTENT";
    /// Removed: [`EventType::ReasoningMessageEnd`] without an id.
    ThinkingMessageEnd "THINKING_TEXT_MESSAGE_END";
}

impl EventType {
    /// The type of an event; [`EventType::Unknown`] if it has none.
    #[must_use]
    pub fn of(event: Node<'_, '_>) -> Self {
        event.get("type").and_then(|node| node.text()).map_or(Self::Unknown, |name| Self::from_name(&name.decode()))
    }

    /// The field with the id of the message, call or span that the event refers to: `messageId` of a text message.
    ///
    /// `None` for types without one such id (a step has a name, a run has two ids).
    #[must_use]
    pub fn id_key(self) -> Option<&'static str> {
        match self {
            Self::TextMessageStart
            | Self::TextMessageContent
            | Self::TextMessageEnd
            | Self::TextMessageChunk
            | Self::ToolCallResult
            | Self::ActivitySnapshot
            | Self::ActivityDelta
            | Self::ReasoningStart
            | Self::ReasoningEnd
            | Self::ReasoningMessageStart
            | Self::ReasoningMessageContent
            | Self::ReasoningMessageEnd
            | Self::ReasoningMessageChunk => Some("messageId"),
            Self::ToolCallStart | Self::ToolCallArgs | Self::ToolCallEnd | Self::ToolCallChunk => Some("toolCallId"),
            Self::ReasoningEncryptedValue => Some("entityId"),
            Self::SubagentStarted | Self::SubagentFinished | Self::SubagentError => Some("subagentRunId"),
            Self::StateSnapshot
            | Self::StateDelta
            | Self::MessagesSnapshot
            | Self::Raw
            | Self::Custom
            | Self::RunStarted
            | Self::RunFinished
            | Self::RunError
            | Self::StepStarted
            | Self::StepFinished
            | Self::ThinkingStart
            | Self::ThinkingEnd
            | Self::ThinkingMessageStart
            | Self::ThinkingMessageContent
            | Self::ThinkingMessageEnd
            | Self::Unknown => None,
        }
    }

    /// True for the five types that version 1.0 of the protocol removed.
    #[must_use]
    pub fn is_removed(self) -> bool {
        matches!(
            self,
            Self::ThinkingStart
                | Self::ThinkingEnd
                | Self::ThinkingMessageStart
                | Self::ThinkingMessageContent
                | Self::ThinkingMessageEnd
        )
    }

    /// True for the three chunk types.
    #[must_use]
    pub fn is_chunk(self) -> bool {
        matches!(self, Self::TextMessageChunk | Self::ToolCallChunk | Self::ReasoningMessageChunk)
    }
}

/// An event and its place in the record.
#[derive(Clone, Copy, Debug)]
pub struct Event<'t, 'a> {
    /// The object.
    pub node: Node<'t, 'a>,
    /// Its type.
    pub kind: EventType,
    /// The row of a store that it is in.
    pub row: Option<StoreRow<'t, 'a>>,
}

impl<'t, 'a> Event<'t, 'a> {
    /// Reads the type of an event object.
    ///
    /// ```
    /// use turnwise::events::{Event, EventType};
    /// use turnwise::json::Tape;
    ///
    /// let mut tape = Tape::new();
    /// let event = Event::of(tape.parse(r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"a"}"#)?);
    /// assert_eq!(event.kind, EventType::TextMessageContent);
    /// assert!(event.id().is_some_and(|id| id.is("m1")));
    /// # Ok::<(), turnwise::json::JsonError>(())
    /// ```
    #[must_use]
    pub fn of(node: Node<'t, 'a>) -> Self {
        Self { node, kind: EventType::of(node), row: None }
    }

    /// The value of a field.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Node<'t, 'a>> {
        self.node.get(key)
    }

    /// The value of a field, if it is a string.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<Text<'a>> {
        self.get(key).and_then(|value| value.text())
    }

    /// The id that the event refers to: see [`EventType::id_key`].
    #[must_use]
    pub fn id(&self) -> Option<Text<'a>> {
        self.kind.id_key().and_then(|key| self.text(key))
    }

    /// The agent that the event belongs to; `None` for the parent agent.
    #[must_use]
    pub fn owner(&self) -> Option<Text<'a>> {
        self.text("subagentRunId")
    }

    /// True for a snapshot of `compact` that stands for the runs before its run, too.
    #[must_use]
    pub fn is_cumulative(&self) -> bool {
        let is_snapshot = matches!(self.kind, EventType::MessagesSnapshot | EventType::StateSnapshot);
        let mark = || self.metadata()?.get("turnwise")?.get("cumulative")?.as_bool();
        is_snapshot && mark() == Some(true)
    }

    /// Its metadata, if that is an object.
    #[must_use]
    pub fn metadata(&self) -> Option<Node<'t, 'a>> {
        self.get("metadata").filter(Node::is_object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn every_type_is_found_by_its_name_however_that_is_spelled() {
        let mut tape = Tape::new();
        for kind in EventType::ALL {
            let text = format!(r#"{{"type":"{}"}}"#, kind.name());
            assert_eq!(EventType::of(tape.parse(&text).unwrap()), *kind);
        }
        assert_eq!(EventType::ALL.iter().filter(|kind| !kind.is_removed()).count(), 31);
        assert_eq!(EventType::of(tape.parse(r#"{"type":"R\u0041W"}"#).unwrap()), EventType::Raw);
        for other in [r#"{"type":""}"#, r#"{"type":1}"#, "{}", "[]", r#"{"type":"raw"}"#] {
            assert_eq!(EventType::of(tape.parse(other).unwrap()), EventType::Unknown, "{other}");
        }
    }
}

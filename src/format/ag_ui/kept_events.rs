//! What a conversation keeps of events next to the messages that they make.

use super::NAME;
use super::event_values::EventValues;
use super::read::read_tools;
use super::stream::EventReader;
use crate::events::{Event, EventType, legacy};
use crate::model::Slot;

/// Fields of events that are strings.
const WORDS: &[&str] =
    &["messageId", "parentMessageId", "role", "delta", "toolCallId", "toolCallName", "entityId", "subagentRunId"];

/// True for events of which no part is in a message.
pub(super) fn is_kept_whole(kind: EventType) -> bool {
    use EventType as T;
    matches!(
        kind,
        T::RunStarted
            | T::RunFinished
            | T::RunError
            | T::StepStarted
            | T::StepFinished
            | T::Custom
            | T::Raw
            | T::SubagentStarted
            | T::SubagentFinished
            | T::SubagentError
            | T::ReasoningStart
            | T::ReasoningEnd
            | T::ThinkingStart
            | T::ThinkingEnd
            | T::Unknown
    )
}

impl<'a> EventReader<'a, '_> {
    /// Keeps what is not a message.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others are parts of messages")]
    pub(super) fn keep(&mut self, event: Event<'_, 'a>) {
        use EventType as T;
        let node = event.node;
        match event.kind {
            T::RunStarted => {
                if let Some(thread) = event.get("threadId")
                    && let Some(text) = thread.text()
                {
                    self.name_thread(text, thread.at());
                }
                if let Some(tools) = event.get("input").and_then(|input| input.get("tools"))
                    && !tools.is_empty()
                    && legacy::input(node, &mut |_, _| ()).is_none()
                {
                    read_tools(tools, EventValues::borrowed(), &mut self.conversation);
                }
                self.keep_event(event);
            }
            T::StateSnapshot | T::StateDelta => {
                self.state_at = Some(node.at());
                self.keep_details(event);
            }
            kind if is_kept_whole(kind) => self.keep_event(event),
            _ => self.keep_details(event),
        }
    }

    pub(super) fn keep_event(&mut self, event: Event<'_, 'a>) {
        let key = event.text("type").unwrap_or_default();
        self.conversation.extras.push_in(Slot::Event, NAME, key, event.node.to_raw(), event.node.at());
    }

    /// Keeps the fields of an event next to its part in a message.
    fn keep_details(&mut self, event: Event<'_, 'a>) {
        for (key, value) in event.node.members() {
            // State and seals have no message that would take their metadata.
            let is_state = matches!(event.kind, EventType::StateSnapshot | EventType::StateDelta);
            let is_seal = event.kind == EventType::ReasoningEncryptedValue;
            let is_words = !is_state && event.kind != EventType::ActivityDelta && WORDS.iter().any(|word| key.is(word));
            let is_odd = (is_words && !value.is_string())
                || (key.is("metadata") && !value.is_object())
                || (key.is("role") && event.kind == EventType::ReasoningMessageStart && !value.is("reasoning"))
                || (key.is("role") && event.kind == EventType::ToolCallResult && !value.is("tool"))
                || (key.is("subtype") && is_seal && !(value.is("message") || value.is("tool-call")));
            let is_detail = is_odd
                || key.is("timestamp")
                || key.is("rawEvent")
                || ((is_state || is_seal) && key.is("metadata"))
                || (is_state && key.is("subagentRunId"))
                || !event.kind.has_field(key);
            if is_detail && !value.is_null() {
                let key = key.text().unwrap_or_default();
                self.conversation.extras.push_in(Slot::Detail, NAME, key, value.to_raw(), value.at());
            }
        }
    }
}

//! The stored data of a message.

use std::collections::hash_map::DefaultHasher;

use crate::json::Node;

/// A message of the conversation.
#[derive(Clone, Debug)]
pub(super) struct KnownMessage {
    pub(super) role: TranscriptRole,
    pub(super) has_parts: bool,
    /// The hash of its text so far.
    pub(super) text: DefaultHasher,
    /// Its place in the conversation.
    pub(super) order: u64,
    /// The number of the snapshot that it was added by.
    pub(super) epoch: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TranscriptRole {
    Text,
    Tool,
    Activity,
    Reasoning,
}

impl TranscriptRole {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Text => "a text message",
            Self::Tool => "a tool message",
            Self::Activity => "an activity",
            Self::Reasoning => "a thought",
        }
    }

    pub(super) fn of(message: Node<'_, '_>) -> Self {
        let role = message.get("role");
        let is = |name: &str| role.is_some_and(|role| role.is(name));
        match () {
            () if is("tool") => Self::Tool,
            () if is("activity") => Self::Activity,
            () if is("reasoning") => Self::Reasoning,
            () => Self::Text,
        }
    }
}

//! The container that is written, for formats that have lists, bodies and response objects.

use crate::format::{Container, Writing};
use crate::model::{Conversation, Role};

/// The container that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The bare list of messages.
    List,
    /// The request body.
    Body,
    /// What the service answered.
    Response,
}

impl Shape {
    /// The one that was asked for; where the format stays the same, the one the record had.
    #[must_use]
    pub fn of(conversation: &Conversation<'_>, own: &str, writing: &Writing<'_>) -> Self {
        let is_kept = writing.options.container == Container::Kept && conversation.origin == own;
        match (writing.options.container, conversation.shape) {
            (Container::List, _) => Self::List,
            (_, "list") if is_kept => Self::List,
            (_, "response") if is_kept && is_one_answer(conversation) => Self::Response,
            (Container::Body | Container::Kept, _) => Self::Body,
        }
    }
}

/// A response holds one answer and nothing else, or not even that.
fn is_one_answer(conversation: &Conversation<'_>) -> bool {
    match conversation.messages.as_slice() {
        [] => conversation.tools.is_empty(),
        [message] => matches!(message.role, Role::Assistant) && conversation.tools.is_empty(),
        _ => false,
    }
}

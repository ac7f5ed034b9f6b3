//! A branch: a sequence of messages of a conversation.

use super::extras::Extras;
use crate::json::{At, Text};

/// One of several sequences of the messages of a conversation.
#[derive(Clone, Debug, Default)]
pub struct Branch<'a> {
    /// Where it was.
    pub at: At,
    /// Its id.
    pub id: Option<Text<'a>>,
    /// Its name.
    pub name: Option<Text<'a>>,
    /// Its messages, in order.
    pub order: Vec<BranchStep<'a>>,
    /// The message with its system text, if the format stores that apart from the order.
    pub system: Option<BranchStep<'a>>,
    /// Unknown fields.
    pub extras: Extras<'a>,
}

/// A message of a branch.
#[derive(Clone, Debug)]
pub struct BranchStep<'a> {
    /// The place of the reference.
    pub at: At,
    /// The id, as written.
    pub id: Text<'a>,
    /// The index of the message in [`Conversation::messages`](super::Conversation::messages). `None`: there is no such
    /// message.
    pub message: Option<usize>,
}

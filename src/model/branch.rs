//! A branch: some of the messages of a conversation, in an order of its own.

use super::extras::Extras;
use crate::json::{At, Text};

/// One of several ways through the messages of a conversation.
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
    /// The message that holds its system text, where a format says so beside the order.
    pub system: Option<BranchStep<'a>>,
    /// Fields nobody claimed.
    pub extras: Extras<'a>,
}

/// A message of a branch.
#[derive(Clone, Debug)]
pub struct BranchStep<'a> {
    /// Where the reference was.
    pub at: At,
    /// The id, as written.
    pub id: Text<'a>,
    /// The place of the message in [`Conversation::messages`](super::Conversation::messages). `None`: there is none.
    pub message: Option<usize>,
}

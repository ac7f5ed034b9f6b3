//! A branch: a sequence of messages of a conversation.

use super::extras::Extras;
use super::output::OutputRequest;
use crate::json::{At, Text};

/// One of several sequences of the messages of a conversation.
#[derive(Clone, Debug, Default)]
pub struct Branch<'a> {
    /// Where it was.
    pub at: At,
    /// What it is.
    pub kind: BranchKind,
    /// Its id: of a tree of messages that of its last one.
    pub id: Option<Text<'a>>,
    /// Its name. For the branches of a log with several conversations, the id of the conversation.
    pub name: Option<Text<'a>>,
    /// The beginning that it shares with another branch.
    pub stem: Option<Stem>,
    /// Its own messages, in order: those after the stem.
    pub order: Vec<BranchStep<'a>>,
    /// The places where the program replaced earlier messages, in order; those of the stem are in its branch.
    pub compactions: Vec<Compaction>,
    /// The message with its system text, if the format stores that apart from the order.
    pub system: Option<BranchStep<'a>>,
    /// What its request asked for, if it is a conversation of its own. `None`: what the record asks for.
    pub request: Option<Box<BranchRequest<'a>>>,
    /// Unknown fields.
    pub extras: Extras<'a>,
}

/// What the request of one of several conversations asked for.
#[derive(Clone, Debug, Default)]
pub struct BranchRequest<'a> {
    /// The indexes of its tools in [`Conversation::tools`](super::Conversation::tools).
    pub tools: Vec<usize>,
    /// The requested structure of the answer.
    pub output: Option<Box<OutputRequest<'a>>>,
}

/// What a branch is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BranchKind {
    /// One of several that the format stores by name. The first one is the active one.
    #[default]
    Stored,
    /// The one that a program would continue with. A log of several conversations has one for each.
    Active,
    /// One that was left: a message before its end was edited, or an answer requested again.
    Abandoned,
    /// A conversation of its own: that of a sub-agent.
    Sidechain,
    /// The beginning of another branch that has an id of its own. It is written only where it is named.
    Part,
}

/// The beginning that a branch shares with another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stem {
    /// The index of the other branch, which is before this one.
    pub branch: usize,
    /// The number of steps that are the same, from the beginning of the other branch.
    pub steps: usize,
}

/// A place in a branch where the program replaced earlier messages by others, mostly by a summary of them.
#[derive(Clone, Debug, Default)]
pub struct Compaction {
    /// Where it was.
    pub at: At,
    /// The number of steps of the branch before it, with those of its stem.
    pub steps: usize,
    /// The indices of the messages that the model gets instead of these.
    pub seen: Vec<usize>,
    /// The number of steps before the first one that the model still gets, after those. `None`: it gets none of them.
    pub kept: Option<usize>,
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

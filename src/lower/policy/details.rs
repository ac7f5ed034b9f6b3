//! Rules for facts outside the content of messages, and for those of sessions.

use crate::lower::outline::OutlineRole;

/// The details of messages that a target holds.
#[derive(Clone, Copy, Debug)]
pub struct DetailRules {
    /// Messages must have ids. `None`: they have the ids of the source, or none.
    pub ids: Option<MessageIds>,
    /// The answers that may have a finish reason, where the target has a place for it.
    pub finish: FinishPlace,
    /// Times that the target reads.
    pub time: fn(&str) -> bool,
    /// The program continues with a conversation that it stored. At each reading it generates a time where a message has none. A
    /// call at the end is one whose result was never stored, and repairs give it one.
    pub is_resumed: bool,
    /// Names of speakers that are written as senders of their messages, where there is no other place for names.
    pub sender: Option<fn(&str) -> bool>,
    /// The training weights that a message with this role may have, where the target has a place for them.
    pub weight: fn(OutlineRole, f64) -> bool,
}

/// Ids that all messages must have; missing ones are generated.
#[derive(Clone, Copy, Debug)]
pub enum MessageIds {
    /// Any id is taken.
    Any,
    /// Ids must be of a certain form and no two the same: this is the form in which they are compared, `None` for ids that
    /// are not taken.
    Unique(fn(&str) -> Option<String>),
    /// The same, and the id of a call is that of the message with it; results name that one.
    OfCalls(fn(&str) -> Option<String>),
}

impl MessageIds {
    /// True if calls have the ids of their messages.
    #[must_use]
    pub const fn are_of_calls(self) -> bool {
        matches!(self, Self::OfCalls(_))
    }
}

/// The answers that may have a finish reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinishPlace {
    /// All.
    Answers,
    /// Those without calls.
    Words,
}

/// The rules of a target for the id and time of a conversation.
#[derive(Clone, Copy, Debug)]
pub struct SessionRules {
    /// The length of a made-up id.
    pub id_length: usize,
    /// What else is generated, in words. Empty: nothing, and the session needs no time.
    pub others: &'static str,
}

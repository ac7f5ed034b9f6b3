//! Rules for facts outside the content of messages, and for those of sessions.

use crate::lower::outline::OutlineRole;

/// The details of messages and conversations that a target supports.
#[derive(Clone, Copy, Debug)]
pub struct DetailRules {
    /// Messages must have ids. `None`: they have the ids of the source, or none.
    pub ids: Option<MessageIds>,
    /// The answers that may have a finish reason, if the target has one.
    pub finish: FinishPlace,
    /// Times that the target can read.
    pub time: fn(&str) -> bool,
    /// The program continues stored conversations. At each reading it generates missing times. The result of a call at
    /// the end was never stored, so repairs add one.
    pub is_resumed: bool,
    /// Names of speakers that are written as senders of their messages, if there is no other field for names.
    pub sender: Option<fn(&str) -> bool>,
    /// The training weights that a message with this role may have, if the target has weights.
    pub weight: fn(OutlineRole, f64) -> bool,
    /// The rules for the id and time of a conversation.
    pub session: Option<SessionRules>,
}

impl DetailRules {
    /// All times and weights are accepted, and no details are required.
    pub const BASE: Self = Self {
        ids: None,
        finish: FinishPlace::Answers,
        time: |_| true,
        is_resumed: false,
        sender: None,
        weight: |_, _| true,
        session: None,
    };
}

/// Ids that all messages must have; missing ones are generated.
#[derive(Clone, Copy, Debug)]
pub enum MessageIds {
    /// Any id is accepted.
    Any,
    /// Ids must have a certain form and be unique: this is the form in which they are compared, `None` for rejected
    /// ids.
    Unique(fn(&str) -> Option<String>),
    /// The same, and the id of a call is that of the message with it, to which the result refers.
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
    /// The length of a generated id.
    pub id_length: usize,
    /// What else is generated, as a phrase. Empty: nothing, and the session needs no time.
    pub others: &'static str,
}

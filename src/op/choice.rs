//! The user's choices for an input: its format, framing and limits, and the places of conversations in its records.

use crate::format::{Format, Framing};
use crate::json::PointerPattern;
use crate::stream::Limits;

/// The user's choices for the input: format, framing, limits.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The format; `None`: it is detected.
    pub format: Option<&'static Format>,
    /// The framing; `None`: it is detected.
    pub framing: Option<Framing>,
    /// Limits for records.
    pub limits: Limits,
    /// The places of conversations in the records. `None`: the records are conversations.
    pub at: Option<Places>,
}

/// The places of conversations in records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Places {
    /// The only place in the first record that contains a conversation.
    Auto,
    /// The values that match these patterns.
    At(Vec<PointerPattern>),
}

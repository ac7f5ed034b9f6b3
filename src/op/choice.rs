//! What is given about an input: its format, framing and limits, and the places of conversations in its records.

use crate::format::{Format, Framing};
use crate::json::PointerPattern;
use crate::stream::Limits;

/// What is given about the input: format, framing, limits.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The format; `None`: look and tell.
    pub format: Option<&'static Format>,
    /// The framing; `None`: look and tell.
    pub framing: Option<Framing>,
    /// Limits for records.
    pub limits: Limits,
    /// The places of conversations in the records. `None`: the records are conversations.
    pub at: Option<Places>,
}

/// The places of conversations in records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Places {
    /// The one place that contains a conversation in the first record.
    Auto,
    /// The values that these patterns lead to.
    At(Vec<PointerPattern>),
}

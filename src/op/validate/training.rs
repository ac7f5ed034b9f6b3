//! What is valid in data that models are trained with.

use crate::format::{Dialect, Family, Format};
use crate::model::{Conversation, Part};
use crate::report::AcceptedPlace;
use crate::rule;

/// The target is used to train models.
pub(super) fn is_for_training(to: &Format, dialect: Option<&Dialect>) -> bool {
    to.family == Family::Training || dialect.is_some_and(|dialect| dialect.least_records > 0)
}

/// The calls of the last answer: a model learns to make them, and no result follows.
pub(super) fn taught_calls<'c>(conversation: &'c Conversation<'_>) -> impl Iterator<Item = AcceptedPlace> + 'c {
    let last = conversation.messages.last().into_iter().flat_map(|message| message.parts.iter());
    last.filter_map(|part| if let Part::Call(call) = part { call.at.offset() } else { None })
        .map(|offset| (offset, rule::CALL_WITHOUT_RESULT.code.id))
}

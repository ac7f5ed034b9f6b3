//! Checks of rules about the order of messages that services share.

use crate::json::{At, Text};
use crate::model::{Conversation, Media, MediaSource, Role};
use crate::rule::RuleReport;

/// A response object of the format `name` is a single answer and not a request.
#[must_use]
pub fn is_response(conversation: &Conversation<'_>, name: &str) -> bool {
    conversation.origin == name && conversation.source.shape == "response"
}

/// Reports a request that begins with an answer.
pub fn check_first_role(conversation: &Conversation<'_>, name: &str, problem: &str, found: &mut RuleReport<'_, '_>) {
    let first = conversation.messages.iter().find(|message| !message.role.is_instruction());
    if let Some(first) = first
        && matches!(first.role, Role::Assistant)
        && !is_response(conversation, name)
    {
        found.at(first.at, || problem.to_owned());
    }
}

/// Reports a request that has only instructions, or no messages.
pub fn check_has_messages(conversation: &Conversation<'_>, problem: &str, found: &mut RuleReport<'_, '_>) {
    if conversation.messages.iter().all(|message| message.role.is_instruction()) {
        found.at(At::byte(0), || problem.to_owned());
    }
}

/// The number of instructions at the start that a request has in the field `system`: those of other formats, and those
/// that are not messages of its list.
#[must_use]
pub fn leading_instructions(conversation: &Conversation<'_>, name: &str) -> usize {
    let messages = conversation.messages.iter();
    messages
        .take_while(|message| message.role.is_instruction() && (message.origin != name || message.turn.is_none()))
        .count()
}

/// Reports misplaced results. `is_good` receives the message index of a result and that of its call.
pub fn check_result_places(found: &mut RuleReport<'_, '_>, problem: &str, is_good: impl Fn(usize, usize) -> bool) {
    let pairs = found.pairs();
    for answer in pairs.results.iter().filter(|answer| !answer.is_early && !answer.is_repeated) {
        let Some(call) = answer.call.and_then(|index| pairs.calls.get(index)) else { continue };
        if !is_good(answer.message, call.message) {
            found.at(answer.result.at, || {
                let id = answer.result.call_id.as_ref().map(Text::show).unwrap_or_default();
                format!("the result of `{id}` {problem}")
            });
        }
    }
}

/// Reports the media file with which the total size of base64 data exceeds the service's limit, in bytes.
pub fn check_media_sum(found: &mut RuleReport<'_, '_>, most: usize, problem: impl FnOnce() -> String) {
    let mut sum = 0_usize;
    let is_beyond = |media: &&&Media<'_>| {
        if let MediaSource::Base64(data) = &media.source {
            sum = sum.saturating_add(data.spelling().len());
        }
        sum > most
    };
    if let Some(media) = found.media().iter().find(is_beyond) {
        found.at(media.at, problem);
    }
}

//! Ids of calls that this program made up when it read a history without ids: `gem_3_0`. On the way back they go again.

use super::NAME;
use crate::format::Writing;
use crate::json::Text;
use crate::model::{Conversation, Part};
use crate::report::loss;
use crate::rule::pairs::Pairs;

/// `gem_`, the number of a message, `_`, the number of a part.
fn is_made(id: &Text<'_>) -> bool {
    let id = id.decode();
    let numbers = id.strip_prefix("gem_").and_then(|rest| rest.split_once('_'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(message, part)| is_number(message) && is_number(part))
}

/// The conversation without its made-up ids, if it has no others and calls and results find each other without them.
pub(super) fn without_made_ids<'c>(
    conversation: &Conversation<'c>,
    writing: &mut Writing<'_>,
) -> Option<Conversation<'c>> {
    let mut ids = conversation.parts().filter_map(id_of).peekable();
    ids.peek()?;
    if conversation.origin == NAME || !ids.all(|(id, _)| is_made(id)) {
        return None;
    }
    let mut bare = conversation.clone();
    for part in bare.messages.iter_mut().flat_map(|message| &mut message.parts) {
        match part {
            Part::Call(call) => call.id = None,
            Part::Result(result) => result.call_id = None,
            Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {}
        }
    }
    let links = |conversation: &Conversation<'_>| -> Vec<Option<usize>> {
        Pairs::of(conversation).results.iter().map(|answer| answer.call).collect()
    };
    // Results name their functions here, so they are paired by name as well as by order.
    name_results(conversation, &mut bare);
    if links(conversation) != links(&bare) {
        return None;
    }
    for (id, at) in conversation.parts().filter_map(id_of) {
        writing.report.add(&loss::CALL_ID, at, || format!("the made-up id `{}` is left out again", id.show()));
    }
    Some(bare)
}

fn id_of<'p, 'c>(part: &'p Part<'c>) -> Option<(&'p Text<'c>, crate::json::At)> {
    match part {
        Part::Call(call) => call.id.as_ref().map(|id| (id, call.at)),
        Part::Result(result) => result.call_id.as_ref().map(|id| (id, result.at)),
        Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => None,
    }
}

fn name_results<'c>(conversation: &Conversation<'c>, bare: &mut Conversation<'c>) {
    let pairs = Pairs::of(conversation);
    for answer in &pairs.results {
        let Some(call) = answer.call.and_then(|index| pairs.calls.get(index)) else { continue };
        let part = bare.messages.get_mut(answer.message).and_then(|message| message.parts.get_mut(answer.part));
        if let Some(Part::Result(result)) = part {
            result.name = Some(call.call.name.clone());
        }
    }
}

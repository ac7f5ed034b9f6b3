//! Items of a list that contain several results, some of which moved during a repair: the format's writer prints the
//! remaining ones again.
//!
//! ```json
//! {"from":"tool","value":"<tool_response>\n1\n</tool_response>\n<tool_response>\n2\n</tool_response>"}
//! ```

use std::collections::{HashMap, HashSet};

use super::super::repair::MessageOrigin;
use super::units::Units;
use crate::model::{Conversation, Message, OneOrMany, Part};
use crate::rule::pairs::CallPairs;

/// A message, and the call that it answers.
pub(super) type Printed<'a> = (Option<Message<'a>>, Message<'a>);

/// The parts of an item after a repair.
#[derive(Clone, Copy, Default)]
struct Fates {
    all: usize,
    kept: usize,
    moved: usize,
    /// Something else is between the results that moved.
    is_scattered: bool,
}

/// The messages that are printed again, by index: each result as a separate message, after its call.
pub(super) fn split_messages<'a>(
    units: &Units<'_, '_>,
    before: &Conversation<'_>,
    repaired: &Conversation<'a>,
    origins: &[MessageOrigin],
) -> HashMap<usize, Vec<Printed<'a>>> {
    let split = split_units(units, before, repaired, origins);
    if split.is_empty() {
        return HashMap::new();
    }
    let pairs = CallPairs::of(repaired);
    let is_split = |message: &Message<'_>| {
        message.parts.first().and_then(|part| units.find(part.at())).is_some_and(|unit| split.contains(&unit))
    };
    let own = repaired.messages.iter().zip(origins).zip(0..).filter(|((message, origin), _)| {
        matches!(origin, MessageOrigin::Kept | MessageOrigin::Moved) && is_split(message)
    });
    own.map(|((message, _), index)| (index, pieces(&pairs, repaired, message, index))).collect()
}

fn split_units(
    units: &Units<'_, '_>,
    before: &Conversation<'_>,
    repaired: &Conversation<'_>,
    origins: &[MessageOrigin],
) -> HashSet<usize> {
    let mut fates: HashMap<usize, Fates> = HashMap::new();
    for unit in before.parts().filter_map(|part| units.find(part.at())) {
        fates.entry(unit).or_default().all += 1;
    }
    let mut last = None;
    for (message, origin) in repaired.messages.iter().zip(origins) {
        let is_moved = *origin == MessageOrigin::Moved;
        if !is_moved && *origin != MessageOrigin::Kept {
            last = None;
            continue;
        }
        for unit in message.parts.iter().filter_map(|part| units.find(part.at())) {
            let fates = fates.entry(unit).or_default();
            fates.is_scattered |= is_moved && fates.moved > 0 && last != Some(unit);
            *(if is_moved { &mut fates.moved } else { &mut fates.kept }) += 1;
            last = Some(unit);
        }
    }
    let is_split = |fates: &Fates| {
        let words = fates.all.saturating_sub(fates.kept + fates.moved);
        let kinds = [fates.kept, fates.moved, words].into_iter().filter(|count| *count > 0).count();
        kinds > 1 || fates.is_scattered
    };
    fates.into_iter().filter(|(_, fates)| is_split(fates)).map(|(unit, _)| unit).collect()
}

/// A message with one part for each part of a message. Several results in one part would be read as one, next to
/// others.
fn pieces<'a>(
    pairs: &CallPairs<'_, 'a>,
    repaired: &Conversation<'a>,
    message: &Message<'a>,
    index: usize,
) -> Vec<Printed<'a>> {
    let alone =
        |message: &Message<'a>, part: &Part<'a>| Message { parts: OneOrMany::one(part.clone()), ..message.clone() };
    let piece = |(part, place): (&Part<'a>, usize)| {
        let answer = pairs.results.iter().find(|answer| (answer.message, answer.part) == (index, place));
        let call = answer.and_then(|answer| pairs.calls.get(answer.call?));
        let call = call.and_then(|call| {
            let message = repaired.messages.get(call.message)?;
            Some(alone(message, message.parts.get(call.part)?))
        });
        (call, alone(message, part))
    };
    message.parts.iter().zip(0..).map(piece).collect()
}

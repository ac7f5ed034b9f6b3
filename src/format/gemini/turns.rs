//! Which messages are one content, which call a result answers, and the order that the API demands of both.

use std::collections::HashMap;
use std::ops::Range;

use super::NAME;
use super::plan::{Block, Speaker, Turn};
use crate::format::Writing;
use crate::format::shared::rising;
use crate::json::{At, Text};
use crate::model::{Conversation, Message, Role};
use crate::report::{Refused, loss};
use crate::rule::pairs::Pairs;

/// The calls that results answer.
#[derive(Debug, Default)]
pub(super) struct Answers<'m>(HashMap<(usize, usize), (usize, &'m Text<'m>)>);

impl<'m> Answers<'m> {
    pub(super) fn of(conversation: &'m Conversation<'m>) -> Self {
        let pairs = Pairs::of(conversation);
        let found = pairs.results.iter().filter_map(|answer| {
            let number = answer.call?;
            Some(((answer.message, answer.part), (number, &pairs.calls.get(number)?.call.name)))
        });
        Self(found.collect())
    }

    /// The number and the name of the call that the result at this place answers.
    pub(super) fn get(&self, message: usize, part: usize) -> Option<(usize, &'m Text<'m>)> {
        self.0.get(&(message, part)).copied()
    }
}

/// Calls and results in the order that the API takes; fails if there is none.
pub(super) fn arrange(turns: &mut [Turn<'_>], is_own: bool, writing: &mut Writing<'_>) -> Result<(), Refused> {
    if turns.is_empty() {
        return Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), "gemini needs at least one content"));
    }
    let mut open: Vec<usize> = Vec::new();
    let mut opened_at = At::NOWHERE;
    let mut before = None;
    for turn in turns.iter_mut() {
        if !is_own && turn.speaker == Speaker::User {
            sort_results(turn, writing);
        }
        check_results(turn, &mut open, opened_at)?;
        for block in &turn.blocks {
            let Block::Call { number, call, .. } = block else { continue };
            if before != Some(Speaker::User) {
                let why = "gemini refuses a call that does not stand directly behind a user content";
                return Err(Refused::new(&loss::CANNOT_HOLD, call.at, why));
            }
            opened_at = call.at;
            open.push(*number);
        }
        before = Some(turn.speaker);
    }
    Ok(())
}

/// The content behind calls has exactly one response for each.
fn check_results(turn: &Turn<'_>, open: &mut Vec<usize>, opened_at: At) -> Result<(), Refused> {
    let mut wanted = std::mem::take(open);
    let count = wanted.len();
    wanted.sort_unstable();
    let mut found = Vec::new();
    for block in &turn.blocks {
        let Block::Result(answer) = block else { continue };
        if wanted.binary_search(&answer.call).is_err() {
            let why = "gemini takes a function response only in the content directly behind its call";
            return Err(Refused::new(&loss::CANNOT_HOLD, answer.result.at, why));
        }
        found.push(answer.call);
    }
    found.sort_unstable();
    if found == wanted {
        return Ok(());
    }
    let why = format!("gemini wants {count} function responses directly behind {count} calls, found {}", found.len());
    Err(Refused::new(&loss::CANNOT_HOLD, opened_at, why))
}

/// Without ids, only the order says which response answers which call.
fn sort_results(turn: &mut Turn<'_>, writing: &mut Writing<'_>) {
    let mut last = 0;
    let mut is_sorted = true;
    let mut has_ids = true;
    for block in &turn.blocks {
        let Block::Result(answer) = block else { continue };
        is_sorted &= answer.call >= last;
        has_ids &= answer.result.call_id.is_some();
        last = answer.call;
    }
    if is_sorted || has_ids {
        return;
    }
    let place = |block: &Block<'_>| if let Block::Result(answer) = block { answer.call } else { usize::MAX };
    let mut order: Vec<_> = turn.blocks.iter().enumerate().map(|(index, block)| (place(block), index)).collect();
    order.sort_unstable();
    let mut ranks: Vec<_> = order.into_iter().zip(0..).map(|((_, index), rank)| (index, rank)).collect();
    ranks.sort_unstable();
    let stays = rising(&ranks.into_iter().map(|(_, rank)| rank).collect::<Vec<_>>());
    for (block, _) in turn.blocks.iter().zip(stays).filter(|(_, stays)| !stays) {
        writing.report.add(&loss::REORDERED, block.at(), || {
            "function responses without ids now stand in the order of their calls".to_owned()
        });
    }
    turn.blocks.sort_by_key(place);
}

/// Messages that are one content.
#[derive(Clone, Debug)]
pub(super) struct Content {
    pub(super) messages: Range<usize>,
    pub(super) is_model: bool,
}

/// The contents of a conversation, behind its leading instructions. Results in a row are one content.
pub(super) fn contents(conversation: &Conversation<'_>) -> Vec<Content> {
    let messages = &conversation.messages;
    let leading = messages.iter().take_while(|message| message.role.is_instruction()).count();
    let mut contents: Vec<Content> = Vec::new();
    let mut before: Option<&Message<'_>> = None;
    for (index, message) in messages.iter().enumerate().skip(leading) {
        let is_one = before.is_some_and(|before| is_one(before, message));
        before = Some(message);
        if let Some(content) = contents.last_mut().filter(|_| is_one) {
            content.messages.end = index + 1;
        } else {
            contents.push(Content { messages: index..index + 1, is_model: matches!(message.role, Role::Assistant) });
        }
    }
    contents
}

fn is_one(before: &Message<'_>, message: &Message<'_>) -> bool {
    if before.origin == NAME && message.origin == NAME {
        return before.turn.is_some() && before.turn == message.turn;
    }
    matches!((&before.role, &message.role), (Role::Tool, Role::Tool))
}

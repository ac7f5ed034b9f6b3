//! Checks that calls and results are in the order that the target requires. Other conversations are rejected.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;

use crate::json::{At, Text, short_lists};
use crate::lower::context::Lowering;
use crate::lower::longest_increasing::longest_increasing;
use crate::lower::outline::{Block, OutlineRole, OutlineTurn};
use crate::lower::policy::{Adjacency, Fact, Policy};
use crate::report::{Refused, Report, loss};
use crate::rule::Rule;

impl<'c> Lowering<'c, '_> {
    pub(super) fn check_order(&self, turns: &[OutlineTurn<'c>]) -> Result<(), Refused> {
        match self.policy.turns.adjacency {
            _ if !self.lookups.contents.calls => Ok(()),
            Adjacency::Free => Ok(()),
            Adjacency::After(rule) => check_after(turns, rule),
            Adjacency::AfterThenAnswer(rule, answer) => {
                check_after(turns, rule)?;
                check_answered(turns, answer)
            }
            Adjacency::Exact => self.check_exact(turns),
            Adjacency::Next => check_next(turns),
            Adjacency::NextUser => self.check_next_user(turns),
        }
    }

    /// All calls of an answer are answered in the next turn of the user, which has no other results.
    fn check_next_user(&self, turns: &[OutlineTurn<'_>]) -> Result<(), Refused> {
        let name = self.policy.name;
        let mut open: HashMap<Cow<'_, str>, At, RandomState> = HashMap::default();
        for turn in turns.iter().filter(|turn| turn.speaker != OutlineRole::System) {
            for block in &turn.blocks {
                if let Block::Call(it) = block {
                    if turn.speaker != OutlineRole::Assistant {
                        return Err(misplaced(it.call.at, name));
                    }
                    open.insert(decoded(it.id.as_ref()), it.call.at);
                } else if let Block::Result(it) = block
                    && (turn.speaker != OutlineRole::User || open.remove(&decoded(it.id.as_ref())).is_none())
                {
                    let id = it.id.as_ref().map(Text::show).unwrap_or_default();
                    let why = format!(
                        "the result of `{id}` must be in the user message directly after the assistant message with its call"
                    );
                    return refuse(it.result.at, why);
                }
            }
            // Results may be missing only at the very end.
            let first = open.iter().min_by_key(|(_, at)| at.offset());
            if let Some((id, at)) = first.filter(|_| turn.speaker == OutlineRole::User) {
                let why = format!("the call `{id}` has no result in the user message after it");
                return refuse(*at, why);
            }
        }
        Ok(())
    }

    /// The turn of the user directly after calls has exactly one result for each, and calls come directly after a turn
    /// of the user, unless the record is only the answer of a service.
    fn check_exact(&self, turns: &[OutlineTurn<'_>]) -> Result<(), Refused> {
        let name = self.policy.name;
        let mut open: Vec<usize> = Vec::new();
        let mut opened_at = At::NOWHERE;
        let mut before = self.conversation.is_answer().then_some(OutlineRole::User);
        for turn in turns {
            let mut wanted = std::mem::take(&mut open);
            let mut found = Vec::new();
            wanted.sort_unstable();
            for block in &turn.blocks {
                if let Block::Result(it) = block {
                    let call = it.call.filter(|call| wanted.binary_search(call).is_ok());
                    let Some(call) = call.filter(|_| turn.speaker == OutlineRole::User) else {
                        let why = format!("{name} only accepts a tool result in the message directly after its call");
                        return refuse(it.result.at, why);
                    };
                    found.push(call);
                }
                if let Block::Call(it) = block
                    && turn.speaker != OutlineRole::Assistant
                {
                    return Err(misplaced(it.call.at, name));
                }
            }
            found.sort_unstable();
            if found != wanted {
                let (count, found) = (wanted.len(), found.len());
                let why = format!("{name} requires {count} results directly after {count} calls, found {found}");
                return refuse(opened_at, why);
            }
            for block in &turn.blocks {
                let Block::Call(it) = block else { continue };
                if before != Some(OutlineRole::User) {
                    let why = format!("{name} rejects a call that does not directly follow a message of the user");
                    let refused = Refused::new(&loss::CANNOT_HOLD, it.call.at, why);
                    return Err(refused.helping("put the message of the user that it answers before it in the source"));
                }
                opened_at = it.call.at;
                open.push(it.number);
            }
            before = Some(turn.speaker);
        }
        Ok(())
    }
}

/// Results are in turns directly after the answer with their calls.
fn check_after(turns: &[OutlineTurn<'_>], rule: &Rule) -> Result<(), Refused> {
    let mut calls: HashSet<Cow<'_, str>, RandomState> = HashSet::default();
    for turn in turns {
        if turn.speaker != OutlineRole::Tool {
            calls.clear();
        }
        for block in &turn.blocks {
            match block {
                Block::Call(it) => drop(calls.insert(decoded(it.id.as_ref()))),
                Block::Result(it) if !calls.contains(&decoded(it.id.as_ref())) => {
                    let id = it.id.as_ref().map(Text::show).unwrap_or_default();
                    let why = format!("the result of `{id}` does not directly follow the message with its call");
                    return Err(Refused::new(rule.code, it.result.at, why));
                }
                Block::Text(_)
                | Block::Refusal(_)
                | Block::Reasoning(_)
                | Block::Redacted(_)
                | Block::Result(_)
                | Block::Media(_)
                | Block::Raw(_) => {}
            }
        }
    }
    Ok(())
}

/// No other message is between results and the answer to them.
fn check_answered(turns: &[OutlineTurn<'_>], rule: &Rule) -> Result<(), Refused> {
    let between = turns.windows(2).find_map(|pair| match pair {
        [results, next] if results.speaker == OutlineRole::Tool => {
            (!matches!(next.speaker, OutlineRole::Tool | OutlineRole::Assistant)).then_some(next)
        }
        _ => None,
    });
    match between {
        Some(next) => Err(Refused::new(rule.code, next.at, rule.code.summary)),
        None => Ok(()),
    }
}

/// Results are in the turn of the user directly after their calls, before everything else in it. Consecutive messages
/// of one speaker are one turn.
fn check_next(turns: &[OutlineTurn<'_>]) -> Result<(), Refused> {
    if has_single_calls(turns) {
        return Ok(());
    }
    let mut open: HashSet<Cow<'_, str>, RandomState> = HashSet::default();
    let mut before = OutlineRole::User;
    let mut is_closed = true;
    for turn in turns {
        match turn.speaker {
            OutlineRole::Assistant => {
                if before != OutlineRole::Assistant {
                    open.clear();
                }
                is_closed = false;
            }
            OutlineRole::System | OutlineRole::Developer => is_closed = true,
            OutlineRole::User | OutlineRole::Tool => {}
        }
        before = turn.speaker;
        for block in &turn.blocks {
            if let Block::Call(it) = block {
                open.insert(decoded(it.id.as_ref()));
            } else if let Block::Result(it) = block {
                if is_closed || !open.remove(&decoded(it.id.as_ref())) {
                    let id = it.id.as_ref().map(Text::show).unwrap_or_default();
                    let why = format!(
                        "the result of `{id}` must come directly after the assistant message with its call, before all else"
                    );
                    return refuse(it.result.at, why);
                }
            } else {
                is_closed |= turn.speaker == OutlineRole::User;
            }
        }
        // Results may be missing only at the very end; after a text that moved there, it is not the end.
        if is_closed && !open.is_empty() {
            let why = "a call has no result, and something other than results follows it";
            return refuse(turn.at, why.to_owned());
        }
    }
    Ok(())
}

/// True if each answer has at most one call, and the turn after it begins with the result: no id has to be looked up.
fn has_single_calls(turns: &[OutlineTurn<'_>]) -> bool {
    let mut open: Option<&Text<'_>> = None;
    for turn in turns {
        let mut called = open.take();
        for (block, index) in turn.blocks.iter().zip(0..) {
            let is_in_order = match block {
                Block::Call(it) => {
                    let is_first = open.is_none() && called.is_none();
                    open = it.id.as_ref();
                    is_first && open.is_some() && turn.speaker == OutlineRole::Assistant
                }
                Block::Result(it) => {
                    let ids = called.take().zip(it.id.as_ref());
                    let is_same = ids.is_some_and(|(call, result)| call.same(result));
                    is_same && index == 0 && turn.speaker == OutlineRole::User
                }
                Block::Text(_)
                | Block::Refusal(_)
                | Block::Reasoning(_)
                | Block::Redacted(_)
                | Block::Media(_)
                | Block::Raw(_) => true,
            };
            if !is_in_order {
                return false;
            }
        }
        if called.is_some() {
            return false;
        }
    }
    true
}

fn refuse(at: At, why: String) -> Result<(), Refused> {
    let refused = Refused::new(&loss::CANNOT_HOLD, at, why);
    Err(refused.helping("--repair moves results to their calls, and generates those that are missing"))
}

/// A call outside an assistant message.
pub(super) fn misplaced(at: At, name: &str) -> Refused {
    Refused::new(&loss::CANNOT_HOLD, at, format!("{name} only accepts tool calls in assistant messages"))
}

fn decoded<'t>(id: Option<&'t Text<'_>>) -> Cow<'t, str> {
    id.map(Text::decode).unwrap_or_default()
}

/// Without ids, results are matched to calls by their order.
pub(super) fn sort_results(turns: &mut [OutlineTurn<'_>], policy: &Policy, report: &mut Report) {
    let number = |block: &Block<'_>| if let Block::Result(it) = block { it.call } else { None };
    let has_results = |turn: &&mut OutlineTurn<'_>| matches!(turn.speaker, OutlineRole::User | OutlineRole::Tool);
    for turn in turns.iter_mut().filter(has_results) {
        let numbers = || turn.blocks.iter().filter_map(number);
        let has_ids = policy.has(Fact::CallIds)
            && turn.blocks.iter().all(|block| !matches!(block, Block::Result(it) if it.id.is_none()));
        if has_ids || numbers().is_sorted() {
            continue;
        }
        let place = |block: &Block<'_>| number(block).unwrap_or(usize::MAX);
        let mut order: Vec<_> = turn.blocks.iter().zip(0..).map(|(block, index)| (place(block), index)).collect();
        order.sort_unstable();
        let mut ranks: Vec<(usize, usize)> =
            order.into_iter().zip(0..).map(|((_, index), rank)| (index, rank)).collect();
        ranks.sort_unstable();
        let stays = longest_increasing(&ranks.into_iter().map(|(_, rank)| rank).collect::<Vec<_>>());
        for (block, _) in turn.blocks.iter().zip(stays).filter(|(_, stays)| !stays) {
            report.add(&loss::REORDERED, block.at(), || {
                "results without ids are now in the order of their calls".to_owned()
            });
        }
        short_lists::sort_by_key(&mut turn.blocks, place);
    }
}

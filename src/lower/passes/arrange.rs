//! The order that a target requires: the places of system messages, results before other blocks, merged neighbours, the
//! first message, and the end of the last answer.

use super::answer_items::put_calls_last;
use super::check_order::sort_results;
use super::deferred_blocks::place_after_results;
use super::exchanges::end_in_answer;
use crate::json::{At, short_lists};
use crate::lower::context::Lowering;
use crate::lower::outline::{Block, OutlineRole, OutlineTurn, RawBlock};
use crate::lower::policy::{Adjacency, CallOrder, Exchanges, FailedResults, Merge, Middle, Policy, ResultMedia};
use crate::report::{Refused, Report, Severity, loss};

impl<'c> Lowering<'c, '_> {
    /// Puts turns into an order that the target accepts.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn arrange(&mut self, mut turns: Vec<OutlineTurn<'c>>) -> Result<Vec<OutlineTurn<'c>>, Refused> {
        let merges = self.policy.turns.merge == Merge::Speaker;
        if !merges {
            put_results_first(&mut turns, self.policy, self.report);
        }
        if self.policy.tools.results.failed == FailedResults::Texts {
            for turn in turns.iter_mut().filter(|turn| turn.has_moved()) {
                let files = turn.take_moved();
                turn.blocks.extend(files);
            }
        }
        let waits = self.policy.roles.middle == Middle::IntoWords || turns.iter().any(OutlineTurn::has_moved);
        let mut turns = if let ResultMedia::MoveAfter(_) = self.policy.tools.results.media {
            place_after_results(turns)
        } else if waits {
            self.place_deferred(turns)
        } else {
            self.place_systems(turns)?
        };
        if merges {
            put_results_first(&mut turns, self.policy, self.report);
        }
        let mut turns = self.limit_media(turns)?;
        if let Some(why) = self.policy.roles.needs_turn.filter(|_| turns.is_empty()) {
            return Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), why));
        }
        if let Some(why) = self.policy.roles.ends_in_answer
            && let Some(last) = turns.last().filter(|turn| turn.speaker != OutlineRole::Assistant)
        {
            return Err(Refused::new(&loss::CANNOT_HOLD, last.at, why));
        }
        let name = self.policy.name;
        match turns.iter().find(|turn| turn.speaker != OutlineRole::System) {
            None => {
                if let Some(why) = self.policy.roles.needs_message {
                    return Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), why));
                }
            }
            Some(first) if self.policy.turns.exchanges != Exchanges::Free && first.speaker != OutlineRole::User => {
                let why = format!(
                    "{name} rejects conversations that begin with an assistant message; a user message must come first"
                );
                return Err(Refused::new(&loss::CANNOT_HOLD, first.at, why).helping("--repair adds one before it"));
            }
            Some(first) if first.speaker == OutlineRole::Assistant && turns.len() > 1 => {
                if let Some(rule) = self.policy.roles.answer_first {
                    self.report.add_as(rule.code, Severity::Warning, first.at, || rule.code.summary.to_owned());
                }
            }
            Some(_) => {}
        }
        let adjacency = self.policy.turns.adjacency;
        if self.lookups.contents.calls && matches!(adjacency, Adjacency::After(_) | Adjacency::AfterThenAnswer(..)) {
            self.join_answers(&mut turns);
        }
        end_in_answer(&mut turns, self.options, self.policy, self.report)?;
        if self.policy.tools.calls.order != CallOrder::Free {
            sort_results(&mut turns, self.policy, self.report);
        }
        self.check_order(&turns)?;
        Ok(turns)
    }

    /// Moves misplaced system messages.
    fn place_systems(&mut self, turns: Vec<OutlineTurn<'c>>) -> Result<Vec<OutlineTurn<'c>>, Refused> {
        let middle = self.policy.roles.middle;
        let has_systems = middle != Middle::Keep && turns.iter().any(|turn| turn.speaker == OutlineRole::System);
        if !has_systems && self.policy.turns.merge != Merge::Speaker {
            return Ok(turns);
        }
        let mut placed: Vec<OutlineTurn<'c>> = Vec::with_capacity(turns.len());
        if !has_systems {
            for turn in turns {
                self.push_turn(&mut placed, turn);
            }
            return Ok(placed);
        }
        let mut moved: Vec<Block<'c>> = Vec::new();
        let mut moved_at = At::NOWHERE;
        let mut rest = turns.into_iter().peekable();
        while let Some(mut turn) = rest.next() {
            let next = rest.peek();
            match turn.speaker {
                OutlineRole::System => {
                    let fits = middle == Middle::AfterUser
                        && placed
                            .last()
                            .is_some_and(|before| before.speaker == OutlineRole::User || ends_in_raw(before))
                        && next.is_none_or(|next| next.speaker == OutlineRole::Assistant);
                    // All consecutive system messages except the first have moved in any case.
                    let stays = if fits { turn.first_blocks() } else { 0 };
                    for block in turn.blocks.iter().skip(stays) {
                        self.report.add(&loss::MOVED, block.at(), || {
                            "a system message may not be here; its text moves into another message".to_owned()
                        });
                    }
                    if fits {
                        placed.push(turn);
                    } else {
                        self.drop_own(turn.extras);
                        self.drop_details(turn.message);
                        moved_at = turn.at;
                        moved.extend(turn.blocks);
                    }
                }
                OutlineRole::User => {
                    // Nothing may be between the results of one answer.
                    let goes_on = next.is_some_and(|next| {
                        next.speaker == OutlineRole::User && next.blocks.first().is_some_and(Block::is_result)
                    });
                    if !goes_on && !moved.is_empty() {
                        let after = turn.blocks.iter().take_while(|block| block.is_result()).count();
                        turn.blocks.change(|blocks| drop(blocks.splice(after..after, moved.drain(..))));
                    }
                    self.push_turn(&mut placed, turn);
                }
                OutlineRole::Assistant | OutlineRole::Developer | OutlineRole::Tool => {
                    self.push_turn(&mut placed, turn);
                }
            }
        }
        if !moved.is_empty() {
            let Some(last) = placed.iter_mut().rfind(|turn| turn.speaker == OutlineRole::User) else {
                let name = self.policy.name;
                let why =
                    format!("{name} does not accept a system message here, and there is no user message for its text");
                return Err(Refused::new(&loss::CANNOT_HOLD, moved_at, why));
            };
            last.blocks.extend(moved);
        }
        Ok(placed)
    }

    /// Adds a turn, or merges it into the previous one.
    pub(super) fn push_turn(&mut self, turns: &mut Vec<OutlineTurn<'c>>, turn: OutlineTurn<'c>) {
        let merge = self.policy.turns.merge;
        let last = turns.last_mut().filter(|last| last.speaker == turn.speaker && joins(merge, last, &turn));
        let Some(last) = last else {
            turns.push(turn);
            return;
        };
        // In other formats, results and the text after them are two messages.
        let has_words = |turn: &OutlineTurn<'_>| turn.blocks.iter().any(|block| !block.is_result());
        if merge == Merge::Speaker && has_words(last) && has_words(&turn) {
            self.report.add(&loss::MERGED, turn.at, || {
                "the message joins the one before it, which has the same speaker".to_owned()
            });
        }
        if merge == Merge::ResultsAndCalls && turn.speaker == OutlineRole::Assistant {
            self.report.add(&loss::MOVED, turn.at, || {
                "a call may not come after another answer; it joins that answer".to_owned()
            });
        }
        self.join_turn(last, turn);
    }

    fn join_turn(&mut self, last: &mut OutlineTurn<'c>, turn: OutlineTurn<'c>) {
        if let Some(name) = turn.name() {
            self.report.add(&loss::NAME, turn.at, || format!("the name `{}` is dropped", name.show()));
        }
        // Results in one turn are messages again when they are read, each with the time of the turn. Pieces of a turn have the time
        // of the first one.
        let is_in_pieces = self.policy.turns.merge == Merge::Pieces;
        let is_of_results = !is_in_pieces && turn.ends_in_results && turn.blocks.iter().all(Block::is_result);
        self.drop_other_details(turn.message, last.time().filter(|_| is_of_results));
        last.blocks.extend(turn.blocks);
        last.is_list = true;
        if last.extras.is_empty() {
            last.extras = turn.extras;
        } else {
            self.drop_own(turn.extras);
        }
    }

    /// Merges an answer directly after one with calls into that answer: no message may be between calls and their
    /// results.
    fn join_answers(&mut self, turns: &mut Vec<OutlineTurn<'c>>) {
        let has_calls = |turn: &OutlineTurn<'_>| turn.blocks.iter().any(|block| matches!(block, Block::Call(_)));
        let is_answer = |turn: &OutlineTurn<'_>| turn.speaker == OutlineRole::Assistant;
        let is_one = |before: &OutlineTurn<'_>, next: &OutlineTurn<'_>| {
            is_answer(before) && is_answer(next) && has_calls(before)
        };
        if !turns.iter().zip(turns.iter().skip(1)).any(|(before, next)| is_one(before, next)) {
            return;
        }
        let mut joined: Vec<OutlineTurn<'c>> = Vec::with_capacity(turns.len());
        for turn in turns.drain(..) {
            let Some(last) = joined.last_mut().filter(|last| is_one(last, &turn)) else {
                joined.push(turn);
                continue;
            };
            self.report.add(&loss::MERGED, turn.at, || {
                "the message joins the one before it, which has the same speaker".to_owned()
            });
            self.join_turn(last, turn);
            put_calls_last(&mut last.blocks, self.policy, self.report);
        }
        *turns = joined;
    }
}

/// Merges a turn into the previous turn of the same speaker.
fn joins(merge: Merge, last: &OutlineTurn<'_>, turn: &OutlineTurn<'_>) -> bool {
    match merge {
        Merge::Never | Merge::Pieces | Merge::Source | Merge::Results | Merge::Asked | Merge::Implied => false,
        Merge::Speaker => turn.speaker != OutlineRole::System,
        Merge::ResultsAndCalls if turn.speaker == OutlineRole::Assistant => {
            turn.blocks.iter().any(|block| matches!(block, Block::Call(_) | Block::Raw(RawBlock::Hosted(_))))
        }
        Merge::ResultsAndCalls => turn.ends_in_results && last.has_results(),
    }
}

/// The last part of the turn is one that only the target supports, such as a tool that its service runs.
fn ends_in_raw(turn: &OutlineTurn<'_>) -> bool {
    turn.speaker == OutlineRole::Assistant && matches!(turn.blocks.last(), Some(Block::Raw(_)))
}

fn put_results_first(turns: &mut [OutlineTurn<'_>], policy: &Policy, report: &mut Report) {
    if !matches!(policy.turns.adjacency, Adjacency::Next | Adjacency::NextUser) {
        return;
    }
    for turn in turns.iter_mut().filter(|turn| turn.speaker == OutlineRole::User) {
        // Most turns have one block.
        if turn.blocks.len() < 2 {
            continue;
        }
        let late = turn.blocks.iter().skip_while(|block| block.is_result()).filter(|block| block.is_result());
        let before = late.map(Block::at).collect::<Vec<_>>();
        if before.is_empty() {
            continue;
        }
        for at in before {
            report.add(&loss::REORDERED, at, || "a tool result is now before the other blocks".to_owned());
        }
        short_lists::sort_by_key(&mut turn.blocks, |block| !block.is_result());
    }
}

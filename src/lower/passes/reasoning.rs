//! Targets in which each reasoning block and each result is a separate message, and each message has an id.

use super::turns::made;
use crate::json::{At, Text, short_lists};
use crate::lower::context::Lowering;
use crate::lower::outline::{Block, OutlineRole, OutlineTurn, RawBlock, TextBlock};
use crate::lower::policy::Split;
use crate::model::{Form, Message, OneOrMany, Part, Reasoning, ToolResult};
use crate::report::loss;

impl<'c> Lowering<'c, '_> {
    /// Adds each reasoning block of an answer as a separate turn, if the target requires that. False if nothing else is
    /// left of the answer.
    pub(super) fn add_reasoning(
        &mut self,
        turns: &mut Vec<OutlineTurn<'c>>,
        message: &'c Message<'c>,
        index: usize,
        blocks: &mut OneOrMany<Block<'c>>,
    ) -> bool {
        if self.policy.turns.split != Split::Reasoning {
            return true;
        }
        if !blocks.is_sorted_by_key(rank) {
            self.report
                .add(&loss::REORDERED, message.at, || "reasoning is now first, then text, then calls".to_owned());
            short_lists::sort_by_key(blocks, rank);
        }
        let count = blocks.iter().take_while(|block| rank(block) == 0).count();
        let reasoning: Vec<Block<'c>> =
            if count == 0 { Vec::new() } else { blocks.change(|it| it.drain(..count).collect()) };
        for block in reasoning {
            let Block::Reasoning(it) = block else { continue };
            let id = self.reasoning_id(message, index, it);
            turns.push(OutlineTurn { at: it.at, id, index, ..made(OutlineRole::Assistant, OneOrMany::one(block)) });
        }
        self.is_answer(message, blocks)
    }

    /// True if an answer is left, which needs more than reasoning. An answer without text gets an empty one, unless it
    /// has only calls.
    fn is_answer(&self, message: &Message<'_>, blocks: &mut OneOrMany<Block<'c>>) -> bool {
        let is_thought = |part: &Part<'_>| matches!(part, Part::Reasoning(_));
        let is_dropped = blocks.is_empty() && !message.parts.iter().all(is_thought);
        let had_media = message.parts.iter().any(|part| matches!(part, Part::Media(_)));
        if (message.form == Form::Text || is_dropped || had_media) && !blocks.iter().any(Block::is_words) {
            blocks.change(|blocks| blocks.insert(0, Block::Text(TextBlock::made(Text::Token(""), message.at))));
        }
        let is_kept = message.details.is_some() || self.policy.holds(message.extras.origin());
        is_kept || !blocks.is_empty() || message.parts.is_empty()
    }

    /// The generated id of a reasoning message, unless its fields contain one.
    fn reasoning_id(&mut self, message: &Message<'_>, index: usize, it: &Reasoning<'_>) -> Option<Box<Text<'c>>> {
        let is_own = self.policy.holds(it.extras.origin()) && it.extras.fields().iter().any(|extra| extra.key.is("id"));
        if self.policy.turns.split != Split::Reasoning || is_own {
            return None;
        }
        let reasoning =
            message.parts.iter().filter_map(|part| if let Part::Reasoning(it) = part { Some(&**it) } else { None });
        let place = reasoning.take_while(|other| !std::ptr::eq(*other, it)).count();
        Some(Box::new(self.made_id(index, place + 1, it.at)))
    }

    /// The id of a turn, if the target requires ids: that of its message, or a generated one.
    pub(super) fn turn_id(
        &mut self,
        message: &'c Message<'c>,
        index: usize,
        blocks: &[Block<'c>],
        before: Option<&OutlineTurn<'c>>,
    ) -> Option<Box<Text<'c>>> {
        let turns = &self.policy.turns;
        if turns.split != Split::Reasoning
            || matches!(blocks, [Block::Raw(RawBlock::Own(it))] if turns.whole.iter().any(|kind| it.kind.is(kind)))
        {
            return None;
        }
        let (place, at) = match blocks.first() {
            Some(Block::Result(it)) => (place_of(message, it.result), it.result.at),
            _ => (0, message.at),
        };
        // The id of a message is that of its first result.
        let is_later = before.is_some_and(|turn| turn.index == index && turn.speaker == OutlineRole::Tool);
        Some(Box::new(match message.details().id.as_ref().filter(|_| !is_later) {
            Some(id) => id.borrow(),
            None => self.made_id(index, place, at),
        }))
    }

    fn made_id(&mut self, index: usize, piece: usize, at: At) -> Text<'c> {
        let id = self.ids.message(index, piece);
        self.report.add(&loss::MADE_MESSAGE_ID, at, || format!("the message id `{id}` is generated"));
        Text::owned(id)
    }
}

fn rank(block: &Block<'_>) -> u8 {
    match block {
        Block::Reasoning(_) | Block::Redacted(_) => 0,
        Block::Text(_) | Block::Refusal(_) | Block::Media(_) | Block::Result(_) => 1,
        Block::Call(_) | Block::Raw(_) => 2,
    }
}

/// The place of a result among the parts of its message.
fn place_of(message: &Message<'_>, result: &ToolResult<'_>) -> usize {
    let is_it = |part: &Part<'_>| matches!(part, Part::Result(it) if std::ptr::eq(&raw const **it, result));
    message.parts.iter().position(is_it).unwrap_or(0)
}

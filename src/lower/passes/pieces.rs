//! Messages that are split: texts, calls and results become separate messages.

use crate::json::short_lists;
use crate::lower::context::Lowering;
use crate::lower::outline::{Block, OutlineRole, OutlineTurn};
use crate::lower::policy::Split;
use crate::model::{Message, OneOrMany};
use crate::report::loss;

impl<'c> Lowering<'c, '_> {
    /// Adds the turns that a message becomes.
    pub(super) fn add_pieces(
        &mut self,
        turns: &mut Vec<OutlineTurn<'c>>,
        source: (&'c Message<'c>, usize),
        speaker: OutlineRole,
        blocks: OneOrMany<Block<'c>>,
    ) {
        let message = source.0;
        let start = turns.len();
        let is_tool = speaker == OutlineRole::Tool;
        let is_one = match blocks.as_slice() {
            [] => !is_tool,
            [block] => is_tool == block.is_result(),
            blocks => !is_tool && blocks.iter().all(|block| rank(block) == WORDS && !block.is_result()),
        };
        if is_one {
            self.add_piece(turns, source, speaker, blocks);
        } else if blocks.is_empty() {
            self.report
                .add(&loss::EMPTY_MESSAGE, message.at, || "a tool message without results is dropped".to_owned());
            self.drop_own(&message.extras);
        } else if self.policy.turns.split == Split::Calls && !blocks.iter().any(Block::is_result) {
            self.add_calls_last(turns, source, speaker, blocks);
        } else {
            self.add_runs(turns, source, speaker, blocks);
        }
        let added = turns.get_mut(start..).unwrap_or_default();
        // The grouping of results has no meaning.
        if added.len() > 1 && added.iter().any(|turn| turn.speaker != OutlineRole::Tool) {
            let count = added.len();
            self.report.add(&loss::SPLIT, message.at, || format!("one message becomes {count}"));
        }
        self.place_details(added, message);
    }

    fn add_piece(
        &mut self,
        turns: &mut Vec<OutlineTurn<'c>>,
        (message, index): (&'c Message<'c>, usize),
        speaker: OutlineRole,
        blocks: OneOrMany<Block<'c>>,
    ) {
        self.add(turns, (message, index), speaker, blocks);
    }

    /// Reasoning and text, and then calls in a separate turn.
    fn add_calls_last(
        &mut self,
        turns: &mut Vec<OutlineTurn<'c>>,
        source: (&'c Message<'c>, usize),
        speaker: OutlineRole,
        mut blocks: OneOrMany<Block<'c>>,
    ) {
        let mut highest = 0;
        for block in blocks.iter().filter(|block| !says_nothing(block)) {
            let rank = rank(block);
            if rank < highest {
                self.report.add(&loss::REORDERED, block.at(), || "a part is now before what it followed".to_owned());
            }
            highest = highest.max(rank);
        }
        short_lists::sort_by_key(&mut blocks, rank);
        let has_words = blocks.iter().any(|block| rank(block) == WORDS && !says_nothing(block));
        let count = blocks.iter().filter(|block| matches!(block, Block::Call(_))).count();
        if !has_words && count > 0 {
            blocks.change(|blocks| blocks.retain(|block| !says_nothing(block)));
        }
        let calls = match blocks.len() - count {
            words if has_words && count > 0 => blocks.change(|blocks| blocks.split_off(words)),
            _ => Vec::new(),
        };
        self.add_piece(turns, source, speaker, blocks);
        if !calls.is_empty() {
            self.add_piece(turns, source, speaker, calls.into());
        }
    }

    /// Each call and each result becomes a turn, and so do the blocks between them.
    fn add_runs(
        &mut self,
        turns: &mut Vec<OutlineTurn<'c>>,
        source: (&'c Message<'c>, usize),
        speaker: OutlineRole,
        blocks: OneOrMany<Block<'c>>,
    ) {
        let mut run = OneOrMany::default();
        let mut is_said = false;
        let mut add_run = |this: &mut Self, turns: &mut Vec<OutlineTurn<'c>>, run: OneOrMany<Block<'c>>| {
            let is_tool = speaker == OutlineRole::Tool;
            if is_tool && !std::mem::replace(&mut is_said, true) {
                this.report.add(&loss::ROLE, source.0.at, || "text of a tool becomes text of the user".to_owned());
            }
            this.add_piece(turns, source, if is_tool { OutlineRole::User } else { speaker }, run);
        };
        for block in blocks {
            let speaker = match &block {
                Block::Result(_) => OutlineRole::Tool,
                Block::Call(_) => OutlineRole::Assistant,
                Block::Text(_)
                | Block::Refusal(_)
                | Block::Reasoning(_)
                | Block::Redacted(_)
                | Block::Media(_)
                | Block::Raw(_) => {
                    run.push(block);
                    continue;
                }
            };
            if !run.is_empty() {
                add_run(self, turns, std::mem::take(&mut run));
            }
            self.add_piece(turns, source, speaker, OneOrMany::one(block));
        }
        if !run.is_empty() {
            add_run(self, turns, run);
        }
    }
}

/// An empty text: next to calls it would become an empty message.
fn says_nothing(block: &Block<'_>) -> bool {
    matches!(block, Block::Text(it) if it.text.is_empty() && it.mark.is_none())
}

const WORDS: u8 = 1;

/// The order of blocks in a message: reasoning, then text, then calls.
fn rank(block: &Block<'_>) -> u8 {
    match block {
        Block::Reasoning(_) | Block::Redacted(_) | Block::Raw(_) => 0,
        Block::Text(_) | Block::Refusal(_) | Block::Media(_) | Block::Result(_) => WORDS,
        Block::Call(_) => 2,
    }
}

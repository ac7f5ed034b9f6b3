//! Answers as items, and results of separate kinds: generated message ids, cache marks that the target cannot
//! represent, results of calls with free text.

use std::collections::HashMap;

use crate::json::{Text, short_lists};
use crate::lower::context::Lowering;
use crate::lower::outline::{Block, CacheMark, RawBlock, is_full_message, items};
use crate::lower::policy::{Fact, MarkPlaces, Policy, Split};
use crate::model::{CallKind, Message, OneOrMany, Part, ToolResult};
use crate::report::{Report, loss};

impl<'c> Lowering<'c, '_> {
    /// Converts the blocks of an answer to items if the target has items, with ids for the messages that require one.
    /// Empty texts next to other blocks are dropped.
    pub(super) fn items(&mut self, message: &Message<'_>, index: usize, blocks: &mut OneOrMany<Block<'c>>) {
        let is_unsent =
            self.conversation.source.quirks.has_unsent_marks && !self.policy.holds(self.conversation.origin);
        if self.policy.record.cache.places == MarkPlaces::NotAnswers || is_unsent {
            blocks.iter_mut().filter_map(mark_of).for_each(|mark| self.drop_mark(mark.take().map(|mark| mark.hint)));
        }
        if self.policy.turns.split != Split::Items || matches!(blocks.as_slice(), [] | [Block::Text(_)]) {
            return;
        }
        if blocks.iter().any(is_empty) {
            drop_empty(blocks);
        }
        let count = items(blocks).filter(|item| is_full_message(item)).count();
        for piece in 0..count {
            let id = self.ids.item(index, piece);
            self.report.add(&loss::MADE_MESSAGE_ID, message.at, || format!("the message id `{id}` is generated"));
            self.message.item_ids.push(id);
        }
    }

    /// The cache mark of a result is written on its last text.
    pub(super) fn mark_last_text(&mut self, result: &'c ToolResult<'c>, blocks: &mut OneOrMany<Block<'c>>) {
        let Some(mark) = self.mark(result.cache.as_deref()) else { return };
        let last = blocks.iter().rposition(Block::is_words);
        let is_last = last.is_some_and(|last| last + 1 == blocks.len());
        let place = last.and_then(|last| blocks.get_mut(last)).and_then(mark_of);
        match place {
            Some(Some(_)) => {
                self.report.add(&loss::CACHE_HINT, mark.hint.at, || "two cache hints in one place are one".to_owned());
            }
            None => {
                self.report.add(&loss::CACHE_HINT, mark.hint.at, || "a cache hint on a result is dropped".to_owned());
            }
            Some(place) => {
                *place = Some(mark);
                if !is_last {
                    self.report
                        .add(&loss::MOVED, result.at, || "the cache hint of a result goes to its last text".to_owned());
                }
            }
        }
    }

    /// True for the result of a call with free text. The result has no name, but usually its call has one.
    pub(super) fn is_custom(&mut self, result: &ToolResult<'_>, place: (usize, usize)) -> bool {
        let Some(called) = self.lookups.customs.get_or_init(|| self.custom_results()).get(&place) else { return false };
        if let Some(name) = result.name.as_ref().filter(|name| !called.same(name) && self.policy.has(Fact::ResultNames))
        {
            self.report.add(&loss::RESULT_NAME, result.at, || {
                format!("the name `{}` on the result of a free-text call is dropped", name.show())
            });
        }
        true
    }

    fn custom_results(&self) -> HashMap<(usize, usize), &'c Text<'c>> {
        let is_custom = |part: &Part<'_>| matches!(part, Part::Call(call) if call.kind == CallKind::Custom);
        if !self.conversation.parts().any(is_custom) {
            return HashMap::new();
        }
        let pairs = self.pairs();
        let customs = pairs.results.iter().filter_map(|result| {
            let call = pairs.calls.get(result.call?)?.call;
            (call.kind == CallKind::Custom).then_some(((result.message, result.part), &call.name))
        });
        customs.collect()
    }
}

/// The place of the mark of a block.
fn mark_of<'b, 'c>(block: &'b mut Block<'c>) -> Option<&'b mut Option<CacheMark<'c>>> {
    match block {
        Block::Text(it) | Block::Refusal(it) => Some(&mut it.mark),
        Block::Call(it) => Some(&mut it.mark),
        Block::Result(it) => Some(&mut it.mark),
        Block::Media(it) => Some(&mut it.mark),
        Block::Reasoning(_) | Block::Redacted(_) | Block::Raw(_) => None,
    }
}

fn is_empty(block: &Block<'_>) -> bool {
    matches!(block, Block::Text(it) | Block::Refusal(it) if it.text.is_empty())
}

/// Drops empty texts next to others. If all consecutive texts are empty, one is kept.
fn drop_empty(blocks: &mut OneOrMany<Block<'_>>) {
    let mut is_kept = Vec::with_capacity(blocks.len());
    for item in items(blocks) {
        let is_all = item.iter().all(is_empty);
        is_kept.extend(item.iter().zip(0..).map(|(block, place)| !is_empty(block) || (is_all && place == 0)));
    }
    let mut is_kept = is_kept.into_iter();
    blocks.change(|blocks| blocks.retain(|_| is_kept.next().unwrap_or(true)));
}

/// Calls come last in an answer if the target stores them separately. Those that the service ran are in the content.
pub(super) fn put_calls_last(blocks: &mut OneOrMany<Block<'_>>, policy: &Policy, report: &mut Report) {
    let is_call = |block: &Block<'_>| matches!(block, Block::Call(_) | Block::Raw(RawBlock::Own(_)));
    if !policy.turns.calls_last || blocks.is_sorted_by_key(is_call) {
        return;
    }
    let late = blocks.iter().skip_while(|block| !is_call(block)).find(|block| block.is_words());
    if let Some(text) = late {
        report.add(&loss::REORDERED, text.at(), || "text after a tool call is now before it".to_owned());
    }
    short_lists::sort_by_key(blocks, is_call);
}

//! The blocks of an answer, each with a number: `{"index":0,…}`.

use std::collections::HashMap;

use foldhash::quality::RandomState;

use super::piece::{ObjectPiece, Piece};
use crate::json::short_lists;
use crate::report::Start;

/// The blocks that were sent so far. Numbers may be any, and are stored as they are written.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    blocks: Vec<(u64, AnswerBlock)>,
    /// The newest block with a number.
    index: HashMap<String, usize, RandomState>,
}

/// A block that grows.
#[derive(Debug)]
pub(super) struct AnswerBlock {
    pub(super) place: Start,
    pub(super) object: ObjectPiece,
    /// The text of its arguments, where any was sent.
    pub(super) input: Option<Piece>,
    pub(super) is_closed: bool,
}

impl AnswerBlock {
    pub(super) fn new(place: Start, object: ObjectPiece) -> Self {
        Self { place, object, input: None, is_closed: false }
    }

    fn size(&self) -> usize {
        self.object.size() + self.input.as_ref().map_or(0, Piece::size) + 32
    }
}

impl Blocks {
    /// Begins a block. One with the same number stays.
    pub(super) fn open(&mut self, number: &str, block: AnswerBlock) {
        self.index.insert(number.to_owned(), self.blocks.len());
        self.blocks.push((number.parse().unwrap_or(u64::MAX), block));
    }

    pub(super) fn get(&mut self, number: &str) -> Option<&mut AnswerBlock> {
        self.blocks.get_mut(*self.index.get(number)?).map(|(_, block)| block)
    }

    /// Changes a block, which is opened if it is not there.
    pub(super) fn update(
        &mut self,
        number: &str,
        new: impl FnOnce() -> AnswerBlock,
        change: impl FnOnce(&mut AnswerBlock),
    ) {
        if !self.index.contains_key(number) {
            self.open(number, new());
        }
        if let Some(block) = self.get(number) {
            change(block);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub(super) fn close(&mut self, number: &str) {
        self.get(number).into_iter().for_each(|block| block.is_closed = true);
    }

    /// All of them by their numbers.
    pub(super) fn into_sorted(mut self) -> impl Iterator<Item = AnswerBlock> {
        short_lists::sort_by_key(&mut self.blocks, |(number, _)| *number);
        self.blocks.into_iter().map(|(_, block)| block)
    }

    pub(super) fn size(&self) -> usize {
        self.blocks.iter().map(|(_, block)| block.size()).sum()
    }
}

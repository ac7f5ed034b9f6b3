//! The pieces of a list of messages that can be moved: its items, and the content blocks of each.

use crate::json::{At, Node, Span};
use crate::model::{Conversation, Message};

/// An item of the list.
#[derive(Clone, Debug)]
pub(super) struct Unit<'t, 'a> {
    pub(super) node: Node<'t, 'a>,
    /// The list of its blocks, if the format has blocks.
    pub(super) list: Option<Node<'t, 'a>>,
    /// The blocks.
    pub(super) blocks: Vec<Span>,
    /// A value of the model was read from it.
    is_read: bool,
    /// For each block, whether a value of the model was read from it.
    read_blocks: Vec<bool>,
}

/// All items of a list.
#[derive(Debug)]
pub(super) struct Units<'t, 'a>(pub(super) Vec<Unit<'t, 'a>>);

impl<'t, 'a> Units<'t, 'a> {
    /// The items of a list. `key` is the key of the blocks, or empty if there are none.
    pub(super) fn of(list: Node<'t, 'a>, key: &str, conversation: &Conversation<'_>) -> Self {
        let unit = |node: Node<'t, 'a>| {
            let list = node.get(key).filter(|list| !key.is_empty() && list.is_array());
            let blocks: Vec<_> = list.iter().flat_map(Node::items).map(|block| block.span()).collect();
            let read_blocks = vec![false; blocks.len()];
            Unit { node, list, blocks, is_read: false, read_blocks }
        };
        let mut units = Self(list.items().map(unit).collect());
        for message in &conversation.messages {
            let mut places = places(message);
            if places.iter().all(|at| units.find(*at).is_none()) {
                // Its media files are elsewhere.
                places.push(message.at);
            }
            for at in places {
                let Some(unit) = units.find(at).and_then(|unit| units.0.get_mut(unit)) else { continue };
                unit.is_read = true;
                if let Some(is_read) = unit.block(at).and_then(|block| unit.read_blocks.get_mut(block)) {
                    *is_read = true;
                }
            }
        }
        units
    }

    /// The item that contains a place.
    pub(super) fn find(&self, at: At) -> Option<usize> {
        let offset = at.offset()?;
        let index = self.0.partition_point(|unit| unit.node.span().start <= offset).checked_sub(1)?;
        self.0.get(index).filter(|unit| offset < unit.node.span().end).map(|_| index)
    }

    /// The items that belong to this one: later items from which nothing was read.
    pub(super) fn with_followers(&self, unit: usize) -> std::ops::Range<usize> {
        let rest = self.0.get(unit + 1..).unwrap_or_default();
        unit..unit + 1 + rest.iter().take_while(|unit| !unit.is_read).count()
    }

    /// The items before the first one from which something was read.
    pub(super) fn leaders(&self) -> std::ops::Range<usize> {
        0..self.0.iter().take_while(|unit| !unit.is_read).count()
    }

    /// True if a part was read from the unit and is not in the output.
    pub(super) fn is_read(&self, unit: usize) -> bool {
        self.0.get(unit).is_some_and(|unit| unit.is_read)
    }
}

impl Unit<'_, '_> {
    /// The block that contains a place.
    pub(super) fn block(&self, at: At) -> Option<usize> {
        let offset = at.offset()?;
        let index = self.blocks.partition_point(|block| block.start <= offset).checked_sub(1)?;
        self.blocks.get(index).filter(|block| offset < block.end).map(|_| index)
    }

    /// The blocks that belong to this one: later blocks from which nothing was read.
    pub(super) fn with_followers(&self, block: usize) -> std::ops::Range<usize> {
        let rest = self.read_blocks.get(block + 1..).unwrap_or_default();
        block..block + 1 + rest.iter().take_while(|is_read| !**is_read).count()
    }

    /// The blocks before the first one from which something was read; none if there is no such one.
    pub(super) fn leaders(&self) -> std::ops::Range<usize> {
        0..self.read_blocks.iter().position(|is_read| *is_read).unwrap_or(0)
    }
}

/// The places of a message and its parts, or only that of the message if it has no parts.
pub(super) fn places(message: &Message<'_>) -> Vec<At> {
    if message.parts.is_empty() {
        return vec![message.at];
    }
    message.parts.iter().map(crate::model::Part::at).collect()
}

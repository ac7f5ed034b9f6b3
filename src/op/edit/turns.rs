//! The new list of messages: items of the record, possibly with other blocks, and new items between them.

use std::collections::HashSet;

use super::EditRecord;
use super::splice::Spliced;
use super::units::{Unit, Units};
use crate::json::{At, Span};
use crate::report::{Report, loss};

/// A piece of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ItemBlock {
    /// Bytes of the record.
    Own(Span),
    /// New text that replaces the text at this place.
    New(String, At),
}

/// The owner of the blocks of an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum BlockOwner {
    /// Text of the user, and results if they are not separate messages.
    #[default]
    User,
    /// Results.
    Tool,
    /// Neither.
    Other,
}

/// An item of the list.
#[derive(Clone, Debug)]
pub(super) enum EditedItem {
    /// An item of the record, with these blocks if it contains a list of them.
    Unit { unit: usize, blocks: Vec<ItemBlock>, speaker: BlockOwner },
    /// A new item.
    New { pieces: Vec<ItemBlock> },
}

/// The items of the list, in order.
#[derive(Debug, Default)]
pub(super) struct EditedList {
    list: Vec<EditedItem>,
    seen: HashSet<usize>,
}

impl EditedList {
    pub(super) fn add(&mut self, turn: EditedItem) {
        if let EditedItem::Unit { unit, .. } = &turn {
            self.seen.insert(*unit);
        }
        self.list.push(turn);
    }

    /// Adds an item of the record unchanged, with those that belong to it. An item is added once.
    pub(super) fn unit(&mut self, unit: usize, units: &Units<'_, '_>) {
        let leaders = if self.seen.is_empty() { units.leaders() } else { 0..0 };
        for unit in leaders.chain(units.with_followers(unit)) {
            if self.seen.insert(unit) {
                let blocks =
                    units.0.get(unit).map(|unit| unit.blocks.iter().map(|span| ItemBlock::Own(*span)).collect());
                self.list.push(EditedItem::Unit {
                    unit,
                    blocks: blocks.unwrap_or_default(),
                    speaker: BlockOwner::Other,
                });
            }
        }
    }

    /// Adds blocks to the last item.
    pub(super) fn extend(&mut self, more: Vec<ItemBlock>) {
        if let Some(EditedItem::Unit { blocks, .. }) = self.list.last_mut() {
            blocks.extend(more);
        }
    }

    pub(super) fn last_unit(&self) -> Option<usize> {
        match self.list.last() {
            Some(EditedItem::Unit { unit, .. }) => Some(*unit),
            Some(EditedItem::New { .. }) | None => None,
        }
    }

    /// The last item is from the record, and accepts the blocks of this speaker.
    pub(super) fn ends_in(&self, whose: BlockOwner) -> bool {
        matches!(self.list.last(), Some(EditedItem::Unit { speaker, .. }) if *speaker == whose)
    }

    pub(super) fn last_has_list(&self, units: &Units<'_, '_>) -> bool {
        self.last_unit().and_then(|unit| units.0.get(unit)).is_some_and(|unit| unit.list.is_some())
    }

    /// Reports the fields next to moved blocks in removed items.
    pub(super) fn report_gone(&self, record: &EditRecord<'_, '_, '_>, units: &Units<'_, '_>, report: &mut Report) {
        let is_gone = |unit: usize| units.is_read(unit) && !self.seen.contains(&unit);
        let gone = || units.0.iter().zip(0..).filter(|(_, index)| is_gone(*index)).map(|(unit, _)| unit);
        let whole: Vec<_> = gone().filter(|unit| unit.list.is_none()).map(|unit| unit.node.span()).collect();
        report_fields(record, &whole, report);
        gone().for_each(|unit| report_rest(unit, report));
    }

    /// Items that become neighbours and have the same speaker are merged, if they contain only a list of blocks.
    pub(super) fn join(&mut self, units: &Units<'_, '_>, report: &mut Report) {
        let has_more = |unit: &Unit<'_, '_>| unit.list.is_some() && unit.node.len() > 2;
        let mut joined: Vec<EditedItem> = Vec::with_capacity(self.list.len());
        for turn in std::mem::take(&mut self.list) {
            if let (
                Some(EditedItem::Unit { unit: before, blocks: known, speaker: known_speaker }),
                EditedItem::Unit { unit, blocks, speaker },
            ) = (joined.last_mut(), &turn)
                && *before + 1 < *unit
                && known_speaker == speaker
                && let (Some(first), Some(second)) = (units.0.get(*before), units.0.get(*unit))
                && first.list.is_some()
                && role(first) == role(second)
                && second.list.is_some()
                && !has_more(second)
            {
                report.add(&loss::MERGED, second.node.at(), || {
                    "the message joins the one before it, which has the same speaker".to_owned()
                });
                known.extend(blocks.iter().cloned());
                continue;
            }
            joined.push(turn);
        }
        self.list = joined;
    }

    /// The text of the record with this list.
    pub(super) fn splice(&self, record: &EditRecord<'_, '_, '_>, units: &Units<'_, '_>) -> Spliced {
        let mut made = Spliced::default();
        let span_of = |unit: &Unit<'_, '_>| unit.node.span();
        let (Some(head), Some(tail)) = (units.0.first().map(span_of), units.0.last().map(span_of)) else {
            made.keep(Span { start: 0, end: record.text.len() });
            return made;
        };
        let between = |pair: &[Unit<'_, '_>]| match pair {
            [one, other] => Some(Span { start: one.node.span().end, end: other.node.span().start }),
            _ => None,
        };
        // New neighbours are separated by the text between the first two items.
        let usual = units.0.get(..2).and_then(between);
        let usual = usual.and_then(|span| record.text.get(span.start..span.end));
        let usual = usual.unwrap_or(if record.is_sequence { "\n" } else { "," });
        made.keep(Span { start: 0, end: head.start });
        let mut before = None;
        for (turn, index) in self.list.iter().zip(0..) {
            let own = if let EditedItem::Unit { unit, .. } = turn { Some(*unit) } else { None };
            match (before, own) {
                _ if index == 0 => {}
                (Some(before), Some(own)) if before + 1 == own => {
                    if let Some(span) = units.0.get(before..=own).and_then(between) {
                        made.keep(span);
                    }
                }
                _ => made.add(usual, At::byte(0)),
            }
            match turn {
                EditedItem::Unit { unit, blocks, .. } => {
                    if let Some(unit) = units.0.get(*unit) {
                        splice_unit(unit, blocks, &mut made);
                    }
                }
                EditedItem::New { pieces } => add_blocks(pieces, &mut made, |_| None),
            }
            before = own;
        }
        made.keep(Span { start: tail.end, end: record.text.len() });
        made
    }
}

/// Reports the fields of removed items, in one pass over the conversation. `items` are in order.
fn report_fields(record: &EditRecord<'_, '_, '_>, items: &[Span], report: &mut Report) {
    if items.is_empty() {
        return;
    }
    let is_in_item = |at: At| {
        let Some(at) = at.offset() else { return false };
        let before = items.partition_point(|item| item.start <= at);
        before.checked_sub(1).and_then(|last| items.get(last)).is_some_and(|item| at < item.end)
    };
    record.conversation.each_extras(&mut |extras| {
        for extra in extras.fields().iter().filter(|extra| !extra.is_note && is_in_item(extra.at)) {
            report.drop_field(extra.at, &extra.key);
        }
    });
}

/// Reports the members of an item whose blocks have moved.
fn report_rest(unit: &Unit<'_, '_>, report: &mut Report) {
    let Some(list) = unit.list else { return };
    for (key, value) in unit.node.members().filter(|(key, value)| !key.is("role") && value.span() != list.span()) {
        report.drop_field(value.at(), &key.text().unwrap_or_default());
    }
}

fn role<'a>(unit: &Unit<'_, 'a>) -> Option<&'a str> {
    unit.node.get("role").map(|role| role.raw())
}

/// An item with these blocks.
fn splice_unit(unit: &Unit<'_, '_>, blocks: &[ItemBlock], made: &mut Spliced) {
    let span = unit.node.span();
    let is_same = blocks.len() == unit.blocks.len()
        && blocks.iter().zip(&unit.blocks).all(|(block, own)| *block == ItemBlock::Own(*own));
    let Some(list) = unit.list.filter(|_| !is_same) else {
        made.keep(span);
        return;
    };
    let inner = match (unit.blocks.first(), unit.blocks.last()) {
        (Some(head), Some(tail)) => Span { start: head.start, end: tail.end },
        _ => Span { start: list.span().start + 1, end: list.span().end - 1 },
    };
    made.keep(Span { start: span.start, end: inner.start });
    // New neighbours are separated by the text between the first two blocks.
    let gap = |one: &Span, other: &Span| Span { start: one.end, end: other.start };
    let usual = unit.blocks.first().zip(unit.blocks.get(1)).map(|(one, other)| gap(one, other));
    add_blocks(blocks, made, |index| if index == 0 { None } else { Some(usual) });
    made.keep(Span { start: inner.end, end: span.end });
}

/// Adds blocks. `between` returns the separator before the block with this index: nothing, a comma, or these bytes.
fn add_blocks(blocks: &[ItemBlock], made: &mut Spliced, between: impl Fn(usize) -> Option<Option<Span>>) {
    for (block, index) in blocks.iter().zip(0..) {
        match between(index) {
            Some(Some(span)) => made.keep(span),
            Some(None) => made.add(",", At::byte(0)),
            None => {}
        }
        match block {
            ItemBlock::Own(span) => made.keep(*span),
            ItemBlock::New(text, at) => made.add(text.as_str(), *at),
        }
    }
}

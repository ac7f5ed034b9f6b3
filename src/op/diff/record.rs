//! Compares two records: their messages, and the fields outside them.

use crate::json::short_lists;
use foldhash::quality::RandomState;
use std::cell::RefCell;

use super::align::{Pairing, align};
use super::change::{ChangeKind, ChangePlace, RecordChange, ShownValue};
use super::compare::{ComparedMessages, Comparer};
use super::facts::{DiffFact, FactGroup, FactMaker};
use super::lcs::StepBudget;
use super::options::{Class, DiffOptions};
use super::pair::SameInBoth;
use super::shown;
use super::view::View;
use crate::json::{At, Node, Tape, count_lines, pointers};
use crate::model::{Message, Role};

/// A record after reading.
pub(super) struct Read<'r> {
    pub(super) view: View<'r>,
    pub(super) text: &'r str,
    /// The line of its first byte.
    pub(super) line: u64,
}

/// Whether a message is in A, in B, or in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// In both, without differences.
    Same,
    /// In both, with differences.
    Edited,
    /// Only in A.
    Deleted,
    /// Only in B.
    Inserted,
    /// The position in A of a message that moved.
    MovedAway,
    /// The position in B of a message that moved.
    MovedHere,
}

/// A message of A and one of B, side by side.
#[derive(Clone, Copy, Debug)]
pub struct MessageRow {
    /// Whether it is in A, in B, or in both.
    pub kind: RowKind,
    /// Its number in A.
    pub a: Option<usize>,
    /// Its number in B.
    pub b: Option<usize>,
}

/// The differences between two records.
pub(super) struct RecordDiff {
    pub(super) changes: Vec<RecordChange>,
    pub(super) rows: Vec<MessageRow>,
    pub(super) is_coarse: bool,
    /// Ids of several messages.
    pub(super) repeated: usize,
}

impl RecordDiff {
    /// Two equal records, with their number of messages.
    pub(super) fn same(messages: usize) -> Self {
        let rows = (0..messages).map(|at| MessageRow { kind: RowKind::Same, a: Some(at), b: Some(at) }).collect();
        Self { changes: Vec::new(), rows, is_coarse: false, repeated: 0 }
    }

    /// A record that has no counterpart: its number of messages in A and in B.
    pub(super) fn alone(a: usize, b: usize) -> Self {
        let row = |kind, a, b| MessageRow { kind, a, b };
        let mut rows: Vec<MessageRow> = (0..a).map(|at| row(RowKind::Deleted, Some(at), None)).collect();
        rows.extend((0..b).map(|at| row(RowKind::Inserted, None, Some(at))));
        Self { changes: Vec::new(), rows, is_coarse: false, repeated: 0 }
    }
}

/// Compares two records.
pub(super) fn compare<'c>(
    a: &Read<'c>,
    b: &Read<'c>,
    same: SameInBoth,
    options: &DiffOptions,
    maker: &RefCell<FactMaker>,
    hasher: RandomState,
) -> RecordDiff {
    let mut budget = StepBudget::new(options.steps);
    let pairing = (same == SameInBoth::Unknown).then(|| align(&a.view, &b.view, options.align, maker, &mut budget));
    let mut comparer = Comparer {
        options,
        hasher,
        budget: &mut budget,
        texts: (a.text, b.text),
        changes: Vec::new(),
        lost: Vec::new(),
        came: Vec::new(),
        tapes: (Tape::new(), Tape::new()),
    };
    comparer.conversation_fields(a, b, maker);
    let Some(pairing) = pairing else {
        return RecordDiff { changes: comparer.changes, ..RecordDiff::same(a.view.len()) };
    };
    let rows = rows(&pairing, options);
    let mut kinds = Vec::with_capacity(rows.len());
    for row in &rows {
        let before = comparer.changes.len();
        comparer.row(a, b, row, &pairing, maker);
        let is_same = comparer.changes.len() == before && row.kind == RowKind::Same;
        let kind = if row.kind == RowKind::Same && !is_same { RowKind::Edited } else { row.kind };
        kinds.push(MessageRow { kind, ..*row });
        if options.is_brief && !comparer.changes.is_empty() {
            break;
        }
    }
    comparer.part_moves(&a.view, &b.view, maker);
    let changes = comparer.changes;
    RecordDiff { changes, rows: kinds, is_coarse: budget.is_spent, repeated: pairing.repeated }
}

/// The messages of both sides in reading order.
fn rows(pairing: &Pairing, options: &DiffOptions) -> Vec<MessageRow> {
    let has_order = !options.ignore.has(Class::Order);
    let mut rows = Vec::with_capacity(pairing.to_a.len().max(pairing.to_b.len()));
    let mut next = 0;
    let is_moved = |a: usize| pairing.moved.get(a) == Some(&true);
    // Messages of B before its place `end` that are before no message of A.
    let catch_up = |rows: &mut Vec<MessageRow>, next: &mut usize, end: usize| {
        while *next < end {
            let row = match pairing.to_a.get(*next).copied().flatten() {
                None => Some(MessageRow { kind: RowKind::Inserted, a: None, b: Some(*next) }),
                Some(a) if is_moved(a) => {
                    let kind = if has_order { RowKind::MovedHere } else { RowKind::Same };
                    Some(MessageRow { kind, a: Some(a), b: Some(*next) })
                }
                // A further piece of a message that was split.
                Some(_) => Some(MessageRow { kind: RowKind::Edited, a: None, b: Some(*next) }),
            };
            rows.extend(row);
            *next += 1;
        }
    };
    for (a, b) in pairing.to_b.iter().enumerate() {
        match b {
            None => rows.push(MessageRow { kind: RowKind::Deleted, a: Some(a), b: None }),
            Some(b) if is_moved(a) => {
                if has_order {
                    rows.push(MessageRow { kind: RowKind::MovedAway, a: Some(a), b: Some(*b) });
                }
            }
            // A further piece of a message that was merged.
            Some(b) if pairing.to_a.get(*b).copied().flatten() != Some(a) => {
                rows.push(MessageRow { kind: RowKind::Edited, a: Some(a), b: None });
            }
            Some(b) => {
                catch_up(&mut rows, &mut next, *b);
                rows.push(MessageRow { kind: RowKind::Same, a: Some(a), b: Some(*b) });
                next = next.max(*b + 1);
            }
        }
    }
    catch_up(&mut rows, &mut next, pairing.to_a.len());
    rows
}

impl Comparer<'_> {
    fn row(&mut self, a: &Read<'_>, b: &Read<'_>, row: &MessageRow, pairing: &Pairing, maker: &RefCell<FactMaker>) {
        let at = |read: &Read<'_>, index: Option<usize>| index.map_or(At::NOWHERE, |index| read.view.at(index));
        let spot = ComparedMessages { a: row.a, b: row.b, at_a: at(a, row.a), at_b: at(b, row.b) };
        let whole = |read: &Read<'_>, index: Option<usize>| {
            let role = read.view.message(index?)?.role.name().into_owned();
            Some(ShownValue::Json(shown::message(read.view.built(index?, maker)?, &role)))
        };
        match (row.kind, row.a, row.b) {
            (RowKind::Deleted, Some(_), _) => {
                let places = (Some(spot.in_a(spot.at_a)), None);
                self.message_parts(&a.view, spot, maker);
                self.add(ChangeKind::Delete, String::new(), places, (whole(a, row.a), None));
                self.outer_parts(&a.view, spot, maker);
            }
            (RowKind::Inserted, _, Some(_)) => {
                let places = (None, Some(spot.in_b(spot.at_b)));
                self.message_parts(&b.view, spot, maker);
                self.add(ChangeKind::Insert, String::new(), places, (None, whole(b, row.b)));
            }
            (RowKind::MovedHere, Some(i), Some(j)) => {
                let places = (Some(spot.in_a(spot.at_a)), Some(spot.in_b(spot.at_b)));
                self.add(ChangeKind::Move, String::new(), places, (None, None));
                self.pair(a, b, (i, j), spot, pairing, maker);
            }
            (RowKind::Same | RowKind::Edited, Some(i), Some(j)) => self.pair(a, b, (i, j), spot, pairing, maker),
            _ => {}
        }
    }

    #[allow(clippy::many_single_char_names, reason = "two sides, two places, two messages")]
    fn pair(
        &mut self,
        a: &Read<'_>,
        b: &Read<'_>,
        (i, j): (usize, usize),
        spot: ComparedMessages,
        pairing: &Pairing,
        maker: &RefCell<FactMaker>,
    ) {
        let raws = (a.view.raw(i), b.view.raw(j));
        if raws.0.is_some() && raws.0 == raws.1 && a.view.format.name == b.view.format.name {
            return;
        }
        let (Some(x), Some(y)) = (a.view.built(i, maker), b.view.built(j, maker)) else { return };
        let split = pairing.splits.binary_search_by_key(&i, |split| split.0).ok();
        if let Some((_, range)) = split.and_then(|index| pairing.splits.get(index)) {
            let all: Vec<_> = range.clone().filter_map(|place| b.view.built(place, maker)).collect();
            let others =
                range.clone().skip(1).map(|place| ComparedMessages { b: Some(place), at_b: b.view.at(place), ..spot });
            let others: Vec<_> = others.collect();
            let further = others.iter().map(|spot| spot.in_b(spot.at_b)).collect();
            self.regrouped(ChangeKind::Split, a.view.message(i), spot, further);
            self.role(a, b, spot);
            self.facts(&x.head, &y.head, "", spot);
            for (built, spot) in all.iter().skip(1).zip(&others) {
                self.role(a, b, *spot);
                self.facts(&nothing(&built.head), &beyond(&built.head, &x.head), "", *spot);
            }
            self.parts(&x.pieces, &joined(&all), spot);
            return;
        }
        let merge = pairing.merges.binary_search_by_key(&j, |merge| merge.1).ok();
        if let Some((range, _)) = merge.and_then(|index| pairing.merges.get(index)) {
            let pieces = range.clone().filter(|place| pairing.to_b.get(*place) == Some(&Some(j)));
            let all: Vec<_> = pieces.clone().filter_map(|place| a.view.built(place, maker)).collect();
            let others =
                pieces.skip(1).map(|place| ComparedMessages { a: Some(place), at_a: a.view.at(place), ..spot });
            let others: Vec<_> = others.collect();
            let further = others.iter().map(|spot| spot.in_a(spot.at_a)).collect();
            self.regrouped(ChangeKind::Merge, b.view.message(j), spot, further);
            self.role(a, b, spot);
            self.facts(&x.head, &y.head, "", spot);
            for (built, spot) in all.iter().skip(1).zip(&others) {
                self.role(a, b, *spot);
                self.facts(&beyond(&built.head, &y.head), &nothing(&built.head), "", *spot);
            }
            self.parts(&joined(&all), &y.pieces, spot);
            return;
        }
        if x.exact == y.exact {
            return;
        }
        self.role(a, b, spot);
        self.facts(&x.head, &y.head, "", spot);
        self.parts(&x.pieces, &y.pieces, spot);
    }

    fn role(&mut self, a: &Read<'_>, b: &Read<'_>, spot: ComparedMessages) {
        let role = |read: &Read<'_>, index: Option<usize>| {
            read.view.message(index?).map(|message| message.role.name().into_owned())
        };
        let (old, new) = (role(a, spot.a), role(b, spot.b));
        if old != new {
            let places = (Some(spot.in_a(spot.at_a)), Some(spot.in_b(spot.at_b)));
            self.add(
                ChangeKind::Role,
                "role".to_owned(),
                places,
                (old.map(ShownValue::Text), new.map(ShownValue::Text)),
            );
        }
    }

    /// A message that is several messages on the other side. The grouping of results and instructions is not a difference.
    fn regrouped(
        &mut self,
        kind: ChangeKind,
        whole: Option<&Message<'_>>,
        spot: ComparedMessages,
        others: Vec<ChangePlace>,
    ) {
        if whole.is_some_and(|message| matches!(message.role, Role::Tool) || message.role.is_instruction()) {
            return;
        }
        let places = (Some(spot.in_a(spot.at_a)), Some(spot.in_b(spot.at_b)));
        self.add(kind, String::new(), places, (None, None));
        if let Some(change) = self.changes.last_mut() {
            change.others = others;
        }
    }
}

fn nothing(head: &FactGroup<'_>) -> FactGroup<'static> {
    FactGroup { name: head.name, ..FactGroup::default() }
}

/// The facts of a piece of a message that the whole message does not have.
fn beyond<'c>(head: &FactGroup<'c>, whole: &FactGroup<'_>) -> FactGroup<'c> {
    let is_known = |fact: &&DiffFact<'_>| !whole.facts.iter().any(|it| it.name == fact.name && it.key == fact.key);
    let facts: Vec<_> = head.facts.iter().filter(is_known).cloned().collect();
    FactGroup { name: head.name, at: head.at, key: head.key, facts, ..FactGroup::default() }
}

/// The parts of several messages as those of one.
fn joined<'c>(all: &[&super::facts::Built<'c>]) -> Vec<FactGroup<'c>> {
    let mut pieces: Vec<FactGroup<'c>> = Vec::new();
    for built in all {
        let before = pieces.len();
        pieces.extend(
            built.pieces.iter().cloned().map(|piece| FactGroup { owner: piece.owner.map(|it| it + before), ..piece }),
        );
    }
    pieces
}

/// Computes the pointers and lines of one side: 0 is A, 1 is B. The text begins at this line and pointer.
pub(super) fn resolve(
    changes: &mut [RecordChange],
    root: Option<Node<'_, '_>>,
    (text, line, pointer): (&str, u64, &str),
    side: usize,
) {
    let mut places: Vec<&mut ChangePlace> = Vec::new();
    for change in changes {
        // Only a split message has its other pieces in B.
        let has_others = (change.kind == ChangeKind::Split) == (side == 1);
        places.extend(if side == 0 { &mut change.a } else { &mut change.b });
        if has_others {
            places.extend(&mut change.others);
        }
    }
    short_lists::sort_by_key(&mut places, |place| place.at);
    let offsets: Vec<usize> = places.iter().map(|place| place.at.offset().unwrap_or(0)).collect();
    let mut names = root.map(|root| pointers(root, &offsets)).unwrap_or_default().into_iter();
    let (mut done, mut line) = (0, line);
    for (place, offset) in places.into_iter().zip(offsets) {
        line += count_lines(text.as_bytes().get(done..offset).unwrap_or_default());
        done = done.max(offset);
        (place.line, place.pointer) = (line, format!("{pointer}{}", names.next().unwrap_or_default()));
    }
}

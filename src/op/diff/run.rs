//! Compares two files record by record.

use foldhash::quality::RandomState;
use std::cell::RefCell;

use super::DiffFailure;
use super::change::Counts;
use super::compared_records::{ComparedRecords, RecordRef};
use super::facts::FactMaker;
use super::file_pair::{DiffInput, FilePair, Understood, bytes, leave_out, open, read};
use super::options::{Class, DiffOptions};
use super::pair::{PairedRecords, RecordPair, SameInBoth, records};
use super::printed_lines::printed_lines;
use super::record::{Read, RecordDiff, compare, resolve};
use super::store::RecordStore;
use super::view::View;
use crate::json::Tape;
use crate::report::{Failures, Report};

/// The result of comparing two files.
#[derive(Clone, Debug, Default)]
pub struct DiffSummary {
    /// Records of A and of B.
    pub records: [u64; 2],
    /// Skipped records of A and of B that cannot be read.
    pub failed: [Failures; 2],
    /// Pairs of records with the same meaning.
    pub same: u64,
    /// Pairs with different meanings.
    pub changed: u64,
    /// Records that only A has.
    pub deleted: u64,
    /// Records that only B has.
    pub inserted: u64,
    /// Pairs that are in another order.
    pub moved: u64,
    /// Changes inside records.
    pub counts: Counts,
    /// Pairs that were compared more coarsely.
    pub coarse: u64,
    /// Parts of compared records, of A and of B, that were dropped while reading.
    pub unread: [Report; 2],
    /// Ids on both sides, at least one of which is not unique: they do not identify a message.
    pub repeated: u64,
}

impl DiffSummary {
    /// Adds the summary of two other files.
    pub fn merge(&mut self, other: &Self) {
        self.records.iter_mut().zip(other.records).for_each(|(sum, more)| *sum += more);
        self.failed.iter_mut().zip(&other.failed).for_each(|(sum, more)| sum.merge(more));
        self.unread.iter_mut().zip(&other.unread).for_each(|(sum, more)| sum.merge(&mut more.clone()));
        self.same += other.same;
        self.changed += other.changed;
        self.deleted += other.deleted;
        self.inserted += other.inserted;
        self.moved += other.moved;
        self.counts.merge(&other.counts);
        self.coarse += other.coarse;
        self.repeated += other.repeated;
    }

    /// True if nothing differs.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.changed + self.deleted + self.inserted + self.moved == 0
    }
}

/// Receives the pairs that differ; false ends the run.
pub type OnPair<'h> = dyn FnMut(&ComparedRecords<'_>) -> bool + 'h;

/// Compares two files; `on_pair` is called for each pair of records that differs.
///
/// # Errors
/// An input cannot be read, or has a record that cannot be read as a conversation.
pub fn run(
    a: DiffInput<'_>,
    b: DiffInput<'_>,
    options: &DiffOptions,
    on_pair: &mut OnPair<'_>,
) -> Result<DiffSummary, DiffFailure> {
    let hasher = RandomState::default();
    let mut files = open(a, b, options, hasher)?;
    leave_out(&mut files)?;
    let PairedRecords { pairs, is_coarse, repeated } = records(&mut files)?;
    let mut summary = DiffSummary {
        repeated,
        records: files.records(),
        failed: files.failed.clone(),
        unread: files.rows.clone(),
        coarse: u64::from(is_coarse),
        ..DiffSummary::default()
    };
    for pair in pairs {
        let goes_on = one(&mut files, pair, &mut summary, on_pair)?;
        [pair.a, pair.b].iter().enumerate().for_each(|(side, at)| at.iter().for_each(|at| files.done(side, *at)));
        if !goes_on || (options.is_brief && !summary.is_same()) {
            break;
        }
    }
    Ok(summary)
}

fn one(
    files: &mut FilePair<'_>,
    pair: RecordPair,
    summary: &mut DiffSummary,
    on_pair: &mut OnPair<'_>,
) -> Result<bool, DiffFailure> {
    let FilePair { a, b, readers, buffers, options, hasher, .. } = files;
    let hasher = *hasher;
    let is_moved = pair.is_moved && !options.ignore.has(Class::Order);
    if pair.same == SameInBoth::All && !is_moved {
        summary.same += 1;
        return Ok(true);
    }
    let raw_hashes = (pair.a.and_then(|at| a.hash(at)), pair.b.and_then(|at| b.hash(at)));
    let is_same_way = a.usual.map(|it| it.name) == b.usual.map(|it| it.name);
    let mut is_equal = is_same_way && raw_hashes.0.is_some() && raw_hashes.0 == raw_hashes.1;
    if is_equal && !is_moved {
        summary.same += 1;
        return Ok(true);
    }
    // Of two equal records, one is read.
    let from = pair.a.filter(|_| !is_equal);
    let own = from.map(|index| bytes(a, index, &mut buffers.0, 0)).transpose()?;
    let other = pair.b.map(|index| bytes(b, index, &mut buffers.1, 1)).transpose()?;
    is_equal |= is_same_way && own.is_some() && own == other;
    if is_equal && !is_moved {
        summary.same += 1;
        return Ok(true);
    }
    let maker = RefCell::new(FactMaker::new(hasher, options.ignore));
    let understood = |store, reader, index: Option<usize>, bytes: Option<_>, side, unread| {
        index.zip(bytes).map(|(index, bytes)| read(store, reader, index, bytes, side, unread)).transpose()
    };
    let [of_a, of_b] = &mut summary.unread;
    let first = understood(a, &mut readers.0, from.filter(|_| !is_equal), own, 0, of_a)?;
    let second = understood(b, &mut readers.1, pair.b, other, 1, of_b)?;
    let line = |store: &RecordStore, index: Option<usize>| index.map_or(1, |index| store.start(index).line);
    let x = first.as_ref().map(|found| side(found, &readers.0.tape, line(a, pair.a), pair.same));
    let y = second.as_ref().map(|found| side(found, &readers.1.tape, line(b, pair.b), pair.same));
    let (x, y) = (x.as_ref().or(y.as_ref().filter(|_| is_equal)), y.as_ref());
    let mut found = match (x, y) {
        (Some(x), Some(_)) if is_equal => RecordDiff::same(x.view.len()),
        (Some(x), Some(y)) => compare(x, y, pair.same, options, &maker, hasher),
        (one, other) => RecordDiff::alone(one.map_or(0, |it| it.view.len()), other.map_or(0, |it| it.view.len())),
    };
    if count(summary, &found, x.is_some(), y.is_some(), is_moved) {
        return Ok(true);
    }
    let pointer =
        |store: &'_ RecordStore, index: Option<usize>| index.map_or("", |index| store.pointer(index)).to_owned();
    let pointers = [pointer(a, pair.a), pointer(b, pair.b)];
    for ((side, read, tape), pointer) in [(0, x, &readers.0.tape), (1, y, &readers.1.tape)].into_iter().zip(pointers) {
        if let Some(read) = read.filter(|_| !found.changes.is_empty()) {
            resolve(&mut found.changes, tape.root(read.text), (read.text, read.line, &pointer), side);
        }
    }
    let lines = |place| printed_lines([x, y].map(|read| read.map(|read| &read.view)), place, &maker);
    let compared = ComparedRecords {
        a: pair.a.zip(x).map(|(index, read)| reference(a, index, read)),
        b: pair.b.zip(y).map(|(index, read)| reference(b, index, read)),
        is_only: a.entries.len() == 1 && b.entries.len() == 1,
        is_moved,
        is_coarse: found.is_coarse,
        changes: &found.changes,
        rows: &found.rows,
        lines: &lines,
    };
    Ok(on_pair(&compared))
}

fn side<'r>(found: &'r Understood<'r>, tape: &'r Tape, line: u64, same: SameInBoth) -> Read<'r> {
    let (format, conversation, text) = found;
    // The bytes of the messages are needed only if the messages are compared.
    let root = tape.root(text).filter(|_| same == SameInBoth::Unknown);
    Read { view: View::new(format, conversation, root), text, line }
}

/// Adds a pair to the summary; true if both have the same meaning.
fn count(summary: &mut DiffSummary, found: &RecordDiff, has_a: bool, has_b: bool, is_moved: bool) -> bool {
    let is_same = has_a && has_b && found.changes.is_empty() && !is_moved;
    summary.same += u64::from(is_same);
    summary.deleted += u64::from(!has_b);
    summary.inserted += u64::from(!has_a);
    summary.changed += u64::from(!found.changes.is_empty());
    summary.moved += u64::from(is_moved && has_a && has_b);
    summary.coarse += u64::from(found.is_coarse);
    summary.repeated += found.repeated as u64;
    found.changes.iter().for_each(|change| summary.counts.add(change.kind));
    is_same
}

fn reference(store: &RecordStore, index: usize, read: &Read<'_>) -> RecordRef {
    RecordRef {
        record: store.entries.get(index).map_or(index, |entry| entry.number) as u64,
        id: read.view.conversation.id.as_ref().map(|id| id.decode_json().into_owned()),
        line: store.start(index).line,
        format: read.view.format.name,
        messages: read.view.len(),
    }
}

//! Two files, record by record.

use std::cell::RefCell;
use std::hash::RandomState;
use std::path::Path;

use super::DiffFailure;
use super::change::Counts;
use super::compared_records::{ComparedRecords, RecordRef};
use super::facts::FactMaker;
use super::options::{Class, DiffOptions};
use super::pair::{PairedRecords, RecordPair, records};
use super::printed_lines::printed_lines;
use super::record::{Read, RecordDiff, compare, resolve};
use super::store::{PHASES, RecordStore};
use super::view::View;
use crate::json::Tape;
use crate::model::Conversation;
use crate::op::bad_record::diagnose;
use crate::op::input::Input;
use crate::op::records::Reader;
use crate::report::{Failures, Report};
use crate::stream::Progress;

/// One of the two inputs.
pub struct DiffInput<'p> {
    /// The input.
    pub input: Input,
    /// The path, if the input can be opened again.
    pub path: Option<&'p Path>,
    /// Is told how far the work is: when all is done, of as many bytes as the input has.
    pub progress: Option<&'p dyn Progress>,
}

impl std::fmt::Debug for DiffInput<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DiffInput").field("input", &self.input).field("path", &self.path).finish_non_exhaustive()
    }
}

/// The result of comparing two files.
#[derive(Clone, Debug, Default)]
pub struct DiffSummary {
    /// Records of A and of B.
    pub records: [u64; 2],
    /// Records of A and of B that cannot be understood and were left out.
    pub failed: [Failures; 2],
    /// Pairs of records that say the same.
    pub same: u64,
    /// Pairs that do not.
    pub changed: u64,
    /// Records that only A has.
    pub deleted: u64,
    /// Records that only B has.
    pub inserted: u64,
    /// Pairs that are in another order.
    pub moved: u64,
    /// Changes inside of records.
    pub counts: Counts,
    /// Pairs that were compared more coarsely.
    pub coarse: u64,
    /// What reading left out of records that were compared, of A and of B.
    pub unread: [Report; 2],
    /// Ids that both sides have, and one of them several times: they do not say which is which.
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

/// Is told of pairs that differ; false ends the run.
pub type OnPair<'h> = dyn FnMut(&ComparedRecords<'_>) -> bool + 'h;

/// Both files, and what all their comparisons share.
pub(super) struct FilePair<'k> {
    pub(super) a: RecordStore,
    pub(super) b: RecordStore,
    /// One reader for each side. Its buffers are used for all records.
    pub(super) readers: (Reader, Reader),
    /// Records of A and of B that were left out.
    pub(super) failed: [Failures; 2],
    progress: [Option<&'k dyn Progress>; 2],
    pub(super) hasher: &'k RandomState,
    pub(super) options: &'k DiffOptions,
}

impl FilePair<'_> {
    /// Records of both, those that were left out among them.
    pub(super) fn records(&self) -> [u64; 2] {
        let [of_a, of_b] = &self.failed;
        [self.a.entries.len() as u64 + of_a.total(), self.b.entries.len() as u64 + of_b.total()]
    }

    /// A record of A (0) or B (1) is done, as far as this pass over them goes.
    pub(super) fn done(&self, side: usize, index: usize) {
        let store = if side == 0 { &self.a } else { &self.b };
        if let (Some(progress), Some(entry)) = (self.progress.get(side).copied().flatten(), store.entries.get(index)) {
            progress.advance(entry.len as u64 / PHASES, 0);
        }
    }

    /// Reads a record, looks at it, and lets it go.
    pub(super) fn with<R>(
        &mut self,
        side: usize,
        index: usize,
        look: &mut dyn FnMut(&View<'_>, &RefCell<FactMaker<'_>>) -> R,
    ) -> Result<R, DiffFailure> {
        let maker = RefCell::new(FactMaker::new(self.hasher, self.options.ignore));
        let (store, reader) = if side == 0 { (&self.a, &mut self.readers.0) } else { (&self.b, &mut self.readers.1) };
        let mut buffer = Vec::new();
        let bytes = bytes(store, index, &mut buffer, side)?;
        let (format, conversation, _) = read(store, reader, index, bytes, side, &mut Report::keeping(0))?;
        Ok(look(&View::new(format, &conversation, None), &maker))
    }
}

/// The bytes of a record; `buffer` is for those that are not in memory.
pub(super) fn bytes<'b>(
    store: &'b RecordStore,
    index: usize,
    buffer: &'b mut Vec<u8>,
    side: usize,
) -> Result<&'b [u8], DiffFailure> {
    store.read(index, buffer).map_err(|error| DiffFailure::Source(side, error))
}

pub(super) type Understood<'b> = (&'static crate::format::Format, Conversation<'b>, &'b str);

pub(super) fn read<'b>(
    store: &'b RecordStore,
    reader: &mut Reader,
    index: usize,
    buffer: &'b [u8],
    side: usize,
    unread: &mut Report,
) -> Result<Understood<'b>, DiffFailure> {
    let lost = || DiffFailure::Lost(side);
    let piece = store.piece(index, buffer).ok_or_else(lost)?;
    let mut found = Report::keeping(0);
    let (format, mut conversation, text) = reader.read(&piece, &mut found).map_err(|refused| {
        let diagnostic = diagnose(&refused, piece.json, &store.start(index), index as u64);
        DiffFailure::Record(side, Box::new((diagnostic, refused.help())))
    })?;
    found.retain(|code| code.kind.is_loss());
    unread.merge(&mut found);
    conversation.append_other_answers();
    Ok((format, conversation, text))
}

/// Reads both inputs and indexes their records.
pub(super) fn open<'k>(
    a: DiffInput<'k>,
    b: DiffInput<'k>,
    options: &'k DiffOptions,
    hasher: &'k RandomState,
) -> Result<FilePair<'k>, DiffFailure> {
    let is_short = |side: &DiffInput<'_>| side.input.source.size().is_some_and(|size| size < 1 << 20);
    let progress = [a.progress, b.progress];
    let (a, b) = if options.jobs < 2 || is_short(&a) || is_short(&b) {
        (RecordStore::new(a, options, hasher, 0)?, RecordStore::new(b, options, hasher, 1)?)
    } else {
        std::thread::scope(|scope| {
            let second = scope.spawn(|| RecordStore::new(b, options, hasher, 1));
            let first = RecordStore::new(a, options, hasher, 0)?;
            Ok((first, second.join().map_err(|_| DiffFailure::Lost(1))??))
        })?
    };
    let reader = |store: &RecordStore| Reader::new(store.usual, store.is_fixed, store.limits);
    let readers = (reader(&a), reader(&b));
    let mut files = FilePair { a, b, readers, failed: Default::default(), progress, hasher, options };
    if options.skips {
        leave_out(&mut files)?;
    }
    Ok(files)
}

/// Leaves out the records that cannot be understood.
fn leave_out(files: &mut FilePair<'_>) -> Result<(), DiffFailure> {
    let FilePair { a, b, readers, failed, .. } = files;
    for ((side, store), (reader, failed)) in
        [a, b].into_iter().enumerate().zip([&mut readers.0, &mut readers.1].into_iter().zip(failed))
    {
        let mut kept = Vec::with_capacity(store.entries.len());
        for index in 0..store.entries.len() {
            let mut buffer = Vec::new();
            let bytes = bytes(store, index, &mut buffer, side)?;
            match read(store, reader, index, bytes, side, &mut Report::keeping(0)) {
                Ok(_) => kept.push(true),
                Err(DiffFailure::Record(_, what)) => {
                    kept.push(false);
                    failed.add(what.0.code);
                }
                Err(failure) => return Err(failure),
            }
        }
        let mut kept = kept.into_iter();
        store.entries.retain(|_| kept.next().unwrap_or(true));
    }
    Ok(())
}

/// Compares two files; `on_pair` is called for each pair of records that differs.
///
/// # Errors
/// An input cannot be read, or has a record that cannot be understood.
pub fn run(
    a: DiffInput<'_>,
    b: DiffInput<'_>,
    options: &DiffOptions,
    on_pair: &mut OnPair<'_>,
) -> Result<DiffSummary, DiffFailure> {
    let hasher = RandomState::new();
    let mut files = open(a, b, options, &hasher)?;
    let PairedRecords { pairs, is_coarse, repeated } = records(&mut files)?;
    let mut summary = DiffSummary {
        repeated,
        records: files.records(),
        failed: files.failed.clone(),
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
    let FilePair { a, b, readers, hasher, options, .. } = files;
    let is_moved = pair.is_moved && !options.ignore.has(Class::Order);
    let hashes = (pair.a.and_then(|at| a.hash(at)), pair.b.and_then(|at| b.hash(at)));
    let is_same_way = a.usual.map(|it| it.name) == b.usual.map(|it| it.name);
    let mut is_equal = is_same_way && hashes.0.is_some() && hashes.0 == hashes.1;
    if is_equal && !is_moved {
        summary.same += 1;
        return Ok(true);
    }
    let mut buffers = (Vec::new(), Vec::new());
    // Of two that are equal, one is read.
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
    let x = first.as_ref().map(|found| side(found, &readers.0.tape, line(a, pair.a)));
    let y = second.as_ref().map(|found| side(found, &readers.1.tape, line(b, pair.b)));
    let (x, y) = (x.as_ref().or(y.as_ref().filter(|_| is_equal)), y.as_ref());
    let mut found = match (x, y) {
        (Some(x), Some(_)) if is_equal => RecordDiff::same(x.view.len()),
        (Some(x), Some(y)) => compare(x, y, options, &maker, hasher),
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

fn side<'r>(found: &'r Understood<'r>, tape: &'r Tape, line: u64) -> Read<'r> {
    let (format, conversation, text) = found;
    Read { view: View::new(format, conversation, tape.root(text)), text, line }
}

/// Adds a pair to the summary; true if it says the same.
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

//! Writes an input with its findings fixed. Everything else is copied byte for byte.

use std::sync::Mutex;

use super::super::data_set::SeenRecords;
use super::super::input::Input;
use super::super::log::is_log;
use super::super::nested::splice;
use super::super::outcome::OnError;
use super::super::records::{RecordPiece, each_piece};
use super::super::validate::{CheckedInput, ValidateOptions, ValidateWorker};
use super::record::{IsKnown, RecordFixer, with_text};
use crate::format::Framing;
use crate::op::pass::{PassFailure, run_pass};
use crate::report::{Diagnostic, FixSafety, Start};
use crate::rule::DUPLICATE_RECORD;
use crate::stream::{Batch, Cut, Flow, Progress, RecordContainer, SinkError, Splicer};

/// Options of a fix.
pub struct FixOptions<'o> {
    /// The findings that are fixed.
    pub validate: &'o ValidateOptions,
    /// The kinds of changes that are made.
    pub most: FixSafety,
    /// Findings that are not fixed.
    pub known: Option<&'o IsKnown<'o>>,
}

impl std::fmt::Debug for FixOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FixOptions").field("most", &self.most).finish_non_exhaustive()
    }
}

/// The result of a fix.
#[derive(Clone, Copy, Debug, Default)]
pub struct FixResult {
    /// Fixed findings.
    pub fixed: u64,
    /// Records with a change that was undone, because it would cause a new finding.
    pub blocked: u64,
    /// Records that were changed or removed.
    pub changed: u64,
}

/// A record that was changed.
#[derive(Clone, Copy, Debug)]
pub struct FixedRecord<'r> {
    /// Its start in the input.
    pub start: Start,
    /// Its text in the input.
    pub old: &'r [u8],
    /// The new text. `None`: it is removed, with the line end before it.
    pub new: Option<&'r str>,
}

/// The output.
pub struct FixEnds<'e> {
    /// Receives the bytes of the output.
    pub write: &'e mut (dyn FnMut(&[u8]) -> Result<(), SinkError> + Send),
    /// Receives every changed record, in order.
    pub changed: &'e mut (dyn FnMut(FixedRecord<'_>) -> Result<(), SinkError> + Send),
    /// Receives the progress.
    pub progress: &'e dyn Progress,
}

impl std::fmt::Debug for FixEnds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FixEnds").finish_non_exhaustive()
    }
}

/// Writes an input with its findings fixed.
///
/// # Errors
/// The input cannot be read to its end, or the output cannot be written.
pub fn run(input: Input, options: &FixOptions<'_>, ends: FixEnds<'_>) -> Result<FixResult, PassFailure> {
    if input.nesting.is_none() {
        return run_with(input, options, ends, None);
    }
    let FixEnds { write, changed, progress } = ends;
    splice(write, OnError::Stop, |write, splicer| {
        let ends = FixEnds { write: &mut *write, changed: &mut *changed, progress };
        run_with(input, options, ends, Some(splicer))
    })
}

fn run_with(
    input: Input,
    options: &FixOptions<'_>,
    ends: FixEnds<'_>,
    splicer: Option<&Mutex<Splicer<'_>>>,
) -> Result<FixResult, PassFailure> {
    let (framing, limits) = (input.framing, input.limits);
    let is_nested = input.nesting.is_some();
    let mut emitter = FixEmitter {
        options,
        ends,
        seen: SeenRecords::default(),
        records: 0,
        container: RecordContainer::holding_line_ends(framing),
        out: Vec::new(),
        is_nested,
        done: FixResult::default(),
    };
    // Events of a log depend on each other: an edit of a single one may be wrong.
    let is_log = is_log(&input);
    if input.source.has_mark() {
        (emitter.ends.write)(b"\xef\xbb\xbf").map_err(PassFailure::Sink)?;
    }
    let shared = CheckedInput::new(&input, options.validate);
    let make = || FixWorker {
        is_log,
        most: options.most,
        is_placed: options.known.is_some(),
        checker: ValidateWorker::new(&shared, None),
        fixer: RecordFixer::new(&shared, options.known),
        found: Vec::new(),
        fixed: 0,
        blocked: 0,
    };
    let splitter = Input::splitter(input.source, framing, limits, input.nesting);
    let work = |worker: &mut FixWorker<'_>, batch: &Batch, _: &Cut| worker.run(batch, framing);
    run_pass(splitter, options.validate.jobs, splicer, make, work, |worker, batch, cut| {
        if matches!(cut, Cut::Broken(_)) {
            return Err(PassFailure::Broken);
        }
        emitter.emit(worker, batch)?;
        Ok(Flow::Continue)
    })?;
    emitter.container.finish(emitter.ends.write)?;
    Ok(emitter.done)
}

/// A record of a batch: its place, and its new text.
struct FoundRecord {
    start: usize,
    end: usize,
    place: Start,
    new: Option<String>,
}

struct FixWorker<'o> {
    is_log: bool,
    most: FixSafety,
    is_placed: bool,
    checker: ValidateWorker<'o>,
    fixer: RecordFixer<'o>,
    found: Vec<FoundRecord>,
    fixed: u64,
    blocked: u64,
}

impl FixWorker<'_> {
    fn run(&mut self, batch: &Batch, framing: Framing) {
        self.found.clear();
        self.checker.forget();
        (self.fixed, self.blocked) = (0, 0);
        if self.is_log || framing == Framing::Folder {
            return;
        }
        each_piece(batch, framing, |piece| {
            let start = usize::try_from(piece.start.offset - batch.start.offset).unwrap_or(0);
            let new = self.record(&piece);
            self.found.push(FoundRecord { start, end: start + piece.bytes.len(), place: piece.start, new });
            true
        });
    }

    fn record(&mut self, piece: &RecordPiece<'_>) -> Option<String> {
        let (findings, is_refused) = self.checker.findings_of(piece, self.is_placed);
        let before = findings.total(|_| true);
        let (fixed, is_blocked) = self.fixer.fix(piece, (findings, is_refused), self.most);
        self.blocked += u64::from(is_blocked);
        let (text, after) = fixed?;
        // Records are compared in their written form.
        self.checker.replace_last(&with_text(piece, &text));
        // A record that cannot be read has only one known finding.
        self.fixed += before.saturating_sub(after.total(|_| true)).max(1);
        Some(text)
    }
}

struct FixEmitter<'o, 'e> {
    options: &'o FixOptions<'o>,
    ends: FixEnds<'e>,
    seen: SeenRecords,
    /// The number of records in earlier batches.
    records: u64,
    container: RecordContainer,
    /// Output of the batch: writing each record separately would cost more than the record.
    out: Vec<u8>,
    /// Conversations inside records cannot be removed.
    is_nested: bool,
    done: FixResult,
}

impl FixEmitter<'_, '_> {
    fn emit(&mut self, worker: &mut FixWorker<'_>, batch: &Batch) -> Result<(), SinkError> {
        let bytes = batch.bytes();
        let removed = self.repeated(worker);
        let mut done = 0;
        for (record, number) in worker.found.iter().zip(self.records..) {
            let FoundRecord { start, end, place, ref new } = *record;
            let (gap, old) = (bytes.get(done..start).unwrap_or_default(), bytes.get(start..end).unwrap_or_default());
            done = end;
            self.container.gap(gap, &mut into(&mut self.out))?;
            let is_removed = removed.contains(&number);
            if is_removed || new.is_some() {
                self.done.changed += 1;
                (self.ends.changed)(FixedRecord { start: place, old, new: new.as_deref().filter(|_| !is_removed) })?;
            }
            if is_removed {
                self.container.drop_record();
                continue;
            }
            self.container.record(&mut into(&mut self.out))?;
            self.put(new.as_deref().map_or(old, str::as_bytes))?;
        }
        let tail = bytes.get(done..).unwrap_or_default();
        self.container.gap(tail, &mut into(&mut self.out))?;
        self.flush()?;
        self.done.fixed += worker.fixed + removed.len() as u64;
        self.done.blocked += worker.blocked;
        self.records += worker.found.len() as u64;
        self.ends.progress.advance(bytes.len() as u64, worker.found.len() as u64);
        Ok(())
    }

    /// The numbers of duplicate records, which are removed.
    fn repeated(&mut self, worker: &mut FixWorker<'_>) -> Vec<u64> {
        let found = self.seen.add(worker.checker.keys.drain(..), self.records, self.options.validate);
        if self.options.most == FixSafety::Safe || self.is_nested {
            return Vec::new();
        }
        let is_known = |finding: &Diagnostic| self.options.known.is_some_and(|known| known(finding));
        let is_removed = |finding: &&Diagnostic| finding.code == DUPLICATE_RECORD.code && !is_known(finding);
        found.iter().filter(is_removed).map(|finding| finding.record).collect()
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        if bytes.len() <= LONG {
            self.out.extend_from_slice(bytes);
            return Ok(());
        }
        self.flush()?;
        (self.ends.write)(bytes)
    }

    fn flush(&mut self) -> Result<(), SinkError> {
        let done = if self.out.is_empty() { Ok(()) } else { (self.ends.write)(&self.out) };
        self.out.clear();
        done
    }
}

/// Longer records are written without a copy in memory.
const LONG: usize = 64 * 1024;

fn into(out: &mut Vec<u8>) -> impl FnMut(&[u8]) -> Result<(), SinkError> + Send {
    |bytes| {
        out.extend_from_slice(bytes);
        Ok(())
    }
}

impl FixResult {
    /// Adds the result of another input.
    pub fn add(&mut self, other: Self) {
        self.fixed += other.fixed;
        self.blocked += other.blocked;
        self.changed += other.changed;
    }
}

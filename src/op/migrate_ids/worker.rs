//! Processes the records of a batch.

use super::super::other_format::{name_other, refuse_foreign};
use super::super::pass::{BadRecord, BatchOutcome, bad_record};
use super::super::reader::{Reader, format_of};
use super::super::records::{RecordPiece, broken, each_piece, parse, text_of};
use super::InputContext;
use super::map::MappedRecord;
use super::plan::Planner;
use super::record_ids::RecordIds;
use super::record_tree::{IdFormat, RecordTree};
use super::replacements::Made;
use super::scheme::Scheme;
use crate::format::{Format, Framing};
use crate::json::At;
use crate::report::{Refused, Report, ids as codes};
use crate::stream::{Batch, Cut, DROPPED, Limits};

/// A line of the map: the start of its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct MapLineStart {
    pub(super) start: usize,
    /// Index in the batch: of the input, of the output.
    pub(super) record: u64,
    pub(super) out: u64,
}

/// A long record is written in order, because its result may be many times as long.
#[derive(Debug)]
pub(super) struct LateRecord {
    pub(super) made: Made,
    /// The offset in the batch, and in the output.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) at: usize,
    /// The number of lines of the map before it.
    pub(super) lines: usize,
    pub(super) record: u64,
    pub(super) out: u64,
}

/// The minimum size of a long record, in bytes.
pub(super) const LONG: usize = 1 << 20;

/// The output of a batch.
#[derive(Debug)]
pub(super) struct BatchText {
    pub(super) out: Vec<u8>,
    /// The number of bytes of the batch that are in `out`, with or without changes.
    pub(super) done: usize,
    /// The output equals the input so far.
    pub(super) is_same: bool,
}

/// The lines of the map.
#[derive(Debug, Default)]
pub(super) struct BatchMap {
    pub(super) lines: Vec<MapLineStart>,
    pub(super) tails: String,
}

/// The counts of changes.
#[derive(Debug, Default)]
pub(super) struct BatchChanges {
    /// Records that do not match the map.
    pub(super) misfits: u64,
    pub(super) counts: [u64; 3],
}

/// The buffers of one thread, and the result of its batch.
pub(super) struct MigrateWorker<'j> {
    pub(super) job: &'j InputContext<'j>,
    pub(super) planner: Planner<'j>,
    reader: Reader,
    pub(super) text: BatchText,
    /// Records of all batches; only if a single worker processes all of them.
    seen: u64,
    pub(super) results: BatchOutcome,
    part: Report,
    pub(super) map: BatchMap,
    pub(super) late: Option<LateRecord>,
    /// The record with its changes, if it gets another layout.
    changed: Vec<u8>,
    /// A record does not support the requested framing.
    pub(super) is_misplaced: bool,
    pub(super) changes: BatchChanges,
}

impl<'j> MigrateWorker<'j> {
    pub(super) fn new(
        job: &'j InputContext<'j>,
        usual: Option<&'static Format>,
        is_fixed: bool,
        limits: Limits,
    ) -> Self {
        let options = job.options;
        Self {
            job,
            planner: planner(job),
            reader: Reader::new(usual, is_fixed, limits),
            text: BatchText { out: Vec::new(), done: 0, is_same: true },
            seen: 0,
            results: BatchOutcome::keeping(options.pass.keep),
            part: Report::keeping(options.pass.keep),
            map: BatchMap::default(),
            late: None,
            changed: Vec::new(),
            is_misplaced: false,
            changes: BatchChanges::default(),
        }
    }

    pub(super) fn run(&mut self, batch: &Batch, cut: &Cut) {
        self.text.out.clear();
        self.map.lines.clear();
        self.map.tails.clear();
        self.late = None;
        (self.text.done, self.text.is_same) = (0, true);
        self.results.begin();
        self.changes = BatchChanges::default();
        each_piece(batch, self.job.framing, |piece| self.record(&piece));
        if self.results.fatal.is_none()
            && let Some((refused, start, bytes)) = broken(batch, cut)
        {
            self.fail(&BadRecord { refused: &refused, bytes, start: &start, piece: None });
        }
        if self.results.fatal.is_none() && !self.text.is_same && self.job.form.is_none() {
            self.copy_to(batch, batch.bytes().len());
        }
    }

    fn copy_to(&mut self, batch: &Batch, end: usize) {
        self.text.out.extend_from_slice(batch.bytes().get(self.text.done..end).unwrap_or_default());
        self.text.done = end;
    }

    fn record(&mut self, piece: &RecordPiece<'_>) -> bool {
        let number = self.results.records;
        self.results.start_record();
        let planned = self.plan(piece);
        self.seen += 1;
        let end = piece.offset() + piece.bytes.len();
        if let Err(refused) = planned {
            self.part.clear();
            return self.fail(&bad_record(&refused, piece));
        }
        if let Some(form) = &self.job.form {
            form.frame.separate(self.results.in_output(self.job.options.pass.on_error) == 0, &mut self.text.out);
            let text = simdutf8::basic::from_utf8(piece.json).unwrap_or_default();
            self.changed.clear();
            let changed = &mut self.changed;
            self.planner.made.splice(piece.json, text, false, &mut |bytes| changed.extend_from_slice(bytes));
            let text = simdutf8::basic::from_utf8(changed).unwrap_or_default();
            if !form.record(text, piece.is_sequence, &mut self.reader.scratch, &mut self.text.out) {
                self.is_misplaced = true;
                return false;
            }
            form.frame.end(&mut self.text.out);
            self.note_changes(piece, number);
        } else if self.planner.made.is_changed {
            self.leave(piece);
            self.put(piece, end, number);
            self.text.done = end;
        } else {
            self.text.done = if self.text.is_same { end } else { self.text.done };
        }
        self.results.written += 1;
        self.results.add_found(&mut self.part, &self.reader, piece);
        true
    }

    /// Writes the record with its changes to the output, or its place if it is long.
    fn put(&mut self, piece: &RecordPiece<'_>, end: usize, number: u64) {
        if piece.bytes.len() >= LONG && self.late.is_none() {
            let counts = self.planner.made.counts;
            self.changes.counts.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            let (made, out) =
                (std::mem::take(&mut self.planner.made), self.results.in_output(self.job.options.pass.on_error));
            let (at, lines) = (self.text.out.len(), self.map.lines.len());
            self.late = Some(LateRecord { made, start: piece.offset(), end, at, lines, record: number, out });
            self.planner.found = RecordIds::default();
            return;
        }
        let text = simdutf8::basic::from_utf8(piece.json).unwrap_or_default();
        let (planner, out) = (&self.planner, &mut self.text.out);
        planner.made.splice(piece.bytes, text, planner.is_one_line, &mut |bytes| out.extend_from_slice(bytes));
        self.note_changes(piece, number);
    }

    /// Counts the changes, and collects the lines of the map.
    fn note_changes(&mut self, piece: &RecordPiece<'_>, number: u64) {
        let made = &self.planner.made;
        self.changes.counts.iter_mut().zip(made.counts).for_each(|(sum, count)| *sum += count);
        let out = self.results.in_output(self.job.options.pass.on_error);
        if !made.has_lines {
            return;
        }
        let Ok(text) = simdutf8::basic::from_utf8(piece.json) else { return };
        let Some(root) = self.reader.tape.root(text) else { return };
        let (lines, tails) = (&mut self.map.lines, &mut self.map.tails);
        made.lines(RecordTree { root, text }, "", &mut |tail| {
            lines.push(MapLineStart { start: tails.len(), record: number, out });
            tail.write(tails);
        });
    }

    /// From here on, the output differs from the input.
    fn leave(&mut self, piece: &RecordPiece<'_>) {
        if std::mem::take(&mut self.text.is_same) {
            self.text.done = 0;
        }
        if let Some(batch) = piece.batch {
            self.copy_to(batch, piece.offset());
        }
    }

    fn plan(&mut self, piece: &RecordPiece<'_>) -> Result<(), Refused> {
        let text = text_of(piece)?;
        let root =
            parse(&mut self.reader.tape, piece, text, self.reader.usual).map_err(|error| Refused::json(&error))?;
        if piece.is_error_object() {
            self.results.failed.add_error_line();
            self.planner.made.clear();
            return Ok(());
        }
        let (usual, is_fixed) = (self.reader.usual, self.reader.is_fixed);
        let format = self.reader.plain.format(root, || format_of(root, usual, is_fixed, piece.is_sequence))?;
        self.results.count_format(format);
        let Some(ids) = format.shape.ids else {
            let message = format!("where ids are in {} is not known", format.name);
            return Err(Refused::new(&codes::NO_PLACE, At::byte(0), message));
        };
        let options = self.job.options;
        let known = options.map.as_ref().map(|map| map.record(self.job.file, self.seen, ids));
        if let Some(known) = known.as_ref().filter(|_| options.is_reverse) {
            self.planner.undo(RecordTree { root, text }, ids, known, "");
            self.changes.misfits += u64::from(known.lines > 0 && !self.planner.made.is_changed);
            return Ok(());
        }
        self.planner.known = known.unwrap_or_default();
        let (tree, id_format) = (RecordTree { root, text }, IdFormat { ids, name: format.name });
        let planned = self.planner.plan(tree, id_format, &mut self.part, None);
        planned.map_err(|refused| name_other(refused, root, format))?;
        if is_fixed && self.planner.made.sites.list.is_empty() { refuse_foreign(root, format) } else { Ok(()) }
    }

    /// A bad record: the run ends (false), or it is skipped, or an error object replaces it.
    fn fail(&mut self, bad: &BadRecord<'_, '_>) -> bool {
        let Some(failed) = self.results.refuse(bad, self.job.options.pass.on_error, &mut self.reader.tape) else {
            return false;
        };
        let Some(piece) = bad.piece else { return false };
        let end = piece.offset() + piece.bytes.len();
        match (&self.job.form, &failed.object) {
            (Some(form), Some(object)) => {
                form.frame.separate(self.results.in_output(self.job.options.pass.on_error) == 0, &mut self.text.out);
                self.text.out.extend_from_slice(object.as_bytes());
                form.frame.end(&mut self.text.out);
            }
            (Some(_), None) => {}
            (None, Some(object)) => {
                self.leave(piece);
                self.text.out.extend_from_slice(object.as_bytes());
                self.text.done = end;
            }
            (None, None) => {
                self.leave(piece);
                self.text.out.push(DROPPED);
                self.text.done = end;
            }
        }
        self.results.add_failed(failed);
        true
    }
}

/// A planner with empty buffers.
pub(super) fn planner<'j>(job: &'j InputContext<'j>) -> Planner<'j> {
    Planner {
        options: job.options,
        maker: job.maker,
        map: job.options.map.as_deref().filter(|_| !job.options.is_reverse),
        known: MappedRecord::default(),
        base: String::new(),
        is_one_line: job.framing == Framing::Sse && job.form.is_none(),
        filled: if job.options.scheme == Scheme::Normal { 0 } else { u8::MAX },
        found: RecordIds::default(),
        made: Made::default(),
    }
}

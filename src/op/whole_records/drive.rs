//! Visits the records of an input: workers read them, and they are emitted one by one, in order.

use std::ops::Range;

use super::super::input::Input;
use super::super::outcome::Outcome;
use super::super::pass::{BadRecord, BatchOutcome, bad_record, run_pass};
use super::super::reader::Reader;
use super::super::records::{RecordPiece, broken, each_piece};
use super::log_parts::{PartTexts, parts_of};
use crate::format::listing::LogPart;
use crate::format::{Format, Framing};
use crate::json::Tape;
use crate::model::Conversation;
use crate::op::log_conversations::each_conversation;
use crate::op::pass::{PassFailure, PassOptions};
use crate::report::{Diagnostic, Report, Start};
use crate::stream::{Batch, Cut, Flow, Progress};

/// The maximum length of white space between two records that is kept unchanged; from more, only the commas and
/// brackets are kept.
const LONGEST_GAP: usize = 64 * 1024;

/// A record after reading.
pub(super) struct ReadRecord<'r, 'b> {
    pub(super) format: &'static Format,
    pub(super) conversation: &'r Conversation<'b>,
    /// The place of the record in its file.
    pub(super) start: Start,
    /// For JSON inside the record.
    pub(super) scratch: &'r mut Tape,
}

/// Computes the information that a command needs about each record. Every thread has a separate one.
pub(super) trait Examiner: Send {
    /// The information about a record.
    type Found: Send;

    /// Examines a record.
    fn examine(&mut self, record: &mut ReadRecord<'_, '_>) -> Self::Found;

    /// How a log of several conversations is treated.
    fn division(&self) -> LogDivision<Self::Found> {
        LogDivision::Whole
    }

    /// Combines the information about the conversations of a record (`--at`): that of the earlier ones, and that of the
    /// next one. By default, the first one is used.
    fn join(&self, first: Self::Found, _: Self::Found) -> Self::Found {
        first
    }
}

/// How a log of several conversations is treated.
pub(super) enum LogDivision<F> {
    /// It is one record.
    Whole,
    /// Each conversation is a record.
    Each,
    /// The events of conversations for which this is false are dropped.
    Kept(fn(&F) -> bool),
}

/// A record of a batch.
struct ExaminedRecord<F> {
    /// Its place in the batch.
    range: Range<usize>,
    /// The events of one conversation of a log, instead of the whole log.
    part: Option<String>,
    examined: Examined<F>,
}

/// The result of reading a record.
pub(super) enum Examined<F> {
    /// It is a conversation.
    Conversation(F),
    /// It is not a conversation, and is kept: the error object of a record that failed in an earlier run, or a record
    /// without any value at the places of conversations (`--at`).
    Other,
    /// It cannot be read, and this object replaces it.
    Replaced(String),
    /// It cannot be read, and is skipped.
    Failed,
}

/// A record of the input, and the text next to it.
pub(super) struct PassedRecord<'b> {
    pub(super) bytes: &'b [u8],
    /// The text before it, after the previous record: brackets, commas, blank lines.
    pub(super) gap: &'b [u8],
    /// The end of its line, if records are lines. A file may end without one.
    pub(super) line_end: &'b [u8],
}

/// Receives the records in order, and returns true if it copies the record.
pub(super) trait Taker<F>: Send {
    /// Receives a record.
    ///
    /// # Errors
    /// The record cannot be written.
    fn take(&mut self, record: &PassedRecord<'_>, examined: Examined<F>) -> Result<bool, PassFailure>;

    /// The records of a batch were received: the output may be flushed.
    ///
    /// # Errors
    /// The records cannot be written.
    fn end_batch(&mut self) -> Result<(), PassFailure>;
}

/// Receives the information about the input.
pub(super) struct RecordListener<'n> {
    pub(super) note: &'n mut (dyn FnMut(Diagnostic) + Send),
    pub(super) progress: &'n dyn Progress,
}

struct DriveWorker<E: Examiner> {
    examiner: E,
    reader: Reader,
    options: PassOptions,
    framing: Framing,
    /// The records of the batch.
    records: Vec<ExaminedRecord<E::Found>>,
    results: BatchOutcome,
}

impl<E: Examiner> DriveWorker<E> {
    fn run(&mut self, batch: &Batch, cut: &Cut) {
        self.records.clear();
        self.results.begin();
        each_piece(batch, self.framing, |piece| self.record(&piece));
        if let Some(nested) = batch.nested() {
            self.add_records_without_conversation(nested.untouched());
        }
        if self.results.fatal.is_none()
            && let Some((refused, start, bytes)) = broken(batch, cut)
        {
            self.refuse(&BadRecord { refused: &refused, bytes, start: &start, piece: None });
        }
    }

    fn record(&mut self, piece: &RecordPiece<'_>) -> bool {
        let start = piece.offset();
        let range = piece.around.map_or(start..start.saturating_add(piece.bytes.len()), |around| {
            around.start..around.start.saturating_add(around.bytes.len())
        });
        match self.records.last().filter(|record| record.range == range).map(|record| &record.examined) {
            None => self.results.start_record(),
            // A record with an invalid conversation is one invalid record.
            Some(Examined::Replaced(_) | Examined::Failed) => return true,
            Some(Examined::Conversation(_) | Examined::Other) => {}
        }
        if piece.is_error_object() {
            self.results.failed.add_error_line();
            self.push(range, Examined::Other);
            return true;
        }
        let record = self.results.records.saturating_sub(1);
        let mut found_unread = Report::keeping(self.options.keep);
        let Self { reader, examiner, results, .. } = self;
        let refused = match reader.read(piece, &mut found_unread) {
            Ok((format, mut conversation, text)) => {
                // All answers are included.
                conversation.append_other_answers();
                results.count_format(format);
                let division = examiner.division();
                let log =
                    format.shape.listing.and_then(|listing| listing.log.as_ref()).filter(|_| piece.around.is_none());
                let parts = match (log, &division) {
                    (None, _) | (_, LogDivision::Whole) => Vec::new(),
                    (Some(log), LogDivision::Each | LogDivision::Kept(_)) => parts_of(log, reader, &conversation, text),
                };
                let mut found = Vec::new();
                let mut examine = |conversation: &Conversation<'_>| {
                    let (start, scratch) = (piece.start, &mut reader.scratch);
                    found.push(examiner.examine(&mut ReadRecord { format, conversation, start, scratch }));
                };
                if parts.len() < 2 {
                    examine(&conversation);
                } else {
                    each_conversation(&conversation, &mut examine);
                }
                reader.report_unread(piece, record, &mut found_unread, &mut results.report);
                if parts.len() < 2 {
                    for found in found {
                        self.push(range.clone(), Examined::Conversation(found));
                    }
                } else {
                    let texts = PartTexts { framing: self.framing, is_array: text.trim_start().starts_with('[') };
                    self.push_parts(range, texts, &parts, found, &division);
                }
                return true;
            }
            Err(refused) => refused,
        };
        let Some(examined) = self.refuse(&bad_record(&refused, piece)) else {
            return false;
        };
        self.push(range, examined);
        true
    }

    /// Adds a record, or the information about another conversation of the last one.
    fn push(&mut self, range: Range<usize>, examined: Examined<E::Found>) {
        let earlier = self.records.pop_if(|last| last.range == range).map(|record| record.examined);
        let examined = match (earlier, examined) {
            (Some(Examined::Conversation(first)), Examined::Conversation(next)) => {
                Examined::Conversation(self.examiner.join(first, next))
            }
            (Some(earlier), Examined::Other) => earlier,
            (_, examined) => examined,
        };
        self.records.push(ExaminedRecord { range, part: None, examined });
    }

    /// Adds the conversations of a log.
    fn push_parts(
        &mut self,
        range: Range<usize>,
        texts: PartTexts,
        parts: &[LogPart],
        found: Vec<E::Found>,
        division: &LogDivision<E::Found>,
    ) {
        let mut texts: Vec<Option<String>> = match division {
            LogDivision::Whole | LogDivision::Each => parts.iter().map(|part| Some(texts.text(&[part]))).collect(),
            LogDivision::Kept(is_kept) => {
                let kept: Vec<&LogPart> =
                    parts.iter().zip(&found).filter(|(_, found)| is_kept(found)).map(|(part, _)| part).collect();
                let all = (kept.len() < parts.len()).then(|| texts.text(&kept));
                // The first conversation that is kept has the events of all of them.
                let first = found.iter().position(is_kept).unwrap_or_default();
                let text = |place| if place == first { all.clone() } else { Some(String::new()) };
                (0..parts.len()).map(text).collect()
            }
        };
        let end = range.end..range.end;
        for (count, (found, part)) in found.into_iter().zip(texts.drain(..)).enumerate() {
            let is_whole = part.is_none();
            let range = if count == 0 || is_whole { range.clone() } else { end.clone() };
            if count > 0 {
                self.results.start_record();
            }
            self.records.push(ExaminedRecord { range, part, examined: Examined::Conversation(found) });
        }
    }

    fn add_records_without_conversation(&mut self, ranges: &[Range<usize>]) {
        let end = self.records.last().map_or(0, |record| record.range.end);
        let is_fatal = self.results.fatal.is_some();
        let is_read = |range: &&Range<usize>| !is_fatal || range.start < end;
        let added = ranges.iter().filter(is_read);
        let added = added.map(|range| ExaminedRecord { range: range.clone(), part: None, examined: Examined::Other });
        let before = self.records.len();
        self.records.extend(added);
        self.results.records += (self.records.len() - before) as u64;
        self.records.sort_by_key(|record| record.range.start);
    }

    /// A bad record: the run ends (`None`), or it is skipped, or an error object replaces it.
    fn refuse(&mut self, bad: &BadRecord<'_, '_>) -> Option<Examined<E::Found>> {
        if self.results.lose_row(bad) {
            return Some(Examined::Other);
        }
        let mut failed = self.results.refuse(bad, self.options.on_error, &mut self.reader.tape)?;
        let examined = failed.object.take().map_or(Examined::Failed, Examined::Replaced);
        self.results.add_failed(failed);
        Some(examined)
    }
}

/// The gap before the next record, across batches.
#[derive(Default)]
struct GapText(Vec<u8>);

impl GapText {
    fn add(&mut self, more: &[u8]) -> bool {
        self.0.extend_from_slice(more);
        let is_long = self.0.len() > LONGEST_GAP;
        if is_long {
            self.0.retain(|byte| !byte.is_ascii_whitespace());
        }
        !is_long
    }
}

/// Reads the records of an input. Returns the information about it, and the text after the last record.
pub(super) fn drive<E: Examiner>(
    input: Input,
    options: PassOptions,
    listener: RecordListener<'_>,
    make: impl Fn() -> E + Sync,
    taker: &mut impl Taker<E::Found>,
) -> Result<(Outcome, Vec<u8>), PassFailure> {
    let mut outcome = input.outcome();
    let RecordListener { note, progress } = listener;
    let (usual, is_fixed, limits, framing) = (input.usual, input.is_fixed, input.limits, input.framing);
    let record_framing = input.record_framing();
    let worker = || DriveWorker {
        examiner: make(),
        reader: Reader::new(usual, is_fixed, limits),
        options,
        framing,
        records: Vec::new(),
        results: BatchOutcome::keeping(options.keep),
    };
    let splitter = Input::splitter(input.source, framing, limits, input.nesting).past_long_records(options.goes_on());
    let mut gap = GapText::default();
    run_pass(splitter, options.jobs, None, worker, DriveWorker::run, |worker, batch, _| {
        let before = outcome.records_in;
        take_all(worker, batch, record_framing, &mut gap, &mut outcome, taker)?;
        worker.results.add_to(&mut outcome, batch, note);
        progress.advance(batch.real_len(), outcome.records_in - before);
        Ok::<_, PassFailure>(if outcome.fatal.is_some() { Flow::Stop } else { Flow::Continue })
    })?;
    Ok((outcome, gap.0))
}

/// Receives the records of a batch.
fn take_all<E: Examiner>(
    worker: &mut DriveWorker<E>,
    batch: &Batch,
    framing: Framing,
    gap: &mut GapText,
    outcome: &mut Outcome,
    taker: &mut impl Taker<E::Found>,
) -> Result<(), PassFailure> {
    let bytes = batch.nested().map_or(batch.bytes(), |nested| nested.bytes());
    let between = |start: usize, end: usize| bytes.get(start..end).unwrap_or_default();
    let mut done = 0;
    for ExaminedRecord { range, part, examined } in worker.records.drain(..) {
        outcome.is_changed |= !gap.add(between(done, range.start));
        let line_end = if framing == Framing::Lines { line_end(between(range.end, bytes.len())) } else { b"" };
        done = range.end + line_end.len();
        let bytes = part.as_ref().map_or_else(|| between(range.start, range.end), |part| part.as_bytes());
        outcome.is_changed |= part.is_some();
        let record = PassedRecord { bytes, gap: &gap.0, line_end };
        let is_conversation = matches!(examined, Examined::Conversation(_));
        let is_same = matches!(examined, Examined::Conversation(_) | Examined::Other);
        let is_kept = taker.take(&record, examined)?;
        outcome.is_changed |= !is_same || !is_kept;
        outcome.records_out += u64::from(is_kept && is_conversation);
        outcome.skipped.not_selected += u64::from(is_conversation && !is_kept);
        gap.0.clear();
    }
    outcome.is_changed |= !gap.add(between(done, bytes.len()));
    taker.end_batch()
}

/// The line end at the beginning of this text.
fn line_end(rest: &[u8]) -> &[u8] {
    let length = if rest.starts_with(b"\r\n") { 2 } else { usize::from(rest.starts_with(b"\n")) };
    rest.get(..length).unwrap_or_default()
}

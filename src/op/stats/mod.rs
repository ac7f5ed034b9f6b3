//! `stats`: what is in conversations, counted in one pass and in bounded memory.

mod lengths;
mod named;
mod scripts;
mod tally;
mod tokens;

pub use lengths::{Lengths, PlacedLength, StatsPlace};
pub use named::{Addable, NamedCounts};
pub use tally::{MediaCounts, RoleCounts, Stats, TimeSpan, ToolCounts};
pub use tokens::TokenCounts;

use super::bad_record::refusal;
use super::convert::{ConvertOptions, LossCounter, LossPlan};
use super::input::Input;
use super::outcome::{Fatal, OnError, Outcome, count_format};
use super::records::{Reader, RecordPiece, broken, each_piece};
use crate::format::Framing;
use crate::report::{Diagnostic, Failures, Refused, Report, Severity, Start};
use crate::stream::{Batch, Cut, Flow, Progress, SourceError, run_in_order};
use tally::Tally;

/// Options of [`run`].
#[derive(Clone, Debug)]
pub struct StatsOptions {
    /// What happens to invalid records.
    pub on_error: OnError,
    /// Worker threads.
    pub jobs: usize,
    /// The number of diagnostics that are kept for each code.
    pub keep: u64,
    /// The number of the input, for the places.
    pub input: usize,
    /// A conversion whose losses are counted, and its options.
    pub conversion: Option<ConvertOptions>,
}

/// Functions that are told about the input.
pub struct StatsEnds<'e> {
    /// Is given the diagnostics of records that fail, in order.
    pub note: &'e mut (dyn FnMut(Diagnostic) + Send),
    /// Is told how far it is.
    pub progress: &'e dyn Progress,
}

impl std::fmt::Debug for StatsEnds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StatsEnds").finish_non_exhaustive()
    }
}

/// What a conversion would lose.
#[derive(Debug)]
pub struct ExpectedLosses {
    /// Conversations that would be written.
    pub written: u64,
    /// Losses.
    pub report: Report,
    /// Records that would be refused, by code; those that cannot be read are not among them.
    pub refused: Failures,
}

impl Default for ExpectedLosses {
    fn default() -> Self {
        Self { written: 0, report: Report::keeping(0), refused: Failures::default() }
    }
}

/// Counts the conversations of an input, and adds them to the counts of others.
///
/// # Errors
/// Reading failed. A bad record is not an error here: see [`Outcome::fatal`].
pub fn run(
    input: Input,
    options: &StatsOptions,
    (stats, losses): (&mut Stats, &mut ExpectedLosses),
    ends: StatsEnds<'_>,
) -> Result<Outcome, SourceError> {
    let StatsEnds { note, progress } = ends;
    let mut outcome = Outcome::of_input(&input);
    let plan = options.conversion.as_ref().map(|conversion| LossPlan::new(&input, conversion));
    let (usual, is_fixed, limits, framing) = (input.usual, input.is_fixed, input.limits, input.framing);
    let make = || StatsWorker {
        reader: Reader::new(usual, is_fixed, limits),
        tally: Tally::default(),
        losses: plan.as_ref().map(|plan| plan.counter(Reader::new(usual, is_fixed, limits))),
        options,
        framing,
        records: 0,
        report: Report::keeping(options.keep),
        failed: Failures::default(),
        formats: Vec::new(),
        fatal: None,
    };
    let goes_on = options.on_error != OnError::Stop;
    let splitter = Input::splitter(input.source, framing, limits, input.nesting).past_long_records(goes_on);
    run_in_order(splitter, options.jobs, make, StatsWorker::run, |worker, batch, _| {
        let before = outcome.records_in;
        let place = |place: StatsPlace| StatsPlace { input: options.input, record: before + place.record, ..place };
        worker.tally.move_to(stats, place);
        for mut diagnostic in worker.report.drain() {
            diagnostic.record += before;
            batch.place(&mut diagnostic);
            note(diagnostic);
        }
        outcome.report.merge(&mut worker.report);
        if let Some(counter) = &mut worker.losses {
            let (written, report, refused) = counter.found();
            losses.written += written;
            losses.report.merge(report);
            losses.refused.merge(refused);
        }
        outcome.failed.merge(&worker.failed);
        for (name, count) in worker.formats.drain(..) {
            count_format(&mut outcome.formats, name, count);
        }
        outcome.records_in += worker.records;
        let bytes = batch.real_len();
        outcome.bytes_in += bytes;
        progress.advance(bytes, worker.records);
        if let Some(mut fatal) = worker.fatal.take() {
            fatal.diagnostic.record += before;
            batch.place(&mut fatal.diagnostic);
            outcome.end_with(fatal);
            return Flow::Stop;
        }
        Flow::Continue
    })?;
    Ok(outcome)
}

struct StatsWorker<'o> {
    reader: Reader,
    tally: Tally,
    losses: Option<LossCounter<'o>>,
    options: &'o StatsOptions,
    framing: Framing,
    records: u64,
    report: Report,
    failed: Failures,
    formats: Vec<(&'static str, u64)>,
    fatal: Option<Fatal>,
}

impl StatsWorker<'_> {
    fn run(&mut self, batch: &Batch, cut: &Cut) {
        self.records = 0;
        self.failed.clear();
        if let Some(losses) = &mut self.losses {
            losses.begin(batch);
        }
        each_piece(batch, self.framing, |piece| self.record(batch, &piece));
        if self.fatal.is_none()
            && let Some((refused, start, bytes)) = broken(batch, cut)
        {
            self.fail(&refused, bytes, &start, true);
        }
    }

    fn record(&mut self, batch: &Batch, piece: &RecordPiece<'_>) -> bool {
        let record = self.records;
        self.records += 1;
        if piece.is_error_object() {
            self.failed.add_error_line();
            return true;
        }
        let mut found = Report::keeping(self.options.keep);
        let refused = match self.reader.read(piece, &mut found) {
            Ok((format, mut conversation, _)) => {
                // All answers count.
                conversation.append_other_answers();
                count_format(&mut self.formats, format.name, 1);
                let place = StatsPlace { record, line: piece.start.line, ..StatsPlace::default() };
                self.tally.add(format, &conversation, place, &mut self.reader.scratch);
                self.reader.report_unread((piece, record), &mut found, &mut self.report);
                if let Some(losses) = &mut self.losses {
                    losses.add(batch, piece);
                }
                return true;
            }
            Err(refused) => refused,
        };
        self.fail(&refused, piece.json, &piece.start, false)
    }

    /// A bad record: the run ends (false), or it is counted. `is_end`: the input ends in it.
    fn fail(&mut self, refused: &Refused, bytes: &[u8], start: &Start, is_end: bool) -> bool {
        let record = self.records.saturating_sub(u64::from(!is_end));
        let Some(mut diagnostic) = refusal(refused, record, bytes, start, &mut self.reader.tape) else { return false };
        diagnostic.severity = Severity::Error;
        if is_end || self.options.on_error == OnError::Stop {
            self.fatal = Some(Fatal { diagnostic, help: refused.help() });
            return false;
        }
        self.failed.add(diagnostic.code);
        self.report.start_record(record);
        self.report.keep(diagnostic);
        true
    }
}

//! `stats`: counts the content of conversations, in one pass and bounded memory.

mod lengths;
mod named;
mod scripts;
mod tally;
mod tokens;

pub use lengths::{Lengths, PlacedLength, StatsPlace};
pub use named::{Addable, NamedCounts};
pub use tally::{MediaCounts, RoleCounts, Stats, TimeSpan, ToolCounts};
pub use tokens::TokenCounts;

use super::convert::{ConvertOptions, LossCounter, LossPlan};
use super::input::Input;
use super::log_conversations::each_conversation;
use super::outcome::Outcome;
use super::pass::{BadRecord, BatchOutcome, PassOptions, bad_record};
use super::reader::Reader;
use super::records::{RecordPiece, broken, each_piece};
use crate::format::Framing;
use crate::report::{Diagnostic, Failures, Report};
use crate::stream::{Batch, Cut, Flow, Progress, SourceError, run_in_order};
use tally::Tally;

/// Options of [`run`].
#[derive(Clone, Debug)]
pub struct StatsOptions {
    /// How records are processed.
    pub pass: PassOptions,
    /// The number of the input, for the places.
    pub input: usize,
    /// A conversion whose losses are counted, and its options.
    pub conversion: Option<ConvertOptions>,
}

/// The receivers of reports about the input.
pub struct StatsEnds<'e> {
    /// Receives the diagnostics of records that fail, in order.
    pub note: &'e mut (dyn FnMut(Diagnostic) + Send),
    /// Receives the progress.
    pub progress: &'e dyn Progress,
}

impl std::fmt::Debug for StatsEnds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StatsEnds").finish_non_exhaustive()
    }
}

/// The losses of a conversion.
#[derive(Debug)]
pub struct ExpectedLosses {
    /// Conversations that would be written.
    pub written: u64,
    /// Losses.
    pub report: Report,
    /// Records that would be rejected, by code, without those that cannot be read.
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
    stats: &mut Stats,
    losses: &mut ExpectedLosses,
    ends: StatsEnds<'_>,
) -> Result<Outcome, SourceError> {
    let StatsEnds { note, progress } = ends;
    let mut outcome = input.outcome();
    let plan = options.conversion.as_ref().map(|conversion| LossPlan::new(&input, conversion));
    let (usual, is_fixed, limits, framing) = (input.usual, input.is_fixed, input.limits, input.framing);
    let make = || StatsWorker {
        reader: Reader::new(usual, is_fixed, limits),
        tally: Tally::default(),
        losses: plan.as_ref().map(|plan| plan.counter(Reader::new(usual, is_fixed, limits))),
        options,
        framing,
        results: BatchOutcome::keeping(options.pass.keep),
    };
    let splitter = Input::splitter(input.source, framing, limits, input.nesting);
    let splitter = splitter.past_long_records(options.pass.goes_on()).joining_rows(usual);
    run_in_order(splitter, options.pass.jobs, make, StatsWorker::run, |worker, batch, _| {
        let before = outcome.records_in;
        let place = |place: StatsPlace| StatsPlace { input: options.input, record: before + place.record, ..place };
        worker.tally.move_to(stats, place);
        if let Some(counter) = &mut worker.losses {
            let (written, report, refused) = counter.found();
            losses.written += written;
            losses.report.merge(report);
            losses.refused.merge(refused);
        }
        worker.results.add_to(&mut outcome, batch, note);
        progress.advance(batch.real_len(), worker.results.records);
        if outcome.fatal.is_some() { Flow::Stop } else { Flow::Continue }
    })?;
    Ok(outcome)
}

struct StatsWorker<'o> {
    reader: Reader,
    tally: Tally,
    losses: Option<LossCounter<'o>>,
    options: &'o StatsOptions,
    framing: Framing,
    results: BatchOutcome,
}

impl StatsWorker<'_> {
    fn run(&mut self, batch: &Batch, cut: &Cut) {
        self.results.begin();
        if let Some(losses) = &mut self.losses {
            losses.begin(batch);
        }
        each_piece(batch, self.framing, |piece| self.record(&piece));
        if self.results.fatal.is_none()
            && let Some((refused, start, bytes)) = broken(batch, cut)
        {
            self.fail(&BadRecord { refused: &refused, bytes, start: &start, piece: None });
        }
    }

    fn record(&mut self, piece: &RecordPiece<'_>) -> bool {
        let record = self.results.records;
        self.results.start_record();
        if piece.is_error_object() {
            self.results.failed.add_error_line();
            return true;
        }
        let mut found = Report::keeping(self.options.pass.keep);
        let refused = match self.reader.read(piece, &mut found) {
            Ok((format, mut conversation, _)) => {
                // All answers are counted.
                conversation.append_other_answers();
                self.results.count_format(format);
                let place = StatsPlace { record, line: piece.line_in_file(), ..StatsPlace::default() };
                let Self { tally, reader, .. } = self;
                each_conversation(&conversation, &mut |one| tally.add(format, one, place, &mut reader.scratch));
                self.reader.report_unread(piece, record, &mut found, &mut self.results.report);
                if let Some(losses) = &mut self.losses {
                    losses.add(piece);
                }
                return true;
            }
            Err(refused) => refused,
        };
        self.fail(&bad_record(&refused, piece))
    }

    /// A bad record: the run ends (false), or it is counted.
    fn fail(&mut self, bad: &BadRecord<'_, '_>) -> bool {
        if self.results.lose_row(bad) {
            return true;
        }
        let failed = self.results.refuse(bad, self.options.pass.on_error, &mut self.reader.tape);
        let goes_on = failed.is_some();
        if let Some(failed) = failed {
            self.results.add_failed(failed);
        }
        goes_on
    }
}

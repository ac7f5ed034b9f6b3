//! `--at`: logs that are values inside records. Each one is processed separately, and the result replaces it.
//!
//! ```text
//! {"id":7,"log":[{"type":"RUN_STARTED",…},…]}
//! ```

use std::sync::Mutex;

use super::{EventEnds, EventFailure, EventLog};
use crate::json::{At, Tape};
use crate::op::input::Input;
use crate::op::nested::splice;
use crate::op::outcome::Outcome;
use crate::op::pass::{BadRecord, BatchOutcome, PassOptions, bad_record, run_pass};
use crate::op::records::{RecordPiece, broken, each_piece, text_of};
use crate::report::{Diagnostic, Location, Refused, Start, shape};
use crate::stream::{Batch, Cut, Flow, Limits, SEPARATOR, Silent, Splicer};

/// Processes one log.
pub type LogWork<'w> = dyn Fn(EventLog<'_>, EventEnds<'_>) -> Result<Outcome, EventFailure> + Sync + 'w;

/// Processes the log at each place of the records of an input, and replaces it by the result.
///
/// # Errors
/// Reading or writing failed. A log that cannot be processed is not an error here: see [`Outcome::fatal`].
pub fn run_inside(
    input: Input,
    options: PassOptions,
    ends: EventEnds<'_>,
    work: &LogWork<'_>,
) -> Result<Outcome, EventFailure> {
    let EventEnds { write, note, progress } = ends;
    splice(write, options.on_error, |write, splicer| {
        let ends = EventEnds { write: &mut *write, note: &mut *note, progress };
        run_spliced(input, options, ends, splicer, work)
    })
}

fn run_spliced(
    input: Input,
    options: PassOptions,
    ends: EventEnds<'_>,
    splicer: &Mutex<Splicer<'_>>,
    work: &LogWork<'_>,
) -> Result<Outcome, EventFailure> {
    let EventEnds { write, note, progress } = ends;
    let mut outcome = input.outcome();
    let (framing, limits) = (input.framing, input.limits);
    let splitter = Input::splitter(input.source, framing, limits, input.nesting).past_long_records(options.goes_on());
    let make = || InsideWorker {
        work,
        options,
        limits,
        results: BatchOutcome::keeping(options.keep),
        found: Vec::new(),
        tape: Tape::with_max_depth(limits.depth),
        out: Vec::new(),
        is_changed: false,
    };
    let run = |worker: &mut InsideWorker<'_>, batch: &Batch, cut: &Cut| {
        worker.begin();
        each_piece(batch, framing, |piece| worker.record(&piece));
        worker.end(batch, cut);
    };
    run_pass(splitter, options.jobs, Some(splicer), make, run, |worker, batch, _| {
        outcome.bytes_out += worker.out.len() as u64;
        let written = write(&worker.out);
        worker.add_to(&mut outcome, batch, note);
        progress.advance(batch.real_len(), worker.results.records);
        written?;
        Ok::<_, EventFailure>(if outcome.fatal.is_some() { Flow::Stop } else { Flow::Continue })
    })?;
    Ok(outcome)
}

struct InsideWorker<'w> {
    work: &'w LogWork<'w>,
    options: PassOptions,
    limits: Limits,
    results: BatchOutcome,
    /// Findings inside the logs, which are already in the counts of the batch.
    found: Vec<Diagnostic>,
    tape: Tape,
    /// The results, with a separator between two.
    out: Vec<u8>,
    is_changed: bool,
}

impl InsideWorker<'_> {
    fn begin(&mut self) {
        self.results.begin();
        self.found.clear();
        self.out.clear();
        self.is_changed = false;
    }

    fn end(&mut self, batch: &Batch, cut: &Cut) {
        if self.results.fatal.is_none()
            && let Some((refused, start, bytes)) = broken(batch, cut)
        {
            let bad = BadRecord { refused: &refused, bytes, start: &start, piece: None };
            let _ = self.results.refuse(&bad, self.options.on_error, &mut self.tape);
        }
    }

    /// Processes one log. False ends the run.
    fn record(&mut self, piece: &RecordPiece<'_>) -> bool {
        if self.results.records > 0 {
            self.out.push(SEPARATOR);
        }
        self.results.start_record();
        if piece.is_error_object() {
            self.results.failed.add_error_line();
            self.results.written += 1;
            self.out.extend_from_slice(piece.bytes);
            return true;
        }
        let (start, found) = (self.out.len(), self.found.len());
        let refused = match self.log(piece) {
            Ok(true) => {
                self.results.written += 1;
                self.is_changed = true;
                return true;
            }
            Ok(false) => {
                self.results.written += 1;
                self.out.truncate(start);
                self.out.extend_from_slice(piece.bytes);
                return true;
            }
            Err(refused) => refused,
        };
        self.out.truncate(start);
        self.found.truncate(found);
        let bad = bad_record(&refused, piece);
        let on_error = self.options.for_nested().on_error;
        let Some(mut failed) = self.results.refuse(&bad, on_error, &mut self.tape) else { return false };
        self.out.extend_from_slice(failed.object.take().unwrap_or_default().as_bytes());
        self.results.add_failed(failed);
        self.is_changed = true;
        true
    }

    /// Adds the result for one log to the output. True if it differs from the log.
    fn log(&mut self, piece: &RecordPiece<'_>) -> Result<bool, Refused> {
        check_list(piece, &mut self.tape)?;
        let record = self.results.records.saturating_sub(1);
        let Self { out, found, .. } = self;
        let ends = EventEnds {
            write: &mut |bytes| {
                out.extend_from_slice(bytes);
                Ok(())
            },
            note: &mut |mut diagnostic| {
                diagnostic.record = record;
                // The place of a finding about the whole log is its start.
                let Start { line, column, offset } = piece.start;
                diagnostic.location.get_or_insert(Location { line, column, offset, pointer: String::new() });
                found.push(diagnostic);
            },
            progress: &Silent,
        };
        let mut outcome =
            (self.work)(EventLog::inside(*piece, self.limits), ends).map_err(|failure| failure.refused())?;
        if let Some(fatal) = outcome.fatal {
            let Diagnostic { code, at, message, .. } = fatal.diagnostic;
            return Err(Refused::new(code, at, message).helping(fatal.help));
        }
        while out.last() == Some(&b'\n') {
            out.pop();
        }
        self.results.report.merge(&mut outcome.report);
        Ok(outcome.is_changed)
    }

    fn add_to(&mut self, outcome: &mut Outcome, batch: &Batch, note: &mut dyn FnMut(Diagnostic)) {
        for mut diagnostic in self.found.drain(..) {
            diagnostic.record += outcome.records_in;
            batch.place(&mut diagnostic);
            note(diagnostic);
        }
        outcome.is_changed |= self.is_changed;
        self.results.add_to(outcome, batch, note);
    }
}

/// An object with events has other members, which a list in its place would lose.
fn check_list(piece: &RecordPiece<'_>, tape: &mut Tape) -> Result<(), Refused> {
    let text = text_of(piece)?;
    // Invalid JSON is rejected when it is read, with the place of the error.
    if text.trim_ascii_start().starts_with('[') || tape.parse(text).is_err() {
        return Ok(());
    }
    let refused =
        Refused::new(&shape::NOT_A_CONVERSATION, At::byte(0), "the value at this place is not a list of events");
    Err(refused.helping("name the place of the list: --at /log/events"))
}

//! `validate`: syntax, shape, then rules. With a target: whether it would accept the record.

mod converted;
mod options;
mod requests;
mod training;
mod worker;

use super::data_set::{self, SeenRecords};
use super::file_finding;
use super::fix::RecordFixer;
use super::input::Input;
use super::outcome::Outcome;
use super::type_changes::TypeWalk;
use crate::format::Framing;
use crate::json::short_lists;
use crate::report::{Diagnostic, Report};
use crate::stream::{Batch, Cut, Flow, Progress, SourceError, run_in_order};

pub use options::{Findings, ValidateOptions, is_finding};
pub(super) use worker::{CheckedInput, MarkFixable, ValidateWorker};

/// Checks one input. `note` receives the findings in order, and returns whether it wants more. An input that cannot be
/// read to its end has a finding at that place.
pub fn run(
    input: Input,
    options: &ValidateOptions,
    note: &mut (dyn FnMut(Findings) -> Flow + Send),
    progress: &dyn Progress,
) -> Outcome {
    if let Some(diagnostic) = file_finding::of_lines(&input) {
        return of_file(diagnostic, options, note);
    }
    let mut outcome = Outcome { report: Report::keeping(0), ..Outcome::default() };
    if let Err(error) = check_all(input, options, note, progress, &mut outcome) {
        outcome.add(&mut of_file(file_finding::of_source(&error), options, note));
    }
    outcome
}

/// The outcome for a file that cannot be checked completely.
pub fn of_file(
    diagnostic: Diagnostic,
    options: &ValidateOptions,
    note: &mut (dyn FnMut(Findings) -> Flow + Send),
) -> Outcome {
    let mut outcome = Outcome { report: Report::keeping(0), ..Outcome::default() };
    if diagnostic.code.stops_reading() || !options.ignores(diagnostic.code) {
        outcome.report.keep(diagnostic.clone());
        note(Findings { first: 0, records: 0, diagnostics: vec![diagnostic], goes_on: false });
    }
    outcome
}

fn check_all(
    input: Input,
    options: &ValidateOptions,
    note: &mut (dyn FnMut(Findings) -> Flow + Send),
    progress: &dyn Progress,
    outcome: &mut Outcome,
) -> Result<(), SourceError> {
    let faults = input.source.faults();
    if !faults.is_empty() && file_finding::of_folder(faults, options, outcome, note) == Flow::Stop {
        return Ok(());
    }
    if super::log::is_log(&input) && options.target.is_none_or(|(to, _)| to.name == crate::events::FORMAT) {
        return super::log::validate(input, options, note, progress, outcome);
    }
    let shared = CheckedInput::new(&input, options);
    let (limits, framing) = (input.limits, input.framing);
    let mut seen = SeenRecords::default();
    let make = || ValidateWorker::new(&shared, Some(Box::new(RecordFixer::new(&shared, None))));
    let is_list = matches!(framing, Framing::Lines | Framing::Array);
    let splitter = Input::splitter(input.source, framing, limits, input.nesting).past_long_records(true);
    let work = |worker: &mut ValidateWorker<'_>, batch: &Batch, cut: &Cut| worker.run(batch, cut, framing);
    let mut flow = Flow::Continue;
    run_in_order(splitter, options.jobs, make, work, |worker, batch, _| {
        let (first, mut diagnostics) = (outcome.records_in, Vec::new());
        worker.results.add_to(outcome, batch, &mut |diagnostic| diagnostics.push(diagnostic));
        let placed = worker.keys.drain(..).map(|mut key| {
            key.place(batch);
            key
        });
        let mut repeated = seen.add(placed, first, options);
        repeated.extend(seen.add_types(worker.types.iter_mut().flat_map(TypeWalk::drain).map(|mut seen| {
            seen.place.record += first;
            batch.place(&mut seen.place);
            seen
        })));
        short_lists::sort_by_key(&mut repeated, |diagnostic| {
            diagnostic.location.as_ref().map(|location| location.offset)
        });
        diagnostics.extend(data_set::close(repeated, options, &mut outcome.report));
        short_lists::sort_by_key(&mut diagnostics, |diagnostic| diagnostic.record);
        outcome.unchecked.has_uncompared = seen.is_full();
        flow = note(Findings { first, records: worker.results.records, diagnostics, goes_on: false });
        progress.advance(batch.real_len(), worker.results.records);
        flow
    })?;
    if let (true, Some(few), Flow::Continue) = (is_list, file_finding::of_few(outcome.records_in, options), flow) {
        let diagnostics = data_set::close(vec![few], options, &mut outcome.report);
        note(Findings { first: 0, records: 0, diagnostics, goes_on: false });
    }
    Ok(())
}

//! `validate`: syntax, shape, then rules. With a target: would it accept this?

mod converted;
mod worker;

use super::data_set::{self, SeenRecords};
use super::file_finding;
use super::fix::RecordFixer;
use super::input::Input;
use super::outcome::Outcome;
use super::type_changes::TypeWalk;
use crate::format::{Dialect, Format, Framing, Trainer};
use crate::json::short_lists;
use crate::report::{Code, CodeKind, Diagnostic, Report, Severity};
use crate::stream::{Batch, Cut, Flow, Progress, SourceError, run_in_order};

pub(super) use worker::{CheckedInput, ValidateWorker};

/// Options of a check.
#[derive(Clone, Debug)]
pub struct ValidateOptions {
    /// Would this target accept it?
    pub target: Option<(&'static Format, Option<&'static Dialect>)>,
    /// Would this trainer read it, and as it is meant?
    pub trainer: Option<&'static Trainer>,
    /// Codes to look for: ids, prefixes or names; empty means all.
    pub select: Vec<String>,
    /// Codes that are named beside those in `select`: checks that are only made on request are made.
    pub also: Vec<String>,
    /// Codes to leave out.
    pub ignore: Vec<String>,
    /// Severities of codes: of ids, prefixes or names. The last one that fits counts.
    pub levels: Vec<(String, Severity)>,
    /// Warnings are errors.
    pub is_strict: bool,
    /// Logs of events may begin in the middle, as guides show them.
    pub is_lenient: bool,
    /// Worker threads.
    pub jobs: usize,
    /// The number of findings that are kept for each code.
    pub keep: u64,
    /// Findings have the text around their places.
    pub has_excerpts: bool,
}

impl Default for ValidateOptions {
    fn default() -> Self {
        Self {
            target: None,
            trainer: None,
            select: Vec::new(),
            also: Vec::new(),
            ignore: Vec::new(),
            levels: Vec::new(),
            is_strict: false,
            is_lenient: false,
            jobs: 1,
            keep: 1000,
            has_excerpts: false,
        }
    }
}

impl ValidateOptions {
    pub(in crate::op) fn wants(&self, code: &Code) -> bool {
        code.stops_reading() || self.selects(code)
    }

    /// True if the code is selected and not ignored: what is only reported because it stops the reader is not fixed.
    pub(in crate::op) fn selects(&self, code: &Code) -> bool {
        !self.ignores(code) && (self.select.is_empty() || self.select.iter().any(|pattern| code.matches(pattern)))
    }

    /// Gives what was found the severities that were chosen.
    pub(in crate::op) fn set_levels(&self, report: &mut Report) {
        for (pattern, severity) in &self.levels {
            let codes = report.counts().iter().map(|count| count.code);
            let codes = codes.filter(|code| code.matches(pattern) && !code.stops_reading());
            for code in codes.collect::<Vec<_>>() {
                report.set_severity(code, *severity);
            }
        }
    }

    /// True if the code itself is named, not only a prefix of it.
    pub(in crate::op) fn names(&self, code: &Code) -> bool {
        let mut named = self.select.iter().chain(&self.also);
        named.any(|pattern| pattern.eq_ignore_ascii_case(code.id) || pattern == code.name) && self.wants(code)
    }

    fn ignores(&self, code: &Code) -> bool {
        self.ignore.iter().any(|pattern| code.matches(pattern))
    }
}

/// The findings of consecutive records.
#[derive(Debug)]
pub struct Findings {
    /// The number of the first of them.
    pub first: u64,
    /// The number of the records. 0: the findings are about the file as a whole, or about the index of a folder.
    pub records: u64,
    /// The findings, in order.
    pub diagnostics: Vec<Diagnostic>,
    /// The record is a log, and goes on: more of it will be heard.
    pub goes_on: bool,
}

/// Checks one input. `note` is told what was found, in order; it says whether it wants more. An input that cannot be read to
/// its end has a finding at that place.
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

/// The outcome for a file that cannot be checked, or not to its end.
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
        outcome.has_uncompared = seen.is_full();
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

/// True for findings: everything but losses.
#[must_use]
pub fn is_finding(code: &Code) -> bool {
    matches!(code.kind, CodeKind::Syntax | CodeKind::Shape | CodeKind::Rule)
}

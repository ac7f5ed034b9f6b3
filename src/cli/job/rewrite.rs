//! An input of a command that writes a result for each input: its output, notes, progress and exit code.

use std::sync::Arc;

use turnwise::op::Outcome;
use turnwise::op::migrate_ids::MigrateResult;
use turnwise::stream::{Identity, Nesting, Sink, Write};

use super::files::InputFile;
use super::nested;
use super::notes::Notes;
use super::outputs::Outputs;
use super::patience::{EndedInput, Patience};
use super::report_files::ReportSink;
use super::run::{RewriteArgs, has_stopped, judge_check};
use crate::cli::args::When;
use crate::cli::exit::Exit;
use crate::cli::progress::ProgressDisplay;
use crate::cli::terminal::Terminal;

/// The data that all inputs of a run share.
pub(crate) struct Rewriter<'r> {
    pub(crate) outputs: Outputs,
    pub(crate) rewrite: &'r RewriteArgs,
    pub(crate) progress: When,
    pub(crate) terminal: &'r Terminal,
}

/// An open input.
pub(crate) struct RewriteInput<'i> {
    pub(crate) file: &'i InputFile,
    pub(crate) name: &'i str,
    pub(crate) size: Option<u64>,
    pub(crate) identity: Option<Identity>,
    /// The format in the report: that of the input, or of the output.
    pub(crate) format: &'static str,
    pub(crate) nesting: Option<Arc<Nesting>>,
    pub(crate) patience: Patience,
    /// The result is part of a folder of sessions, which the work writes.
    pub(crate) is_session: bool,
}

/// The output of the work on an input.
pub(crate) struct RewriteEnds<'e, 'n> {
    pub(crate) write: &'e mut Write<'e>,
    pub(crate) notes: &'e mut Notes<'n>,
    pub(crate) progress: &'e ProgressDisplay,
}

/// The result of the work on an input.
pub(crate) struct Rewritten<R> {
    pub(crate) result: R,
    pub(crate) exit: Exit,
    /// The output, which is not at its final place yet. `None`: standard output, no output, or the input failed.
    pub(crate) target: Option<Sink>,
}

/// A result with an outcome.
pub(crate) trait HasOutcome {
    fn outcome(&mut self) -> &mut Outcome;
}

impl HasOutcome for Outcome {
    fn outcome(&mut self) -> &mut Outcome {
        self
    }
}

impl HasOutcome for MigrateResult {
    fn outcome(&mut self) -> &mut Outcome {
        &mut self.outcome
    }
}

impl Rewriter<'_> {
    /// Processes an input. `judge` checks the outcome before the output is moved to its final place.
    pub(crate) fn one<R: HasOutcome>(
        &mut self,
        input: RewriteInput<'_>,
        report: Option<&mut ReportSink>,
        work: impl FnOnce(RewriteEnds<'_, '_>) -> anyhow::Result<R>,
        judge: impl FnOnce(&Outcome) -> Exit,
    ) -> anyhow::Result<Rewritten<R>> {
        let RewriteInput { file, name, size, identity, format, nesting, patience, is_session } = input;
        let mut target = if is_session { None } else { self.outputs.open(file, identity)? };
        let display = ProgressDisplay::new(self.progress, self.terminal.is_quiet, name, size);
        let mut notes = Notes::new(report, name, format, self.terminal);
        let outputs = &mut self.outputs;
        let result = work(RewriteEnds {
            write: &mut |bytes| outputs.write(&mut target, bytes),
            notes: &mut notes,
            progress: &display,
        });
        drop(display);
        notes.end()?;
        nested::tell_unreached(nesting.as_ref(), name, self.terminal);
        let mut result = result?;
        let outcome = result.outcome();
        self.outputs.end_input(&mut target, outcome)?;
        if has_stopped(outcome, &mut notes)? {
            return Ok(Rewritten { result, exit: Exit::Trouble, target: None });
        }
        let mut exit = judge(outcome);
        let unwritten = self.outputs.unwritten(file);
        let ended = EndedInput { name, unwritten: &unwritten };
        exit = exit.worst(patience.judge(&outcome.failed, outcome.records_in, ended, self.terminal));
        exit = exit.worst(judge_check(self.rewrite, outcome, name, self.terminal));
        let is_wanted = exit == Exit::Done && !self.outputs.is_left_out(file, outcome);
        Ok(Rewritten { result, exit, target: target.filter(|_| is_wanted) })
    }

    /// Processes an input, and moves the result to its final place.
    pub(crate) fn finish_one(
        &mut self,
        input: RewriteInput<'_>,
        report: Option<&mut ReportSink>,
        work: impl FnOnce(RewriteEnds<'_, '_>) -> anyhow::Result<Outcome>,
        judge: impl FnOnce(&Outcome) -> Exit,
    ) -> anyhow::Result<(Outcome, Exit)> {
        let Rewritten { result, exit, target } = self.one(input, report, work, judge)?;
        self.outputs.finish(target, &result, self.terminal)?;
        Ok((result, exit))
    }
}

//! Records that fail: `--on-error`, `--max-errors`.

use clap::builder::ArgPredicate;
use turnwise::op::OnError;
use turnwise::report::Failures;

use super::settings::InputSettings;
use crate::cli::args::{MaxErrors, OnErrorArg};
use crate::cli::exit::Exit;
use crate::cli::print::text;
use crate::cli::terminal::Terminal;

/// Options for records that fail.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct FailureArgs {
    /// What to do with records that fail: stop, skip or emit [default: stop]
    ///
    /// stop: the output ends with the record before, and the exit code is 2. skip: they are skipped and counted. emit: an
    /// error object is written in their place.
    #[arg(long, value_name = "WHAT", default_value_if("rejects", ArgPredicate::IsPresent, "skip"))]
    on_error: Option<OnErrorArg>,
    /// Exit 1 if more records than this fail, over all inputs: a number, or a percentage
    #[arg(long, value_name = "N|N%")]
    max_errors: Option<MaxErrors>,
}

/// The same with turnwise.toml, for one input.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Patience {
    pub(crate) on_error: OnError,
    max_errors: Option<MaxErrors>,
}

impl FailureArgs {
    pub(crate) fn is_emit(&self) -> bool {
        self.on_error == Some(OnErrorArg::Emit)
    }

    /// What happens to invalid records of an input.
    pub(crate) fn on_error(&self, settings: &InputSettings) -> OnError {
        settings.on_error(self.on_error, OnError::Stop)
    }

    pub(crate) fn with(&self, settings: &InputSettings, terminal: &Terminal) -> anyhow::Result<Patience> {
        self.with_usual(OnError::Stop, settings, terminal)
    }

    /// The same for a command that skips invalid records by default.
    pub(crate) fn or_skip(&self, settings: &InputSettings, terminal: &Terminal) -> anyhow::Result<Patience> {
        self.with_usual(OnError::Skip, settings, terminal)
    }

    fn with_usual(&self, usual: OnError, settings: &InputSettings, terminal: &Terminal) -> anyhow::Result<Patience> {
        let on_error = settings.on_error(self.on_error, usual);
        terminal.no_effect("rejects", on_error == OnError::Stop, "with --on-error stop");
        terminal.no_effect("max_errors", on_error == OnError::Stop, "without --on-error skip or emit");
        Ok(Patience { on_error, max_errors: settings.max_errors(self.max_errors)? })
    }
}

/// An input after its last record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndedInput<'i> {
    pub(crate) name: &'i str,
    /// The note about its output with exit code 1: `; claude.jsonl not written`.
    pub(crate) unwritten: &'i str,
}

impl<'i> EndedInput<'i> {
    /// An input without a separate output.
    pub(crate) fn named(name: &'i str) -> Self {
        Self { name, unwritten: "" }
    }
}

impl Patience {
    /// The same for a command whose output cannot contain error lines: such records are skipped.
    pub(crate) fn without_lines(self) -> Self {
        let on_error = if self.on_error == OnError::Emit { OnError::Skip } else { self.on_error };
        Self { on_error, ..self }
    }

    /// Reports how many records of an input failed, and whether there are too many.
    pub(crate) fn judge(
        self,
        failures: &Failures,
        records: u64,
        EndedInput { name, unwritten }: EndedInput<'_>,
        terminal: &Terminal,
    ) -> Exit {
        let failed = failures.total();
        let exceeding = terminal.add_records(failed, records, self.max_errors);
        if failed == 0 {
            return Exit::Done;
        }
        let word = if self.on_error == OnError::Skip { "skipped" } else { "replaced by error lines" };
        let reasons: Vec<_> = failures
            .ranked()
            .into_iter()
            .map(|(code, count)| format!("{} {} {}", code.id, code.name, text::number(count)))
            .collect();
        let (many, all) = (text::number(failed), text::count(records, "record"));
        terminal.warning(&format!("{name}: {many} of {all} {word}: {}", reasons.join(", ")));
        let (Some(limit), Some(total)) = (self.max_errors, exceeding) else { return Exit::Done };
        let exceed = if total == 1 { "exceeds" } else { "exceed" };
        let so_far = if total == failed { "" } else { " of the inputs so far" };
        let many = text::count(total, "failed record");
        terminal.failed(name, &format!("{name}: {many}{so_far} {exceed} --max-errors {limit}{unwritten}"));
        Exit::No
    }
}

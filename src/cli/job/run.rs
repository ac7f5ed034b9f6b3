//! Code of the commands that process inputs in sequence: options, notes, exit codes.

use std::borrow::Cow;

use turnwise::json::LineSeparatorFilter;
use turnwise::op::Outcome;
use turnwise::report::Report;
use turnwise::stream::SinkError;

use super::files::InputFile;
use super::notes::Notes;
use crate::cli::exit::Exit;
use crate::cli::print::text;
use crate::cli::terminal::{Terminal, is_broken_pipe};

/// For commands that can replace their inputs.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct RewriteArgs {
    /// Replace every input with the result, atomically
    #[arg(short, long, conflicts_with = "output")]
    pub(crate) in_place: bool,
    /// Write nothing; exit 1 if there would be changes
    #[arg(long)]
    pub(crate) check: bool,
    /// Write nothing; report what would be done
    #[arg(short = 'n', long)]
    pub(crate) dry_run: bool,
    /// Skip inputs whose output exists: a run that was interrupted continues
    #[arg(long, requires = "output", conflicts_with = "check")]
    pub(crate) skip_existing: bool,
    /// fsync each output file before renaming it [default: once at the end]
    #[arg(long, requires = "output")]
    pub(crate) sync: bool,
}

impl RewriteArgs {
    /// True if nothing is written.
    pub(crate) fn is_dry(&self) -> bool {
        self.check || self.dry_run
    }
}

/// How strings are written.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(crate) struct EscapeArg {
    /// Escape U+2028, U+2029 and U+0085, at which some programs, such as Ray, end lines
    #[arg(long)]
    pub(crate) escape_line_separators: bool,
}

impl EscapeArg {
    /// The bytes of a whole file, as they are written.
    pub(crate) fn apply(self, bytes: &[u8]) -> Cow<'_, [u8]> {
        if !self.escape_line_separators {
            return Cow::Borrowed(bytes);
        }
        let mut filter = LineSeparatorFilter::default();
        let mut all = filter.pass(bytes).into_owned();
        all.extend(filter.end());
        Cow::Owned(all)
    }
}

/// Warns about what the reader skipped in an input.
pub(crate) fn tell_unread(report: &Report, name: &str, terminal: &Terminal) {
    let lost = report.lost();
    if !lost.is_empty() {
        let lost: Vec<_> = lost
            .into_iter()
            .map(|(code, count)| format!("{} {} {}", code.id, code.name, text::number(count)))
            .collect();
        terminal
            .warning(&format!("{name}: not all of it is read: {} (turnwise validate shows where)", lost.join(", ")));
    }
}

/// Reports the number of error objects of an earlier run, for a command that prints no count of conversations.
pub(crate) fn tell_error_lines(outcome: &Outcome, name: &str, what: &str, terminal: &Terminal) {
    let many = outcome.failed.error_lines();
    if many > 0 {
        terminal.note(&format!("{name}: {} of an earlier run {what}", text::count(many, "error line")));
    }
}

/// Processes every input. An input that fails completely does not prevent the others.
pub(crate) fn each(
    files: &[InputFile],
    terminal: &Terminal,
    mut one: impl FnMut(&InputFile) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Done;
    terminal.expect_inputs(files.len());
    for file in files {
        match one(file) {
            Ok(ended) => exit = exit.worst(ended),
            Err(error) if is_broken_pipe(&error) => return Err(error),
            Err(error) => {
                terminal.failed(&file.name(), &format!("{error:#}"));
                exit = exit.worst(Exit::Trouble);
            }
        }
    }
    Ok(exit)
}

/// The same if each input has an outcome: returns the sum.
pub(crate) fn each_counted(
    files: &[InputFile],
    terminal: &Terminal,
    mut one: impl FnMut(&InputFile) -> anyhow::Result<(Outcome, Exit)>,
) -> anyhow::Result<(Outcome, Exit)> {
    let mut total = Outcome::default();
    let exit = each(files, terminal, |file| {
        let (mut outcome, exit) = one(file)?;
        total.add(&mut outcome);
        Ok(exit)
    })?;
    Ok((total, exit))
}

/// Checks one input for `--check`.
pub(crate) fn judge_check(rewrite: &RewriteArgs, outcome: &Outcome, name: &str, terminal: &Terminal) -> Exit {
    if !rewrite.check || !outcome.is_changed {
        return Exit::Done;
    }
    terminal.would_change(name);
    Exit::No
}

/// Reports the record that ended the work on an input, if one did.
pub(crate) fn has_stopped(outcome: &Outcome, notes: &mut Notes<'_>) -> Result<bool, SinkError> {
    let Some(fatal) = &outcome.fatal else { return Ok(false) };
    notes.report(&fatal.diagnostic)?;
    notes.terminal.failed(notes.name, &text::fatal(&fatal.diagnostic, fatal.help, notes.name));
    Ok(true)
}

//! Code of the commands that process one input after the other: options, outputs, exit codes.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use turnwise::json::LineSeparatorFilter;
use turnwise::op::{OnError, Outcome};
use turnwise::report::{Failures, Report};
use turnwise::stream::{Identity, JsonLines, Sink, SinkError, SinkOptions, Target, sync_file_system};

use super::clashes::{Advice, Clashes};
use super::convert_ends::{Notes, Stdout};
use super::settings::InputSettings;
use crate::cli::args::{MaxErrors, OnErrorArg};
use crate::cli::exit::Exit;
use crate::cli::files::InputFile;
use crate::cli::print::text;
use crate::cli::signals;
use crate::cli::terminal::{Terminal, is_broken_pipe};

/// For commands that can replace their inputs.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct RewriteArgs {
    /// Replace every input by the result, each as a whole or not at all
    #[arg(short, long, conflicts_with = "output")]
    pub(super) in_place: bool,
    /// Write nothing; exit 1 if anything would change
    #[arg(long)]
    pub(super) check: bool,
    /// Write nothing; report what would be done
    #[arg(short = 'n', long)]
    pub(super) dry_run: bool,
    /// Sync each new file of a folder before it gets its name, not all of them at the end
    #[arg(long, requires = "output")]
    pub(super) sync: bool,
}

impl RewriteArgs {
    /// True if nothing is written.
    pub(super) fn is_dry(&self) -> bool {
        self.check || self.dry_run
    }
}

/// How strings are written.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(crate) struct EscapeArg {
    /// Write U+2028, U+2029 and U+0085 as escapes: some programs, such as Ray, end lines at them
    #[arg(long)]
    pub(super) escape_line_separators: bool,
}

impl EscapeArg {
    /// The bytes of a whole file, as they are written.
    pub(super) fn apply(self, bytes: &[u8]) -> Cow<'_, [u8]> {
        if !self.escape_line_separators {
            return Cow::Borrowed(bytes);
        }
        let mut filter = LineSeparatorFilter::default();
        let mut all = filter.pass(bytes).into_owned();
        all.extend(filter.end());
        Cow::Owned(all)
    }
}

/// Options for records that fail.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct FailureArgs {
    /// What happens to invalid records [default: stop]
    #[arg(long, value_name = "WHAT")]
    on_error: Option<OnErrorArg>,
    /// Exit 1 if more records than this fail: a number, or a percentage
    #[arg(long, value_name = "N|N%")]
    max_errors: Option<MaxErrors>,
}

/// The same with turnwise.toml, for one input.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Patience {
    pub(super) on_error: OnError,
    max_errors: Option<MaxErrors>,
}

impl FailureArgs {
    pub(super) fn is_emit(&self) -> bool {
        self.on_error == Some(OnErrorArg::Emit)
    }

    /// What happens to invalid records of an input.
    pub(super) fn on_error(&self, settings: &InputSettings) -> OnError {
        settings.on_error(self.on_error, OnError::Stop)
    }

    pub(super) fn with(&self, settings: &InputSettings, terminal: &Terminal) -> anyhow::Result<Patience> {
        self.with_usual(OnError::Stop, settings, terminal)
    }

    /// The same for a command that leaves out invalid records if nothing else is asked for.
    pub(super) fn or_skip(&self, settings: &InputSettings, terminal: &Terminal) -> anyhow::Result<Patience> {
        self.with_usual(OnError::Skip, settings, terminal)
    }

    fn with_usual(&self, usual: OnError, settings: &InputSettings, terminal: &Terminal) -> anyhow::Result<Patience> {
        let on_error = settings.on_error(self.on_error, usual);
        terminal.no_effect("max_errors", on_error == OnError::Stop, "without --on-error skip or emit");
        Ok(Patience { on_error, max_errors: settings.max_errors(self.max_errors)? })
    }
}

impl Patience {
    /// Says how many of the records of an input failed, and whether there are too many. `unwritten` is what
    /// [`Outputs::unwritten`] says.
    pub(super) fn judge(
        self,
        (failures, records): (&Failures, u64),
        (name, unwritten): (&str, &str),
        terminal: &Terminal,
    ) -> Exit {
        let failed = failures.total();
        if failed == 0 {
            return Exit::Done;
        }
        let word = if self.on_error == OnError::Skip { "left out" } else { "replaced by error lines" };
        let reasons: Vec<_> = failures
            .ranked()
            .into_iter()
            .map(|(code, count)| format!("{} {} {}", code.id, code.name, text::number(count)))
            .collect();
        let (many, all) = (text::number(failed), text::count(records, "record"));
        terminal.warning(&format!("{name}: {many} of {all} {word}: {}", reasons.join(", ")));
        let Some(limit) = self.max_errors.filter(|limit| limit.is_beyond(failed, records)) else { return Exit::Done };
        let exceed = if failed == 1 { "exceeds" } else { "exceed" };
        let many = text::count(failed, "failed record");
        terminal.failed(name, &format!("{name}: {many} {exceed} --max-errors {limit}{unwritten}"));
        Exit::No
    }
}

/// Warns about what the reader skipped in an input.
pub(super) fn tell_unread(report: &Report, name: &str, terminal: &Terminal) {
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

/// Works on every input. One that fails as a whole does not keep the others from their turn.
pub(super) fn each(
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

/// Two inputs must not be written to one output: the second would replace the first.
pub(super) fn check_names(output: Option<&Path>, files: &[InputFile]) -> anyhow::Result<()> {
    let Some(output) = output.filter(|_| files.len() > 1) else { return Ok(()) };
    let mut names = HashMap::new();
    for file in files {
        if let Some(first) = names.insert(&file.relative, file) {
            let target = output.join(&file.relative);
            bail!("{} and {} would both be written to {}", first.name(), file.name(), target.display());
        }
    }
    Ok(())
}

/// The outputs of a command.
pub(super) struct Outputs {
    path: Option<PathBuf>,
    is_in_place: bool,
    pub(super) is_dry: bool,
    pub(super) is_single: bool,
    is_synced_later: bool,
    /// The folder of the last output, which exists.
    folder: RefCell<PathBuf>,
    stdout: Stdout,
    /// Where the output is JSON Lines whatever the inputs look like (`--lines`).
    lines: Option<JsonLines>,
    /// Line separators in strings become escapes.
    escapes: Option<LineSeparatorFilter>,
}

impl Outputs {
    pub(super) fn new(path: Option<&Path>, rewrite: &RewriteArgs, files: &[InputFile]) -> anyhow::Result<Self> {
        if rewrite.in_place && files.iter().any(|file| file.path.is_none()) {
            bail!("--in-place needs files, not standard input");
        }
        if let Some(file) = files.iter().find(|file| rewrite.in_place && file.is_no_file()) {
            let what = if file.member.is_some() { "those in archives" } else { "folders of events" };
            bail!("{}: --in-place needs files, not {what}; write the result with --output", file.name());
        }
        if !rewrite.is_dry() && (path.is_some() || rewrite.in_place) {
            signals::watch();
        }
        Ok(Self {
            path: path.map(Path::to_owned),
            is_in_place: rewrite.in_place,
            is_dry: rewrite.is_dry(),
            is_single: files.len() == 1,
            is_synced_later: !rewrite.sync,
            folder: RefCell::default(),
            stdout: Stdout::default(),
            lines: None,
            escapes: None,
        })
    }

    /// The results are JSON Lines whatever the inputs look like.
    pub(super) fn writing_lines(self, is_wanted: bool) -> Self {
        Self { lines: is_wanted.then(JsonLines::default), ..self }
    }

    /// Sets how strings are written.
    pub(super) fn escaping(self, arg: EscapeArg) -> Self {
        Self { escapes: arg.escape_line_separators.then(LineSeparatorFilter::default), ..self }
    }

    /// All results are written to standard output, one after the other.
    pub(super) fn are_joined(&self) -> bool {
        !self.is_single && self.path.is_none() && !self.is_in_place
    }

    /// No output may replace what must stay. `advice`: what to do instead where a result would.
    pub(super) fn check(&self, files: &[InputFile], clashes: Clashes, advice: Advice) -> anyhow::Result<()> {
        let named: Vec<_> = files.iter().filter_map(|file| self.named(file)).collect();
        let is_elsewhere = self.is_dry || self.is_in_place || self.path.is_some();
        clashes.check(is_elsewhere.then_some(if self.is_dry { &[] } else { &named }), advice)
    }

    /// The file that `--output` means for an input.
    fn named(&self, file: &InputFile) -> Option<PathBuf> {
        let output = self.path.as_ref()?;
        Some(if self.is_folder(output) { output.join(&file.relative) } else { output.clone() })
    }

    /// True for a file of a folder from which every conversation was left out: it is not written.
    pub(super) fn is_left_out(&self, file: &InputFile, outcome: &Outcome) -> bool {
        let is_in_folder = self.named(file).is_some_and(|path| self.path.as_ref() != Some(&path));
        let left_out = (outcome.outside_time + outcome.without_time).max(outcome.left_out);
        is_in_folder && left_out > 0 && left_out == outcome.records_in
    }

    fn is_folder(&self, output: &Path) -> bool {
        !self.is_single || output.is_dir() || has_slash(output)
    }

    /// The note about the output of an input with exit code 1: `; claude.jsonl not written`.
    pub(super) fn unwritten(&self, file: &InputFile) -> String {
        match (self.named(file), &file.path) {
            _ if self.is_dry => String::new(),
            (Some(path), _) => format!("; {} not written", path.display()),
            (None, Some(path)) if self.is_in_place => format!("; {} not changed", path.display()),
            (None, _) => String::new(),
        }
    }

    /// The file to write, `None` for standard output or nothing at all.
    pub(super) fn open(&mut self, file: &InputFile, identity: Option<Identity>) -> anyhow::Result<Option<Sink>> {
        if let Some(filter) = &mut self.escapes {
            // Of an input that failed.
            let _ = filter.take_escaped();
        }
        if self.is_dry {
            return Ok(None);
        }
        let mut options = SinkOptions { is_compressed: true, ..SinkOptions::default() };
        let path = match (self.named(file), &file.path) {
            (Some(path), _) => {
                if let (Some(output), Some(folder)) = (&self.path, path.parent())
                    && self.is_folder(output)
                {
                    self.make(folder)?;
                    options.is_synced_later = self.is_synced_later;
                }
                path
            }
            (None, Some(path)) if self.is_in_place => {
                options.unchanged = identity;
                path.clone()
            }
            (None, _) => return Ok(None),
        };
        Ok(Some(Sink::open(&Target::File(path), options)?))
    }

    fn make(&self, folder: &Path) -> anyhow::Result<()> {
        if *self.folder.borrow() != folder {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
            folder.clone_into(&mut self.folder.borrow_mut());
        }
        Ok(())
    }

    /// After the last input: new files in a folder are brought to the disk.
    pub(super) fn end(&self) {
        let has_folder = !self.folder.borrow().as_os_str().is_empty();
        if let Some(output) = self.path.as_ref().filter(|_| has_folder && self.is_synced_later) {
            sync_file_system(output);
        }
    }

    /// Writes a piece of a result.
    pub(super) fn write(&mut self, target: &mut Option<Sink>, bytes: &[u8]) -> Result<(), SinkError> {
        let bytes = self.lines.as_mut().map_or(bytes, |lines| lines.add(bytes));
        escape(bytes, &mut self.escapes, target, (&mut self.stdout, self.is_dry))
    }

    /// An input is done; the next one starts on its own line. `outcome`: what is known of the result so far.
    pub(super) fn end_input(&mut self, target: &mut Option<Sink>, outcome: &mut Outcome) -> Result<(), SinkError> {
        if let Some(lines) = &mut self.lines {
            escape(lines.end(), &mut self.escapes, target, (&mut self.stdout, self.is_dry))?;
            let (written, is_changed) = lines.take_counts();
            outcome.is_changed |= is_changed;
            outcome.bytes_out = written;
        }
        if let Some(filter) = &mut self.escapes {
            let rest = filter.end();
            put(&rest, target, (&mut self.stdout, self.is_dry))?;
            outcome.is_changed |= filter.take_escaped();
        }
        self.stdout.is_started = true;
        Ok(())
    }

    /// Puts the result where it belongs. A file that would get the bytes it has is left alone.
    pub(super) fn finish(&self, target: Option<Sink>, outcome: &Outcome, terminal: &Terminal) -> anyhow::Result<()> {
        let Some(sink) = target.filter(|_| !self.is_in_place || outcome.is_changed) else { return Ok(()) };
        for warning in sink.finish()? {
            terminal.warning(&warning);
        }
        Ok(())
    }
}

/// Writes bytes with escapes of line separators, where these are wanted.
fn escape(
    bytes: &[u8],
    filter: &mut Option<LineSeparatorFilter>,
    target: &mut Option<Sink>,
    otherwise: (&mut Stdout, bool),
) -> Result<(), SinkError> {
    match filter {
        Some(filter) => put(&filter.pass(bytes), target, otherwise),
        None => put(bytes, target, otherwise),
    }
}

/// Writes bytes to a file, to standard output, or nowhere.
fn put(bytes: &[u8], target: &mut Option<Sink>, (stdout, is_dry): (&mut Stdout, bool)) -> Result<(), SinkError> {
    match target {
        _ if is_dry || bytes.is_empty() => Ok(()),
        Some(sink) => sink.write_all(bytes),
        None => stdout.write(bytes),
    }
}

/// The path is written as that of a folder, which may not exist yet.
pub(super) fn has_slash(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().last().is_some_and(|byte| std::path::is_separator(char::from(*byte)))
}

/// Judges one input by `--check`.
pub(super) fn judge_check(rewrite: &RewriteArgs, outcome: &Outcome, name: &str, terminal: &Terminal) -> Exit {
    if !rewrite.check || !outcome.is_changed {
        return Exit::Done;
    }
    terminal.would_change(name);
    Exit::No
}

/// Tells of the record that ended the work on an input, if one did.
pub(super) fn has_stopped(outcome: &Outcome, notes: &mut Notes<'_>) -> Result<bool, SinkError> {
    let Some(fatal) = &outcome.fatal else { return Ok(false) };
    notes.report(&fatal.diagnostic)?;
    notes.terminal.failed(notes.name, &text::fatal(&fatal.diagnostic, fatal.help, notes.name));
    Ok(true)
}

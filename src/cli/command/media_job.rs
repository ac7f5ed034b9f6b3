//! Code of `inline-media` and `extract-media`: every input is read and written once, with other media.

use anyhow::bail;
use turnwise::format::Framing;
use turnwise::json::SetMember;
use turnwise::op::Outcome;
use turnwise::op::PassFailure;
use turnwise::op::media::{MediaEnds, MediaOptions, MediaTask, run as run_media};
use turnwise::report::{Severity, media};

use super::clashes::{Advice, Clashes};
use super::convert_ends::Notes;
use super::job::{EscapeArg, RewriteArgs, each, has_stopped, judge_check, tell_error_lines};
use super::nested;
use super::outputs::{Outputs, check_names};
use super::patience::FailureArgs;
use super::report_files::{ReportArgs, ReportSink};
use super::settings::InputSettings;
use crate::cli::args::{InputArgs, OutputArg, When, WorkArgs};
use crate::cli::exit::Exit;
use crate::cli::files::{InputFile, inputs};
use crate::cli::print::text;
use crate::cli::progress::ProgressDisplay;
use crate::cli::signals;
use crate::cli::terminal::{Terminal, lines};

/// The inputs and the output.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct MediaArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) work: WorkArgs,
    /// Set a member of each record: /run=7, /metadata/source="x"; a value that is not JSON is a string (may be repeated)
    #[arg(long, value_name = "/POINTER=VALUE", value_parser = SetMember::parse)]
    pub(super) set: Vec<SetMember>,
    #[command(flatten)]
    pub(super) output: OutputArg,
    #[command(flatten)]
    pub(super) escapes: EscapeArg,
    #[command(flatten)]
    pub(super) rewrite: RewriteArgs,
    #[command(flatten)]
    pub(super) failures: FailureArgs,
    #[command(flatten)]
    pub(super) report: ReportArgs,
}

/// Does the task with every input. `max_failures`: media that may fail before the run ends.
pub(super) fn run(
    args: &MediaArgs,
    task: MediaTask<'_>,
    (max_failures, progress): (Option<u64>, When),
    terminal: &Terminal,
) -> anyhow::Result<(Outcome, Exit)> {
    let files = inputs(&args.input, terminal)?;
    check_names(args.output.path(), &files)?;
    let outputs =
        Outputs::new(args.output.path(), &args.rewrite, &files)?.writing_lines(args.input.lines).escaping(args.escapes);
    let clashes = args.report.add_to(Clashes::of(&files));
    outputs.check(&files, clashes, Advice::InPlace)?;
    if !outputs.is_dry {
        // Files of media are written wherever the result goes.
        signals::watch();
    }
    let mut report = args.report.open()?;
    let mut job = MediaJob { args, task, max_failures, progress, terminal, outputs };
    let mut total = Outcome::default();
    let exit = each(&files, terminal, |file| {
        let (mut outcome, exit) = job.one(file, report.full.as_mut())?;
        total.add(&mut outcome);
        Ok(exit)
    })?;
    job.outputs.end();
    report.end(&total)?;
    Ok((total, exit))
}

/// Findings that are printed for each input without `-v`.
const MOST_SHOWN: u64 = 20;

struct MediaJob<'j> {
    args: &'j MediaArgs,
    task: MediaTask<'j>,
    max_failures: Option<u64>,
    progress: When,
    terminal: &'j Terminal,
    outputs: Outputs,
}

impl MediaJob<'_> {
    fn one(&mut self, file: &InputFile, report: Option<&mut ReportSink>) -> anyhow::Result<(Outcome, Exit)> {
        let settings = InputSettings::new(file, &self.args.input, Some(&self.args.work), self.terminal)?;
        let name = file.name();
        if file.history.is_some() {
            bail!("{name}: sessions of picklebot hold no media");
        }
        let source = file.open(&self.args.input).map_err(|error| super::unreadable(&name, error))?;
        let (size, identity) = (source.size(), source.identity());
        let input = super::open_input(source, &name, &settings.choice, self.terminal)?;
        let input = input.setting(&self.args.set).map_err(anyhow::Error::msg)?;
        nested::tell_found(&input, &self.args.input, &name, self.terminal);
        nested::check_joined(&input, &name, self.outputs.are_joined() && !self.outputs.is_dry)?;
        let nesting = input.nesting.clone();
        if self.outputs.are_joined() && !self.outputs.is_dry && input.framing != Framing::Lines {
            bail!("{name} is not JSON Lines and cannot be joined with the other inputs; use -o FOLDER or --in-place");
        }
        let patience = self.args.failures.with(&settings, self.terminal)?;
        let options = MediaOptions {
            on_error: patience.on_error,
            keeps_surroundings: self.args.rewrite.in_place,
            is_joined: self.outputs.are_joined(),
            is_dry: self.outputs.is_dry,
            jobs: settings.jobs,
            keep: u64::MAX,
            max_failures: self.max_failures,
        };
        let mut target = self.outputs.open(file, identity)?;
        let target_format = input.usual.map_or("", |format| format.name);
        let shown = ProgressDisplay::new(self.progress, self.terminal.is_quiet, &name, size);
        let terminal = self.terminal;
        let mut notes = Notes::new(report, &name, target_format, terminal);
        let outputs = &mut self.outputs;
        let outcome = run_media(
            input,
            self.task,
            &options,
            MediaEnds {
                write: &mut |bytes| outputs.write(&mut target, bytes),
                note: &mut |diagnostic| {
                    let least = if terminal.is_quiet { Severity::Error } else { Severity::Warning };
                    let is_told = diagnostic.severity >= least && !terminal.is_verbose;
                    if is_told && media::CODES.contains(&diagnostic.code) {
                        notes.print(&diagnostic, MOST_SHOWN);
                    }
                    notes.add(&diagnostic);
                },
                progress: &shown,
            },
        );
        drop(shown);
        notes.end()?;
        nested::tell_unreached(nesting.as_ref(), &name, self.terminal);
        let mut outcome = match outcome {
            Ok(outcome) => outcome,
            // The message of a sink names its own path.
            Err(PassFailure::Sink(error)) => return Err(error.into()),
            Err(failure) => return Err(anyhow::Error::new(failure).context(name)),
        };
        self.outputs.end_input(&mut target, &mut outcome)?;
        if has_stopped(&outcome, &mut notes)? {
            return Ok((outcome, Exit::Trouble));
        }
        tell_error_lines(&outcome, &name, "copied", self.terminal);
        let failed = (&outcome.failed, outcome.records_in);
        let mut exit = patience.judge(failed, (&name, &self.outputs.unwritten(file)), self.terminal);
        self.outputs.finish(target.filter(|_| exit == Exit::Done), &outcome, self.terminal)?;
        exit = exit.worst(judge_check(&self.args.rewrite, &outcome, &name, self.terminal));
        let failures = outcome.report.total(is_failure);
        if failures > 0 {
            self.terminal.failed(&name, &format!("{name}: {} not embedded", text::count(failures, "media file")));
            exit = exit.worst(Exit::No);
        }
        Ok((outcome, exit))
    }
}

/// A media file is still a reference.
pub(super) fn is_failure(count: &turnwise::report::CodeCount) -> bool {
    count.severity == Severity::Error && media::CODES.contains(&count.code)
}

/// Says how often each code came up.
pub(super) fn counts(outcome: &Outcome, terminal: &Terminal) {
    lines(&text::table(&outcome.report, |count| media::CODES.contains(&count.code), terminal.paint_error()));
}

/// `512 B`, `3.4 MB`.
pub(super) fn bytes(count: u64) -> String {
    match count {
        0..1000 => format!("{count} B"),
        1000..1_000_000 => format!("{}.{} kB", count / 1000, count % 1000 / 100),
        1_000_000..1_000_000_000 => format!("{}.{} MB", count / 1_000_000, count % 1_000_000 / 100_000),
        _ => format!("{}.{} GB", count / 1_000_000_000, count % 1_000_000_000 / 100_000_000),
    }
}

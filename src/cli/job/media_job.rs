//! Shared code of `inline-media` and `extract-media`: every input is read and written once, with replaced media.

use anyhow::bail;
use turnwise::json::SetMember;
use turnwise::op::media::{MediaEnds, MediaOptions, MediaTask, run as run_media};
use turnwise::op::{Outcome, PassOptions};
use turnwise::report::{Diagnostic, Severity, media};

use super::clashes::{Advice, Clashes};
use super::files::InputFile;
use super::nested;
use super::open_input::{open_input, reject_stream, unreadable};
use super::outputs::{Outputs, check_names};
use super::patience::{FailureArgs, Patience};
use super::report_files::{RejectArgs, ReportSink};
use super::rewrite::{RewriteEnds, RewriteInput, Rewriter};
use super::run::{EscapeArg, RewriteArgs, each_counted, tell_error_lines};
use super::settings::InputSettings;
use super::whole_job::explain;
use crate::cli::args::{InputArgs, OutputArg, When, WorkArgs};
use crate::cli::exit::Exit;
use crate::cli::print::text;
use crate::cli::signals;
use crate::cli::terminal::{Terminal, lines};

/// The inputs and the output.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct MediaArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    /// Set a field in each record: /run=7, /metadata/source="x"; a value that is not JSON is a string (repeatable)
    #[arg(long, value_name = "/POINTER=VALUE", value_parser = SetMember::parse)]
    pub(crate) set: Vec<SetMember>,
    #[command(flatten)]
    pub(crate) output: OutputArg,
    #[command(flatten)]
    pub(crate) escapes: EscapeArg,
    #[command(flatten)]
    pub(crate) rewrite: RewriteArgs,
    #[command(flatten)]
    pub(crate) failures: FailureArgs,
    #[command(flatten)]
    pub(crate) report: RejectArgs,
}

/// Runs the task on every input. `max_failures`: the maximum number of failed media files.
pub(crate) fn run(
    args: &MediaArgs,
    files: &[InputFile],
    task: MediaTask<'_>,
    max_failures: Option<u64>,
    progress: When,
    terminal: &Terminal,
) -> anyhow::Result<(Outcome, Exit)> {
    check_names(args.output.path(), files)?;
    let outputs =
        Outputs::new(args.output.path(), &args.rewrite, files)?.writing_lines(args.input.lines).escaping(args.escapes);
    let clashes = args.report.add_to(Clashes::of(files));
    outputs.check(files, clashes, Advice::InPlace)?;
    if !outputs.is_dry {
        // Media files are always written to their own folder.
        signals::watch();
    }
    let files = outputs.pending(files, terminal);
    let mut report = args.report.open(args.rewrite.skip_existing)?;
    let rewriter = Rewriter { outputs, rewrite: &args.rewrite, progress, terminal };
    let mut job = MediaJob { args, task, max_failures, rewriter };
    let (total, exit) = each_counted(&files, terminal, |file| job.one(file, report.full.as_mut()))?;
    job.rewriter.outputs.end();
    report.end(&total)?;
    Ok((total, exit))
}

/// The maximum number of findings that are printed for each input without `-v`.
const MOST_SHOWN: u64 = 20;

struct MediaJob<'j> {
    args: &'j MediaArgs,
    task: MediaTask<'j>,
    max_failures: Option<u64>,
    rewriter: Rewriter<'j>,
}

impl MediaJob<'_> {
    fn one(&mut self, file: &InputFile, report: Option<&mut ReportSink>) -> anyhow::Result<(Outcome, Exit)> {
        let (args, terminal, name) = (self.args, self.rewriter.terminal, &file.name());
        let settings = InputSettings::new(file, &args.input, Some(&args.work), terminal)?;
        if file.history.is_some() {
            bail!("{name}: picklebot sessions contain no media");
        }
        let source = file.open(&args.input).map_err(|error| unreadable(name, error))?;
        let (size, identity) = (source.size(), source.identity());
        let input = open_input(source, name, &settings.choice, terminal)?;
        reject_stream(&input, name)?;
        let input = input.setting(&args.set).map_err(anyhow::Error::msg)?;
        nested::tell_found(&input, &args.input, name, terminal);
        let outputs = &self.rewriter.outputs;
        nested::check_lines(&input, name, outputs.are_joined() && !outputs.is_dry)?;
        let patience = args.failures.with(&settings, terminal)?;
        let options = self.options(settings.jobs, patience);
        let format = input.usual.map_or("", |format| format.name);
        let nesting = input.nesting.clone();
        let opened = RewriteInput { file, name, size, identity, format, nesting, patience, is_session: false };
        let work = |ends: RewriteEnds<'_, '_>| {
            let RewriteEnds { write, notes, progress } = ends;
            let note = &mut |diagnostic: Diagnostic| {
                if is_told(&diagnostic, terminal) {
                    notes.print(&diagnostic, MOST_SHOWN);
                }
                notes.add(&diagnostic);
            };
            run_media(input, self.task, &options, MediaEnds { write, note, progress })
                .map_err(|failure| explain(failure, name))
        };
        let judge = |outcome: &Outcome| {
            tell_error_lines(outcome, name, "copied", terminal);
            Exit::Done
        };
        let (outcome, exit) = self.rewriter.finish_one(opened, report, work, judge)?;
        let exit = if exit == Exit::Trouble { exit } else { exit.worst(judge_failures(&outcome, name, terminal)) };
        Ok((outcome, exit))
    }

    fn options(&self, jobs: usize, patience: Patience) -> MediaOptions {
        let outputs = &self.rewriter.outputs;
        MediaOptions {
            pass: PassOptions { on_error: patience.on_error, jobs, keep: u64::MAX },
            keeps_surroundings: self.args.rewrite.in_place,
            is_joined: outputs.are_joined(),
            is_dry: outputs.is_dry,
            max_failures: self.max_failures,
        }
    }
}

/// True for a finding about a media file that is printed even without `-v`.
fn is_told(diagnostic: &Diagnostic, terminal: &Terminal) -> bool {
    let least = if terminal.is_quiet { Severity::Error } else { Severity::Warning };
    diagnostic.severity >= least && !terminal.is_verbose && media::CODES.contains(&diagnostic.code)
}

/// Reports how many media files of an input are still references.
fn judge_failures(outcome: &Outcome, name: &str, terminal: &Terminal) -> Exit {
    let failures = outcome.report.total(is_failure);
    if failures == 0 {
        return Exit::Done;
    }
    terminal.failed(name, &format!("{name}: {} not embedded", text::count(failures, "media file")));
    Exit::No
}

/// A media file is still a reference.
pub(crate) fn is_failure(count: &turnwise::report::CodeCount) -> bool {
    count.severity == Severity::Error && media::CODES.contains(&count.code)
}

/// Reports the number of findings for each code.
pub(crate) fn counts(outcome: &Outcome, terminal: &Terminal) {
    lines(&text::table(&outcome.report, |count| media::CODES.contains(&count.code), terminal.paint_error()));
}

//! Shared code of the commands that select or arrange whole records: options, inputs, outputs, exit codes.

use anyhow::bail;
use turnwise::op::whole_records::{WholeEnds, WholeOptions};
use turnwise::op::{Input, Outcome, PassFailure, PassOptions};

use super::clashes::{Advice, Clashes};
use super::files::{InputFile, inputs};
use super::nested;
use super::open_input::{tell_format, trouble, unreadable};
use super::outputs::{Outputs, check_names};
use super::patience::{FailureArgs, Patience};
use super::report_files::{RejectArgs, ReportSink};
use super::rewrite::{RewriteEnds, RewriteInput, Rewriter};
use super::run::{RewriteArgs, each_counted, tell_unread};
use super::settings::InputSettings;
use crate::cli::args::{InputArgs, OutputArg, WorkArgs};
use crate::cli::exit::Exit;
use crate::cli::print::text;
use crate::cli::terminal::Terminal;

/// Options of all commands that write whole records.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct ReadArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) failures: FailureArgs,
    #[command(flatten)]
    pub(crate) report: RejectArgs,
}

/// Options of those that write a result for each input.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct WholeArgs {
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) output: OutputArg,
    #[command(flatten)]
    pub(crate) rewrite: RewriteArgs,
}

/// Rejects inputs whose records are in several files.
pub(crate) fn check_files(files: &[InputFile], name: &str) -> anyhow::Result<()> {
    if let Some(file) = files.iter().find(|file| file.history.is_some()) {
        bail!(
            "{}: {name} works on files, not on a folder of sessions; turnwise convert --framing lines makes one file of it",
            file.name()
        );
    }
    Ok(())
}

/// An open input with its settings.
pub(crate) struct OpenInput {
    pub(crate) input: Input,
    pub(crate) options: WholeOptions,
    pub(crate) patience: Patience,
    pub(crate) size: Option<u64>,
    identity: Option<turnwise::stream::Identity>,
}

/// Opens an input with the settings for it.
pub(crate) fn open(
    file: &InputFile,
    args: &ReadArgs,
    is_joined: bool,
    terminal: &Terminal,
) -> anyhow::Result<OpenInput> {
    let (open, settings) = open_quietly(file, args, is_joined, terminal)?;
    tell_format(&open.input, &file.name(), terminal);
    nested::tell_found(&open.input, &args.input, &file.name(), terminal);
    let patience = args.failures.with(&settings, terminal)?;
    Ok(OpenInput { patience, ..open })
}

/// The same without notes, for an input that is opened twice.
pub(crate) fn open_quietly(
    file: &InputFile,
    args: &ReadArgs,
    is_joined: bool,
    terminal: &Terminal,
) -> anyhow::Result<(OpenInput, InputSettings)> {
    let settings = InputSettings::new(file, &args.input, Some(&args.work), terminal)?;
    let name = file.name();
    let source = file.open(&args.input).map_err(|error| unreadable(&name, error))?;
    let (size, identity) = (source.size(), source.identity());
    let input = Input::new(source, &settings.choice).map_err(|it| trouble(&name, &it))?;
    let keep = if terminal.is_verbose || args.report.is_full() { u64::MAX } else { 0 };
    let pass = PassOptions { on_error: args.failures.on_error(&settings), jobs: settings.jobs, keep };
    let options = WholeOptions { pass, is_joined };
    Ok((OpenInput { input, options, patience: Patience::default(), size, identity }, settings))
}

/// The message of a failure, which names the input unless it names the output.
pub(crate) fn explain(failure: PassFailure, name: &str) -> anyhow::Error {
    if let PassFailure::Sink(error) = failure {
        return error.into();
    }
    // This message already contains the path.
    if matches!(failure, PassFailure::NotOne(_)) {
        return failure.into();
    }
    anyhow::Error::new(failure).context(name.to_owned())
}

/// The inputs of a command that copies whole records.
pub(crate) fn whole_inputs(args: &InputArgs, name: &str, terminal: &Terminal) -> anyhow::Result<Vec<InputFile>> {
    let files = inputs(args, terminal)?;
    check_files(&files, name)?;
    Ok(files)
}

/// Copies records of every input. Returns the sum of the outcomes. `give_up` is called after an input whose result is
/// discarded.
/// written.
pub(crate) fn run_each(
    args: &WholeArgs,
    name: &str,
    terminal: &Terminal,
    pass: impl FnMut(Input, WholeOptions, WholeEnds<'_>) -> Result<Outcome, PassFailure>,
    give_up: impl FnMut(),
) -> anyhow::Result<(Outcome, Exit)> {
    run_files(args, &whole_inputs(&args.read.input, name, terminal)?, 1, terminal, pass, give_up)
}

/// The same for inputs that were already found. `passes`: the number of times that the bytes of an input are reported
/// to its progress.
pub(crate) fn run_files(
    args: &WholeArgs,
    files: &[InputFile],
    passes: u64,
    terminal: &Terminal,
    mut pass: impl FnMut(Input, WholeOptions, WholeEnds<'_>) -> Result<Outcome, PassFailure>,
    mut give_up: impl FnMut(),
) -> anyhow::Result<(Outcome, Exit)> {
    check_names(args.output.path(), files)?;
    let outputs = Outputs::new(args.output.path(), &args.rewrite, files)?.writing_lines(args.read.input.lines);
    outputs.check(files, args.read.report.add_to(Clashes::of(files)), Advice::InPlace)?;
    let files = &outputs.pending(files, terminal);
    let mut report = args.read.report.open(args.rewrite.skip_existing)?;
    let rewriter = Rewriter { outputs, rewrite: &args.rewrite, progress: terminal.global.progress, terminal };
    let mut job = WholeJob { args, passes, rewriter };
    let (total, exit) = each_counted(files, terminal, |file| {
        let done = job.one(file, report.full.as_mut(), &mut pass);
        let outputs = &job.rewriter.outputs;
        let is_without = done.as_ref().map_or(true, |(_, exit)| *exit != Exit::Done);
        if done.is_err() || (is_without && !outputs.are_joined() && !outputs.is_dry) {
            give_up();
        }
        done
    })?;
    job.rewriter.outputs.end();
    report.end(&total)?;
    Ok((total, exit))
}

struct WholeJob<'j> {
    args: &'j WholeArgs,
    /// The number of times that the bytes of an input are read.
    passes: u64,
    rewriter: Rewriter<'j>,
}

impl WholeJob<'_> {
    fn one(
        &mut self,
        file: &InputFile,
        report: Option<&mut ReportSink>,
        pass: &mut impl FnMut(Input, WholeOptions, WholeEnds<'_>) -> Result<Outcome, PassFailure>,
    ) -> anyhow::Result<(Outcome, Exit)> {
        let (terminal, name) = (self.rewriter.terminal, &file.name());
        let is_joined = self.rewriter.outputs.are_joined();
        let OpenInput { input, options, patience, size, identity } = open(file, &self.args.read, is_joined, terminal)?;
        nested::check_lines(&input, name, is_joined && !self.rewriter.outputs.is_dry)?;
        let opened = RewriteInput {
            file,
            name,
            size: size.map(|size| size.saturating_mul(self.passes)),
            identity,
            format: input.usual.map_or("", |format| format.name),
            nesting: input.nesting.clone(),
            patience,
            is_session: false,
        };
        let work = |ends: RewriteEnds<'_, '_>| {
            let RewriteEnds { write, notes, progress } = ends;
            let note = &mut |diagnostic| notes.add(&diagnostic);
            pass(input, options, WholeEnds { write, note, progress }).map_err(|failure| explain(failure, name))
        };
        let judge = |outcome: &Outcome| {
            tell_unread(&outcome.report, name, terminal);
            Exit::Done
        };
        self.rewriter.finish_one(opened, report, work, judge)
    }
}

/// Reports how many conversations were written.
pub(crate) fn tell_written(total: &Outcome, why: &str, terminal: &Terminal) {
    let all = text::count(total.records_out + total.skipped.not_selected, "conversation");
    let copied = text::error_lines(total, "copied");
    terminal.status(&format!("{} of {all}{why}{copied}", text::number(total.records_out)));
}

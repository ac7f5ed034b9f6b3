//! Shared code of the event log commands `compact`, `normalize` and `replay`: one output per log.

use std::cell::Cell;

use anyhow::bail;
use clap::ValueEnum;
use turnwise::events::{FORMAT, LineageMode};
use turnwise::format::Framing;
use turnwise::op::{
    EventEnds, EventFailure, EventInput, EventLayout, EventLog, Input, OnError, Outcome, PassOptions, run_inside,
};
use turnwise::stream::Source;

use super::clashes::{Advice, Clashes};
use super::files::{InputFile, inputs};
use super::nested;
use super::open_input::{open_input, trouble, unreadable};
use super::outputs::{Outputs, check_names};
use super::patience::{FailureArgs, Patience};
use super::report_files::{RejectArgs, ReportSink};
use super::rewrite::{RewriteEnds, RewriteInput, Rewriter};
pub(crate) use super::run::RewriteArgs;
use super::run::{EscapeArg, each_counted, tell_error_lines};
use super::settings::InputSettings;
use crate::cli::args::{InputArgs, LayoutArgs, OutputArg, WorkArgs};
use crate::cli::exit::Exit;
use crate::cli::print::text;
use crate::cli::terminal::{Terminal, lines};

/// The inputs and the output.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct EventArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) output: OutputArg,
    #[command(flatten)]
    pub(crate) escapes: EscapeArg,
    /// How events are arranged in the output [default: as in the input]
    #[arg(long, value_name = "FRAMING")]
    pub(crate) framing: Option<EventFramingArg>,
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    #[command(flatten)]
    pub(crate) failures: FailureArgs,
    #[command(flatten)]
    pub(crate) report: RejectArgs,
}

/// The framing of the events in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EventFramingArg {
    /// One event per line (JSON Lines)
    Lines,
    /// One array of events
    Array,
    /// Server-sent events
    Sse,
}

/// The parent of a run that names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LineageArg {
    /// The previous run, in threads where no run names a parent; none in other threads
    Auto,
    /// None: the run is a root
    Explicit,
    /// The previous run of the same thread
    Previous,
}

impl From<LineageArg> for LineageMode {
    fn from(arg: LineageArg) -> Self {
        match arg {
            LineageArg::Auto => Self::Auto,
            LineageArg::Explicit => Self::Explicit,
            LineageArg::Previous => Self::Previous,
        }
    }
}

impl LineageArg {
    /// For commands that write while they read, and cannot see whether a later run names a parent.
    pub(crate) fn of_rewrite(self) -> LineageMode {
        if self == Self::Auto { LineageMode::Previous } else { self.into() }
    }
}

/// The options for reading a log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct How {
    pub(crate) layout: EventLayout,
    /// The maximum number of diagnostics for each code.
    pub(crate) keep: u64,
    /// Worker threads.
    pub(crate) jobs: usize,
}

/// The work of a command on one log.
pub(crate) trait LogCommand: Sync {
    /// Reads the log, writes the result.
    fn run(&self, log: EventLog<'_>, how: How, ends: EventEnds<'_>) -> Result<Outcome, EventFailure>;

    /// The advice in the error about an output that would replace an input.
    fn advice(&self) -> Advice {
        Advice::InPlace
    }

    /// The summary line of an input. `unit`: the counted items, `event` or `log`.
    fn done(&self, outcome: &Outcome, unit: &str, is_dry: bool) -> String;
}

/// Opens a log. A file of another format is not a log, unless the user named the format.
pub(crate) fn open(
    file: &InputFile,
    args: &InputArgs,
    settings: &InputSettings,
    failures: &FailureArgs,
    terminal: &Terminal,
) -> anyhow::Result<(EventInput, Patience)> {
    let patience = patience_of(args, settings, failures, terminal)?;
    let name = file.name();
    if settings.choice.format.is_some_and(|format| format.name != FORMAT) {
        bail!("{name}: this command reads event logs ({FORMAT})");
    }
    let source = file.open(args).map_err(|error| unreadable(&name, error))?;
    let input = match log_of(source, &name, settings)? {
        LogOrOther::Log(input) => input,
        LogOrOther::Other(input) => bail!(
            "{name} is {}, not an AG-UI log (turnwise convert --to {FORMAT} --as events makes one of it)",
            input.usual.map_or("unknown", |found| found.name)
        ),
    };
    Ok((EventInput { skips_bad: patience.on_error == OnError::Skip, ..input }, patience))
}

/// Rejects options that event logs do not support.
fn check_log(args: &InputArgs, failures: &FailureArgs) -> anyhow::Result<()> {
    let is_inside = !args.at.is_empty();
    if failures.is_emit() && !is_inside {
        bail!("an event log cannot contain error lines; --on-error skip skips bad events");
    }
    if args.lines && !is_inside {
        bail!("--lines: an event log is one record with many lines; omit the option");
    }
    Ok(())
}

/// What happens to invalid events.
pub(crate) fn patience_of(
    args: &InputArgs,
    settings: &InputSettings,
    failures: &FailureArgs,
    terminal: &Terminal,
) -> anyhow::Result<Patience> {
    check_log(args, failures)?;
    let mut patience = failures.with(settings, terminal)?;
    if patience.on_error == OnError::Emit && args.at.is_empty() {
        // Of turnwise.toml.
        patience.on_error = OnError::Skip;
    }
    Ok(patience)
}

/// An input that is a log of events, or conversations.
pub(crate) enum LogOrOther {
    Log(EventInput),
    Other(Input),
}

/// The input as a log, unless it has another format.
pub(crate) fn log_of(source: Source, name: &str, settings: &InputSettings) -> anyhow::Result<LogOrOther> {
    let (framing, limits) = (settings.choice.framing, settings.choice.limits);
    if settings.choice.format.is_some_and(|format| format.name == FORMAT) {
        return Ok(LogOrOther::Log(EventInput::new(source, framing, limits)));
    }
    let input = Input::new(source, &settings.choice).map_err(|it| trouble(name, &it))?;
    let is_tied = input.ties.iter().any(|candidate| candidate.format.name == FORMAT);
    Ok(match input.usual.filter(|found| found.name != FORMAT && !is_tied) {
        Some(_) => LogOrOther::Other(input),
        None => LogOrOther::Log(EventInput::new(input.source, framing, limits)),
    })
}

/// Runs a command on every input.
pub(crate) fn run(
    args: &EventArgs,
    rewrite: &RewriteArgs,
    terminal: &Terminal,
    work: &dyn LogCommand,
) -> anyhow::Result<Exit> {
    nested::check(&args.input, args.framing.is_some(), args.layout)?;
    check_log(&args.input, &args.failures)?;
    let files = inputs(&args.input, terminal)?;
    check_names(args.output.path(), &files)?;
    let outputs = Outputs::new(args.output.path(), rewrite, &files)?.escaping(args.escapes);
    let clashes = args.report.add_to(Clashes::of(&files));
    outputs.check(&files, clashes, work.advice())?;
    let files = outputs.pending(&files, terminal);
    let mut report = args.report.open(rewrite.skip_existing)?;
    let rewriter = Rewriter { outputs, rewrite, progress: terminal.global.progress, terminal };
    let mut job = EventJob { args, rewriter };
    let (total, exit) = each_counted(&files, terminal, |file| job.one(file, report.full.as_mut(), work))?;
    job.rewriter.outputs.end();
    report.end(&total)?;
    Ok(exit)
}

struct EventJob<'j> {
    args: &'j EventArgs,
    rewriter: Rewriter<'j>,
}

/// An input with logs.
enum OpenLog {
    /// It is a log.
    Whole(EventInput),
    /// They are values inside its records.
    Inside(Input),
}

impl OpenLog {
    fn source(&self) -> &Source {
        match self {
            Self::Whole(input) => &input.source,
            Self::Inside(input) => &input.source,
        }
    }
}

impl EventJob<'_> {
    fn one(
        &mut self,
        file: &InputFile,
        report: Option<&mut ReportSink>,
        command: &dyn LogCommand,
    ) -> anyhow::Result<(Outcome, Exit)> {
        let (terminal, name) = (self.rewriter.terminal, &file.name());
        let settings = InputSettings::new(file, &self.args.input, Some(&self.args.work), terminal)?;
        let (log, patience) = self.open(file, &settings)?;
        let (size, identity) = (log.source().size(), log.source().identity());
        let keep = if report.is_some() || terminal.is_verbose { u64::MAX } else { 0 };
        let how = How { layout: self.layout(&log), keep, jobs: settings.jobs };
        let (is_dry, is_single) = (self.rewriter.outputs.is_dry, self.rewriter.outputs.is_single);
        let nesting = if let OpenLog::Inside(input) = &log { input.nesting.clone() } else { None };
        let unit = if nesting.is_some() { "log" } else { "event" };
        let on_error = patience.on_error;
        let opened = RewriteInput { file, name, size, identity, format: FORMAT, nesting, patience, is_session: false };
        let done = Cell::new(String::new());
        let work = |ends: RewriteEnds<'_, '_>| {
            let RewriteEnds { write, notes, progress } = ends;
            let ends = EventEnds { write, note: &mut |diagnostic| notes.add(&diagnostic), progress };
            let outcome = match log {
                OpenLog::Whole(input) => command.run(input.into(), how, ends),
                OpenLog::Inside(input) => {
                    let options = PassOptions { on_error, jobs: how.jobs, keep };
                    run_inside(input, options, ends, &|log, ends| command.run(log, How { jobs: 1, ..how }, ends))
                }
            };
            let outcome = outcome.map_err(|failure| explain(failure, name))?;
            done.set(command.done(&outcome, unit, is_dry));
            Ok(outcome)
        };
        let judge = |outcome: &Outcome| {
            summary(outcome, &done.take(), if is_single { None } else { Some(name) }, terminal);
            tell_error_lines(outcome, name, "copied", terminal);
            Exit::Done
        };
        self.rewriter.finish_one(opened, report, work, judge)
    }

    fn open(&self, file: &InputFile, settings: &InputSettings) -> anyhow::Result<(OpenLog, Patience)> {
        let (args, terminal, name) = (self.args, self.rewriter.terminal, &file.name());
        if args.input.at.is_empty() {
            let (input, patience) = open(file, &args.input, settings, &args.failures, terminal)?;
            return Ok((OpenLog::Whole(input), patience));
        }
        let patience = patience_of(&args.input, settings, &args.failures, terminal)?;
        let source = file.open(&args.input).map_err(|error| unreadable(name, error))?;
        let input = open_input(source, name, &settings.choice, terminal)?;
        if let Some(other) = input.usual.filter(|format| format.name != FORMAT) {
            bail!(
                "{name}: it contains {} conversations (--at), and this command reads event logs ({FORMAT})",
                other.name
            );
        }
        nested::tell_found(&input, &args.input, name, terminal);
        let outputs = &self.rewriter.outputs;
        nested::check_lines(&input, name, outputs.are_joined() && !outputs.is_dry)?;
        Ok((OpenLog::Inside(input), patience))
    }

    fn layout(&self, log: &OpenLog) -> EventLayout {
        let OpenLog::Whole(input) = log else {
            return EventLayout { compares: true, ..EventLayout::default() };
        };
        let mut framing = self.args.framing.map(|framing| match framing {
            EventFramingArg::Lines => Framing::Lines,
            EventFramingArg::Array => Framing::Array,
            EventFramingArg::Sse => Framing::Sse,
        });
        // Several consecutive lists are not a list: they become lines.
        if self.rewriter.outputs.are_joined() && framing.is_none() && input.own_framing() == Framing::Array {
            framing = Some(Framing::Lines);
        }
        EventLayout {
            framing,
            layout: self.args.layout.layout(input.layout),
            compares: self.rewriter.rewrite.in_place || self.rewriter.rewrite.check,
            keeps_mark: !self.rewriter.outputs.are_joined(),
        }
    }
}

/// The message of a failure, which names the input unless it names the output.
fn explain(failure: EventFailure, name: &str) -> anyhow::Error {
    if let EventFailure::Sink(error) = failure {
        return error.into();
    }
    anyhow::Error::new(failure).context(name.to_owned())
}

/// Prints the summary of an input, which is named if there are several.
fn summary(outcome: &Outcome, done: &str, name: Option<&String>, terminal: &Terminal) {
    if terminal.is_quiet {
        return;
    }
    let paint = terminal.paint_error();
    if !done.is_empty() {
        let file = name.map_or_else(String::new, |name| format!("{name}: "));
        terminal.status(&format!("{file}{done}"));
    }
    lines(&text::table(&outcome.report, |_| true, paint));
}

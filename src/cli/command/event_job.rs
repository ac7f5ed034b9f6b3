//! What the commands on event logs share: `compact`, `normalize`, `replay` read a log each and write one output each.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use turnwise::events::{FORMAT, LineageMode};
use turnwise::format::Framing;
use turnwise::json::Layout;
use turnwise::op::{EventEnds, EventFailure, EventInput, EventLayout, Outcome};
use turnwise::stream::{Identity, Sink, SinkOptions, Target};

use super::convert_ends::{Notes, ReportSink, Stdout, open_report, stdout_identity};
use super::settings::Settings;
use crate::cli::args::{InputArgs, WorkArgs};
use crate::cli::exit::Exit;
use crate::cli::files::{InputFile, inputs};
use crate::cli::print::json::Summary;
use crate::cli::print::text;
use crate::cli::progress::Shown;
use crate::cli::signals;
use crate::cli::terminal::{Terminal, is_broken_pipe, line};

/// Where a log comes from, and where the result goes.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct EventArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) work: WorkArgs,
    /// Where to write; a folder if there are several inputs [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// How events lie in the output [default: as in the input]
    #[arg(long, value_name = "FRAMING")]
    pub(super) framing: Option<EventFramingArg>,
    /// Indent the output
    #[arg(long, conflicts_with = "compact")]
    pub(super) pretty: bool,
    /// Write the output without spaces
    #[arg(long)]
    pub(super) compact: bool,
    /// Write every finding and loss to this file, as JSON lines; - for standard error
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,
}

/// For commands that rewrite a log.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct RewriteArgs {
    /// Replace every input by the result, each as a whole or not at all
    #[arg(short, long, conflicts_with = "output")]
    pub(super) in_place: bool,
    /// Write nothing; exit 1 if anything would change
    #[arg(long)]
    pub(super) check: bool,
    /// Write nothing; say what would be done
    #[arg(short = 'n', long)]
    pub(super) dry_run: bool,
}

/// How events lie in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EventFramingArg {
    /// One event a line (JSONL)
    Lines,
    /// One array of events
    Array,
    /// Server-sent events
    Sse,
}

/// What a run without a parent goes on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LineageArg {
    /// Nothing: it is a root
    Explicit,
    /// The run of the same thread before it
    Previous,
}

impl From<LineageArg> for LineageMode {
    fn from(arg: LineageArg) -> Self {
        match arg {
            LineageArg::Explicit => Self::Explicit,
            LineageArg::Previous => Self::Previous,
        }
    }
}

/// How a log is worked on.
#[derive(Clone, Copy, Debug)]
pub(super) struct How {
    pub(super) layout: EventLayout,
    /// How many diagnostics of each code are kept.
    pub(super) keep: u64,
    /// Worker threads.
    pub(super) jobs: usize,
}

/// What one command does with one log.
pub(super) trait Work {
    /// Reads the log, writes the result.
    fn run(&mut self, input: EventInput, how: How, ends: EventEnds<'_>) -> Result<Outcome, EventFailure>;

    /// One line about what was done.
    fn done(&self, outcome: &Outcome, is_dry: bool) -> String;
}

/// Opens a log.
pub(super) fn open(file: &InputFile, args: &InputArgs, settings: &Settings) -> anyhow::Result<EventInput> {
    let name = file.name();
    if settings.choice.format.is_some_and(|format| format.name != FORMAT) {
        bail!("{name}: this command reads event logs ({FORMAT})");
    }
    let source = file.open(args).map_err(|error| super::unreadable(&name, error))?;
    Ok(EventInput::new(source, settings.choice.framing, settings.choice.limits))
}

/// Does a command's work with every input.
pub(super) fn run(
    args: &EventArgs,
    rewrite: &RewriteArgs,
    terminal: &Terminal,
    work: &mut dyn Work,
) -> anyhow::Result<Exit> {
    let files = inputs(&args.input)?;
    if rewrite.in_place && files.iter().any(|file| file.path.is_none()) {
        bail!("--in-place needs files, not standard input");
    }
    let is_dry = rewrite.check || rewrite.dry_run;
    if !is_dry && (args.output.is_some() || rewrite.in_place) {
        signals::watch();
    }
    let mut report = args.report.as_deref().map(open_report).transpose()?;
    let mut job = Job { args, rewrite, terminal, is_single: files.len() == 1, is_dry, stdout: Stdout::default() };
    let (mut total, mut exit) = (Outcome::default(), Exit::Done);
    for file in &files {
        match job.one(file, report.as_mut(), work) {
            Ok((mut outcome, ended)) => {
                total.add(&mut outcome);
                exit = exit.worst(ended);
            }
            Err(error) if is_broken_pipe(&error) => return Err(error),
            Err(error) => {
                terminal.error(&format!("{error:#}"));
                exit = exit.worst(Exit::Trouble);
            }
        }
    }
    if let Some(mut sink) = report {
        sink.write_all(format!("{}\n", Summary::new(&total).line()).as_bytes())?;
        sink.finish()?;
    }
    Ok(exit)
}

/// The file to write, by `--output` and `--in-place` and whether there is one input; `None` for standard output.
pub(super) fn target(
    file: &InputFile,
    (output, is_in_place, is_single): (Option<&Path>, bool, bool),
    identity: Option<Identity>,
) -> anyhow::Result<Option<Sink>> {
    let (path, unchanged) = match (output, &file.path) {
        (Some(output), _) if is_single && !output.is_dir() => (output.to_owned(), None),
        (Some(output), _) => {
            let path = output.join(&file.relative);
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
            }
            (path, None)
        }
        (None, Some(path)) if is_in_place => (path.clone(), identity),
        (None, _) => return Ok(None),
    };
    Ok(Some(Sink::open(&Target::File(path), SinkOptions { unchanged, is_compressed: true })?))
}

struct Job<'j> {
    args: &'j EventArgs,
    rewrite: &'j RewriteArgs,
    terminal: &'j Terminal,
    is_single: bool,
    is_dry: bool,
    stdout: Stdout,
}

impl Job<'_> {
    fn one(
        &mut self,
        file: &InputFile,
        report: Option<&mut ReportSink>,
        work: &mut dyn Work,
    ) -> anyhow::Result<(Outcome, Exit)> {
        let settings = Settings::new(file, &self.args.input, Some(&self.args.work))?;
        let name = file.name();
        let input = open(file, &self.args.input, &settings)?;
        let (size, identity) = (input.source.size(), input.source.identity());
        let writes_stdout = !self.is_dry && self.args.output.is_none() && !self.rewrite.in_place;
        if writes_stdout && identity.is_some() && identity == stdout_identity() {
            bail!("{name} is also standard output; use -o FILE or --in-place");
        }
        let layout = self.layout(&input);
        let mut target = self.target(file, identity)?;
        let keep = if report.is_some() || self.terminal.is_verbose { u64::MAX } else { 0 };
        let shown = Shown::new(self.args.work.progress, self.terminal.is_quiet, &name, size);
        let mut notes = Notes { report, name: &name, target: FORMAT, terminal: self.terminal, shown: 0, failure: None };
        let (stdout, is_dry) = (&mut self.stdout, self.is_dry);
        let outcome = work.run(
            input,
            How { layout, keep, jobs: settings.jobs },
            EventEnds {
                write: &mut |bytes| match &mut target {
                    _ if is_dry => Ok(()),
                    Some(sink) => sink.write_all(bytes),
                    None => stdout.write(bytes),
                },
                note: &mut |diagnostic| notes.hear(&diagnostic),
                progress: &shown,
            },
        );
        drop(shown);
        if let Some(failure) = notes.failure.take() {
            return Err(failure.into());
        }
        let outcome = match outcome {
            Ok(outcome) => outcome,
            // The message of a sink names its own path.
            Err(EventFailure::Sink(error)) => return Err(error.into()),
            Err(failure) => return Err(anyhow::Error::new(failure).context(name)),
        };
        self.stdout.is_started = true;
        if let Some(fatal) = &outcome.fatal {
            notes.report(&fatal.diagnostic)?;
            self.terminal.error(&text::fatal(&fatal.diagnostic, fatal.help, &name));
            return Ok((outcome, Exit::Trouble));
        }
        if let Some(sink) = target.filter(|_| !self.rewrite.in_place || outcome.is_changed) {
            for warning in sink.finish()? {
                self.terminal.warning(&warning);
            }
        }
        self.summary(&outcome, &name, work);
        let is_no = self.rewrite.check && outcome.is_changed;
        if is_no {
            self.terminal.note(&format!("{name} would change"));
        }
        Ok((outcome, if is_no { Exit::No } else { Exit::Done }))
    }

    fn layout(&self, input: &EventInput) -> EventLayout {
        let mut framing = self.args.framing.map(|framing| match framing {
            EventFramingArg::Lines => Framing::Lines,
            EventFramingArg::Array => Framing::Array,
            EventFramingArg::Sse => Framing::Sse,
        });
        // Several lists one after the other are no list: they become lines.
        let is_joined = !self.is_single && self.args.output.is_none() && !self.rewrite.in_place;
        if is_joined && framing.is_none() && input.own_framing() == Framing::Array {
            framing = Some(Framing::Lines);
        }
        let indent = if let Layout::Pretty(indent) = input.layout { indent } else { 2 };
        let layout = match (self.args.pretty, self.args.compact) {
            (true, _) => Some(Layout::Pretty(indent)),
            (_, true) => Some(Layout::Compact),
            _ => None,
        };
        EventLayout { framing, layout, compares: self.rewrite.in_place || self.rewrite.check }
    }

    /// The file to write, `None` for standard output or nothing at all.
    fn target(&self, file: &InputFile, identity: Option<Identity>) -> anyhow::Result<Option<Sink>> {
        if self.is_dry {
            return Ok(None);
        }
        target(file, (self.args.output.as_deref(), self.rewrite.in_place, self.is_single), identity)
    }

    fn summary(&self, outcome: &Outcome, name: &str, work: &dyn Work) {
        if self.terminal.is_quiet {
            return;
        }
        let paint = self.terminal.paint_error();
        let done = work.done(outcome, self.is_dry);
        if !done.is_empty() {
            let file = if self.is_single { String::new() } else { format!("{}: ", crate::cli::terminal::clean(name)) };
            line(&paint.bold(&format!("{file}{done}")));
        }
        let mut counts: Vec<_> = outcome.report.counts().iter().collect();
        counts.sort_by_key(|count| count.code.id);
        for count in counts {
            let kind = if count.code.kind.is_loss() { count.code.kind.name() } else { count.severity.name() };
            let kind = paint.yellow(&format!("{:<8}", kind.replace('_', " ")));
            line(&format!(
                "  {kind} {} {:<28} {:>6}  {}",
                count.code.id, count.code.name, count.count, count.code.summary
            ));
        }
    }
}

//! What `inline-media` and `extract-media` share: every input is read and written once, with other media.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use turnwise::format::Framing;
use turnwise::op::media::{MediaEnds, MediaFailure, MediaOptions, MediaTask, run as run_media};
use turnwise::op::{Input, OnError, Outcome};
use turnwise::report::{Severity, media};
use turnwise::stream::{Sink, SinkOptions, Target};

use super::convert_ends::{Notes, ReportSink, Stdout, open_report, stdout_identity};
use super::settings::Settings;
use crate::cli::args::{InputArgs, MaxErrors, OnErrorArg, WorkArgs};
use crate::cli::exit::Exit;
use crate::cli::files::{InputFile, inputs};
use crate::cli::print::json::Summary;
use crate::cli::print::text;
use crate::cli::progress::Shown;
use crate::cli::signals;
use crate::cli::terminal::{Terminal, is_broken_pipe, line};

/// Where conversations come from, and where the result goes.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct MediaArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) work: WorkArgs,
    /// Where to write; a folder if there are several inputs [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Replace every input by its result, each as a whole or not at all
    #[arg(short, long, conflicts_with = "output")]
    pub(super) in_place: bool,
    /// Write nothing; exit 1 if anything would change
    #[arg(long)]
    pub(super) check: bool,
    /// Write nothing; say what would be done
    #[arg(short = 'n', long)]
    pub(super) dry_run: bool,
    /// What a bad record does [default: stop]
    #[arg(long, value_name = "WHAT")]
    pub(super) on_error: Option<OnErrorArg>,
    /// How many failed records, or what share, still end with exit code 0
    #[arg(long, value_name = "N|N%")]
    pub(super) max_errors: Option<MaxErrors>,
    /// Write every finding to this file, as JSON lines; - for standard error
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,
}

impl MediaArgs {
    /// Nothing is written.
    pub(super) fn is_dry(&self) -> bool {
        self.check || self.dry_run
    }
}

/// Does the task with every input. `max_failures`: media that may fail before the run ends.
pub(super) fn run(
    args: &MediaArgs,
    task: MediaTask<'_>,
    max_failures: Option<u64>,
    terminal: &Terminal,
) -> anyhow::Result<(Outcome, Exit)> {
    let files = inputs(&args.input)?;
    if args.in_place && files.iter().any(|file| file.path.is_none()) {
        bail!("--in-place needs files, not standard input");
    }
    if !args.is_dry() {
        signals::watch();
    }
    let mut report = args.report.as_deref().map(open_report).transpose()?;
    let is_single = files.len() == 1;
    let mut job = Job { args, task, max_failures, terminal, is_single, stdout: Stdout::default() };
    let (mut total, mut exit) = (Outcome::default(), Exit::Done);
    for file in &files {
        match job.one(file, report.as_mut()) {
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
    Ok((total, exit))
}

/// Places shown before only the counts go on.
const MOST_SHOWN: u64 = 20;

struct Job<'j> {
    args: &'j MediaArgs,
    task: MediaTask<'j>,
    max_failures: Option<u64>,
    terminal: &'j Terminal,
    is_single: bool,
    stdout: Stdout,
}

impl Job<'_> {
    fn one(&mut self, file: &InputFile, report: Option<&mut ReportSink>) -> anyhow::Result<(Outcome, Exit)> {
        let settings = Settings::new(file, &self.args.input, Some(&self.args.work))?;
        let name = file.name();
        if file.history.is_some() {
            bail!("{name}: sessions of picklebot hold no media");
        }
        let source = file.open(&self.args.input).map_err(|error| super::unreadable(&name, error))?;
        let (size, identity) = (source.size(), source.identity());
        let is_dry = self.args.is_dry();
        let writes_stdout = !is_dry && self.args.output.is_none() && !self.args.in_place;
        if writes_stdout && identity.is_some() && identity == stdout_identity() {
            bail!("{name} is also standard output; use -o FILE or --in-place");
        }
        let input = Input::new(source, &settings.choice)
            .map_err(|trouble| super::trouble(&name, file, &self.args.input, &trouble))?;
        if writes_stdout && !self.is_single && input.framing != Framing::Lines {
            bail!("{name} is no JSON Lines and cannot be joined with the other inputs; use -o FOLDER or --in-place");
        }
        let on_error = settings.on_error(self.args.on_error);
        let options = MediaOptions {
            on_error,
            keeps_surroundings: self.args.in_place,
            is_dry,
            jobs: settings.jobs,
            keep: if report.is_some() || self.terminal.is_verbose { u64::MAX } else { MOST_SHOWN },
            max_failures: self.max_failures,
        };
        let max_errors = settings.max_errors(self.args.max_errors)?;
        let mut target = self.target(file, identity)?;
        let target_format = input.usual.map_or("", |format| format.name);
        let shown = Shown::new(self.args.work.progress, self.terminal.is_quiet, &name, size);
        let (terminal, mut told) = (self.terminal, 0);
        let mut notes = Notes { report, name: &name, target: target_format, terminal, shown: 0, failure: None };
        let stdout = &mut self.stdout;
        let outcome = run_media(
            input,
            self.task,
            &options,
            MediaEnds {
                write: &mut |bytes| match &mut target {
                    _ if is_dry => Ok(()),
                    Some(sink) => sink.write_all(bytes),
                    None => stdout.write(bytes),
                },
                note: &mut |diagnostic| {
                    let least = if terminal.is_quiet { Severity::Error } else { Severity::Warning };
                    let is_told = diagnostic.severity >= least && !terminal.is_verbose;
                    if is_told && media::CODES.contains(&diagnostic.code) && told < MOST_SHOWN {
                        told += 1;
                        line(text::concise(&diagnostic, &name, terminal.paint_error()).trim_end());
                    }
                    notes.hear(&diagnostic);
                },
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
            Err(MediaFailure::Sink(error)) => return Err(error.into()),
            Err(failure) => return Err(anyhow::Error::new(failure).context(name)),
        };
        self.stdout.is_started = true;
        if let Some(fatal) = &outcome.fatal {
            notes.report(&fatal.diagnostic)?;
            self.terminal.error(&text::fatal(&fatal.diagnostic, fatal.help, &name));
            return Ok((outcome, Exit::Trouble));
        }
        if let Some(sink) = target.filter(|_| !self.args.in_place || outcome.is_changed) {
            for warning in sink.finish()? {
                self.terminal.warning(&warning);
            }
        }
        let exit = self.judge(&outcome, on_error, max_errors, &name);
        Ok((outcome, exit))
    }

    fn judge(&self, outcome: &Outcome, on_error: OnError, max_errors: Option<MaxErrors>, name: &str) -> Exit {
        let mut exit = Exit::Done;
        if outcome.failed > 0 {
            let word = if on_error == OnError::Skip { "left out" } else { "replaced by error lines" };
            self.terminal.warning(&format!("{name}: {} of {} records {word}", outcome.failed, outcome.records_in));
            if max_errors.is_some_and(|limit| limit.is_beyond(outcome.failed, outcome.records_in)) {
                exit = Exit::No;
            }
        }
        let is_failure =
            |count: &turnwise::report::Count| count.severity == Severity::Error && media::CODES.contains(&count.code);
        if outcome.report.total(is_failure) > 0 {
            exit = Exit::No;
        }
        if self.args.check && outcome.is_changed {
            self.terminal.note(&format!("{name} would change"));
            exit = Exit::No;
        }
        exit
    }

    /// The file to write, `None` for standard output or nothing at all.
    fn target(&self, file: &InputFile, identity: Option<turnwise::stream::Identity>) -> anyhow::Result<Option<Sink>> {
        if self.args.is_dry() {
            return Ok(None);
        }
        let (path, unchanged) = match (&self.args.output, &file.path) {
            (Some(output), _) if self.is_single && !output.is_dir() => (output.clone(), None),
            (Some(output), _) => {
                let path = output.join(&file.relative);
                if let Some(folder) = path.parent() {
                    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
                }
                (path, None)
            }
            (None, Some(path)) if self.args.in_place => (path.clone(), identity),
            (None, _) => return Ok(None),
        };
        Ok(Some(Sink::open(&Target::File(path), SinkOptions { unchanged, is_compressed: true })?))
    }
}

/// A medium is still a reference.
pub(super) fn is_failure(count: &turnwise::report::Count) -> bool {
    count.severity == Severity::Error && media::CODES.contains(&count.code)
}

/// Says how often each code came up.
pub(super) fn counts(outcome: &Outcome, terminal: &Terminal) {
    let paint = terminal.paint_error();
    let mut counts: Vec<_> = outcome.report.counts().iter().filter(|it| media::CODES.contains(&it.code)).collect();
    counts.sort_by_key(|count| count.code.id);
    for count in counts {
        let severity = paint.yellow(&format!("{:<8}", count.severity.name()));
        line(&format!(
            "  {severity} {} {:<24} {:>6}  {}",
            count.code.id, count.code.name, count.count, count.code.summary
        ));
    }
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

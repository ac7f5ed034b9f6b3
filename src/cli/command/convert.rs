//! `turnwise convert`

use anyhow::{Context as _, bail};
use turnwise::format::{Container, Framing, LogShape, Mode, Words, WriteOptions, by_name};
use turnwise::json::Layout;
use turnwise::op::convert::{Embedding, Ends, Failure, ListTask, Options, Task};
use turnwise::op::{self, Ids, Input, OnError, Outcome};
use turnwise::stream::{Sink, SinkOptions, Source, Target};

pub(crate) use super::convert_args::Args;
use super::convert_args::{ContainerArg, IdsArg, ModeArg, branches};
use super::convert_ends::{Notes, ReportSink, Stdout, open_carry, open_report, open_restore, stdout_identity};
use super::convert_folder::{FolderOutput, check_folders, open_folder};
use super::convert_media::Media;
use super::settings::Settings;
use crate::cli::args::{MaxErrors, ToFormat};
use crate::cli::exit::Exit;
use crate::cli::files::{InputFile, inputs};
use crate::cli::print::json::Summary;
use crate::cli::print::text;
use crate::cli::progress::Shown;
use crate::cli::signals;
use crate::cli::terminal::{Terminal, line};

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let to = args.target()?;
    let name = match to.dialect {
        Some(dialect) => format!("{}:{}", to.format.name, dialect.name),
        None => to.format.name.to_owned(),
    };
    let task = if args.rendered { Task::List(ListTask::default()) } else { Task::Convert };
    if args.rendered && (to.format.name != "openai" || to.dialect.is_some()) {
        bail!("--rendered writes the list that lionpride sends: use it with --to openai");
    }
    if args.mode.is_some() && to.format.name != "lionpride" {
        bail!("--mode: {} has one form; lionpride has two", to.format.name);
    }
    if args.carry.is_some() && args.branch == "all" {
        bail!("--carry keeps one source for each record; --branch all writes several");
    }
    run_task(args, task, &name, terminal)
}

/// Does some work with every record of the inputs; `name` is what comes of it.
pub(super) fn run_task(args: &Args, task: Task, name: &str, terminal: &Terminal) -> anyhow::Result<Exit> {
    let to = args.target()?;
    super::check_codes("--allow", &args.allow)?;
    let files = inputs(&args.input)?;
    if args.in_place && files.iter().any(|file| file.path.is_none()) {
        bail!("--in-place needs files, not standard input");
    }
    if files.len() > 1 && (args.carry.is_some() || args.restore.is_some()) {
        bail!("--carry and --restore are for one input");
    }
    let is_dry = args.check || args.dry_run;
    check_folders(args, to, &files)?;
    if !is_dry && (args.output.is_some() || args.in_place) {
        signals::watch();
    }
    let mut media = Media::open(args, is_dry)?;
    let mut report = args.report.as_deref().map(open_report).transpose()?;
    let mut job = Job {
        args,
        to,
        task,
        name,
        terminal,
        is_single: files.len() == 1,
        is_dry,
        stdout: Stdout::default(),
        folder: None,
        embedding: media.as_mut().map(Media::embedding),
    };
    job.folder = open_folder(args, to, is_dry)?;
    let (mut total, mut exit) = (Outcome::default(), Exit::Done);
    for file in &files {
        match job.one(file, report.as_mut()) {
            Ok((mut outcome, ended)) => {
                total.add(&mut outcome);
                exit = exit.worst(ended);
            }
            Err(error) if crate::cli::terminal::is_broken_pipe(&error) => return Err(error),
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
    if let Some(folder) = job.folder.take().filter(|_| exit == Exit::Done) {
        folder.finish()?;
    }
    job.summary(&total, exit);
    if let Some(media) = &media {
        exit = exit.worst(media.end(&total, terminal));
    }
    Ok(exit)
}

struct Job<'j> {
    args: &'j Args,
    to: ToFormat,
    task: Task,
    /// What comes of the records.
    name: &'j str,
    terminal: &'j Terminal,
    is_single: bool,
    is_dry: bool,
    stdout: Stdout,
    /// The folder that takes the sessions of all inputs.
    folder: Option<FolderOutput>,
    /// Where the bytes of media come from.
    embedding: Option<Embedding>,
}

impl Job<'_> {
    fn one(&mut self, file: &InputFile, report: Option<&mut ReportSink>) -> anyhow::Result<(Outcome, Exit)> {
        let mut settings = Settings::new(file, &self.args.input, Some(&self.args.work))?;
        let restore = self.args.restore.as_deref().map(|path| open_restore(path, self.to.format.name)).transpose()?;
        if let (Some(restore), None) = (&restore, settings.choice.format) {
            settings.choice.format = by_name(restore.format()).map(|(format, _)| format);
        }
        let name = file.name();
        let source = file.open(&self.args.input).map_err(|error| super::unreadable(&name, error))?;
        let (size, identity) = (source.size(), source.identity());
        self.refuse_own_output(&source, &name)?;
        let input = Input::new(source, &settings.choice)
            .map_err(|trouble| super::trouble(&name, file, &self.args.input, &trouble))?;
        if !input.ties.is_empty() && self.terminal.is_verbose {
            let fits: Vec<_> = input.ties.iter().map(|it| it.format.name).collect();
            self.terminal.note(&format!(
                "{name} fits {} equally well; read as {} (--from decides)",
                fits.join(", "),
                fits.first().unwrap_or(&"nothing")
            ));
        }
        let options = self.options(&input, &settings, report.is_some())?;
        let max_errors = settings.max_errors(self.args.max_errors)?;
        let mut target = self.target(file, &options, identity)?;
        let mut carry = self.args.carry.as_deref().filter(|_| !self.is_dry).map(open_carry).transpose()?;
        let shown = Shown::new(self.args.work.progress, self.terminal.is_quiet, &name, size);
        let mut notes = Notes {
            report,
            name: &name,
            target: self.to.format.name,
            terminal: self.terminal,
            shown: 0,
            failure: None,
        };
        let stdout = &mut self.stdout;
        let is_dry = self.is_dry;
        let mut folder = self.folder.as_mut();
        if let Some(folder) = &mut folder {
            folder.keeps_order(self.is_single && input.source.history().is_some_and(|it| it.has_index));
        }
        let mut to_carry = carry.as_mut().map(|sink| |bytes: &[u8]| sink.write_all(bytes));
        let ends = Ends {
            write: &mut |bytes| match &mut target {
                _ if is_dry => Ok(()),
                Some(sink) => sink.write_all(bytes),
                None => stdout.write(bytes),
            },
            carry: to_carry.as_mut().map(|write| write as _),
            restore,
            note: &mut |diagnostic| notes.hear(&diagnostic),
            progress: &shown,
        };
        let outcome = if options.framing == Some(Framing::Folder) {
            op::convert::run_to_folder(input, &options, ends, &mut |session, bytes| match &mut folder {
                Some(folder) => folder.add(session, bytes),
                None => Ok(()),
            })
        } else {
            op::convert::run(input, &options, ends)
        };
        drop(shown);
        if let Some(failure) = notes.failure.take() {
            return Err(failure.into());
        }
        let outcome = outcome.map_err(|failure| explain(failure, &name))?;
        if let Some(fatal) = &outcome.fatal {
            notes.report(&fatal.diagnostic)?;
        }
        let exit = self.judge(&outcome, &settings, max_errors, &name);
        self.stdout.is_started = true;
        if let Some(sink) = carry.filter(|_| exit == Exit::Done) {
            sink.finish()?;
        }
        if let Some(sink) = target
            && !self.is_dry
            && exit == Exit::Done
            && (!self.args.in_place || outcome.is_changed)
        {
            for warning in sink.finish()? {
                self.terminal.warning(&warning);
            }
        }
        Ok((outcome, exit))
    }

    fn options(&self, input: &Input, settings: &Settings, has_report: bool) -> anyhow::Result<Options> {
        let args = self.args;
        let mut options = Options::new(self.to.format);
        options.write = WriteOptions {
            dialect: self.to.dialect.map(|dialect| dialect.name),
            container: if args.container == Some(ContainerArg::List) { Container::List } else { Container::Body },
            is_reasoning_text: args.reasoning_as_text || settings.config.convert.reasoning_as_text,
            is_lossy: args.lossy || settings.config.convert.lossy,
            mode: args.mode.map(|mode| match mode {
                ModeArg::Json => Mode::Json,
                ModeArg::Db => Mode::Db,
            }),
            log: args.log.into(),
        };
        options.repair = args.repair;
        options.branches = branches(&args.branch);
        options.words = if args.plain { Words::Plain } else { Words::Rendered };
        options.now = args.now;
        options.task = self.task.clone();
        options.embedding.clone_from(&self.embedding);
        options.ids = match args.ids {
            IdsArg::Keep => Ids::Keep,
            IdsArg::Stable => Ids::Stable,
            IdsArg::New => Ids::New,
        };
        options.on_error = settings.on_error(args.on_error);
        options.framing = args.framing.map(Framing::from);
        // Several documents one after the other are no document: they become lines.
        let is_joined = !self.is_single && args.output.is_none() && !args.in_place;
        if is_joined && options.framing.is_none() && input.framing != Framing::Lines {
            options.framing = Some(Framing::Lines);
        }
        options.layout = match (args.pretty, args.compact) {
            (true, _) => Some(match input.layout {
                Layout::Pretty(indent) => Layout::Pretty(indent),
                Layout::Compact | Layout::Spaced => Layout::Pretty(2),
            }),
            (_, true) => Some(Layout::Compact),
            _ => None,
        };
        let framing = options.framing.unwrap_or(input.framing);
        if args.pretty && matches!(framing, Framing::Lines | Framing::Folder) {
            bail!("--pretty needs --framing document or array: a record of JSON Lines is one line");
        }
        if options.framing == Some(Framing::Messages) && options.to.is_message.is_none() {
            bail!("--framing messages: {} has no lines of one message each", options.to.name);
        }
        let holds_events = options.to.name == turnwise::events::FORMAT;
        if options.framing == Some(Framing::Sse) && !holds_events {
            bail!("--framing sse: {} has no events", options.to.name);
        }
        if options.write.log != LogShape::Snapshot && !holds_events {
            bail!("--as: {} has no events", options.to.name);
        }
        options.keeps_surroundings = args.in_place;
        options.jobs = settings.jobs;
        options.keep = if has_report || self.terminal.is_verbose { u64::MAX } else { 0 };
        Ok(options)
    }

    /// The file to write, `None` for standard output or nothing at all.
    fn target(
        &self,
        file: &InputFile,
        options: &Options,
        identity: Option<turnwise::stream::Identity>,
    ) -> anyhow::Result<Option<Sink>> {
        if self.is_dry || options.framing == Some(Framing::Folder) {
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

    /// Standard output appended to the file that is read would never end.
    fn refuse_own_output(&self, source: &Source, name: &str) -> anyhow::Result<()> {
        if self.is_dry || self.args.output.is_some() || self.args.in_place {
            return Ok(());
        }
        if source.identity().is_some() && source.identity() == stdout_identity() {
            bail!("{name} is also standard output; use -o FILE or --in-place");
        }
        Ok(())
    }

    /// Prints what ended the run, and says how it went.
    fn judge(&self, outcome: &Outcome, settings: &Settings, max_errors: Option<MaxErrors>, name: &str) -> Exit {
        if let Some(fatal) = &outcome.fatal {
            self.terminal.error(&text::fatal(&fatal.diagnostic, fatal.help, name));
            return Exit::Trouble;
        }
        let mut exit = Exit::Done;
        if outcome.failed > 0 {
            let word = if settings.on_error(self.args.on_error) == OnError::Skip {
                "left out"
            } else {
                "replaced by error lines"
            };
            self.terminal.warning(&format!("{name}: {} of {} records {word}", outcome.failed, outcome.records_in));
            if max_errors.is_some_and(|limit| limit.is_beyond(outcome.failed, outcome.records_in)) {
                exit = Exit::No;
            }
        }
        let is_strict = self.args.strict || settings.config.convert.strict;
        let mut allowed = self.args.allow.clone();
        allowed.extend(settings.config.convert.allow.iter().cloned());
        if is_strict && outcome.losses_beyond(&allowed) > 0 {
            self.terminal.error(&format!(
                "{name}: {} losses under --strict{}",
                outcome.losses_beyond(&allowed),
                if self.args.output.is_some() || self.args.in_place { "; no file was written" } else { "" },
            ));
            exit = Exit::No;
        }
        if self.args.check && outcome.is_changed {
            self.terminal.note(&format!("{name} would change"));
            exit = Exit::No;
        }
        exit
    }

    fn summary(&self, total: &Outcome, exit: Exit) {
        let paint = self.terminal.paint_error();
        if self.terminal.is_quiet {
            return;
        }
        if total.formats.len() > 1 {
            let counts: Vec<_> = total.formats.iter().map(|(name, count)| format!("{count} {name}")).collect();
            self.terminal.note(&format!("mixed input: {}", counts.join(", ")));
        }
        if total.odd() > 0 {
            self.terminal.note(&format!(
                "{} about the input (turnwise validate shows them)",
                text::count(total.odd(), "finding")
            ));
        }
        if total.not_restored > 0 {
            let records = text::count(total.not_restored, "record");
            self.terminal.note(&format!("the carry file has {records} that the input does not have"));
        }
        if total.report.losses() > 0 {
            line(text::losses(total, self.name, exit == Exit::Done, paint).trim_end());
        } else if self.terminal.is_verbose || self.args.dry_run {
            line(&format!("turnwise: {}, nothing lost", text::count(total.records_out, "conversation")));
        }
    }
}

fn explain(failure: Failure, name: &str) -> anyhow::Error {
    // The message of a sink names its own path.
    if let Failure::Sink(error) = failure {
        return error.into();
    }
    anyhow::Error::new(failure).context(name.to_owned())
}

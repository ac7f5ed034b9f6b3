//! `turnwise convert`

mod agent_files;
pub(super) mod args;
mod checks;
mod ends;
mod folder;
mod media;
pub(super) mod new_message;
mod program_files;
mod programs;
mod repeated_sessions;
mod rows;

use anyhow::bail;
use turnwise::format::{ChatText, Framing, Mode, by_name, programmed};
use turnwise::op::convert::{
    ConvertEnds, ConvertOptions, GeneratedContent, ListTask, MemberOptions, OtherInputs, Profile, Task,
};
use turnwise::op::media::Embedding;
use turnwise::op::{self, Input, OnError, Outcome, TimeRange};
use turnwise::report::{Code, CodeKind, Diagnostic};
use turnwise::rule::SECRET;
use turnwise::{Convert, Ids};

use crate::cli::args::{FramingArg, ToFormat, check_codes};
use crate::cli::config::SettingsArg;
use crate::cli::exit::Exit;
use crate::cli::job::clashes::{Advice, Clashes, SideFile};
use crate::cli::job::files::{InputFile, inputs};
use crate::cli::job::nested;
use crate::cli::job::notes::Notes;
use crate::cli::job::open_input::open_file;
use crate::cli::job::outputs::Outputs;
use crate::cli::job::patience::{EndedInput, Patience};
use crate::cli::job::report_files::ReportSink;
use crate::cli::job::rewrite::{RewriteEnds, RewriteInput, Rewriter};
use crate::cli::job::run::each_counted;
use crate::cli::job::settings::InputSettings;
use crate::cli::job::time_args::note_left_out;
use crate::cli::print::text;
use crate::cli::terminal::{Terminal, lines};
pub(crate) use args::Args;
use args::{ContainerArg, IdsArg, ModeArg};
use checks::{check_conversion, check_output};
use ends::{explain, open_carry, open_restore};
use folder::{FolderOutput, check_folders, implies_folder, open_folder};
use media::MediaAccess;
use repeated_sessions::SessionMessages;

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let to = args.target()?;
    let task = if args.lionpride.rendered { Task::List(ListTask::default()) } else { Task::Convert };
    check_conversion(args, to)?;
    run_task(args, task, &to.name(), terminal)
}

/// Applies a task to every record of the inputs; `name` is the name of the results.
pub(super) fn run_task(args: &Args, task: Task, name: &str, terminal: &Terminal) -> anyhow::Result<Exit> {
    let to = args.target()?;
    let (args, files) = &checked(args, to, terminal)?;
    let outputs = outputs(args, &task, files)?;
    let files = &outputs.pending(files, terminal);
    let is_dry = outputs.is_dry;
    args.media.sources.warn(terminal);
    let mut media = MediaAccess::open(args, files, is_dry, terminal)?;
    let mut report = args.task.report.open(args.rewrite.skip_existing)?;
    let embedding = media.as_mut().map(MediaAccess::embedding);
    let (times, sessions) = (args.selection.times.range(args.lionpride.now)?, SessionMessages::default());
    let rewriter = Rewriter { outputs, rewrite: &args.rewrite, progress: terminal.global.progress, terminal };
    let mut job = ConvertJob { args, to, task, name, terminal, rewriter, folder: None, embedding, times, sessions };
    job.folder = open_folder(args, to, is_dry)?;
    let (total, mut exit) = each_counted(files, terminal, |file| job.one(file, report.full.as_mut()))?;
    job.rewriter.outputs.end();
    report.end(&total)?;
    if let Some(folder) = job.folder.take().filter(|_| exit == Exit::Done) {
        folder.finish(terminal)?;
    }
    job.summary(&total, exit);
    if let Some(media) = &media {
        exit = exit.worst(media.end(&total, terminal));
    }
    Ok(exit)
}

/// The effective options for this target, and the inputs. No file is open yet.
fn checked(args: &Args, to: ToFormat, terminal: &Terminal) -> anyhow::Result<(Args, Vec<InputFile>)> {
    check_codes("--allow", &args.task.allow)?;
    let mut args = args.clone();
    args.task.framing = args.task.input.output_framing(args.task.framing)?;
    check_output(&args, to, terminal)?;
    let mut files = agent_files::sort(inputs(&args.task.input, terminal)?, &args, terminal);
    program_files::rename(&mut files, to);
    if files.len() > 1 && (args.carry.carry.is_some() || args.carry.restore.is_some()) {
        bail!("--carry and --restore are for one input");
    }
    args.task.input.has_output_columns = to.format.shape.columns.is_some();
    if implies_folder(&args, to, &files) || program_files::implies_files(&args, to, &files) {
        args.task.framing = Some(FramingArg::Folder);
    }
    check_folders(&args, to, &files)?;
    Ok((args, files))
}

fn outputs(args: &Args, task: &Task, files: &[InputFile]) -> anyhow::Result<Outputs> {
    let outputs = Outputs::new(args.task.output.path(), &args.rewrite, files)?
        .writing_lines(args.task.input.lines)
        .escaping(args.task.escapes);
    let clashes = args
        .task
        .report
        .add_to(Clashes::of(files))
        .reads(args.carry.restore.as_deref())
        .writes(SideFile::Carry, args.carry.carry.as_deref().filter(|_| !outputs.is_dry));
    let has_in_place = !args.lionpride.rendered && !matches!(task, Task::List(_));
    outputs.check(files, clashes, if has_in_place { Advice::InPlace } else { Advice::Elsewhere })?;
    Ok(outputs)
}

struct ConvertJob<'j> {
    args: &'j Args,
    to: ToFormat,
    task: Task,
    /// The name of the results.
    name: &'j str,
    terminal: &'j Terminal,
    rewriter: Rewriter<'j>,
    /// The folder that receives the sessions of all inputs.
    folder: Option<FolderOutput>,
    /// The sources of media files.
    embedding: Option<Embedding>,
    times: TimeRange,
    /// Messages of sessions, which may be in several inputs.
    sessions: SessionMessages,
}

impl ConvertJob<'_> {
    fn one(&mut self, file: &InputFile, report: Option<&mut ReportSink>) -> anyhow::Result<(Outcome, Exit)> {
        let mut settings = InputSettings::new(file, &self.args.task.input, Some(&self.args.task.work), self.terminal)?;
        let restore =
            self.args.carry.restore.as_deref().map(|path| open_restore(path, self.to.format.name)).transpose()?;
        if let (Some(restore), None) = (&restore, settings.choice.format) {
            settings.choice.format = by_name(restore.format()).map(|(format, _)| format);
        }
        let name = file.name();
        let input = open_file(file, &self.args.task.input, &settings.choice, self.terminal)?;
        let (size, identity) = (input.source.size(), input.source.identity());
        nested::check_joined(&input, &name, self.rewriter.outputs.are_joined() && !self.rewriter.outputs.is_dry)?;
        if !self.rewriter.outputs.is_single
            && matches!(self.task, Task::Convert)
            && let Some((outcome, loss)) = agent_files::left_out(&input, file, self.args, self.to.format, &settings)
        {
            let exit = self.leave_out(&name, &settings, report, &outcome, &loss)?;
            return Ok((outcome, exit));
        }
        let nesting = input.nesting.clone();
        let options = self.options(&input, &settings, report.is_some())?;
        let patience = self.args.task.failures.with(&settings, self.terminal)?;
        let is_session = options.output.framing == Some(Framing::Folder);
        let outputs = &self.rewriter.outputs;
        let mut carry = self.args.carry.carry.as_deref().filter(|_| !outputs.is_dry).map(open_carry).transpose()?;
        let mut folder = self.folder.as_mut();
        if let Some(folder) = &mut folder {
            folder.begin(file);
            folder.keeps_order(outputs.is_single && input.source.history().is_some_and(|it| it.has_index));
        }
        let row_columns = rows::columns(self.args)?;
        let unwritten = outputs.unwritten(file);
        let ended = EndedInput { name: &name, unwritten: &unwritten };
        let (args, to, sessions, terminal) = (self.args, self.to, &mut self.sessions, self.terminal);
        let format = to.format.name;
        let opened = RewriteInput { file, name: &name, size, identity, format, nesting, patience, is_session };
        let work = |ends: RewriteEnds<'_, '_>| {
            let RewriteEnds { write, notes, progress } = ends;
            let mut records = Vec::new();
            let mut keep = |bytes: &[u8]| {
                records.extend_from_slice(bytes);
                Ok(())
            };
            let to_rows = row_columns.is_some();
            let mut to_carry = carry.as_mut().map(|sink| |bytes: &[u8]| sink.write_all(bytes));
            let ends = ConvertEnds {
                write: if to_rows { &mut keep } else { &mut *write },
                carry: to_carry.as_mut().map(|write| write as _),
                restore,
                note: &mut |diagnostic| notes.add(&diagnostic),
                progress,
            };
            let outcome = if is_session {
                op::convert::run_to_folder(input, &options, ends, &mut |session, bytes| match &mut folder {
                    Some(folder) => folder.add(session, &args.task.escapes.apply(bytes)),
                    None => Ok(()),
                })
            } else {
                op::convert::run(input, &options, ends)
            };
            let mut outcome = outcome.map_err(|failure| explain(failure, &name, to))?;
            if let Some(columns) = &row_columns {
                let rows = rows::of(&records, format, columns, file);
                write(&rows.map_err(|why| anyhow::anyhow!("{name}: --message-rows: {why}"))?)?;
            }
            if let Some(found) = sessions.add(&name, &mut outcome) {
                notes.add(&found);
            }
            Ok(outcome)
        };
        let judge = |outcome: &Outcome| judge_losses(outcome, args, &settings, patience, ended, terminal);
        let (outcome, exit) = self.rewriter.finish_one(opened, report, work, judge)?;
        if let Some(sink) = carry.filter(|_| exit == Exit::Done) {
            sink.finish()?;
        }
        Ok((outcome, exit))
    }

    /// Reports a file that is not converted.
    fn leave_out(
        &self,
        name: &str,
        settings: &InputSettings,
        report: Option<&mut ReportSink>,
        outcome: &Outcome,
        loss: &Diagnostic,
    ) -> anyhow::Result<Exit> {
        let mut notes = Notes::new(report, name, self.to.format.name, self.terminal);
        notes.add(loss);
        notes.end()?;
        let (patience, ended) = (Patience::default(), EndedInput::named(name));
        Ok(judge_losses(outcome, self.args, settings, patience, ended, self.terminal))
    }

    fn options(&self, input: &Input, settings: &InputSettings, has_report: bool) -> anyhow::Result<ConvertOptions> {
        let args = self.args;
        let config = &settings.config.convert;
        let mut options = Convert::new(self.to.format.name)
            .lossy(args.losses.lossy)
            .repair(args.losses.repair)
            .ids(match args.members.ids {
                IdsArg::Keep => Ids::Keep,
                IdsArg::Stable => Ids::Stable,
                IdsArg::New => Ids::New,
            })
            .container(ContainerArg::container(args.form.container))
            .reasoning_as_text(args.losses.reasoning_as_text || config.reasoning_as_text)
            .redact((args.losses.redact || config.redact) && args.carry.restore.is_none())
            .report_secrets(args.losses.report_secrets || config.report_secrets)
            .drop_settings(args.losses.settings.or(config.settings) == Some(SettingsArg::Drop))
            .options()?;
        (options.to, options.write.dialect) = (self.to.format, self.to.dialect.map(|dialect| dialect.name));
        options.write.mode = args.lionpride.mode.map(|mode| match mode {
            ModeArg::Json => Mode::Json,
            ModeArg::Db => Mode::Db,
        });
        options.write.log = args.form.log.into();
        options.members = MemberOptions {
            copied: args.members.keep.clone(),
            set: args.task.set.clone(),
            profile: args.members.profile.map(Profile::from),
        };
        options.selection = args.selected(self.terminal.is_given("branch"), self.times);
        options.generated = GeneratedContent {
            words: if args.lionpride.plain { ChatText::Plain } else { ChatText::Rendered },
            now: args.lionpride.now,
            missing_times: Some(args.lionpride.now.unwrap_or(0)),
        };
        options.task = self.task.clone();
        options.programs = programs::reading(&args.programs)?;
        if rows::columns(args)?.is_some() {
            rows::arrange(&mut options);
        }
        options.content.embedding.clone_from(&self.embedding);
        options.pass.on_error = args.task.failures.with(settings, self.terminal)?.on_error;
        self.terminal.no_effect("allow", !is_strict(args, settings), "without --strict");
        if options.pass.on_error != OnError::Stop && is_strict(args, settings) {
            options.strict = Some(allowed(args, settings));
        }
        options.output.framing = args.task.framing.map(Framing::from);
        if options.output.framing.is_none()
            && !args.task.layout.pretty
            && !self.rewriter.outputs.are_joined()
            && input.nesting.is_none()
        {
            options.output.framing = options.own_framing(input);
            options.output.framing = options.container_framing(input).or(options.output.framing);
        }
        if options.output.framing.is_none() && program_files::is_one_file(args, self.to) {
            options.output.framing = Some(Framing::Document);
        }
        // Several consecutive documents are not documents: they become lines, and so do those in a file for lines.
        let is_named = args.task.output.is_for_lines() && !args.task.layout.pretty && input.nesting.is_none();
        let is_for_lines = is_named && matches!(input.framing, Framing::Document | Framing::Array);
        let is_joined = self.rewriter.outputs.are_joined() && input.framing != Framing::Lines;
        if options.output.framing.is_none() && (is_joined || is_for_lines) {
            options.output.framing = Some(Framing::Lines);
        }
        options.output.layout = args.task.layout.layout(input.layout);
        let framing = options.output.framing.unwrap_or(input.framing);
        if args.task.layout.pretty && matches!(framing, Framing::Lines | Framing::Folder) {
            bail!("--pretty needs --framing document or array: a record of JSON Lines is one line");
        }
        options.output.keeps_surroundings = args.rewrite.in_place;
        let outputs = &self.rewriter.outputs;
        options.others = OtherInputs { is_joined: outputs.are_joined(), has_message_keys: !outputs.is_single };
        options.pass.jobs = settings.jobs;
        options.pass.keep = if has_report || self.terminal.is_verbose { u64::MAX } else { 0 };
        Ok(options)
    }

    /// A finding about the output: a rule of the target.
    fn is_of_target(&self, code: &Code) -> bool {
        code.kind == CodeKind::Rule && self.to.format.rules.own.iter().any(|rule| std::ptr::eq(rule.code, code))
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
        if let (Some((program, _)), Task::Convert) = (programmed(), &self.task) {
            let is_other = !total.formats.is_empty() && total.formats.iter().all(|(name, _)| *name != program.name);
            self.terminal.no_effect("plain", is_other, "where no record is lionpride");
            let is_untimed = is_other && !self.to.format.policy.details.is_resumed;
            self.terminal.no_effect(
                "now",
                is_untimed && !self.args.selection.times.is_relative(),
                "where no record is lionpride",
            );
        }
        let mut shape_warnings = total.shape_warnings();
        for count in total.report.counts().iter().filter(|count| self.is_of_target(count.code)) {
            shape_warnings = shape_warnings.saturating_sub(count.count);
            let (times, code) = (text::count(count.count, "conversation"), count.code);
            self.terminal.note(&format!("{times}: {} ({}); {}", code.summary, code.id, code.help));
        }
        let secrets = total.report.total(|count| count.code == SECRET.code);
        shape_warnings = shape_warnings.saturating_sub(secrets);
        for note in text::secrets(total, secrets) {
            self.terminal.note(&note);
        }
        if shape_warnings > 0 {
            self.terminal.note(&format!(
                "{} about the input (turnwise validate shows them)",
                text::count(shape_warnings, "finding")
            ));
        }
        note_left_out(total, self.terminal);
        self.sessions.tell(total, self.terminal);
        if total.conversion.not_restored > 0 {
            let records = text::count(total.conversion.not_restored, "record");
            self.terminal.note(&format!("the carry file has {records} that the input does not have"));
        }
        if total.report.losses() > 0 {
            lines(&text::losses(total, self.name, exit == Exit::Done, paint));
        } else if self.terminal.is_verbose
            || self.args.rewrite.dry_run
            || (matches!(self.task, Task::Convert) && exit != Exit::Trouble && !total.formats.is_empty())
        {
            let (many, from) = (text::written(total), text::from(total));
            let rest = match total.failed.total() {
                0 => "nothing lost".to_owned(),
                failed => format!("{} failed", text::count(failed, "record")),
            };
            let copied = text::error_lines(total, "copied");
            self.terminal.status(&format!("{many}{from} to {}, {rest}{copied}", self.name));
        }
    }
}

fn is_strict(args: &Args, settings: &InputSettings) -> bool {
    args.task.strict || settings.config.convert.strict
}

/// Losses that `--strict` permits.
fn allowed(args: &Args, settings: &InputSettings) -> Vec<String> {
    args.task.allow.iter().chain(&settings.config.convert.allow).cloned().collect()
}

/// Checks the losses of one input for `--strict`. If bad records do not end the run, each loss makes its record bad.
fn judge_losses(
    outcome: &Outcome,
    args: &Args,
    settings: &InputSettings,
    patience: Patience,
    EndedInput { name, unwritten }: EndedInput<'_>,
    terminal: &Terminal,
) -> Exit {
    let losses = outcome.losses_beyond(&allowed(args, settings));
    if losses == 0 || patience.on_error != OnError::Stop || !is_strict(args, settings) {
        return Exit::Done;
    }
    let noun = if losses == 1 { "loss" } else { "losses" };
    terminal.failed(name, &format!("{name}: {} {noun} under --strict{unwritten}", text::number(losses)));
    Exit::No
}

//! `turnwise statements`

mod edit;
mod io;
mod table;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::{Subcommand, ValueEnum};
use turnwise::op::statements::{self as op, BackInput, ExecPolicy, Subject, SubjectKind, laid_out};
use turnwise::statements::FileReader;

use crate::cli::exit::Exit;
use crate::cli::job::files::InputFile;
use crate::cli::job::outputs::has_slash;
use crate::cli::print::print_args::TextOrJson;
use crate::cli::print::text;
use crate::cli::terminal::{Terminal, clean};
use io::{IoArgs, OpenedFile, folder, located, write_file};

/// Run, create, compare and edit keprompt statements, without a model
///
/// A file is a `.prompt` program, a list of statements, a list of universal messages, or a chat row (`sqlite3 -json`,
/// `keprompt chats get --json`). No model is called, and no command is executed except `readfile` below --dir.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise statements run --exec stub hello.prompt
  turnwise statements from-messages messages.json > statements.json
  turnwise statements from-messages --output-format prompt chat.json > chat.prompt
  turnwise statements diff chat.json
  turnwise statements replay --first 8 --exec stub chat.json
  turnwise statements edit --index 3 --set-value 'Hello!' chat.json -o edited.json
  turnwise statements branch --index 5 --new-id 0badf00d chat.json")]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Clone, Debug, Subcommand)]
enum Verb {
    Run(RunArgs),
    FromMessages(BackArgs),
    Diff(DiffArgs),
    Replay(edit::ReplayArgs),
    Edit(edit::EditArgs),
    Branch(edit::BranchArgs),
}

/// Compare the recorded messages with those that the statements produce
///
/// Compares one chat, a table of chats, or a file of statements with a file of messages. The model's answers are taken
/// from the messages. Exits 0 if they are the same, 1 if they differ, and 2 if statements cannot be executed.
#[derive(clap::Args, Clone, Debug)]
struct DiffArgs {
    #[command(flatten)]
    io: IoArgs,
    /// Read files below this folder; otherwise the content of files is not compared
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Output format [default: text; for a file named *.json: json]
    #[arg(long, value_name = "FORM")]
    output_format: Option<TextOrJson>,
    /// Same as --output-format json
    #[arg(long, conflicts_with = "output_format")]
    json: bool,
}

impl DiffArgs {
    fn is_json(&self) -> bool {
        let is_named = self.io.output.path().and_then(Path::extension).is_some_and(|ending| ending == "json");
        self.json || self.output_format.map_or(is_named, |form| form == TextOrJson::Json)
    }
}

/// Execute statements and print the messages that they produce
///
/// Exits 1 if a statement fails, after printing the messages so far.
#[derive(clap::Args, Clone, Debug)]
struct RunArgs {
    #[command(flatten)]
    io: IoArgs,
    #[command(flatten)]
    exec: ExecArgs,
}

/// Options for executing a program.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct ExecArgs {
    /// Answers of `.exec`: skip (none), stub (`[exec N]`), from:FILE (the recorded messages in that file) [default:
    /// skip; for a chat: its recorded answers]
    #[arg(long, value_name = "POLICY")]
    exec: Option<String>,
    /// Variables, as a JSON object
    #[arg(long, value_name = "JSON")]
    params: Option<String>,
    /// Read files below this folder [default: the folder of the program]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Continue after `.exit`, as a reply does [default for chats]
    #[arg(long)]
    continue_after_exit: bool,
}

/// Write messages as statements that produce them
///
/// Runs the program, compares the result with the messages, and reports what the program cannot represent.
#[derive(clap::Args, Clone, Debug)]
struct BackArgs {
    #[command(flatten)]
    io: IoArgs,
    /// What to write [default: json; for a file named *.prompt: prompt]
    #[arg(long, alias = "format", value_name = "FORM")]
    output_format: Option<FormArg>,
    /// Write images to this folder, and refer to them in the statements
    #[arg(long, value_name = "DIR")]
    media_dir: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormArg {
    /// A list of statements
    Json,
    /// The text of a `.prompt` file, which can represent less
    Prompt,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    match &args.verb {
        Verb::Run(args) => run_program(args, terminal),
        Verb::FromMessages(args) => from_messages(args, terminal),
        Verb::Diff(args) => diff(args, terminal),
        Verb::Replay(args) => edit::replay(args, terminal),
        Verb::Edit(args) => edit::edit(args, terminal),
        Verb::Branch(args) => edit::branch(args, terminal),
    }
}

impl ExecArgs {
    /// The file with recorded answers.
    pub(super) fn recorded(&self) -> Option<&Path> {
        self.exec.as_deref()?.strip_prefix("from:").filter(|file| !file.is_empty()).map(Path::new)
    }

    /// The source of the answers.
    fn policy(&self, io: &IoArgs, subject: &Subject, terminal: &Terminal) -> anyhow::Result<ExecPolicy> {
        Ok(match self.exec.as_deref() {
            Some("skip") => ExecPolicy::Skip,
            Some("stub") => ExecPolicy::Stub,
            Some(other) => match other.strip_prefix("from:").filter(|file| !file.is_empty()) {
                Some(file) => {
                    let file = InputFile::plain(PathBuf::from(file), PathBuf::new());
                    let opened = io.open(&file, terminal)?;
                    if opened.subject.notes.is_none() {
                        bail!("{}: it contains no messages that `.exec` could produce", opened.name);
                    }
                    ExecPolicy::From(Box::new(opened.subject))
                }
                None => bail!("--exec {other}: it is skip, stub or from:FILE"),
            },
            None if subject.notes.is_some() => ExecPolicy::From(Box::new(subject.clone())),
            None => ExecPolicy::Skip,
        })
    }

    /// The context of a run.
    fn options<'o>(
        &self,
        io: &IoArgs,
        opened: &OpenedFile,
        files: Option<&'o mut dyn FileReader>,
        terminal: &Terminal,
    ) -> anyhow::Result<op::ProgramOptions<'o>> {
        let params = match &self.params {
            Some(json) => op::params(json).map_err(|error| anyhow::anyhow!("--params: {error}"))?,
            None => Vec::new(),
        };
        let name = || opened.path.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
        Ok(op::ProgramOptions {
            policy: self.policy(io, &opened.subject, terminal)?,
            params,
            goes_on: self.continue_after_exit || opened.subject.origin == SubjectKind::Chat,
            files,
            file_name: if opened.subject.origin == SubjectKind::Prompt { name() } else { String::new() },
        })
    }

    /// The files that may be read.
    fn files(&self, opened: &OpenedFile) -> anyhow::Result<Option<op::FolderFiles>> {
        folder(self.dir.as_deref(), opened.path.as_deref())
    }
}

/// The statements must exist in the file.
fn need_statements(opened: &OpenedFile) -> anyhow::Result<()> {
    if opened.subject.statements.is_none() {
        bail!(
            "{}: it contains messages and no statements (turnwise statements from-messages creates them)",
            opened.name
        );
    }
    Ok(())
}

fn run_program(args: &RunArgs, terminal: &Terminal) -> anyhow::Result<Exit> {
    let file = args.io.files(1..=1, args.exec.recorded(), terminal)?.remove(0);
    let opened = args.io.open(&file, terminal)?;
    need_statements(&opened)?;
    let mut files = args.exec.files(&opened)?;
    let mut options =
        args.exec.options(&args.io, &opened, files.as_mut().map(|files| files as &mut dyn FileReader), terminal)?;
    let ran = op::run(&opened.subject, &mut options);
    print_ran(&args.io, &opened, &ran, terminal)
}

/// Prints the result of a run, or the reason why it failed.
fn print_ran(io: &IoArgs, opened: &OpenedFile, ran: &op::Ran, terminal: &Terminal) -> anyhow::Result<Exit> {
    let exit = io.say(opened, &ran.findings, terminal)?;
    if let Some(fault) = &ran.fault {
        if let (Some(json), None) = (&ran.json, io.output.path()) {
            io.write(&laid_out(json, io.layout()), terminal)?;
        }
        let message = located(fault, &opened.text).map(|it| text::fatal(&it, fault.code.help, &opened.name));
        terminal.failed(&opened.name, &message.unwrap_or_else(|| fault.message.clone()));
        return Ok(Exit::No);
    }
    if exit == Exit::Done {
        io.write(&laid_out(ran.json.as_deref().unwrap_or("[]"), io.layout()), terminal)?;
    }
    Ok(exit)
}

fn from_messages(args: &BackArgs, terminal: &Terminal) -> anyhow::Result<Exit> {
    let file = args.io.files(1..=1, None, terminal)?.remove(0);
    let opened = args.io.open(&file, terminal)?;
    if opened.subject.notes.is_none() {
        bail!("{}: it contains no messages (turnwise statements run creates them)", opened.name);
    }
    let output = args.io.output.path().map(|path| output_file(path, &file, args.output_format));
    let is_prompt = || output.as_deref().is_some_and(|path| path.extension().is_some_and(|end| end == "prompt"));
    let is_text = args.output_format.map_or_else(is_prompt, |format| format == FormArg::Prompt);
    let media_dir = args.media_dir.as_ref().map(|path| path.display().to_string());
    let made_program =
        op::from_messages(&BackInput { subject: &opened.subject, media_dir: media_dir.as_deref(), is_text });
    let exit = args.io.say(&opened, &made_program.findings, terminal)?;
    if exit != Exit::Done {
        return Ok(exit);
    }
    if let (Some(folder), false) = (&args.media_dir, made_program.media.is_empty()) {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        for (name, bytes) in &made_program.media {
            let path = folder.join(name);
            // The name is derived from the bytes: an existing file has the same content.
            if !path.exists() {
                write_file(&path, bytes, terminal)?;
            }
        }
    }
    let text =
        if is_text { made_program.output.into_bytes() } else { laid_out(&made_program.output, args.io.layout()) };
    match output {
        Some(path) => {
            if let Some(folder) = path.parent().filter(|_| args.io.output.path() != Some(path.as_path())) {
                std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
            }
            write_file(&path, &text, terminal)?;
        }
        None => args.io.write(&text, terminal)?,
    }
    Ok(Exit::Done)
}

/// The file to write: in a folder, it has the name of the input, and the extension of the output format.
fn output_file(output: &Path, input: &InputFile, format: Option<FormArg>) -> PathBuf {
    if !output.is_dir() && !has_slash(output) {
        return output.to_owned();
    }
    let ending = if format == Some(FormArg::Json) { "json" } else { "prompt" };
    output.join(input.relative.with_extension(ending))
}

fn diff(args: &DiffArgs, terminal: &Terminal) -> anyhow::Result<Exit> {
    let files = args.io.files(1..=2, None, terminal)?;
    if let ([file], None) = (files.as_slice(), &args.io.chat) {
        let (name, text) = args.io.read(file, terminal)?;
        let chats = Subject::open_chats(&text).unwrap_or_default();
        if chats.len() > 1 {
            return table::diff(args, &name, chats, terminal);
        }
        // The single file was already read, and may be standard input.
        return compare(args, &[args.io.opened(file, name, text)?], terminal);
    }
    let opened: Vec<OpenedFile> =
        files.iter().map(|file| args.io.open(file, terminal)).collect::<anyhow::Result<_>>()?;
    compare(args, &opened, terminal)
}

fn compare(args: &DiffArgs, opened: &[OpenedFile], terminal: &Terminal) -> anyhow::Result<Exit> {
    let program = opened.iter().find(|it| it.subject.statements.is_some());
    let messages = opened.iter().rev().find(|it| it.subject.notes.is_some());
    let (Some(program), Some(messages)) = (program, messages) else {
        let missing = if program.is_none() { "statements" } else { "messages" };
        bail!("there are no {missing} to compare: name a chat, or a file with statements and one with messages");
    };
    let mut folder = folder(args.dir.as_deref(), None)?;
    let goes_on = program.subject.origin == SubjectKind::Chat;
    let files = folder.as_mut().map(|files| files as &mut dyn FileReader);
    let found = op::diff(&program.subject, &messages.subject, goes_on, files);
    if let Some((index, fault)) = &found.fault {
        bail!("{}: statement {index} cannot be executed: {} ({})", program.name, fault.message, fault.code.id);
    }
    let text = if args.is_json() {
        laid_out(&op::diff_json(&found), args.io.layout())
    } else {
        op::diff_lines(&found).into_bytes()
    };
    let exit = if found.is_same() { Exit::Done } else { Exit::No };
    let shown: String = String::from_utf8_lossy(&text).lines().map(|line| clean(line.trim_end()) + "\n").collect();
    args.io.write(if args.is_json() { &text } else { shown.as_bytes() }, terminal)?;
    if exit == Exit::No {
        terminal.status("the statements make other messages");
    }
    Ok(exit)
}

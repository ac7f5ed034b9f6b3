//! `turnwise show`

mod forms;
mod pager;
mod record_index;

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use turnwise::op::media::{LocalFiles, Root};
use turnwise::op::show::{
    ConversationView, RecordRange, RecordSearch, ShowEnds, ShowOnly, ShowOptions, ShownMedia, SpeakerKind,
    run as each_conversation,
};
use turnwise::op::{BranchChoice, Branches, Unreadable};
use turnwise::stream::Flow;

use crate::cli::args::{InputArgs, WorkArgs};
use crate::cli::commands_in_text::{page_without_commands, without_commands};
use crate::cli::exit::Exit;
use crate::cli::job::clashes::Clashes;
use crate::cli::job::files::{InputFile, inputs};
use crate::cli::job::open_input::{open_file, unreadable};
use crate::cli::job::patience::{EndedInput, FailureArgs};
use crate::cli::job::run::{each, tell_error_lines, tell_unread};
use crate::cli::job::settings::InputSettings;
use crate::cli::print::print_args::PrintArgs;
use crate::cli::print::text;
use crate::cli::progress::ProgressDisplay;
use crate::cli::terminal::{Terminal, width};
use forms::{HtmlPage, TerminalForm, markdown};
use pager::PagedOutput;
use record_index::RecordIndex;

/// Read conversations in the terminal, as Markdown or as an HTML page
///
/// Prints who said what. Tool calls take one line, long results are shortened, and reasoning is dimmed. In a terminal,
/// the output goes through $PAGER (or less). Characters that could control the terminal are shown as escapes.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(mut_arg("output_format", |arg| arg.alias("to")))]
#[command(after_help = "Examples:
  turnwise show session.jsonl
  turnwise show --record 80000 --only user,calls rows.jsonl
  turnwise show --grep Oslo ~/.claude/projects
  turnwise show session.jsonl -o session.html")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    work: WorkArgs,
    #[command(flatten)]
    failures: FailureArgs,
    #[command(flatten)]
    print: PrintArgs<ShowForm>,
    #[command(flatten)]
    part: ShownPartArgs,
    /// Show the findings of validate where they occur
    #[arg(long)]
    findings: bool,
    /// Look for media files below this folder, if conversations refer to them by path; a page embeds them
    #[arg(long = "media-dir", alias = "media-root", value_name = "DIR")]
    media_root: Option<PathBuf>,
    /// Show full results and arguments
    #[arg(long)]
    full: bool,
    /// Width in columns [default: that of the terminal, or 80]
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(20..))]
    width: Option<u16>,
    /// Do not use a pager
    #[arg(long)]
    no_pager: bool,
}

/// The conversations and messages that are shown.
#[derive(clap::Args, Clone, Debug)]
struct ShownPartArgs {
    /// Show the first N conversations of each input
    #[arg(long = "limit", alias = "count", value_name = "N", conflicts_with = "record")]
    most: Option<u64>,
    /// Show only this record, or records N to M, counting from 1
    #[arg(long, value_name = "N|N..M", value_parser = record_range)]
    record: Option<RecordRange>,
    /// Show only messages that contain this text (smart case)
    #[arg(long, value_name = "TEXT")]
    grep: Option<String>,
    /// Show only messages with these roles and parts of these kinds
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    only: Vec<OnlyArg>,
    /// Branch to show: active, all, tree, or a name or id [default: active; in a page: tree]
    ///
    /// `leaf:2` is the second leaf in file order; `tree` shows all branches in one page.
    #[arg(long, value_name = "NAME")]
    branch: Option<String>,
    /// Include sub-agent conversations (always included with --branch tree)
    #[arg(long)]
    sidechains: bool,
}

impl ShownPartArgs {
    /// The branches that are shown in this form.
    fn branches(&self, form: ShowForm) -> BranchChoice {
        let branches = match self.branch.as_deref() {
            None if form == ShowForm::Html => Branches::Tree,
            Some("tree") => Branches::Tree,
            None | Some("active") => Branches::Active,
            Some("all") => Branches::All,
            Some(name) => Branches::Named(name.to_owned()),
        };
        BranchChoice { branches, has_sidechains: self.sidechains, ..BranchChoice::default() }
    }
}

/// Reads `--record`: `5`, `2..4`, `7..`.
fn record_range(text: &str) -> Result<RecordRange, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |part: &str, usual: u64| if part.is_empty() { Ok(usual) } else { part.parse::<u64>() };
    match (number(first, 1), number(last, u64::MAX)) {
        (Ok(first), Ok(last)) if first > 0 && first <= last && !text.is_empty() => Ok(RecordRange { first, last }),
        _ => Err("write a number, counting from 1, or two: 5, 2..4".to_owned()),
    }
}

/// The form of the output.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum ShowForm {
    /// Text, wrapped to the width of the terminal
    #[value(alias = "text")]
    Terminal,
    /// Markdown
    #[value(alias = "md")]
    Markdown,
    /// A self-contained HTML page
    Html,
}

/// What `--only` names.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum OnlyArg {
    System,
    User,
    Assistant,
    Tool,
    Text,
    Reasoning,
    Calls,
    Results,
    Media,
}

impl From<OnlyArg> for ShowOnly {
    fn from(arg: OnlyArg) -> Self {
        match arg {
            OnlyArg::System => Self::Speaker(SpeakerKind::System),
            OnlyArg::User => Self::Speaker(SpeakerKind::User),
            OnlyArg::Assistant => Self::Speaker(SpeakerKind::Assistant),
            OnlyArg::Tool => Self::Speaker(SpeakerKind::Tool),
            OnlyArg::Text => Self::Text,
            OnlyArg::Reasoning => Self::Reasoning,
            OnlyArg::Calls => Self::Calls,
            OnlyArg::Results => Self::Results,
            OnlyArg::Media => Self::Media,
        }
    }
}

impl Args {
    fn form(&self) -> anyhow::Result<ShowForm> {
        Ok(self.print.form()?.unwrap_or(ShowForm::Terminal))
    }
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let form = args.form()?;
    if args.part.branch.as_deref() == Some("tree") && form != ShowForm::Html {
        bail!("--branch tree is a page (--output-format html); --branch all shows the branches one after the other");
    }
    let files = inputs(&args.input, terminal)?;
    args.print.open(Clashes::of(&files))?;
    let folder = args.media_root.as_ref();
    let folder = folder.map(|path| Root::open(path).with_context(|| format!("--media-dir {}", path.display())));
    let media = folder.transpose()?.map(ShownMedia::below);
    let mut output =
        PagedOutput::new(args.no_pager || args.print.path().is_some() || form != ShowForm::Terminal, terminal);
    let mut page = HtmlPage::new();
    let exit = each(&files, terminal, |file| one(file, args, terminal, media.as_ref(), &mut output, &mut page));
    page.end(&mut |text| output.write(text))?;
    output.end()?;
    exit
}

fn one(
    file: &InputFile,
    args: &Args,
    terminal: &Terminal,
    media: Option<&Arc<LocalFiles>>,
    output: &mut PagedOutput<'_>,
    page: &mut HtmlPage,
) -> anyhow::Result<Exit> {
    let form = args.form()?;
    let settings = InputSettings::new(file, &args.input, Some(&args.work), terminal)?;
    let name = file.name();
    let patience = args.failures.with(&settings, terminal)?.without_lines();
    let mut input = open_file(file, &args.input, &settings.choice, terminal)?;
    let part = &args.part;
    let options = ShowOptions {
        branches: part.branches(form),
        records: part.record,
        most: part.most,
        grep: part.grep.clone(),
        has_findings: args.findings,
        only: part.only.iter().copied().map(ShowOnly::from).collect(),
        media: ShownMedia { files: media.cloned(), has_bytes: form == ShowForm::Html },
    };
    let columns = args.width.map(usize::from).or_else(width).unwrap_or(80).max(20);
    let plain = TerminalForm { columns, paint: terminal.paint(), is_full: args.full };
    let (mut shown, mut printed) = (0_u64, Ok(()));
    let mut missing = MissingMedia::default();
    let mut index = options.records.map(|_| RecordIndex::open(file, &input)).unwrap_or_default();
    let start = options.records.and_then(|range| index.start(file, &mut input, range.first - 1));
    let mut search = RecordSearch { start, places: &mut index.places, last: 0 };
    let progress = ProgressDisplay::new(terminal.global.progress, terminal.is_quiet, &name, input.source.size());
    let mut show = |view: &ConversationView| {
        if std::io::stdout().is_terminal() {
            // The text would overlap the progress bar.
            progress.end();
        }
        shown += 1;
        missing.add(&view.missing_media);
        let text = match form {
            ShowForm::Terminal => plain.conversation(view, &name),
            ShowForm::Markdown => markdown(view, &name),
            ShowForm::Html => page.conversation(view, &name),
        };
        let is_page = form == ShowForm::Html;
        printed = output.write(&if is_page { page_without_commands(&text) } else { without_commands(&text) });
        if printed.is_ok() { Flow::Continue } else { Flow::Stop }
    };
    let ends = ShowEnds { progress: &progress, show: &mut show };
    let outcome = each_conversation(input, &options, patience.on_error, &mut search, ends);
    let read = search.last;
    drop(progress);
    printed?;
    index.save();
    missing.tell(&name, terminal);
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(Unreadable::Source(error)) => return Err(unreadable(&name, error)),
        Err(Unreadable::Record(found)) => {
            terminal.failed(&name, &text::fatal(&found.0, found.1, &name));
            return Ok(Exit::Trouble);
        }
    };
    if let (Some(range), 0) = (part.record, outcome.records_in) {
        let (there_are, first) = (text::count(read, "record"), range.first);
        terminal.failed(&name, &format!("{name}: no record {first}: the file has {there_are}"));
        return Ok(Exit::No);
    }
    if shown == 0 && outcome.failed.total() == 0 {
        terminal.note(&format!("{name}: nothing to show in {}", text::count(outcome.records_in, "conversation")));
    }
    tell_unread(&outcome.report, &name, terminal);
    tell_error_lines(&outcome, &name, "skipped", terminal);
    Ok(patience.judge(&outcome.failed, outcome.records_in, EndedInput::named(&name), terminal))
}

/// Media files that are not shown.
#[derive(Debug, Default)]
struct MissingMedia {
    count: u64,
    /// Why the first one is not.
    first: String,
}

impl MissingMedia {
    fn add(&mut self, more: &[String]) {
        if let (0, Some(first)) = (self.count, more.first()) {
            self.first.clone_from(first);
        }
        self.count += more.len() as u64;
    }

    fn tell(&self, name: &str, terminal: &Terminal) {
        match self.count {
            0 => {}
            1 => terminal.note(&format!("{name}: 1 media file is not shown: {}", self.first)),
            count => {
                let files = text::count(count, "media file");
                terminal.note(&format!("{name}: {files} are not shown; the first one: {}", self.first));
            }
        }
    }
}

//! `turnwise stats`

mod forms;

use turnwise::op::convert::ConvertOptions;
use turnwise::op::stats::{ExpectedLosses, Stats, StatsEnds, StatsOptions, run as count};
use turnwise::op::{OnError, Outcome, PassOptions};

use crate::cli::args::{InputArgs, ToFormat, WorkArgs, target};
use crate::cli::exit::Exit;
use crate::cli::job::clashes::Clashes;
use crate::cli::job::files::{InputFile, inputs};
use crate::cli::job::notes::Notes;
use crate::cli::job::open_input::{open_file, unreadable};
use crate::cli::job::patience::{EndedInput, FailureArgs};
use crate::cli::job::run::{each, has_stopped, tell_unread};
use crate::cli::job::settings::InputSettings;
use crate::cli::print::print_args::PrintArgs;
use crate::cli::progress::ProgressDisplay;
use crate::cli::terminal::{Terminal, print, print_text};
use forms::{StatsReport, object, page, text};

/// Summarize conversations: messages, calls, tokens, lengths, media, models, times
///
/// Prints tables, JSON or an HTML page with plots. Reads the inputs once, in constant memory. Invalid records are
/// skipped and counted, unless --on-error stop is given.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(mut_arg("on_error", |arg| arg.help("What to do with records that fail: stop, skip or emit [default: skip]")))]
#[command(after_help = "Examples:
  turnwise stats chats.jsonl
  turnwise stats --json ~/.claude/projects | jq .tools
  turnwise stats --for anthropic chats.jsonl
  turnwise stats -o stats.html chats.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    work: WorkArgs,
    #[command(flatten)]
    failures: FailureArgs,
    /// Also count what a conversion to FORMAT would lose or reject
    #[arg(long = "for", value_name = "FORMAT", value_parser = target())]
    target: Option<ToFormat>,
    #[command(flatten)]
    print: PrintArgs<StatsForm>,
    /// Same as --output-format html
    #[arg(long, hide = true, conflicts_with_all = ["output_format", "json"])]
    html: bool,
    /// Print all table rows instead of the first 20 of each
    #[arg(long)]
    full: bool,
    /// Indent the JSON
    #[arg(long)]
    pretty: bool,
}

/// The form of the output.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum StatsForm {
    /// Text tables
    #[value(alias = "text")]
    Table,
    /// A JSON object
    Json,
    /// A self-contained HTML page
    Html,
}

impl Args {
    fn form(&self) -> anyhow::Result<StatsForm> {
        Ok(if self.html { StatsForm::Html } else { self.print.form()?.unwrap_or(StatsForm::Table) })
    }
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let form = args.form()?;
    terminal.no_effect("pretty", form != StatsForm::Json, "without --json");
    terminal.no_effect("full", form != StatsForm::Table, "without tables");
    let files = inputs(&args.input, terminal)?;
    args.print.open(Clashes::of(&files))?;
    let (mut total, mut stats, mut losses) = (Outcome::default(), Stats::default(), ExpectedLosses::default());
    let mut names = Vec::new();
    let exit = each(&files, terminal, |file| {
        let before = stats.conversations;
        names.push(file.name());
        let counted = one(file, args, terminal, names.len() - 1, &mut stats, &mut losses);
        let (mut outcome, exit) = counted.inspect_err(|_| {
            // An input that could not be read has no places.
            names.pop_if(|_| stats.conversations == before);
        })?;
        total.add(&mut outcome);
        Ok(exit)
    })?;
    // If an invalid record ends the run, partial counts would be misleading.
    if names.is_empty() || total.fatal.is_some() {
        return Ok(exit);
    }
    let target = args.target.as_ref().map(ToFormat::name);
    let losses = target.as_deref().map(|target| (target, &losses));
    let report = StatsReport { stats: &stats, outcome: &total, names: &names, losses };
    match form {
        StatsForm::Table => print_text(&text(report, args.full, terminal.paint())),
        StatsForm::Json => print(&object(report, args.pretty)),
        StatsForm::Html => print(&page(report)?),
    }?;
    Ok(exit)
}

/// Counts one input.
fn one(
    file: &InputFile,
    args: &Args,
    terminal: &Terminal,
    number: usize,
    stats: &mut Stats,
    losses: &mut ExpectedLosses,
) -> anyhow::Result<(Outcome, Exit)> {
    let settings = InputSettings::new(file, &args.input, Some(&args.work), terminal)?;
    let name = file.name();
    let patience = args.failures.or_skip(&settings, terminal)?.without_lines();
    let input = open_file(file, &args.input, &settings.choice, terminal)?;
    let size = input.source.size();
    let conversion = args.target.as_ref().map(|target| {
        let mut options = ConvertOptions::new(target.format);
        options.write.dialect = target.dialect.map(|dialect| dialect.name);
        options.pass = PassOptions { on_error: OnError::Skip, keep: 0, ..options.pass };
        options.output.framing = options.own_framing(&input).filter(|_| input.nesting.is_none());
        options
    });
    let keep = if terminal.is_verbose { u64::MAX } else { 0 };
    let pass = PassOptions { on_error: patience.on_error, jobs: settings.jobs, keep };
    let options = StatsOptions { pass, input: number, conversion };
    let display = ProgressDisplay::new(terminal.global.progress, terminal.is_quiet, &name, size);
    let mut notes = Notes::new(None, &name, "", terminal);
    let ends = StatsEnds { note: &mut |diagnostic| notes.add(&diagnostic), progress: &display };
    let outcome = count(input, &options, stats, losses, ends);
    drop(display);
    notes.end()?;
    let outcome = outcome.map_err(|error| unreadable(&name, error))?;
    if has_stopped(&outcome, &mut notes)? {
        return Ok((outcome, Exit::Trouble));
    }
    tell_unread(&outcome.report, &name, terminal);
    let exit = patience.judge(&outcome.failed, outcome.records_in, EndedInput::named(&name), terminal);
    Ok((outcome, exit))
}

//! `turnwise lineage`

mod branches;
mod forms;

use anyhow::bail;
use turnwise::events::{Lineage, LineageMode};
use turnwise::op::lineage::{has_errors, has_later_roots, run as find};
use turnwise::op::{EventEnds, OnError, Outcome};
use turnwise::report::Severity;

use crate::cli::args::{InputArgs, WorkArgs};
use crate::cli::exit::Exit;
use crate::cli::job::clashes::Clashes;
use crate::cli::job::event_job::{LineageArg, LogOrOther, log_of, patience_of};
use crate::cli::job::files::{InputFile, inputs};
use crate::cli::job::open_input::{open_input, tell_format, unreadable};
use crate::cli::job::patience::{EndedInput, FailureArgs, Patience};
use crate::cli::job::run::each;
use crate::cli::job::settings::InputSettings;
use crate::cli::print::print_args::PrintArgs;
use crate::cli::print::text;
use crate::cli::progress::ProgressDisplay;
use crate::cli::terminal::{Terminal, print};
use forms::{LineageForm, LineagePrinter, PrintedTree};

/// Show the branches of conversations, or the runs of event logs
///
/// Prints a tree, JSON, a graph, a picture or a page. For sessions and other conversations: the branches, where they
/// fork, and the names that `convert --branch` accepts. For AG-UI logs: the runs; exits 1 if two of them have the same
/// id or a run is its own ancestor.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise lineage session.jsonl
  turnwise lineage --json ~/.claude/projects > branches.jsonl
  turnwise lineage --lineage previous log.jsonl
  turnwise lineage log.jsonl -o runs.svg
  turnwise lineage session.jsonl -o branches.html")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    work: WorkArgs,
    #[command(flatten)]
    failures: FailureArgs,
    /// Which run precedes a run that names no parent
    #[arg(long, value_name = "MODE", default_value = "auto")]
    lineage: LineageArg,
    #[command(flatten)]
    print: PrintArgs<LineageForm>,
    /// Same as --output-format dot
    #[arg(long, hide = true, conflicts_with_all = ["output_format", "json", "mermaid"])]
    dot: bool,
    /// Same as --output-format mermaid
    #[arg(long, hide = true, conflicts_with_all = ["output_format", "json"])]
    mermaid: bool,
    /// Indent the JSON
    #[arg(long)]
    pretty: bool,
}

impl Args {
    fn form(&self) -> anyhow::Result<LineageForm> {
        Ok(match (self.dot, self.mermaid) {
            (true, _) => LineageForm::Dot,
            (_, true) => LineageForm::Mermaid,
            _ => self.print.form()?.unwrap_or_default(),
        })
    }
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let form = args.form()?;
    if args.pretty && form != LineageForm::Json {
        bail!("--pretty indents JSON; it needs --json");
    }
    if args.failures.is_emit() {
        bail!("the output cannot contain error lines; --on-error skip skips bad records");
    }
    let files = inputs(&args.input, terminal)?;
    args.print.open(Clashes::of(&files))?;
    let mut printer = LineagePrinter::new(form, args.pretty);
    let exit = each(&files, terminal, |file| one(file, args, &mut printer, terminal, files.len() > 1))?;
    printer.end(&mut print)?;
    Ok(exit)
}

fn one(
    file: &InputFile,
    args: &Args,
    printer: &mut LineagePrinter,
    terminal: &Terminal,
    has_name: bool,
) -> anyhow::Result<Exit> {
    let settings = InputSettings::new(file, &args.input, Some(&args.work), terminal)?;
    let name = file.name();
    let (input, patience) = match open(file, args, &settings, terminal)? {
        (LogOrOther::Other(input), patience) => {
            return branches::one(input, printer, patience.without_lines(), &name, has_name, terminal);
        }
        (LogOrOther::Log(input), patience) => (input, patience),
    };
    let shown = ProgressDisplay::new(terminal.global.progress, terminal.is_quiet, &name, input.source.size());
    let mut findings = Vec::new();
    let ends =
        EventEnds { write: &mut |_| Ok(()), note: &mut |diagnostic| findings.push(diagnostic), progress: &shown };
    let found = find(input, LineageMode::from(args.lineage), ends);
    drop(shown);
    let (outcome, lineage) = found.map_err(|failure| anyhow::Error::new(failure).context(name.clone()))?;
    if let Some(fatal) = &outcome.fatal {
        terminal.failed(&name, &text::fatal(&fatal.diagnostic, fatal.help, &name));
        return Ok(Exit::Trouble);
    }
    let nodes = lineage.nodes();
    let tree = PrintedTree { graph: "runs", nodes: &nodes, more: &lineage.cycles(), json: &|| lineage.json() };
    let text = printer.head(&name, has_name) + &printer.tree(tree, &name)?;
    printer.print(&text)?;
    for diagnostic in &findings {
        let message = format!("{name}: {} ({})", diagnostic.message, diagnostic.code.id);
        if diagnostic.severity == Severity::Error {
            terminal.failed(&name, &message);
        } else {
            terminal.warning(&message);
        }
    }
    hint(&lineage, terminal, &name, &outcome);
    let exit = patience.judge(&outcome.failed, outcome.records_in, EndedInput::named(&name), terminal);
    Ok(exit.worst(if has_errors(&lineage) { Exit::No } else { Exit::Done }))
}

/// Opens a log, or an input with conversations.
fn open(
    file: &InputFile,
    args: &Args,
    settings: &InputSettings,
    terminal: &Terminal,
) -> anyhow::Result<(LogOrOther, Patience)> {
    let name = file.name();
    let source = file.open(&args.input).map_err(|error| unreadable(&name, error))?;
    let patience = args.failures.with(settings, terminal)?;
    if !args.input.at.is_empty() {
        let input = open_input(source, &name, &settings.choice, terminal)?;
        crate::cli::job::nested::tell_found(&input, &args.input, &name, terminal);
        return Ok((LogOrOther::Other(input), patience));
    }
    match log_of(source, &name, settings)? {
        LogOrOther::Log(mut input) => {
            let patience = patience_of(&args.input, settings, &args.failures, terminal)?;
            input.skips_bad = patience.on_error == OnError::Skip;
            Ok((LogOrOther::Log(input), patience))
        }
        LogOrOther::Other(input) => {
            tell_format(&input, &name, terminal);
            Ok((LogOrOther::Other(input), patience))
        }
    }
}

fn hint(lineage: &Lineage, terminal: &Terminal, name: &str, outcome: &Outcome) {
    if lineage.runs().is_empty() {
        terminal.note(&format!("{name}: no run in {}", text::count(outcome.records_in, "event")));
    } else if has_later_roots(lineage) {
        terminal.note(&format!(
            "{name}: later runs of a thread name no parent and are roots; with --lineage previous they continue the run \
             before"
        ));
    }
}

//! `turnwise lineage`

use anyhow::bail;
use turnwise::events::{Lineage, LineageMode};
use turnwise::json::{Layout, reformat};
use turnwise::op::lineage::{has_errors, has_later_roots, run as find};
use turnwise::op::{EventEnds, OnError, Outcome};
use turnwise::report::Severity;

use super::event_job::{LineageArg, LogOrOther, log_of, patience_of};
use super::job::{FailureArgs, Patience, each};
use super::settings::InputSettings;
use crate::cli::args::{InputArgs, WorkArgs};
use crate::cli::exit::Exit;
use crate::cli::files::{InputFile, inputs};
use crate::cli::print::text;
use crate::cli::progress::ProgressDisplay;
use crate::cli::terminal::{Terminal, clean, print};

/// Show the branches of conversations, or which run of an event log continues which
///
/// Prints a tree, JSON or a graph. Of a session or another conversation: its branches, where they fork, and the names that
/// `convert --branch` takes. Of an AG-UI log: its runs; exit 1 if two of them have the same id or a run is its own ancestor.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise lineage session.jsonl
  turnwise lineage --json ~/.claude/projects > branches.jsonl
  turnwise lineage --lineage previous log.jsonl
  turnwise lineage --dot log.jsonl | dot -Tsvg > runs.svg")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    work: WorkArgs,
    #[command(flatten)]
    failures: FailureArgs,
    /// What a run without a parent continues, in an event log
    #[arg(long, value_name = "MODE", default_value = "auto")]
    lineage: LineageArg,
    /// Print one JSON object for each event log, or for each conversation
    #[arg(long, group = "form")]
    pub(super) json: bool,
    /// Print a graph for Graphviz
    #[arg(long, group = "form")]
    pub(super) dot: bool,
    /// Print a graph for Mermaid
    #[arg(long, group = "form")]
    pub(super) mermaid: bool,
    /// Indent the JSON
    #[arg(long, requires = "json")]
    pub(super) pretty: bool,
}

impl Args {
    /// The output is for programs.
    pub(super) fn has_form(&self) -> bool {
        self.json || self.dot || self.mermaid
    }
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let files = inputs(&args.input, terminal)?;
    each(&files, terminal, |file| one(file, args, terminal, files.len() > 1))
}

fn one(file: &InputFile, args: &Args, terminal: &Terminal, has_name: bool) -> anyhow::Result<Exit> {
    let settings = InputSettings::new(file, &args.input, Some(&args.work), &terminal.global)?;
    let name = file.name();
    let (input, patience) = match open(file, args, &settings, terminal)? {
        (LogOrOther::Other(input), patience) => {
            return super::lineage_branches::one(input, args, patience, (&name, has_name), terminal);
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
    print(&shape(&lineage, args, &name, has_name))?;
    for diagnostic in &findings {
        let message = format!("{name}: {} ({})", diagnostic.message, diagnostic.code.id);
        if diagnostic.severity == Severity::Error {
            terminal.failed(&name, &message);
        } else {
            terminal.warning(&message);
        }
    }
    hint(&lineage, terminal, &name, &outcome);
    let exit = patience.judge((&outcome.failed, outcome.records_in), (&name, ""), terminal);
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
    let source = file.open(&args.input).map_err(|error| super::unreadable(&name, error))?;
    if args.failures.is_emit() {
        bail!("the output has no place for error lines; --on-error skip leaves bad records out");
    }
    let patience = args.failures.with(settings, terminal)?;
    if !args.input.at.is_empty() {
        let input = super::open_input(source, &name, &settings.choice, terminal)?;
        super::nested::tell_found(&input, &args.input, &name, terminal);
        return Ok((LogOrOther::Other(input), patience));
    }
    match log_of(source, &name, settings)? {
        LogOrOther::Log(mut input) => {
            let patience = patience_of(&args.input, settings, &args.failures, terminal)?;
            input.skips_bad = patience.on_error == OnError::Skip;
            Ok((LogOrOther::Log(input), patience))
        }
        LogOrOther::Other(input) => {
            super::tell_ties(&input, &name, terminal);
            Ok((LogOrOther::Other(input), patience))
        }
    }
}

fn shape(lineage: &Lineage, args: &Args, name: &str, has_name: bool) -> String {
    match (args.json, args.dot, args.mermaid) {
        (true, ..) if args.pretty => {
            let mut out = Vec::new();
            reformat(&lineage.json(), Layout::Pretty(2), 0, &mut out);
            String::from_utf8(out).unwrap_or_default() + "\n"
        }
        (true, ..) => lineage.json() + "\n",
        (_, true, _) => lineage.dot(),
        (.., true) => lineage.mermaid(),
        _ => {
            let head = if has_name { format!("{}:\n", clean(name)) } else { String::new() };
            let tree: Vec<_> = lineage.tree().lines().map(clean).collect();
            head + &tree.join("\n") + if tree.is_empty() { "" } else { "\n" }
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

//! `turnwise lineage`

use turnwise::events::{Lineage, LineageMode};
use turnwise::json::{Layout, reformat};
use turnwise::op::lineage::{has_errors, has_later_roots, run as find};
use turnwise::op::{EventEnds, Outcome};
use turnwise::report::Severity;

use super::event_job::{LineageArg, open};
use super::job::{FailureArgs, each};
use super::settings::InputSettings;
use crate::cli::args::{InputArgs, WorkArgs};
use crate::cli::exit::Exit;
use crate::cli::files::{InputFile, inputs};
use crate::cli::print::text;
use crate::cli::progress::ProgressDisplay;
use crate::cli::terminal::{Terminal, clean, print};

/// Show which run of an event log continues which
///
/// Prints a tree, JSON or a graph. Exit 1 if two runs have the same id or a run is its own ancestor.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange_for_events))]
#[command(after_help = "Examples:
  turnwise lineage log.jsonl
  turnwise lineage --lineage previous --json log.jsonl
  turnwise lineage --dot log.jsonl | dot -Tsvg > runs.svg")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    work: WorkArgs,
    #[command(flatten)]
    failures: FailureArgs,
    /// What a run without a parent continues
    #[arg(long, value_name = "MODE", default_value = "auto")]
    lineage: LineageArg,
    /// Print one JSON object for each file
    #[arg(long, group = "form")]
    json: bool,
    /// Print a graph for Graphviz
    #[arg(long, group = "form")]
    dot: bool,
    /// Print a graph for Mermaid
    #[arg(long, group = "form")]
    mermaid: bool,
    /// Indent the JSON
    #[arg(long, requires = "json")]
    pretty: bool,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let files = inputs(&args.input, terminal)?;
    each(&files, terminal, |file| one(file, args, terminal, files.len() > 1))
}

fn one(file: &InputFile, args: &Args, terminal: &Terminal, has_name: bool) -> anyhow::Result<Exit> {
    let settings = InputSettings::new(file, &args.input, Some(&args.work), &terminal.global)?;
    let name = file.name();
    let (input, patience) = open(file, &args.input, &settings, &args.failures, terminal)?;
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

//! `turnwise lineage` of conversations: sessions, exports, records of any format.

use std::io::IsTerminal as _;

use turnwise::op::branch_tree::{BranchTree, BranchTreeEnds, run as find};
use turnwise::op::{Input, Unreadable};
use turnwise::stream::Flow;

use super::forms::{LineagePrinter, PrintedTree};
use crate::cli::exit::Exit;
use crate::cli::job::open_input::unreadable;
use crate::cli::job::patience::{EndedInput, Patience};
use crate::cli::job::run::{tell_error_lines, tell_unread};
use crate::cli::print::text;
use crate::cli::progress::ProgressDisplay;
use crate::cli::terminal::Terminal;

/// Text is printed in blocks of this size.
const BLOCK: usize = 64 * 1024;

/// Prints the branches of each conversation of an input. `has_name`: the name of the input is printed before them.
pub(super) fn one(
    input: Input,
    printer: &mut LineagePrinter,
    patience: Patience,
    name: &str,
    has_name: bool,
    terminal: &Terminal,
) -> anyhow::Result<Exit> {
    terminal.no_effect("lineage", true, "where the input is no event log");
    let mut waiting = printer.head(name, has_name);
    let mut written = Ok(());
    let progress = ProgressDisplay::new(terminal.global.progress, terminal.is_quiet, name, input.source.size());
    let mut show = |tree: &BranchTree| {
        if std::io::stdout().is_terminal() {
            // The text would overlap the progress bar.
            progress.end();
        }
        let nodes = tree.nodes();
        let tree = PrintedTree { graph: "branches", nodes: &nodes, more: "", json: &|| tree.json(name) };
        written = printer.tree(tree, name).and_then(|text| {
            waiting.push_str(&text);
            if waiting.len() < BLOCK { Ok(()) } else { printer.print(&std::mem::take(&mut waiting)) }
        });
        if written.is_ok() { Flow::Continue } else { Flow::Stop }
    };
    let outcome = find(input, patience.on_error, BranchTreeEnds { progress: &progress, show: &mut show });
    drop(progress);
    written?;
    printer.print(&waiting)?;
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(Unreadable::Source(error)) => return Err(unreadable(name, error)),
        Err(Unreadable::Record(found)) => {
            terminal.failed(name, &text::fatal(&found.0, found.1, name));
            return Ok(Exit::Trouble);
        }
    };
    let findings = outcome.shape_warnings();
    if outcome.records_in == 0 {
        terminal.note(&format!("{name}: no conversation"));
    } else if findings > 0 {
        let findings = text::count(findings, "finding");
        terminal.note(&format!("{name}: {findings} about the input (turnwise validate shows them)"));
    }
    tell_unread(&outcome.report, name, terminal);
    tell_error_lines(&outcome, name, "skipped", terminal);
    Ok(patience.judge(&outcome.failed, outcome.records_in, EndedInput::named(name), terminal))
}

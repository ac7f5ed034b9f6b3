//! `turnwise lineage` of conversations: sessions, exports, records of any format.

use turnwise::json::{Layout, reformat};
use turnwise::op::branch_tree::{BranchTree, run as find};
use turnwise::op::{Input, OnError, Unreadable};
use turnwise::report::{DrawnNode, dot_graph, mermaid_graph, text_tree};
use turnwise::stream::Flow;

use super::job::Patience;
use super::lineage::Args;
use crate::cli::exit::Exit;
use crate::cli::print::text;
use crate::cli::terminal::{Terminal, clean, clean_json, print};

/// Text is printed when there is so much of it.
const BLOCK: usize = 64 * 1024;

/// Prints the branches of each conversation of an input. `has_name`: the name of the input is printed before them.
pub(super) fn one(
    input: Input,
    args: &Args,
    mut patience: Patience,
    (name, has_name): (&str, bool),
    terminal: &Terminal,
) -> anyhow::Result<Exit> {
    terminal.no_effect("lineage", true, "where the input is no event log");
    if patience.on_error == OnError::Emit {
        // Of turnwise.toml: there is no output that could hold error lines.
        patience.on_error = OnError::Skip;
    }
    let mut waiting = if has_name && !args.has_form() { format!("{}:\n", clean(name)) } else { String::new() };
    let mut printed = Ok(());
    let outcome = find(input, patience.on_error, &mut |tree| {
        waiting.push_str(&shape(tree, args, name));
        if waiting.len() >= BLOCK {
            printed = print(&std::mem::take(&mut waiting));
        }
        if printed.is_ok() { Flow::Continue } else { Flow::Stop }
    });
    printed?;
    print(&waiting)?;
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(Unreadable::Source(error)) => return Err(super::unreadable(name, error)),
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
    Ok(patience.judge((&outcome.failed, outcome.records_in), (name, ""), terminal))
}

fn shape(tree: &BranchTree, args: &Args, name: &str) -> String {
    if args.json {
        let mut json = tree.json(name);
        if args.pretty {
            let mut out = Vec::new();
            reformat(&json, Layout::Pretty(2), 0, &mut out);
            json = String::from_utf8(out).unwrap_or_default();
            return json.lines().map(|line| clean_json(line.to_owned()) + "\n").collect();
        }
        return clean_json(json) + "\n";
    }
    let mut nodes = tree.nodes();
    for DrawnNode { name, details, after, .. } in &mut nodes {
        // A line end in an id would begin a line of its own.
        for text in [name, details, after] {
            *text = clean(text);
        }
    }
    match (args.dot, args.mermaid) {
        (true, _) => dot_graph("branches", &nodes),
        (_, true) => mermaid_graph(&nodes),
        _ => text_tree(&nodes),
    }
}

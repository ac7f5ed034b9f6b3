//! Conflicting options of `convert`, rejected before the first input is opened.

use anyhow::bail;
use turnwise::format::{Dialect, columns_of, programmed};

use super::args::{Args, ContainerArg, ProfileArg};
use crate::cli::args::{FramingArg, ToFormat};
use crate::cli::job::nested;
use crate::cli::terminal::Terminal;

/// Rejects conversion options that conflict with the target, or with each other.
pub(super) fn check_conversion(args: &Args, to: ToFormat) -> anyhow::Result<()> {
    if let Some((format, program)) = programmed() {
        if args.lionpride.rendered && (to.format.name != program.sends || to.dialect.is_some()) {
            bail!("--rendered writes the list that {} sends: use it with --to {}", format.name, program.sends);
        }
        if args.lionpride.mode.is_some() && to.format.name != format.name {
            bail!("--mode: {} has one form; {} has two", to.format.name, format.name);
        }
    }
    if let Some(container @ (ContainerArg::Pile | ContainerArg::Flow)) = args.form.container {
        check_container(args, to, container)?;
    }
    if !args.task.set.is_empty() && (args.carry.restore.is_some() || args.lionpride.rendered) {
        bail!("--set is for records that are converted, not with --restore or --rendered");
    }
    let several = [(args.selection.branch == "all", "--branch all"), (args.selection.sidechains, "--sidechains")];
    if let Some((_, option)) = several.iter().find(|(is_given, _)| *is_given && args.carry.carry.is_some()) {
        bail!("--carry keeps one source for each record; {option} writes several");
    }
    Ok(())
}

/// Rejects containers that the target's program does not have, and options that conflict with them.
fn check_container(args: &Args, to: ToFormat, container: ContainerArg) -> anyhow::Result<()> {
    let name = if container == ContainerArg::Flow { "flow" } else { "pile" };
    if to.format.program.is_none() {
        let known = programmed().map_or("", |(format, _)| format.name);
        bail!("--container {name}: {} has none; {known} has", to.format.name);
    }
    if args.task.framing == Some(FramingArg::Messages) {
        bail!(
            "--container {name}: lines with one message each cannot contain a {name}; use --framing document or lines"
        );
    }
    if args.selection.sidechains && container == ContainerArg::Flow && args.selection.branch == "tree" {
        bail!("--sidechains writes records of their own, and --container flow one record");
    }
    Ok(())
}

/// Rejects output options that conflict with the target, or with each other.
pub(super) fn check_output(args: &Args, to: ToFormat, terminal: &Terminal) -> anyhow::Result<()> {
    let (task, target) = (&args.task, to.format);
    nested::check(&task.input, task.framing.is_some() && !task.input.lines, task.layout)?;
    if task.escapes.escape_line_separators && target.is_text() {
        bail!("--escape-line-separators: {} is text, not JSON", target.name);
    }
    let is_row = args.members.profile == Some(ProfileArg::Arrow);
    if is_row && (columns_of(target).is_none() || to.dialect.is_some_and(has_line)) {
        bail!("--profile arrow: {} has no rows for tables; openai has", to.name());
    }
    match task.framing {
        Some(FramingArg::Lines) if task.layout.pretty => {
            bail!("--pretty needs --framing document or array: a record of JSON Lines is one line");
        }
        Some(FramingArg::Messages) if target.framing.is_message.is_none() || target.is_service() => {
            bail!("--framing messages: {} has no lines of one message each", target.name);
        }
        _ => {}
    }
    let holds_events = target.name == turnwise::events::FORMAT;
    if task.framing == Some(FramingArg::Sse) && !holds_events {
        bail!("--framing sse: {} has no events", target.name);
    }
    if !holds_events && terminal.is_given("log") {
        bail!("--as: {} has no events", target.name);
    }
    Ok(())
}

/// A record of the dialect is a batch line, which contains a body.
fn has_line(dialect: &Dialect) -> bool {
    dialect.edit.is_some_and(|edit| edit.line.is_some())
}

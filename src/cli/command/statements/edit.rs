//! `turnwise statements replay`, `edit` and `branch`: work on a chat from a later statement on.

use std::path::Path;

use anyhow::bail;
use turnwise::format::iso_time;
use turnwise::op::statements::{self as op, BranchOptions, EditOptions, StatementChange, StatementReplayOptions};
use turnwise::statements::{FileReader, Keyword};

use super::io::{IoArgs, OpenedFile, refused_at};
use super::{ExecArgs, need_statements, print_ran};
use crate::cli::exit::Exit;
use crate::cli::terminal::Terminal;

/// Execute a range of statements again, based on the variables and messages before them
///
/// Prints the messages that they produce, up to `.exit`.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct ReplayArgs {
    #[command(flatten)]
    io: IoArgs,
    #[command(flatten)]
    exec: ExecArgs,
    /// First statement, counting from 0
    #[arg(long, alias = "from", value_name = "N")]
    first: usize,
    /// Last statement, counting from 0 [default: the end]
    #[arg(long, value_name = "N", conflicts_with = "to")]
    last: Option<usize>,
    /// Number after the last statement
    #[arg(long, hide = true)]
    to: Option<usize>,
    /// Also print the messages before them
    #[arg(long)]
    splice: bool,
}

/// Change one statement, and remove messages that may depend on it
#[derive(clap::Args, Clone, Debug)]
pub(super) struct EditArgs {
    #[command(flatten)]
    io: IoArgs,
    /// Which statement, counting from 0; after the last one, a statement with this --keyword is added
    #[arg(long, alias = "at", value_name = "N", required_unless_present = "append")]
    index: Option<usize>,
    /// Add a statement at the end, with --keyword and --set-value: the next turn of a chat
    #[arg(long, requires = "keyword", conflicts_with_all = ["index", "delete", "insert_before"])]
    append: bool,
    /// New value; with --insert-before, the value of the new statement
    #[arg(long, value_name = "TEXT", conflicts_with = "delete")]
    set_value: Option<String>,
    /// New keyword, with or without the dot; with --insert-before, that of the new statement
    #[arg(long, value_name = "WORD", value_parser = keyword, conflicts_with = "delete")]
    keyword: Option<Keyword>,
    /// Delete the statement
    #[arg(long)]
    delete: bool,
    /// Insert a new statement before it, with --keyword and --set-value
    #[arg(long, requires = "keyword", conflicts_with = "delete")]
    insert_before: bool,
    /// Keep all messages of the chat, even those that the statements no longer produce
    #[arg(long)]
    keep_messages: bool,
}

/// Copy the beginning of a chat into a new chat
///
/// Copies the statements and messages before a statement, with the variables at that point. Counts start at zero.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct BranchArgs {
    #[command(flatten)]
    io: IoArgs,
    /// First statement that is not copied, counting from 0
    #[arg(long, alias = "at", value_name = "N")]
    index: usize,
    /// Id of the new chat
    #[arg(long, value_name = "ID")]
    new_id: String,
    /// Time to record in it [default: now]
    #[arg(long, value_name = "TIME", value_parser = crate::cli::command::convert::args::time)]
    now: Option<i64>,
}

fn keyword(word: &str) -> Result<Keyword, String> {
    let dotted = if word.starts_with('.') { word.to_owned() } else { format!(".{word}") };
    Keyword::of(&dotted).ok_or_else(|| {
        let known: Vec<_> = Keyword::ALL.iter().map(|keyword| keyword.word()).collect();
        format!("no keyword; there are {}", known.join(" "))
    })
}

pub(super) fn replay(args: &ReplayArgs, terminal: &Terminal) -> anyhow::Result<Exit> {
    let opened = open(&args.io, args.exec.recorded(), terminal)?;
    need_statements(&opened)?;
    let count = opened.subject.statements.as_ref().map_or(0, Vec::len);
    let to = args.to.or(args.last.map(|last| last.saturating_add(1))).unwrap_or(count);
    if args.first > to || to > count {
        let last = to.saturating_sub(1);
        bail!("{}: no statements {} to {last}: there are {count}, counted from 0", opened.name, args.first);
    }
    let mut files = args.exec.files(&opened)?;
    let mut options =
        args.exec.options(&args.io, &opened, files.as_mut().map(|files| files as &mut dyn FileReader), terminal)?;
    let which = StatementReplayOptions { from: args.first, to, is_splice: args.splice };
    let ran = op::replay(&opened.subject, &mut options, which);
    print_ran(&args.io, &opened, &ran, terminal)
}

fn open(io: &IoArgs, recorded: Option<&Path>, terminal: &Terminal) -> anyhow::Result<OpenedFile> {
    let file = io.files(1..=1, recorded, terminal)?.remove(0);
    io.open(&file, terminal)
}

pub(super) fn edit(args: &EditArgs, terminal: &Terminal) -> anyhow::Result<Exit> {
    let opened = open(&args.io, None, terminal)?;
    let count = opened.subject.statements.as_ref().map_or(0, Vec::len);
    let is_past = args.index.is_none_or(|at| at >= count) && args.keyword.is_some();
    let mut changes = Vec::new();
    if args.insert_before || is_past {
        let keyword = args.keyword.unwrap_or(Keyword::Comment);
        changes.push(StatementChange::Insert(keyword, args.set_value.clone().unwrap_or_default()));
    } else {
        changes.extend(args.set_value.clone().map(StatementChange::Value));
        changes.extend(args.keyword.map(StatementChange::Keyword));
        changes.extend(args.delete.then_some(StatementChange::Delete));
    }
    if changes.is_empty() {
        bail!("nothing to do: name --set-value, --keyword, --delete, --insert-before or --append");
    }
    let options = EditOptions { at: args.index, changes, keeps_messages: args.keep_messages };
    let edited = op::edit(&opened.text, args.io.chat.as_deref(), &options);
    finish(&args.io, &opened, edited, terminal)
}

pub(super) fn branch(args: &BranchArgs, terminal: &Terminal) -> anyhow::Result<Exit> {
    let opened = open(&args.io, None, terminal)?;
    if args.new_id.is_empty() {
        bail!("--new-id: an id has at least one character");
    }
    let options = BranchOptions { at: args.index, id: args.new_id.clone(), created: Some(iso_time(args.now)) };
    let edited = op::branch(&opened.text, args.io.chat.as_deref(), &options);
    finish(&args.io, &opened, edited, terminal)
}

/// Writes a changed document. All other bytes are unchanged.
fn finish(
    io: &IoArgs,
    opened: &OpenedFile,
    edited: Result<op::EditedDocument, turnwise::report::Refused>,
    terminal: &Terminal,
) -> anyhow::Result<Exit> {
    let edited = edited.map_err(|refused| refused_at(&refused, &opened.name, &opened.text))?;
    let exit = io.say(opened, &edited.findings, terminal)?;
    if exit == Exit::Done {
        let text = if io.pretty {
            op::laid_out(&edited.text, io.layout())
        } else {
            let end = if edited.text.ends_with('\n') { "" } else { "\n" };
            (edited.text + end).into_bytes()
        };
        io.write(&text, terminal)?;
    }
    Ok(exit)
}

//! `turnwise dedupe`

use std::cell::RefCell;

use clap::ValueEnum;
use turnwise::op::diff::{Class, Ignore};
use turnwise::op::whole_records::{self, RepeatedMessages, SameBy, SeenConversations, WholeEnds};

use super::diff::classes;
use crate::cli::exit::Exit;
use crate::cli::job::whole_job::{WholeArgs, run_each, tell_written};
use crate::cli::print::text;
use crate::cli::terminal::Terminal;

/// Remove duplicate conversations, keeping the first
///
/// Two conversations are duplicates if turnwise diff finds no difference between them; layout, escapes and key order
/// are ignored. Conversations of all inputs are compared, in input order. Records are unchanged. Uses 16 to 32 bytes of
/// memory per distinct conversation.
///
/// With --messages, all conversations are kept, and each loses messages whose id an earlier message in it has.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise dedupe chats.jsonl > unique.jsonl
  turnwise dedupe --ignore ids,timestamps,usage -o unique/ monday.jsonl tuesday.jsonl
  turnwise dedupe --by id --in-place chats.jsonl
  turnwise dedupe --messages pile.json > loads.json")]
pub(crate) struct Args {
    #[command(flatten)]
    whole: WholeArgs,
    /// What makes two conversations duplicates
    #[arg(long, value_name = "WHAT", default_value = "facts")]
    by: SameByArg,
    /// Differences to ignore, as in diff: ids,timestamps
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = classes())]
    ignore: Vec<String>,
    /// Remove messages with a duplicate id within a conversation, keeping the first
    #[arg(long, conflicts_with_all = ["by", "ignore", "at"])]
    messages: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SameByArg {
    /// No difference in content
    Facts,
    /// The same id; conversations without an id are kept
    Id,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    if args.messages {
        return run_messages(args, terminal);
    }
    let mut ignore = Ignore::default();
    let classes = Class::ALL.iter().filter(|(_, name)| args.ignore.iter().any(|given| given == name));
    classes.for_each(|(class, _)| ignore.add(*class));
    terminal.no_effect("ignore", args.by == SameByArg::Id, "with --by id");
    let by = if args.by == SameByArg::Id { SameBy::Id } else { SameBy::Facts(ignore) };
    // If the file of a duplicate is not written, its first occurrence must be in another one.
    let seen = RefCell::new(SeenConversations::new(by).forgetting());
    let pass =
        |input, options, ends: WholeEnds<'_>| whole_records::dedupe(input, &mut seen.borrow_mut(), options, ends);
    let (total, exit) = run_each(&args.whole, "dedupe", terminal, pass, || seen.borrow_mut().forget_last())?;
    let seen = seen.into_inner();
    let repeated = match total.skipped.not_selected {
        0 => "no duplicates".to_owned(),
        many => left_out(many),
    };
    tell_written(&total, &format!(" kept, {repeated}"), terminal);
    if seen.without_id > 0 {
        terminal.note(&format!("{} kept without an id", text::count(seen.without_id, "conversation")));
    }
    Ok(exit)
}

/// Copies conversations without repeated messages.
fn run_messages(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let mut found = RepeatedMessages::default();
    let pass = |input, options, ends: WholeEnds<'_>| whole_records::dedupe_messages(input, &mut found, options, ends);
    let (total, exit) = run_each(&args.whole, "dedupe", terminal, pass, || {})?;
    let messages = text::count(found.left_out, "message");
    let repeated = if found.left_out == 0 { "no duplicate messages".to_owned() } else { format!("{messages} removed") };
    tell_written(&total, &format!(" kept, {repeated}"), terminal);
    if found.different > 0 {
        terminal.warning(&format!(
            "{} differ from the first one with the same id; turnwise diff shows what was removed",
            text::count(found.different, "message")
        ));
    }
    if found.without_ids > 0 {
        let conversations = text::count(found.without_ids, "conversation");
        terminal.note(&format!("{conversations} kept without message ids"));
    }
    Ok(exit)
}

fn left_out(many: u64) -> String {
    format!(
        "{} removed because {} another one",
        text::number(many),
        if many == 1 { "it repeats" } else { "they repeat" }
    )
}

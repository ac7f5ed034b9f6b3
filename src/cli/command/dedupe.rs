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

/// Pass on the first of conversations that say the same, byte for byte
///
/// Two conversations are the same if turnwise diff finds no difference between them: layout, escapes and the order of members do not
/// count. Conversations of several inputs are compared with each other, in the order of the inputs. Memory is 16 bytes for each
/// conversation that is passed on, and the spare room of a table.
///
/// With --messages all conversations are passed on, each without the messages whose id an earlier message of it has.
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
    /// What makes two conversations the same
    #[arg(long, value_name = "WHAT", default_value = "facts")]
    by: SameByArg,
    /// Differences that do not count, as those of diff: ids,timestamps
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = classes())]
    ignore: Vec<String>,
    /// Of messages with the same id in one conversation, keep the first one
    #[arg(long, conflicts_with_all = ["by", "ignore", "at"])]
    messages: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SameByArg {
    /// No difference between their facts
    Facts,
    /// The same id; conversations without one are passed on
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
    // What is repeated by a file that is not written must be in another one.
    let seen = RefCell::new(SeenConversations::new(by).forgetting());
    let pass =
        |input, options, ends: WholeEnds<'_>| whole_records::dedupe(input, &mut seen.borrow_mut(), options, ends);
    let (total, exit) = run_each(&args.whole, "dedupe", terminal, pass, || seen.borrow_mut().forget_last())?;
    let seen = seen.into_inner();
    let repeated = if total.left_out == 0 { "none repeated".to_owned() } else { left_out(total.left_out) };
    tell_written(&total, &format!(" passed on, {repeated}"), terminal);
    if seen.without_id > 0 {
        terminal.note(&format!("{} passed on without an id", text::count(seen.without_id, "conversation")));
    }
    Ok(exit)
}

/// Passes conversations on without repeated messages.
fn run_messages(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let mut found = RepeatedMessages::default();
    let pass = |input, options, ends: WholeEnds<'_>| whole_records::dedupe_messages(input, &mut found, options, ends);
    let (total, exit) = run_each(&args.whole, "dedupe", terminal, pass, || {})?;
    let messages = text::count(found.left_out, "message");
    let repeated = if found.left_out == 0 { "no message repeated".to_owned() } else { format!("{messages} left out") };
    tell_written(&total, &format!(" passed on, {repeated}"), terminal);
    if found.different > 0 {
        terminal.warning(&format!(
            "{} said something else than the first one with the same id; turnwise diff shows what is gone",
            text::count(found.different, "message")
        ));
    }
    if found.without_ids > 0 {
        let conversations = text::count(found.without_ids, "conversation");
        terminal.note(&format!("{conversations} passed on without ids of messages"));
    }
    Ok(exit)
}

fn left_out(many: u64) -> String {
    format!(
        "{} left out because {} another one",
        text::number(many),
        if many == 1 { "it repeats" } else { "they repeat" }
    )
}

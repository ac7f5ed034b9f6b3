//! `turnwise filter`

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use turnwise::op::whole_records::{self, Condition, ContentKind, RecordFilter, WholeEnds, parse_condition};

use crate::cli::exit::Exit;
use crate::cli::job::time_args::TimeArgs;
use crate::cli::job::whole_job::{WholeArgs, run_each, tell_written};
use crate::cli::print::text;
use crate::cli::terminal::Terminal;

/// Keep only the conversations that match (records unchanged)
///
/// Keeps conversations that match all conditions. Their bytes, order and framing are preserved. Exits 0 even if nothing
/// matches. Counts include every branch.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise filter --has calls --without errors chats.jsonl > good.jsonl
  turnwise filter --min-messages 4 --since 7d -o recent.jsonl chats.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    whole: WholeArgs,
    /// Condition to match: role=tool, model!=gpt-*, format=openai, id=a1 (repeatable)
    ///
    /// Keys: role, model, format, tool, id; != excludes. In models, tools and ids, * matches any text and ? any character. A condition matches if one message, call or
    /// model does.
    #[arg(long = "where", value_name = "KEY=VALUE", value_parser = parse_condition)]
    conditions: Vec<Condition>,
    /// Keep conversations with all of these, separated by commas
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = things())]
    has: Vec<ContentKind>,
    /// Keep conversations with none of these; the same values as --has
    #[arg(long, value_name = "WHAT", hide_possible_values = true, value_delimiter = ',', value_parser = things())]
    without: Vec<ContentKind>,
    /// Keep conversations with at least N messages
    #[arg(long, value_name = "N")]
    min_messages: Option<usize>,
    /// Keep conversations with at most N messages
    #[arg(long, value_name = "N")]
    max_messages: Option<usize>,
    /// Keep conversations with this model (repeatable)
    #[arg(long, value_name = "NAME")]
    model: Vec<String>,
    #[command(flatten)]
    times: TimeArgs,
    /// Keep the conversations that do not match
    #[arg(long)]
    invert: bool,
}

fn things() -> impl clap::builder::TypedValueParser<Value = ContentKind> {
    let parser = PossibleValuesParser::new(ContentKind::ALL.iter().map(|(_, name)| *name));
    parser.try_map(|name| {
        let found = ContentKind::ALL.iter().find(|(_, known)| *known == name);
        found.map(|(has, _)| *has).ok_or("there is no such thing")
    })
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let mut conditions = args.conditions.clone();
    conditions.extend(args.model.iter().cloned().map(Condition::Model));
    let filter = RecordFilter {
        conditions,
        has: args.has.clone(),
        without: args.without.clone(),
        min_messages: args.min_messages,
        max_messages: args.max_messages,
        times: args.times.range(None)?,
        is_inverted: args.invert,
    };
    if let (Some(least), Some(most)) = (args.min_messages, args.max_messages)
        && least > most
    {
        anyhow::bail!("--min-messages {least} is more than --max-messages {most}: no conversation has both");
    }
    let pass = |input, options, ends: WholeEnds<'_>| whole_records::filter(input, &filter, options, ends);
    let (total, exit) = run_each(&args.whole, "filter", terminal, pass, || {})?;
    tell_written(&total, " kept", terminal);
    if total.skipped.without_time > 0 {
        let many = text::count(total.skipped.without_time, "conversation");
        terminal.warning(&format!("{many} skipped: no message has a time for --since and --until"));
    }
    if total.records_out == 0 && total.skipped.not_selected > 0 {
        terminal.warning("no conversation matches");
    }
    Ok(exit)
}

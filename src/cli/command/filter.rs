//! `turnwise filter`

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use turnwise::op::whole_records::{self, Condition, ContentKind, RecordFilter, WholeEnds, parse_condition};

use crate::cli::exit::Exit;
use crate::cli::job::time_args::FilterTimeArgs;
use crate::cli::job::whole_job::{WholeArgs, run_each, tell_written};
use crate::cli::print::text;
use crate::cli::terminal::Terminal;

/// Pass on the conversations for which conditions hold, byte for byte
///
/// All conditions must hold. Records keep their bytes, their order and their container: lines, an array, one document. The exit
/// code is 0 also where nothing is left. Messages of all branches count.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise filter --has calls --without errors chats.jsonl > good.jsonl
  turnwise filter --where tool=search --where 'model!=gpt-3.5*' chats.jsonl
  turnwise filter --min-messages 4 --since 7d -o recent.jsonl chats.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    whole: WholeArgs,
    /// A condition, with != for what must not be: role=tool, model=gpt-*, format=openai, tool=search, id=a1 (may be repeated)
    ///
    /// Of models, tools and ids, * is any text and ? any character. A condition holds if one message, call or model fits.
    #[arg(long = "where", value_name = "KEY=VALUE", value_parser = parse_condition)]
    conditions: Vec<Condition>,
    /// Only conversations with these, separated by commas: all of them
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = things())]
    has: Vec<ContentKind>,
    /// Only conversations with none of these, separated by commas
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = things())]
    without: Vec<ContentKind>,
    /// Only conversations with at least so many messages
    #[arg(long, value_name = "N")]
    min_messages: Option<usize>,
    /// Only conversations with at most so many messages
    #[arg(long, value_name = "N")]
    max_messages: Option<usize>,
    /// Only conversations with a model of this name; the same as --where model=NAME (may be repeated)
    #[arg(long, value_name = "NAME")]
    model: Vec<String>,
    #[command(flatten)]
    times: FilterTimeArgs,
    /// Pass on the conversations for which not all conditions hold
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
        times: args.times.range()?,
        is_inverted: args.invert,
    };
    if let (Some(least), Some(most)) = (args.min_messages, args.max_messages)
        && least > most
    {
        anyhow::bail!("--min-messages {least} is more than --max-messages {most}: no conversation has both");
    }
    let pass = |input, options, ends: WholeEnds<'_>| whole_records::filter(input, &filter, options, ends);
    let (total, exit) = run_each(&args.whole, "filter", terminal, pass, || {})?;
    tell_written(&total, " passed on", terminal);
    if total.without_time > 0 {
        let many = text::count(total.without_time, "conversation");
        terminal.warning(&format!("{many} left out: no message has a time for --since and --until"));
    }
    if total.records_out == 0 && total.left_out > 0 {
        terminal.warning("no conversation is left: the conditions hold for none");
    }
    Ok(exit)
}

//! `turnwise prepare`

use std::path::PathBuf;

use anyhow::Context as _;
use turnwise::json::Tape;
use turnwise::op::convert::{ListTask, Task};

use super::convert;
use super::convert::args::{TaskArgs, time};
use super::convert::new_message::new_message;
use crate::cli::exit::Exit;
use crate::cli::terminal::Terminal;

/// Print the chat list that lionpride would send for a conversation
///
/// The system text becomes part of the first instruction, tool results become part of the next one, and consecutive
/// answers are merged. Messages that lionpride silently skips are reported on standard error. Other formats are
/// converted to lionpride first. To print single messages as `chat_msg` renders them, use convert --to openai
/// --rendered; for alternating instructions and answers without tools, schemas and a system text, both lists are the
/// same.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise prepare flow.json --branch main
  turnwise prepare chat.json --new '{\"instruction\":\"And now?\"}'
  turnwise prepare chats.jsonl --strict > lists.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    task: TaskArgs,
    /// Branch to prepare, by name or id [default: the first one]
    #[arg(long, value_name = "NAME")]
    branch: Option<String>,
    /// Ids of the messages, in order, instead of a branch
    #[arg(long, value_name = "ID,ID", value_delimiter = ',', conflicts_with = "branch")]
    order: Option<Vec<String>>,
    /// Content of the next message, as JSON; @FILE reads it from a file
    #[arg(long, value_name = "JSON", visible_alias = "new-instruction")]
    new: Option<String>,
    /// File with the JSON Schema of the next answer
    #[arg(long, value_name = "FILE", requires = "new")]
    request_model: Option<PathBuf>,
    /// Print the contents before they are rendered as text: `prepare_messages_for_chat` with `to_chat=False`
    #[arg(long)]
    contents: bool,
    /// Current time for a system text that contains it, in RFC 3339 [default: now]
    #[arg(long, value_name = "TIME", value_parser = time)]
    now: Option<i64>,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let schema = args.request_model.as_ref().map(read).transpose()?;
    let new = match args.new.as_deref().map(|new| (new, new.strip_prefix('@'))) {
        Some((_, Some(path))) => Some(read(&PathBuf::from(path))?),
        Some((new, None)) => Some(new.to_owned()),
        None => None,
    };
    let new = new.map(|new| new_message("--new", &new)).transpose()?.map(|new| new.content);
    if let Some(schema) = &schema {
        Tape::new().parse(schema).map_err(|error| anyhow::anyhow!("--request-model: {error}"))?;
    }
    let mut whole = args.task.of_program()?;
    whole.lionpride.now = args.now;
    if let Some(branch) = &args.branch {
        whole.selection.branch.clone_from(branch);
    }
    let task = ListTask { is_prepared: true, is_contents: args.contents, order: args.order.clone(), new, schema };
    let name = if args.contents { "a list of contents" } else { "a chat list" };
    convert::run_task(&whole, Task::List(task), name, terminal)
}

fn read(path: &PathBuf) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

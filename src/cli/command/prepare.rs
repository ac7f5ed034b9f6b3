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
/// The system text goes into the first instruction, what tools gave back into the next one, answers that follow each other
/// become one. What lionpride leaves out without a word is reported on standard error. Other formats are first converted
/// to lionpride. The messages one by one, as `chat_msg` has them, are printed by convert --to openai --rendered: for instructions
/// and answers in turn, without tools, schemas and a system text, both lists are the same.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise prepare flow.json --branch main
  turnwise prepare chat.json --new '{\"instruction\":\"And now?\"}'
  turnwise prepare chats.jsonl --strict > lists.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    task: TaskArgs,
    /// The branch with this name or id, if there are several [default: the first one]
    #[arg(long, value_name = "NAME")]
    branch: Option<String>,
    /// Ids of the messages, in order, instead of a branch
    #[arg(long, value_name = "ID,ID", value_delimiter = ',', conflicts_with = "branch")]
    order: Option<Vec<String>>,
    /// The content of the next message, as JSON; @FILE reads it from a file
    #[arg(long, value_name = "JSON", visible_alias = "new-instruction")]
    new: Option<String>,
    /// File with the JSON Schema of the next answer
    #[arg(long, value_name = "FILE", requires = "new")]
    request_model: Option<PathBuf>,
    /// Print the contents that are sent, before they become text: `prepare_messages_for_chat` with `to_chat=False`
    #[arg(long)]
    contents: bool,
    /// The current time for a system text that contains it, as in RFC 3339 [default: now]
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

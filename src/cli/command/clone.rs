//! `turnwise clone`

use std::path::PathBuf;

use anyhow::Context as _;
use turnwise::op::convert::{CopyTask, NewMessage, Task};

use super::convert;
use super::convert::args::{IdsArg, TaskArgs, time};
use super::convert::new_message::new_message;
use crate::cli::exit::Exit;
use crate::cli::terminal::Terminal;

/// Copy messages under new ids that record their origin, or fork a branch (lionpride)
///
/// Prints the copies. For a flow with branches, it prints the flow with an additional branch that shares the messages
/// of its source up to and including --last; --replace gives the fork another message. With --message it prints copies
/// of single messages, also for a flow. A result answers the copy of its call if that was copied as well. If the format
/// cannot record where a copy came from, the loss is reported.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise clone chat.json --message 00000000-0000-4000-8000-000000000101
  turnwise clone flow.json --branch main --name second-try -i
  turnwise clone flow.json --branch main --last 00000000-0000-4000-8000-000000000101 --name b \\
      --replace 00000000-0000-4000-8000-000000000101=b.json")]
pub(crate) struct Args {
    #[command(flatten)]
    task: TaskArgs,
    /// Copy only the message with this id (repeatable)
    #[arg(long, value_name = "ID", conflicts_with_all = ["name", "last", "replace"])]
    message: Vec<String>,
    /// Branch to fork or to copy from, by name or id [default: the first one]
    #[arg(long, value_name = "NAME")]
    branch: Option<String>,
    /// Name of the new branch [default: the name of its source with _fork]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Last message that the fork takes from its branch
    #[arg(long, alias = "until", value_name = "ID")]
    last: Option<String>,
    /// Replace a message in the fork with that of a file (repeatable)
    ///
    /// The file has a message or its content. The new message gets a new id, and its metadata records the original. The source branch keeps the old message.
    #[arg(long, value_name = "ID=FILE", value_parser = replacement)]
    replace: Vec<ReplaceArg>,
    /// Sender of the copies, or of the messages of --replace
    #[arg(long, value_name = "SENDER")]
    sender: Option<String>,
    /// Generate random ids (UUID 4), or derive them from the old ones (UUID 5)
    #[arg(long, value_name = "WHICH", default_value = "new")]
    ids: IdsArg,
    /// Time of the copies, in RFC 3339 [default: now]
    #[arg(long, value_name = "TIME", value_parser = time)]
    now: Option<i64>,
    /// Replace every input with its copy, atomically
    #[arg(short, long)]
    in_place: bool,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    if args.ids == IdsArg::Keep {
        anyhow::bail!("--ids keep: a copy needs a new id");
    }
    let mut whole = args.task.of_program()?;
    (whole.lionpride.now, whole.members.ids, whole.rewrite.in_place) = (args.now, args.ids, args.in_place);
    if let Some(branch) = &args.branch {
        whole.selection.branch.clone_from(branch);
    }
    let replace = args.replace.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?;
    let task = CopyTask {
        messages: args.message.clone(),
        sender: args.sender.clone(),
        name: args.name.clone(),
        until: args.last.clone(),
        replace,
    };
    convert::run_task(&whole, Task::Copy(task), "copies", terminal)
}

/// A message that is replaced, and the file with the new one.
#[derive(Clone, Debug)]
struct ReplaceArg {
    id: String,
    path: PathBuf,
}

fn replacement(text: &str) -> Result<ReplaceArg, String> {
    let (id, path) = text.split_once('=').ok_or("write the id of a message and a file: ID=FILE")?;
    Ok(ReplaceArg { id: id.to_owned(), path: PathBuf::from(path) })
}

fn read(replace: &ReplaceArg) -> anyhow::Result<NewMessage> {
    let name = replace.path.display();
    let json = std::fs::read_to_string(&replace.path).with_context(|| format!("--replace: cannot read {name}"))?;
    let json = new_message(&format!("--replace: {name}"), &json)?.message;
    Ok(NewMessage { id: replace.id.clone(), json })
}

//! `turnwise clone`

use turnwise::op::convert::{CopyTask, Task};

use super::convert;
use super::convert::args::{IdsArg, TaskArgs, time};
use crate::cli::exit::Exit;
use crate::cli::terminal::Terminal;

/// Copy messages under new ids that record their origin, or fork a branch (lionpride)
///
/// Prints the copies. Of a flow with branches it prints the flow with one more branch, whose messages are shared. A result
/// answers the copy of its call, if that was copied too. Where a format cannot say what a copy was made from, the loss is
/// reported.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise clone chat.json --sender assistant
  turnwise clone chat.json --message 00000000-0000-4000-8000-000000000101
  turnwise clone flow.json --branch main --name second-try -i")]
pub(crate) struct Args {
    #[command(flatten)]
    task: TaskArgs,
    /// Copy only the message with this id (may be repeated)
    #[arg(long, value_name = "ID")]
    message: Vec<String>,
    /// The branch with this name or id, if there are several [default: the first one]
    #[arg(long, value_name = "NAME")]
    branch: Option<String>,
    /// Name of the new branch [default: the name of its source with _fork]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The sender of the copies
    #[arg(long, value_name = "SENDER")]
    sender: Option<String>,
    /// Random ids (UUID 4), or ids derived from the old ones (UUID 5)
    #[arg(long, value_name = "WHICH", default_value = "new")]
    ids: IdsArg,
    /// The time of the copies, as in RFC 3339 [default: now]
    #[arg(long, value_name = "TIME", value_parser = time)]
    now: Option<i64>,
    /// Replace every input by its copy, as a whole or not at all
    #[arg(short, long)]
    in_place: bool,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    if args.ids == IdsArg::Keep {
        anyhow::bail!("--ids keep: a copy needs an id of its own");
    }
    let mut whole = args.task.of_program()?;
    (whole.now, whole.ids, whole.rewrite.in_place) = (args.now, args.ids, args.in_place);
    if let Some(branch) = &args.branch {
        whole.branch.clone_from(branch);
    }
    let task = CopyTask { messages: args.message.clone(), sender: args.sender.clone(), name: args.name.clone() };
    convert::run_task(&whole, Task::Copy(task), "copies", terminal)
}

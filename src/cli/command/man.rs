//! `turnwise man`

use anyhow::bail;

use crate::cli::exit::Exit;
use crate::cli::help::Suggested;
use crate::cli::manual::{page, page_names};
use crate::cli::terminal::print;

/// Print a manual page
///
/// For example: turnwise man convert | man -l -
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
pub(crate) struct Args {
    /// Command to print the page of
    #[arg(value_name = "COMMAND", value_parser = PAGES_OF_COMMANDS)]
    command: Option<String>,
}

const PAGES_OF_COMMANDS: Suggested =
    Suggested(|| page_names().filter_map(|page| page.strip_prefix("turnwise-").map(str::to_owned)).collect());

pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let name = args.command.as_ref().map_or_else(|| "turnwise".to_owned(), |command| format!("turnwise-{command}"));
    let Some(page) = page(&name) else { bail!("there is no page {name} (turnwise --help lists the commands)") };
    print(&page)?;
    Ok(Exit::Done)
}

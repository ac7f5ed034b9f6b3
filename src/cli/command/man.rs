//! `turnwise man`

use anyhow::bail;

use crate::cli::exit::Exit;
use crate::cli::help::Suggested;
use crate::cli::manual::{PAGES, page};
use crate::cli::terminal::print;

/// Print a manual page, for man(1)
///
/// For example: turnwise man convert | man -l -
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
pub(crate) struct Args {
    /// Which command's page
    #[arg(value_name = "COMMAND", value_parser = PAGES_OF_COMMANDS)]
    command: Option<String>,
}

const PAGES_OF_COMMANDS: Suggested = Suggested(|| {
    PAGES.iter().filter_map(|(page, _)| page.strip_prefix("turnwise-")?.strip_suffix(".1")).map(str::to_owned).collect()
});

pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let name = args.command.as_ref().map_or_else(|| "turnwise".to_owned(), |command| format!("turnwise-{command}"));
    let Some(page) = page(&format!("{name}.1")) else {
        bail!("there is no page {name} (turnwise --help lists the commands)")
    };
    print(page)?;
    Ok(Exit::Done)
}

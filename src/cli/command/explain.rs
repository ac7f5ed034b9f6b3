//! `turnwise explain`

use anyhow::bail;
use turnwise::format::{FORMATS, by_name};
use turnwise::op::explain;

use crate::cli::exit::Exit;
use crate::cli::help::Suggested;
use crate::cli::terminal::print;

/// Explain a code (TW203) or a format
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
pub(crate) struct Args {
    /// A code, its name, or a format [default: list all codes]
    #[arg(value_name = "CODE|FORMAT", value_parser = TOPICS)]
    what: Option<String>,
    /// Print the pages of all codes
    #[arg(long, conflicts_with = "what")]
    all: bool,
}

/// The topics: codes, formats, dialects.
const TOPICS: Suggested = Suggested(|| {
    let codes = explain::codes();
    let codes = codes.iter().map(|code| code.id);
    codes.chain(FORMATS.iter().map(|format| format.name)).map(str::to_owned).collect()
});

pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    if args.all {
        let pages: Vec<_> = explain::codes().into_iter().map(explain::code_text).collect();
        print(&pages.join("\n"))?;
        return Ok(Exit::Done);
    }
    let Some(what) = &args.what else {
        let rows = explain::codes().into_iter().map(|it| format!("{}  {:<30} {}\n", it.id, it.name, it.summary));
        print(&rows.collect::<String>())?;
        return Ok(Exit::Done);
    };
    let text = match (explain::code(what), by_name(what)) {
        (Some(code), _) => explain::code_text(code),
        (None, Some((format, _))) => explain::format_text(format),
        (None, None) => bail!("no code and no format is called `{what}` (turnwise explain lists the codes)"),
    };
    print(&text)?;
    Ok(Exit::Done)
}

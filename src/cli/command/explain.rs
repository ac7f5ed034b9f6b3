//! `turnwise explain`

use anyhow::bail;
use turnwise::format::{FORMATS, TRAINERS, by_name, trainer};
use turnwise::op::explain;

use crate::cli::exit::Exit;
use crate::cli::help::Suggested;
use crate::cli::terminal::print;

/// Explain a code (TW203), a format or a trainer
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
pub(crate) struct Args {
    /// A code, its name, a format or a trainer [default: list all codes]
    #[arg(value_name = "CODE|FORMAT", value_parser = TOPICS)]
    what: Option<String>,
    /// Print the pages of all codes
    #[arg(long, conflicts_with = "what")]
    all: bool,
}

/// The topics: codes, formats, trainers.
const TOPICS: Suggested = Suggested(|| {
    let codes = explain::codes();
    let codes = codes.iter().map(|code| code.id);
    let names = FORMATS.iter().map(|format| format.name).chain(TRAINERS.iter().map(|trainer| trainer.name));
    codes.chain(names).map(str::to_owned).collect()
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
    let text = match (explain::code(what), by_name(what), trainer(what)) {
        (Some(code), ..) => explain::code_text(code),
        (None, Some((format, _)), _) => explain::format_text(format),
        (None, None, Some(trainer)) => explain::trainer_text(trainer),
        (None, None, None) => bail!("no code and no format is called `{what}` (turnwise explain lists the codes)"),
    };
    print(&text)?;
    Ok(Exit::Done)
}

//! `turnwise man`

use anyhow::bail;

use crate::cli::exit::Exit;
use crate::cli::terminal::print;

/// The pages, embedded; `cli/generated.rs` keeps the list complete.
pub(crate) const PAGES: &[(&str, &str)] = &[
    ("turnwise", include_str!("../../../man/turnwise.1")),
    ("turnwise-clone", include_str!("../../../man/turnwise-clone.1")),
    ("turnwise-compact", include_str!("../../../man/turnwise-compact.1")),
    ("turnwise-completions", include_str!("../../../man/turnwise-completions.1")),
    ("turnwise-convert", include_str!("../../../man/turnwise-convert.1")),
    ("turnwise-detect", include_str!("../../../man/turnwise-detect.1")),
    ("turnwise-diff", include_str!("../../../man/turnwise-diff.1")),
    ("turnwise-explain", include_str!("../../../man/turnwise-explain.1")),
    ("turnwise-extract-media", include_str!("../../../man/turnwise-extract-media.1")),
    ("turnwise-formats", include_str!("../../../man/turnwise-formats.1")),
    ("turnwise-inline-media", include_str!("../../../man/turnwise-inline-media.1")),
    ("turnwise-lineage", include_str!("../../../man/turnwise-lineage.1")),
    ("turnwise-man", include_str!("../../../man/turnwise-man.1")),
    ("turnwise-migrate-ids", include_str!("../../../man/turnwise-migrate-ids.1")),
    ("turnwise-normalize", include_str!("../../../man/turnwise-normalize.1")),
    ("turnwise-prepare", include_str!("../../../man/turnwise-prepare.1")),
    ("turnwise-replay", include_str!("../../../man/turnwise-replay.1")),
    ("turnwise-statements", include_str!("../../../man/turnwise-statements.1")),
    ("turnwise-validate", include_str!("../../../man/turnwise-validate.1")),
];

/// Print a manual page, for man(1)
///
/// For example: turnwise man convert | man -l -
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    /// Which command's page
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let name = args.command.as_ref().map_or_else(|| "turnwise".to_owned(), |command| format!("turnwise-{command}"));
    let Some((_, page)) = PAGES.iter().find(|(known, _)| *known == name) else {
        bail!("there is no page {name}");
    };
    print(page)?;
    Ok(Exit::Done)
}

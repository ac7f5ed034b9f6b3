//! `turnwise inline-media`

mod progress;

use turnwise::op::media::{DownloadMode, MediaTask};

use crate::cli::args::When;
use crate::cli::config_search::config_for;
use crate::cli::exit::Exit;
use crate::cli::job::files::{InputFile, inputs};
use crate::cli::job::media_job::{self, MediaArgs};
use crate::cli::job::media_sources::SourceArgs;
use crate::cli::terminal::Terminal;
use progress::MediaShown;

/// Embed media files in place of references, so that conversations are self-contained
///
/// References to media files become base64 if the format supports it; nothing else changes. Only http and https URLs of
/// public hosts are fetched, and only files below --media-dir are read. A reference that cannot be resolved is kept,
/// and the exit code is 1.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise inline-media chats.jsonl -o whole.jsonl --cache ~/.cache/turnwise
  turnwise inline-media --dry-run chats.jsonl
  turnwise inline-media --media-dir media light.jsonl -o chats.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    job: MediaArgs,
    #[command(flatten)]
    sources: SourceArgs,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let is_dry = args.job.rewrite.is_dry();
    args.sources.warn(terminal);
    let files = inputs(&args.job.input, terminal)?;
    // Downloads are shared by all inputs, so the settings of the first one apply.
    let config = config_for(files.first().and_then(InputFile::place), terminal)?;
    let sources = args.sources.clone().with(&config.media);
    let mut opened = sources.open(is_dry.then_some(DownloadMode::Survey), args.job.work.jobs)?;
    let shown = opened
        .is_fetching
        .then(|| MediaShown::start(terminal.global.progress, terminal.is_quiet, opened.downloads.watch()));
    // The downloads take most of the time; one progress bar is sufficient.
    let progress = if opened.is_fetching { When::Never } else { terminal.global.progress };
    let (fails, max_total) = (sources.fails(), sources.max_total());
    let (outcome, exit) = {
        let finder = opened.sources();
        let task = MediaTask::Inline { finder: &finder, max_total, fails };
        media_job::run(&args.job, &files, task, sources.max_media_errors, progress, terminal)?
    };
    drop(shown);
    if !terminal.is_quiet && exit != Exit::Trouble {
        opened.tell(is_dry);
        media_job::counts(&outcome, terminal);
    }
    Ok(exit)
}

//! `turnwise extract-media`

use std::path::PathBuf;

use turnwise::op::media::{MediaStore, MediaTask};

use crate::cli::exit::Exit;
use crate::cli::job::files::inputs;
use crate::cli::job::media_job::{self, MediaArgs};
use crate::cli::print::text;
use crate::cli::print::text::count;
use crate::cli::terminal::Terminal;

/// Extract media files from conversations, leaving references
///
/// Each file is named after the SHA-256 of its bytes, so identical files are stored once. `inline-media --media-dir
/// DIR` restores the bytes. Nothing else in a conversation changes, and bytes that inline-media could not restore
/// exactly are not extracted. If a format supports only bytes, the file name takes their place: restore the bytes
/// before you use the file.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise extract-media --media-dir media chats.jsonl -o light.jsonl
  turnwise extract-media --media-dir media --in-place *.jsonl
  turnwise inline-media --media-dir media light.jsonl -o chats.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    job: MediaArgs,
    /// Folder for the files
    #[arg(long = "media-dir", alias = "dir", short_alias = 'd', value_name = "DIR")]
    dir: PathBuf,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let store = MediaStore::new(&args.dir, args.job.rewrite.is_dry());
    let files = inputs(&args.job.input, terminal)?;
    let task = MediaTask::Extract(&store);
    let (outcome, exit) = media_job::run(&args.job, &files, task, None, terminal.global.progress, terminal)?;
    if !terminal.is_quiet && exit != Exit::Trouble {
        let totals = store.totals();
        let known = if totals.known > 0 { format!(", {} of them there before", totals.known) } else { String::new() };
        let verb = if args.job.rewrite.is_dry() { "would be " } else { "" };
        terminal.status(&format!(
            "{} ({}) {verb}taken out into {} ({}{known})",
            count(totals.media, "media file"),
            text::bytes(totals.bytes),
            count(totals.files, "file"),
            text::bytes(totals.file_bytes),
        ));
        media_job::counts(&outcome, terminal);
    }
    Ok(exit)
}

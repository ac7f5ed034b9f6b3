//! `turnwise extract-media`

use std::path::PathBuf;

use turnwise::op::media::{MediaStore, MediaTask};

use crate::cli::exit::Exit;
use crate::cli::job::media_job::{self, MediaArgs};
use crate::cli::print::text;
use crate::cli::print::text::count;
use crate::cli::terminal::{Terminal, line};

/// Move media files out of conversations into files, and leave references
///
/// Each file is named by the SHA-256 of its bytes, so the same image is stored once. `inline-media --media-root DIR`
/// puts the same bytes back. Nothing else of a conversation changes; bytes that inline-media cannot restore exactly stay. Where a
/// format holds only bytes, the file name is written instead: put the bytes back before you use it.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise extract-media --dir media chats.jsonl -o light.jsonl
  turnwise extract-media --dir media --in-place *.jsonl
  turnwise inline-media --media-root media light.jsonl -o chats.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    job: MediaArgs,
    /// The folder for the files
    #[arg(short, long, value_name = "DIR")]
    dir: PathBuf,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let store = MediaStore::new(&args.dir, args.job.rewrite.is_dry());
    let (outcome, exit) =
        media_job::run(&args.job, MediaTask::Extract(&store), None, terminal.global.progress, terminal)?;
    if !terminal.is_quiet && exit != Exit::Trouble {
        let totals = store.totals();
        let known = if totals.known > 0 { format!(", {} of them there before", totals.known) } else { String::new() };
        let verb = if args.job.rewrite.is_dry() { "would be " } else { "" };
        line(&format!(
            "turnwise: {} ({}) {verb}taken out into {} ({}{known})",
            count(totals.media, "media file"),
            text::bytes(totals.bytes),
            count(totals.files, "file"),
            text::bytes(totals.file_bytes),
        ));
        media_job::counts(&outcome, terminal);
    }
    Ok(exit)
}

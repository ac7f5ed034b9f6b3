//! `turnwise split`

use std::path::{Component, Path, PathBuf};

use turnwise::op::whole_records::{RecordSplit, SplitBy, SplitInput};

use crate::cli::args::parse_size;
use crate::cli::exit::Exit;
use crate::cli::job::clashes::{Advice, Clashes};
use crate::cli::job::files::InputFile;
use crate::cli::job::one_result::{AllInputs, read_all};
use crate::cli::job::whole_job::{ReadArgs, explain, whole_inputs};
use crate::cli::print::text;
use crate::cli::signals;
use crate::cli::terminal::Terminal;

/// Split files by number of conversations, by size, or into one file per conversation
///
/// Records are unchanged, and the parts have the framing of the input: lines or an array. They are named after the
/// input: chats-00001.jsonl. With --each, every conversation becomes a document named after its id, or its number if it
/// has none. The folder must not exist, or be empty, and appears only once the split is complete. Parts are not
/// compressed.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(group(clap::ArgGroup::new("where").required(true).args(["limit", "size", "each"])))]
#[command(after_help = "Examples:
  turnwise split --limit 10000 -o parts/ chats.jsonl
  turnwise split --size 100M -o parts/ chats.jsonl.gz
  turnwise split --each -o conversations/ export.json")]
pub(crate) struct Args {
    #[command(flatten)]
    read: ReadArgs,
    /// Folder to write; it must not exist, or be empty
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Put N conversations in each file
    #[arg(long, alias = "records", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Limit each file to this size in bytes, with an optional suffix K, M or G; a larger conversation gets its own
    /// file
    #[arg(long, value_name = "BYTES", value_parser = parse_size)]
    size: Option<u64>,
    /// Write one file per conversation, named after its id
    #[arg(long)]
    each: bool,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let by = match (args.limit, args.size) {
        (Some(records), _) => SplitBy::Records(records),
        (None, Some(size)) => SplitBy::Size(size),
        (None, None) => SplitBy::Each,
    };
    let files = whole_inputs(&args.read.input, "split", terminal)?;
    args.read.report.add_to(Clashes::of(&files)).check(Some(std::slice::from_ref(&args.output)), Advice::Elsewhere)?;
    signals::watch();
    let mut split = RecordSplit::open(&args.output, by)?;
    let unwritten = format!("; {} not written", args.output.display());
    let read = read_all(&files, &args.read, &unwritten, terminal, |file, open, notes, display| {
        let stem = stem_of(file);
        let names = SplitInput { stem: &stem, is_lines: args.read.input.lines };
        let added = split.add(open.input, names, open.options, &mut |it| notes.add(&it), display);
        added.map_err(|failure| explain(failure, &file.name()))
    })?;
    let (total, report) = match read {
        Ok(AllInputs { total, report }) => (total, report),
        Err(exit) => return Ok(exit),
    };
    let count = split.finish()?;
    report.end(&total)?;
    let (conversations, files) = (text::read(total.records_out, &total), text::count(count, "file"));
    terminal.status(&format!("{conversations} in {files} of {}", args.output.display()));
    Ok(Exit::Done)
}

/// The path of an input below the folder that was named, without its endings.
fn stem_of(file: &InputFile) -> String {
    let is_name = |part: &Component<'_>| matches!(part, Component::Normal(_));
    let path: PathBuf = file.relative.components().filter(is_name).collect();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let plain = [".gz", ".zst", ".br"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
    let stem = Path::new(plain).file_stem().unwrap_or_default();
    path.with_file_name(stem).to_string_lossy().into_owned()
}

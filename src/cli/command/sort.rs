//! `turnwise sort`

use anyhow::bail;
use clap::ValueEnum;
use turnwise::format::Framing;
use turnwise::op::Outcome;
use turnwise::op::whole_records::{RecordSort, SortBy, SortOptions, WholeEnds};

use crate::cli::args::parse_bytes;
use crate::cli::exit::Exit;
use crate::cli::job::files::InputFile;
use crate::cli::job::one_result::{AllInputs, OneOutput, read_all};
use crate::cli::job::run::judge_check;
use crate::cli::job::whole_job::{WholeArgs, explain, run_files, whole_inputs};
use crate::cli::print::text;
use crate::cli::progress::ProgressDisplay;
use crate::cli::signals;
use crate::cli::terminal::Terminal;

/// Sort conversations by time, id, length or number of messages (records unchanged)
///
/// Records are unchanged, the sort is stable, and the text around records (line feeds, the commas and indentation of an
/// array) stays in place. Several inputs are merged into sorted JSON Lines; with --in-place, each is sorted on its own.
/// Inputs larger than --memory are sorted on disk, in $TMPDIR.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(mut_arg("output", |arg| arg.help("Where to write; - or nothing: standard output")))]
#[command(after_help = "Examples:
  turnwise sort --by time chats.jsonl > sorted.jsonl
  turnwise sort --by length --reverse -i chats.jsonl
  turnwise sort --by id --memory 1G -o all.jsonl.zst shards/")]
pub(crate) struct Args {
    #[command(flatten)]
    whole: WholeArgs,
    /// Sort key
    #[arg(long, value_name = "WHAT")]
    by: SortByArg,
    /// Sort in descending order (stable)
    #[arg(long, short_alias = 'r')]
    reverse: bool,
    /// Memory for records, with an optional suffix K, M or G
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, default_value = "256M")]
    memory: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SortByArg {
    /// The time of the earliest message, or of the conversation
    Time,
    /// The id: numbers by value, then strings by character
    Id,
    /// The number of characters in all text
    Length,
    /// The number of messages
    Messages,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let by = match args.by {
        SortByArg::Time => SortBy::Time,
        SortByArg::Id => SortBy::Id,
        SortByArg::Length => SortBy::Length,
        SortByArg::Messages => SortBy::Messages,
    };
    let options = SortOptions { by, is_reversed: args.reverse, memory: args.memory };
    let files = whole_inputs(&args.whole.read.input, "sort", terminal)?;
    let (total, without_key, exit) = if args.whole.rewrite.in_place || files.len() == 1 {
        each_alone(args, options, &files, terminal)?
    } else {
        match all_as_one(args, options, &files, terminal)? {
            Ok(sorted) => sorted,
            Err(exit) => return Ok(exit),
        }
    };
    if exit == Exit::Trouble {
        return Ok(exit);
    }
    let word = args.by.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    let (many, copied) = (text::count(total.records_out, "conversation"), text::error_lines(&total, "copied"));
    terminal.status(&format!("{many} sorted by {word}{copied}"));
    if without_key > 0 {
        let what = if args.by == SortByArg::Id { "an id" } else { "a time" };
        let (many, are) = (text::count(without_key, "conversation"), if without_key == 1 { "is" } else { "are" });
        terminal.note(&format!("{many} without {what} {are} at the end"));
    }
    Ok(exit)
}

fn each_alone(
    args: &Args,
    options: SortOptions,
    files: &[InputFile],
    terminal: &Terminal,
) -> anyhow::Result<(Outcome, u64, Exit)> {
    let mut without_key = 0;
    let (total, exit) = run_files(
        &args.whole,
        files,
        2,
        terminal,
        |input, whole, ends| {
            let WholeEnds { write, note, progress } = ends;
            let mut sort = RecordSort::new(options);
            let mut outcome = sort.add(input, whole, note, progress)?;
            if outcome.fatal.is_none() {
                let sorted = sort.finish(write, progress)?;
                outcome.bytes_out = sorted.bytes_out;
                outcome.is_changed |= sorted.is_moved;
                without_key += sorted.without_key;
            }
            Ok(outcome)
        },
        || {},
    )?;
    Ok((total, without_key, exit))
}

fn all_as_one(
    args: &Args,
    options: SortOptions,
    files: &[InputFile],
    terminal: &Terminal,
) -> anyhow::Result<Result<(Outcome, u64, Exit), Exit>> {
    let WholeArgs { read: read_args, output, rewrite } = &args.whole;
    signals::watch();
    let mut output = OneOutput::open(output.path(), files, rewrite.is_dry(), read_args)?;
    let mut sort = RecordSort::new(options);
    let read = read_all(files, read_args, &output.unwritten(), terminal, |file, open, notes, display| {
        let shown = file.name();
        if open.input.record_framing() != Framing::Lines {
            bail!(
                "{shown} is not JSON Lines and cannot be sorted with the other inputs; turnwise merge makes one file of them"
            );
        }
        let added = sort.add(open.input, open.options, &mut |it| notes.add(&it), display);
        added.map_err(|failure| explain(failure, &shown))
    })?;
    let (mut total, report) = match read {
        Ok(AllInputs { total, report }) => (total, report),
        Err(exit) => return Ok(Err(exit)),
    };
    let name = output.name();
    let display = ProgressDisplay::new(terminal.global.progress, terminal.is_quiet, &name, Some(total.bytes_in));
    let sorted = sort.finish(&mut |bytes| output.write(bytes), &display);
    drop(display);
    let sorted = sorted.map_err(|failure| explain(failure, &name))?;
    output.finish(terminal)?;
    (total.is_changed, total.bytes_out) = (total.is_changed || sorted.is_moved, sorted.bytes_out);
    report.end(&total)?;
    let exit = judge_check(rewrite, &total, "the order of the inputs", terminal);
    Ok(Ok((total, sorted.without_key, exit)))
}

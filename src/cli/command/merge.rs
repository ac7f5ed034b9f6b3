//! `turnwise merge`

use anyhow::bail;
use clap::ValueEnum;
use turnwise::format::Framing;
use turnwise::op::Outcome;
use turnwise::op::whole_records::{RecordMerge, ResultContainer, WholeEnds};

use super::job::FailureArgs;
use super::one_result::{OneOutput, read_all};
use super::spooled::spool;
use super::whole_job::{explain, open_quietly, whole_inputs};
use crate::cli::args::{InputArgs, OutputArg, WorkArgs};
use crate::cli::exit::Exit;
use crate::cli::files::InputFile;
use crate::cli::print::text;
use crate::cli::terminal::{Terminal, line};

/// Put the conversations of several files into one, byte for byte
///
/// JSON Lines give JSON Lines, and arrays give an array, with the text between their records. Other inputs give JSON Lines, in which a
/// record of several lines becomes one line: nothing but white space between its values is left out.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(mut_arg("output", |arg| arg.help("Where to write; - or nothing: standard output")))]
#[command(after_help = "Examples:
  turnwise merge monday.jsonl tuesday.jsonl > week.jsonl
  turnwise merge -o all.jsonl.gz conversations/
  turnwise merge --framing array a.json b.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    work: WorkArgs,
    #[command(flatten)]
    output: OutputArg,
    /// How records are arranged in the output [default: as in the inputs, if it is the same for all]
    #[arg(long, value_name = "FRAMING")]
    framing: Option<MergeFraming>,
    #[command(flatten)]
    failures: FailureArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MergeFraming {
    /// One record for each line (JSONL)
    Lines,
    /// One array; every item is a record
    Array,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let mut files = whole_inputs(&args.input, "merge", terminal)?;
    // Their containers are looked at before the first one is written.
    let copies = if files.len() > 1 || args.framing.is_some() { spool(&mut files, terminal)? } else { None };
    let container = ResultContainer::of(&framings(args, &files, terminal)?, wanted(args)?);
    let mut output = OneOutput::open(args.output.path(), &files, false, args.input.lines)?;
    let mut merge = RecordMerge::new(container);
    let (unwritten, from) = (output.unwritten(), (&args.input, &args.work, &args.failures));
    let read = read_all(&files, from, &unwritten, terminal, |file, open, notes, display| {
        let ends = WholeEnds {
            write: &mut |bytes| output.write(bytes),
            note: &mut |diagnostic| notes.add(&diagnostic),
            progress: display,
        };
        merge.add(open.input, open.options, ends).map_err(|failure| explain(failure, &file.name()))
    })?;
    let total = match read {
        Ok(total) => total,
        Err(exit) => return Ok(exit),
    };
    merge.finish(&mut |bytes| output.write(bytes)).map_err(|failure| explain(failure, &output.name()))?;
    output.finish(terminal)?;
    drop(copies);
    tell(&total, &files, terminal);
    Ok(Exit::Done)
}

fn wanted(args: &Args) -> anyhow::Result<Option<Framing>> {
    if args.input.lines && args.framing == Some(MergeFraming::Array) {
        bail!("--lines writes JSON Lines; leave out --framing");
    }
    let framing = args.framing.map(|framing| match framing {
        MergeFraming::Lines => Framing::Lines,
        MergeFraming::Array => Framing::Array,
    });
    Ok(framing)
}

/// The framing of each input. Inputs that are one conversation of several lines cannot be in one file with others.
fn framings(args: &Args, files: &[InputFile], terminal: &Terminal) -> anyhow::Result<Vec<Framing>> {
    let is_alone = files.len() == 1;
    if is_alone && args.framing.is_none() {
        return Ok(Vec::new());
    }
    let from = (&args.input, &args.work, &args.failures);
    let framing = |file: &InputFile| {
        let input = open_quietly(file, from, true, terminal)?.0.input;
        if input.framing.is_pieces() && !is_alone {
            let (name, format) = (file.name(), input.usual.map_or("FORMAT", |format| format.name));
            bail!(
                "{name}: this file is one conversation of several lines; turnwise convert --to {format} --framing lines makes \
                 one line of it"
            );
        }
        Ok(input.framing)
    };
    files.iter().map(framing).collect()
}

fn tell(total: &Outcome, files: &[InputFile], terminal: &Terminal) {
    if terminal.is_quiet {
        return;
    }
    let conversations = text::count(total.records_out, "conversation");
    line(&format!("turnwise: {conversations} of {} merged", text::count(files.len() as u64, "input")));
    if total.formats.len() > 1 {
        let formats: Vec<_> =
            total.formats.iter().map(|(name, many)| format!("{name} {}", text::number(*many))).collect();
        terminal.note(&format!("they have several formats: {}", formats.join(", ")));
    }
}

//! `turnwise merge`

use anyhow::bail;
use clap::ValueEnum;
use turnwise::format::Framing;
use turnwise::op::Outcome;
use turnwise::op::whole_records::{
    GroupBy, MessageMerge, MessageMergeOptions, MessageMergeResult, RecordMerge, ResultContainer, WholeEnds,
};

use crate::cli::args::{OutputArg, parse_bytes};
use crate::cli::exit::Exit;
use crate::cli::job::files::InputFile;
use crate::cli::job::notes::Notes;
use crate::cli::job::one_result::{AllInputs, OneOutput, read_all};
use crate::cli::job::spooled::spool;
use crate::cli::job::whole_job::{ReadArgs, explain, open_quietly, whole_inputs};
use crate::cli::print::text;
use crate::cli::progress::ProgressDisplay;
use crate::cli::signals;
use crate::cli::terminal::{Terminal, lines};

/// Memory for records of conversations that become one.
const MEMORY: usize = 256 << 20;

/// Concatenate files of conversations (records unchanged)
///
/// JSON Lines are concatenated to JSON Lines and arrays to an array, preserving the text between records. Other inputs
/// become JSON Lines; a record that spans several lines becomes one line, and only insignificant white space is
/// removed.
///
/// With --messages, records with the same id become one conversation in the position of the first. The messages of
/// later records are appended byte for byte, except those with which the conversation already ends. Fields of later
/// records that the first one does not have are dropped and reported.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(mut_arg("output", |arg| arg.help("Where to write; - or nothing: standard output")))]
#[command(after_help = "Examples:
  turnwise merge monday.jsonl tuesday.jsonl > week.jsonl
  turnwise merge -o all.jsonl.gz conversations/
  turnwise merge --framing array a.json b.jsonl
  turnwise merge --messages january.jsonl february.jsonl > whole.jsonl
  turnwise merge --messages --all part-1.json part-2.json")]
pub(crate) struct Args {
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    output: OutputArg,
    /// How records are arranged in the output [default: as in the inputs, if they agree]
    #[arg(long, value_name = "FRAMING")]
    framing: Option<MergeFraming>,
    /// Merge records with the same id into one conversation
    #[arg(long)]
    messages: bool,
    /// Merge all records into one conversation, ignoring ids
    #[arg(long, requires = "messages")]
    all: bool,
    /// Memory for records with --messages, with an optional suffix K, M or G; larger inputs use a temporary file
    /// [default: 256M]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, requires = "messages")]
    memory: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MergeFraming {
    /// One record per line (JSON Lines)
    Lines,
    /// One array; every item is a record
    Array,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    if args.messages && !args.read.input.at.is_empty() {
        bail!(
            "--messages makes one conversation of several records, and --at keeps records; merge them without --messages"
        );
    }
    let mut files = whole_inputs(&args.read.input, "merge", terminal)?;
    // Their containers are detected before the first one is written.
    let copies = if files.len() > 1 || args.framing.is_some() { spool(&mut files, terminal)? } else { None };
    let container = ResultContainer::of(&framings(args, &files, terminal)?, wanted(args)?);
    let mut output = OneOutput::open(args.output.path(), &files, false, &args.read)?;
    if args.messages {
        return merge_messages(args, container, &files, output, terminal);
    }
    let mut merge = RecordMerge::new(container);
    let unwritten = output.unwritten();
    let read = read_all(&files, &args.read, &unwritten, terminal, |file, open, notes, display| {
        let ends = WholeEnds {
            write: &mut |bytes| output.write(bytes),
            note: &mut |diagnostic| notes.add(&diagnostic),
            progress: display,
        };
        merge.add(open.input, open.options, ends).map_err(|failure| explain(failure, &file.name()))
    })?;
    let (mut total, report) = match read {
        Ok(AllInputs { total, report }) => (total, report),
        Err(exit) => return Ok(exit),
    };
    let written = merge.finish(&mut |bytes| output.write(bytes));
    total.bytes_out = written.map_err(|failure| explain(failure, &output.name()))?;
    output.finish(terminal)?;
    report.end(&total)?;
    drop(copies);
    tell(&total, &files, terminal);
    Ok(Exit::Done)
}

fn merge_messages(
    args: &Args,
    container: ResultContainer,
    files: &[InputFile],
    mut output: OneOutput,
    terminal: &Terminal,
) -> anyhow::Result<Exit> {
    // The errors of the temporary file.
    signals::watch();
    let mut merge = MessageMerge::new(MessageMergeOptions {
        by: if args.all { GroupBy::All } else { GroupBy::Id },
        container,
        keeps_document: args.framing.is_none(),
        memory: args.memory.unwrap_or(MEMORY),
        keep: if terminal.is_verbose || args.read.report.is_full() { u64::MAX } else { 0 },
    });
    let unwritten = output.unwritten();
    let read = read_all(files, &args.read, &unwritten, terminal, |file, open, notes, display| {
        let shown = file.name();
        let added = merge.add(open.input, &shown, open.options, &mut |it| notes.add(&it), display);
        added.map_err(|failure| explain(failure, &shown))
    })?;
    let (mut total, mut report) = match read {
        Ok(AllInputs { total, report }) => (total, report),
        Err(exit) => return Ok(exit),
    };
    let name = output.name();
    let display = ProgressDisplay::new(terminal.global.progress, terminal.is_quiet, &name, Some(total.bytes_in));
    let mut notes = Notes::new(report.full.as_mut(), &name, "", terminal);
    let ends = WholeEnds {
        write: &mut |bytes| output.write(bytes),
        note: &mut |diagnostic| notes.add(&diagnostic),
        progress: &display,
    };
    let merged = merge.finish(ends);
    drop(display);
    notes.end()?;
    let mut merged = merged.map_err(|failure| explain(failure, &name))?;
    output.finish(terminal)?;
    total.bytes_out = merged.bytes_out;
    tell_messages(&total, &merged, terminal);
    total.report.merge(&mut merged.losses);
    report.end(&total)?;
    Ok(Exit::Done)
}

fn tell_messages(total: &Outcome, merged: &MessageMergeResult, terminal: &Terminal) {
    if terminal.is_quiet {
        return;
    }
    let conversations = text::count(total.records_out, "conversation");
    let records = text::count(total.records_out + total.skipped.not_selected, "record");
    let repeated = match merged.repeated {
        0 => String::new(),
        many => {
            format!(", {} that {} there already", text::count(many, "message"), if many == 1 { "was" } else { "were" })
        }
    };
    terminal.status(&format!("{conversations} made of {records}{repeated}"));
    if merged.losses.losses() > 0 {
        lines(&text::table(&merged.losses, |count| count.code.kind.is_loss(), terminal.paint_error()));
    }
    if merged.without_id > 0 {
        let (many, stay) =
            (text::count(merged.without_id, "conversation"), if merged.without_id == 1 { "stays" } else { "stay" });
        terminal.note(&format!("{many} without an id {stay} alone; --all joins all"));
    }
}

fn wanted(args: &Args) -> anyhow::Result<Option<Framing>> {
    if args.read.input.lines && args.framing == Some(MergeFraming::Array) {
        bail!("--lines writes JSON Lines; omit --framing");
    }
    let framing = args.framing.map(|framing| match framing {
        MergeFraming::Lines => Framing::Lines,
        MergeFraming::Array => Framing::Array,
    });
    Ok(framing)
}

/// The framing of each input. Inputs that are a single conversation on several lines cannot be combined with others in
/// a file.
fn framings(args: &Args, files: &[InputFile], terminal: &Terminal) -> anyhow::Result<Vec<Framing>> {
    let is_alone = files.len() == 1;
    if is_alone && args.framing.is_none() {
        return Ok(Vec::new());
    }
    let framing = |file: &InputFile| {
        let input = open_quietly(file, &args.read, true, terminal)?.0.input;
        if input.record_framing().is_pieces() && !is_alone {
            let (name, format) = (file.name(), input.usual.map_or("FORMAT", |format| format.name));
            bail!(
                "{name}: this file is one conversation of several lines; turnwise convert --to {format} --framing lines makes \
                 one line of it"
            );
        }
        Ok(input.record_framing())
    };
    files.iter().map(framing).collect()
}

fn tell(total: &Outcome, files: &[InputFile], terminal: &Terminal) {
    let conversations = text::count(total.records_out, "conversation");
    let (inputs, copied) = (text::count(files.len() as u64, "input"), text::error_lines(total, "copied"));
    terminal.status(&format!("{conversations} of {inputs} merged{copied}"));
    if total.formats.len() > 1 {
        let formats: Vec<_> =
            total.formats.iter().map(|(name, many)| format!("{name} {}", text::number(*many))).collect();
        terminal.note(&format!("they have several formats: {}", formats.join(", ")));
    }
}

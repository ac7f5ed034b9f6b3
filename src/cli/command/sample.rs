//! `turnwise sample`

use turnwise::op::whole_records::{self, SamplePlan, SampleSize, WholeEnds};

use crate::cli::exit::Exit;
use crate::cli::job::files::InputFile;
use crate::cli::job::notes::Notes;
use crate::cli::job::run::has_stopped;
use crate::cli::job::spooled::spool;
use crate::cli::job::whole_job::{WholeArgs, explain, open_quietly, run_files, tell_written, whole_inputs};
use crate::cli::print::text;
use crate::cli::progress::ProgressDisplay;
use crate::cli::terminal::Terminal;

/// Take a random sample of conversations (records unchanged)
///
/// Every conversation has the same probability, and none is taken twice. The sample size applies to all inputs
/// together. Bytes, order and framing of the records are preserved. The same seed gives the same sample of the same
/// inputs, and a larger sample contains a smaller one. Inputs are read twice; standard input is copied to a temporary
/// file.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise sample --limit 1000 chats.jsonl > some.jsonl
  turnwise sample --limit 5% --seed 7 -o held-out/ data/
  zcat chats.jsonl.gz | turnwise sample --limit 10")]
pub(crate) struct Args {
    #[command(flatten)]
    whole: WholeArgs,
    /// Sample size: a number, or a percentage of all conversations
    #[arg(long = "limit", alias = "count", value_name = "N|N%", value_parser = SampleSize::parse)]
    size: SampleSize,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let mut files = whole_inputs(&args.whole.read.input, "sample", terminal)?;
    let copies = spool(&mut files, terminal)?;
    let Some(all) = count(args, &files, terminal)? else { return Ok(Exit::Trouble) };
    let mut plan = SamplePlan::new(args.size, args.seed, all);
    let pass = |input, options, ends: WholeEnds<'_>| whole_records::sample(input, &mut plan, options, ends);
    let (total, exit) = run_files(&args.whole, &files, 1, terminal, pass, || {})?;
    drop(copies);
    tell_written(&total, &format!(" kept, seed {}", args.seed), terminal);
    if plan.asked() != all {
        terminal.error("an input changed between the count of its conversations and the sample; run it again");
        return Ok(Exit::Trouble);
    }
    if let SampleSize::Count(wanted) = args.size
        && wanted > all
    {
        terminal.warning(&format!("there are fewer conversations than {}: all are kept", text::number(wanted)));
    }
    Ok(exit)
}

/// Counts the conversations of all inputs. `None`: an input cannot be read to its end, and an error was printed.
fn count(args: &Args, files: &[InputFile], terminal: &Terminal) -> anyhow::Result<Option<u64>> {
    let mut all = 0;
    for file in files {
        let (open, _) = open_quietly(file, &args.whole.read, false, terminal)?;
        let shown = file.name();
        let display = ProgressDisplay::new(terminal.global.progress, terminal.is_quiet, &shown, open.size);
        let outcome = whole_records::count(open.input, open.options, &display);
        drop(display);
        let outcome = outcome.map_err(|failure| explain(failure, &shown))?;
        if has_stopped(&outcome, &mut Notes::new(None, &shown, "", terminal))? {
            return Ok(None);
        }
        all += outcome.records_out;
    }
    Ok(Some(all))
}

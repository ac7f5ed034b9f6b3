//! `turnwise normalize`

use turnwise::events::NormalizedRun;
use turnwise::op::normalize::{self, LogNormalizeOptions};
use turnwise::op::{EventEnds, EventFailure, EventInput, Outcome};

use super::event_job::{self, EventArgs, How, LineageArg, LogCommand, RewriteArgs};
use crate::cli::exit::Exit;
use crate::cli::print::text::count;
use crate::cli::terminal::Terminal;

/// Remove messages from inputs of runs that earlier runs already have, or put them back
///
/// A message of `RUN_STARTED.input` goes if the history of the run holds it under the same id and it says nothing more.
/// What was done is noted in the run's metadata, so that `--inverse` gives the input back.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange_for_events))]
#[command(after_help = "Examples:
  turnwise normalize log.jsonl > normal.jsonl
  turnwise normalize --inverse normal.jsonl
  turnwise normalize --check log.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    events: EventArgs,
    #[command(flatten)]
    rewrite: RewriteArgs,
    /// Put the messages back
    #[arg(long)]
    inverse: bool,
    /// What a run without a parent continues
    #[arg(long, value_name = "MODE", default_value = "auto")]
    lineage: LineageArg,
    /// Remove messages with a known id also where they differ from the history
    #[arg(long, conflicts_with = "inverse")]
    by_id: bool,
    /// Also read the spellings of some guides: `state` for `snapshot`, `patch` for `delta`, strings as messages
    #[arg(long)]
    lenient: bool,
    /// Also put messages back if no mark says that some were removed
    #[arg(long, requires = "inverse")]
    assume_normalized: bool,
    #[arg(skip)]
    runs: Vec<NormalizedRun>,
}

impl LogCommand for Args {
    fn run(
        &mut self,
        input: EventInput,
        How { layout, keep, .. }: How,
        ends: EventEnds<'_>,
    ) -> Result<Outcome, EventFailure> {
        let options = LogNormalizeOptions {
            mode: self.lineage.of_rewrite(),
            is_inverse: self.inverse,
            by_id: self.by_id,
            assumes_normalized: self.assume_normalized,
            is_lenient: self.lenient,
            layout,
            keep,
        };
        let (outcome, runs) = normalize::run(input, &options, ends)?;
        self.runs = runs;
        Ok(outcome)
    }

    fn done(&self, _: &Outcome, _: bool) -> String {
        let runs = count(self.runs.len() as u64, "run");
        if self.inverse {
            return format!("inputs put back: {runs}");
        }
        let removed: usize = self.runs.iter().map(|run| run.removed.len()).sum();
        format!("inputs normalized: {runs}, {} removed", count(removed as u64, "message"))
    }
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let mut work = args.clone();
    event_job::run(&args.events, &args.rewrite, terminal, &mut work)
}

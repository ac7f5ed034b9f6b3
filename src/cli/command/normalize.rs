//! `turnwise normalize`

use std::sync::atomic::{AtomicU64, Ordering};

use turnwise::op::normalize::{self, LogNormalizeOptions};
use turnwise::op::{EventEnds, EventFailure, EventLog, Outcome};

use crate::cli::exit::Exit;
use crate::cli::job::event_job::{self, EventArgs, How, LineageArg, LogCommand, RewriteArgs};
use crate::cli::print::text::count;
use crate::cli::terminal::Terminal;

/// Remove repeated messages from AG-UI run inputs, or restore them
///
/// Removes a message from `RUN_STARTED.input` if the history of the run contains it with the same id and no new
/// content. The removal is recorded in the run's metadata, so that `--reverse` restores the input.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange_for_events))]
#[command(after_help = "Examples:
  turnwise normalize log.jsonl > normal.jsonl
  turnwise normalize --reverse normal.jsonl
  turnwise normalize --check log.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    events: EventArgs,
    #[command(flatten)]
    rewrite: RewriteArgs,
    /// Restore the messages
    #[arg(long = "reverse", alias = "inverse")]
    inverse: bool,
    /// Which run precedes a run that names no parent
    #[arg(long, value_name = "MODE", default_value = "auto")]
    lineage: LineageArg,
    /// Remove messages with a known id even if their content differs
    #[arg(long, conflicts_with = "inverse")]
    by_id: bool,
    /// Accept partial AG-UI logs and the shorthand of its guides
    ///
    /// `state` for `snapshot`, `patch` for `delta`, strings as messages.
    #[arg(long)]
    lenient: bool,
    /// Restore messages even if nothing records that some were removed
    #[arg(long, requires = "inverse")]
    assume_normalized: bool,
}

/// The command, and what it did with the logs of the current input.
struct NormalizeWork<'a> {
    args: &'a Args,
    runs: AtomicU64,
    removed: AtomicU64,
}

impl LogCommand for NormalizeWork<'_> {
    fn run(
        &self,
        log: EventLog<'_>,
        How { layout, keep, .. }: How,
        ends: EventEnds<'_>,
    ) -> Result<Outcome, EventFailure> {
        let args = self.args;
        let options = LogNormalizeOptions {
            mode: args.lineage.of_rewrite(),
            is_inverse: args.inverse,
            by_id: args.by_id,
            assumes_normalized: args.assume_normalized,
            is_lenient: args.lenient,
            layout,
            keep,
        };
        let (outcome, runs) = normalize::run(log, &options, ends)?;
        let removed: usize = runs.iter().map(|run| run.removed.len()).sum();
        self.runs.fetch_add(runs.len() as u64, Ordering::Relaxed);
        self.removed.fetch_add(removed as u64, Ordering::Relaxed);
        Ok(outcome)
    }

    fn done(&self, _: &Outcome, _: &str, _: bool) -> String {
        let runs = count(self.runs.swap(0, Ordering::Relaxed), "run");
        if self.args.inverse {
            return format!("inputs put back: {runs}");
        }
        let removed = self.removed.swap(0, Ordering::Relaxed);
        format!("inputs normalized: {runs}, {} removed", count(removed, "message"))
    }
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let work = NormalizeWork { args, runs: AtomicU64::new(0), removed: AtomicU64::new(0) };
    event_job::run(&args.events, &args.rewrite, terminal, &work)
}

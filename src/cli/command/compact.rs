//! `turnwise compact`

use clap::ValueEnum;
use turnwise::events::FoldScope;
use turnwise::op::compact::{self, CompactLevel, CompactOptions};
use turnwise::op::{EventEnds, EventFailure, EventLog, Outcome};

use crate::cli::exit::Exit;
use crate::cli::job::event_job::{self, EventArgs, How, LineageArg, LogCommand, RewriteArgs};
use crate::cli::print::text::count;
use crate::cli::terminal::Terminal;

/// Make an AG-UI event log smaller without changing what it replays to
///
/// Reads AG-UI events as JSON Lines, an array or server-sent events. By default, deltas are folded into one snapshot of
/// the messages and one of the state, for every branch. `--level deltas` merges deltas as the library's compactEvents
/// does, in memory bounded by the open messages and calls.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange_for_events))]
#[command(after_help = "Examples:
  turnwise compact events.jsonl > small.jsonl
  turnwise compact --level deltas --framing sse < stream.sse
  turnwise compact --scope run -i log.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    events: EventArgs,
    #[command(flatten)]
    rewrite: RewriteArgs,
    /// What to merge
    #[arg(long, value_name = "LEVEL", default_value = "snapshot")]
    level: LevelArg,
    /// Which runs to write snapshots for
    #[arg(long, value_name = "SCOPE", default_value = "tip")]
    scope: CompactScopeArg,
    /// Which run precedes a run that names no parent
    #[arg(long, value_name = "MODE", default_value = "auto")]
    lineage: LineageArg,
    /// Keep the input of runs unchanged
    #[arg(long)]
    keep_input: bool,
    /// Accept partial AG-UI logs and the shorthand of its guides
    ///
    /// `state` for `snapshot`, `patch` for `delta`, strings as messages.
    #[arg(long)]
    lenient: bool,
    /// Expand chunks to start, content and end events before deltas are merged
    #[arg(long)]
    expand_chunks: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LevelArg {
    /// One snapshot of the messages and one of the state
    Snapshot,
    /// One content event per message, one arguments event per tool call, one state snapshot per run
    Deltas,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CompactScopeArg {
    /// Runs that no other run continues
    Tip,
    /// All runs, so that each can be restored; the size may grow with the square of the number of runs
    Run,
    /// The last run of the log, regardless of its parent
    Thread,
}

impl LogCommand for Args {
    fn run(
        &self,
        log: EventLog<'_>,
        How { layout, keep, jobs }: How,
        ends: EventEnds<'_>,
    ) -> Result<Outcome, EventFailure> {
        let options = CompactOptions {
            level: if self.level == LevelArg::Deltas { CompactLevel::Deltas } else { CompactLevel::Snapshot },
            scope: match self.scope {
                CompactScopeArg::Tip => FoldScope::Tip,
                CompactScopeArg::Run => FoldScope::Run,
                CompactScopeArg::Thread => FoldScope::Thread,
            },
            mode: self.lineage.of_rewrite(),
            keeps_input: self.keep_input,
            expands_chunks: self.expand_chunks,
            is_lenient: self.lenient,
            layout,
            keep,
            jobs,
        };
        compact::run(log, &options, ends)
    }

    fn done(&self, outcome: &Outcome, unit: &str, is_dry: bool) -> String {
        let Outcome { records_in, records_out, bytes_in, bytes_out, .. } = outcome;
        let verb = if is_dry { "would compact" } else { "compacted" };
        format!("{verb} {} ({bytes_in} bytes) to {records_out} ({bytes_out} bytes)", count(*records_in, unit))
    }
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let is_deltas = args.level == LevelArg::Deltas;
    for option in ["scope", "lineage", "keep_input"] {
        terminal.no_effect(option, is_deltas, "with --level deltas");
    }
    terminal.no_effect("lineage", args.scope == CompactScopeArg::Thread, "with --scope thread");
    terminal.no_effect("expand_chunks", !is_deltas, "without --level deltas");
    event_job::run(&args.events, &args.rewrite, terminal, args)
}

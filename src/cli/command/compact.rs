//! `turnwise compact`

use clap::ValueEnum;
use turnwise::events::{FoldScope, LineageMode};
use turnwise::op::compact::{self, Level, Options};
use turnwise::op::{EventEnds, EventFailure, EventInput, Outcome};

use super::event_job::{self, EventArgs, How, LineageArg, RewriteArgs, Work};
use crate::cli::exit::Exit;
use crate::cli::print::text::count;
use crate::cli::terminal::Terminal;

/// Make an event log smaller without changing what it replays to
///
/// Reads AG-UI events as JSON Lines, an array or server-sent events. The usual level folds deltas into one snapshot of
/// the messages and one of the state, for every branch; `--level deltas` joins deltas as the library's compactEvents
/// does, in memory bounded by what is open.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange))]
#[command(after_help = "Examples:
  turnwise compact events.jsonl > small.jsonl
  turnwise compact --level deltas --framing sse < stream.sse
  turnwise compact --scope run -i log.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    events: EventArgs,
    #[command(flatten)]
    rewrite: RewriteArgs,
    /// How far to go
    #[arg(long, value_name = "LEVEL", default_value = "snapshot")]
    level: LevelArg,
    /// Which runs get snapshots
    #[arg(long, value_name = "SCOPE", default_value = "tip")]
    scope: ScopeArg,
    /// What a run without a parent goes on from
    #[arg(long, value_name = "MODE", default_value = "previous")]
    lineage: LineageArg,
    /// Leave the input of runs as it is
    #[arg(long)]
    keep_input: bool,
    /// Also read what guides write: `state` for `snapshot`, `patch` for `delta`, messages that are plain texts
    #[arg(long)]
    lenient: bool,
    /// Write chunks out as start, content and end before deltas are joined
    #[arg(long)]
    expand_chunks: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LevelArg {
    /// One snapshot of the messages and one of the state
    Snapshot,
    /// One content event a message, one arguments event a tool call, one snapshot of the state a run
    Deltas,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ScopeArg {
    /// Those that nothing goes on from
    Tip,
    /// All, so that each can be restored; may grow with the square of the runs
    Run,
    /// The last one of the log, whatever goes on from what
    Thread,
}

impl Work for Args {
    fn run(
        &mut self,
        input: EventInput,
        How { layout, keep, jobs }: How,
        ends: EventEnds<'_>,
    ) -> Result<Outcome, EventFailure> {
        let options = Options {
            level: if self.level == LevelArg::Deltas { Level::Deltas } else { Level::Snapshot },
            scope: match self.scope {
                ScopeArg::Tip => FoldScope::Tip,
                ScopeArg::Run => FoldScope::Run,
                ScopeArg::Thread => FoldScope::Thread,
            },
            mode: LineageMode::from(self.lineage),
            keeps_input: self.keep_input,
            expands_chunks: self.expand_chunks,
            is_lenient: self.lenient,
            layout,
            keep,
            jobs,
        };
        compact::run(input, &options, ends)
    }

    fn done(&self, outcome: &Outcome, is_dry: bool) -> String {
        let Outcome { records_in, records_out, bytes_in, bytes_out, .. } = outcome;
        let verb = if is_dry { "would compact" } else { "compacted" };
        format!("{verb} {} ({bytes_in} bytes) to {records_out} ({bytes_out} bytes)", count(*records_in, "event"))
    }
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    let mut work = args.clone();
    event_job::run(&args.events, &args.rewrite, terminal, &mut work)
}

//! `turnwise replay`

use clap::ValueEnum;
use turnwise::events::LineageMode;
use turnwise::op::replay::{self, LogReplayOptions, OnDuplicate, Show};
use turnwise::op::{EventEnds, EventFailure, EventLog, Outcome};

use crate::cli::exit::Exit;
use crate::cli::job::clashes::Advice;
use crate::cli::job::event_job::{self, EventArgs, How, LineageArg, LogCommand, RewriteArgs};
use crate::cli::terminal::Terminal;

/// Show the messages and state that an AG-UI event log, or a branch of it, produces
///
/// Replays AG-UI events as the library does, each thread separately; several threads produce one line each. With
/// `--run`, only the events of that run and its parents are replayed: the conversation as it was at the end of the run.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange_for_events))]
#[command(after_help = "Examples:
  turnwise replay events.jsonl
  turnwise replay --messages --pretty events.jsonl
  turnwise replay --run run3 --events log.jsonl > branch.jsonl
  turnwise replay --last 12 log.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    log: EventArgs,
    /// Replay only this run and its parents
    #[arg(long, value_name = "ID")]
    run: Option<String>,
    /// Replay only this thread; with --run, the thread of the run
    #[arg(long, value_name = "ID")]
    thread: Option<String>,
    /// Last event to replay, counting from 1
    #[arg(long, alias = "until", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    last: Option<u64>,
    /// Print the result after each event, one line per event
    #[arg(long, conflicts_with = "events")]
    step: bool,
    /// Print the messages
    #[arg(long)]
    messages: bool,
    /// Print the state
    #[arg(long)]
    state: bool,
    /// Print the events of the branch unchanged
    #[arg(long, conflicts_with_all = ["messages", "state"])]
    events: bool,
    /// Which run precedes a run that names no parent
    #[arg(long, value_name = "MODE", default_value = "auto")]
    lineage: LineageArg,
    /// Which run to use if several have the same id [default: stop]
    #[arg(long, value_name = "WHICH")]
    on_duplicate: Option<OnDuplicateArg>,
    /// Accept partial AG-UI logs and the shorthand of its guides
    ///
    /// `state` for `snapshot`, `patch` for `delta`, strings as messages.
    #[arg(long)]
    lenient: bool,
    /// Continue if a parent is not in the log
    #[arg(long)]
    allow_missing_parent: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OnDuplicateArg {
    First,
    Last,
    /// All of them, in order
    All,
}

impl LogCommand for Args {
    fn run(
        &self,
        log: EventLog<'_>,
        How { layout, keep, .. }: How,
        ends: EventEnds<'_>,
    ) -> Result<Outcome, EventFailure> {
        let options = LogReplayOptions {
            run: self.run.clone(),
            thread: self.thread.clone(),
            until: self.last,
            steps: self.step,
            show: match (self.messages, self.state, self.events) {
                (_, _, true) => Show::Events,
                (true, false, _) => Show::Messages,
                (false, true, _) => Show::State,
                _ => Show::All,
            },
            mode: LineageMode::from(self.lineage),
            on_duplicate: match self.on_duplicate {
                None => OnDuplicate::Refuse,
                Some(OnDuplicateArg::First) => OnDuplicate::First,
                Some(OnDuplicateArg::Last) => OnDuplicate::Last,
                Some(OnDuplicateArg::All) => OnDuplicate::All,
            },
            allows_missing: self.allow_missing_parent,
            is_lenient: self.lenient,
            layout,
            keep,
        };
        replay::run(log, &options, ends)
    }

    fn advice(&self) -> Advice {
        Advice::Elsewhere
    }

    fn done(&self, _: &Outcome, _: &str, _: bool) -> String {
        String::new()
    }
}

pub(crate) fn run(args: &Args, terminal: &Terminal) -> anyhow::Result<Exit> {
    for option in ["lineage", "on_duplicate", "allow_missing_parent"] {
        terminal.no_effect(option, args.run.is_none(), "without --run");
    }
    event_job::run(&args.log, &RewriteArgs::default(), terminal, args)
}

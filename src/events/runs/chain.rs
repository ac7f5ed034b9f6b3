//! The logs of all runs, and the replay of a run with all runs before it.

use super::lineage::{Lineage, LineageMode, LineageRun, RunCollector, RunIndex};
use super::log::{RunLog, replay_logs};
use crate::events::kind::Event;
use crate::events::replay::{Replay, ReplayOptions, StateLimit};
use crate::json::{Node, Tape};
use crate::report::Report;

/// Which runs precede a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// Its ancestors.
    Parents(LineageMode),
    /// All earlier runs of its thread.
    All,
}

/// Stores the events of all runs that messages and state depend on.
///
/// Memory is proportional to the conversation: the deltas of a message are joined, and a run whose events are larger
/// than its replayed result is replaced by that result.
#[derive(Debug)]
pub struct RunStore {
    runs: RunCollector,
    finder: RunIndex,
    /// The parents as far as they can be determined while the log is read.
    parents: Vec<Parent>,
    prelude: RunLog,
    logs: Vec<RunLog>,
    before: Before,
    options: ReplayOptions,
    scratch: Tape,
    /// The run of the last event.
    current: Option<usize>,
    /// The number of the current event.
    number: u64,
    beyond: Option<StateLimit>,
    /// How often events were replayed to replace them.
    #[cfg(test)]
    pub(super) condensed: usize,
}

impl RunStore {
    /// An empty store.
    #[must_use]
    pub fn new(before: Before, options: ReplayOptions) -> Self {
        let scratch = Tape::with_max_depth(options.limits.depth.saturating_add(8));
        Self {
            runs: RunCollector::default(),
            finder: RunIndex::default(),
            parents: Vec::new(),
            prelude: RunLog::default(),
            logs: Vec::new(),
            before,
            options,
            scratch,
            current: None,
            number: 0,
            beyond: None,
            #[cfg(test)]
            condensed: 0,
        }
    }

    /// Sets the number of the next event: one event of a log may have become several.
    pub fn at_record(&mut self, number: u64) {
        self.number = number;
    }

    /// The patch that a limit stopped while the log was read.
    #[must_use]
    pub fn beyond(&self) -> Option<&StateLimit> {
        self.beyond.as_ref()
    }

    /// Takes in the rows of a store that have no events.
    pub fn rows(&mut self, root: Node<'_, '_>) {
        self.runs.rows(root);
    }

    /// Adds the next event. Returns the index of its run; `None` before the first run.
    pub fn event(&mut self, event: &Event<'_, '_>) -> Option<usize> {
        self.current = self.runs.event(event);
        while let Some(run) = self.runs.all().get(self.logs.len()) {
            self.parents.push(Parent::of(&self.finder, run, self.runs.all(), self.before));
            self.finder.add(self.logs.len(), run);
            self.logs.push(RunLog::default());
        }
        let log = current_log(self.current, &mut self.logs, &mut self.prelude);
        log.push(self.number, event, &mut self.scratch);
        self.number += 1;
        if log.is_long() && self.beyond.is_none() {
            self.condense();
        }
        self.current
    }

    /// Replaces the events of the current run by their replayed result, if that is smaller.
    fn condense(&mut self) {
        let Some(chain) = self.known_chain() else { return };
        #[cfg(test)]
        {
            self.condensed += 1;
        }
        let mut replay = Replay::new(&self.options);
        let mut logs = vec![&self.prelude];
        logs.extend(chain.iter().filter_map(|run| self.logs.get(*run)));
        replay_logs(&logs, &mut replay, &mut Report::keeping(0));
        if let Some(beyond) = replay.beyond() {
            self.beyond.get_or_insert_with(|| beyond.clone());
            return;
        }
        current_log(self.current, &mut self.logs, &mut self.prelude).condense(&replay);
    }

    /// The way to the current run, if no run that comes later can change it.
    fn known_chain(&self) -> Option<Vec<usize>> {
        if self.before == Before::All {
            return Some(self.current.map_or_else(Vec::new, |run| self.thread_until(run)));
        }
        let mut chain = Vec::new();
        let mut next = self.current;
        while let Some(run) = next {
            chain.push(run);
            next = match self.parents.get(run)? {
                Parent::None => None,
                Parent::Run(parent) => Some(*parent),
                Parent::Other(_) | Parent::Later => return None,
            };
        }
        chain.reverse();
        Some(chain)
    }

    /// The parent of the current run according to the log so far.
    pub(super) fn known_parent(&self) -> Option<usize> {
        self.current.and_then(|run| self.parents.get(run)).and_then(|parent| parent.run())
    }

    /// The chain of runs to a run according to the log so far.
    pub(super) fn chain_to(&self, run: Option<usize>) -> Vec<usize> {
        let mut chain = Vec::new();
        let mut next = run;
        while let Some(run) = next {
            chain.push(run);
            next = self.parents.get(run).and_then(|parent| parent.run());
        }
        chain.reverse();
        chain
    }

    /// The runs of a thread up to one of them, in the order of the log.
    #[must_use]
    pub fn thread_until(&self, run: usize) -> Vec<usize> {
        let runs = self.runs.all();
        let thread = runs.get(run).map(|run| &run.thread);
        (0..=run).filter(|other| runs.get(*other).map(|run| &run.thread) == thread).collect()
    }

    /// The runs so far.
    #[must_use]
    pub fn runs(&self) -> &[LineageRun] {
        self.runs.all()
    }

    /// The lineage, after all runs have been read.
    #[must_use]
    pub fn lineage(&self, mode: LineageMode) -> Lineage {
        self.runs.clone().lineage(mode)
    }

    /// The logs of some runs, after the events before the first run.
    pub(in crate::events) fn logs(&self, chain: &[usize]) -> Vec<&RunLog> {
        let mut logs = vec![&self.prelude];
        logs.extend(chain.iter().filter_map(|run| self.logs.get(*run)));
        logs
    }

    /// Replays these runs one after the other.
    #[must_use]
    pub fn replay(&self, chain: &[usize], report: &mut Report) -> Replay {
        let mut replay = Replay::new(&self.options);
        replay_logs(&self.logs(chain), &mut replay, report);
        replay
    }

    /// True if the content of a run was folded into snapshots of runs that come after it.
    #[must_use]
    pub fn is_compacted_away(&self, chain: &[usize], lineage: &Lineage) -> bool {
        let Some(last) = chain.last() else { return false };
        let has_own = self.logs(chain).iter().any(|log| log.has_messages || log.has_state);
        !has_own
            && self.tips_below(*last, lineage).iter().any(|tip| self.logs.get(*tip).is_some_and(|it| it.has_cumulative))
    }

    /// The descendants of a run that have snapshots of all runs before them.
    #[must_use]
    pub fn tips_below(&self, run: usize, lineage: &Lineage) -> Vec<usize> {
        let mut waiting: Vec<usize> = lineage.children(run).to_vec();
        let mut tips = Vec::new();
        while let Some(run) = waiting.pop() {
            if self.logs.get(run).is_some_and(|log| log.has_cumulative) {
                tips.push(run);
            }
            waiting.extend(lineage.children(run));
        }
        tips.sort_unstable();
        tips
    }
}

fn current_log<'l>(current: Option<usize>, logs: &'l mut [RunLog], prelude: &'l mut RunLog) -> &'l mut RunLog {
    current.and_then(|run| logs.get_mut(run)).unwrap_or(prelude)
}

/// The parent of a run while the log is read.
#[derive(Clone, Copy, Debug)]
enum Parent {
    None,
    Run(usize),
    /// A run of another thread, unless the named run appears in this thread later.
    Other(usize),
    /// Unknown until a later run is read.
    Later,
}

impl Parent {
    fn run(self) -> Option<usize> {
        match self {
            Self::Run(run) | Self::Other(run) => Some(run),
            Self::None | Self::Later => None,
        }
    }

    /// The parent of the run that begins.
    fn of(finder: &RunIndex, run: &LineageRun, runs: &[LineageRun], before: Before) -> Self {
        let Before::Parents(mode) = before else { return Self::None };
        let own = |index: &usize| runs.get(*index).is_some_and(|other| other.thread == run.thread);
        match (&run.parent, mode) {
            (None, LineageMode::Explicit) => Self::None,
            (None, LineageMode::Previous) => finder.before(run).map_or(Self::None, Self::Run),
            // A later run of the thread may name a parent.
            (None, LineageMode::Auto) => finder.before(run).map_or(Self::None, |_| Self::Later),
            (Some(_), _) => match finder.named(run) {
                Some(named) if own(&named) => Self::Run(named),
                Some(named) => Self::Other(named),
                None => Self::Later,
            },
        }
    }
}

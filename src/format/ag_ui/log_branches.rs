//! Reads a log of several conversations: each run is replayed once, after the run that it continues.
//!
//! ```text
//! run1 ─┬─ run2 ── run4      the branches run1 run2 run4 and run1 run3
//!       └─ run3
//! ```

use std::collections::{HashMap, HashSet};

use super::log_runs::{LogRuns, RunLeaf};
use super::stream::{EventReader, ThreadMessages, new_replay};
use crate::events::{Event, EventType, RunCollector, each_event};
use crate::json::{Node, Text};
use crate::model::{Branch, BranchKind, BranchStep, Stem};
use crate::report::{Refused, Report, syntax};

/// The messages of a run.
#[derive(Debug, Default)]
struct RunMessages {
    /// They replace those of the runs before.
    is_all: bool,
    /// Their places in the conversation.
    messages: std::ops::Range<usize>,
    ids: Vec<String>,
}

/// A tree of runs while it is replayed.
struct RunTree<'l, 't, 'a> {
    runs: &'l LogRuns<'t, 'a>,
    /// The runs of the first conversation; the state is theirs.
    first: HashSet<usize>,
    /// The runs up to the last one that was replayed.
    path: Vec<usize>,
    found: Vec<RunMessages>,
    /// The number of events that may be replayed a second time.
    patience: usize,
}

/// Events that may always be replayed again: where a run changes messages of the runs before it, the runs that continue the
/// same run need those as they were.
const PATIENCE: usize = 1 << 18;

/// The bytes of copied messages that count as one event.
const COPIED: usize = 128;

impl<'a> EventReader<'a, '_> {
    /// Reads the conversations of a log as branches.
    pub(super) fn read_runs(&mut self, root: Node<'_, 'a>, runs: &LogRuns<'_, 'a>) -> Result<(), Refused> {
        let leaves = runs.leaves();
        let last = leaves.first().map_or(0, |leaf| leaf.run);
        let first: HashSet<usize> = runs.chain(last).into_iter().collect();
        self.threads = runs.threads.iter().map(|_| ThreadMessages::default()).collect();
        self.keep_all(root, runs, &first);
        let count = runs.events.iter().map(Vec::len).sum::<usize>();
        let found = runs.events.iter().map(|_| RunMessages::default()).collect();
        let mut tree = RunTree { runs, first, path: Vec::new(), found, patience: PATIENCE + 4 * count };
        for thread in 0..runs.threads.len() {
            self.replay_thread(thread, last, &mut tree)?;
        }
        self.add_branches(&leaves, &tree);
        Ok(())
    }

    /// Keeps what is in no message, and the places of messages.
    fn keep_all(&mut self, root: Node<'_, 'a>, runs: &LogRuns<'_, 'a>, first: &HashSet<usize>) {
        self.wrappers(root);
        let mut collector = RunCollector::of_rows(root);
        each_event(root, &mut |node, row| {
            let event = Event::of(node).in_row(row);
            let run = collector.event(&event);
            if !self.is_event(node) {
                return;
            }
            self.thread = run.and_then(|run| runs.thread_of.get(run)).copied().unwrap_or_default();
            let is_state = matches!(event.kind, EventType::StateSnapshot | EventType::StateDelta);
            if is_state && run.is_some_and(|run| !first.contains(&run)) {
                self.keep_event(event);
            } else {
                self.keep(event);
            }
            self.name_places(event);
        });
    }

    fn replay_thread(&mut self, thread: usize, last: usize, tree: &mut RunTree<'_, '_, 'a>) -> Result<(), Refused> {
        let runs = tree.runs;
        self.thread = thread;
        self.begin_thread(thread, tree);
        let own = runs.threads.get(thread).map(|thread| thread.runs.as_slice()).unwrap_or_default();
        let is_root = |run: &&usize| runs.parents.get(**run).is_some_and(Option::is_none);
        let mut waiting = Vec::new();
        tree.push(own.iter().filter(is_root).copied().collect(), &mut waiting);
        while let Some(run) = waiting.pop() {
            self.go_to(runs.parents.get(run).copied().flatten(), tree)?;
            self.replay_run(run, tree);
            let (is_all, text) = (!self.replay.is_only_longer(), self.replay.new_messages());
            // Copies of messages of earlier runs cost as much as events.
            tree.spend(if is_all { text.len() / COPIED } else { 0 }, run)?;
            let start = self.conversation.messages.len();
            let ids = self.add_messages(&text)?;
            if let Some(found) = tree.found.get_mut(run) {
                *found = RunMessages { is_all, messages: start..self.conversation.messages.len(), ids };
            }
            if run == last {
                self.end()?;
            }
            self.replay.mark();
            tree.path.push(run);
            tree.push(runs.children.get(run).cloned().unwrap_or_default(), &mut waiting);
        }
        Ok(())
    }

    fn begin_thread(&mut self, thread: usize, tree: &mut RunTree<'_, '_, 'a>) {
        self.replay = new_replay();
        self.start_over();
        tree.path.clear();
        // What comes before all runs belongs to the first thread.
        for event in tree.runs.prelude.iter().filter(|_| thread == 0) {
            self.replay(*event);
        }
        self.replay.mark();
    }

    /// Makes the messages those after a run.
    fn go_to(&mut self, run: Option<usize>, tree: &mut RunTree<'_, '_, 'a>) -> Result<(), Refused> {
        if tree.path.last().copied() == run {
            return Ok(());
        }
        while !tree.path.is_empty() && tree.path.last().copied() != run {
            tree.path.pop();
            self.replay.drop_mark();
        }
        if self.replay.rewind() {
            return Ok(());
        }
        let chain = run.map(|run| tree.runs.chain(run)).unwrap_or_default();
        let events: usize = chain.iter().filter_map(|run| tree.runs.events.get(*run)).map(Vec::len).sum();
        tree.spend(events, chain.last().copied().unwrap_or_default())?;
        // All of it was reported before.
        let (mut report, kept) = (Report::keeping(0), std::mem::take(&mut self.conversation.extras));
        std::mem::swap(self.report, &mut report);
        self.begin_thread(self.thread, tree);
        for run in chain {
            self.replay_run(run, tree);
            self.replay.mark();
            tree.path.push(run);
        }
        std::mem::swap(self.report, &mut report);
        self.conversation.extras = kept;
        Ok(())
    }

    fn replay_run(&mut self, run: usize, tree: &RunTree<'_, '_, 'a>) {
        self.start_over();
        let has_state = tree.first.contains(&run);
        for event in tree.runs.events.get(run).into_iter().flatten() {
            let is_state = matches!(event.kind, EventType::StateSnapshot | EventType::StateDelta);
            if has_state || !is_state {
                self.replay(*event);
            }
        }
    }

    /// Makes a branch of each way to a leaf, and of the ways to other runs, which can be requested.
    fn add_branches(&mut self, leaves: &[RunLeaf], tree: &RunTree<'_, '_, 'a>) {
        let runs = tree.runs;
        let mut done = HashMap::new();
        let mut kept: Vec<HashSet<String>> = runs.threads.iter().map(|_| HashSet::new()).collect();
        for leaf in leaves {
            let kind = if leaf.is_newest { BranchKind::Active } else { BranchKind::Abandoned };
            let branch = self.branch(leaf.run, kind, &mut done, &mut kept, tree);
            self.conversation.branches.push(branch);
        }
        for thread in 0..runs.threads.len() {
            self.report_dropped(thread, &kept.get(thread).cloned().unwrap_or_default());
        }
        for run in runs.branch_ends().into_iter().skip(leaves.len()) {
            let branch = self.branch(run, BranchKind::Part, &mut done, &mut kept, tree);
            self.conversation.branches.push(branch);
        }
    }

    fn branch(
        &self,
        run: usize,
        kind: BranchKind,
        done: &mut HashMap<usize, Stem>,
        kept: &mut [HashSet<String>],
        tree: &RunTree<'_, '_, 'a>,
    ) -> Branch<'a> {
        let runs = tree.runs;
        let thread = runs.thread_of.get(run).copied().unwrap_or_default();
        let (mut stem, mut own, mut next) = (None, Vec::new(), Some(run));
        while let Some(index) = next {
            if let Some(shared) = done.get(&index) {
                stem = Some(*shared);
                break;
            }
            own.push(index);
            let is_all = tree.found.get(index).is_some_and(|found| found.is_all);
            next = runs.parents.get(index).copied().flatten().filter(|_| !is_all);
        }
        own.reverse();
        let mut order = Vec::new();
        let before = stem.map_or(0, |stem| stem.steps);
        for index in own {
            let Some(found) = tree.found.get(index) else { continue };
            for place in found.messages.clone() {
                let Some(message) = self.conversation.messages.get(place) else { continue };
                let id = message.details().id.clone().unwrap_or(Text::Token(""));
                order.push(BranchStep { at: message.at, id, message: Some(place) });
            }
            if let Some(kept) = kept.get_mut(thread) {
                kept.extend(found.ids.iter().cloned());
            }
            done.insert(index, Stem { branch: self.conversation.branches.len(), steps: before + order.len() });
        }
        let start = runs.events.get(run).and_then(|events| events.first());
        let ids = start.and_then(Event::begins);
        let has_threads = runs.threads.len() > 1;
        let name = runs.threads.get(thread).and_then(|thread| thread.name.as_deref()).filter(|_| has_threads);
        Branch {
            at: order.first().map(|step| step.at).or(start.map(|event| event.node.at())).unwrap_or_default(),
            kind,
            id: ids.and_then(|ids| ids.run).and_then(|run| run.text()),
            name: name.map(Text::owned_token),
            stem,
            order,
            ..Branch::default()
        }
    }
}

impl RunTree<'_, '_, '_> {
    /// Spends patience; fails at a run where there is none left.
    fn spend(&mut self, events: usize, run: usize) -> Result<(), Refused> {
        let Some(patience) = self.patience.checked_sub(events) else {
            let at = self.runs.events.get(run).and_then(|events| events.first()).map(|event| event.node.at());
            let message = "too many branches of the log change messages of the runs before them; turnwise replay --run ID \
                           --messages replays one of them";
            return Err(Refused::new(&syntax::TOO_LONG, at.unwrap_or_default(), message));
        };
        self.patience = patience;
        Ok(())
    }

    /// Runs that are replayed next: that of the first conversation before all others, which do not change its state.
    fn push(&self, mut next: Vec<usize>, waiting: &mut Vec<usize>) {
        next.sort_by_key(|run| (self.first.contains(run), std::cmp::Reverse(*run)));
        waiting.extend(next);
    }
}

//! The runs of a log as trees: one for each thread. A log is one conversation for each thread and each leaf.

use crate::events::{Event, LineageMode, RunCollector, each_event};
use crate::json::Node;

/// The runs of a thread.
#[derive(Debug, Default)]
pub(super) struct ThreadRuns {
    /// The thread, as a token.
    pub(super) name: Option<String>,
    /// Its runs, in the order of the log.
    pub(super) runs: Vec<usize>,
}

/// The runs of a log.
#[derive(Debug)]
pub(super) struct LogRuns<'t, 'a> {
    pub(super) threads: Vec<ThreadRuns>,
    /// The index of the thread of each run.
    pub(super) thread_of: Vec<usize>,
    /// The events before the first run.
    pub(super) prelude: Vec<Event<'t, 'a>>,
    /// The events of each run.
    pub(super) events: Vec<Vec<Event<'t, 'a>>>,
    /// The run of its thread that each run continues.
    pub(super) parents: Vec<Option<usize>>,
    pub(super) children: Vec<Vec<usize>>,
}

impl<'t, 'a> LogRuns<'t, 'a> {
    /// The runs of a log with more than one conversation; `None` for a log whose events are one conversation, in their order.
    pub(super) fn of(root: Node<'t, 'a>) -> Option<Self> {
        Self::collected(root, collected(root, RunCollector::default()))
    }

    /// The same, where the runs are known.
    pub(super) fn collected(root: Node<'t, 'a>, collector: RunCollector) -> Option<Self> {
        // Only then rows without events matter, and most logs have no rows.
        let collector =
            if collector.misses_parents() { collected(root, RunCollector::of_rows(root)) } else { collector };
        let count = collector.all().len();
        if count < 2 {
            return None;
        }
        let lineage = collector.lineage(LineageMode::Auto);
        let mut threads: Vec<ThreadRuns> = Vec::new();
        let mut by_name = std::collections::HashMap::new();
        let (mut thread_of, mut parents, mut children) = (Vec::new(), Vec::new(), vec![Vec::new(); count]);
        for (index, run) in lineage.runs().iter().enumerate() {
            let thread = *by_name.entry(run.thread.as_ref()).or_insert(threads.len());
            if thread == threads.len() {
                threads.push(ThreadRuns { name: run.thread.clone(), runs: Vec::new() });
            }
            let before = threads.get(thread).and_then(|thread| thread.runs.last().copied());
            let own = |parent: &usize| lineage.runs().get(*parent).is_some_and(|other| other.thread == run.thread);
            // Runs that are their own ancestors are taken in their order.
            let parent = lineage.depth(index).map_or(before, |_| lineage.parent(index).filter(own));
            if let Some(thread) = threads.get_mut(thread) {
                thread.runs.push(index);
            }
            if let Some(children) = parent.and_then(|parent| children.get_mut(parent)) {
                children.push(index);
            }
            thread_of.push(thread);
            parents.push(parent);
        }
        let is_next = |(index, parent): (usize, &Option<usize>)| *parent == index.checked_sub(1);
        if threads.len() == 1 && parents.iter().enumerate().all(is_next) {
            return None;
        }
        let mut runs =
            Self { threads, thread_of, prelude: Vec::new(), events: vec![Vec::new(); count], parents, children };
        let mut collector = RunCollector::of_rows(root);
        each_event(root, &mut |node, row| {
            let event = Event::of(node).in_row(row);
            let run = collector.event(&event);
            run.and_then(|run| runs.events.get_mut(run)).unwrap_or(&mut runs.prelude).push(event);
        });
        Some(runs)
    }

    /// The way from the first run of its thread to a run.
    pub(super) fn chain(&self, run: usize) -> Vec<usize> {
        let mut chain = vec![run];
        let mut next = self.parents.get(run).copied().flatten();
        while let Some(parent) = next {
            chain.push(parent);
            next = self.parents.get(parent).copied().flatten();
        }
        chain.reverse();
        chain
    }

    /// The last runs of all branches: of conversations, then of parts of them.
    pub(super) fn branch_ends(&self) -> Vec<usize> {
        // A run without events is that of a row whose events are in the rows of later runs.
        let has_events = |run: &usize| self.events.get(*run).is_some_and(|events| !events.is_empty());
        let is_inner =
            |run: &usize| has_events(run) && self.children.get(*run).is_some_and(|children| !children.is_empty());
        self.leaves().into_iter().map(|leaf| leaf.run).chain((0..self.events.len()).filter(is_inner)).collect()
    }

    /// The ends of conversations: the newest one of each thread first, then the others, in the order of the log.
    pub(super) fn leaves(&self) -> Vec<RunLeaf> {
        let is_leaf = |run: &usize| self.children.get(*run).is_some_and(Vec::is_empty);
        let (mut newest, mut others) = (Vec::new(), Vec::new());
        for thread in &self.threads {
            let mut leaves = thread.runs.iter().copied().filter(is_leaf).rev();
            newest.extend(leaves.next().map(|run| RunLeaf { run, is_newest: true }));
            others.extend(leaves.map(|run| RunLeaf { run, is_newest: false }));
        }
        others.sort_unstable_by_key(|leaf| leaf.run);
        newest.extend(others);
        newest
    }
}

fn collected(root: Node<'_, '_>, mut collector: RunCollector) -> RunCollector {
    each_event(root, &mut |node, row| _ = collector.event(&Event::of(node).in_row(row)));
    collector
}

/// A run that no other run of its thread continues.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunLeaf {
    pub(super) run: usize,
    /// It is the last one of its thread.
    pub(super) is_newest: bool,
}

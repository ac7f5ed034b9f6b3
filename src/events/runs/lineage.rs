//! The lineage of runs: `parentRunId` names the run that a run continues.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crate::events::kind::{Event, EventType};
use crate::events::row::StoreRow;
use crate::json::{Node, spelled};

/// The parent of a run without `parentRunId`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineageMode {
    /// The previous run, in threads where no run names a parent; none in other threads.
    #[default]
    Auto,
    /// None: the run is a root.
    Explicit,
    /// The run of the same thread before it.
    Previous,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// It has not ended.
    #[default]
    Open,
    /// Successfully.
    Success,
    /// With an interrupt, which waits for an answer.
    Interrupt,
    /// It was cancelled.
    Cancelled,
    /// It failed.
    Error,
}

impl Status {
    /// The name for output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Success => "success",
            Self::Interrupt => "interrupt",
            Self::Cancelled => "cancelled",
            Self::Error => "error",
        }
    }

    fn of(event: &Event<'_, '_>) -> Self {
        let kind = event.get("outcome").and_then(|outcome| outcome.get("type"));
        match kind {
            Some(kind) if kind.is("interrupt") => Self::Interrupt,
            Some(kind) if kind.is("cancelled") => Self::Cancelled,
            _ => Self::Success,
        }
    }
}

/// One run. Ids are normalized tokens.
#[derive(Clone, Debug, Default)]
pub struct LineageRun {
    /// The thread; `None` for the thread without a name.
    pub thread: Option<String>,
    /// Its id.
    pub id: Option<String>,
    /// The run it names as its parent.
    pub parent: Option<String>,
    /// The number of its events, the start included.
    pub events: u64,
    /// How it ended.
    pub status: Status,
}

/// Collects the runs of a log, event by event.
#[derive(Clone, Debug, Default)]
pub struct RunCollector {
    runs: Vec<LineageRun>,
    /// The first run with this thread and id.
    by_key: HashMap<(Option<String>, Option<String>), usize>,
    /// The first run with this id.
    by_id: HashMap<String, usize>,
    /// The runs of rows without events, by thread and id. They count if another run continues them.
    empty: HashMap<(Option<String>, String), LineageRun>,
    /// The run of the last event.
    current: Option<usize>,
}

fn id_of(node: Option<Node<'_, '_>>) -> Option<String> {
    node.and_then(|node| node.token()).map(|token| spelled(token).into_owned())
}

impl RunCollector {
    /// A collector that knows the rows without events of a log.
    #[must_use]
    pub fn of_rows(root: Node<'_, '_>) -> Self {
        let mut collector = Self::default();
        collector.rows(root);
        collector
    }

    /// Takes in the rows of a store that have no events: `compact` may have put those into the rows of later runs.
    pub fn rows(&mut self, root: Node<'_, '_>) {
        let mut add = |row: Node<'_, '_>| {
            let Some(ids) = StoreRow::without_events(row) else { return };
            let (thread, id, parent) = (id_of(ids.thread), id_of(ids.run), id_of(ids.parent));
            let key = (thread.clone(), id.clone().unwrap_or_default());
            self.empty.entry(key).or_insert(LineageRun { thread, id, parent, ..LineageRun::default() });
        };
        if root.is_array() { root.items().for_each(add) } else { add(root) }
    }

    /// Begins the runs of rows without events that a run continues.
    fn begin_empty(&mut self, thread: Option<&String>, parent: Option<&String>) {
        let (mut next, mut found) = (parent.filter(|_| !self.empty.is_empty()).cloned(), Vec::new());
        while let Some(run) = next.take().and_then(|id| self.empty.remove(&(thread.cloned(), id))) {
            next.clone_from(&run.parent);
            found.push(run);
        }
        for run in found.into_iter().rev() {
            if let Entry::Vacant(entry) = self.by_key.entry((run.thread.clone(), run.id.clone())) {
                entry.insert(self.runs.len());
                self.runs.push(run);
            }
        }
    }

    /// Adds the next event. Returns the index of its run; `None` before the first run.
    pub fn event(&mut self, event: &Event<'_, '_>) -> Option<usize> {
        if let Some(ids) = event.begins() {
            let (id, parent) = (id_of(ids.run), id_of(ids.parent));
            let thread = id_of(ids.thread).or_else(|| self.thread_of(parent.as_deref()?));
            let key = (thread.clone(), id.clone());
            // A row without the start of its run may continue with the run of an earlier row.
            let known = self.by_key.get(&key).copied().filter(|_| event.kind != EventType::RunStarted);
            if known.is_none() {
                self.begin_empty(thread.as_ref(), parent.as_ref());
                self.by_key.entry(key).or_insert(self.runs.len());
                self.by_id.entry(id.clone().unwrap_or_default()).or_insert(self.runs.len());
                self.runs.push(LineageRun { thread, id, parent, events: 0, status: Status::Open });
            }
            self.current = known.or(self.runs.len().checked_sub(1));
        }
        let run = self.runs.get_mut(self.current?)?;
        run.events += 1;
        match event.kind {
            EventType::RunFinished => run.status = Status::of(event),
            EventType::RunError => run.status = Status::Error,
            _ => {}
        }
        self.current
    }

    /// The thread of the run that a run without a thread continues: of the current thread, or else of any.
    fn thread_of(&self, parent: &str) -> Option<String> {
        let current = self.current.and_then(|run| self.runs.get(run)).map(|run| run.thread.clone());
        let own = current.and_then(|thread| self.by_key.get(&(thread, Some(parent.to_owned()))));
        own.or_else(|| self.by_id.get(parent)).and_then(|run| self.runs.get(*run))?.thread.clone()
    }

    /// True if a run names a parent that is not among the runs of its thread.
    #[must_use]
    pub fn misses_parents(&self) -> bool {
        let mut continued = self.runs.iter().filter(|run| run.parent.is_some());
        continued.any(|run| !self.by_key.contains_key(&(run.thread.clone(), run.parent.clone())))
    }

    /// The runs so far.
    #[must_use]
    pub fn all(&self) -> &[LineageRun] {
        &self.runs
    }

    /// Determines the parents and children of the runs.
    #[must_use]
    pub fn lineage(self, mode: LineageMode) -> Lineage {
        Lineage::new(self.runs, mode)
    }
}

/// A problem with runs, which are given by their index in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Issue {
    /// An earlier run of the thread has the same id.
    Duplicate(usize),
    /// The parent is not in the log.
    Missing(usize),
    /// The parent is in another thread.
    CrossThread(usize),
    /// The parent comes later.
    Forward(usize),
    /// These are their own ancestors.
    Cycle(Vec<usize>),
}

/// The runs of a log with their parents and children.
///
/// ```
/// use turnwise::events::{Event, LineageMode, RunCollector};
/// use turnwise::json::Tape;
///
/// let mut runs = RunCollector::default();
/// for line in [
///     r#"{"type":"RUN_STARTED","threadId":"t","runId":"a"}"#,
///     r#"{"type":"RUN_STARTED","threadId":"t","runId":"b","parentRunId":"a"}"#,
/// ] {
///     runs.event(&Event::of(Tape::new().parse(line)?));
/// }
/// let lineage = runs.lineage(LineageMode::Explicit);
/// assert_eq!((lineage.parent(1), lineage.depth(1)), (Some(0), Some(1)));
/// # Ok::<(), turnwise::json::JsonError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lineage {
    runs: Vec<LineageRun>,
    parents: Vec<Option<usize>>,
    children: Vec<Vec<usize>>,
    depths: Vec<Option<u64>>,
    issues: Vec<Issue>,
    is_orphan: Vec<bool>,
}

/// Finds runs by id; the first of several with the same id.
#[derive(Debug, Default)]
pub(super) struct RunIndex {
    by_key: HashMap<(Option<String>, String), usize>,
    by_id: HashMap<String, usize>,
    last: HashMap<Option<String>, usize>,
}

impl RunIndex {
    /// Adds the next run. Returns false if an earlier run of the thread has the same id.
    pub(super) fn add(&mut self, index: usize, run: &LineageRun) -> bool {
        self.last.insert(run.thread.clone(), index);
        let Some(id) = &run.id else { return true };
        self.by_id.entry(id.clone()).or_insert(index);
        *self.by_key.entry((run.thread.clone(), id.clone())).or_insert(index) == index
    }

    /// The parent named by a run: the one in its thread, or else one in any thread.
    pub(super) fn named(&self, run: &LineageRun) -> Option<usize> {
        let parent = run.parent.as_ref()?;
        let own = self.by_key.get(&(run.thread.clone(), parent.clone()));
        own.or_else(|| self.by_id.get(parent)).copied()
    }

    /// The run of the same thread that was added last.
    pub(super) fn before(&self, run: &LineageRun) -> Option<usize> {
        self.last.get(&run.thread).copied()
    }
}

impl Lineage {
    fn new(runs: Vec<LineageRun>, mode: LineageMode) -> Self {
        let mut finder = RunIndex::default();
        let (mut before, mut is_first) = (Vec::with_capacity(runs.len()), Vec::with_capacity(runs.len()));
        for (index, run) in runs.iter().enumerate() {
            before.push(finder.before(run));
            is_first.push(finder.add(index, run));
        }
        let naming = runs.iter().filter(|run| run.parent.is_some()).map(|run| run.thread.clone());
        let naming: HashSet<Option<String>> = naming.collect();
        let mut issues = Vec::new();
        let mut parents = Vec::with_capacity(runs.len());
        let mut children = vec![Vec::new(); runs.len()];
        let mut is_orphan = Vec::with_capacity(runs.len());
        for (index, run) in runs.iter().enumerate() {
            if is_first.get(index) == Some(&false) {
                issues.push(Issue::Duplicate(index));
            }
            let parent = match (&run.parent, mode) {
                (Some(_), _) => finder.named(run),
                (None, LineageMode::Auto) if naming.contains(&run.thread) => None,
                (None, LineageMode::Auto | LineageMode::Previous) => before.get(index).copied().flatten(),
                (None, LineageMode::Explicit) => None,
            };
            is_orphan.push(parent.is_none() && run.parent.is_some());
            match parent {
                None if run.parent.is_some() => issues.push(Issue::Missing(index)),
                None => {}
                Some(parent) => {
                    if runs.get(parent).is_some_and(|other| other.thread != run.thread) {
                        issues.push(Issue::CrossThread(index));
                    }
                    if parent > index {
                        issues.push(Issue::Forward(index));
                    }
                    if let Some(children) = children.get_mut(parent) {
                        children.push(index);
                    }
                }
            }
            parents.push(parent);
        }
        let mut lineage = Self { depths: vec![None; runs.len()], runs, parents, children, issues, is_orphan };
        lineage.find_depths();
        lineage.find_cycles();
        lineage
    }

    fn find_depths(&mut self) {
        // Visits runs from the roots down; runs that are not reached are in a cycle or below one.
        let mut waiting: Vec<(usize, u64)> =
            (0..self.runs.len()).filter(|run| self.parent(*run).is_none()).map(|run| (run, 0)).collect();
        while let Some((run, depth)) = waiting.pop() {
            if let Some(own) = self.depths.get_mut(run) {
                *own = Some(depth);
            }
            waiting.extend(self.children(run).iter().map(|child| (*child, depth + 1)));
        }
    }

    fn find_cycles(&mut self) {
        // The number of the walk that visited each run first; 0 for none.
        let mut seen = vec![0_usize; self.runs.len()];
        for start in 0..self.runs.len() {
            let (mut run, walk) = (start, start + 1);
            while self.depth(run).is_none() && seen.get(run) == Some(&0) {
                if let Some(mark) = seen.get_mut(run) {
                    *mark = walk;
                }
                let Some(parent) = self.parent(run) else { break };
                run = parent;
            }
            if self.depth(run).is_some() || seen.get(run) != Some(&walk) {
                continue;
            }
            let mut members = vec![run];
            let mut next = self.parent(run);
            while let Some(member) = next.filter(|member| *member != run) {
                members.push(member);
                next = self.parent(member);
            }
            members.sort_unstable();
            self.issues.push(Issue::Cycle(members));
        }
    }

    /// The runs, in the order of the log.
    #[must_use]
    pub fn runs(&self) -> &[LineageRun] {
        &self.runs
    }

    /// The parent of a run.
    #[must_use]
    pub fn parent(&self, run: usize) -> Option<usize> {
        self.parents.get(run).copied().flatten()
    }

    /// The children of a run, in the order of the log.
    #[must_use]
    pub fn children(&self, run: usize) -> &[usize] {
        self.children.get(run).map_or(&[], Vec::as_slice)
    }

    /// The number of ancestors; `None` for runs in or below a cycle.
    #[must_use]
    pub fn depth(&self, run: usize) -> Option<u64> {
        self.depths.get(run).copied().flatten()
    }

    /// The problems with the runs.
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        &self.issues
    }

    /// The runs without a parent.
    pub fn roots(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.runs.len()).filter(|run| self.parent(*run).is_none() && !self.is_orphan(*run))
    }

    /// True if the parent of a run is not in the log.
    #[must_use]
    pub fn is_orphan(&self, run: usize) -> bool {
        self.is_orphan.get(run) == Some(&true)
    }

    /// The runs without children.
    pub fn leaves(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.runs.len()).filter(|run| self.children(*run).is_empty())
    }

    /// The chain from the root to a run; `None` if it is in or below a cycle.
    #[must_use]
    pub fn chain(&self, run: usize) -> Option<Vec<usize>> {
        self.depth(run)?;
        let mut chain = vec![run];
        let mut next = self.parent(run);
        while let Some(parent) = next {
            chain.push(parent);
            next = self.parent(parent);
        }
        chain.reverse();
        Some(chain)
    }
}

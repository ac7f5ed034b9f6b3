//! Rows of a store: `{"thread_id":"t1","run_id":"r2","parent_run":"r1","events":[]}`. Their columns are lineage, too.

use super::kind::{Event, EventType};
use crate::json::Node;

const THREAD: [&str; 2] = ["thread_id", "threadId"];
const RUN: [&str; 2] = ["run_id", "runId"];
const PARENT: [&str; 4] = ["parent_run", "parentRun", "parent_run_id", "parentRunId"];

/// The row around an event.
#[derive(Clone, Copy, Debug)]
pub struct StoreRow<'t, 'a> {
    object: Node<'t, 'a>,
    /// The event is the first one of the row.
    is_first: bool,
}

/// The ids with which a run begins, as written.
#[derive(Clone, Copy, Debug, Default)]
pub struct StartedRun<'t, 'a> {
    /// The thread.
    pub thread: Option<Node<'t, 'a>>,
    /// The run.
    pub run: Option<Node<'t, 'a>>,
    /// The run that it continues.
    pub parent: Option<Node<'t, 'a>>,
}

/// True for a row of a store.
#[inline(always)]
#[must_use]
pub fn is_row(node: Node<'_, '_>) -> bool {
    !node.has_scalars_only() && has_row_members(node)
}

fn has_row_members(node: Node<'_, '_>) -> bool {
    let has_id = || THREAD.iter().chain(&RUN).any(|key| node.get(key).is_some());
    node.get("events").is_some_and(|events| events.is_array()) && has_id()
}

impl<'t, 'a> StoreRow<'t, 'a> {
    pub(super) fn new(object: Node<'t, 'a>, is_first: bool) -> Self {
        Self { object, is_first }
    }

    /// The columns that name thread, run and parent; `null` is none.
    #[must_use]
    pub fn ids(&self) -> StartedRun<'t, 'a> {
        let column = |keys: &[&str]| keys.iter().find_map(|key| self.object.get(key)).filter(Node::is_string);
        StartedRun { thread: column(&THREAD), run: column(&RUN), parent: column(&PARENT) }
    }

    /// True for a column that [`StoreRow::ids`] reads.
    #[must_use]
    pub fn is_id(key: Node<'_, '_>) -> bool {
        THREAD.iter().chain(&RUN).chain(&PARENT).any(|name| key.is(name))
    }

    /// True at the first event of the row.
    #[must_use]
    pub fn is_first(&self) -> bool {
        self.is_first
    }

    /// The events of the row that start a run.
    fn starts(&self) -> impl Iterator<Item = Node<'t, 'a>> + use<'t, 'a> {
        let events = self.object.get("events").into_iter().flat_map(|events| events.items());
        events.filter(|event| EventType::of(*event) == EventType::RunStarted)
    }

    /// True for a row of one run.
    pub(super) fn has_one_start(&self) -> bool {
        self.starts().nth(1).is_none()
    }

    /// The ids of a row that names its run and has no events.
    pub(super) fn without_events(object: Node<'t, 'a>) -> Option<StartedRun<'t, 'a>> {
        let is_empty = is_row(object) && object.get("events").is_some_and(|events| events.is_empty());
        is_empty.then(|| Self::new(object, false).ids()).filter(|ids| ids.run.is_some())
    }

    /// True at the first event of a row that names a run which no event of the row starts.
    fn begins_run(&self) -> bool {
        self.is_first && self.ids().run.is_some() && self.starts().next().is_none()
    }
}

impl<'t, 'a> Event<'t, 'a> {
    /// The same event as part of a row.
    #[must_use]
    pub fn in_row(self, row: Option<StoreRow<'t, 'a>>) -> Self {
        Self { row, ..self }
    }

    /// The ids of the run that begins with this event. What the event does not say is taken from its row: the parent only for
    /// the run that the row is about. `None`: no run begins.
    #[must_use]
    pub fn begins(&self) -> Option<StartedRun<'t, 'a>> {
        if self.kind != EventType::RunStarted {
            return self.row.filter(StoreRow::begins_run).map(|row| row.ids());
        }
        let [thread, run, parent] =
            self.node.pick(&["threadId", "runId", "parentRunId"]).map(|id| id.filter(Node::is_string));
        let Some(row) = self.row.map(|row| row.ids()) else { return Some(StartedRun { thread, run, parent }) };
        let is_same =
            |run: Node<'_, '_>, of_row: Node<'_, '_>| run.text().zip(of_row.text()).is_some_and(|(a, b)| a.same(&b));
        let is_about = run.zip(row.run).is_none_or(|(run, of_row)| is_same(run, of_row));
        Some(StartedRun {
            thread: thread.or(row.thread),
            run: run.or(row.run),
            parent: parent.or(row.parent.filter(|_| is_about)),
        })
    }
}

//! Checks the parents of runs: which run continues which.

use std::collections::{HashMap, HashSet};

use super::check::{EventPlace, FindingSink};
use super::codes;
use super::kind::{Event, EventType};
use super::row::{StartedRun, StoreRow};
use super::rules_lineage as rule;
use crate::json::{Node, Text};

/// The maximum number of runs that are checked together.
const MOST: usize = 1 << 18;

/// The runs of a stream.
#[derive(Debug, Default)]
pub(super) struct CheckedRuns {
    list: Vec<CheckedRun>,
    /// The first run with this thread and id.
    by_key: HashMap<(String, String), usize>,
    /// The first run with this id.
    by_id: HashMap<String, usize>,
    /// The first run of a thread.
    threads: HashMap<String, usize>,
    /// The runs of rows without events, by thread and id.
    empty: HashSet<(Option<String>, String)>,
    is_full: bool,
}

#[derive(Debug)]
struct CheckedRun {
    thread: String,
    id: String,
    parent: Option<String>,
    place: EventPlace,
}

fn word(node: Option<Node<'_, '_>>) -> Option<String> {
    node.and_then(|node| node.text()).map(|text| text.decode_json().into_owned())
}

/// Compares the columns of a row with the start of its run.
fn compare_row(event: Event<'_, '_>, sink: &mut FindingSink<'_>) {
    let Some(row) = event.row.filter(|_| event.kind == EventType::RunStarted) else { return };
    let columns = row.ids();
    let [thread, run, parent] = event.node.pick(&["threadId", "runId", "parentRunId"]);
    let is_about = word(run).is_none() || word(columns.run).is_none() || word(run) == word(columns.run);
    let pairs = [("thread", columns.thread, thread), ("run", columns.run, run), ("parent", columns.parent, parent)];
    for (what, column, own) in pairs {
        // A row may have several runs; its parent is that of the run that it names.
        let counts = match what {
            "run" => row.has_one_start(),
            "parent" => is_about,
            _ => true,
        };
        let (Some(column), Some(own)) = (column.filter(|_| counts), own) else { continue };
        if let (Some(of_row), Some(of_event)) = (word(Some(column)), word(Some(own)))
            && of_row != of_event
        {
            sink.add(rule::ROW_CONTRADICTS.code, column.at(), || {
                format!("the column names the {what} `{}`, the event `{}`", show(&of_row), show(&of_event))
            });
        }
    }
}

fn show(text: &str) -> String {
    Text::owned(text).show()
}

impl CheckedRuns {
    /// Adds the run that begins with an event.
    pub(super) fn begin(
        &mut self,
        event: Event<'_, '_>,
        ids: StartedRun<'_, '_>,
        place: EventPlace,
        sink: &mut FindingSink<'_>,
    ) {
        compare_row(event, sink);
        let (Some(thread), Some(id)) = (word(ids.thread), word(ids.run)) else { return };
        if self.list.len() >= MOST {
            if !std::mem::replace(&mut self.is_full, true) {
                let message = || format!("only the parents of the first {MOST} runs are looked at");
                sink.add(rule::MANY_RUNS.code, place.at, message);
            }
            return;
        }
        let parent = word(ids.parent);
        let index = self.list.len();
        if self.threads.contains_key(&thread) && parent.is_none() {
            sink.add(rule::RUN_WITHOUT_PARENT.code, place.at, || format!("the run `{}` has no parentRunId", show(&id)));
        }
        self.threads.entry(thread.clone()).or_insert(index);
        let key = (thread.clone(), id.clone());
        if *self.by_key.entry(key).or_insert(index) != index {
            sink.add(&codes::DUPLICATE_RUN, place.at, || {
                format!("the thread `{}` has a run `{}` already", show(&thread), show(&id))
            });
        }
        self.by_id.entry(id.clone()).or_insert(index);
        self.list.push(CheckedRun { thread, id, parent, place });
    }

    /// Takes in the rows of a store that have no events.
    pub(super) fn rows(&mut self, root: Node<'_, '_>) {
        let rows = if root.is_array() { root.items().collect() } else { vec![root] };
        for ids in rows.into_iter().filter_map(StoreRow::without_events) {
            if self.empty.len() < MOST {
                self.empty.insert((word(ids.thread), word(ids.run).unwrap_or_default()));
            }
        }
    }

    /// True if a run continues that of a row without events.
    fn is_after_empty_row(&self, run: &CheckedRun) -> bool {
        let parent = run.parent.clone().unwrap_or_default();
        self.empty.contains(&(Some(run.thread.clone()), parent))
    }

    fn parent(&self, run: &CheckedRun) -> Option<usize> {
        let parent = run.parent.clone()?;
        let same = self.by_key.get(&(run.thread.clone(), parent.clone()));
        same.or_else(|| self.by_id.get(&parent)).copied()
    }

    /// Reports problems with parents at the end of the stream.
    pub(super) fn finish(&self, is_part: bool, sink: &mut FindingSink<'_>) {
        let parents: Vec<_> = self.list.iter().map(|run| self.parent(run)).collect();
        let in_cycle = cycles(&parents);
        for (index, run) in self.list.iter().enumerate() {
            let (Some(name), parent) = (&run.parent, parents.get(index).copied().flatten()) else { continue };
            let (id, name) = (show(&run.id), show(name));
            let Some(parent) = parent else {
                if !(self.is_full || is_part || self.is_after_empty_row(run)) {
                    sink.add_at(&codes::MISSING_PARENT, run.place, || {
                        format!("the parent `{name}` of the run `{id}` is not in the stream")
                    });
                }
                continue;
            };
            if in_cycle.get(index) == Some(&true) {
                sink.add_at(&codes::PARENT_CYCLE, run.place, || format!("the run `{id}` is its own ancestor"));
            } else if parent > index {
                sink.add_at(&codes::FORWARD_PARENT, run.place, || {
                    format!("the parent `{name}` of the run `{id}` comes later")
                });
            }
            if self.list.get(parent).is_some_and(|parent| parent.thread != run.thread) {
                sink.add_at(&codes::CROSS_THREAD, run.place, || {
                    format!("the parent `{name}` of the run `{id}` is of another thread")
                });
            }
        }
    }
}

/// The runs that are on a cycle of parents.
fn cycles(parents: &[Option<usize>]) -> Vec<bool> {
    // The number of the walk that visited each run first; 0 for none.
    let mut seen = vec![0_usize; parents.len()];
    let mut in_cycle = vec![false; parents.len()];
    for start in 0..parents.len() {
        let (mut at, walk) = (Some(start), start + 1);
        while let Some(index) = at {
            match seen.get_mut(index) {
                Some(place @ 0) => *place = walk,
                Some(place) if *place == walk && in_cycle.get(index) == Some(&false) => {
                    mark(parents, index, &mut in_cycle);
                }
                _ => break,
            }
            if in_cycle.get(index) == Some(&true) {
                break;
            }
            at = parents.get(index).copied().flatten();
        }
    }
    in_cycle
}

fn mark(parents: &[Option<usize>], start: usize, in_cycle: &mut [bool]) {
    let mut at = Some(start);
    while let Some(index) = at {
        match in_cycle.get_mut(index) {
            Some(is_in @ false) => *is_in = true,
            _ => return,
        }
        at = parents.get(index).copied().flatten();
    }
}

#[cfg(test)]
mod tests {
    use super::cycles;

    #[test]
    fn only_members_of_a_cycle_are_marked() {
        assert_eq!(cycles(&[None, Some(0), Some(2)]), [false, false, true]);
        assert_eq!(cycles(&[Some(1), Some(2), Some(1), Some(0), None]), [false, true, true, false, false]);
    }
}

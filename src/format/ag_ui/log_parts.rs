//! The events of one conversation of a log, as they are in it: rows of a store stay rows.

use std::collections::BTreeSet;

use super::log_runs::LogRuns;
use crate::events::{Event, RunCollector, each_event, has_events};
use crate::format::listing::LogPart;
use crate::json::Node;

/// An event, or an object around several, and the run of each.
struct LogItem<'t, 'a> {
    node: Node<'t, 'a>,
    runs: Vec<Option<usize>>,
}

/// Calls the function with the events of each of these branches.
pub(super) fn parts(root: Node<'_, '_>, branches: &[usize], each: &mut dyn FnMut(LogPart)) {
    let Some(runs) = LogRuns::of(root) else { return };
    let mut collector = RunCollector::of_rows(root);
    let nodes: Vec<_> = if root.is_array() { root.items().collect() } else { vec![root] };
    let (mut items, mut items_of) = (Vec::with_capacity(nodes.len()), vec![Vec::new(); runs.events.len()]);
    // What comes before all runs belongs to the first thread.
    let mut prelude = Vec::new();
    for (index, node) in nodes.into_iter().enumerate() {
        let mut own = Vec::new();
        each_event(node, &mut |event, row| own.push(collector.event(&Event::of(event).in_row(row))));
        for run in &own {
            let list = run.and_then(|run| items_of.get_mut(run)).unwrap_or(&mut prelude);
            if list.last() != Some(&index) {
                list.push(index);
            }
        }
        items.push(LogItem { node, runs: own });
    }
    let ends = runs.branch_ends();
    for run in branches.iter().filter_map(|branch| ends.get(*branch)) {
        let chain = runs.chain(*run);
        let is_first = runs.thread_of.get(*run) == Some(&0);
        let own: BTreeSet<usize> = chain.iter().filter_map(|run| items_of.get(*run)).flatten().copied().collect();
        let before = prelude.iter().copied().filter(|_| is_first);
        let chain: BTreeSet<usize> = chain.into_iter().collect();
        let is_own = |run: &Option<usize>| run.map_or(is_first, |run| chain.contains(&run));
        let mut part = LogPart::default();
        for index in own.into_iter().chain(before).collect::<BTreeSet<_>>() {
            if let Some(item) = items.get(index) {
                item.add_to(&mut part, &is_own);
                part.end_item();
            }
        }
        each(part);
    }
}

impl LogItem<'_, '_> {
    fn add_to(&self, part: &mut LogPart, is_own: &dyn Fn(&Option<usize>) -> bool) {
        let (text, base) = (self.node.raw(), self.node.span().start);
        if !has_events(self.node) || self.runs.iter().all(is_own) {
            return part.add(text, base);
        }
        let Some(list) = self.node.get("events") else { return };
        let inner = |at: usize| at.saturating_sub(base);
        let (start, end) = (list.span().start + 1, list.span().end.saturating_sub(1));
        part.add(text.get(..inner(start)).unwrap_or_default(), base);
        let mut is_first = true;
        for (event, _) in list.items().zip(&self.runs).filter(|(_, run)| is_own(run)) {
            if !std::mem::take(&mut is_first) {
                part.text.push(',');
            }
            part.add(event.raw(), event.span().start);
        }
        part.add(text.get(inner(end)..).unwrap_or_default(), end);
    }
}

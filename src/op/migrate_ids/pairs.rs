//! Pairs results without an id with calls: with the first unanswered call, of the same function if the result names
//! one. Calls without an id come before those with one, and calls that other results refer to are taken.

use std::collections::{HashMap, HashSet, VecDeque};

use super::record_ids::{NONE, RecordIds};
use crate::format::ids::{Scope, Site, Sites, Usage};

/// For every result without an id, the place of its call. Both are indexes in `sites`.
pub(super) fn answers(all: &Sites, known: &RecordIds, text: &str) -> HashMap<usize, usize> {
    let mut found = HashMap::new();
    let is_nameless = |site: &Site| site.is_missing && site.usage == Usage::Points && site.family == 0;
    if !all.list.iter().any(|site| site.scope == Scope::Call && is_nameless(site)) {
        return found;
    }
    let claimed = claimed(all, known);
    let (mut nameless, mut named) = (OpenCalls::default(), OpenCalls::default());
    for (site, index) in all.list.iter().zip(0..).filter(|(site, _)| site.scope == Scope::Call) {
        let function = all.function(site).and_then(|name| text.get(name.start..name.end));
        match site.usage {
            Usage::Names if site.is_missing => nameless.add(index, function),
            Usage::Names if !claimed.contains(&index) => named.add(index, function),
            Usage::Points if is_nameless(site) => {
                if let Some(call) = nameless.first(function).or_else(|| named.first(function)) {
                    found.insert(index, call);
                }
            }
            Usage::Names | Usage::Points | Usage::Lineage | Usage::Follows | Usage::Kept => {}
        }
    }
    found
}

/// The calls that results with an id answer, wherever the results are.
fn claimed(all: &Sites, known: &RecordIds) -> HashSet<usize> {
    let (mut claimed, mut by_id) = (HashSet::new(), HashMap::<u32, Vec<usize>>::new());
    let calls = all.list.iter().zip(&known.places).zip(0..).filter(|((site, _), _)| site.scope == Scope::Call);
    for ((site, id), index) in calls.filter(|((_, id), _)| **id != NONE) {
        if site.usage == Usage::Names {
            by_id.entry(*id).or_default().push(index);
        } else if site.usage == Usage::Points {
            claimed.extend(by_id.get_mut(id).and_then(Vec::pop));
        }
    }
    claimed
}

/// Unanswered calls. Answered ones leave the queues when they are reached.
#[derive(Default)]
struct OpenCalls<'a> {
    answered: HashSet<usize>,
    all: VecDeque<usize>,
    by_function: HashMap<&'a str, VecDeque<usize>>,
}

impl<'a> OpenCalls<'a> {
    fn add(&mut self, index: usize, function: Option<&'a str>) {
        self.all.push_back(index);
        if let Some(function) = function {
            self.by_function.entry(function).or_default().push_back(index);
        }
    }

    fn first(&mut self, function: Option<&str>) -> Option<usize> {
        let queue = match function {
            Some(function) => self.by_function.get_mut(function)?,
            None => &mut self.all,
        };
        while let Some(index) = queue.pop_front() {
            if self.answered.insert(index) {
                return Some(index);
            }
        }
        None
    }
}

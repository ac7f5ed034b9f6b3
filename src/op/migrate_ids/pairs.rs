//! Which call a result answers that does not say so: the first one that waits, of its function if it names one.

use std::collections::{HashMap, VecDeque};

use crate::format::ids::{Scope, Site, Usage};

/// For every result without an id, the place of its call. Both count as places in `sites`.
///
/// `places` says which id each place has.
pub(super) fn answers(sites: &[Site], places: &[Option<usize>], text: &str) -> HashMap<usize, usize> {
    let mut found = HashMap::new();
    let is_nameless = |site: &Site| site.is_missing && site.usage == Usage::Points && site.family == 0;
    if !sites.iter().any(|site| site.scope == Scope::Call && is_nameless(site)) {
        return found;
    }
    let mut waiting = Waiting::default();
    for (index, (site, place)) in
        sites.iter().zip(places).enumerate().filter(|(_, (site, _))| site.scope == Scope::Call)
    {
        let function = site.function().and_then(|name| text.get(name.start..name.end));
        match site.usage {
            Usage::Names => waiting.add(index, *place, function),
            Usage::Points if is_nameless(site) => {
                if let Some(call) = waiting.first(function) {
                    found.insert(index, call);
                }
            }
            Usage::Points => waiting.answer(*place),
            Usage::Lineage | Usage::Follows | Usage::Kept => {}
        }
    }
    found
}

/// Calls that wait. Those that were answered leave the queues when they come up.
#[derive(Default)]
struct Waiting<'a> {
    is_answered: HashMap<usize, bool>,
    all: VecDeque<usize>,
    by_function: HashMap<&'a str, VecDeque<usize>>,
    by_id: HashMap<usize, VecDeque<usize>>,
}

impl<'a> Waiting<'a> {
    fn add(&mut self, index: usize, place: Option<usize>, function: Option<&'a str>) {
        self.is_answered.insert(index, false);
        self.all.push_back(index);
        if let Some(function) = function {
            self.by_function.entry(function).or_default().push_back(index);
        }
        if let Some(place) = place {
            self.by_id.entry(place).or_default().push_back(index);
        }
    }

    fn first(&mut self, function: Option<&str>) -> Option<usize> {
        let Self { is_answered, all, by_function, .. } = self;
        let queue = match function {
            Some(function) => by_function.get_mut(function)?,
            None => all,
        };
        while let Some(index) = queue.pop_front() {
            if is_answered.insert(index, true) == Some(false) {
                return Some(index);
            }
        }
        None
    }

    fn answer(&mut self, place: Option<usize>) {
        let Some(queue) = place.and_then(|place| self.by_id.get_mut(&place)) else { return };
        while let Some(index) = queue.pop_front() {
            if self.is_answered.insert(index, true) == Some(false) {
                return;
            }
        }
    }
}

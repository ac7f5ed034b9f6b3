//! The state from event to event of a log: the recent ids.

use crate::json::short_lists;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};

use crate::events::Memory;
use crate::format::ids::Scope;
use crate::report::Diagnostic;

/// The maximum number of references to later events that are kept.
const WAITING: usize = 1 << 16;

/// The earlier events.
#[derive(Debug, Default)]
pub(super) struct IdHistory {
    /// The scope in which an id appeared first, because a call may create a message with its own id.
    pub(super) kinds: Memory<Scope>,
    /// Ids that identify something.
    named: Memory<()>,
    /// New ids, and the old ids that they replace.
    given: Memory<u64>,
    /// Ids in the map.
    mapped: Memory<()>,
    hasher: RandomState,
    /// Numbered references to later events, and those of the last event.
    waiting: HashMap<String, (u64, Diagnostic)>,
    number: u64,
    pub(super) unresolved: Vec<(String, Diagnostic)>,
    /// The hash of all events so far.
    pub(super) seed: [u64; 2],
    /// The number of identified items in each scope.
    pub(super) numbers: [u64; 5],
    /// The subject of the last event of each family, as JSON.
    pub(super) open: [Option<String>; 8],
}

impl IdHistory {
    pub(super) fn name(&mut self, name: &str) {
        self.named.insert(name, ());
        self.waiting.remove(name);
    }

    /// Keeps a reference until an event identifies its target.
    pub(super) fn wait(&mut self, name: String, diagnostic: Diagnostic) {
        self.number += 1;
        self.waiting.insert(name, (self.number, diagnostic));
    }

    /// The open references, in order of their appearance.
    pub(super) fn end(&mut self) -> Vec<(String, Diagnostic)> {
        let mut all: Vec<_> = self.waiting.drain().collect();
        short_lists::sort_by_key(&mut all, |(_, (number, _))| *number);
        all.into_iter().map(|(name, (_, diagnostic))| (name, diagnostic)).collect()
    }

    /// True if no event so far has this id, and no open reference to it exists. False if some ids were forgotten.
    pub(super) fn is_nameless(&mut self, name: &str) -> bool {
        !self.named.has_forgotten()
            && self.waiting.len() < WAITING
            && !self.waiting.contains_key(name)
            && self.named.get(name).is_none()
    }

    /// True if another id was replaced by this one.
    pub(super) fn is_given(&mut self, new: &str, old: &(impl Hash + ?Sized)) -> bool {
        let old = self.hasher.hash_one(old);
        match self.given.get(new) {
            Some(known) => *known != old,
            None => {
                self.given.insert(new, old);
                false
            }
        }
    }

    /// True the first time.
    pub(super) fn is_unmapped(&mut self, id: &(impl Hash + ?Sized)) -> bool {
        let is_new = self.mapped.get(id).is_none();
        if is_new {
            self.mapped.insert(id, ());
        }
        is_new
    }
}

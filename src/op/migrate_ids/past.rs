//! What is remembered of a log from event to event: about the ids that came up last.

use std::hash::{BuildHasher, Hash, RandomState};

use crate::events::Memory;
use crate::report::Diagnostic;

/// How many references that wait for what they point to are kept.
const WAITING: usize = 1 << 16;

/// Of the events before.
#[derive(Debug, Default)]
pub(super) struct Past {
    /// Ids of calls.
    pub(super) calls: Memory<()>,
    /// Ids that name something.
    named: Memory<()>,
    /// New ids, and from which old one they were made.
    given: Memory<u64>,
    /// Ids that the map has.
    mapped: Memory<()>,
    hasher: RandomState,
    /// References to what was not there yet.
    pub(super) waiting: Vec<(String, Diagnostic)>,
    /// The hash of all events so far.
    pub(super) seed: [u64; 2],
    /// How many things of each scope were named.
    pub(super) numbers: [u64; 5],
    /// What the last event of each family is about, as JSON.
    pub(super) open: [Option<String>; 8],
}

impl Past {
    pub(super) fn name(&mut self, name: &str) {
        self.named.insert(name, ());
        if !self.waiting.is_empty() {
            self.waiting.retain(|(waiting, _)| waiting != name);
        }
    }

    /// True if it is known to name nothing so far. Where something was forgotten, nobody knows.
    pub(super) fn is_nameless(&mut self, name: &str) -> bool {
        !self.named.has_forgotten() && self.named.get(name).is_none() && self.waiting.len() < WAITING
    }

    /// True if another id became this one.
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

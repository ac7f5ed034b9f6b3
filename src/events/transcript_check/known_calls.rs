//! The tool calls of a conversation: their arguments and results.

use std::collections::{BTreeMap, HashMap};

use crate::events::memory::Memory;

/// The maximum number of calls without a result; beyond it the oldest are not checked.
const MOST: usize = 1 << 16;

/// The calls of a conversation.
#[derive(Debug, Default)]
pub(super) struct KnownCalls {
    /// The number of results of each call.
    results: Memory<u32>,
    /// Calls of this run without a result, in order.
    pending: BTreeMap<u64, String>,
    pending_by_id: HashMap<String, u64>,
    next: u64,
    /// The arguments of the open calls.
    arguments: HashMap<String, String>,
}

impl KnownCalls {
    /// Forgets the calls of the earlier part of a conversation.
    pub(super) fn forget(&mut self) {
        self.results.forget();
    }

    /// True if calls may exist that are not known.
    pub(super) fn has_forgotten(&self) -> bool {
        self.results.has_forgotten()
    }

    /// Opens a call of this run.
    pub(super) fn start(&mut self, id: String) {
        if self.results.get(id.as_str()).is_none() {
            self.results.insert(id.as_str(), 0);
            self.next += 1;
            self.pending.insert(self.next, id.clone());
            self.pending_by_id.insert(id.clone(), self.next);
            if self.pending.len() > MOST
                && let Some((_, oldest)) = self.pending.pop_first()
            {
                self.pending_by_id.remove(&oldest);
            }
        }
        self.arguments.insert(id, String::new());
    }

    /// Appends a delta to the arguments of a call, if it is open.
    pub(super) fn append(&mut self, id: &str, delta: &str) {
        if let Some(arguments) = self.arguments.get_mut(id) {
            arguments.push_str(delta);
        }
    }

    /// Closes a call, and returns its arguments, if it was open.
    pub(super) fn end(&mut self, id: &str) -> Option<String> {
        self.arguments.remove(id)
    }

    /// Adds a call of a snapshot or an input, which is not of this run.
    pub(super) fn learn(&mut self, id: &str) {
        if self.results.get(id).is_none() {
            self.results.insert(id, 0);
        }
    }

    /// Records that a message of a snapshot or an input is the result of a call.
    pub(super) fn settle(&mut self, id: &str) {
        if let Some(place) = self.pending_by_id.remove(id) {
            self.pending.remove(&place);
        }
    }

    /// Counts a result. The number of results of its call, if that is known.
    pub(super) fn answer(&mut self, id: &str) -> Option<u32> {
        self.settle(id);
        let results = self.results.get(id)?;
        *results += 1;
        Some(*results)
    }

    /// The calls of this run without a result, with their order.
    pub(super) fn pending(&self) -> Vec<(u64, String)> {
        self.pending.iter().map(|(place, id)| (*place, id.clone())).collect()
    }

    /// Ends the run: its open calls are not checked any more.
    pub(super) fn end_run(&mut self) {
        self.pending.clear();
        self.pending_by_id.clear();
        self.arguments.clear();
    }
}

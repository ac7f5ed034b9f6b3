//! The checks of one thread. A log may have events of many threads; the library gets those of one.

use std::collections::HashMap;

use super::check::{EventPlace, FindingSink};
use super::chunks::Expand;
use super::legacy::Upgrade;
use super::memory::Memory;
use super::rules_shape;
use super::sequence_check::SequenceCheck;
use super::transcript_check::TranscriptCheck;

/// The number of threads whose state is kept; beyond it all but the current one are forgotten.
const MOST: usize = 1024;

/// The state of a thread.
#[derive(Debug, Default)]
pub(super) struct ThreadCheck {
    pub(super) upgrade: Upgrade,
    pub(super) expand: Expand,
    pub(super) sequence: SequenceCheck,
    pub(super) transcript: TranscriptCheck,
    /// The library has stopped here.
    pub(super) has_stopped: bool,
    /// The last event.
    pub(super) last: Option<EventPlace>,
}

impl ThreadCheck {
    /// Reports what is open at the end.
    pub(super) fn finish(&self, sink: &mut FindingSink<'_>) {
        let Some(place) = self.last.filter(|_| self.sequence.is_in_run()) else { return };
        sink.add_at(rules_shape::RUN_NOT_FINISHED.code, place, || "the stream ends inside a run".to_owned());
        if let Some(open) = self.sequence.open() {
            sink.add_at(rules_shape::LEFT_OPEN.code, place, || format!("open at the end of the stream: {open}"));
        }
    }
}

/// The threads of a log.
#[derive(Debug, Default)]
pub(super) struct CheckedThreads {
    pub(super) current: ThreadCheck,
    name: Option<String>,
    others: HashMap<String, ThreadCheck>,
    forgotten: Memory<()>,
}

impl CheckedThreads {
    /// Makes a thread the current one. The result is the threads that were forgotten.
    pub(super) fn enter(&mut self, name: &str) -> Vec<ThreadCheck> {
        if self.name.as_deref() == Some(name) {
            return Vec::new();
        }
        let Some(before) = self.name.replace(name.to_owned()) else { return Vec::new() };
        let mut gone = Vec::new();
        if self.others.len() >= MOST {
            #[expect(clippy::iter_over_hash_type, reason = "sorted below")]
            for (name, thread) in self.others.drain() {
                self.forgotten.insert(name.as_str(), ());
                gone.push(thread);
            }
            gone.sort_by_key(|thread| thread.last.map(|place| place.event));
        }
        let next = self.others.remove(name).unwrap_or_else(|| {
            let mut thread = ThreadCheck::default();
            if self.forgotten.get(name).is_some() {
                thread.transcript.forget();
            }
            thread
        });
        self.others.insert(before, std::mem::replace(&mut self.current, next));
        gone
    }

    /// All threads, in the order of their last events.
    pub(super) fn all(&self) -> Vec<&ThreadCheck> {
        let mut all: Vec<_> = self.others.values().chain([&self.current]).collect();
        all.sort_by_key(|thread| thread.last.map(|place| place.event));
        all
    }
}

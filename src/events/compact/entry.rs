//! A message or tool call whose events are buffered until it ends.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::order::{Effect, Order};
use crate::events::kind::Event;
use crate::events::replay::metadata::merge_into;
use crate::events::tree::value::TreeValue;
use crate::json::{Node, Tape, spelled};

/// A message or tool call that has not ended.
#[derive(Debug, Default)]
pub(super) struct CompactEntry {
    /// The token of its id.
    id: String,
    start: Option<(u64, String)>,
    /// The joined delta, as a token, and the numbers of the first and last event in it.
    delta: Option<(u64, u64, String)>,
    /// Metadata of the first delta and the events after it.
    late: Option<TreeValue>,
    /// Buffered events that do not belong to this entry.
    others: Vec<(u64, Effect, String)>,
}

impl CompactEntry {
    /// Adds a start event, possibly a repeated one. Returns true if it changes the effect of earlier events.
    pub(super) fn start(&mut self, number: u64, event: &Event<'_, '_>, scratch: &mut Tape) -> bool {
        let Some((first, before)) = self.start.take() else {
            let text = if self.delta.is_some() { self.without_metadata(event, None, scratch) } else { raw(event) };
            self.start = Some((number, text));
            return self.delta.is_some();
        };
        let earlier = scratch.parse(&before).ok().and_then(|root| root.get("metadata")).map(TreeValue::of);
        let text = if self.delta.is_some() {
            self.without_metadata(event, earlier, scratch)
        } else {
            match earlier {
                None => raw(event),
                Some(earlier) => {
                    let mut merged = Some(earlier);
                    merge_into(&mut merged, event.metadata(), scratch);
                    with_metadata(event, merged, scratch)
                }
            }
        };
        self.start = Some((first, text));
        true
    }

    fn without_metadata(&mut self, event: &Event<'_, '_>, earlier: Option<TreeValue>, scratch: &mut Tape) -> String {
        merge_into(&mut self.late, event.metadata(), scratch);
        if earlier.is_none() && event.get("metadata").is_none() {
            return raw(event);
        }
        with_metadata(event, earlier, scratch)
    }

    /// Adds a delta.
    pub(super) fn piece(&mut self, number: u64, delta: &str, metadata: Option<Node<'_, '_>>, scratch: &mut Tape) {
        match &mut self.delta {
            Some((_, last, joined)) => {
                *last = number;
                joined.push_str(delta);
            }
            None => self.delta = Some((number, number, delta.to_owned())),
        }
        if metadata.is_some() {
            merge_into(&mut self.late, metadata, scratch);
        }
    }

    /// Emits the entry: start, one content event, end, then the buffered events.
    pub(super) fn flush(
        self,
        keys: [&str; 2],
        end: Option<(u64, &str)>,
        order: &mut Order,
        emit: &mut dyn FnMut(&str),
    ) {
        if let Some((number, start)) = &self.start {
            order.leave(Effect::Maker, *number, *number);
            emit(start);
        }
        if let Some((first, last, delta)) = &self.delta {
            order.leave(Effect::Piece, *first, *last);
            if self.start.is_none() {
                // A message with this id may have been created in between.
                order.doubt();
            }
            let [kind, key] = keys;
            let mut text = Vec::with_capacity(delta.len() + 96);
            for part in ["{\"type\":\"", kind, "\",\"", key, "\":\"", &self.id, "\",\"delta\":\"", delta, "\""] {
                text.extend_from_slice(part.as_bytes());
            }
            if let Some(late) = &self.late {
                text.extend_from_slice(b",\"metadata\":");
                late.write(&mut text);
            }
            text.push(b'}');
            emit(&String::from_utf8(text).unwrap_or_default());
        }
        if let Some((number, end)) = end {
            order.leave(Effect::Piece, number, number);
            emit(end);
        }
        for (number, effect, text) in &self.others {
            order.leave(*effect, *number, *number);
            emit(text);
        }
    }
}

fn raw(event: &Event<'_, '_>) -> String {
    event.node.raw().to_owned()
}

/// The event with this metadata instead of its own; `None` removes the metadata.
fn with_metadata(event: &Event<'_, '_>, metadata: Option<TreeValue>, scratch: &mut Tape) -> String {
    let mut value = TreeValue::of(event.node);
    if let Some(object) = value.as_object(scratch) {
        match metadata {
            Some(metadata) => {
                object.set("metadata", metadata);
            }
            None => {
                object.remove("metadata");
            }
        }
    }
    value.text()
}

/// The messages or tool calls that have not ended, in the order of their first events.
#[derive(Debug, Default)]
pub(super) struct Entries {
    by_id: HashMap<String, u64>,
    /// The slots of the entries, in the order of their first events.
    order: BTreeMap<u64, usize>,
    slots: Vec<Option<CompactEntry>>,
    free: Vec<usize>,
    /// The entries with a start event: unrelated events are buffered in the first of them.
    started: BTreeSet<u64>,
    next: u64,
    /// The last entry that was looked up: most deltas of a message follow each other.
    last: Option<Last>,
    none: Option<CompactEntry>,
}

#[derive(Debug)]
struct Last {
    id: String,
    number: u64,
    slot: usize,
}

impl Entries {
    /// The entry with an id; it is created if there is none.
    #[inline]
    pub(super) fn entry(&mut self, id: &str) -> &mut CompactEntry {
        let slot = match &self.last {
            Some(last) if last.id == id => last.slot,
            _ => self.find(id),
        };
        if slot >= self.slots.len() {
            self.slots.resize_with(slot + 1, || None);
        }
        let new = || CompactEntry { id: id.to_owned(), ..CompactEntry::default() };
        // The slot exists at this point; the other branch satisfies the compiler.
        match self.slots.get_mut(slot) {
            Some(entry) => entry.get_or_insert_with(new),
            None => self.none.insert(new()),
        }
    }

    fn find(&mut self, id: &str) -> usize {
        let next = self.next;
        let number = *self.by_id.entry(spelled(id).into_owned()).or_insert(next);
        self.next = next.max(number + 1);
        let slot = match self.order.get(&number) {
            Some(slot) => *slot,
            None => {
                let slot = self.free.pop().unwrap_or(self.slots.len());
                self.order.insert(number, slot);
                slot
            }
        };
        self.last = Some(Last { id: id.to_owned(), number, slot });
        slot
    }

    /// Records that the last entry that was looked up has a start event.
    pub(super) fn started(&mut self) {
        if let Some(last) = &self.last {
            self.started.insert(last.number);
        }
    }

    fn remove(&mut self, number: u64) -> Option<CompactEntry> {
        self.started.remove(&number);
        let slot = self.order.remove(&number)?;
        self.free.push(slot);
        self.slots.get_mut(slot)?.take()
    }

    /// Removes and returns the entry with an id; an empty one if there is none.
    pub(super) fn take(&mut self, id: &str) -> CompactEntry {
        self.last = None;
        let number = self.by_id.remove(spelled(id).as_ref());
        number.and_then(|number| self.remove(number)).unwrap_or_default()
    }

    fn first_started(&self) -> Option<usize> {
        self.started.first().and_then(|first| self.order.get(first)).copied()
    }

    /// The id of the entry with a start event, if there is exactly one.
    pub(super) fn only(&self) -> Option<String> {
        let first = self.first_started().filter(|_| self.started.len() == 1)?;
        self.slots.get(first)?.as_ref().map(|entry| entry.id.clone())
    }

    /// Buffers an event in the first entry with a start event. Returns false if there is none.
    pub(super) fn wait(&mut self, number: u64, effect: Effect, text: &str) -> bool {
        let first = self.first_started().and_then(|first| self.slots.get_mut(first)?.as_mut());
        match first {
            Some(entry) => {
                entry.others.push((number, effect, text.to_owned()));
                true
            }
            None => false,
        }
    }

    /// Removes and returns all entries, in order.
    pub(super) fn drain(&mut self) -> Vec<CompactEntry> {
        let numbers: Vec<u64> = self.order.keys().copied().collect();
        let all = numbers.into_iter().filter_map(|number| self.remove(number)).collect();
        *self = Self::default();
        all
    }
}

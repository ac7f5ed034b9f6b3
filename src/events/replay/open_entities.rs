//! The open messages, tool calls and reasoning spans, in the order in which they started.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::events::kind::{Event, EventType};
use crate::json::{Layout, Out, Text, spelled};

/// The kinds of entities that can be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::events) enum EntityKind {
    Text,
    Call,
    Reasoning,
    Span,
}

/// All open entities.
#[derive(Debug, Default)]
pub(in crate::events) struct OpenEntities {
    numbers: HashMap<(EntityKind, String), u64>,
    /// The open entities by start number.
    starts: BTreeMap<u64, (EntityKind, Text<'static>, String)>,
    next: u64,
    /// The start numbers of text messages.
    texts: BTreeSet<u64>,
}

impl OpenEntities {
    /// Updates the open entities with an event.
    pub(in crate::events) fn event(&mut self, event: &Event<'_, '_>) {
        use EventType as T;
        match event.kind {
            T::TextMessageStart => self.start(EntityKind::Text, event),
            T::TextMessageEnd => self.end(EntityKind::Text, event),
            T::ToolCallStart => self.start(EntityKind::Call, event),
            T::ToolCallEnd => self.end(EntityKind::Call, event),
            T::ReasoningMessageStart => self.start(EntityKind::Reasoning, event),
            T::ReasoningMessageEnd => self.end(EntityKind::Reasoning, event),
            T::ReasoningStart => self.start(EntityKind::Span, event),
            T::ReasoningEnd => self.end(EntityKind::Span, event),
            T::RunStarted | T::RunFinished | T::RunError => self.clear(),
            _ => {}
        }
    }

    pub(in crate::events) fn clear(&mut self) {
        self.numbers.clear();
        self.starts.clear();
        self.texts.clear();
    }

    fn start(&mut self, sort: EntityKind, event: &Event<'_, '_>) {
        let Some(id) = event.id() else { return };
        let key = (sort, spelled(id.token().unwrap_or_default()).into_owned());
        let number = *self.numbers.entry(key).or_insert(self.next);
        self.next = self.next.max(number + 1);
        if sort == EntityKind::Text {
            self.texts.insert(number);
        }
        self.starts.insert(number, (sort, id.into_owned(), bare(event)));
    }

    fn end(&mut self, sort: EntityKind, event: &Event<'_, '_>) {
        let id = match event.id() {
            Some(id) => id.into_owned(),
            None => match self.only_text() {
                Some(id) if sort == EntityKind::Text => id.clone(),
                _ => return,
            },
        };
        let key = (sort, spelled(id.token().unwrap_or_default()).into_owned());
        if let Some(number) = self.numbers.remove(&key) {
            self.starts.remove(&number);
            self.texts.remove(&number);
        }
    }

    /// The id of the open text message, if there is exactly one.
    pub(in crate::events) fn only_text(&self) -> Option<&Text<'static>> {
        let only = self.texts.first().filter(|_| self.texts.len() == 1)?;
        self.starts.get(only).map(|(_, id, _)| id)
    }

    /// The open entities, each with the event that reopens it.
    pub(in crate::events) fn starts(&self) -> impl Iterator<Item = (EntityKind, &Text<'static>, &str)> {
        self.starts.values().map(|(sort, id, start)| (*sort, id, start.as_str()))
    }
}

/// A start event reduced to the fields that have no effect when it is replayed again.
fn bare(event: &Event<'_, '_>) -> String {
    let mut out = Out::new(Layout::Compact);
    out.object(|out| {
        for (key, value) in event.node.members() {
            if !["metadata", "timestamp", "rawEvent"].iter().any(|other| key.is(other)) {
                out.key_text(&key.text().unwrap_or_default()).verbatim(value.raw());
            }
        }
    });
    String::from_utf8(std::mem::take(out.bytes_mut())).unwrap_or_default()
}

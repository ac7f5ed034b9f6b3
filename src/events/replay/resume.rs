//! Saves, restores and compares the result of a replay, including its open entities.

use super::Replay;
use super::message::{ReplayMessage, ReplayMessages, ReplayRole};
use super::open_entities::EntityKind;
use crate::events::kind::Event;
use crate::events::tree::patch::Document;
use crate::events::tree::value::TreeValue;
use crate::json::{Tape, same_value, spelled};
use crate::report::Report;

impl Replay {
    /// True if another replay has the same messages in the same order and the same state.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let depth = self.limits.depth.saturating_add(8);
        let (mut left, mut right) = (Tape::with_max_depth(depth), Tape::with_max_depth(depth));
        let mut is_equal = |a: &str, b: &str| match (left.parse(a), right.parse(b)) {
            (Ok(a), Ok(b)) => same_value(a, b),
            _ => a == b,
        };
        let mut others = other.messages.iter();
        self.messages.len() == other.messages.len()
            && is_equal(&self.state(), &other.state())
            && self
                .messages
                .iter()
                .all(|message| others.next().is_some_and(|other| is_equal(&message.value.text(), &other.value.text())))
    }

    /// Loads messages (a JSON array) and a state.
    pub(in crate::events) fn load(&mut self, messages: &str, state: &str) {
        let mut tape = Tape::with_max_depth(self.limits.depth.saturating_add(8));
        self.messages = ReplayMessages::default();
        for node in tape.parse(messages).into_iter().flat_map(|root| root.items()) {
            if let Some(message) = self.read(node, &mut Report::keeping(0)) {
                self.messages.append(message);
            }
        }
        self.state = Document::new(state);
        self.may_start = false;
    }

    /// Reopens an entity that started before the messages were loaded.
    pub(in crate::events) fn reopen(&mut self, start: &Event<'_, '_>) {
        self.open.event(start);
    }

    /// Closes all entities at the end of a run.
    pub(in crate::events) fn close(&mut self) {
        self.open.clear();
    }

    /// The start events that reopen the open entities: those before a snapshot of the messages, and those after it.
    ///
    /// After the snapshot they have no effect. An open entity that a snapshot removed would be created again there;
    /// before the next snapshot it is created and removed.
    pub(in crate::events) fn open_starts(&self) -> [Vec<String>; 2] {
        let reasoning = std::cell::OnceCell::new();
        let is_reasoning = |message: &ReplayMessage| message.role == ReplayRole::Reasoning;
        // Looked for once: many spans may be open.
        let has_reasoning = || *reasoning.get_or_init(|| self.messages.iter().any(is_reasoning));
        let [mut before, mut after] = [Vec::new(), Vec::new()];
        for (sort, id, start) in self.open.starts() {
            let id = spelled(id.token().unwrap_or_default());
            let is_there = match sort {
                EntityKind::Text | EntityKind::Reasoning => self.messages.find(&id).is_some(),
                EntityKind::Call => self.messages.find_call(&id).is_some(),
                EntityKind::Span => true,
            };
            if is_there {
                let name = if sort == EntityKind::Call { self.messages.call_name(&id) } else { None };
                after.push(name.and_then(|name| renamed(start, name)).unwrap_or_else(|| start.to_owned()));
            } else {
                match sort {
                    // The snapshot removes reasoning messages only if it has some itself.
                    EntityKind::Reasoning if has_reasoning() => before.push(start.to_owned()),
                    // The start creates a message, which must not be one of the snapshot.
                    EntityKind::Call if self.messages.find(&id).is_none() => before.extend(without_parent(start)),
                    EntityKind::Text => before.push(start.to_owned()),
                    EntityKind::Reasoning | EntityKind::Call | EntityKind::Span => {}
                }
            }
        }
        [before, after]
    }

    pub(in crate::events) fn find_message(&self, id: &str) -> Option<&ReplayMessage> {
        self.messages.find(id).and_then(|at| self.messages.get(at))
    }

    pub(in crate::events) fn all_messages(&self) -> impl Iterator<Item = &ReplayMessage> {
        self.messages.iter()
    }
}

/// The start of a call with its current name; `None` if that is the name it has.
fn renamed(start: &str, name: &str) -> Option<String> {
    let mut tape = Tape::with_max_depth(usize::MAX);
    let tool_name = tape.parse(start).ok()?.get("toolCallName")?.token()?;
    if spelled(tool_name) == name {
        return None;
    }
    let mut start = TreeValue::raw(start);
    start.as_object(&mut tape)?.set("toolCallName", TreeValue::string(name));
    Some(start.text())
}

/// The start of a call without its parent message.
fn without_parent(start: &str) -> Option<String> {
    let mut tape = Tape::with_max_depth(usize::MAX);
    let mut value = TreeValue::raw(start);
    let has_parent = value.as_object(&mut tape)?.remove("parentMessageId").is_some();
    Some(if has_parent { value.text() } else { start.to_owned() })
}

//! The messages that events build, in order: `{"id":"m1","role":"assistant","content":"Hello"}`.
//!
//! Lookup by id or tool call takes constant time, and a result is inserted after its call without moving other
//! messages.

mod marks;

use std::collections::HashMap;

use self::marks::MessageMark;
use crate::events::tree::patch::Measure;
use crate::events::tree::value::TreeValue;
use crate::json::{Node, Tape, spelled};

/// The roles that replay distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::events) enum ReplayRole {
    Assistant,
    Tool,
    Activity,
    Reasoning,
    /// Developer, system or user.
    Other,
    Unknown,
}

impl ReplayRole {
    pub(in crate::events) fn of(message: Node<'_, '_>) -> Option<Self> {
        let role = message.get("role").filter(|role| !role.is_null())?;
        Some(match role.text().unwrap_or_default().decode().as_ref() {
            "assistant" => Self::Assistant,
            "tool" => Self::Tool,
            "activity" => Self::Activity,
            "reasoning" => Self::Reasoning,
            "developer" | "system" | "user" => Self::Other,
            _ => Self::Unknown,
        })
    }
}

/// One message.
#[derive(Debug)]
pub(in crate::events) struct ReplayMessage {
    /// Its normalized id.
    pub(in crate::events) id: Option<String>,
    pub(in crate::events) role: ReplayRole,
    pub(in crate::events) value: TreeValue,
    /// Its tool calls, in order.
    calls: Vec<CallRef>,
    /// The size of an activity's content, cached between two patches.
    pub(in crate::events) measure: Option<Measure>,
}

/// A tool call of a message: the fields that are needed without parsing the message.
#[derive(Clone, Debug, Default)]
struct CallRef {
    /// Its normalized id; empty if it has none.
    id: String,
    /// Its normalized name.
    name: String,
}

impl ReplayMessage {
    /// Creates a message that is not from the input.
    pub(in crate::events) fn new(id: &str, role: ReplayRole, value: TreeValue) -> Self {
        Self { id: Some(spelled(id).into_owned()), role, value, calls: Vec::new(), measure: None }
    }

    /// Reads a message of a snapshot or an input.
    pub(in crate::events) fn read(node: Node<'_, '_>, role: ReplayRole, scratch: &mut Tape) -> Self {
        let [id, calls, owner] = node.pick(&["id", "toolCalls", "subagentRunId"]);
        let mut value = TreeValue::of(node);
        if owner.is_some_and(|owner| owner.is_null())
            && let Some(object) = value.as_object(scratch)
        {
            object.remove("subagentRunId");
        }
        let token = |node: Option<Node<'_, '_>>| {
            let token = node.and_then(|node| node.token());
            token.map(|token| spelled(token).into_owned()).unwrap_or_default()
        };
        let of_call = |call: Node<'_, '_>| CallRef {
            id: token(call.get("id")),
            name: token(call.get("function").and_then(|function| function.get("name"))),
        };
        let calls = calls.filter(|_| role == ReplayRole::Assistant);
        let calls = calls.map(|calls| calls.items().map(of_call).collect()).unwrap_or_default();
        Self { id: id.and_then(|id| id.token()).map(|id| spelled(id).into_owned()), role, value, calls, measure: None }
    }

    /// A copy of the message, which shares its content.
    pub(in crate::events) fn copy(&self) -> Self {
        let value = self.value.clone();
        Self { id: self.id.clone(), role: self.role, value, calls: self.calls.clone(), measure: None }
    }
}

/// No entry.
const NONE: usize = usize::MAX;
/// The difference between the labels of adjacent messages.
const STEP: u128 = 1 << 64;

#[derive(Debug)]
struct MessageEntry {
    message: ReplayMessage,
    before: usize,
    after: usize,
    /// Increases from message to message.
    label: u128,
    /// The last of the tool messages that directly follow, as of the generation in which it was computed.
    results: Option<(u64, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct Holder {
    entry: usize,
    ordinal: usize,
}

/// All messages.
#[derive(Debug)]
pub(in crate::events) struct ReplayMessages {
    entries: Vec<MessageEntry>,
    first: usize,
    last: usize,
    by_id: HashMap<String, usize>,
    /// The messages that have a tool call, in message order.
    by_call: HashMap<String, Vec<Holder>>,
    /// Incremented when a tool message is replaced by another kind.
    generation: u64,
    marks: Vec<MessageMark>,
}

impl Default for ReplayMessages {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            first: NONE,
            last: NONE,
            by_id: HashMap::new(),
            by_call: HashMap::new(),
            generation: 0,
            marks: Vec::new(),
        }
    }
}

impl ReplayMessages {
    /// The first message with this normalized id.
    pub(in crate::events) fn find(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    pub(in crate::events) fn get(&self, at: usize) -> Option<&ReplayMessage> {
        self.entries.get(at).map(|entry| &entry.message)
    }

    pub(in crate::events) fn get_mut(&mut self, at: usize) -> Option<&mut ReplayMessage> {
        self.touch(at);
        self.entries.get_mut(at).map(|entry| &mut entry.message)
    }

    pub(in crate::events) fn role(&self, at: usize) -> Option<ReplayRole> {
        self.get(at).map(|message| message.role)
    }

    pub(in crate::events) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The messages in their order.
    pub(in crate::events) fn iter(&self) -> impl Iterator<Item = &ReplayMessage> {
        self.iter_from(self.first)
    }

    fn iter_from(&self, first: usize) -> impl Iterator<Item = &ReplayMessage> {
        let mut next = first;
        std::iter::from_fn(move || {
            let entry = self.entries.get(next)?;
            next = entry.after;
            Some(&entry.message)
        })
    }

    pub(in crate::events) fn append(&mut self, message: ReplayMessage) -> usize {
        self.insert(self.last, message)
    }

    /// Inserts a message after another one; `NONE` means at the beginning of an empty list.
    fn insert(&mut self, before: usize, message: ReplayMessage) -> usize {
        if self.marks.last().is_some_and(|mark| before != mark.last) {
            self.touch(before);
        }
        let at = self.entries.len();
        let after = self.entries.get(before).map_or(NONE, |entry| entry.after);
        let low = self.entries.get(before).map_or(0, |entry| entry.label);
        let label = match self.entries.get(after).map(|entry| entry.label) {
            // The steps are small first, so that many messages can be inserted at one place.
            Some(high) => low + ((high - low) / 2).min(1 << 20),
            None => low + STEP,
        };
        if let Some(entry) = self.entries.get_mut(before) {
            entry.after = at;
        } else {
            self.first = at;
        }
        match self.entries.get_mut(after) {
            Some(entry) => entry.before = at,
            None => self.last = at,
        }
        let (id, calls) = (message.id.clone(), message.calls.clone());
        self.entries.push(MessageEntry { message, before, after, label, results: None });
        if let Some(id) = id {
            let known = self.by_id.get(&id).and_then(|known| self.entries.get(*known));
            if known.is_none_or(|known| label < known.label) {
                self.by_id.insert(id, at);
            }
        }
        for (ordinal, call) in calls.into_iter().enumerate() {
            self.hold(call.id, Holder { entry: at, ordinal });
        }
        at
    }

    fn label(&self, at: usize) -> u128 {
        self.entries.get(at).map_or(0, |entry| entry.label)
    }

    fn hold(&mut self, call: String, holder: Holder) {
        if call.is_empty() {
            return;
        }
        let label = self.label(holder.entry);
        let mut holders = self.by_call.remove(&call).unwrap_or_default();
        let place = holders.partition_point(|other| self.label(other.entry) < label);
        // If a message has several calls with one id, the first of them counts.
        if holders.get(place).is_none_or(|other| other.entry != holder.entry) {
            holders.insert(place, holder);
        }
        self.by_call.insert(call, holders);
    }

    /// The first message that has a tool call with this id, and the index of the call in it.
    pub(in crate::events) fn find_call(&self, call: &str) -> Option<(usize, usize)> {
        self.by_call.get(call)?.first().map(|holder| (holder.entry, holder.ordinal))
    }

    /// The normalized name of the first tool call with this id.
    pub(in crate::events) fn call_name(&self, call: &str) -> Option<&str> {
        let (at, ordinal) = self.find_call(call)?;
        self.get(at)?.calls.get(ordinal).map(|call| call.name.as_str())
    }

    /// Renames the first tool call with this id. Returns false if it already has this name.
    pub(in crate::events) fn rename_call(&mut self, call: &str, name: &str, scratch: &mut Tape) -> bool {
        let Some((at, ordinal)) = self.find_call(call) else { return false };
        let known = self.get_mut(at).and_then(|message| message.calls.get_mut(ordinal));
        let Some(known) = known.filter(|known| known.name != spelled(name)) else { return false };
        known.name = spelled(name).into_owned();
        let function = self.call_mut(call, scratch).and_then(|call| call.as_object(scratch)?.get_mut("function"));
        if let Some(function) = function.and_then(|function| function.as_object(scratch)) {
            function.set("name", TreeValue::string(name));
        }
        true
    }

    /// The first tool call with this id, opened.
    pub(in crate::events) fn call_mut(&mut self, call: &str, scratch: &mut Tape) -> Option<&mut TreeValue> {
        let (at, ordinal) = self.find_call(call)?;
        let object = self.get_mut(at)?.value.as_object(scratch)?;
        object.get_mut("toolCalls")?.as_array(scratch)?.get_mut(ordinal)
    }

    /// Adds a tool call to a message.
    pub(in crate::events) fn push_call(
        &mut self,
        at: usize,
        [id, name]: [&str; 2],
        call: TreeValue,
        scratch: &mut Tape,
    ) {
        let Some(message) = self.get_mut(at) else { return };
        let Some(object) = message.value.as_object(scratch) else { return };
        if object.get("toolCalls").is_none_or(|calls| !calls.is_container()) {
            object.set("toolCalls", TreeValue::array(Vec::new()));
        }
        let Some(calls) = object.get_mut("toolCalls").and_then(|calls| calls.as_array(scratch)) else { return };
        let ordinal = calls.len();
        calls.push_back(call);
        let id = spelled(id).into_owned();
        message.calls.push(CallRef { id: id.clone(), name: spelled(name).into_owned() });
        self.hold(id, Holder { entry: at, ordinal });
    }

    /// Inserts a result after the message with its call and the tool messages that follow it, or at the end.
    pub(in crate::events) fn insert_result(&mut self, call: &str, message: ReplayMessage) {
        let Some((owner, _)) = self.find_call(call) else {
            self.append(message);
            return;
        };
        let generation = self.generation;
        let known = self.entries.get(owner).and_then(|entry| entry.results);
        let mut previous = known.filter(|(then, _)| *then == generation).map_or(owner, |(_, last)| last);
        while let Some(next) = self.entries.get(previous).map(|entry| entry.after)
            && self.role(next) == Some(ReplayRole::Tool)
        {
            previous = next;
        }
        let at = self.insert(previous, message);
        if let Some(entry) = self.entries.get_mut(owner) {
            entry.results = Some((generation, at));
        }
    }

    /// Replaces a message by another one with the same id.
    pub(in crate::events) fn replace(&mut self, at: usize, message: ReplayMessage) {
        self.touch(at);
        let Some(entry) = self.entries.get_mut(at) else { return };
        let old = std::mem::replace(&mut entry.message, message);
        self.generation += u64::from(old.role == ReplayRole::Tool);
        let label = self.label(at);
        for CallRef { id: call, .. } in old.calls {
            let Some(mut holders) = self.by_call.remove(&call) else { continue };
            let place = holders.partition_point(|other| self.label(other.entry) < label);
            if holders.get(place).is_some_and(|other| other.entry == at) {
                holders.remove(place);
            }
            if !holders.is_empty() {
                self.by_call.insert(call, holders);
            }
        }
    }

    /// Removes and returns all messages, in order.
    pub(in crate::events) fn take(&mut self) -> Vec<ReplayMessage> {
        let mut marks = std::mem::take(&mut self.marks);
        for mark in &mut marks {
            mark.lowest = 0;
        }
        let mut all: Vec<Option<ReplayMessage>> = Vec::new();
        let mut order = Vec::new();
        let mut next = self.first;
        while let Some(entry) = self.entries.get(next) {
            order.push(next);
            next = entry.after;
        }
        all.extend(std::mem::take(self).entries.into_iter().map(|entry| Some(entry.message)));
        self.marks = marks;
        order.into_iter().filter_map(|at| all.get_mut(at).and_then(Option::take)).collect()
    }
}

//! Messages as events: start, content, end. What no event can say goes ahead in a snapshot.

use std::collections::{HashMap, HashSet};

use super::write::write_list;
use crate::json::{Layout, Node, Out, Tape, Text};
use crate::lower::Outline;

/// Writes the messages as items of a list of events that is open.
pub(super) fn write_events(outline: &Outline<'_>, out: &mut Out) {
    let mut draft = Out::new(Layout::Compact);
    write_list(outline, &mut draft);
    let text = std::str::from_utf8(draft.as_bytes()).unwrap_or_default();
    let mut tape = Tape::new();
    let Ok(list) = tape.parse(text) else { return };
    let mut flow = EventFlow::default();
    // One past the last message that no event can say.
    let snapshot_len =
        list.items().zip(1..).filter(|(message, _)| !flow.takes(*message)).last().map_or(0, |(_, place)| place);
    if snapshot_len > 0 {
        out.object(|out| {
            out.key("type").word("MESSAGES_SNAPSHOT");
            out.key("messages").array(|out| list.items().take(snapshot_len).for_each(|it| out.verbatim(it.raw())));
        });
    }
    for message in list.items().skip(snapshot_len) {
        write_message(message, out);
    }
}

/// The messages before, as far as they decide where replay inserts a message.
#[derive(Default)]
struct EventFlow {
    ids: HashSet<String>,
    /// The answer that made a call.
    calls: HashMap<String, usize>,
    answers: usize,
    /// The answer whose results may follow.
    last: usize,
}

const COMMON: [&str; 4] = ["id", "role", "metadata", "subagentRunId"];

fn has_only(message: Node<'_, '_>, keys: &[&str]) -> bool {
    message.members().all(|(key, _)| COMMON.iter().chain(keys).any(|known| key.is(known)))
}

fn text<'a>(message: Node<'_, 'a>, key: &str) -> Option<Text<'a>> {
    message.get(key).and_then(|value| value.text())
}

fn is(message: Node<'_, '_>, role: &str) -> bool {
    message.get("role").is_some_and(|found| found.is(role))
}

impl EventFlow {
    /// True if events can say this message, at this place.
    fn takes(&mut self, message: Node<'_, '_>) -> bool {
        let Some(id) = text(message, "id").map(|id| id.decode_json().into_owned()) else { return false };
        let is_new = self.ids.insert(id);
        let is_sound = message.get("metadata").is_none_or(|metadata| metadata.is_object())
            && message.get("subagentRunId").is_none_or(|agent| agent.is_string())
            && message.get("encryptedValue").is_none_or(|sealed| sealed.is_string());
        if is(message, "tool") {
            return self.takes_result(message) && is_new && is_sound;
        }
        let has_text = text(message, "content").is_some();
        let can = match () {
            () if is(message, "assistant") => self.takes_answer(message),
            () if is(message, "reasoning") => has_text && has_only(message, &["content", "encryptedValue"]),
            () if is(message, "activity") => {
                text(message, "activityType").is_some() && has_only(message, &["activityType", "content"])
            }
            () if is(message, "user") || is(message, "system") || is(message, "developer") => {
                has_text && has_only(message, &["content", "name", "encryptedValue"])
            }
            () => false,
        };
        if !is(message, "assistant") {
            self.last = 0;
        }
        can && is_new && is_sound
    }

    fn takes_answer(&mut self, message: Node<'_, '_>) -> bool {
        self.answers += 1;
        self.last = self.answers;
        let calls = message.get("toolCalls");
        let mut is_sound = calls.is_none_or(|calls| calls.is_array() && !calls.is_empty());
        for call in calls.iter().flat_map(Node::items) {
            let function = call.get("function");
            let of = |key: &str| function.and_then(|function| text(function, key));
            is_sound &= of("name").is_some()
                && of("arguments").is_some()
                && function.is_some_and(|function| function.len() == 2)
                && call.members().all(|(key, _)| ["id", "type", "function", "metadata"].iter().any(|it| key.is(it)));
            let Some(id) = text(call, "id") else { return false };
            // Replay takes the first call of an id.
            let id = id.decode_json().into_owned();
            is_sound &= !self.calls.contains_key(&id);
            self.calls.entry(id).or_insert(self.answers);
        }
        // Without a text the metadata would become that of the call.
        let is_whole = match message.get("content") {
            Some(content) => content.is_string(),
            None => calls.is_some() && message.get("metadata").is_none() && message.get("name").is_none(),
        };
        is_sound && is_whole && has_only(message, &["content", "name", "encryptedValue", "toolCalls"])
    }

    /// Replay puts a result after the answer that made the call.
    fn takes_result(&self, message: Node<'_, '_>) -> bool {
        let Some(call) = text(message, "toolCallId") else { return false };
        let answer = self.calls.get(call.decode_json().as_ref());
        let is_here = answer.is_none_or(|answer| *answer == self.last);
        is_here && has_only(message, &["content", "toolCallId", "encryptedValue"])
    }
}

fn copy(out: &mut Out, from: Node<'_, '_>, keys: &[&'static str]) {
    for key in keys {
        if let Some(value) = from.get(key) {
            out.key(key).verbatim(value.raw());
        }
    }
}

fn event(out: &mut Out, kind: &'static str, write: impl FnOnce(&mut Out)) {
    out.object(|out| {
        out.key("type").word(kind);
        write(out);
    });
}

/// The event of a result. It cannot represent an error.
pub(super) fn result_event(message: Node<'_, '_>) -> Option<String> {
    let mut out = Out::new(Layout::Compact);
    write_message(message, &mut out);
    is(message, "tool").then(|| out.written().into_owned())
}

fn write_message(message: Node<'_, '_>, out: &mut Out) {
    let Some(id) = text(message, "id") else { return };
    if is(message, "tool") {
        event(out, "TOOL_CALL_RESULT", |out| {
            out.key("messageId").text(&id);
            copy(out, message, &["toolCallId", "content", "role", "metadata", "subagentRunId"]);
        });
    } else if is(message, "activity") {
        event(out, "ACTIVITY_SNAPSHOT", |out| {
            out.key("messageId").text(&id);
            copy(out, message, &["activityType", "content", "metadata", "subagentRunId"]);
        });
    } else if is(message, "reasoning") {
        let kinds = ["REASONING_MESSAGE_START", "REASONING_MESSAGE_CONTENT", "REASONING_MESSAGE_END"];
        write_text(message, &id, kinds, out);
    } else if message.get("content").is_some() {
        write_text(message, &id, ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"], out);
    }
    for call in message.get("toolCalls").iter().flat_map(Node::items) {
        write_call(message, call, &id, out);
    }
    if message.get("encryptedValue").is_some() {
        event(out, "REASONING_ENCRYPTED_VALUE", |out| {
            out.key("subtype").word("message");
            out.key("entityId").text(&id);
            copy(out, message, &["encryptedValue", "subagentRunId"]);
        });
    }
}

fn write_text(message: Node<'_, '_>, id: &Text<'_>, [start, content, end]: [&'static str; 3], out: &mut Out) {
    event(out, start, |out| {
        out.key("messageId").text(id);
        copy(out, message, &["role", "name", "metadata", "subagentRunId"]);
    });
    let words = text(message, "content").unwrap_or_default();
    if !words.is_empty() {
        event(out, content, |out| {
            out.key("messageId").text(id);
            out.key("delta").text(&words);
            copy(out, message, &["subagentRunId"]);
        });
    }
    event(out, end, |out| {
        out.key("messageId").text(id);
        copy(out, message, &["subagentRunId"]);
    });
}

fn write_call(message: Node<'_, '_>, call: Node<'_, '_>, parent: &Text<'_>, out: &mut Out) {
    let Some(id) = text(call, "id") else { return };
    let of = |key: &str| call.get("function").and_then(|function| text(function, key)).unwrap_or_default();
    event(out, "TOOL_CALL_START", |out| {
        out.key("toolCallId").text(&id);
        out.key("toolCallName").text(&of("name"));
        out.key("parentMessageId").text(parent);
        copy(out, call, &["metadata"]);
        copy(out, message, &["subagentRunId"]);
    });
    let arguments = of("arguments");
    if !arguments.is_empty() {
        event(out, "TOOL_CALL_ARGS", |out| {
            out.key("toolCallId").text(&id);
            out.key("delta").text(&arguments);
        });
    }
    event(out, "TOOL_CALL_END", |out| out.key("toolCallId").text(&id));
}

//! Expands chunk events (`TEXT_MESSAGE_CHUNK` and others) into start, content and end events.
//!
//! A lane is one agent: the one named by `subagentRunId`, or the parent agent. A lane has at most one open stream.

mod chunk_kind;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use self::chunk_kind::ChunkKind;
use super::kind::{Event, EventType};
use super::rewrite::text as written;
use crate::json::{At, Layout, Node, Out, Text};
use crate::report::article;

/// The rules that chunks can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChunkRule {
    /// The first chunk of a text message has no `messageId`.
    TextNoId,
    /// The first chunk of a tool call has no `toolCallId`.
    ToolNoId,
    /// The first chunk of a tool call has no `toolCallName`.
    ToolNoName,
    /// The first chunk of a reasoning message has no `messageId`.
    ReasoningNoId,
    /// A later chunk has another `role`.
    RoleChanged,
    /// A later chunk has another `name`, `toolCallName` or `parentMessageId`.
    NameChanged,
    /// A later chunk belongs to another agent.
    Owner,
    /// A chunk without an id may continue two streams.
    Ambiguous,
}

/// A chunk that breaks a rule.
#[derive(Clone, Debug)]
pub struct ChunkFault {
    /// The rule.
    pub rule: ChunkRule,
    /// The place of the problem.
    pub at: At,
    /// The message for the user.
    pub message: String,
}

/// The fields of every event.
const COMMON: [&str; 5] = ["type", "timestamp", "rawEvent", "metadata", "subagentRunId"];

/// A chunk stream that has not ended.
#[derive(Debug)]
struct PendingStream {
    stream: ChunkKind,
    lane: Option<String>,
    /// The id, decoded for comparisons, and as it was written.
    id: String,
    id_token: Text<'static>,
    /// The agent, as it was written.
    owner: Option<Text<'static>>,
    /// The values of the fields that do not change, in the order of [`ChunkKind::fixed`].
    fixed: Vec<Option<String>>,
}

/// Writes out the chunks of one stream of events, one event after the other. Other events pass as they are.
///
/// ```
/// use turnwise::events::{Event, Expand};
/// use turnwise::json::Tape;
///
/// let (mut tape, mut expand, mut events) = (Tape::new(), Expand::default(), Vec::new());
/// let chunk = tape.parse(r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"Hi"}"#)?;
/// expand.step(Event::of(chunk), &mut |event| events.push(event.to_owned())).expect("it has an id");
/// assert_eq!(events[0], r#"{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant"}"#);
/// assert_eq!(events[1], r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Hi"}"#);
/// # Ok::<(), turnwise::json::JsonError>(())
/// ```
#[derive(Debug, Default)]
pub struct Expand {
    /// The open streams, in the order in which they were opened.
    open: BTreeMap<u64, PendingStream>,
    by_lane: HashMap<Option<String>, u64>,
    by_id: HashMap<(ChunkKind, String), u64>,
    by_stream: HashMap<ChunkKind, BTreeSet<u64>>,
    next: u64,
}

fn key(text: &Text<'_>) -> String {
    text.decode_json().into_owned()
}

impl Expand {
    /// Passes the events that replace this one to `emit`.
    ///
    /// # Errors
    /// A chunk breaks a rule. The events that can still be made from it are emitted.
    pub fn step(&mut self, event: Event<'_, '_>, emit: &mut dyn FnMut(&str)) -> Result<(), ChunkFault> {
        if let Some(stream) = ChunkKind::of(event.kind) {
            return self.chunk(stream, event, emit);
        }
        if !self.open.is_empty() {
            self.close_for(event, emit);
        }
        emit(event.node.raw());
        Ok(())
    }

    /// True if a stream started by chunks is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Closes the streams that an ordinary event ends.
    fn close_for(&mut self, event: Event<'_, '_>, emit: &mut dyn FnMut(&str)) {
        match event.kind {
            EventType::RunStarted | EventType::RunFinished | EventType::RunError | EventType::MessagesSnapshot => {
                while let Some(first) = self.open.keys().next().copied() {
                    self.close(first, emit);
                }
            }
            EventType::Raw
            | EventType::ActivitySnapshot
            | EventType::ActivityDelta
            | EventType::ReasoningEncryptedValue
            | EventType::SubagentStarted
            | EventType::Unknown => {}
            EventType::SubagentFinished | EventType::SubagentError if event.owner().is_none() => {}
            kind if kind.is_removed() => {}
            _ => self.close_lane(&event.owner().map(|owner| key(&owner)), emit),
        }
    }

    #[expect(clippy::ref_option, reason = "the key of a map")]
    fn close_lane(&mut self, lane: &Option<String>, emit: &mut dyn FnMut(&str)) {
        if let Some(place) = self.by_lane.get(lane).copied() {
            self.close(place, emit);
        }
    }

    fn close(&mut self, place: u64, emit: &mut dyn FnMut(&str)) {
        let Some(pending) = self.open.remove(&place) else { return };
        self.by_lane.remove(&pending.lane);
        self.by_id.remove(&(pending.stream, pending.id));
        if let Some(places) = self.by_stream.get_mut(&pending.stream) {
            places.remove(&place);
        }
        let mut out = Out::new(Layout::Compact);
        out.object(|out| {
            out.key("type").word(pending.stream.types()[2]);
            out.key(pending.stream.id_key()).text(&pending.id_token);
            if let Some(owner) = &pending.owner {
                out.key("subagentRunId").text(owner);
            }
        });
        emit(&written(out));
    }

    /// The lane of a chunk: the one in which its id is open, the one of its agent, or the only one that it can
    /// continue.
    fn lane_of(&self, stream: ChunkKind, event: Event<'_, '_>) -> Result<Option<String>, ChunkFault> {
        let tag = event.owner().map(|owner| key(&owner));
        if let Some(id) = event.id() {
            let holder = self.by_id.get(&(stream, key(&id))).and_then(|place| self.open.get(place));
            return Ok(holder.map_or(tag, |holder| holder.lane.clone()));
        }
        let places = self.by_stream.get(&stream);
        if tag.is_some() || self.by_lane.get(&None).is_some_and(|place| places.is_some_and(|it| it.contains(place))) {
            return Ok(tag);
        }
        match places.map_or(0, BTreeSet::len) {
            0 => Ok(None),
            1 => Ok(places
                .and_then(BTreeSet::first)
                .and_then(|place| self.open.get(place))
                .and_then(|pending| pending.lane.clone())),
            count => Err(ChunkFault {
                rule: ChunkRule::Ambiguous,
                at: event.node.at(),
                message: format!("a chunk without id and agent may continue {count} {}s", stream.name()),
            }),
        }
    }

    fn chunk(&mut self, stream: ChunkKind, event: Event<'_, '_>, emit: &mut dyn FnMut(&str)) -> Result<(), ChunkFault> {
        let lane = self.lane_of(stream, event)?;
        let id = event.id();
        let place = self.by_lane.get(&lane).copied().filter(|place| {
            let pending = self.open.get(place);
            pending.is_some_and(|it| it.stream == stream && id.as_ref().is_none_or(|id| key(id) == it.id))
        });
        let mut fault = None;
        let (place, mut last) = match place {
            Some(place) => {
                fault = self.open.get(&place).and_then(|pending| disagreement(pending, event));
                (place, None)
            }
            None => {
                self.close_lane(&lane, emit);
                let (place, start) = self.start(stream, lane, event)?;
                (place, Some(start))
            }
        };
        let Some(pending) = self.open.get(&place) else { return Ok(()) };
        let has_rest = event.node.members().any(|(key, _)| is_rest(stream, key));
        let is_content = event.get("delta").is_some() || event.get("rawEvent").is_some();
        if is_content || (last.is_none() && (event.get("metadata").is_some() || has_rest)) {
            if let Some(start) = last.take() {
                emit(&written_object(start, None));
            }
            let is_foreign = fault.as_ref().is_some_and(|fault| fault.rule == ChunkRule::Owner);
            emit(&content(pending, event, is_foreign));
        } else if let Some(start) = last {
            // Unknown fields are copied to the last event made from the chunk.
            emit(&written_object(start, has_rest.then_some((stream, event))));
        }
        fault.map_or(Ok(()), Err)
    }

    /// Opens a stream. Returns its place and the start event, to which more fields can be added.
    fn start(
        &mut self,
        stream: ChunkKind,
        lane: Option<String>,
        event: Event<'_, '_>,
    ) -> Result<(u64, Out), ChunkFault> {
        let lacks = |rule, field| {
            let message = format!("the first chunk of {} {} has no `{field}`", article(stream.name()), stream.name());
            ChunkFault { rule, at: event.node.at(), message }
        };
        let Some(id) = event.id() else {
            return Err(match stream {
                ChunkKind::Text => lacks(ChunkRule::TextNoId, "messageId"),
                ChunkKind::Tool => lacks(ChunkRule::ToolNoId, "toolCallId"),
                ChunkKind::Reasoning => lacks(ChunkRule::ReasoningNoId, "messageId"),
            });
        };
        if stream == ChunkKind::Tool && event.text("toolCallName").is_none() {
            return Err(lacks(ChunkRule::ToolNoName, "toolCallName"));
        }
        let mut out = Out::new(Layout::Compact);
        out.open(b'{');
        out.key("type").word(stream.types()[0]);
        out.key(stream.id_key()).text(&id);
        match stream {
            ChunkKind::Text => {
                out.key("role").text(&event.text("role").unwrap_or(Text::Token("assistant")));
                copy(&mut out, event, &["name"]);
            }
            ChunkKind::Tool => copy(&mut out, event, &["toolCallName", "parentMessageId"]),
            ChunkKind::Reasoning => out.key("role").word("reasoning"),
        }
        copy(&mut out, event, &["subagentRunId", "metadata"]);
        let fixed = stream.fixed().iter().map(|field| {
            let value = event.text(field).map(|value| key(&value));
            value.or_else(|| (*field == "role").then(|| "assistant".to_owned()))
        });
        let pending = PendingStream {
            stream,
            lane: lane.clone(),
            id: key(&id),
            id_token: id.into_owned(),
            owner: event.owner().map(Text::into_owned),
            fixed: fixed.collect(),
        };
        self.next += 1;
        self.by_lane.insert(lane, self.next);
        self.by_id.insert((stream, pending.id.clone()), self.next);
        self.by_stream.entry(stream).or_default().insert(self.next);
        self.open.insert(self.next, pending);
        Ok((self.next, out))
    }
}

/// The first field in which a later chunk differs from the first chunk of its stream.
fn disagreement(pending: &PendingStream, event: Event<'_, '_>) -> Option<ChunkFault> {
    let fault = |rule, field: &str, value: Node<'_, '_>| {
        let found = value.text().unwrap_or_default();
        let message = format!(
            "the {field} `{}` is not that of the open {} `{}`",
            found.show(),
            pending.stream.name(),
            pending.id_token.show()
        );
        ChunkFault { rule, at: value.at(), message }
    };
    let says = |field| event.get(field).and_then(|node| Some((node, key(&node.text()?))));
    // Only a chunk with an id can match the stream of another agent.
    if let Some((node, owner)) = says("subagentRunId")
        && Some(&owner) != pending.lane.as_ref()
    {
        return Some(fault(ChunkRule::Owner, "subagentRunId", node));
    }
    pending.stream.fixed().iter().zip(&pending.fixed).find_map(|(field, known)| {
        let (node, value) = says(field)?;
        let rule = if *field == "role" { ChunkRule::RoleChanged } else { ChunkRule::NameChanged };
        (Some(&value) != known.as_ref()).then(|| fault(rule, field, node))
    })
}

fn is_rest(stream: ChunkKind, key: Node<'_, '_>) -> bool {
    !COMMON.iter().chain(stream.fields()).any(|known| key.is(known))
}

fn copy(out: &mut Out, event: Event<'_, '_>, fields: &'static [&'static str]) {
    for field in fields {
        if let Some(value) = event.get(field) {
            out.key(field).verbatim(value.raw());
        }
    }
}

fn copy_rest(out: &mut Out, stream: ChunkKind, event: Event<'_, '_>, skip: &str) {
    for (name, value) in event.node.members().filter(|(key, _)| is_rest(stream, *key) && !key.is(skip)) {
        out.key_text(&name.text().unwrap_or_default()).verbatim(value.raw());
    }
}

/// Closes the object, after the unknown fields of the chunk if there are any to copy.
fn written_object(mut out: Out, rest: Option<(ChunkKind, Event<'_, '_>)>) -> String {
    if let Some((stream, event)) = rest {
        // The start of a reasoning message has its own role.
        copy_rest(&mut out, stream, event, if stream == ChunkKind::Reasoning { "role" } else { "" });
    }
    out.close(b'}');
    written(out)
}

/// The content event of a chunk. `is_foreign`: the chunk belongs to another agent than the stream.
fn content(pending: &PendingStream, event: Event<'_, '_>, is_foreign: bool) -> String {
    let mut out = Out::new(Layout::Compact);
    out.open(b'{');
    out.key("type").word(pending.stream.types()[1]);
    out.key(pending.stream.id_key()).text(&pending.id_token);
    match event.get("delta") {
        Some(delta) => out.key("delta").verbatim(delta.raw()),
        None => out.key("delta").word(""),
    }
    match (event.get("subagentRunId").filter(|_| !is_foreign), &pending.owner) {
        (Some(own), _) => out.key("subagentRunId").verbatim(own.raw()),
        (None, Some(owner)) => out.key("subagentRunId").text(owner),
        (None, None) => {}
    }
    copy(&mut out, event, &["metadata", "rawEvent"]);
    copy_rest(&mut out, pending.stream, event, "");
    out.close(b'}');
    written(out)
}

#[cfg(test)]
mod tests;

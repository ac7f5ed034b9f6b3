//! Where ids stand in events, messages and the inputs of runs.
//!
//! ```json
//! {"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f","parentMessageId":"m1"}
//! ```
//!
//! What belongs to the application is not looked into: state and its patches, activities, custom and raw events,
//! `forwardedProps`. Interrupts belong to the run that they end: their ids are of its scope, and what resumes them, maybe in
//! another log, points to them.

use crate::events::{EventType, Holds};
use crate::format::ids::{self, ANY, Scope};
use crate::format::{Ids, Sites, Usage, shape};
use crate::json::Node;

pub(super) static IDS: Ids = Ids {
    scopes: &[(Scope::Message, &ANY), (Scope::Call, &ANY), (Scope::Run, &ANY), (Scope::Thread, &ANY)],
    reason: "",
    conversation: Scope::Thread,
    // The same message or call comes up in many events.
    is_unique: false,
    calls_name_messages: true,
    ..Ids::of_calls(walk)
};

/// What goes on from the event before it with the same number.
const TEXT: u8 = 1;
const THOUGHT: u8 = 2;
const SPAN: u8 = 3;
const CALL: u8 = 4;
const RUN: u8 = 5;
const THREAD: u8 = 6;

fn walk(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    let is_ours = list(root, sites);
    // Ids of sealed reasoning are bound to what is sealed; what is named by an empty one cannot be pointed to by all fields
    // that would point to another one.
    let (text, start) = (root.raw(), root.span().start);
    for site in
        sites.list.iter_mut().filter(|site| !site.is_missing && matches!(site.scope, Scope::Message | Scope::Call))
    {
        let token = site.span().start.checked_sub(start).and_then(|at| text.get(at..));
        if token.is_some_and(|token| token.starts_with("\"\"") || token.starts_with("\"rs_")) {
            site.usage = Usage::Kept;
        }
    }
    is_ours
}

fn list(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    match Holds::of(root) {
        Some(Holds::Events) => {
            let mut part = |node: Node<'_, '_>| match node.get("events").filter(|_| node.get("type").is_none()) {
                Some(events) => {
                    row(node, sites);
                    events.items().for_each(|item| event(item, sites));
                }
                None => event(node, sites),
            };
            if root.is_array() { root.items().for_each(part) } else { part(root) }
        }
        Some(Holds::Input) => input(root, sites),
        Some(Holds::Messages) | None if root.is_array() => messages(root, sites),
        // Of a log, what is no event is nobody's.
        _ => return root.get("type").is_some(),
    }
    true
}

/// What stands around the events of a run in a store.
fn row(node: Node<'_, '_>, sites: &mut Sites) {
    let [thread, run, parent, thread_id] = sites.pick(node, &["thread_id", "run_id", "parent_run", "threadId"]);
    sites.value(Scope::Thread, Usage::Names, thread.filter(Node::is_string));
    sites.value(Scope::Run, Usage::Names, run.filter(Node::is_string));
    sites.value(Scope::Run, Usage::Lineage, parent.filter(Node::is_string));
    sites.value(Scope::Thread, Usage::Names, thread_id.filter(Node::is_string));
}

#[allow(clippy::wildcard_enum_match_arm, reason = "the other types of events have no ids but those above")]
fn event(node: Node<'_, '_>, sites: &mut Sites) {
    use EventType as E;
    let keys = &["messageId", "toolCallId", "parentMessageId", "subagentRunId", "metadata"];
    let [message_id, call_id, parent, agent, metadata] = sites.pick(node, keys);
    let kind = EventType::of(node);
    if !matches!(kind, E::Raw | E::Custom | E::Unknown) {
        sites.value(Scope::Run, Usage::Names, agent.filter(Node::is_string));
    }
    let piece = |scope, id, key, family, is_start, sites: &mut Sites| {
        let usage = if is_start { Usage::Names } else { Usage::Points };
        let found = match id {
            Some(id) => named(scope, Some(id), sites),
            None => sites.member(scope, usage, node, None, (key, &["type"])),
        };
        if let Some(site) = found {
            site.family = family;
        }
    };
    match kind {
        E::TextMessageStart => piece(Scope::Message, message_id, "messageId", TEXT, true, sites),
        E::TextMessageContent | E::TextMessageEnd => {
            piece(Scope::Message, message_id, "messageId", TEXT, false, sites);
        }
        E::ReasoningMessageStart => piece(Scope::Message, message_id, "messageId", THOUGHT, true, sites),
        E::ReasoningMessageContent | E::ReasoningMessageEnd => {
            piece(Scope::Message, message_id, "messageId", THOUGHT, false, sites);
        }
        E::ReasoningStart => piece(Scope::Message, message_id, "messageId", SPAN, true, sites),
        E::ReasoningEnd => piece(Scope::Message, message_id, "messageId", SPAN, false, sites),
        E::TextMessageChunk | E::ReasoningMessageChunk | E::ActivitySnapshot | E::ActivityDelta => {
            named(Scope::Message, message_id, sites);
        }
        E::ToolCallStart => piece(Scope::Call, call_id, "toolCallId", CALL, true, sites),
        E::ToolCallArgs | E::ToolCallEnd => piece(Scope::Call, call_id, "toolCallId", CALL, false, sites),
        E::ToolCallChunk => {
            named(Scope::Call, call_id, sites);
        }
        E::ToolCallResult => {
            piece(Scope::Message, message_id, "messageId", 0, true, sites);
            ids::points(node, call_id, None, ("toolCallId", &["messageId", "type"]), sites);
        }
        E::ReasoningEncryptedValue => sealed(node, sites),
        E::MessagesSnapshot => {
            if let Some(list) = node.get("messages") {
                messages(list, sites);
            }
        }
        E::RunStarted | E::RunFinished => run(node, kind == E::RunStarted, sites),
        E::SubagentFinished => {
            let waits = node.get("outcome").and_then(|outcome| outcome.get("interruptIds"));
            for id in waits.iter().flat_map(Node::items).filter(Node::is_string) {
                sites.value(Scope::Run, Usage::Lineage, Some(id));
            }
        }
        E::SubagentStarted => {
            let [parent_run, parent_call] = sites.pick(node, &["parentSubagentRunId", "parentToolCallId"]);
            sites.value(Scope::Run, Usage::Lineage, parent_run.filter(Node::is_string));
            sites.value(Scope::Call, Usage::Points, parent_call.filter(Node::is_string));
        }
        _ => {}
    }
    if matches!(kind, E::ToolCallStart | E::ToolCallChunk | E::SubagentStarted) {
        // An empty one is none; one that nobody has makes the message.
        named(Scope::Message, parent.filter(|id| !id.is("")), sites);
    }
    let turnwise = metadata.and_then(|metadata| metadata.get("turnwise"));
    let known = turnwise.and_then(|marks| marks.get("inputMessageIds"));
    for id in known.iter().flat_map(Node::items) {
        sites.value(Scope::Message, Usage::Lineage, Some(id).filter(Node::is_string));
    }
}

/// An id that is there.
fn named<'s>(scope: Scope, id: Option<Node<'_, '_>>, sites: &'s mut Sites) -> Option<&'s mut crate::format::Site> {
    sites.value(scope, Usage::Names, id.filter(Node::is_string))
}

fn sealed(node: Node<'_, '_>, sites: &mut Sites) {
    let [subtype, entity] = sites.pick(node, &["subtype", "entityId"]);
    let Some(entity) = entity.filter(Node::is_string) else { return };
    let is_call = subtype.is_some_and(|subtype| subtype.is("tool-call"));
    let scope = if is_call { Scope::Call } else { Scope::Message };
    sites.value(scope, Usage::Points, Some(entity));
}

fn run(node: Node<'_, '_>, is_start: bool, sites: &mut Sites) {
    let keys = &["threadId", "runId", "parentRunId", "input", "outcome"];
    let [thread, run, parent, input_node, outcome] = sites.pick(node, keys);
    let usage = if is_start { Usage::Names } else { Usage::Points };
    let own = [(Scope::Thread, thread, "threadId", THREAD), (Scope::Run, run, "runId", RUN)];
    for (scope, id, key, family) in own {
        let usage = if id.is_some() { Usage::Names } else { usage };
        let after: &[&str] = if key == "runId" { &["threadId", "type"] } else { &["type"] };
        if let Some(site) = sites.member(scope, usage, node, id, (key, after)) {
            site.family = family;
        }
    }
    sites.value(Scope::Run, Usage::Lineage, parent.filter(Node::is_string));
    if let Some(found) = input_node.filter(Node::is_object) {
        input(found, sites);
    }
    let Some(outcome) = outcome.filter(Node::is_object) else { return };
    let [pending, interrupts] = sites.pick(outcome, &["pendingToolCallIds", "interrupts"]);
    for id in pending.iter().flat_map(Node::items).filter(Node::is_string) {
        sites.value(Scope::Call, Usage::Points, Some(id));
    }
    for interrupt in interrupts.iter().flat_map(Node::items) {
        let [id, call, agent] = sites.pick(interrupt, &["id", "toolCallId", "subagentRunId"]);
        sites.value(Scope::Run, Usage::Names, id.filter(Node::is_string));
        sites.value(Scope::Call, Usage::Points, call.filter(Node::is_string));
        sites.value(Scope::Run, Usage::Names, agent.filter(Node::is_string));
    }
}

fn input(node: Node<'_, '_>, sites: &mut Sites) {
    let [thread, run, parent, list, resume] =
        sites.pick(node, &["threadId", "runId", "parentRunId", "messages", "resume"]);
    sites.value(Scope::Thread, Usage::Names, thread.filter(Node::is_string));
    sites.value(Scope::Run, Usage::Names, run.filter(Node::is_string));
    sites.value(Scope::Run, Usage::Lineage, parent.filter(Node::is_string));
    for entry in resume.iter().flat_map(Node::items) {
        let [id] = sites.pick(entry, &["interruptId"]);
        sites.value(Scope::Run, Usage::Lineage, id.filter(Node::is_string));
    }
    if let Some(list) = list {
        messages(list, sites);
    }
}

fn messages(list: Node<'_, '_>, sites: &mut Sites) {
    for node in list.items().filter(Node::is_object) {
        let [id, role, calls, call_id, agent] =
            sites.pick(node, &["id", "role", "toolCalls", "toolCallId", "subagentRunId"]);
        match id.filter(|id| !id.is_null()) {
            Some(_) => drop(named(Scope::Message, id, sites)),
            None => drop(sites.member(Scope::Message, Usage::Names, node, id, ("id", &[]))),
        }
        sites.value(Scope::Run, Usage::Names, agent.filter(Node::is_string));
        calls.iter().flat_map(Node::items).for_each(|call| _ = shape::CALL.ids(call, sites));
        if role.is_some_and(|role| role.is("tool")) {
            ids::points(node, call_id, None, ("toolCallId", &["role", "id"]), sites);
        }
    }
}

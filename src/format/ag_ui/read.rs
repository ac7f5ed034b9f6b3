//! Detects records of this format, and reads the fields outside the messages.

use super::NAME;
use super::event_values::EventValues;
use super::message::MessageBuilder;
use super::stream::read_events;
use crate::events::{RecordKind, is_event, is_row};
use crate::format::detect::LOOK;
use crate::format::sessions::report_damaged_lines;
use crate::format::shared::refuse_type;
use crate::format::{Reading, Score};
use crate::json::Node;
use crate::model::{Conversation, Extras, Slot, ToolSpec};
use crate::report::{Refused, shape};

/// True for a line of a log: an event, or a row of a store.
pub(super) fn is_piece(node: Node<'_, '_>) -> bool {
    is_event(node) || is_row(node)
}

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    // A line of a log is not a record of its own.
    if root.is_object() && is_piece(root) {
        return None;
    }
    match RecordKind::of(root)? {
        RecordKind::Events => {
            let mut known = false;
            let has_event = |list: Node<'_, '_>| list.items().take(LOOK).any(is_event);
            for item in if root.is_array() { root.items().take(LOOK) } else { root.items().take(0) } {
                known |= is_event(item) || item.get("events").is_some_and(has_event);
            }
            known |= root.get("events").is_some_and(has_event);
            known.then(|| Score::new(240, "events of AG-UI"))
        }
        RecordKind::Input => Some(Score::new(230, "`threadId` or `runId` next to `messages`: the input of a run")),
        RecordKind::Messages => score_messages(root),
    }
}

fn score_messages(list: Node<'_, '_>) -> Option<Score> {
    let mut has_ids = true;
    for message in list.items() {
        let role = message.get("role")?;
        let is_own = message.get("toolCalls").is_some()
            || message.get("toolCallId").is_some()
            || message.get("activityType").is_some()
            || (role.is("reasoning") && message.get("id").is_some());
        if is_own || message.get("content").is_some_and(has_own_part) {
            return Some(Score::new(
                225,
                "messages with `toolCalls`, `toolCallId`, activities or media with a `source`",
            ));
        }
        has_ids &= message.get("id").is_some_and(|id| id.is_string())
            && message.get("content").is_some_and(|content| content.is_string());
    }
    has_ids.then(|| Score::new(Score::WITH_IDS, "messages of id, role and content"))
}

fn has_own_part(content: Node<'_, '_>) -> bool {
    content.items().any(|part| {
        part.get("type").is_some_and(|kind| kind.is("binary"))
            || part.get("source").is_some_and(|source| source.get("value").is_some() && source.get("type").is_some())
    })
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation = Conversation { origin: NAME, ..Conversation::default() };
    let is_list = root.is_array();
    match RecordKind::of(root) {
        Some(RecordKind::Events) => {
            conversation.source.shape = "events";
            read_events(root, &mut conversation, reading)?;
            report_damaged_lines(root, reading.report);
        }
        Some(RecordKind::Input) => read_input(root, &mut conversation, reading)?,
        // What fits nothing else is a list of messages with something wrong about it.
        Some(RecordKind::Messages) | None if is_list => {
            conversation.source.shape = "messages";
            read_messages(root, &mut conversation, reading)?;
        }
        _ if root.get("messages").is_some() => read_input(root, &mut conversation, reading)?,
        _ => {
            let found = root.kind().name();
            let message = format!("a record is a list of events or messages, or the input of a run; found {found}");
            return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message));
        }
    }
    Ok(conversation)
}

fn read_messages<'a>(
    list: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !list.is_array() {
        return Err(refuse_type(list, "messages", "a list of messages"));
    }
    conversation.messages.reserve(list.len());
    let mut messages = MessageBuilder::default();
    for message in list.items() {
        messages.add(message, EventValues::borrowed(), conversation, reading)?;
    }
    messages.flush(conversation);
    Ok(())
}

fn read_input<'a>(
    root: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    conversation.source.shape = "input";
    let ([thread, messages, tools], rest) = root.fields(&["threadId", "messages", "tools"])?;
    if let Some(thread) = thread {
        conversation.id = Some(thread.text().ok_or_else(|| refuse_type(thread, "threadId", "a string"))?);
        conversation.id_at = thread.at();
    }
    if let Some(tools) = tools {
        read_tools(tools, EventValues::borrowed(), conversation);
    }
    if let Some(messages) = messages {
        read_messages(messages, conversation, reading)?;
    }
    crate::format::shared::extras(&rest, NAME, &mut conversation.extras);
    Ok(())
}

/// The tools of a run's input. A list with anything else in it is kept as it is.
pub(super) fn read_tools<'a, 'x>(tools: Node<'_, 'x>, hold: EventValues<'a, 'x>, conversation: &mut Conversation<'a>) {
    let name = |tool: Node<'_, 'x>| tool.get("name").and_then(|name| hold.text(name));
    let is_plain = tools.is_array()
        && !tools.is_empty()
        && tools.items().all(|tool| {
            name(tool).is_some() && tool.get("description").is_none_or(|description| description.is_string())
        });
    if !is_plain {
        return hold.keep("tools", tools, &mut conversation.extras);
    }
    conversation.tools.clear();
    for tool in tools.items() {
        let mut extras = Extras::default();
        hold.keep_rest(Slot::Here, tool, &["name", "description", "parameters"], &mut extras);
        conversation.tools.push(ToolSpec {
            at: hold.at(tool),
            origin: NAME,
            name: name(tool).unwrap_or_default(),
            description: tool.get("description").and_then(|description| hold.text(description)),
            parameters: tool.get("parameters").filter(|parameters| !parameters.is_null()).map(|it| hold.raw(it)),
            extras,
            ..ToolSpec::default()
        });
    }
}

//! Detects lists of events, and goes through them.

use std::collections::HashMap;

use super::event::read_event;
use super::event_fields::keep_event;
use super::{NAME, older};
use crate::format::shared::{extras_in, keep_member, need_messages, refuse_type};
use crate::format::{Reading, Score};
use crate::json::{Node, Tape, Text};
use crate::model::{Conversation, RecordSource, Slot};
use crate::report::Refused;

/// Who an event may be from.
const SOURCES: &[&str] = &["agent", "user", "environment", "hook"];

/// True for the word of one who makes events.
pub(super) fn is_source(word: Node<'_, '_>) -> bool {
    SOURCES.iter().any(|known| word.is(known))
}

/// Kinds that do not end in `Event` or `Observation`.
const OTHER_KINDS: &[&str] = &["Condensation", "CondensationRequest", "CondensationSummaryEvent"];

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    let events = if root.is_array() { root } else { root.get("items")? };
    // A list of records has other items.
    let first = events.items().next()?;
    if is_event_of_today(first) {
        return Some(Score::new(245, "events with `kind`, `source` and `timestamp`"));
    }
    is_older(first).then(|| Score::new(230, "events with `source` and `action` or `observation`"))
}

/// True for one event: a line of a file may hold just that.
pub(super) fn is_event(node: Node<'_, '_>) -> bool {
    is_event_of_today(node) || is_older(node)
}

fn is_from(node: Node<'_, '_>) -> bool {
    node.get("source").is_some_and(is_source)
}

fn is_event_of_today(node: Node<'_, '_>) -> bool {
    let is_kind = |kind: Text<'_>| {
        let kind = kind.decode();
        kind.ends_with("Event") || kind.ends_with("Observation") || OTHER_KINDS.contains(&&*kind)
    };
    is_from(node)
        && node.get("timestamp").is_some()
        && node.get("kind").and_then(|kind| kind.text()).is_some_and(is_kind)
}

fn is_older(node: Node<'_, '_>) -> bool {
    let is_word = |key: &str| node.get(key).is_some_and(|word| word.is_string());
    let has = |key: &str| node.get(key).is_some();
    is_from(node)
        && ((is_word("action") && has("args")) || (is_word("observation") && (has("extras") || has("content"))))
}

/// What is known about the events so far.
#[derive(Debug, Default)]
pub(super) struct EventState<'a> {
    /// The messages of answers, by the id of the response that they are from.
    pub(super) answers: HashMap<String, usize>,
    /// The id of the event before.
    pub(super) before: Option<Text<'a>>,
    /// Older releases: the ids of calls, by the numbers of their events.
    pub(super) calls: HashMap<String, Text<'a>>,
    /// The same: what the actions say about their calls, by the ids of these, and about their responses, by theirs.
    pub(super) copies: HashMap<String, &'a str>,
    /// For arguments.
    pub(super) scratch: Tape,
}

pub(super) fn read<'a>(root: Node<'_, 'a>, _: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation =
        Conversation { origin: NAME, source: RecordSource::shaped("events"), ..Conversation::default() };
    let events = if root.is_array() {
        root
    } else if is_event(root) {
        let mut state = EventState::default();
        read_one(root, &mut conversation, &mut state)?;
        return Ok(conversation);
    } else {
        let ([items, id], rest) = root.fields(&["items", "id"])?;
        let items = need_messages(items, "items", root)?;
        if !items.is_array() {
            return Err(refuse_type(items, "items", "an array of events"));
        }
        match id.map(|id| (id, id.text())) {
            Some((id, Some(text))) => (conversation.id, conversation.id_at) = (Some(text), id.at()),
            Some((id, None)) => {
                keep_member(Slot::Envelope, NAME, Text::Token("id"), id, &mut conversation.extras);
            }
            None => {}
        }
        extras_in(Slot::Envelope, &rest, NAME, &mut conversation.extras);
        items
    };
    let mut state = EventState::default();
    for event in events.items() {
        read_one(event, &mut conversation, &mut state)?;
    }
    Ok(conversation)
}

fn read_one<'a>(
    event: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    state: &mut EventState<'a>,
) -> Result<(), Refused> {
    if !event.is_object() {
        return Err(refuse_type(event, "events", "an array of objects"));
    }
    let is_read = match event.get("kind").and_then(|kind| kind.text()) {
        Some(kind) => read_event(event, &kind.decode(), conversation, state)?,
        None => older::read_event(event, conversation, state)?,
    };
    if !is_read {
        keep_event(event, conversation);
    }
    state.before = event.get("id").and_then(|id| id.text());
    Ok(())
}

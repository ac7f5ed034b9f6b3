//! The fields that all events have, and events that are not messages.

use super::NAME;
use super::read::{EventState, is_source};
use crate::format::shared::keep_member;
use crate::json::{Fields, Node, Text};
use crate::model::{Conversation, Extras, Message, Slot};

/// The fields of all events: the first of them are facts of the message, the others say how it is written.
const HEAD: &[&str] = &["kind", "source", "action_type"];

/// True for a field that is one of these and has a value that the program writes there.
pub(super) fn is_head(key: &Text<'_>, value: Node<'_, '_>, head: &[&str]) -> bool {
    let is_known = if key.is("source") { is_source(value) } else { value.is_string() };
    is_known && head.iter().any(|head| key.is(head))
}

/// Keeps an event that is not a message, under its kind: a pause, a change of a state, a summary of what the model forgets.
pub(super) fn keep_event<'a>(event: Node<'_, 'a>, conversation: &mut Conversation<'a>) {
    let kind = ["kind", "observation", "action"].iter().find_map(|key| event.get(key)?.text());
    let key = kind.unwrap_or(Text::Token("event"));
    conversation.extras.push_in(Slot::Event, NAME, key, event.to_raw(), event.at());
}

/// Keeps a member, as a note if the model has what it says.
pub(super) fn keep<'a>(slot: Slot, key: Text<'a>, node: Node<'_, 'a>, is_note: bool, extras: &mut Extras<'a>) {
    let is_empty = node.is_null() || (node.is_array() && node.is_empty());
    if is_note || is_empty {
        extras.note_in(slot, NAME, key, node.to_raw(), node.at());
    } else {
        keep_member(slot, NAME, key, node, extras);
    }
}

/// The id and the time of the event that a message begins with.
pub(super) fn read_head<'a>(event: Node<'_, 'a>, message: &mut Message<'a>) {
    if let Some(id) = event.get("id") {
        match id.text() {
            Some(text) => message.details_mut().id = Some(text),
            None => keep(Slot::Here, Text::Token("id"), id, false, &mut message.extras),
        }
    }
    if let Some(time) = event.get("timestamp") {
        match time.text() {
            Some(text) => message.details_mut().time = Some(text),
            None => keep(Slot::Here, Text::Token("timestamp"), time, false, &mut message.extras),
        }
    }
}

/// Keeps what is left of an event. That it follows the event before it says nothing.
pub(super) fn keep_rest<'a>(
    slot: Slot,
    rest: &Fields<'_, 'a, '_>,
    state: &EventState<'a>,
    has_head: bool,
    extras: &mut Extras<'a>,
) {
    for (key, value) in rest.unknown() {
        if has_head && (key.is("id") || key.is("timestamp")) {
            continue;
        }
        let follows = key.is("parent_id")
            && value.text().is_some_and(|id| state.before.as_ref().is_some_and(|before| before.same(&id)));
        let is_note = follows || is_head(&key, value, HEAD);
        keep(slot, key, value, is_note, extras);
    }
}

//! Reads a message: its speaker, its parts, and what it says next to them.

use std::collections::HashSet;

use super::part::{read_call, read_content, read_error, read_part};
use super::MessageShape;
use super::paths::{find, text};
use super::read::StoreReading;
use crate::format::Reading;
use crate::format::shared::{keep_other_members, read_role, refuse_type};
use crate::format::signs::{KeySet, Sign};
use crate::json::{At, Node, Text};
use crate::model::{
    Conversation, Extras, Finish, Form, Message, OneOrMany, Part, Reasoning, Role, Slot, ToolResult,
};
use crate::report::Refused;

pub(super) fn read<'a>(
    state: &mut StoreReading<'_, '_, 'a>,
    item: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let (store, shape) = (state.store, &state.store.message);
    let keys = KeySet::of(item);
    let has = |sign: &Option<Sign>| sign.as_ref().is_some_and(|sign| sign.is_in(item, keys));
    if has(&shape.copy) {
        conversation.extras.note_in(Slot::Event, store.name, Text::Token("message"), item.to_raw(), item.at());
        return Ok(());
    }
    let Some(object) = shape.object_of(item).filter(Node::is_object) else {
        return Err(refuse_type(item, "a message", "an object"));
    };
    let mut taken: Vec<At> = Vec::new();
    let mut message = Message { at: item.at(), origin: store.name, ..Message::default() };
    let Some(speaker) = find(object, shape.speaker) else {
        if let Some(read) = lone_part(state, item)? {
            conversation.messages.push(read);
        } else {
            let kind = item.get("type").and_then(|kind| kind.text()).unwrap_or(Text::Token("message"));
            conversation.extras.push_in(Slot::Event, store.name, kind, item.to_raw(), item.at());
        }
        return Ok(());
    };
    let known = shape.speakers.iter().find(|known| speaker.is(known.name));
    message.role = match known {
        _ if has(&shape.user) => Role::User,
        Some(known) => known.role.clone(),
        None => read_role(speaker, &[], reading)?,
    };
    taken.push(speaker.at());
    read_details(state, object, &mut message, &mut taken);
    if let Some(reasoning) = text(object, shape.reasoning, &mut taken) {
        let part = Reasoning { at: item.at(), text: Some(reasoning), ..Reasoning::default() };
        message.parts.push(Part::Reasoning(Box::new(part)));
    }
    message.form = Form::Absent;
    if let Some(content) = find(object, shape.content) {
        message.form = read_content(state, content, &mut message.parts)?;
        taken.push(content.at());
    }
    if known.is_some_and(|known| known.is_reasoning) {
        message.parts.change(|parts| parts.iter_mut().for_each(to_reasoning));
    }
    if let Some(calls) = find(object, shape.calls.paths) {
        read_calls(state, calls, &mut message.parts, &mut taken)?;
    }
    answer_call(state, object, &mut message, &mut taken);
    taken.sort_unstable();
    let is_repeated = |key: &Text<'_>, value: Node<'_, '_>| store.is_repeated(key, value);
    for (key, value) in item.members() {
        let key = key.text().unwrap_or_default();
        keep_other_members(key, value, &taken, Slot::Here, store.name, &is_repeated, &mut message.extras);
    }
    conversation.messages.push(message);
    Ok(())
}

/// An item without a speaker that is a part: a call, or a result.
fn lone_part<'a>(state: &mut StoreReading<'_, '_, 'a>, item: Node<'_, 'a>) -> Result<Option<Message<'a>>, Refused> {
    let part = read_part(state, item)?;
    let role = match &part {
        Part::Opaque(_) => return Ok(None),
        Part::Result(_) => Role::Tool,
        _ => Role::Assistant,
    };
    let message = Message { at: item.at(), origin: state.store.name, role, form: Form::Parts, ..Message::default() };
    Ok(Some(Message { parts: OneOrMany::one(part), ..message }))
}

fn read_details<'a>(
    state: &StoreReading<'_, '_, 'a>,
    object: Node<'_, 'a>,
    message: &mut Message<'a>,
    taken: &mut Vec<At>,
) {
    let shape = &state.store.message;
    if let Some(id) = text(object, shape.id, taken) {
        message.details_mut().id = Some(id);
    }
    if let Some(author) = text(object, shape.author, taken) {
        message.details_mut().name = Some(author);
    }
    if let Some(finish) = find(object, shape.finish)
        && let Some(reason) = finish.text()
    {
        message.details_mut().finish = Some(Finish { at: finish.at(), reason });
        taken.push(finish.at());
    }
}

/// Makes a text of a message reasoning.
fn to_reasoning(part: &mut Part<'_>) {
    if let Part::Text(text) = part {
        let text = std::mem::take(text);
        *part = Part::Reasoning(Box::new(Reasoning {
            at: text.at,
            text: Some(text.text),
            extras: text.extras,
            ..Reasoning::default()
        }));
    }
}

/// A message of a tool that names its call is the result of that call.
fn answer_call<'a>(
    state: &mut StoreReading<'_, '_, 'a>,
    object: Node<'_, 'a>,
    message: &mut Message<'a>,
    taken: &mut Vec<At>,
) {
    let shape = &state.store.message.result;
    let is_result = |part: &Part<'_>| matches!(part, Part::Result(_));
    if !matches!(message.role, Role::Tool) || shape.id.is_empty() || message.parts.as_slice().iter().any(is_result) {
        return;
    }
    let mut result = ToolResult {
        at: message.at,
        call_id: text(object, shape.id, taken),
        name: text(object, shape.name, taken),
        parts: std::mem::take(&mut message.parts),
        form: message.form,
        extras: Extras::default(),
        ..ToolResult::default()
    };
    read_error(object, shape.errors, &mut result, taken);
    message.form = Form::Parts;
    message.parts = OneOrMany::one(Part::from(result));
}

/// Reads the calls next to the content. One that is among the parts stays a member, which repeats it.
fn read_calls<'a>(
    state: &StoreReading<'_, '_, 'a>,
    calls: Node<'_, 'a>,
    parts: &mut OneOrMany<Part<'a>>,
    taken: &mut Vec<At>,
) -> Result<(), Refused> {
    let id_of = |part: &Part<'_>| match part {
        Part::Call(call) => Some(call.id()?.decode().into_owned()),
        _ => None,
    };
    let known: HashSet<String> = parts.as_slice().iter().filter_map(id_of).collect();
    for call in calls.items() {
        let part = read_call(state, call, &state.store.message.calls.shape)?;
        if id_of(&part).is_none_or(|id| !known.contains(&id)) {
            parts.push(part);
        }
    }
    taken.push(calls.at());
    Ok(())
}

impl MessageShape {
    /// The object of an item that is the message.
    pub(super) fn object_of<'t, 'a>(&self, item: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
        if self.object.is_empty() { Some(item) } else { find(item, self.object) }
    }
}

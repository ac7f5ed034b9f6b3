//! Reads a message: its speaker, its parts, and what it says next to them.

use std::collections::HashMap;

use super::details::open_details;
use super::part::{read_call, read_content, read_error, read_part};
use super::paths::{at_path, find, text};
use super::read::StoreReading;
use super::{ListArrangement, MessageShape, Says, StoreSpeaker, members};
use crate::format::sessions::{keep_line, report_odd_line, report_unread};
use crate::format::shared::{keep_other_members, read_role, refuse_type};
use crate::format::signs::{KeySet, RecordSign};
use crate::json::{At, Node, Text, minify};
use crate::model::{
    Arguments, Conversation, Extras, Finish, Form, Message, OneOrMany, Part, Reasoning, Role, Slot, ToolResult,
};
use crate::report::Refused;

/// `system`, `user`, `assistant` and `tool`.
pub(super) const USUAL_SPEAKERS: &[StoreSpeaker] = &[
    StoreSpeaker::new("system", Role::System),
    StoreSpeaker::new("developer", Role::Developer),
    StoreSpeaker::new("user", Role::User),
    StoreSpeaker::new("assistant", Role::Assistant),
    StoreSpeaker::new("tool", Role::Tool),
];

/// Reads an item. In a session, one that cannot be read is kept as a line, and reported.
pub(super) fn read<'a>(
    state: &mut StoreReading<'_, '_, '_, 'a>,
    item: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
) -> Result<(), Refused> {
    if !state.store.record.is_session {
        return read_message(state, item, conversation);
    }
    if !item.is_object() {
        report_odd_line(item, state.reading.report);
        keep_line(item, state.store.name, conversation);
    } else if let Err(refused) = read_message(state, item, conversation) {
        report_unread(&refused, "the line has no message", state.reading.report);
        keep_line(item, state.store.name, conversation);
    }
    Ok(())
}

fn read_message<'a>(
    state: &mut StoreReading<'_, '_, '_, 'a>,
    item: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
) -> Result<(), Refused> {
    let (store, shape) = (state.store, &state.store.message);
    let keys = KeySet::of(item);
    let has = |sign: &Option<RecordSign>| sign.as_ref().is_some_and(|sign| sign.is_in(item, keys));
    if has(&shape.copy) {
        keep_line(item, store.name, conversation);
        return Ok(());
    }
    let event = |conversation: &mut Conversation<'a>| keep_line(item, store.name, conversation);
    if !item.is_object() {
        return Err(refuse_type(item, "a list of messages", "an array of objects"));
    }
    let Some(object) = shape.object_of(item).filter(Node::is_object) else {
        event(conversation);
        return Ok(());
    };
    let mut taken: Vec<At> = Vec::new();
    let mut message = Message { at: item.at(), origin: store.name, ..Message::default() };
    let Some(speaker) = find(object, shape.speaker) else {
        if let Some(read) = lone_part(state, item)? {
            conversation.messages.push(read);
        } else {
            event(conversation);
        }
        return Ok(());
    };
    let is_known = |known: &&StoreSpeaker| {
        (speaker.is(known.name) || speaker.raw() == known.name) && (known.sign.is_none() || has(&known.sign))
    };
    let known = shape.speakers.iter().find(is_known);
    message.role = match known {
        Some(known) => known.role.clone(),
        None if shape.has_events => {
            event(conversation);
            return Ok(());
        }
        None => read_role(speaker, &shape.usual_roles(), state.reading)?,
    };
    taken.push(speaker.at());
    state.check_message(item, object);
    read_details(state, object, &mut message, &mut taken);
    if let Some(reasoning) = text(object, shape.beside.reasoning, &mut taken) {
        let part = Reasoning { at: item.at(), text: Some(reasoning), ..Reasoning::default() };
        message.parts.push(Part::Reasoning(Box::new(part)));
    }
    message.form = Form::Absent;
    let is_given = |value: &Node<'_, '_>| !(value.is_null() || (value.is_array() && value.is_empty()));
    let contents = || shape.content.iter().filter_map(|path| at_path(object, path));
    if let Some(content) = contents().find(is_given).or_else(|| find(object, shape.content)) {
        message.form = read_content(state, content, &mut message.parts)?;
        taken.push(content.at());
    }
    match known.map_or(Says::Text, |known| known.says) {
        Says::Text => {}
        Says::Reasoning => message.parts.change(|parts| parts.iter_mut().for_each(to_reasoning)),
        Says::Details => message.parts.change(|parts| *parts = parts.drain(..).flat_map(open_details).collect()),
    }
    if let Some(calls) = find(object, shape.beside.calls).filter(Node::is_array) {
        read_calls(state, calls, &mut message.parts, &mut taken)?;
    }
    if let Some(files) = find(object, shape.beside.files).filter(Node::is_array) {
        for file in files.items() {
            message.parts.push(read_part(state, file)?);
        }
        taken.push(files.at());
    }
    answer_call(state, object, &mut message, &mut taken);
    if let ListArrangement::Tree(tree) = &store.record.arrangement {
        // The tree has them.
        let id = find(item, tree.id).filter(Node::is_string);
        let parent = find(item, tree.parent).filter(Node::is_string);
        if let Some(parent) = parent {
            message.extras.note_in(Slot::Here, store.name, Text::Token("parent"), parent.to_raw(), parent.at());
        }
        let is_nested = |children: &Node<'_, '_>| children.items().any(|child| child.is_object());
        let children = tree.children_of(item).filter(is_nested);
        taken.extend([id, parent, children].into_iter().flatten().map(|link| link.at()));
    }
    taken.sort_unstable();
    taken.dedup();
    let is_repeated = |key: &Text<'_>, value: Node<'_, '_>| state.is_repeated(key, value);
    for (key, value) in item.members() {
        let key = key.text().unwrap_or_default();
        keep_other_members(key, value, &taken, Slot::Here, store.name, &is_repeated, &mut message.extras);
    }
    split_results(message, &mut conversation.messages);
    Ok(())
}

/// Adds a message. One with results is several: results come after the calls before them, each as a message of its tool.
fn split_results<'a>(message: Message<'a>, messages: &mut Vec<Message<'a>>) {
    let is_result = |part: &Part<'_>| matches!(part, Part::Result(_));
    if matches!(message.role, Role::Tool | Role::Other(_)) || !message.parts.as_slice().iter().any(is_result) {
        messages.push(message);
        return;
    }
    let mut whole = message;
    let parts = std::mem::take(&mut whole.parts);
    let next = |role: Role<'a>, parts: Vec<Part<'a>>| Message {
        at: parts.first().map_or(whole.at, Part::at),
        origin: whole.origin,
        role,
        parts: parts.into(),
        form: Form::Parts,
        turn: whole.at.offset().and_then(|at| u32::try_from(at).ok()),
        ..Message::default()
    };
    let is_answer = matches!(whole.role, Role::Assistant);
    let (mut spoken, mut results, mut split) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts {
        if is_result(&part) {
            if !is_answer && !spoken.is_empty() {
                split.push(next(whole.role.clone(), std::mem::take(&mut spoken)));
            }
            results.push(part);
            continue;
        }
        let goes_on = is_answer && matches!(part, Part::Call(_));
        if !(results.is_empty() || goes_on) {
            if !spoken.is_empty() {
                split.push(next(whole.role.clone(), std::mem::take(&mut spoken)));
            }
            split.extend(results.drain(..).map(|result| next(Role::Tool, vec![result])));
        }
        spoken.push(part);
    }
    if !spoken.is_empty() {
        split.push(next(whole.role.clone(), spoken));
    }
    split.extend(results.into_iter().map(|result| next(Role::Tool, vec![result])));
    if let Some(first) = split.first_mut() {
        (first.at, first.details, first.extras) = (whole.at, whole.details, whole.extras);
    }
    messages.append(&mut split);
}

/// An item without a speaker that is a part: a call, or a result.
fn lone_part<'a>(state: &mut StoreReading<'_, '_, '_, 'a>, item: Node<'_, 'a>) -> Result<Option<Message<'a>>, Refused> {
    let part = read_part(state, item)?;
    let role = match &part {
        Part::Opaque(_) => return Ok(None),
        Part::Result(_) => Role::Tool,
        Part::Text(_) | Part::Reasoning(_) | Part::Call(_) | Part::Media(_) | Part::Refusal(_) => Role::Assistant,
    };
    let message = Message { at: item.at(), origin: state.store.name, role, form: Form::Parts, ..Message::default() };
    Ok(Some(Message { parts: OneOrMany::one(part), ..message }))
}

fn read_details<'a>(
    state: &StoreReading<'_, '_, '_, 'a>,
    object: Node<'_, 'a>,
    message: &mut Message<'a>,
    taken: &mut Vec<At>,
) {
    let shape = &state.store.message;
    if let Some(id) = text(object, shape.id, taken) {
        message.details_mut().id = Some(id);
    }
    // The author of a result stays a field: results have no speaker.
    if !matches!(message.role, Role::Tool)
        && let Some(author) = text(object, shape.author, taken)
    {
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
    state: &mut StoreReading<'_, '_, '_, 'a>,
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

/// Reads the calls next to the content. One that is among the parts counts once; if it differs from that part, it stays a field.
fn read_calls<'a>(
    state: &mut StoreReading<'_, '_, '_, 'a>,
    calls: Node<'_, 'a>,
    parts: &mut OneOrMany<Part<'a>>,
    taken: &mut Vec<At>,
) -> Result<(), Refused> {
    let id_of = |part: &Part<'_>| {
        let Part::Call(call) = part else { return None };
        Some(call.id()?.decode().into_owned())
    };
    let own = parts.as_slice().iter().filter_map(|part| Some((id_of(part)?, words_of(part)?)));
    let known: HashMap<String, _> = own.collect();
    let mut are_all = true;
    for call in calls.items() {
        state.check(call, &members::of_call(&state.store.message.beside.call));
        let part = read_call(state, call, &state.store.message.beside.call, &[])?;
        match id_of(&part).and_then(|id| known.get(&id)) {
            None => parts.push(part),
            Some(words) if words_of(&part).as_ref() == Some(words) => {}
            Some(_) => {
                are_all = false;
                continue;
            }
        }
        taken.push(call.at());
    }
    if are_all {
        taken.push(calls.at());
    }
    Ok(())
}

/// The name and the arguments of a call.
fn words_of(part: &Part<'_>) -> Option<(String, Vec<u8>)> {
    let Part::Call(call) = part else { return None };
    let arguments = match &call.arguments {
        Arguments::Encoded(text) => text.decode_json().into_owned(),
        Arguments::Object(raw) => raw.as_str().to_owned(),
    };
    let mut compact = Vec::with_capacity(arguments.len());
    minify(&arguments, &mut compact);
    Some((call.name.decode().into_owned(), compact))
}

impl MessageShape {
    /// The roles that are stored by their own names.
    fn usual_roles(&self) -> Vec<Role<'static>> {
        let is_usual = |known: &&StoreSpeaker| known.sign.is_none() && known.role.name() == known.name;
        self.speakers.iter().filter(is_usual).map(|known| known.role.clone()).collect()
    }

    /// The object of an item that is the message.
    pub(super) fn object_of<'t, 'a>(&self, item: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
        if self.object.is_empty() { Some(item) } else { find(item, self.object) }
    }
}

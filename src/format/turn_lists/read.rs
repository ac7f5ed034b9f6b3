//! Reads a record: the list of turns, and the fields outside it.

use super::places::find_turns;
use super::speaker::mark_field;
use super::tools;
use super::turn::TurnState;
use super::{TurnKind, TurnLists, TurnPair};
use crate::format::Reading;
use crate::format::shape::row::RowMembers;
use crate::format::shared::{read_label, refuse_type, wrong_type};
use crate::json::{Node, Text};
use crate::model::{Conversation, Form, Message, Part, Role, TextPart};
use crate::report::{Refused, shape};

pub(super) fn read<'a>(
    lists: &'static TurnLists,
    root: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Conversation<'a>, Refused> {
    let mut conversation = Conversation { origin: lists.name, ..Conversation::default() };
    if root.is_array() {
        conversation.source.shape = "list";
        read_turns(root, TurnState::of(lists), &mut conversation, reading)?;
        return Ok(conversation);
    }
    // Nothing fits a damaged record; its first list is then what is complained about.
    let fallback = || lists.lists.iter().find_map(|key| Some((*key, root.get(key)?)));
    let Some((shape, turns)) = find_turns(lists, root).or_else(fallback) else {
        let (list, found) = (lists.lists.first().unwrap_or(&""), root.kind().name());
        let why = format!("a record is an object with `{list}` or a list of turns, found {found}");
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
    };
    if !turns.is_array() {
        return Err(refuse_type(turns, shape, "an array"));
    }
    conversation.source.shape = shape;
    let keys = std::iter::once(shape).chain(lists.fields.keys());
    let members = RowMembers::of(root, &keys)?;
    let mut state = TurnState::of(lists);
    let (mut chosen, mut rejected, mut label) = (None, None, None);
    for (key, value) in keys.zip(members.values).skip(1) {
        let Some(value) = value else { continue };
        if lists.fields.pair.is_some_and(|pair| key == pair.chosen) {
            chosen = Some(value);
        } else if lists.fields.pair.is_some_and(|pair| key == pair.rejected) {
            rejected = Some(value);
        } else if lists.fields.label == Some(key) {
            label = Some((key, value));
        } else {
            read_field(key, value, &mut state, &mut conversation, reading);
        }
    }
    for (key, value) in members.others {
        conversation.extras.push(lists.name, key, value.to_raw(), value.at());
    }
    read_turns(turns, state, &mut conversation, reading)?;
    if let Some(pair) = &lists.fields.pair {
        read_pair(lists, pair, chosen, rejected, &mut conversation, reading)?;
    }
    if let Some((key, label)) = label {
        let is_answer = |last: &Message<'_>| matches!(last.role, Role::Assistant);
        let answers = usize::from(conversation.messages.last().is_some_and(is_answer));
        read_label(label, key, conversation.messages.len() - answers, &mut conversation);
    }
    Ok(conversation)
}

/// Reads two answers that are compared. What is not a turn, or no list of turns, stays a field.
fn read_pair<'a>(
    lists: &'static TurnLists,
    pair: &TurnPair,
    chosen: Option<Node<'_, 'a>>,
    rejected: Option<Node<'_, 'a>>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let is_answer = |value: &Node<'_, '_>| if pair.is_whole { value.is_array() } else { value.is_object() };
    for (key, value) in [(pair.chosen, chosen), (pair.rejected, rejected)] {
        let Some(value) = value.filter(|value| !is_answer(value)) else { continue };
        if value.is_null() {
            conversation.extras.note(lists.name, Text::Token(key), value.to_raw(), value.at());
        } else {
            conversation.extras.push(lists.name, Text::Token(key), value.to_raw(), value.at());
        }
    }
    let (chosen, rejected) = (chosen.filter(is_answer), rejected.filter(is_answer));
    let start = conversation.messages.len();
    if let Some(chosen) = chosen {
        let answer = TurnState::of(lists).read(chosen, None, reading)?;
        conversation.messages.push(answer);
    }
    match rejected {
        Some(rejected) if pair.is_whole => {
            let mut other = Conversation { origin: lists.name, ..Conversation::default() };
            read_turns(rejected, TurnState::of(lists), &mut other, reading)?;
            conversation.extras.note(lists.name, Text::Token(pair.rejected), rejected.to_raw(), rejected.at());
            conversation.compare_with(other.messages, rejected.span());
        }
        Some(rejected) => {
            let answer = TurnState::of(lists).read(rejected, None, reading)?;
            conversation.set_pair(start, vec![answer], rejected.span());
        }
        None => {}
    }
    Ok(())
}

fn read_field<'a>(
    key: &'static str,
    field: Node<'_, 'a>,
    state: &mut TurnState<'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) {
    let lists = state.lists;
    let is = |known: Option<&str>| known == Some(key);
    if is(lists.fields.id) {
        match field.text() {
            Some(text) => (conversation.id, conversation.id_at) = (Some(text), field.at()),
            None => conversation.extras.push(lists.name, Text::Token(key), field.to_raw(), field.at()),
        }
    } else if is(lists.fields.system) {
        read_system(key, field, conversation, reading);
    } else if is(lists.fields.tools) {
        tools::read_field(key, field, conversation, reading);
    } else if let Some(files) = lists.fields.files.iter().find(|files| files.fields.contains(&key)) {
        state.files.read_field(key, files, field, conversation, reading);
    }
}

/// Reads the field of the system text. An empty one is absent.
fn read_system<'a>(
    name: &'static str,
    field: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) {
    let (key, origin) = (Text::Token(name), conversation.origin);
    match field.text() {
        Some(text) if !text.is_empty() => {
            let mut message = Message { at: field.at(), origin, role: Role::System, ..Message::default() };
            message.form = Form::Text;
            message.parts.push(Part::Text(TextPart::new(text, field.at())));
            mark_field(&mut message);
            conversation.messages.push(message);
        }
        Some(_) => conversation.extras.note(origin, key, field.to_raw(), field.at()),
        None => {
            if !field.is_null() {
                wrong_type(reading, field, name, "a string");
            }
            conversation.extras.push(origin, key, field.to_raw(), field.at());
        }
    }
}

fn read_turns<'a>(
    list: Node<'_, 'a>,
    mut state: TurnState<'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    conversation.messages.reserve(list.len());
    let mut turns = list.items().peekable();
    while let Some(turn) = turns.next() {
        conversation.messages.push(state.read(turn, turns.peek().copied(), reading)?);
    }
    if conversation.tools.is_empty() && state.lists.has(TurnKind::Calls) {
        for message in conversation.messages.iter().filter(|message| matches!(message.role, Role::System)) {
            tools::read_text(message, &mut conversation.tools, reading);
        }
    }
    state.files.finish(conversation);
    Ok(())
}

//! The record: what stands around the turns.

use super::NAME;
use super::speaker::mark_field;
use super::tools;
use super::turn::Turns;
use crate::format::shared::{refuse_type, wrong_type};
use crate::format::{Reading, Score};
use crate::json::{Node, Text};
use crate::model::{Conversation, Form, Message, Part, Role, TextPart};
use crate::report::{Refused, shape};

/// Where the turns are, the usual name first.
pub(super) const LISTS: [&str; 4] = ["conversations", "conversation", "dialog", "messages"];

/// Fields of files, to which the words of turns refer by their order.
pub(super) const FILES: [&str; 6] = ["images", "image", "videos", "video", "audios", "audio"];

const KEYS: &[&str; 9] = &["id", "system", "tools", "images", "image", "videos", "video", "audios", "audio"];

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    find_turns(root)?;
    Some(Score::new(230, "turns with `from` and `value`"))
}

/// The turns and the name of their field; `list` where there is no record around them.
pub(super) fn find_turns<'t, 'a>(root: Node<'t, 'a>) -> Option<(&'static str, Node<'t, 'a>)> {
    let is_turn = |node: Node<'_, '_>| node.get("from").is_some() && node.get("value").is_some();
    // The first turn may be the odd one.
    let has_turns = |list: Node<'_, '_>| list.items().take(4).any(is_turn);
    if root.is_array() {
        return has_turns(root).then_some(("list", root));
    }
    LISTS.into_iter().find_map(|key| Some((key, root.get(key).filter(|list| has_turns(*list))?)))
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation = Conversation { origin: NAME, ..Conversation::default() };
    if root.is_array() {
        conversation.shape = "list";
        read_turns(root, Turns::default(), &mut conversation, reading)?;
        return Ok(conversation);
    }
    // Nothing fits a damaged record; its first list is then what is complained about.
    let fallback = || LISTS.into_iter().find_map(|key| Some((key, root.get(key)?)));
    let Some((shape, turns)) = find_turns(root).or_else(fallback) else {
        return Err(Refused::new(
            &shape::NOT_A_CONVERSATION,
            root.at(),
            format!("a record is an object with `conversations` or a list of turns, found {}", root.kind().name()),
        ));
    };
    if !turns.is_array() {
        return Err(refuse_type(turns, shape, "an array"));
    }
    conversation.shape = shape;
    read_record(root, turns, &mut conversation, reading)?;
    Ok(conversation)
}

fn read_record<'a>(
    root: Node<'_, 'a>,
    turns: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    // The list has one of several names; this only refuses a second one of the same name.
    let ([_list], _) = root.fields(&[conversation.shape])?;
    let ([id, system, tools, files @ ..], rest) = root.fields(KEYS)?;
    if let Some(id) = id {
        match id.text() {
            Some(text) => (conversation.id, conversation.id_at) = (Some(text), id.at()),
            None => conversation.extras.push(NAME, Text::Token("id"), id.to_raw(), id.at()),
        }
    }
    if let Some(system) = system {
        read_system(system, conversation, reading);
    }
    if let Some(tools) = tools {
        tools::read_field(tools, conversation, reading);
    }
    let mut state = Turns::default();
    for (key, field) in KEYS.iter().skip(3).zip(files) {
        if let Some(field) = field {
            state.files.read_field(key, field, conversation, reading);
        }
    }
    for (key, value) in rest.unknown().filter(|(key, _)| !key.is(conversation.shape)) {
        conversation.extras.push(NAME, key, value.to_raw(), value.at());
    }
    read_turns(turns, state, conversation, reading)
}

/// The field `system`. Empty, it says nothing.
fn read_system<'a>(field: Node<'_, 'a>, conversation: &mut Conversation<'a>, reading: &mut Reading<'_>) {
    let key = Text::Token("system");
    match field.text() {
        Some(text) if !text.is_empty() => {
            let mut message = Message { at: field.at(), origin: NAME, role: Role::System, ..Message::default() };
            message.form = Form::Text;
            message.parts.push(Part::Text(TextPart::new(text, field.at())));
            mark_field(&mut message);
            conversation.messages.push(message);
        }
        Some(_) => conversation.extras.note(NAME, key, field.to_raw(), field.at()),
        None => {
            if !field.is_null() {
                wrong_type(reading, field, "system", "a string");
            }
            conversation.extras.push(NAME, key, field.to_raw(), field.at());
        }
    }
}

fn read_turns<'a>(
    list: Node<'_, 'a>,
    mut state: Turns<'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    conversation.messages.reserve(list.len());
    let mut turns = list.items().peekable();
    while let Some(turn) = turns.next() {
        conversation.messages.push(state.read(turn, turns.peek().copied(), reading)?);
    }
    if conversation.tools.is_empty() {
        for message in conversation.messages.iter().filter(|message| matches!(message.role, Role::System)) {
            tools::read_text(message, &mut conversation.tools, reading);
        }
    }
    state.files.finish(conversation);
    Ok(())
}

//! One record: a message of the user, an answer, or a message from the program to the user.

use super::NAME;
use super::answer_record::read_answer;
use super::earlier::covers;
use super::lines::TYPES;
use super::read::AnsweredCalls;
use super::write::NO_TIME;
use crate::format::Reading;
use crate::format::gemini::message::push_parts;
use crate::format::sessions::KeptLines;
use crate::format::shared::{need, refuse_type};
use crate::json::{Node, Text};
use crate::model::{Conversation, Form, Message, Part, ProgramMessage, Role, Slot, TextPart};
use crate::report::{Refused, Severity};

/// The first words of the program's description of the machine for the model.
const CONTEXT: &str = "<session_context>";

/// Reads a record. `answered`: the calls whose results are known. True: it repeats results, and is not a message.
pub(super) fn read_record<'a>(
    node: Node<'_, 'a>,
    number: usize,
    answered: &AnsweredCalls<'_, '_>,
    lines: &mut KeptLines<'a>,
    messages: &mut Vec<Message<'a>>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<bool, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "messages", "a list of objects"));
    }
    let kind = need(node.get("type"), "type", node)?;
    let message = Message {
        at: node.at(),
        origin: NAME,
        role: Role::User,
        turn: u32::try_from(number).ok(),
        ..Message::default()
    };
    let content = node.get("content");
    if kind.is("gemini") {
        read_answer(node, message, messages, lines, reading)?;
    } else if kind.is("user")
        && let Some(is_same) = is_repeated(content, answered)
    {
        let extras = &mut conversation.extras;
        extras.note_in(Slot::Event, NAME, Text::Token("user"), node.to_raw(), node.at());
        if let Some(content) = content.filter(|_| !is_same) {
            extras.push_in(Slot::Earlier, NAME, Text::Token("content"), content.to_raw(), content.at());
        }
        return Ok(true);
    } else if kind.is("user") || kind.is("info") || kind.is("warning") || kind.is("error") {
        let content = need(content, "content", node)?;
        read_content(content, message, messages, reading)?;
        let is_told = !kind.is("user") || begins_with_context(messages);
        for message in messages.iter_mut().filter(|_| is_told) {
            message.details_mut().by_program = Some(ProgramMessage::Notice);
        }
        if let Some(first) = messages.first_mut() {
            read_fields(node, &["content"], first, lines);
            let key = Text::Token("type");
            first.extras.note(NAME, key, kind.to_raw(), kind.at());
        }
    } else {
        let word = kind.text().ok_or_else(|| refuse_type(kind, "type", "a string"))?;
        lines.name_unknown(&word, kind.at(), TYPES, reading.report);
        lines.keep_line(node, conversation);
    }
    Ok(false)
}

/// Reads a text or a list of parts. What the API would reject was sent nevertheless: it is a warning.
pub(super) fn read_content<'a>(
    content: Node<'_, 'a>,
    mut message: Message<'a>,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if let Some(text) = content.text() {
        message.form = Form::Text;
        if !text.is_empty() {
            message.parts.push(Part::Text(TextPart::new(text, content.at())));
        }
        messages.push(message);
        return Ok(());
    }
    if !content.is_array() && !content.is_object() {
        return Err(refuse_type(content, "content", "a string or a list of parts"));
    }
    message.form = Form::Parts;
    if content.is_array() && content.is_empty() {
        messages.push(message);
        return Ok(());
    }
    let mut own = reading.report.alike();
    let mut inner = Reading { report: &mut own, scratch: &mut *reading.scratch, columns: None, programs: None };
    let start = messages.len();
    let read = push_parts(message, content.each(), messages, &mut inner);
    if !own.is_empty() {
        own.raise(Severity::Error, Severity::Warning);
        reading.report.append(&mut own);
    }
    messages.iter_mut().skip(start).for_each(|message| message.origin = NAME);
    read
}

/// For messages with results only, which answers contain as well: whether they are the same there.
fn is_repeated(content: Option<Node<'_, '_>>, answered: &AnsweredCalls<'_, '_>) -> Option<bool> {
    let mut is_same = true;
    for part in content.filter(|list| list.is_array() && !list.is_empty())?.items() {
        let known = answered.get(part.get("functionResponse")?.get("id")?.text()?.decode().as_ref())?;
        is_same &= known.is_some_and(|known| covers(known, part));
    }
    Some(is_same)
}

fn begins_with_context(messages: &[Message<'_>]) -> bool {
    let first = messages.first().and_then(|message| message.parts.first());
    matches!(first, Some(Part::Text(text)) if text.text.decode().trim_start().starts_with(CONTEXT))
}

/// True for a value that means `none`.
pub(super) fn is_nothing(value: Node<'_, '_>) -> bool {
    value.is_null() || value.is("") || ((value.is_array() || value.is_object()) && value.is_empty())
}

/// Reads the fields of a record other than its content.
pub(super) fn read_fields<'a>(
    node: Node<'_, 'a>,
    known: &[&str],
    message: &mut Message<'a>,
    lines: &mut KeptLines<'a>,
) {
    for (key, value) in node.members().filter(|(key, _)| !known.iter().any(|known| key.is(known))) {
        let Some(key) = key.text() else { continue };
        match key.decode().as_ref() {
            "id" if value.is_string() => message.details_mut().id = value.text(),
            "timestamp" if value.is_string() && !value.is(NO_TIME) => message.details_mut().time = value.text(),
            "timestamp" if value.is_string() => message.extras.note(NAME, key, value.to_raw(), value.at()),
            "type" => {}
            _ => lines.keep(Slot::Here, key, value, &mut message.extras),
        }
    }
}

//! One line with a message: an object of the Messages API, with facts about the line next to it.

use super::NAME;
use super::program_words::{is_wrapped, program_of_line};
use super::write::NO_TIME;
use crate::format::Reading;
use crate::format::anthropic::block::{BlockPlace, is_opaque_block};
use crate::format::anthropic::message::{is_result, push_user, read_content};
use crate::format::sessions::refuse_characters;
use crate::format::shared::{need, refuse_type};
use crate::json::{Node, Raw, Text};
use crate::model::{Extras, Finish, Form, Message, Part, ProgramMessage, Role, Slot, TextPart};
use crate::report::{Refused, Report, Severity};

/// The model of answers that the program generated.
const SYNTHETIC: &str = "<synthetic>";

/// Facts that most lines repeat: they are facts where they change.
const REPEATED: [&str; 12] = [
    "cwd",
    "version",
    "gitBranch",
    "userType",
    "slug",
    "entrypoint",
    "sessionId",
    "session_id",
    "parent_tool_use_id",
    "agentId",
    "model",
    "permissionMode",
];

/// The number of fields of the first line of an answer with which those of the others are compared.
const COMPARED: usize = 64;

/// What lines say again and again: the last values of the repeated fields.
#[derive(Debug, Default)]
pub(super) struct Repeats<'a>([Option<&'a str>; REPEATED.len()]);

impl<'a> Repeats<'a> {
    /// Keeps a field; what the line before it said as well is not a fact.
    pub(super) fn keep(&mut self, slot: Slot, key: &Text<'a>, value: Node<'_, 'a>, extras: &mut Extras<'a>) {
        let mut known = REPEATED.iter().zip(&mut self.0).filter(|(name, _)| key.is(name));
        let is_same = known.next().is_some_and(|(_, last)| last.replace(value.raw()) == Some(value.raw()));
        if is_same || value.is_null() {
            extras.note_in(slot, NAME, key.clone(), value.to_raw(), value.at());
        } else {
            extras.push_in(slot, NAME, key.clone(), value.to_raw(), value.at());
        }
    }

    /// Says what the id of the session is.
    pub(super) fn session(&mut self, id: &'a str) {
        let ids = REPEATED.iter().zip(&mut self.0).filter(|(name, _)| matches!(**name, "sessionId" | "session_id"));
        ids.for_each(|(_, last)| *last = Some(id));
    }
}

/// What a line says.
#[derive(Debug, Default)]
pub(super) struct LineMessages<'a> {
    /// Its messages: a result is one of its own.
    pub(super) messages: Vec<Message<'a>>,
    /// The id of the answer of which it is a piece.
    pub(super) answer: Option<String>,
    /// The ids of its calls.
    pub(super) calls: Vec<String>,
    /// The ids of the calls that it answers.
    pub(super) results: Vec<String>,
}

impl LineMessages<'_> {
    /// True if a conversation can begin with it.
    pub(super) fn can_begin(&self) -> bool {
        self.messages.iter().any(|message| matches!(message.role, Role::User))
    }
}

/// Reads a line of type `user` or `assistant`. `number` is that of the line.
pub(super) fn read_line<'a>(
    line: Node<'_, 'a>,
    number: usize,
    repeats: &mut Repeats<'a>,
    reading: &mut Reading<'_>,
) -> Result<LineMessages<'a>, Refused> {
    let object = need(line.get("message"), "message", line)?;
    if !object.is_object() {
        return Err(refuse_type(object, "message", "an object"));
    }
    let ([role, content, finish, id], rest) = object.fields(&["role", "content", "stop_reason", "id"])?;
    let kind = line.get("type");
    let is_answer = role.or(kind).is_some_and(|role| role.is("assistant"));
    if let Some(role) = role.filter(|role| !role.is("user") && !role.is("assistant")) {
        return Err(refuse_type(role, "role", "`user` or `assistant`"));
    }
    if role.is_none() {
        refuse_characters(object)?;
    }
    let content = need(content, "content", object)?;
    let mut found = LineMessages::default();
    let role = if is_answer { Role::Assistant } else { Role::User };
    let mut message =
        Message { at: line.at(), origin: NAME, role, turn: u32::try_from(number).ok(), ..Message::default() };
    add_content(&mut found, message.clone(), content, reading)?;
    let Some(first) = found.messages.first_mut() else { return Ok(found) };
    std::mem::swap(&mut message.extras, &mut first.extras);
    first.at = line.at();
    if let Some(id) = id {
        first.extras.push_in(Slot::Answer, NAME, Text::Token("id"), id.to_raw(), id.at());
        found.answer = decoded(id.text().as_ref()).filter(|_| is_answer);
    }
    if let Some(finish) = finish {
        match finish.text() {
            Some(reason) => first.details_mut().finish = Some(Finish { at: finish.at(), reason }),
            None => repeats.keep(Slot::Answer, &Text::Token("stop_reason"), finish, &mut first.extras),
        }
    }
    for (key, value) in rest.unknown() {
        if key.is("type") && value.is("message") {
            first.extras.note_in(Slot::Answer, NAME, key, value.to_raw(), value.at());
        } else {
            repeats.keep(Slot::Answer, &key, value, &mut first.extras);
        }
    }
    read_fields(line, first, repeats);
    let is_synthetic = object.get("model").is_some_and(|model| model.is(SYNTHETIC));
    let is_said = found.calls.is_empty() && found.results.is_empty();
    let program = program_of_line(line).or((is_synthetic || is_wrapped(first)).then_some(ProgramMessage::Notice));
    if let Some(program) = program.filter(|_| is_said) {
        found.messages.iter_mut().for_each(|message| message.details_mut().by_program = Some(program));
    }
    Ok(found)
}

/// Adds the messages that the content of a line is. What a service would reject was sent nevertheless: it is a warning.
fn add_content<'a>(
    found: &mut LineMessages<'a>,
    mut message: Message<'a>,
    content: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let mut own = reading.report.alike();
    let mut inner = Reading { report: &mut own, scratch: &mut *reading.scratch, columns: None, programs: None };
    let is_answer = matches!(message.role, Role::Assistant);
    if !is_answer && content.is_array() && content.items().any(is_result) {
        message.form = Form::Parts;
        push_user(message, content, &mut found.messages, &mut inner)?;
    } else {
        let place = if is_answer { BlockPlace::Assistant } else { BlockPlace::User };
        message.form = read_content(content, place, true, &mut message.parts, &mut inner)?;
        found.messages.push(message);
    }
    add_findings(&mut own, reading.report);
    for message in &mut found.messages {
        message.origin = NAME;
        claim_unknown(&mut message.parts);
        for part in &message.parts {
            match part {
                Part::Call(call) => found.calls.extend(decoded(call.id.as_ref())),
                Part::Result(result) => {
                    found.results.extend(decoded(result.call_id.as_ref()));
                }
                Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {}
            }
        }
    }
    Ok(())
}

/// Parts that anthropic does not have are parts of this format alone: a request with one is rejected.
fn claim_unknown(parts: &mut [Part<'_>]) {
    for part in parts {
        match part {
            Part::Opaque(opaque) if !is_opaque_block(&opaque.kind.decode()) => opaque.origin = NAME,
            Part::Result(result) => claim_unknown(&mut result.parts),
            Part::Opaque(_)
            | Part::Text(_)
            | Part::Reasoning(_)
            | Part::Media(_)
            | Part::Refusal(_)
            | Part::Call(_) => {}
        }
    }
}

fn decoded(id: Option<&Text<'_>>) -> Option<String> {
    id.map(|id| id.decode().into_owned())
}

fn add_findings(own: &mut Report, report: &mut Report) {
    if !own.is_empty() {
        own.raise(Severity::Error, Severity::Warning);
        report.append(own);
    }
}

/// Reads the fields of a line next to its message.
pub(super) fn read_fields<'a>(line: Node<'_, 'a>, message: &mut Message<'a>, repeats: &mut Repeats<'a>) {
    for (key, value) in line.members() {
        let Some(key) = key.text() else { continue };
        match key.decode().as_ref() {
            "message" => {}
            "uuid" if value.is_string() => message.details_mut().id = value.text(),
            "timestamp" if value.is_string() && !value.is(NO_TIME) => message.details_mut().time = value.text(),
            "timestamp" if value.is(NO_TIME) => message.extras.note(NAME, key, value.to_raw(), value.at()),
            name if is_place(name, value) => message.extras.note(NAME, key, value.to_raw(), value.at()),
            _ => repeats.keep(Slot::Here, &key, value, &mut message.extras),
        }
    }
}

/// True for what says where the message is in the tree, and which role it has.
fn is_place(name: &str, value: Node<'_, '_>) -> bool {
    match name {
        "type" => true,
        "parentUuid" | "logicalParentUuid" => value.is_string() || value.is_null(),
        "isSidechain" => value.as_bool().is_some(),
        _ => false,
    }
}

/// What a person typed while the model worked.
pub(super) fn read_queued<'a>(
    line: Node<'_, 'a>,
    number: usize,
    repeats: &mut Repeats<'a>,
    reading: &mut Reading<'_>,
) -> Result<LineMessages<'a>, Refused> {
    let attachment = need(line.get("attachment"), "attachment", line)?;
    let ([prompt, mode], rest) = attachment.fields(&["prompt", "commandMode"])?;
    let prompt = need(prompt, "prompt", attachment)?;
    let mut found = LineMessages::default();
    let message = Message {
        at: line.at(),
        origin: NAME,
        role: Role::User,
        turn: u32::try_from(number).ok(),
        ..Message::default()
    };
    match prompt.text() {
        Some(text) => {
            let mut message = Message { form: Form::Text, ..message };
            message.parts.push(Part::Text(TextPart::new(text, prompt.at())));
            found.messages.push(message);
        }
        None if prompt.is_array() => add_content(&mut found, message, prompt, reading)?,
        None => return Err(refuse_type(prompt, "prompt", "a string or a list of blocks")),
    }
    let Some(first) = found.messages.first_mut() else { return Ok(found) };
    for (key, value) in rest.unknown().chain(mode.map(|mode| (Text::Token("commandMode"), mode))) {
        if key.is("type") {
            first.extras.note_in(Slot::Content, NAME, key, value.to_raw(), value.at());
        } else {
            repeats.keep(Slot::Content, &key, value, &mut first.extras);
        }
    }
    let fields = line.members().filter(|(key, _)| !key.is("attachment"));
    for (key, value) in fields {
        let Some(key) = key.text() else { continue };
        match key.decode().as_ref() {
            "uuid" if value.is_string() => first.details_mut().id = value.text(),
            "timestamp" if value.is_string() && !value.is(NO_TIME) => first.details_mut().time = value.text(),
            name if is_place(name, value) => first.extras.note(NAME, key, value.to_raw(), value.at()),
            _ => repeats.keep(Slot::Here, &key, value, &mut first.extras),
        }
    }
    let is_typed = mode.is_none_or(|mode| mode.is("prompt"));
    if !is_typed || program_of_line(line).is_some() || is_wrapped(first) {
        found.messages.iter_mut().for_each(|message| message.details_mut().by_program = Some(ProgramMessage::Notice));
    }
    Ok(found)
}

/// Adds a further line of an answer to its message.
pub(super) fn join<'a>(message: &mut Message<'a>, line: Message<'a>) {
    let Message { parts, details, extras, at, .. } = line;
    parts.into_iter().for_each(|part| message.parts.push(part));
    message.form = Form::Parts;
    if let Some(details) = details {
        let (id, time) = (details.id, details.time);
        if let Some(finish) = details.finish {
            let known = message.details_mut().finish.replace(finish);
            let is_same =
                |known: &Finish<'_>| message.details().finish.as_ref().is_some_and(|it| it.reason.same(&known.reason));
            if let Some(known) = known.filter(|known| !is_same(known)) {
                let raw = Raw::owned(format!("\"{}\"", known.reason.spelling()));
                message.extras.push_in(Slot::Item, NAME, Text::Token("stop_reason"), raw, known.at);
            }
        }
        for (key, value) in [("uuid", id), ("timestamp", time)] {
            let Some(value) = value else { continue };
            let raw = Raw::owned(format!("\"{}\"", value.spelling()));
            message.extras.note_in(Slot::Item, NAME, Text::Token(key), raw, at);
        }
    }
    for extra in extras.fields() {
        let is_known = extra.is_note || message.extras.fields().iter().take(COMPARED).any(|own| is_same(own, extra));
        let (key, value) = (extra.key.clone(), extra.value.clone());
        if is_known {
            message.extras.note_in(Slot::Item, NAME, key, value, extra.at);
        } else {
            message.extras.push_in(Slot::Item, NAME, key, value, extra.at);
        }
    }
}

fn is_same(own: &crate::model::Extra<'_>, other: &crate::model::Extra<'_>) -> bool {
    own.key.same(&other.key) && own.value.as_str() == other.value.as_str()
}

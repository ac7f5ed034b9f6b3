//! One message, in any of the shapes.
//!
//! ```json
//! {"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"f","output":{"type":"text","value":"18"}}]}
//! ```

use super::NAME;
use super::detect::{THREADS, is_version_2, is_version_2_text};
use super::options::keep_message_options;
use super::part::{PartPiece, read_part};
use super::steps::AnswerSteps;
use super::ui::{add_tool, read_body, read_metadata};
use crate::format::Reading;
use crate::format::shared::{keep_member, keep_odd, need, read_role, refuse_type};
use crate::json::{At, NestedJson, Node, Tape, Text};
use crate::model::{Conversation, Extras, Form, Message, Part, Role, Slot, TextPart};
use crate::report::Refused;

const ROLES: [Role<'static>; 4] = [Role::System, Role::User, Role::Assistant, Role::Tool];

/// What rows of a store repeat: thread and owner.
#[derive(Debug, Default)]
pub(super) struct RowOwners<'a> {
    owner: Option<&'a str>,
}

/// Reads message number `number`: several, where calls have results.
pub(super) fn read_message<'a>(
    node: Node<'_, 'a>,
    number: u32,
    rows: &mut RowOwners<'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "message", "an object"));
    }
    let ([role, id, content, created, parts, calls, files, reasoning, metadata], rest) = node.fields(&[
        "role",
        "id",
        "content",
        "createdAt",
        "parts",
        "toolInvocations",
        "experimental_attachments",
        "reasoning",
        "metadata",
    ])?;
    let role = read_role(need(role, "role", node)?, &ROLES, reading)?;
    let mut first =
        Message { at: node.at(), role, origin: NAME, form: Form::Parts, turn: Some(number), ..Message::default() };
    if let Some(id) = id {
        match id.text() {
            Some(text) => first.details_mut().id = Some(text),
            None => keep_odd(id, "id", "a string", NAME, &mut first.extras, reading),
        }
    }
    if let Some(created) = created {
        match created.text() {
            Some(time) => first.details_mut().time = Some(time),
            None => keep_member(Slot::Here, NAME, Text::Token("createdAt"), created, &mut first.extras),
        }
    }
    if let Some(metadata) = metadata {
        read_metadata(metadata, &mut first);
    }
    for (key, value) in rest.unknown() {
        match key.decode().as_ref() {
            name if THREADS.contains(&name) && value.is_string() && keep_thread(value, conversation) => {
                note(key, value, &mut first.extras);
            }
            "resourceId" => {
                let is_first = rows.owner.is_none();
                let is_same = rows.owner.replace(value.raw()) == Some(value.raw());
                if is_first || !is_same {
                    keep_member(Slot::Here, NAME, key, value, &mut first.extras);
                } else {
                    note(key, value, &mut first.extras);
                }
            }
            "type" if value.is("v2") => note(key, value, &mut first.extras),
            "providerOptions" | "experimental_providerMetadata" => keep_message_options(value, key, &mut first.extras),
            _ => keep_member(Slot::Here, NAME, key, value, &mut first.extras),
        }
    }
    let mut steps = AnswerSteps::new(first);
    let inside = content.filter(|content| is_version_2(*content));
    if let Some(content) = inside {
        let body = content.pick(&["parts", "content", "toolInvocations", "experimental_attachments", "reasoning"]);
        read_body(content, body, &mut steps, reading)?;
        keep_row(content, &mut steps);
    } else if let Some(content) = content.filter(|content| parts.is_none() && is_version_2_text(*content)) {
        read_row_text(content, &mut steps, reading)?;
    } else if parts.or(calls).or(files).or(reasoning).is_some() {
        read_body(node, [parts, content, calls, files, reasoning], &mut steps, reading)?;
    } else if let Some(content) = content {
        read_content(content, &mut steps, reading)?;
    } else {
        steps.first().lacks_content = true;
    }
    conversation.messages.extend(steps.finish());
    Ok(())
}

/// Notes a spelling of something that the model has.
pub(super) fn note<'a>(key: Text<'a>, value: Node<'_, 'a>, extras: &mut Extras<'a>) {
    extras.note_in(Slot::Odd, NAME, key, value.to_raw(), value.at());
}

/// The thread of the rows is the conversation. False: another thread.
fn keep_thread<'a>(thread: Node<'_, 'a>, conversation: &mut Conversation<'a>) -> bool {
    let Some(id) = thread.text() else { return false };
    if conversation.id.is_none() {
        (conversation.id, conversation.id_at) = (Some(id), thread.at());
        return true;
    }
    conversation.id.as_ref().is_some_and(|known| known.same(&id))
}

/// Keeps the other members of the content of a row.
fn keep_row<'a>(content: Node<'_, 'a>, steps: &mut AnswerSteps<'a>) {
    const READ: [&str; 5] = ["parts", "content", "toolInvocations", "experimental_attachments", "reasoning"];
    for (key, value) in content.members() {
        let Some(key) = key.text() else { continue };
        if key.is("metadata") {
            read_metadata(value, steps.first());
        } else if key.is("format") {
            note(key, value, &mut steps.first().extras);
        } else if !READ.iter().any(|known| key.is(known)) {
            keep_member(Slot::Content, NAME, key, value, &mut steps.first().extras);
        }
    }
}

/// Reads the content of a row that is JSON text.
fn read_row_text<'a>(
    content: Node<'_, 'a>,
    steps: &mut AnswerSteps<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let nested = NestedJson::of(content.raw(), content.at());
    let place = |at: At| at.offset().map_or(at, |offset| nested.at(offset));
    let mut tape = Tape::new();
    let root = tape.parse(nested.text()).map_err(|error| Refused::json(&error).moved(&place))?;
    if !is_version_2(root) {
        return read_content(content, steps, reading);
    }
    let mut found = reading.report.alike();
    let mut inner = Reading { report: &mut found, scratch: &mut Tape::new(), columns: None, programs: None };
    let Message { role, turn, .. } = steps.first();
    let plain = Message {
        at: root.at(),
        role: role.clone(),
        origin: NAME,
        form: Form::Parts,
        turn: *turn,
        ..Message::default()
    };
    let mut read = AnswerSteps::new(plain);
    let body = root.pick(&["parts", "content", "toolInvocations", "experimental_attachments", "reasoning"]);
    read_body(root, body, &mut read, &mut inner).map_err(|refused| refused.moved(&place))?;
    keep_row(root, &mut read);
    found.move_places(place);
    reading.report.append(&mut found);
    let read = Conversation { origin: NAME, messages: read.finish(), ..Conversation::default() };
    let read = read.moved(&place).map(|read| read.messages).unwrap_or_default();
    steps.replace(read);
    Ok(())
}

/// Reads the content of a model message: a text, or parts.
fn read_content<'a>(
    content: Node<'_, 'a>,
    steps: &mut AnswerSteps<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if let Some(text) = content.text() {
        let first = steps.first();
        first.form = Form::Text;
        first.parts.push(Part::Text(TextPart::new(text, content.at())));
        return Ok(());
    }
    if !content.is_array() {
        return Err(refuse_type(content, "content", "a string or a list of parts"));
    }
    for part in content.items() {
        match read_part(part, reading)? {
            PartPiece::Parts(parts) => steps.add(parts, part.at()),
            PartPiece::Result(result) if matches!(steps.first().role, Role::Tool) => steps.first().parts.push(result),
            PartPiece::Result(result) => steps.add_result(result, part.at(), true),
            PartPiece::Call(tool) => add_tool(*tool, part, steps),
            PartPiece::Step => steps.end_at(part),
        }
    }
    Ok(())
}

//! Message items: easy ones (`{"role":"user","content":"hi"}`) and full ones with type, id and status.

use super::NAME;
use super::item::{add, mark_parts, opaque};
use super::item_marks::{STRING, TYPE, extras_mut, keep_outer, keep_status, keep_text, keep_word};
use super::part::{ItemPartPlace, read_parts};
use crate::format::Reading;
use crate::format::shared::{need, read_role, refuse_type, unknown_fields, wrong_type};
use crate::json::{Fields, Node, Raw, Text};
use crate::model::{Extras, Form, Message, OneOrMany, Part, Role, Slot, TextPart};
use crate::report::{Refused, shape};

const PHASES: &[&str] = &["commentary", "final_answer"];

/// The fields that surround the content.
struct MessageFields<'t, 'a> {
    kind: Option<Node<'t, 'a>>,
    id: Option<Node<'t, 'a>>,
    status: Option<Node<'t, 'a>>,
    phase: Option<Node<'t, 'a>>,
}

pub(super) fn read_message<'a>(
    node: Node<'_, 'a>,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let keys = &["role", "content", "type", "id", "status", "phase"];
    let ([role, content, kind, id, status, phase], rest) = node.fields(keys)?;
    let message_fields = MessageFields { kind, id, status, phase };
    if let Some(kind) = kind.filter(|kind| !kind.is_string()) {
        wrong_type(reading, kind, "type", "the string `message`");
    }
    let role = need(role, "role", node)?;
    if role.is("assistant") {
        return read_answer(node, content, &message_fields, &rest, messages, reading);
    }
    let role = read_role(role, &[Role::User, Role::Assistant, Role::System, Role::Developer], reading)?;
    let place = if role.is_instruction() { ItemPartPlace::Instruction } else { ItemPartPlace::User };
    let mut message = Message { at: node.at(), origin: NAME, role, ..Message::default() };
    message.form = read_content(node, content, place, &mut message.parts, reading)?;
    message.lacks_content = matches!(message.form, Form::Null | Form::Absent);
    if let Some(kind) = message_fields.kind {
        message.extras.mark(NAME, TYPE, kind.to_raw(), kind.at());
    }
    keep_text(&mut message.extras, Slot::Here, "id", message_fields.id, reading);
    keep_status(&mut message.extras, Slot::Here, "status", message_fields.status, reading);
    keep_word(&mut message.extras, Slot::Here, "phase", message_fields.phase, PHASES, "", reading);
    unknown_fields(reading, &rest, NAME, "a message", &mut message.extras);
    messages.push(message);
    Ok(())
}

fn read_content<'a>(
    node: Node<'_, 'a>,
    content: Option<Node<'_, 'a>>,
    place: ItemPartPlace,
    parts: &mut OneOrMany<Part<'a>>,
    reading: &mut Reading<'_>,
) -> Result<Form, Refused> {
    let Some(content) = content else {
        reading.report.add(&shape::MISSING_FIELD, node.at(), || "a message needs `content`".to_owned());
        return Ok(Form::Absent);
    };
    if let Some(text) = content.text() {
        parts.push(Part::Text(TextPart::new(text, content.at())));
        return Ok(Form::Text);
    }
    if content.is_null() {
        wrong_type(reading, content, "content", "a string or an array of parts");
        return Ok(Form::Null);
    }
    if !content.is_array() {
        return Err(refuse_type(content, "content", "a string or an array of parts"));
    }
    // An answer may have no words, as the service wrote it.
    if content.is_empty() && place != ItemPartPlace::Answer {
        reading.report.add(&shape::EMPTY_LIST, content.at(), || "`content` is an empty list".to_owned());
    }
    read_parts(content, place, parts, reading)?;
    Ok(Form::Parts)
}

/// The parts join the answer that is going on. A message without a part that could carry its fields stays as it is.
fn read_answer<'a>(
    node: Node<'_, 'a>,
    content: Option<Node<'_, 'a>>,
    message_fields: &MessageFields<'_, 'a>,
    rest: &Fields<'_, 'a, '_>,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let mut parts = OneOrMany::default();
    let form = read_content(node, content, ItemPartPlace::Answer, &mut parts, reading)?;
    mark_parts(&mut parts, node.at());
    let Some(extras) = parts.first_mut().and_then(extras_mut) else {
        keep_around(node, form, message_fields, &mut Extras::default(), reading);
        add(messages, node.at(), opaque(node, &Text::Token("message")));
        return Ok(());
    };
    keep_around(node, form, message_fields, extras, reading);
    keep_outer(reading, rest, "a message", extras);
    for part in parts {
        add(messages, node.at(), part);
    }
    Ok(())
}

fn keep_around<'a>(
    node: Node<'_, 'a>,
    form: Form,
    message_fields: &MessageFields<'_, 'a>,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) {
    if form == Form::Text {
        extras.mark(NAME, STRING, Raw::borrowed("true"), node.at());
    }
    if let Some(kind) = message_fields.kind {
        extras.mark(NAME, TYPE, kind.to_raw(), kind.at());
    }
    keep_text(extras, Slot::Item, "id", message_fields.id, reading);
    keep_status(extras, Slot::Item, "status", message_fields.status, reading);
    keep_word(extras, Slot::Item, "phase", message_fields.phase, PHASES, "", reading);
}

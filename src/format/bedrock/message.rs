//! One message of the list. A user message with tool results becomes several: see [`push_user`].

use super::NAME;
use super::block::{BlockSpot, ConverseBlockPlace, read_blocks};
use crate::format::Reading;
use crate::format::shared::{need, read_role, refuse_type, unknown_fields, wrong_type};
use crate::json::Node;
use crate::model::{Form, Message, OneOrMany, Part, Role, TextPart};
use crate::report::{Refused, shape};

/// Reads message number `index` of the list. Content is always a list here, so its form says nothing: other formats may
/// write one text as a string.
pub(super) fn read_message<'a>(
    node: Node<'_, 'a>,
    index: usize,
    family: &'static str,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "messages", "an array of objects"));
    }
    let ([role, content], rest) = node.fields(&["role", "content"])?;
    let role = read_role(need(role, "role", node)?, &[Role::User, Role::Assistant, Role::System], reading)?;
    let place = ConverseBlockPlace::of(&role);
    let mut message =
        Message { at: node.at(), origin: NAME, role, turn: u32::try_from(index).ok(), ..Message::default() };
    unknown_fields(reading, &rest, NAME, "a message", &mut message.extras);
    let Some(content) = content else {
        reading.report.add(&shape::MISSING_FIELD, node.at(), || "a message needs `content`".to_owned());
        (message.form, message.lacks_content) = (Form::Absent, true);
        messages.push(message);
        return Ok(());
    };
    if let Some(text) = content.text() {
        wrong_type(reading, content, "content", "an array of blocks");
        message.form = Form::Text;
        message.parts.push(Part::Text(TextPart::new(text, content.at())));
        messages.push(message);
        return Ok(());
    }
    if content.is_null() {
        wrong_type(reading, content, "content", "an array of blocks");
        (message.form, message.lacks_content) = (Form::Null, true);
        messages.push(message);
        return Ok(());
    }
    if !content.is_array() {
        return Err(refuse_type(content, "content", "an array of blocks"));
    }
    if content.is_empty() {
        reading.report.add(&shape::EMPTY_LIST, content.at(), || "`content` is an empty list".to_owned());
    }
    let parts = read_blocks(content, BlockSpot { place, family }, reading)?;
    if parts.iter().any(|part| matches!(part, Part::Result(_))) {
        push_user(message, parts, messages);
    } else {
        message.parts = parts;
        messages.push(message);
    }
    Ok(())
}

/// Each result is a message of role tool, what is between them a user message; their `turn` says that they are one.
fn push_user<'a>(mut first: Message<'a>, parts: OneOrMany<Part<'a>>, messages: &mut Vec<Message<'a>>) {
    let turn = first.turn;
    // Fields of the message stay with its first piece.
    let mut extras = std::mem::take(&mut first.extras);
    let mut is_open = false;
    for part in parts {
        let role = if matches!(part, Part::Result(_)) { Role::Tool } else { Role::User };
        if let (Role::User, true, Some(message)) = (&role, is_open, messages.last_mut()) {
            message.parts.push(part);
            continue;
        }
        is_open = matches!(role, Role::User);
        messages.push(Message {
            at: part.at(),
            origin: NAME,
            role,
            turn,
            extras: std::mem::take(&mut extras),
            parts: OneOrMany::one(part),
            ..Message::default()
        });
    }
}

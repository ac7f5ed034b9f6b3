//! One message of the list. A user message with tool results becomes several: see [`push_user`].

use super::NAME;
use super::block::{BlockPlace, read_block, read_blocks};
use crate::format::Reading;
use crate::format::shared::{PlainMessage, need, read_role, refuse_type, unknown_fields, wrong_type};
use crate::json::{Node, Text};
use crate::model::{Form, Message, OneOrMany, Part, Role, TextPart};
use crate::report::{Refused, shape};

/// Reads message number `index` of the list. `is_last`: the last one may be an empty answer.
pub(super) fn read_message<'a>(
    node: Node<'_, 'a>,
    index: usize,
    is_last: bool,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "messages", "an array of objects"));
    }
    let turn = u32::try_from(index).ok();
    if let Some(PlainMessage { role, text, text_at }) = PlainMessage::of(node) {
        let parts = OneOrMany::one(Part::Text(TextPart::new(Text::Token(text), text_at)));
        let (at, form) = (node.at(), Form::Text);
        messages.push(Message { at, origin: NAME, role, parts, form, turn, ..Message::default() });
        return Ok(());
    }
    let mut message = Message { at: node.at(), origin: NAME, turn, ..Message::default() };
    let content = if let Some((role, content)) = plain_members(node) {
        message.role = role;
        Some(content)
    } else {
        let ([role, content], rest) = node.fields(&["role", "content"])?;
        message.role = read_role(need(role, "role", node)?, &[Role::User, Role::Assistant, Role::System], reading)?;
        unknown_fields(reading, &rest, NAME, "a message", &mut message.extras);
        content
    };
    let place = BlockPlace::of(&message.role);
    let Some(content) = content else {
        reading.report.add(&shape::MISSING_FIELD, node.at(), || "a message needs `content`".to_owned());
        (message.form, message.lacks_content) = (Form::Absent, true);
        messages.push(message);
        return Ok(());
    };
    if place == BlockPlace::User && content.is_array() && content.items().any(is_result) {
        message.form = Form::Parts;
        return push_user(message, content, messages, reading);
    }
    message.form = read_content(content, place, is_last, &mut message.parts, reading)?;
    message.lacks_content = message.form == Form::Null;
    messages.push(message);
    Ok(())
}

/// The members of nearly all messages, which take no search for other keys.
fn plain_members<'t, 'a>(node: Node<'t, 'a>) -> Option<(Role<'a>, Node<'t, 'a>)> {
    let [role, content] = node.in_order(["role", "content"])?;
    match role.token()? {
        "user" => Some((Role::User, content)),
        "assistant" => Some((Role::Assistant, content)),
        _ => None,
    }
}

pub(in crate::format) fn is_result(block: Node<'_, '_>) -> bool {
    block.get("type").is_some_and(|kind| kind.is("tool_result"))
}

/// Each result is a message of role tool, what is between them a user message; their `turn` says that they are one.
pub(in crate::format) fn push_user<'a>(
    mut first: Message<'a>,
    content: Node<'_, 'a>,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let turn = first.turn;
    // Fields of the message stay with its first piece.
    let mut extras = std::mem::take(&mut first.extras);
    let mut is_open = false;
    for node in content.items() {
        let part = read_block(node, BlockPlace::User, reading)?;
        let role = if matches!(part, Part::Result(_)) { Role::Tool } else { Role::User };
        if let (Role::User, true, Some(message)) = (&role, is_open, messages.last_mut()) {
            message.parts.push(part);
            continue;
        }
        is_open = matches!(role, Role::User);
        messages.push(Message {
            at: node.at(),
            origin: NAME,
            role,
            turn,
            form: Form::Parts,
            extras: std::mem::take(&mut extras),
            parts: OneOrMany::one(part),
            ..Message::default()
        });
    }
    Ok(())
}

pub(in crate::format) fn read_content<'a>(
    content: Node<'_, 'a>,
    place: BlockPlace,
    is_last: bool,
    parts: &mut OneOrMany<Part<'a>>,
    reading: &mut Reading<'_>,
) -> Result<Form, Refused> {
    if let Some(text) = content.text() {
        // An answer may be empty; `Form::Text` remembers that it was.
        if !(text.is_empty() && place == BlockPlace::Assistant) {
            parts.push(Part::Text(TextPart::new(text, content.at())));
        }
        return Ok(Form::Text);
    }
    if content.is_null() {
        wrong_type(reading, content, "content", "a string or an array of blocks");
        return Ok(Form::Null);
    }
    if !content.is_array() {
        return Err(refuse_type(content, "content", "a string or an array of blocks"));
    }
    if content.is_empty() && !(is_last && place == BlockPlace::Assistant) {
        reading.report.add(&shape::EMPTY_LIST, content.at(), || "`content` is an empty list".to_owned());
    }
    read_blocks(content, place, parts, reading)?;
    Ok(Form::Parts)
}

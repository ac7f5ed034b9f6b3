//! One content. A user content with function responses becomes several messages: see [`push_parts`].

use super::NAME;
use super::keys::{given, is_list, keep, sort};
use super::part::{GeminiPartPlace, read_part};
use crate::format::Reading;
use crate::format::shared::{refuse_type, wrong_type};
use crate::json::{Node, Text};
use crate::model::{Finish, Form, Message, OneOrMany, Part, Role, Slot};
use crate::report::{FindingText, Refused, SuggestedEdit, shape, unknown_role};

/// A note on a message: how its role was written, where that is not `user` or `model`. False: it was not there.
pub(super) const ROLE: &str = "role";

/// Reads content number `index` of the list. `is_only`: there is no other, so it needs no role.
pub(super) fn read_content<'a>(
    node: Node<'_, 'a>,
    index: usize,
    is_only: bool,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "contents", "an array of objects"));
    }
    let ([role, parts], rest) = sort(node, &["role", "parts"])?;
    let mut message = Message { at: node.at(), origin: NAME, turn: u32::try_from(index).ok(), ..Message::default() };
    message.role = Role::User;
    if given(role).is_none() && !is_only {
        reading.report.add(&shape::MISSING_FIELD, node.at(), || "a content needs `role`".to_owned());
    }
    read_role(role, &mut message, reading)?;
    keep(rest, Slot::Here, &[], "a content", &mut message.extras, reading);
    let Some(parts) = parts else {
        reading.report.add(&shape::MISSING_FIELD, node.at(), || "a content needs `parts`".to_owned());
        (message.form, message.lacks_content) = (Form::Absent, true);
        messages.push(message);
        return Ok(());
    };
    if !check_parts(parts, &mut message, reading)? {
        messages.push(message);
        return Ok(());
    }
    let first = messages.len();
    push_parts(message, parts.each(), messages, reading)?;
    // Messages with responses have a role of their own.
    let is_other = |message: &Message<'_>| matches!(message.role, Role::Other(_));
    if let (Some(role), Some(pushed)) = (role, messages.get_mut(first..))
        && !["user", "model", "function"].iter().any(|known| role.is(known))
        && !pushed.iter().any(is_other)
        && let Some(message) = pushed.first_mut()
    {
        message.extras.push_in(Slot::Odd, NAME, Text::Token(ROLE), role.to_raw(), role.at());
    }
    Ok(())
}

/// Sets the role, and notes an older word for it. The message has the role that one without has.
fn read_role<'a>(
    role: Option<Node<'_, 'a>>,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let Some(node) = given(role) else { return Ok(()) };
    let Some(text) = node.text() else { return Err(refuse_type(node, "role", "a string")) };
    match text.decode().as_ref() {
        "user" => message.role = Role::User,
        "model" => message.role = Role::Assistant,
        "function" => {
            reading.report.add(&shape::OLD_FORM, node.at(), || {
                let message = "the role `function` is an older form; function responses have the role `user`";
                FindingText::new(message.to_owned(), Some(SuggestedEdit::Value("\"user\"".to_owned())))
            });
            message.role = Role::User;
            message.extras.mark(NAME, ROLE, node.to_raw(), node.at());
        }
        _ => {
            reading.report.add(&shape::UNKNOWN_ROLE, node.at(), || unknown_role(&text, &["user", "model"]));
            message.role = Role::Other(text.clone());
        }
    }
    Ok(())
}

/// True if there are parts to be read.
fn check_parts(parts: Node<'_, '_>, message: &mut Message<'_>, reading: &mut Reading<'_>) -> Result<bool, Refused> {
    if parts.is_null() {
        wrong_type(reading, parts, "parts", "an array");
        (message.form, message.lacks_content) = (Form::Null, true);
        return Ok(false);
    }
    if !is_list(parts) {
        return Err(refuse_type(parts, "parts", "an array"));
    }
    // There is one form here, so it says nothing: other formats write one text as they like best.
    let is_empty = parts.is_array() && parts.is_empty();
    message.form = if is_empty { Form::Parts } else { Form::Unknown };
    if is_empty {
        reading.report.add(&shape::EMPTY_LIST, parts.at(), || "`parts` is an empty list".to_owned());
    }
    Ok(!is_empty)
}

/// Each function response is a message of role tool, what is between them a message of the content's own role; their
/// `turn` says that they are one.
pub(in crate::format) fn push_parts<'t, 'a>(
    first: Message<'a>,
    parts: impl Iterator<Item = Node<'t, 'a>>,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let place = GeminiPartPlace::of(&first.role);
    let (role, turn, at) = (first.role.clone(), first.turn, first.at);
    let mut next = Some(first);
    let mut is_open = false;
    for node in parts {
        let part = read_part(node, place, reading)?;
        let is_result = matches!(part, Part::Result(_));
        if let (false, true, Some(message)) = (is_result, is_open, messages.last_mut()) {
            message.parts.push(part);
            continue;
        }
        // Fields of the content stay with its first piece.
        let is_first = next.is_some();
        let mut message = next.take().unwrap_or_else(|| Message { origin: NAME, turn, ..Message::default() });
        message.role = if is_result { Role::Tool } else { role.clone() };
        message.at = if is_first { at } else { node.at() };
        message.parts = OneOrMany::one(part);
        is_open = !is_result;
        messages.push(message);
    }
    Ok(())
}

/// Reads the first answer of a response. Parts that `is_piece` takes are not read.
pub(super) fn read_candidate<'a>(
    node: Node<'_, 'a>,
    is_piece: &mut dyn FnMut(Node<'_, '_>) -> bool,
    reading: &mut Reading<'_>,
) -> Result<Message<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "candidates", "an array of objects"));
    }
    let ([content, finish], rest) = sort(node, &["content", "finishReason"])?;
    let mut message =
        Message { at: node.at(), origin: NAME, role: Role::Assistant, turn: Some(0), ..Message::default() };
    if let Some(finish) = finish {
        match finish.text() {
            Some(reason) => message.details_mut().finish = Some(Finish { at: finish.at(), reason }),
            None => keep_candidate(Text::Token("finishReason"), finish, &mut message),
        }
    }
    for (key, value) in rest {
        keep_candidate(key, value, &mut message);
    }
    let Some(content) = content else { return Ok(message) };
    if !content.is_object() {
        if !content.is_null() {
            wrong_type(reading, content, "content", "an object");
        }
        keep_candidate(Text::Token("content"), content, &mut message);
        return Ok(message);
    }
    let ([role, parts], rest) = sort(content, &["role", "parts"])?;
    read_role(role, &mut message, reading)?;
    keep(rest, Slot::Here, &[], "a content", &mut message.extras, reading);
    // A candidate that was cut off may have a content without parts.
    message.form = Form::Absent;
    let place = GeminiPartPlace::of(&message.role);
    if let Some(parts) = parts
        && check_parts(parts, &mut message, reading)?
    {
        message.parts.reserve(parts.len());
        for part in parts.each() {
            if !is_piece(part) {
                message.parts.push(read_part(part, place, reading)?);
            }
        }
    }
    Ok(message)
}

fn keep_candidate<'a>(key: Text<'a>, value: Node<'_, 'a>, message: &mut Message<'a>) {
    message.extras.push_in(Slot::Choice, NAME, key, value.to_raw(), value.at());
}

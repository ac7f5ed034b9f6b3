//! One message.

use super::NAME;
use super::call::read_call;
use crate::format::Reading;
use crate::format::shared::{need, need_text, refuse_type, unknown_fields, wrong_type};
use crate::json::{Node, Text};
use crate::model::{Extras, Form, Message, OneOrMany, Part, Role, Slot, TextPart, ToolResult};
use crate::report::{Refused, shape, unknown_role};

/// The fields of a message, in the order in which the library writes them.
const KEYS: &[&str; 5] = &["timestamp", "role", "content", "tool_calls", "tool_call_id"];

const ROLES: [&str; 4] = ["user", "assistant", "system", "tool"];

pub(super) fn is_role(role: Node<'_, '_>) -> bool {
    ROLES.iter().any(|known| role.is(known))
}

/// Keeps a field as it is: a fact, or a mere spelling.
pub(super) fn keep<'a>(extras: &mut Extras<'a>, key: &'static str, node: Node<'_, 'a>, is_note: bool) {
    if is_note {
        extras.note(NAME, Text::Token(key), node.to_raw(), node.at());
    } else {
        extras.push(NAME, Text::Token(key), node.to_raw(), node.at());
    }
}

pub(super) fn read_message<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Message<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "message", "an object"));
    }
    let mut before = Vec::new();
    let ([timestamp, role, content, calls, call_id], rest) =
        node.last_fields(KEYS, |index, value| before.push((index, value)));
    let role = need(role, "role", node)?;
    let mut message = Message { at: node.at(), origin: NAME, form: Form::Text, ..Message::default() };
    message.role = read_role(role)?;
    let text = need_text(content, "content", node)?;
    let text = TextPart::new(text, content.map_or_else(|| node.at(), |content| content.at()));
    if let Some(timestamp) = timestamp {
        match timestamp.text() {
            Some(time) => message.details_mut().time = Some(time),
            None => {
                wrong_type(reading, timestamp, "timestamp", "a string");
                keep(&mut message.extras, "timestamp", timestamp, false);
            }
        }
    }
    match message.role {
        Role::Tool => {
            let parts = OneOrMany::one(Part::Text(text));
            let mut result = ToolResult { at: node.at(), parts, form: Form::Text, ..ToolResult::default() };
            // Empty is the same as nothing to the library.
            result.call_id = call_id.and_then(|id| id.text()).filter(|id| !id.is_empty());
            message.parts.push(Part::from(result));
        }
        // For a message with calls and no text, the library writes an empty string.
        Role::Assistant if text.text.is_empty() && calls.is_some_and(|calls| !calls.is_empty()) => {}
        Role::System | Role::Developer | Role::User | Role::Assistant | Role::Other(_) => {
            message.parts.push(Part::Text(text));
        }
    }
    read_calls(calls, &mut message, reading)?;
    read_call_id(call_id, &mut message, reading);
    // If a key appears there twice, the library takes the last one; the others are kept as extra fields.
    for (index, value) in before {
        let key = Text::Token(KEYS.get(index).copied().unwrap_or_default());
        message.extras.push_in(Slot::Earlier, NAME, key, value.to_raw(), value.at());
    }
    unknown_fields(reading, &rest, NAME, "a message", &mut message.extras);
    Ok(message)
}

fn read_role<'a>(role: Node<'_, 'a>) -> Result<Role<'a>, Refused> {
    let Some(text) = role.text() else { return Err(refuse_type(role, "role", "a string")) };
    Ok(match text.decode().as_ref() {
        "user" => Role::User,
        "assistant" => Role::Assistant,
        "system" => Role::System,
        "tool" => Role::Tool,
        _ => {
            let message = unknown_role(&text, &["user", "assistant", "system", "tool"]).message;
            return Err(Refused::new(&shape::UNKNOWN_ROLE, role.at(), message));
        }
    })
}

fn read_calls<'a>(
    calls: Option<Node<'_, 'a>>,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let Some(calls) = calls.filter(|calls| !calls.is_null()) else { return Ok(()) };
    if !calls.is_array() {
        return Err(refuse_type(calls, "tool_calls", "an array or null"));
    }
    if let Some(odd) = calls.items().find(|call| !call.is_object()) {
        return Err(refuse_type(odd, "tool_calls", "an array of objects"));
    }
    // Empty means the same as null; on other roles the library ignores it.
    if calls.is_empty() || !matches!(message.role, Role::Assistant) {
        keep(&mut message.extras, "tool_calls", calls, calls.is_empty());
        return Ok(());
    }
    message.parts.reserve(calls.len());
    for call in calls.items() {
        message.parts.push(read_call(call, reading)?);
    }
    Ok(())
}

fn read_call_id<'a>(id: Option<Node<'_, 'a>>, message: &mut Message<'a>, reading: &mut Reading<'_>) {
    let Some(id) = id else { return };
    let is_tool = matches!(message.role, Role::Tool);
    match id.text() {
        None if id.is_null() => {}
        None => {
            wrong_type(reading, id, "tool_call_id", "a string or null");
            keep(&mut message.extras, "tool_call_id", id, false);
        }
        Some(text) if is_tool && !text.is_empty() => {}
        Some(text) => keep(&mut message.extras, "tool_call_id", id, text.is_empty()),
    }
}

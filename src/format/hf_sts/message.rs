//! One message.
//!
//! ```json
//! {"role":"assistant","content":"","toolCalls":[{"id":"c1","function":{"name":"f","arguments":"{\"x\":1}"}}],"model":"m-1"}
//! ```

use super::NAME;
use crate::format::sessions::KeptLines;
use crate::format::shared::{extras, extras_in, keep_member, need, need_text, refuse_type, time};
use crate::json::{Node, Raw, Text};
use crate::model::{
    Arguments, CallKind, Extras, Form, Message, Part, Reasoning, Role, Slot, TextPart, ToolCall, ToolResult,
};
use crate::report::{Refused, shape, unknown_role};

/// Reads the message of a line.
pub(super) fn read_message<'a>(line: Node<'_, 'a>, lines: &mut KeptLines<'a>) -> Result<Message<'a>, Refused> {
    let object = need(line.get("message"), "message", line)?;
    if !object.is_object() {
        return Err(refuse_type(object, "message", "an object"));
    }
    let ([role, content, reasoning, calls, call_id, stamp], rest) =
        object.fields(&["role", "content", "reasoningContent", "toolCalls", "toolCallId", "timestamp"])?;
    let word = need_text(role, "role", object)?;
    let role = match word.decode().as_ref() {
        "system" => Role::System,
        "user" => Role::User,
        "assistant" => Role::Assistant,
        "tool" => Role::Tool,
        _ => {
            let why = unknown_role(&word, &["user", "assistant", "system", "tool"]).message;
            let at = role.map_or(object.at(), |role| role.at());
            return Err(Refused::new(&shape::UNKNOWN_ROLE, at, why));
        }
    };
    let mut message = Message { at: line.at(), origin: NAME, role, form: Form::Text, ..Message::default() };
    let content = need(content, "content", object)?;
    let text = content.text().ok_or_else(|| refuse_type(content, "content", "a string"))?;
    let is_answer = matches!(message.role, Role::Assistant);
    if let Some(reasoning) = reasoning {
        match reasoning.text().filter(|text| is_answer && !text.is_empty()) {
            Some(text) => {
                let part = Reasoning { at: reasoning.at(), text: Some(text), ..Reasoning::default() };
                message.parts.push(Part::Reasoning(Box::new(part)));
            }
            None => {
                keep_member(Slot::Answer, NAME, Text::Token("reasoningContent"), reasoning, &mut message.extras);
            }
        }
    }
    if matches!(message.role, Role::Tool) {
        let mut result = ToolResult { at: object.at(), form: Form::Text, ..ToolResult::default() };
        result.call_id = call_id.and_then(|id| id.text());
        result.parts.push(Part::Text(TextPart::new(text, content.at())));
        message.form = Form::Parts;
        message.parts.push(Part::from(result));
    } else if !text.is_empty() {
        message.parts.push(Part::Text(TextPart::new(text, content.at())));
    }
    if let Some(id) = call_id.filter(|id| !matches!(message.role, Role::Tool) || !id.is_string()) {
        keep_member(Slot::Answer, NAME, Text::Token("toolCallId"), id, &mut message.extras);
    }
    match calls {
        Some(calls) if calls.is_array() && is_answer => {
            for call in calls.items() {
                message.parts.push(read_call(call)?);
            }
        }
        Some(calls) => keep_member(Slot::Answer, NAME, Text::Token("toolCalls"), calls, &mut message.extras),
        None => {}
    }
    if let Some(stamp) = stamp {
        match time::iso_of_milliseconds(stamp.raw()) {
            Some(time) => {
                message.details_mut().time = Some(Text::owned(time));
                let key = Text::Token("timestamp");
                message.extras.note_in(Slot::Answer, NAME, key, stamp.to_raw(), stamp.at());
            }
            None => keep_member(Slot::Answer, NAME, Text::Token("timestamp"), stamp, &mut message.extras),
        }
    }
    for (key, value) in rest.unknown() {
        lines.keep(Slot::Answer, key, value, &mut message.extras);
    }
    for (key, value) in line.members().filter(|(key, _)| !key.is("message")) {
        let Some(key) = key.text() else { continue };
        if key.is("type") {
            message.extras.note(NAME, key, value.to_raw(), value.at());
        } else {
            keep_member(Slot::Here, NAME, key, value, &mut message.extras);
        }
    }
    Ok(message)
}

fn read_call<'a>(node: Node<'_, 'a>) -> Result<Part<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "toolCalls", "an array of objects"));
    }
    let ([id, function], rest) = node.fields(&["id", "function"])?;
    let function = need(function, "function", node)?;
    if !function.is_object() {
        return Err(refuse_type(function, "function", "an object"));
    }
    let ([name, arguments], inner) = function.fields(&["name", "arguments"])?;
    let mut fields = Extras::default();
    if let Some(odd) = id.filter(|id| !id.is_string()) {
        keep_member(Slot::Here, NAME, Text::Token("id"), odd, &mut fields);
    }
    extras(&rest, NAME, &mut fields);
    extras_in(Slot::Function, &inner, NAME, &mut fields);
    let arguments = match arguments {
        Some(arguments) => match arguments.text() {
            Some(text) => Arguments::Encoded(text),
            None => Arguments::Object(arguments.to_raw()),
        },
        None => Arguments::Object(Raw::borrowed("{}")),
    };
    Ok(Part::from(ToolCall {
        at: node.at(),
        id: id.and_then(|id| id.text()),
        kind: CallKind::Function,
        name: need_text(name, "name", function)?,
        arguments,
        cache: None,
        signature: None,
        extras: fields,
    }))
}

//! One step: an answer with its calls and their results, or what a person or the system said.
//!
//! ```json
//! {"step_id":2,"source":"agent","message":"","tool_calls":[{"tool_call_id":"c1","function_name":"f","arguments":{}}],
//!  "observation":{"results":[{"source_call_id":"c1","content":"12"}]}}
//! ```

use super::NAME;
use super::part::read_parts;
use super::results::read_observation;
use crate::format::Reading;
use crate::format::shared::{extras, keep_member, need, refuse_type};
use crate::json::{Node, Raw, Text};
use crate::model::{
    Arguments, CallKind, Extras, Form, Message, OneOrMany, Opaque, Part, Reasoning, Role, Slot, TextPart, ToolCall,
};
use crate::report::{Refused, shape, unknown_role};

/// Reads step number `index`. All messages that it becomes have this number as their turn.
pub(super) fn read_step<'a>(
    node: Node<'_, 'a>,
    index: u32,
    messages: &mut Vec<Message<'a>>,
    _: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "steps", "an array of objects"));
    }
    let ([id, time, source, content, reasoning, calls, observation], rest) =
        node.fields(&["step_id", "timestamp", "source", "message", "reasoning_content", "tool_calls", "observation"])?;
    let role = read_source(need(source, "source", node)?)?;
    let is_agent = matches!(role, Role::Assistant);
    let mut message = Message { at: node.at(), origin: NAME, role, turn: Some(index), ..Message::default() };
    if let Some(id) = id {
        // Its number is its place.
        if id.raw().parse() == Ok(u64::from(index) + 1) {
            message.extras.note(NAME, Text::Token("step_id"), id.to_raw(), id.at());
        } else {
            keep_member(Slot::Here, NAME, Text::Token("step_id"), id, &mut message.extras);
        }
    }
    if let Some(time) = time {
        match time.text() {
            Some(text) => message.details_mut().time = Some(text),
            None => keep_member(Slot::Here, NAME, Text::Token("timestamp"), time, &mut message.extras),
        }
    }
    if let Some(reasoning) = reasoning {
        match reasoning.text().filter(|_| is_agent) {
            Some(text) => {
                let part = Reasoning { at: reasoning.at(), text: Some(text), ..Reasoning::default() };
                message.parts.push(Part::Reasoning(Box::new(part)));
            }
            None => {
                let key = Text::Token("reasoning_content");
                keep_member(Slot::Here, NAME, key, reasoning, &mut message.extras);
            }
        }
    }
    message.form = read_content(content, "message", is_agent, &mut message.parts, &mut message.extras)?;
    if let Some(calls) = calls {
        read_calls(calls, &mut message)?;
    }
    extras(&rest, NAME, &mut message.extras);
    match observation {
        Some(observation) => read_observation(observation, message, messages),
        None => {
            messages.push(message);
            Ok(())
        }
    }
}

fn read_source<'a>(source: Node<'_, 'a>) -> Result<Role<'a>, Refused> {
    let Some(text) = source.text() else { return Err(refuse_type(source, "source", "a string")) };
    Ok(match text.decode().as_ref() {
        "system" => Role::System,
        "user" => Role::User,
        "agent" => Role::Assistant,
        _ => {
            let why = unknown_role(&text, &["system", "user", "agent"]).message;
            return Err(Refused::new(&shape::UNKNOWN_ROLE, source.at(), why));
        }
    })
}

/// The words of a step or of a result: a string, or a list of parts. Other values are kept as the member `key`.
pub(super) fn read_content<'a>(
    content: Option<Node<'_, 'a>>,
    key: &'static str,
    may_be_empty: bool,
    parts: &mut OneOrMany<Part<'a>>,
    extras: &mut Extras<'a>,
) -> Result<Form, Refused> {
    let Some(content) = content else { return Ok(Form::Absent) };
    if let Some(text) = content.text() {
        if !(may_be_empty && text.is_empty()) {
            parts.push(Part::Text(TextPart::new(text, content.at())));
        }
        return Ok(Form::Text);
    }
    if content.is_array() {
        read_parts(content, parts)?;
        return Ok(Form::Parts);
    }
    if content.is_null() {
        return Ok(Form::Null);
    }
    keep_member(Slot::Here, NAME, Text::Token(key), content, extras);
    Ok(Form::Absent)
}

fn read_calls<'a>(calls: Node<'_, 'a>, message: &mut Message<'a>) -> Result<(), Refused> {
    let is_agent = matches!(message.role, Role::Assistant);
    if calls.is_array() && calls.is_empty() && is_agent {
        message.extras.note(NAME, Text::Token("tool_calls"), calls.to_raw(), calls.at());
    } else if !calls.is_array() || !is_agent {
        keep_member(Slot::Here, NAME, Text::Token("tool_calls"), calls, &mut message.extras);
    } else {
        message.parts.reserve(calls.len());
        for call in calls.items() {
            message.parts.push(read_call(call)?);
        }
    }
    Ok(())
}

/// A call, or an entry without a name, which is kept whole.
fn read_call<'a>(node: Node<'_, 'a>) -> Result<Part<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "tool_calls", "an array of objects"));
    }
    let ([id, name, arguments], rest) = node.fields(&["tool_call_id", "function_name", "arguments"])?;
    let Some(name) = name.and_then(|name| name.text()) else {
        let kind = Text::Token("tool_call");
        let opaque = Opaque { hosted: None, is_call: true, origin: NAME, at: node.at(), kind, raw: node.to_raw() };
        return Ok(Part::Opaque(Box::new(opaque)));
    };
    let mut fields = Extras::default();
    let own_id = id.and_then(|id| id.text());
    if let Some(odd) = id.filter(|_| own_id.is_none()) {
        keep_member(Slot::Here, NAME, Text::Token("tool_call_id"), odd, &mut fields);
    }
    extras(&rest, NAME, &mut fields);
    let arguments = match arguments {
        Some(arguments) => match arguments.text() {
            Some(text) => Arguments::Encoded(text),
            None => Arguments::Object(arguments.to_raw()),
        },
        None => Arguments::Object(Raw::borrowed("{}")),
    };
    Ok(Part::from(ToolCall {
        at: node.at(),
        id: own_id,
        kind: CallKind::Function,
        name,
        arguments,
        cache: None,
        signature: None,
        extras: fields,
    }))
}

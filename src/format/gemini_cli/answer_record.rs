//! One answer: thoughts, words, and calls with their results.
//!
//! ```json
//! {"id":"g2","type":"gemini","content":"","thoughts":[{"subject":"Reading","description":"open it"}],
//!  "toolCalls":[{"id":"c1","name":"read_file","args":{},"result":[{"functionResponse":{"id":"c1","name":"read_file","response":{"output":"hello"}}}],"status":"success"}]}
//! ```

use std::collections::HashMap;

use super::NAME;
use super::record::{is_nothing, read_content, read_fields};
use super::write::{NO_TIME, UNKNOWN};
use crate::format::Reading;
use crate::format::sessions::KeptLines;
use crate::format::shared::{extras, keep_member, need_text, refuse_type};
use crate::json::{Node, Raw, Text, same_value};
use crate::model::{
    Arguments, CallKind, Extras, Form, Message, OneOrMany, Part, Reasoning, Role, Slot, ToolCall, ToolResult,
};
use crate::report::Refused;

/// Reads an answer: a message, and one for each result.
pub(super) fn read_answer<'a>(
    node: Node<'_, 'a>,
    mut message: Message<'a>,
    messages: &mut Vec<Message<'a>>,
    lines: &mut KeptLines<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let [content, thoughts, calls] = node.pick(&["content", "thoughts", "toolCalls"]);
    message.role = Role::Assistant;
    let (at, turn) = (message.at, message.turn);
    match content.filter(|content| !content.is_null()) {
        Some(content) => read_content(content, message, messages, reading)?,
        None => messages.push(Message { form: Form::Absent, ..message }),
    }
    let mut results = Vec::new();
    if let Some(message) = messages.first_mut() {
        let mut known = vec!["content"];
        if let Some(thoughts) = thoughts.filter(Node::is_array) {
            known.push("thoughts");
            let mut parts = OneOrMany::default();
            for thought in thoughts.items() {
                parts.push(read_thought(thought, node.get("timestamp"))?);
            }
            parts.append(std::mem::take(&mut message.parts));
            message.parts = parts;
        }
        read_fields(node, &[&known[..], &["toolCalls"]].concat(), message, lines);
        let made = message.extras.get(NAME, "model").is_some_and(|model| model.value.as_str() == "\"unknown\"");
        if made {
            message.extras.retain(|extra| !extra.key.is("model"));
            if let Some(model) = node.get("model").filter(|model| model.is(UNKNOWN)) {
                message.extras.note(NAME, Text::Token("model"), model.to_raw(), model.at());
            }
        }
        match calls {
            Some(calls) if calls.is_array() => {
                let repeated = calls_in(content, message);
                for node in calls.items() {
                    let call = read_call(node, &mut results, reading)?;
                    match repeated.get(&id_of(node)).filter(|(_, data)| is_same_call(*data, node)) {
                        Some((place, _)) => {
                            if let Some(Part::Call(first)) = message.parts.get_mut(*place) {
                                take_repeated_call(first, &call, node);
                            }
                        }
                        None => message.parts.push(Part::from(call)),
                    }
                }
            }
            Some(other) => keep_member(Slot::Here, NAME, Text::Token("toolCalls"), other, &mut message.extras),
            None => {}
        }
    }
    for mut message in results {
        message.turn = turn;
        messages.push(message);
    }
    if let Some(first) = messages.first_mut() {
        first.at = at;
    }
    Ok(())
}

/// `{"subject":"Reading","description":"open it","timestamp":"2026-01-02T03:04:06.000Z"}`
fn read_thought<'a>(node: Node<'_, 'a>, of_record: Option<Node<'_, 'a>>) -> Result<Part<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "thoughts", "a list of objects"));
    }
    let ([subject, description, time], rest) = node.fields(&["subject", "description", "timestamp"])?;
    let mut part = Reasoning { at: node.at(), ..Reasoning::default() };
    let text = |field: Option<Node<'_, 'a>>| field.and_then(|field| field.text()).filter(|text| !text.is_empty());
    part.text = match (text(subject), text(description)) {
        (Some(subject), Some(words)) => {
            Some(Text::owned_token(format!("{}\\n\\n{}", subject.spelling(), words.spelling())))
        }
        (subject, words) => subject.or(words).or(Some(Text::Token(""))),
    };
    for (key, value) in [("subject", subject), ("description", description)] {
        let Some(value) = value.filter(|value| !value.is_string() || value.is("")) else { continue };
        if value.is_string() {
            part.extras.note(NAME, Text::Token(key), value.to_raw(), value.at());
        } else {
            keep_member(Slot::Here, NAME, Text::Token(key), value, &mut part.extras);
        }
    }
    if let Some(time) = time {
        if time.is(NO_TIME) || of_record.is_some_and(|own| own.raw() == time.raw()) {
            part.extras.note(NAME, Text::Token("timestamp"), time.to_raw(), time.at());
        } else {
            keep_member(Slot::Here, NAME, Text::Token("timestamp"), time, &mut part.extras);
        }
    }
    extras(&rest, NAME, &mut part.extras);
    Ok(Part::Reasoning(Box::new(part)))
}

/// A call; its result, if there is one, goes to `results`.
fn read_call<'a>(
    node: Node<'_, 'a>,
    results: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<ToolCall<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "toolCalls", "a list of objects"));
    }
    let ([id, name, arguments, result, status], rest) = node.fields(&["id", "name", "args", "result", "status"])?;
    let mut fields = Extras::default();
    let own_id = id.and_then(|id| id.text());
    if let Some(odd) = id.filter(|id| !id.is_string()) {
        keep_member(Slot::Here, NAME, Text::Token("id"), odd, &mut fields);
    }
    let name = need_text(name, "name", node)?;
    let has_result = result.is_some_and(|result| !is_nothing(result));
    let time = node.get("timestamp").filter(|time| has_result && time.is_string() && !time.is(NO_TIME));
    for (key, value) in rest.unknown() {
        if key.is("timestamp") && time.is_some() {
            continue;
        }
        if key.is("timestamp") && value.is(NO_TIME) {
            fields.note(NAME, key, value.to_raw(), value.at());
        } else {
            keep_member(Slot::Here, NAME, key, value, &mut fields);
        }
    }
    let mut has_failed = status.is_some_and(|status| status.is("error"));
    if let Some(result) = result.filter(|_| has_result) {
        let mut read = read_result(result, own_id.as_ref(), &name, reading)?;
        if let Some(status) = status.filter(|_| has_failed && read.error.is_none()) {
            read.error = Some((true, status.at()));
        }
        has_failed = read.error.is_some_and(|(has_failed, _)| has_failed);
        if let Some(status) = status {
            // It says no more than the result does.
            let is_said = status.is(if has_failed { "error" } else { "success" });
            if is_said {
                fields.note(NAME, Text::Token("status"), status.to_raw(), status.at());
            } else {
                keep_member(Slot::Here, NAME, Text::Token("status"), status, &mut fields);
            }
        }
        let mut message = Message { at: node.at(), origin: NAME, role: Role::Tool, ..Message::default() };
        message.form = Form::Parts;
        message.parts.push(Part::from(read));
        if let Some(time) = time.and_then(|time| time.text()) {
            message.details_mut().time = Some(time);
        }
        results.push(message);
    } else {
        if let Some(empty) = result {
            fields.note(NAME, Text::Token("result"), empty.to_raw(), empty.at());
        }
        if let Some(status) = status {
            if status.is("cancelled") {
                fields.note(NAME, Text::Token("status"), status.to_raw(), status.at());
            } else {
                keep_member(Slot::Here, NAME, Text::Token("status"), status, &mut fields);
            }
        }
    }
    let arguments = match arguments {
        Some(arguments) => match arguments.text() {
            Some(text) => Arguments::Encoded(text),
            None => Arguments::Object(arguments.to_raw()),
        },
        None => Arguments::Object(Raw::borrowed("{}")),
    };
    Ok(ToolCall {
        at: node.at(),
        id: own_id,
        kind: CallKind::Function,
        name,
        arguments,
        cache: None,
        signature: None,
        extras: fields,
    })
}

/// The calls among the content parts, by id, each with its place in the message: a session that was resumed has them there too.
fn calls_in<'t, 'a>(content: Option<Node<'t, 'a>>, message: &Message<'a>) -> HashMap<String, (usize, Node<'t, 'a>)> {
    let parts = content.into_iter().filter(Node::is_array).flat_map(|list| list.items());
    let mut data: HashMap<_, _> =
        parts.filter_map(|part| part.get("functionCall")).map(|data| (id_of(data), data)).collect();
    if data.is_empty() {
        return HashMap::new();
    }
    let calls = message.parts.iter().enumerate().filter_map(|(place, part)| {
        let Part::Call(call) = part else { return None };
        Some((place, call.id.as_ref()?.decode().into_owned()))
    });
    calls.filter_map(|(place, id)| data.remove(&id).map(|data| (id, (place, data)))).collect()
}

fn id_of(call: Node<'_, '_>) -> String {
    call.get("id").and_then(|id| id.text()).map(|id| id.decode().into_owned()).unwrap_or_default()
}

fn is_same_call(data: Node<'_, '_>, call: Node<'_, '_>) -> bool {
    let is_same = |key: &str| match (data.get(key), call.get(key)) {
        (Some(a), Some(b)) => same_value(a, b),
        (a, b) => a.is_none() && b.is_none(),
    };
    is_same("name") && is_same("args")
}

/// Gives the call among the content parts the fields of the one in `toolCalls`.
fn take_repeated_call<'a>(call: &mut ToolCall<'a>, repeated: &ToolCall<'a>, node: Node<'_, 'a>) {
    call.extras.note(NAME, Text::Token("toolCall"), node.to_raw(), node.at());
    for extra in repeated.extras.fields().iter().filter(|extra| !extra.is_note) {
        call.extras.push_in(extra.slot, NAME, extra.key.clone(), extra.value.clone(), extra.at);
    }
}

/// A list of parts: a function response, and media files of it.
fn read_result<'a>(
    list: Node<'_, 'a>,
    id: Option<&Text<'a>>,
    name: &Text<'a>,
    reading: &mut Reading<'_>,
) -> Result<ToolResult<'a>, Refused> {
    let mut pieces = Vec::new();
    let message = Message { at: list.at(), origin: NAME, role: Role::User, ..Message::default() };
    read_content(list, message, &mut pieces, reading)?;
    let mut found: Option<ToolResult<'a>> = None;
    let mut others = OneOrMany::default();
    for piece in pieces {
        for part in piece.parts {
            match (part, &mut found) {
                (Part::Result(result), None) => found = Some(*result),
                (Part::Result(result), Some(first)) => result.parts.into_iter().for_each(|part| first.parts.push(part)),
                (part, _) => others.push(part),
            }
        }
    }
    let mut result = found.unwrap_or_else(|| ToolResult { at: list.at(), form: Form::Parts, ..ToolResult::default() });
    // An empty id says that there is none; where the key is absent the place of the result says it.
    let is_empty =
        |part: Node<'_, '_>| part.get("functionResponse").and_then(|own| own.get("id")).is_some_and(|id| id.is(""));
    result.call_id = result.call_id.or_else(|| id.cloned().filter(|_| !list.items().any(is_empty)));
    result.name = result.name.or_else(|| Some(name.clone()));
    others.into_iter().for_each(|part| result.parts.push(part));
    Ok(result)
}

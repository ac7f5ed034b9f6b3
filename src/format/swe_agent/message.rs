//! One entry of the history, or one step.
//!
//! ```json
//! {"role":"assistant","content":"I look.","thought":"I look.","action":"ls","agent":"main","message_type":"action",
//!  "tool_calls":[{"function":{"name":"ls","arguments":"{}"},"id":"c1","type":"function"}]}
//! ```

use super::NAME;
use crate::format::Reading;
use crate::format::shared::{extras, extras_in, keep_member, need, need_text, read_role, read_thinking, refuse_type};
use crate::json::{Node, Text};
use crate::model::{
    Arguments, CallKind, Extras, Form, Message, OneOrMany, Opaque, Part, Role, Slot, TextPart, ToolCall, ToolResult,
};
use crate::report::Refused;

pub(super) fn read_message<'a>(
    node: Node<'_, 'a>,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "history", "an array of objects"));
    }
    let ([role, content, thought, action, kind, calls, ids, thinking], rest) = node.fields(&[
        "role",
        "content",
        "thought",
        "action",
        "message_type",
        "tool_calls",
        "tool_call_ids",
        "thinking_blocks",
    ])?;
    let roles = [Role::System, Role::User, Role::Assistant, Role::Tool];
    let role = read_role(need(role, "role", node)?, &roles, reading)?;
    let mut message = Message { at: node.at(), origin: NAME, role, ..Message::default() };
    let mut fields = Extras::default();
    if let Some(thinking) = thinking {
        read_thinking(thinking, "thinking_blocks", NAME, &mut message.parts, &mut fields);
    }
    let mut words = OneOrMany::default();
    let form = read_content(content, &mut words, &mut fields)?;
    if let Some(kind) = kind {
        keep_member(Slot::Here, NAME, Text::Token("message_type"), kind, &mut fields);
    }
    // The program took both from the answer; a call in the spelling of the program is a fact of its own.
    let is_said = |field: Node<'_, '_>| {
        let text = field.text().map(|text| text.decode().trim().to_owned());
        let said =
            |part: &Part<'_>| matches!((part, &text), (Part::Text(it), Some(text)) if it.text.decode().contains(text));
        words.iter().any(said)
    };
    if let Some(thought) = thought {
        keep(&mut fields, "thought", thought, is_said(thought));
    }
    if let Some(action) = action {
        keep(&mut fields, "action", action, is_said(action));
    }
    extras(&rest, NAME, &mut fields);
    if matches!(message.role, Role::Tool) {
        push_results(message, ids, words, form, fields, messages);
        return Ok(());
    }
    if let Some(ids) = ids {
        keep_member(Slot::Here, NAME, Text::Token("tool_call_ids"), ids, &mut fields);
    }
    let has_calls = calls.is_some_and(|calls| !calls.is_empty());
    let is_silent = |part: &Part<'_>| matches!(part, Part::Text(text) if text.text.is_empty());
    if !(has_calls && words.iter().all(is_silent)) {
        message.parts.append(words);
    }
    message.form = form;
    match calls {
        Some(calls) if calls.is_array() && matches!(message.role, Role::Assistant) => {
            for call in calls.items() {
                message.parts.push(read_call(call)?);
            }
            if calls.is_empty() {
                fields.note(NAME, Text::Token("tool_calls"), calls.to_raw(), calls.at());
            }
        }
        Some(calls) => keep_member(Slot::Here, NAME, Text::Token("tool_calls"), calls, &mut fields),
        None => {}
    }
    message.extras = fields;
    messages.push(message);
    Ok(())
}

/// Keeps a member, as a note if the model has what it says.
fn keep<'a>(extras: &mut Extras<'a>, key: &'static str, node: Node<'_, 'a>, is_note: bool) {
    if is_note {
        extras.note(NAME, Text::Token(key), node.to_raw(), node.at());
    } else {
        keep_member(Slot::Here, NAME, Text::Token(key), node, extras);
    }
}

/// What a tool gave back. One entry may answer several calls; its words are those of the first.
fn push_results<'a>(
    mut message: Message<'a>,
    ids: Option<Node<'_, 'a>>,
    words: OneOrMany<Part<'a>>,
    form: Form,
    mut fields: Extras<'a>,
    messages: &mut Vec<Message<'a>>,
) {
    let is_list = |ids: &Node<'_, '_>| ids.is_array() && ids.items().all(|id| id.is_string());
    let mut names = ids.filter(is_list).into_iter().flat_map(|ids| ids.items()).filter_map(|id| id.text());
    let call_id = names.next();
    message.parts.push(Part::from(ToolResult { at: message.at, call_id, parts: words, form, ..ToolResult::default() }));
    for id in names {
        let at = message.at;
        message.parts.push(Part::from(ToolResult {
            at,
            call_id: Some(id),
            form: Form::Absent,
            ..ToolResult::default()
        }));
    }
    if let Some(odd) = ids.filter(|ids| !is_list(ids)) {
        keep_member(Slot::Here, NAME, Text::Token("tool_call_ids"), odd, &mut fields);
    }
    message.extras = fields;
    messages.push(message);
}

/// A string, or a list of texts.
fn read_content<'a>(
    content: Option<Node<'_, 'a>>,
    parts: &mut OneOrMany<Part<'a>>,
    fields: &mut Extras<'a>,
) -> Result<Form, Refused> {
    let Some(content) = content else { return Ok(Form::Absent) };
    if let Some(text) = content.text() {
        parts.push(Part::Text(TextPart::new(text, content.at())));
        return Ok(Form::Text);
    }
    if content.is_null() {
        return Ok(Form::Null);
    }
    if !content.is_array() {
        keep_member(Slot::Here, NAME, Text::Token("content"), content, fields);
        return Ok(Form::Absent);
    }
    for node in content.items() {
        if !node.is_object() {
            return Err(refuse_type(node, "content", "an array of objects"));
        }
        let ([kind, text], rest) = node.fields(&["type", "text"])?;
        let kind = kind.and_then(|kind| kind.text()).unwrap_or_default();
        match text.and_then(|text| text.text()).filter(|_| kind.is("text")) {
            Some(text) => {
                let mut part = TextPart::new(text, node.at());
                extras(&rest, NAME, &mut part.extras);
                parts.push(Part::Text(part));
            }
            None => {
                let raw = node.to_raw();
                parts.push(Part::Opaque(Box::new(Opaque {
                    hosted: None,
                    is_call: false,
                    origin: NAME,
                    at: node.at(),
                    kind,
                    raw,
                })));
            }
        }
    }
    Ok(Form::Parts)
}

fn read_call<'a>(node: Node<'_, 'a>) -> Result<Part<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "tool_calls", "an array of objects"));
    }
    let ([id, kind, function], rest) = node.fields(&["id", "type", "function"])?;
    let name = function.and_then(|function| function.get("name")).and_then(|name| name.text());
    let (Some(function), Some(name)) = (function.filter(Node::is_object), name) else {
        let kind = Text::Token("tool_call");
        return Ok(Part::Opaque(Box::new(Opaque {
            hosted: None,
            is_call: true,
            origin: NAME,
            at: node.at(),
            kind,
            raw: node.to_raw(),
        })));
    };
    let ([_, arguments], inner) = function.fields(&["name", "arguments"])?;
    let mut fields = Extras::default();
    if let Some(kind) = kind {
        keep(&mut fields, "type", kind, kind.is("function"));
    }
    let own_id = id.and_then(|id| id.text());
    if let Some(odd) = id.filter(|_| own_id.is_none()) {
        keep_member(Slot::Here, NAME, Text::Token("id"), odd, &mut fields);
    }
    extras(&rest, NAME, &mut fields);
    extras_in(Slot::Function, &inner, NAME, &mut fields);
    let arguments = match arguments {
        Some(arguments) => arguments.text().map_or_else(|| Arguments::Object(arguments.to_raw()), Arguments::Encoded),
        None => Arguments::Encoded(Text::Token("")),
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

/// A step, where there is no history: what the model said, and what was observed.
pub(super) fn read_step<'a>(node: Node<'_, 'a>, messages: &mut Vec<Message<'a>>) -> Result<(), Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "trajectory", "an array of objects"));
    }
    let ([response, observation], rest) = node.fields(&["response", "observation"])?;
    let message = |role| Message { at: node.at(), origin: NAME, role, form: Form::Text, ..Message::default() };
    let mut answer = message(Role::Assistant);
    let words = need_text(response, "response", node)?;
    // The members are in any order; what was said is before what was observed.
    answer.parts.push(Part::Text(TextPart::new(words, node.at())));
    extras(&rest, NAME, &mut answer.extras);
    messages.push(answer);
    if let Some(observation) = observation.filter(|observation| !observation.is_null()) {
        let mut observed = message(Role::User);
        let words = need_text(Some(observation), "observation", node)?;
        observed.parts.push(Part::Text(TextPart::new(words, observation.at())));
        messages.push(observed);
    }
    Ok(())
}

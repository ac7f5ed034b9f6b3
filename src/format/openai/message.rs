//! One message.

use super::NAME;
use super::compatible::{read_call_signature, read_more};
use super::part::{PartPlace, read_part};
use crate::format::Reading;
use crate::format::shared::{keep_member, keep_odd, keep_weight, need, optional_text, refuse_type, wrong_type};
use crate::json::{Fields, Node, Text};
use crate::model::{
    Arguments, CallKind, Extras, Form, Message, OneOrMany, Opaque, Part, Role, Slot, TextPart, ToolCall, ToolResult,
};
use crate::report::{Refused, shape, unknown_role, unknown_word};

const KEYS: &[&str; 10] = &[
    "role",
    "content",
    "name",
    "refusal",
    "tool_calls",
    "function_call",
    "tool_call_id",
    "audio",
    "weight",
    "annotations",
];

pub(super) fn read_message<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Message<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "message", "an object"));
    }
    let ([role, content, name, refusal, calls, call, call_id, audio, weight, annotations], rest) = node.fields(KEYS)?;
    let role_node = need(role, "role", node)?;
    let (role, is_legacy) = read_role(role_node, reading)?;
    let mut message = Message { at: node.at(), origin: NAME, role, ..Message::default() };
    let place = PartPlace::of(&message.role);
    message.form = read_content(content, place, &mut message.parts, reading)?;
    if let Some(weight) = weight {
        keep_weight(weight, "weight", &mut message);
    }
    for (key, kept) in [("audio", audio), ("annotations", annotations)] {
        if let Some(kept) = kept {
            keep_member(Slot::Here, NAME, Text::Token(key), kept, &mut message.extras);
        }
    }
    let carries = [refusal, calls, call, audio].iter().flatten().any(|field| !field.is_null());
    message.lacks_content =
        matches!(message.form, Form::Absent | Form::Null) && !(place == PartPlace::Assistant && carries) && !is_legacy;
    if message.lacks_content {
        reading.report.add(&shape::MISSING_FIELD, content.unwrap_or(node).at(), || {
            format!("a message of role `{}` needs `content`", role_node.text().unwrap_or_default().show())
        });
    }
    if place == PartPlace::Tool {
        let result =
            read_result(node, std::mem::take(&mut message.parts), message.form, [call_id, name], is_legacy, reading);
        message.parts = OneOrMany::one(Part::from(result));
    } else {
        if let Some(name) = optional_text(reading, name, "name", Slot::Here, NAME, &mut message.extras) {
            message.details_mut().name = Some(name);
        }
        if let Some(name) = name.filter(|name| name.is_null() && !reading.is_absent(*name)) {
            wrong_type(reading, name, "name", "a string");
        }
        keep_misplaced(&mut message, call_id, "tool_call_id", reading);
    }
    if place == PartPlace::Assistant {
        read_assistant(&mut message, [refusal, calls, call], reading)?;
    } else {
        for (key, field) in [("refusal", refusal), ("tool_calls", calls), ("function_call", call)] {
            keep_misplaced(&mut message, field, key, reading);
        }
    }
    if !rest.is_empty() {
        read_more(&rest, &mut message, reading);
    }
    Ok(message)
}

fn read_role<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<(Role<'a>, bool), Refused> {
    let Some(text) = node.text() else { return Err(refuse_type(node, "role", "a string")) };
    // Nobody writes these with escapes, and most messages are theirs.
    match node.token() {
        Some("user") => return Ok((Role::User, false)),
        Some("assistant") => return Ok((Role::Assistant, false)),
        _ => {}
    }
    Ok(match text.decode().as_ref() {
        "system" => (Role::System, false),
        "developer" => (Role::Developer, false),
        "user" => (Role::User, false),
        "assistant" => (Role::Assistant, false),
        "tool" => (Role::Tool, false),
        "function" => (Role::Tool, true),
        _ => {
            reading.report.add(&shape::UNKNOWN_ROLE, node.at(), || {
                unknown_role(&text, &["system", "developer", "user", "assistant", "tool", "function"])
            });
            (Role::Other(text.clone()), false)
        }
    })
}

fn read_content<'a>(
    content: Option<Node<'_, 'a>>,
    place: PartPlace,
    parts: &mut OneOrMany<Part<'a>>,
    reading: &mut Reading<'_>,
) -> Result<Form, Refused> {
    let Some(content) = content else { return Ok(Form::Absent) };
    if content.is_null() {
        return Ok(Form::Null);
    }
    if let Some(text) = content.text() {
        // The empty text next to calls says nothing; `Form::Text` remembers that it was there.
        if !(text.is_empty() && place == PartPlace::Assistant) {
            parts.push(Part::Text(TextPart::new(text, content.at())));
        }
        return Ok(Form::Text);
    }
    if !content.is_array() {
        return Err(refuse_type(content, "content", "a string or an array of parts"));
    }
    if content.is_empty() {
        compatible(reading, content, "`content` is an empty list, which the API rejects; Mistral accepts it");
    }
    parts.reserve(content.len());
    for part in content.items() {
        parts.push(read_part(part, place, reading)?);
    }
    Ok(Form::Parts)
}

fn read_result<'a>(
    node: Node<'_, 'a>,
    parts: OneOrMany<Part<'a>>,
    form: Form,
    [call_id, name]: [Option<Node<'_, 'a>>; 2],
    is_legacy: bool,
    reading: &mut Reading<'_>,
) -> ToolResult<'a> {
    let mut result = ToolResult { at: node.at(), parts, form, is_legacy, ..ToolResult::default() };
    result.call_id = optional_text(reading, call_id, "tool_call_id", Slot::Odd, NAME, &mut result.extras);
    result.name = optional_text(reading, name, "name", Slot::Odd, NAME, &mut result.extras);
    if is_legacy && result.name.is_none() {
        reading.report.add(&shape::MISSING_FIELD, node.at(), || "a function message needs `name`".to_owned());
    }
    if !is_legacy && result.call_id.is_none() && !reading.report.takes_template_forms() {
        reading.report.add(&shape::MISSING_FIELD, node.at(), || "a tool message needs `tool_call_id`".to_owned());
    }
    if let Some(name) =
        name.filter(|name| !is_legacy && !reading.is_absent(*name) && !reading.report.takes_template_forms())
    {
        reading
            .report
            .add(&shape::UNKNOWN_FIELD, name.at(), || "a tool message in openai has no field `name`".to_owned());
    }
    result
}

fn read_assistant<'a>(
    message: &mut Message<'a>,
    [refusal, calls, call]: [Option<Node<'_, 'a>>; 3],
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if let Some(refusal) = refusal {
        match refusal.text() {
            Some(text) => message.parts.push(Part::Refusal(TextPart::new(text, refusal.at()))),
            None => keep_odd(refusal, "refusal", "a string or null", NAME, &mut message.extras, reading),
        }
    }
    if let Some(calls) = calls.filter(|calls| !reading.is_absent(*calls)) {
        if calls.is_null() {
            compatible(reading, calls, "`tool_calls` is null, which the API rejects; Mistral accepts it");
        } else if !calls.is_array() {
            wrong_type(reading, calls, "tool_calls", "an array");
        } else if calls.is_empty() {
            compatible(reading, calls, "`tool_calls` is an empty list, which the API rejects; Mistral accepts it");
        }
        if !calls.is_array() {
            keep_member(Slot::Here, NAME, Text::Token("tool_calls"), calls, &mut message.extras);
        }
        message.parts.reserve(calls.len());
        for call in calls.items() {
            message.parts.push(read_call(call, reading)?);
        }
    }
    if let Some(call) = call {
        if is_no_call(call) {
            message.extras.note(NAME, Text::Token("function_call"), call.to_raw(), call.at());
        } else if call.is_object() {
            let ([name, arguments], rest) = call.fields(&["name", "arguments"])?;
            let mut read = function_call(call, name, arguments, false, reading)?;
            read.kind = CallKind::LegacyFunction;
            inner_fields(reading, &rest, &mut read);
            message.parts.push(Part::from(read));
        } else {
            keep_odd(call, "function_call", "an object or null", NAME, &mut message.extras, reading);
        }
    }
    Ok(())
}

/// A call without a name and arguments: some servers write it next to `tool_calls`.
fn is_no_call(call: Node<'_, '_>) -> bool {
    let is_empty = |value: Node<'_, '_>| value.is_null() || value.is("");
    call.is_object() && call.members().all(|(key, value)| (key.is("name") || key.is("arguments")) && is_empty(value))
}

/// Something that the API rejects and other services take.
fn compatible(reading: &mut Reading<'_>, node: Node<'_, '_>, message: &'static str) {
    reading.report.add(&shape::COMPATIBLE_FIELD, node.at(), || message.to_owned());
}

fn read_call<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "tool_calls", "an array of objects"));
    }
    let (fields, rest) = node.fields(&["id", "type", "function", "custom"])?;
    let [id, kind, function, custom] = fields.map(|field| field.filter(|field| !reading.is_absent(*field)));
    // As ollama writes it: no type, and arguments that are an object.
    let object = function.and_then(|it| it.get("arguments")).filter(Node::is_object);
    let is_template = reading.report.takes_template_forms();
    let object = object.filter(|_| kind.is_none() || is_template);
    if let Some(object) = object {
        reading.report.add(&shape::COMPATIBLE_FIELD, object.at(), || {
            "the API itself accepts arguments as a string; compatible programs accept an object".to_owned()
        });
    } else if kind.is_none() {
        compatible(reading, node, "a tool call needs `type`; Mistral accepts it without");
    }
    let mut call = if let Some(function) = function {
        let ([name, arguments], inner) = function.fields(&["name", "arguments"])?;
        let mut call = function_call(function, name, arguments, object.is_some(), reading)?;
        inner_fields(reading, &inner, &mut call);
        if let Some(custom) = custom {
            unknown_call_field(reading, &Text::Token("custom"), custom);
            keep_member(Slot::Here, NAME, Text::Token("custom"), custom, &mut call.extras);
        }
        call
    } else if let Some(custom) = custom {
        let ([name, input], inner) = custom.fields(&["name", "input"])?;
        let mut call = function_call(custom, name, input, false, reading)?;
        call.kind = CallKind::Custom;
        inner_fields(reading, &inner, &mut call);
        call
    } else {
        let kind = kind.and_then(|kind| kind.text()).unwrap_or_default();
        let at = node.get("type").map_or(node.at(), |tag| tag.at());
        reading
            .report
            .add(&shape::UNKNOWN_PART, at, || unknown_word("type of tool call", &kind, &["function", "custom"]));
        return Ok(Part::Opaque(Box::new(Opaque {
            hosted: None,
            is_call: true,
            origin: NAME,
            at: node.at(),
            kind,
            raw: node.to_raw(),
        })));
    };
    call.at = node.at();
    call.id = optional_text(reading, id, "id", Slot::Odd, NAME, &mut call.extras);
    if let Some(kind) = kind.filter(|kind| !kind.is("function") && !kind.is("custom")) {
        odd_type(reading, kind, "tool call", &mut call.extras);
    }
    if call.id.is_none() && !is_template {
        reading.report.add(&shape::MISSING_FIELD, node.at(), || "a tool call needs `id`".to_owned());
    }
    for (key, value) in rest.unknown() {
        let signature = if key.is("provider_specific_fields") { read_call_signature(value) } else { None };
        if signature.is_some() {
            call.signature = signature;
            reading.report.add(&shape::COMPATIBLE_FIELD, value.at(), || {
                format!("the API itself has no field `{}`; compatible programs do", key.show())
            });
            call.extras.note(NAME, key, value.to_raw(), value.at());
        } else {
            unknown_call_field(reading, &key, value);
            keep_member(Slot::Here, NAME, key, value, &mut call.extras);
        }
    }
    Ok(Part::from(call))
}

/// The type of a tool or call that has a function or free text all the same: what is written says so.
pub(super) fn odd_type<'a>(reading: &mut Reading<'_>, kind: Node<'_, 'a>, what: &str, extras: &mut Extras<'a>) {
    match kind.text() {
        Some(word) => {
            reading.report.add(&shape::BAD_VALUE, kind.at(), || {
                unknown_word(&format!("type of {what}"), &word, &["function", "custom"])
            });
        }
        None if kind.is_null() => {}
        None => wrong_type(reading, kind, "type", "a string"),
    }
    extras.push_in(Slot::Odd, NAME, Text::Token("type"), kind.to_raw(), kind.at());
}

fn function_call<'a>(
    node: Node<'_, 'a>,
    name: Option<Node<'_, 'a>>,
    arguments: Option<Node<'_, 'a>>,
    is_object_fine: bool,
    reading: &mut Reading<'_>,
) -> Result<ToolCall<'a>, Refused> {
    let name = need(name, "name", node)?;
    let name = name.text().ok_or_else(|| refuse_type(name, "name", "a string"))?;
    let arguments = match arguments {
        Some(arguments) => match arguments.text() {
            Some(text) => Arguments::Encoded(text),
            None => {
                if !is_object_fine {
                    wrong_type(reading, arguments, "arguments", "a string that contains JSON");
                }
                Arguments::Object(arguments.to_raw())
            }
        },
        None => {
            reading.report.add(&shape::MISSING_FIELD, node.at(), || "`arguments` is missing".to_owned());
            Arguments::Encoded(Text::Token(""))
        }
    };
    Ok(ToolCall {
        at: node.at(),
        id: None,
        kind: CallKind::Function,
        name,
        arguments,
        cache: None,
        signature: None,
        extras: Extras::default(),
    })
}

fn inner_fields<'a>(reading: &mut Reading<'_>, fields: &Fields<'_, 'a, '_>, call: &mut ToolCall<'a>) {
    for (key, value) in fields.unknown() {
        unknown_call_field(reading, &key, value);
        keep_member(Slot::Function, NAME, key, value, &mut call.extras);
    }
}

fn unknown_call_field(reading: &mut Reading<'_>, key: &Text<'_>, value: Node<'_, '_>) {
    if !reading.is_absent(value) {
        reading
            .report
            .add(&shape::UNKNOWN_FIELD, value.at(), || format!("a tool call in {NAME} has no field `{}`", key.show()));
    }
}

/// A field that this role does not have.
fn keep_misplaced<'a>(
    message: &mut Message<'a>,
    node: Option<Node<'_, 'a>>,
    key: &'static str,
    reading: &mut Reading<'_>,
) {
    let Some(node) = node else { return };
    if !node.is_null() {
        let role = message.role.name().into_owned();
        reading
            .report
            .add(&shape::UNKNOWN_FIELD, node.at(), || format!("a message of role `{role}` has no field `{key}`"));
    }
    keep_member(Slot::Here, NAME, Text::Token(key), node, &mut message.extras);
}

//! Tool calls and results.

use super::NAME;
use super::preserved_fields::{keep, keep_inner, keep_odd, text_or_keep};
use crate::format::Reading;
use crate::format::shared::{need, need_text, refuse_type, unknown_fields, wrong_type};
use crate::json::Node;
use crate::model::{Arguments, CallKind, Extras, Form, Message, OneOrMany, Part, Slot, TextPart, ToolCall, ToolResult};
use crate::report::{Refused, shape};

pub(super) fn read_calls<'a>(
    calls: Node<'_, 'a>,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !calls.is_array() {
        return Err(refuse_type(calls, "tool_calls", "an array"));
    }
    if calls.is_empty() {
        // The mark that tells it from an answer without words.
        keep(calls, "tool_calls", &mut message.extras);
    }
    message.parts.reserve(calls.len());
    for call in calls.items() {
        message.parts.push(Part::from(read_call(call, reading)?));
    }
    Ok(())
}

fn read_call<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<ToolCall<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "tool_calls", "an array of objects"));
    }
    let ([id, kind, function], rest) = node.fields(&["id", "type", "function"])?;
    let function = need(function, "function", node)?;
    if !function.is_object() {
        return Err(refuse_type(function, "function", "an object"));
    }
    let ([name, arguments], inner) = function.fields(&["name", "arguments"])?;
    let name = need_text(name, "function.name", function)?;
    let arguments = need(arguments, "function.arguments", function)?;
    let arguments = arguments.text().map_or_else(
        || {
            wrong_type(reading, arguments, "function.arguments", "a string that contains JSON");
            Arguments::Object(arguments.to_raw())
        },
        Arguments::Encoded,
    );
    let mut extras = Extras::default();
    let id = match id.filter(|id| !id.is_null()) {
        Some(id) => Some(id.text().ok_or_else(|| refuse_type(id, "id", "a string"))?),
        None => {
            reading.report.add(&shape::MISSING_FIELD, node.at(), || "a tool call needs `id`".to_owned());
            None
        }
    };
    // Any other type is kept by the library, and means nothing to it.
    match kind {
        Some(kind) if kind.is("function") => {}
        Some(kind) if kind.is_string() => keep(kind, "type", &mut extras),
        Some(kind) => keep_odd(kind, "type", "a string", &mut extras, reading),
        None => {}
    }
    keep_inner(&inner, Slot::Function, &mut extras, reading);
    unknown_fields(reading, &rest, NAME, "a tool call", &mut extras);
    Ok(ToolCall { at: node.at(), id, kind: CallKind::Function, name, arguments, cache: None, signature: None, extras })
}

/// A result contains one bare string; its other facts follow by [`read_result_field`].
pub(super) fn read_result<'a>(content: Node<'_, 'a>, message: &mut Message<'a>) -> Result<(), Refused> {
    let text = content.text().ok_or_else(|| refuse_type(content, "content", "a string"))?;
    let parts = OneOrMany::one(Part::Text(TextPart::new(text, content.at())));
    let result = ToolResult { at: message.at, parts, form: Form::Text, ..ToolResult::default() };
    message.parts.push(Part::from(result));
    Ok(())
}

pub(super) fn read_result_field<'a>(
    key: &'static str,
    field: Node<'_, 'a>,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) {
    let Some(Part::Result(result)) = message.parts.first_mut() else { return };
    let extras = &mut message.extras;
    match (key, field.as_bool()) {
        ("call_id", _) => result.call_id = text_or_keep(Some(field), key, extras, reading),
        ("function_name", _) => result.name = text_or_keep(Some(field), key, extras, reading),
        (_, Some(is_error)) => result.error = Some((is_error, field.at())),
        (_, None) => keep_odd(field, key, "true or false", extras, reading),
    }
}

//! Calls and their outputs: `function_call`, `custom_tool_call`, and the two `…_output`.

use super::NAME;
use super::item_marks::{keep, keep_status, keep_text};
use super::part::{ItemPartPlace, read_parts};
use crate::format::Reading;
use crate::format::shared::{need, need_text, optional_text, refuse_type, unknown_fields, wanted_text, wrong_type};
use crate::json::{Node, Text};
use crate::model::{
    Arguments, CallKind, Extras, Form, Message, OneOrMany, Part, Role, Slot, TextPart, ToolCall, ToolResult,
};
use crate::report::{Refused, shape};

/// Which of the two kinds of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemCallKind {
    Function,
    Custom,
}

pub(super) fn read_call<'a>(
    node: Node<'_, 'a>,
    kind: ItemCallKind,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    let input = if kind == ItemCallKind::Custom { "input" } else { "arguments" };
    let keys = &["type", "call_id", "name", input, "id", "status", "namespace", "caller"];
    let ([_, call_id, name, arguments, id, status, namespace, caller], rest) = node.fields(keys)?;
    let arguments = match arguments {
        Some(arguments) => match arguments.text() {
            Some(text) => Arguments::Encoded(text),
            None => {
                wrong_type(reading, arguments, input, "a string");
                Arguments::Object(arguments.to_raw())
            }
        },
        None => {
            reading.report.add(&shape::MISSING_FIELD, node.at(), || format!("a call needs `{input}`"));
            Arguments::Encoded(Text::Token(""))
        }
    };
    let mut extras = Extras::default();
    let mut call = ToolCall {
        at: node.at(),
        id: wanted_text(reading, call_id, "call_id", node, Slot::Odd, NAME, &mut extras),
        kind: if kind == ItemCallKind::Custom { CallKind::Custom } else { CallKind::Function },
        name: need_text(name, "name", node)?,
        arguments,
        cache: None,
        signature: None,
        extras,
    };
    keep_text(&mut call.extras, Slot::Here, "id", id, reading);
    keep_status(&mut call.extras, Slot::Here, "status", status, reading);
    keep_text(&mut call.extras, Slot::Here, "namespace", namespace, reading);
    keep(&mut call.extras, Slot::Here, "caller", caller);
    unknown_fields(reading, &rest, NAME, "a call", &mut call.extras);
    Ok(Part::from(call))
}

pub(super) fn read_result<'a>(
    node: Node<'_, 'a>,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let keys = &["type", "call_id", "output", "id", "status", "name", "namespace", "caller"];
    let ([_, call_id, output, id, status, name, namespace, caller], rest) = node.fields(keys)?;
    let mut result = ToolResult { at: node.at(), ..ToolResult::default() };
    result.call_id = wanted_text(reading, call_id, "call_id", node, Slot::Odd, NAME, &mut result.extras);
    let output = need(output, "output", node)?;
    if let Some(text) = output.text() {
        result.form = Form::Text;
        result.parts.push(Part::Text(TextPart::new(text, output.at())));
    } else if output.is_array() {
        result.form = Form::Parts;
        read_parts(output, ItemPartPlace::Output, &mut result.parts, reading)?;
    } else {
        return Err(refuse_type(output, "output", "a string or an array of parts"));
    }
    result.name = optional_text(reading, name, "name", Slot::Here, NAME, &mut result.extras);
    keep_text(&mut result.extras, Slot::Here, "id", id, reading);
    keep_status(&mut result.extras, Slot::Here, "status", status, reading);
    keep_text(&mut result.extras, Slot::Here, "namespace", namespace, reading);
    keep(&mut result.extras, Slot::Here, "caller", caller);
    unknown_fields(reading, &rest, NAME, "an output", &mut result.extras);
    let parts = OneOrMany::one(Part::from(result));
    messages.push(Message { at: node.at(), origin: NAME, role: Role::Tool, parts, ..Message::default() });
    Ok(())
}

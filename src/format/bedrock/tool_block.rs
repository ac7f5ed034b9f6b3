//! Calls and results: `toolUse`, `toolResult`, and the `json` in results.

use super::NAME;
use super::block::{BlockSpot, ConverseBlockPlace, given, opaque, read_blocks};
use crate::format::Reading;
use crate::format::shared::{json_text, need, need_text, refuse_type, unknown_fields, wanted_text, wrong_type};
use crate::json::{Node, Raw, Text};
use crate::model::{Arguments, CallKind, Extras, Part, Slot, TextPart, ToolCall, ToolResult};
use crate::report::{Refused, shape};

/// The value becomes its text, without the space between its tokens.
pub(super) fn read_json<'a>(node: Node<'_, 'a>, value: Node<'_, 'a>, reading: &mut Reading<'_>) -> Part<'a> {
    if !value.is_object() {
        wrong_type(reading, value, "json", "an object");
    }
    Part::Text(TextPart { at: node.at(), ..json_text(value) })
}

/// The type of a call of a tool that the service runs. Answers mark other calls `tool_use`.
pub(super) const HOSTED: &str = "server_tool_use";
/// The type of a result of other tools, which most results omit.
pub(super) const ORDINARY_RESULT: &str = "tool_result";

/// True for the result of a tool that the service ran: `{"type":"nova_code_interpreter_result"}`.
pub(super) fn is_hosted_result(value: Node<'_, '_>) -> bool {
    value.get("type").is_some_and(|kind| !kind.is_null() && !kind.is(ORDINARY_RESULT))
}

/// A type that says nothing is kept as it was spelled; another one is an unknown field.
fn note_type<'a>(kind: Option<Node<'_, 'a>>, usual: &str, extras: &mut Extras<'a>) {
    let Some(kind) = kind else { return };
    if kind.is(usual) {
        extras.note(NAME, Text::Token("type"), kind.to_raw(), kind.at());
    } else {
        extras.push(NAME, Text::Token("type"), kind.to_raw(), kind.at());
    }
}

pub(super) fn read_call<'a>(
    node: Node<'_, 'a>,
    value: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    if !value.is_object() {
        return Err(refuse_type(value, "toolUse", "an object"));
    }
    let ([id, name, input, kind], rest) = value.fields(&["toolUseId", "name", "input", "type"])?;
    let kind = given(kind, "type", reading);
    if kind.is_some_and(|kind| kind.is(HOSTED)) {
        return Ok(opaque(node, Text::Token(HOSTED)));
    }
    let mut extras = Extras::default();
    note_type(kind, "tool_use", &mut extras);
    let id = wanted_text(reading, id, "toolUseId", value, Slot::Here, NAME, &mut extras);
    let input = given(input, "input", reading);
    match input {
        Some(input) if input.is_object() => {}
        Some(input) => wrong_type(reading, input, "input", "an object"),
        None => reading.report.add(&shape::MISSING_FIELD, node.at(), || "a toolUse needs `input`".to_owned()),
    }
    unknown_fields(reading, &rest, NAME, "a toolUse", &mut extras);
    Ok(Part::from(ToolCall {
        at: node.at(),
        id,
        kind: CallKind::Function,
        name: need_text(name, "name", value)?,
        arguments: Arguments::Object(input.map_or_else(|| Raw::borrowed("{}"), |input| input.to_raw())),
        cache: None,
        signature: None,
        extras,
    }))
}

pub(super) fn read_result<'a>(
    node: Node<'_, 'a>,
    value: Node<'_, 'a>,
    spot: BlockSpot,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    if !value.is_object() {
        return Err(refuse_type(value, "toolResult", "an object"));
    }
    if is_hosted_result(value) {
        return Ok(opaque(node, Text::Token("toolResult")));
    }
    let ([id, content, status, kind], rest) = value.fields(&["toolUseId", "content", "status", "type"])?;
    let mut result = ToolResult { at: node.at(), ..ToolResult::default() };
    note_type(given(kind, "type", reading), ORDINARY_RESULT, &mut result.extras);
    result.call_id = wanted_text(reading, id, "toolUseId", value, Slot::Here, NAME, &mut result.extras);
    let content = need(content, "content", value)?;
    if !content.is_array() {
        return Err(refuse_type(content, "content", "an array of blocks"));
    }
    result.parts = read_blocks(content, BlockSpot { place: ConverseBlockPlace::Result, ..spot }, reading)?;
    if let Some(status) = given(status, "status", reading) {
        match () {
            () if status.is("error") => result.error = Some((true, status.at())),
            () if status.is("success") => result.error = Some((false, status.at())),
            () => {
                reading.report.add(&shape::BAD_VALUE, status.at(), || "`status` must be success or error".to_owned());
                result.extras.push(NAME, Text::Token("status"), status.to_raw(), status.at());
            }
        }
    }
    unknown_fields(reading, &rest, NAME, "a toolResult", &mut result.extras);
    Ok(Part::from(result))
}

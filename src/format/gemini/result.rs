//! Function responses: how they are read, and how any tool result becomes one.
//!
//! ```json
//! {"functionResponse":{"name":"f","response":{"output":"12 °C"}}}
//! ```
//!
//! A response is an object. One that contains only a text under `output` or `result` is that text; one that contains only
//! `error` is a failure; every other object is a JSON value.

use super::keys::{given, keep, keep_inner, sort};
use super::part::{GeminiPartPlace, PartFields, need_object, read_id, read_part};
use crate::format::Reading;
use crate::format::shared::{json_text, need_text, wrong_type};
use crate::json::{Node, Tape};
use crate::model::{Form, Part, Slot, TextPart, ToolResult};
use crate::report::{Refused, shape};

pub(super) fn read_result<'a>(
    node: Node<'_, 'a>,
    data: Node<'_, 'a>,
    fields: PartFields<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    need_object(data, "functionResponse")?;
    let ([name, response, id, parts], rest) = sort(data, &["name", "response", "id", "parts"])?;
    let mut result = ToolResult { at: node.at(), ..ToolResult::default() };
    result.name = Some(need_text(name, "name", data)?);
    result.call_id = read_id(id, &mut result.extras, reading);
    read_response(response, data, &mut result, reading);
    if let Some(parts) = parts {
        if parts.is_array() && !parts.is_empty() {
            for part in parts.items() {
                result.parts.push(read_part(part, GeminiPartPlace::Response, reading)?);
            }
        } else {
            if given(Some(parts)).is_some_and(|parts| !parts.is_array()) {
                wrong_type(reading, parts, "parts", "an array");
            }
            keep_inner("parts", parts, &mut result.extras);
        }
    }
    keep(rest, Slot::Source, &["scheduling", "willContinue"], "a function response", &mut result.extras, reading);
    fields.keep(&mut result.extras, reading);
    Ok(Part::from(result))
}

/// The key and value of an object with one member.
fn unwrap<'t, 'a>(response: Node<'t, 'a>) -> Option<(&'static str, Node<'t, 'a>)> {
    let (key, value) = response.members().next().filter(|_| response.len() == 1)?;
    let is_failure = !value.is_null() && value.as_bool().is_none();
    match () {
        () if key.is("output") && value.is_string() => Some(("output", value)),
        () if key.is("result") && value.is_string() => Some(("result", value)),
        () if key.is("error") && is_failure => Some(("error", value)),
        () => None,
    }
}

fn read_response<'a>(
    response: Option<Node<'_, 'a>>,
    data: Node<'_, 'a>,
    result: &mut ToolResult<'a>,
    reading: &mut Reading<'_>,
) {
    result.form = Form::Text;
    let Some(response) = response else {
        reading.report.add(&shape::MISSING_FIELD, data.at(), || "a function response needs `response`".to_owned());
        result.form = Form::Absent;
        return;
    };
    if response.is_null() {
        reading.report.add(&shape::MISSING_FIELD, response.at(), || "a function response needs `response`".to_owned());
        keep_inner("response", response, &mut result.extras);
        result.form = Form::Absent;
        return;
    }
    if !response.is_object() {
        wrong_type(reading, response, "response", "an object");
        let plain = response.text().map(|text| TextPart::new(text, response.at()));
        result.parts.push(Part::Text(plain.unwrap_or_else(|| json_text(response))));
        return;
    }
    let part = match unwrap(response) {
        Some((key, value)) => {
            if key == "error" {
                result.error = Some((true, value.at()));
            }
            value.text().map_or_else(|| json_text(value), |text| TextPart::new(text, value.at()))
        }
        None => json_text(response),
    };
    result.parts.push(Part::Text(part));
}

/// The JSON text of an object that is read as its one member.
pub(super) fn is_wrapped(json: &str) -> bool {
    Tape::new().parse(json).is_ok_and(|root| unwrap(root).is_some())
}

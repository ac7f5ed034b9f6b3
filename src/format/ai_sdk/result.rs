//! Results of calls: the values of chats, and the typed outputs of model messages.
//!
//! ```json
//! {"type":"tool-result","toolCallId":"c1","toolName":"f","output":{"type":"json","value":{"celsius":18}}}
//! ```

use super::NAME;
use super::message::note;
use super::options::keep_options;
use super::part::{keep_rest, read_file, read_text};
use crate::format::Reading;
use crate::format::shared::{keep_member, opaque, wanted_text};
use crate::json::{At, Node, Raw, Text, minify};
use crate::model::{Form, Media, MediaKind, Part, Slot, TextPart, ToolResult};
use crate::report::Refused;

/// What the library says for a call that a person did not allow.
pub(super) const DENIED: &str = "Tool call execution denied.";
/// A note: the call was not allowed.
pub(super) const IS_DENIED: &str = "denied";

/// A note: the text is the JSON of a value that is not an object.
pub(super) const IS_VALUE: &str = "value";

/// Reads a part with the result of a call.
pub(super) fn read_result<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let [id, name, output, value] = node.pick(&["toolCallId", "toolName", "output", "result"]);
    let mut result = ToolResult { at: node.at(), ..ToolResult::default() };
    result.call_id = wanted_text(reading, id, "toolCallId", node, Slot::Odd, NAME, &mut result.extras);
    result.name = wanted_text(reading, name, "toolName", node, Slot::Odd, NAME, &mut result.extras);
    let mut known = vec!["toolCallId", "toolName"];
    match (output, value) {
        (Some(output), _) if output.get("type").is_some_and(|kind| kind.is_string()) => {
            known.push("output");
            read_output(output, &mut result)?;
        }
        (Some(value), _) => {
            known.push("output");
            read_value(value, &mut result);
        }
        (None, Some(value)) => {
            known.push("result");
            read_old(node, value, &mut known, &mut result)?;
        }
        (None, None) => {}
    }
    keep_rest(node, &known, &mut result.extras);
    Ok(Part::from(result))
}

/// A value: a text as it is, anything else as its JSON.
pub(super) fn read_value<'a>(value: Node<'_, 'a>, result: &mut ToolResult<'a>) {
    match value.text() {
        Some(text) => push_text(TextPart::new(text, value.at()), result),
        None => push_json(value, result),
    }
}

fn push_text<'a>(text: TextPart<'a>, result: &mut ToolResult<'a>) {
    result.form = Form::Text;
    result.parts.push(Part::Text(text));
}

/// The JSON of a value. Only objects are values in all formats that have some.
fn push_json<'a>(value: Node<'_, 'a>, result: &mut ToolResult<'a>) {
    let mut text = json_text(value);
    if !value.is_object() {
        text.is_json = false;
        result.extras.mark(NAME, IS_VALUE, Raw::borrowed("true"), value.at());
    }
    push_text(text, result);
}

fn json_text<'a>(node: Node<'_, 'a>) -> TextPart<'a> {
    let mut bytes = Vec::with_capacity(node.raw().len());
    minify(node.raw(), &mut bytes);
    let text = String::from_utf8(bytes).unwrap_or_else(|_| node.raw().to_owned());
    TextPart { is_json: true, ..TextPart::new(Text::owned(text), node.at()) }
}

/// Version 4 has the value itself, a flag, and parts that stand for the value.
fn read_old<'a>(
    node: Node<'_, 'a>,
    value: Node<'_, 'a>,
    known: &mut Vec<&'static str>,
    result: &mut ToolResult<'a>,
) -> Result<(), Refused> {
    let [content, other, flag] = node.pick(&["content", "experimental_content", "isError"]);
    if let Some((is_error, flag)) = flag.and_then(|flag| Some((flag.as_bool()?, flag))) {
        result.error = Some((is_error, flag.at()));
        known.push("isError");
    }
    let key = if content.is_some() { "content" } else { "experimental_content" };
    match content.or(other).filter(|content| content.is_array() && !content.is_empty()) {
        Some(content) => {
            known.push(key);
            read_parts(content, result)?;
            let texts =
                result.parts.iter().filter_map(|part| if let Part::Text(it) = part { Some(&it.text) } else { None });
            let whole: String = texts.map(|text| text.decode()).collect();
            let is_copy = value.raw() == content.raw() || value.is(&whole);
            if is_copy {
                note(Text::Token("result"), value, &mut result.extras);
            } else {
                keep_member(Slot::Odd, NAME, Text::Token("result"), value, &mut result.extras);
            }
        }
        None => read_value(value, result),
    }
    Ok(())
}

/// `{"type":"error-text","value":"no such city"}`
fn read_output<'a>(output: Node<'_, 'a>, result: &mut ToolResult<'a>) -> Result<(), Refused> {
    let [kind, value, reason] = output.pick(&["type", "value", "reason"]);
    let Some(kind) = kind.and_then(|kind| Some((kind.text()?, kind.at()))) else { return Ok(()) };
    let mut known = vec!["value"];
    match (kind.0.decode().as_ref(), value) {
        (word @ ("text" | "json" | "error-text" | "error-json"), Some(value)) => {
            if word.starts_with("error") {
                result.error = Some((true, kind.1));
            }
            match value.text().filter(|_| word.ends_with("text")) {
                Some(text) => push_text(TextPart::new(text, value.at()), result),
                None => push_json(value, result),
            }
        }
        ("content", Some(value)) if value.is_array() => read_parts(value, result)?,
        ("execution-denied", _) => {
            known = vec!["reason"];
            deny(reason.and_then(|reason| Some((reason.text()?, reason.at()))), kind.1, result);
        }
        // The value itself has a member `type`.
        _ => {
            read_value(output, result);
            return Ok(());
        }
    }
    for (key, value) in output.members().filter(|(key, _)| !known.iter().any(|known| key.is(known)) && !key.is("type"))
    {
        let Some(key) = key.text() else { continue };
        if key.is("providerOptions") {
            keep_options(value, key, &mut result.extras);
        } else {
            keep_member(Slot::Output, NAME, key, value, &mut result.extras);
        }
    }
    Ok(())
}

/// The result of a call that was not allowed.
pub(super) fn deny<'a>(reason: Option<(Text<'a>, At)>, at: At, result: &mut ToolResult<'a>) {
    result.error = Some((true, at));
    result.form = Form::Text;
    let (text, place) = reason.unwrap_or((Text::Token(DENIED), at));
    result.parts.push(Part::Text(TextPart::new(text, place)));
    result.extras.mark(NAME, IS_DENIED, Raw::borrowed("true"), at);
}

/// The parts of an output: texts and files.
fn read_parts<'a>(list: Node<'_, 'a>, result: &mut ToolResult<'a>) -> Result<(), Refused> {
    result.form = Form::Parts;
    for part in list.items() {
        let kind = part.get("type").and_then(|kind| kind.text()).unwrap_or(Text::Token(""));
        let read = match kind.decode().as_ref() {
            "text" if part.get("text").is_some_and(|text| text.is_string()) => Some(Part::Text(read_text(part)?)),
            "media" | "file" | "file-data" | "file-url" => read_file(part).map(|file| Part::Media(Box::new(file))),
            "image" | "image-data" | "image-url" => read_file(part).map(|mut file: Media<'a>| {
                if file.kind == MediaKind::Unknown {
                    file.kind = MediaKind::Image;
                }
                Part::Media(Box::new(file))
            }),
            _ => None,
        };
        result.parts.push(read.unwrap_or_else(|| opaque(NAME, part, kind)));
    }
    Ok(())
}

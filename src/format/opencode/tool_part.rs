//! A call with its state: waiting, running, completed with an output, or failed with an error.
//!
//! ```json
//! {"type":"tool","callID":"c1","tool":"bash","state":{"status":"completed","input":{"command":"ls"},"output":"a.txt"}}
//! ```

use super::NAME;
use super::part::{ExportIds, keep_fields, read_file};
use crate::format::shared::{keep_member, need, need_text, refuse_type, time};
use crate::json::{Node, Raw, Text};
use crate::model::{Arguments, CallKind, Extras, Form, Message, Part, Role, Slot, TextPart, ToolCall, ToolResult};
use crate::report::Refused;

/// Reads a call, and the message with its result if it has one.
pub(super) fn read_tool<'a>(
    node: Node<'_, 'a>,
    ids: &ExportIds<'a>,
) -> Result<(Part<'a>, Option<Message<'a>>), Refused> {
    let [id, name, state] = node.pick(&["callID", "tool", "state"]);
    let name = need_text(name, "tool", node)?;
    let state = need(state, "state", node)?;
    if !state.is_object() {
        return Err(refuse_type(state, "state", "an object"));
    }
    let mut fields = Extras::default();
    let own_id = id.and_then(|id| id.text());
    let known: &[&str] = if own_id.is_some() { &["callID", "tool", "state"] } else { &["tool", "state"] };
    keep_fields(node, known, ids, &mut fields);
    let [status, input, output, error, attachments] =
        state.pick(&["status", "input", "output", "error", "attachments"]);
    let (is_done, has_failed) =
        (status.is_some_and(|word| word.is("completed")), status.is_some_and(|word| word.is("error")));
    let words = if has_failed { error } else { output };
    let mut found = None;
    if (is_done || has_failed)
        && let Some((words, text)) = words.and_then(|words| Some((words, words.text()?)))
    {
        let mut result =
            ToolResult { at: state.at(), call_id: own_id.clone(), form: Form::Text, ..ToolResult::default() };
        result.parts.push(Part::Text(TextPart::new(text, words.at())));
        result.error = status.filter(|_| has_failed).map(|status| (true, status.at()));
        for file in attachments.iter().flat_map(Node::items).filter(|_| is_done) {
            result.parts.push(Part::Media(Box::new(read_file(file, ids)?)));
        }
        let mut message =
            Message { at: state.at(), origin: NAME, role: Role::Tool, form: Form::Parts, ..Message::default() };
        message.parts.push(Part::from(result));
        found = Some(message);
    }
    for (key, value) in state.members() {
        let Some(key) = key.text() else { continue };
        let is_said = match key.decode().as_ref() {
            "input" => true,
            "status" => found.is_some() || value.is("pending"),
            "output" => found.is_some() && is_done,
            "error" => found.is_some() && has_failed,
            "attachments" => found.is_some() && is_done && value.is_array(),
            _ => false,
        };
        let is_empty = value.is_object() && value.is_empty();
        let is_made = (key.is("raw") || key.is("title")) && value.is("") || key.is("metadata") && is_empty;
        match found.as_mut().filter(|_| key.is("time") && value.is_object()) {
            _ if is_said && !key.is("status") => {}
            Some(message) => read_times(value, message, &mut fields),
            None if is_said || is_made => fields.note_in(Slot::Source, NAME, key, value.to_raw(), value.at()),
            None => keep_member(Slot::Source, NAME, key, value, &mut fields),
        }
    }
    let arguments = match input {
        Some(input) => match input.text() {
            Some(text) => Arguments::Encoded(text),
            None => Arguments::Object(input.to_raw()),
        },
        None => Arguments::Object(Raw::borrowed("{}")),
    };
    let call = ToolCall {
        at: node.at(),
        id: own_id,
        kind: CallKind::Function,
        name,
        arguments,
        cache: None,
        signature: None,
        extras: fields,
    };
    Ok((Part::from(call), found))
}

/// The end of a call is the time of its result.
fn read_times<'a>(times: Node<'_, 'a>, message: &mut Message<'a>, fields: &mut Extras<'a>) {
    for (key, value) in times.members() {
        let Some(key) = key.text() else { continue };
        let ended = time::iso_of_milliseconds(value.raw()).filter(|_| key.is("end"));
        let is_end = times.get("end").is_some_and(|end| end.raw() == value.raw());
        if value.raw() == "0" || (key.is("start") && is_end) {
            fields.note_in(Slot::Source, NAME, key, value.to_raw(), value.at());
        } else if let Some(ended) = ended {
            message.details_mut().time = Some(Text::owned(ended));
            message.extras.note_in(Slot::Source, NAME, key, value.to_raw(), value.at());
        } else {
            keep_member(Slot::Source, NAME, key, value, fields);
        }
    }
}

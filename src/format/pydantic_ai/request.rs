//! A request: system prompts, results and prompts of the user, each a message here.
//!
//! ```json
//! {"kind":"request","parts":[{"part_kind":"tool-return","tool_name":"f","tool_call_id":"c1","content":{"c":18}},
//!  {"part_kind":"user-prompt","content":"And Faro?"}]}
//! ```

use super::NAME;
use super::content::{read_prompt, read_result_content, read_speech};
use super::fields::keep_others;
use super::read::ListFields;
use crate::format::Reading;
use crate::format::shared::{json_text, need, need_text, optional_text, refuse_type, wanted_text};
use crate::json::{At, Node, Text};
use crate::model::{Conversation, Extras, Form, Message, Part, Role, Slot, TextPart, ToolResult};
use crate::report::{Refused, shape, unknown_part};

/// The parts of requests that people and tools write. Others are about settings of the next answer.
pub(super) const PARTS: &[&str] =
    &["system-prompt", "user-prompt", "tool-return", "retry-prompt", "retry-feedback", "speech"];

/// Parts that change instructions, tools and settings, or say that they changed.
pub(super) const CHANGES: &[&str] = &[
    "instruction-delta",
    "instruction-baseline",
    "tool-availability-delta",
    "capability-load-delta",
    "model-settings-delta",
    "compaction",
];

pub(super) fn read_request<'a>(
    node: Node<'_, 'a>,
    fields: &mut ListFields<'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let ([parts, time, instructions], _) = node.fields(&["parts", "timestamp", "instructions"])?;
    let parts = need(parts, "parts", node)?;
    if !parts.is_array() {
        return Err(refuse_type(parts, "parts", "an array"));
    }
    let first = conversation.messages.len();
    for part in parts.items() {
        if !part.is_object() {
            return Err(refuse_type(part, "parts", "an array of objects"));
        }
        let kind = need_text(part.get("part_kind"), "part_kind", part)?;
        match read_part(part, &kind, reading)? {
            Some(message) => conversation.messages.push(message),
            None => conversation.extras.push_in(Slot::Event, NAME, kind, part.to_raw(), part.at()),
        }
    }
    let mut extras = Extras::default();
    let mut taken = vec![parts.at()];
    if let Some(instructions) = instructions.filter(Node::is_string) {
        taken.push(instructions.at());
        // The library sends those of the last request: the same in earlier ones is not another instruction.
        let (key, is_sent) = (Text::Token("instructions"), Some(instructions.raw()) == fields.instructions);
        if is_sent || instructions.is("") {
            extras.note_in(Slot::Here, NAME, key, instructions.to_raw(), instructions.at());
        } else {
            extras.push_in(Slot::Here, NAME, key, instructions.to_raw(), instructions.at());
        }
    }
    let pieces = conversation.messages.get_mut(first..).unwrap_or_default();
    if let Some(time) = time.filter(Node::is_string) {
        read_time(time, &mut taken, pieces, &mut extras);
    }
    // A target that joins them into one message cannot store a time for each.
    let is_one_of_several = pieces.len() > 1 && pieces.iter().all(|piece| piece.details().time.is_none());
    for piece in pieces.iter_mut().filter(|_| is_one_of_several) {
        piece.turn = Some(fields.number);
    }
    fields.keep(node, &taken, conversation, &mut extras);
    // The library ignores a request without parts.
    let kept = conversation.messages.get_mut(first).map_or(&mut conversation.extras, |piece| &mut piece.extras);
    kept.extend(&extras);
    Ok(())
}

/// The time of the request: that of its parts, or their time if they have none.
fn read_time<'a>(time: Node<'_, 'a>, taken: &mut Vec<At>, pieces: &mut [Message<'a>], extras: &mut Extras<'a>) {
    let Some(text) = time.text() else { return };
    let mut is_said = false;
    for piece in pieces {
        let own = &mut piece.details_mut().time;
        is_said |= own.get_or_insert_with(|| text.clone()).same(&text);
    }
    if is_said {
        taken.push(time.at());
        extras.note_in(Slot::Here, NAME, Text::Token("timestamp"), time.to_raw(), time.at());
    }
}

/// Reads a part. `None`: the model does not get it.
fn read_part<'a>(
    part: Node<'_, 'a>,
    kind: &Text<'a>,
    reading: &mut Reading<'_>,
) -> Result<Option<Message<'a>>, Refused> {
    let mut message = Message { at: part.at(), origin: NAME, form: Form::Text, ..Message::default() };
    let mut taken = Vec::new();
    if let Some(time) = part.get("timestamp").filter(Node::is_string) {
        message.details_mut().time = time.text();
        taken.push(time.at());
    }
    let content = || need(part.get("content"), "content", part);
    let word = kind.decode();
    match word.as_ref() {
        "system-prompt" => {
            message.role = Role::System;
            let content = content()?;
            message.parts.push(Part::Text(TextPart::new(need_text(Some(content), "content", part)?, content.at())));
            taken.push(content.at());
        }
        "user-prompt" => {
            let content = content()?;
            message.form = read_prompt(content, &mut message.parts, reading)?;
            taken.push(content.at());
        }
        "tool-return" => {
            read_return(part, content()?, taken, &mut message, reading)?;
            return Ok(Some(message));
        }
        "retry-prompt" if part.get("tool_name").is_some_and(|name| name.is_string()) => {
            read_retry(part, content()?, taken, &mut message, reading);
            return Ok(Some(message));
        }
        "retry-prompt" | "retry-feedback" => {
            let content = content()?;
            message.parts.push(Part::Text(text_or_json(content)));
            taken.push(content.at());
        }
        "speech" => {
            message.form = Form::Parts;
            read_speech(part, "user", &mut taken, &mut message.parts)?;
        }
        word => {
            if !CHANGES.contains(&word) {
                let at = part.get("part_kind").map_or(part.at(), |kind| kind.at());
                reading.report.add(&shape::UNKNOWN_PART, at, || unknown_part(kind, PARTS));
            }
            return Ok(None);
        }
    }
    keep_others(part, taken, Slot::Content, &mut message.extras);
    Ok(Some(message))
}

/// A text, or details of errors.
fn text_or_json<'a>(content: Node<'_, 'a>) -> TextPart<'a> {
    content.text().map_or_else(|| json_text(content), |text| TextPart::new(text, content.at()))
}

/// A result, and whether the call failed: it was rejected by a person, or the model has to try again.
fn read_return<'a>(
    part: Node<'_, 'a>,
    content: Node<'_, 'a>,
    mut taken: Vec<At>,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let mut result = new_result(part, &mut taken, reading);
    result.form = read_result_content(content, &mut result.parts)?;
    taken.push(content.at());
    let outcome = part.get("outcome").filter(|outcome| !outcome.is_null() && !outcome.is("success"));
    if let Some(outcome) = outcome {
        result.error = Some((true, outcome.at()));
        // The other outcomes mean more than that the call failed.
        taken.extend(outcome.is("failed").then(|| outcome.at()));
    }
    finish_result(part, result, taken, message);
    Ok(())
}

/// The model called the tool in a way that it does not accept.
fn read_retry<'a>(
    part: Node<'_, 'a>,
    content: Node<'_, 'a>,
    mut taken: Vec<At>,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) {
    let mut result = new_result(part, &mut taken, reading);
    result.parts.push(Part::Text(text_or_json(content)));
    result.form = Form::Text;
    result.error = Some((true, part.get("part_kind").map_or(part.at(), |kind| kind.at())));
    taken.push(content.at());
    finish_result(part, result, taken, message);
}

fn new_result<'a>(part: Node<'_, 'a>, taken: &mut Vec<At>, reading: &mut Reading<'_>) -> ToolResult<'a> {
    let mut result = ToolResult { at: part.at(), ..ToolResult::default() };
    let [id, name] = part.pick(&["tool_call_id", "tool_name"]);
    result.call_id = optional_text(reading, id, "tool_call_id", Slot::Odd, NAME, &mut result.extras);
    result.name = wanted_text(reading, name, "tool_name", part, Slot::Odd, NAME, &mut result.extras);
    taken.extend([id, name].into_iter().flatten().map(|field| field.at()));
    result
}

fn finish_result<'a>(part: Node<'_, 'a>, mut result: ToolResult<'a>, taken: Vec<At>, message: &mut Message<'a>) {
    keep_others(part, taken, Slot::Here, &mut result.extras);
    message.role = Role::Tool;
    message.form = Form::Parts;
    message.parts.push(Part::from(result));
}

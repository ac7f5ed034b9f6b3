//! Messages of chats: parts, and what version 4 has next to them.
//!
//! ```json
//! {"id":"m2","role":"assistant","content":"Hi","parts":[{"type":"step-start"},{"type":"text","text":"Hi"}]}
//! ```

use std::collections::HashSet;

use super::NAME;
use super::message::note;
use super::part::{PartPiece, check_file, read_file, read_part};
use super::steps::AnswerSteps;
use super::tool::{ReadTool, StepNumber, is_state, read_invocation};
use super::write_part::ATTACHMENT;
use crate::format::Reading;
use crate::format::shared::{keep_member, need_text, opaque, refuse_type, time};
use crate::json::{Node, Raw, Text, minify};
use crate::model::{Arguments, Media, Message, Part, Reasoning, Role, Slot, TextPart};
use crate::report::Refused;

/// The members with content: `parts`, `content`, `toolInvocations`, `experimental_attachments` and `reasoning`.
pub(super) type UiContent<'t, 'a> = [Option<Node<'t, 'a>>; 5];

/// Reads the metadata that a program adds to a message: the time is one of those of the message.
pub(super) fn read_metadata<'a>(metadata: Node<'_, 'a>, message: &mut Message<'a>) {
    if !metadata.is_object() {
        return keep_member(Slot::Here, NAME, Text::Token("metadata"), metadata, &mut message.extras);
    }
    for (key, value) in metadata.members() {
        let Some(key) = key.text() else { continue };
        let created = value.text().filter(|time| key.is("createdAt") && time::is_iso(&time.decode()));
        match created {
            Some(created) if message.details().time.is_none() => message.details_mut().time = Some(created),
            _ => message.extras.push_in(Slot::Config, NAME, key, value.to_raw(), value.at()),
        }
    }
}

/// Reads the parts of a message. What stands next to them is a copy, unless there are none.
pub(super) fn read_body<'a>(
    body: Node<'_, 'a>,
    [parts, content, calls, files, reasoning]: UiContent<'_, 'a>,
    steps: &mut AnswerSteps<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if let Some(parts) = parts.filter(|parts| !parts.is_array()) {
        return Err(refuse_type(parts, "parts", "an array"));
    }
    let has_parts = parts.is_some_and(|parts| !parts.is_empty());
    if let Some(parts) = parts {
        read_parts(parts, steps, reading)?;
    }
    if has_parts {
        keep_unless_copy(content, reasoning, steps);
        keep_calls(calls, steps);
    } else {
        let is_said = |content: &Node<'_, '_>| parts.is_none() || !content.is("");
        read_old(content.filter(is_said), calls, reasoning, steps, reading)?;
    }
    add_files(files, steps, reading);
    if parts.or(content).or(calls).or(files).or(reasoning).is_none() {
        steps.first().lacks_content = body.is_object();
    }
    Ok(())
}

fn read_parts<'a>(parts: Node<'_, 'a>, steps: &mut AnswerSteps<'a>, reading: &mut Reading<'_>) -> Result<(), Refused> {
    // In version 4 a text after calls is after their results, whether a step begins there or not.
    let is_old = parts.items().any(|part| part.get("type").is_some_and(|kind| kind.is("tool-invocation")));
    let mut step = None;
    for part in parts.items() {
        if part.get("type").is_some_and(|kind| kind.is("steering-message")) && part.get("parts").is_some() {
            read_steering(part, steps, reading)?;
            continue;
        }
        match read_part(part, reading)? {
            PartPiece::Step => steps.end_at(part),
            PartPiece::Parts(read) => {
                if is_old && steps.has_results() && matches!(read.first(), Some(Part::Text(_))) {
                    steps.end(part.at());
                }
                steps.add(read, part.at());
            }
            PartPiece::Call(tool) => {
                let before = std::mem::replace(&mut step, tool.step.map(|step| step.value));
                if is_old && before.is_some() && before != step && steps.has_results() {
                    steps.end(part.at());
                }
                add_tool(*tool, part, steps);
            }
            PartPiece::Result(_) => steps.add([opaque(NAME, part, Text::Token("tool-result"))], part.at()),
        }
    }
    Ok(())
}

/// Adds a call with its result. What follows a call that the service ran comes after its result.
pub(super) fn add_tool<'a>(mut tool: ReadTool<'a>, part: Node<'_, 'a>, steps: &mut AnswerSteps<'a>) {
    let has_result = tool.result.is_some();
    if let (Some(StepNumber { value, at }), Part::Call(call)) = (tool.step, &mut tool.call) {
        let (key, raw) = (Text::Token("step"), Raw::borrowed(value));
        if value == steps.number().to_string() {
            call.extras.note_in(Slot::Odd, NAME, key, raw, at);
        } else {
            call.extras.push_in(Slot::Odd, NAME, key, raw, at);
        }
    }
    steps.add([tool.call], part.at());
    if let Some(result) = tool.result {
        steps.add_result(result, part.at(), tool.is_hosted && has_result);
    }
}

/// A message of the user that came while the model was answering.
fn read_steering<'a>(
    node: Node<'_, 'a>,
    steps: &mut AnswerSteps<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let parts = node.get("parts").filter(Node::is_array).ok_or_else(|| refuse_type(node, "parts", "an array"))?;
    steps.begin(Role::User, node.at());
    match node.get("id").map(|id| (id.text(), id)) {
        Some((Some(id), _)) => steps.last().details_mut().id = Some(id),
        Some((None, id)) => keep_member(Slot::Odd, NAME, Text::Token("id"), id, &mut steps.last().extras),
        None => {}
    }
    for (key, value) in node.members() {
        let Some(key) = key.text().filter(|key| !["type", "id", "parts"].iter().any(|known| key.is(known))) else {
            continue;
        };
        keep_member(Slot::Here, NAME, key, value, &mut steps.last().extras);
    }
    for part in parts.items() {
        match read_part(part, reading)? {
            PartPiece::Parts(read) => steps.add(read, part.at()),
            PartPiece::Call(_) | PartPiece::Result(_) | PartPiece::Step => {
                let kind = need_text(part.get("type"), "type", part)?;
                steps.add([opaque(NAME, part, kind)], part.at());
            }
        }
    }
    steps.begin(Role::Assistant, node.at());
    Ok(())
}

/// A message of version 4 without parts: reasoning, calls step by step, and a text, which is the answer after them.
fn read_old<'a>(
    content: Option<Node<'_, 'a>>,
    calls: Option<Node<'_, 'a>>,
    reasoning: Option<Node<'_, 'a>>,
    steps: &mut AnswerSteps<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if let Some(reasoning) = reasoning {
        match reasoning.text() {
            Some(text) => {
                let it = Reasoning { at: reasoning.at(), text: Some(text), ..Reasoning::default() };
                steps.add([Part::Reasoning(Box::new(it))], reasoning.at());
            }
            None => keep_member(Slot::Here, NAME, Text::Token("reasoning"), reasoning, &mut steps.first().extras),
        }
    }
    let text = match content.map(|content| (content.text(), content)) {
        Some((Some(text), content)) => Some(TextPart::new(text, content.at())),
        Some((None, content)) if content.is_null() => None,
        Some((None, content)) => return Err(refuse_type(content, "content", "a string")),
        None => None,
    };
    let is_call = |call: Node<'_, '_>| call.get("state").is_some_and(|state| state.is("result"));
    if let Some(calls) = calls.filter(|calls| !calls.is_array() && !calls.is_null()) {
        keep_member(Slot::Odd, NAME, Text::Token("toolInvocations"), calls, &mut steps.first().extras);
    }
    let calls = calls.filter(Node::is_array);
    let is_after = calls.is_some_and(|calls| calls.items().any(is_call));
    let (before, after) = if is_after { (None, text) } else { (text, None) };
    // Next to calls, the empty text of a message that says nothing is not a part.
    let says = |text: &TextPart<'_>| !text.text.is_empty() || calls.is_none_or(|calls| calls.is_empty());
    if let Some(text) = before.filter(says) {
        let at = text.at;
        steps.add([Part::Text(text)], at);
    }
    let mut step = None;
    for node in calls.iter().flat_map(Node::items) {
        let Some(tool) = read_invocation(node, reading)? else {
            steps.add([opaque(NAME, node, Text::Token("partial-call"))], node.at());
            continue;
        };
        let earlier = std::mem::replace(&mut step, tool.step.map(|step| step.value));
        if earlier.is_some() && earlier != step {
            steps.end(node.at());
        }
        add_tool(tool, node, steps);
    }
    if let Some(text) = after.filter(says) {
        let at = text.at;
        steps.end(at);
        steps.add([Part::Text(text)], at);
    }
    Ok(())
}

/// `content` has the text of the parts, or that of the last step; `reasoning` has that of the reasoning.
fn keep_unless_copy<'a>(content: Option<Node<'_, 'a>>, reasoning: Option<Node<'_, 'a>>, steps: &mut AnswerSteps<'a>) {
    if content.or(reasoning).is_none() {
        return;
    }
    let (mut texts, mut thoughts) = (String::new(), String::new());
    for part in steps.parts() {
        match part {
            Part::Text(part) => texts.push_str(&part.text.decode()),
            Part::Reasoning(part) => thoughts.extend(part.text.iter().map(|text| text.decode())),
            Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {}
        }
    }
    let mut keep = |key: &'static str, node: Node<'_, 'a>, whole: &str| {
        let is_copy = node.text().is_some_and(|text| {
            let text = text.decode();
            whole.ends_with(text.trim()) || whole.trim_end().ends_with(text.trim_end())
        });
        let extras = &mut steps.first().extras;
        if is_copy {
            note(Text::Token(key), node, extras);
        } else {
            keep_member(Slot::Odd, NAME, Text::Token(key), node, extras);
        }
    };
    if let Some(content) = content {
        keep("content", content, &texts);
    }
    if let Some(reasoning) = reasoning {
        keep("reasoning", reasoning, &thoughts);
    }
}

/// `toolInvocations` next to parts: kept if it has anything that the parts have not.
fn keep_calls<'a>(calls: Option<Node<'_, 'a>>, steps: &mut AnswerSteps<'a>) {
    let Some(calls) = calls else { return };
    let mut known = HashSet::new();
    let mut names = HashSet::new();
    for (number, part) in steps.numbered_parts() {
        match part {
            Part::Call(call) => {
                let id = call.id.as_ref().map(|id| id.decode().into_owned()).unwrap_or_default();
                names.insert((id.clone(), call.name.decode().into_owned()));
                let step = call.extras.get_in(Slot::Odd, NAME, "step");
                let step = step.map_or_else(|| number.to_string(), |step| step.value.as_str().to_owned());
                known.insert((id.clone(), "step", step));
                known.insert((
                    id,
                    "args",
                    match &call.arguments {
                        Arguments::Object(raw) => compact(raw.as_str()),
                        Arguments::Encoded(text) => text.decode().into_owned(),
                    },
                ));
            }
            Part::Result(result) => {
                let id = result.call_id.as_ref().map(|id| id.decode().into_owned()).unwrap_or_default();
                if let Some(Part::Text(text)) = result.parts.first() {
                    known.insert((id, "result", text.text.decode().into_owned()));
                }
            }
            Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {}
        }
    }
    let is_copy = |call: Node<'_, 'a>| {
        let id = call.get("toolCallId").and_then(|id| id.text()).map(|id| id.decode().into_owned());
        id.is_some_and(|id| {
            call.members().all(|(key, value)| {
                let text = || value.text().map_or_else(|| compact(value.raw()), |text| text.decode().into_owned());
                match key.text().unwrap_or_default().decode().as_ref() {
                    "toolCallId" => true,
                    "toolName" => value.is_string() && names.contains(&(id.clone(), text())),
                    "args" => known.contains(&(id.clone(), "args", text())),
                    "result" => known.contains(&(id.clone(), "result", text())),
                    "state" => value.text().is_some_and(|word| is_state(&word.decode()) || word.is("partial-call")),
                    "step" => known.contains(&(id.clone(), "step", value.raw().to_owned())),
                    _ => false,
                }
            })
        })
    };
    let is_copy = calls.is_array() && calls.items().all(is_copy);
    let (key, extras) = (Text::Token("toolInvocations"), &mut steps.first().extras);
    if is_copy {
        note(key, calls, extras);
    } else {
        keep_member(Slot::Odd, NAME, key, calls, extras);
    }
}

fn compact(json: &str) -> String {
    let mut bytes = Vec::with_capacity(json.len());
    minify(json, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

/// Attachments of version 4, except those that a part has, too.
fn add_files<'a>(files: Option<Node<'_, 'a>>, steps: &mut AnswerSteps<'a>, reading: &mut Reading<'_>) {
    let Some(files) = files else { return };
    let key = Text::Token("experimental_attachments");
    if !files.is_array() {
        return keep_member(Slot::Odd, NAME, key, files, &mut steps.first().extras);
    }
    let of_file = |file: &Media<'_>| {
        let media_type = file.media_type.as_ref().map(|media_type| media_type.decode().into_owned());
        (file.source.text().spelling().into_owned(), media_type)
    };
    let known: HashSet<_> =
        steps.parts().filter_map(|part| if let Part::Media(it) = part { Some(of_file(it)) } else { None }).collect();
    for node in files.items() {
        check_file(node, reading);
        match read_file(node) {
            Some(file) if file.extras.is_empty() && file.file_name.is_none() && known.contains(&of_file(&file)) => {
                note(key.clone(), node, &mut steps.first().extras);
            }
            Some(mut file) => {
                if file.extras.of(NAME).iter().any(|extra| extra.slot == Slot::Here && !extra.is_note) {
                    file.extras.mark(NAME, ATTACHMENT, Raw::borrowed("true"), node.at());
                }
                steps.add([Part::Media(Box::new(file))], node.at());
            }
            None => steps.add([opaque(NAME, node, Text::Token(ATTACHMENT))], node.at()),
        }
    }
}

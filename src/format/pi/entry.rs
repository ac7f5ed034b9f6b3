//! One entry with a message.
//!
//! ```json
//! {"type":"message","id":"19e9416c","parentId":"be0894f0","timestamp":"2026-01-02T03:04:05.000Z",
//!  "message":{"role":"toolResult","toolCallId":"call_1","toolName":"bash","content":[],"isError":false,"timestamp":1767323045000}}
//! ```

use super::NAME;
use super::kind::PiLine;
use super::part::{family_of, read_content};
use super::write::{NO_TIME, UNKNOWN, USUAL};
use crate::format::sessions::KeptLines;
use crate::format::shared::{keep_member, need, need_text, refuse_type, time};
use crate::json::{Node, Text};
use crate::model::{Finish, Form, Message, Part, ProgramMessage, Role, Slot, TextPart, ToolResult};
use crate::report::{Refused, shape, unknown_role};

/// Roles of messages.
const ROLES: &[&str] =
    &["user", "assistant", "toolResult", "bashExecution", "custom", "branchSummary", "compactionSummary"];

/// Reads the message of an entry.
pub(super) fn read_entry<'a>(
    line: Node<'_, 'a>,
    kind: PiLine,
    lines: &mut KeptLines<'a>,
) -> Result<Message<'a>, Refused> {
    let mut message = Message { at: line.at(), origin: NAME, role: Role::User, ..Message::default() };
    match kind {
        PiLine::Message => {
            let object = need(line.get("message"), "message", line)?;
            if !object.is_object() {
                return Err(refuse_type(object, "message", "an object"));
            }
            read_message(object, &mut message, lines)?;
            read_fields(line, &["message"], Slot::Here, &mut message, lines);
            read_time_of(object, &mut message);
        }
        PiLine::Custom => {
            message.form = read_content(need(line.get("content"), "content", line)?, "", &mut message.parts)?;
            read_fields(line, &["content"], Slot::Here, &mut message, lines);
        }
        PiLine::BranchSummary | PiLine::Compaction => {
            read_summary(line, &mut message)?;
            if kind == PiLine::Compaction {
                message.details_mut().by_program = Some(ProgramMessage::Summary);
            }
            read_fields(line, &["summary"], Slot::Here, &mut message, lines);
        }
        PiLine::Header | PiLine::Entry | PiLine::Unknown | PiLine::Odd => {}
    }
    Ok(message)
}

/// Reads the fields other than the content. The place in the tree and the role are notes.
fn read_fields<'a>(
    object: Node<'_, 'a>,
    known: &[&str],
    slot: Slot,
    message: &mut Message<'a>,
    lines: &mut KeptLines<'a>,
) {
    for (key, value) in object.members().filter(|(key, _)| !known.iter().any(|known| key.is(known))) {
        let Some(key) = key.text() else { continue };
        let is_entry = slot == Slot::Here;
        match key.decode().as_ref() {
            "id" if is_entry && value.is_string() => message.details_mut().id = value.text(),
            "timestamp" if is_entry && value.is(NO_TIME) => {
                message.extras.note_in(slot, NAME, key, value.to_raw(), value.at());
            }
            "timestamp" if is_entry && value.is_string() => message.details_mut().time = value.text(),
            // A parent that is not in the file is added to the fields later.
            "parentId" if value.is_string() => message.extras.note_in(slot, NAME, key, value.to_raw(), value.at()),
            "type" | "role" => message.extras.note_in(slot, NAME, key, value.to_raw(), value.at()),
            // It is looked at with the time of the entry.
            "timestamp" if !is_entry => {}
            _ => lines.keep(slot, key, value, &mut message.extras),
        }
    }
}

/// The time of the message itself, in milliseconds: a fact where it is not that of the entry.
fn read_time_of<'a>(object: Node<'_, 'a>, message: &mut Message<'a>) {
    let Some(value) = object.get("timestamp") else { return };
    let own: Option<f64> = value.raw().parse().ok();
    let entry = message.details().time.as_ref().and_then(|time| time::parse(&time.decode()));
    let key = Text::Token("timestamp");
    let is_same = match (own, entry) {
        (Some(own), Some(entry)) => (own - entry.seconds * 1000.0).abs() < 1.0,
        (Some(own), None) => own == 0.0,
        (None, _) => false,
    };
    if is_same {
        message.extras.note_in(Slot::Answer, NAME, key, value.to_raw(), value.at());
    } else if let (None, Some(time)) = (&message.details().time, time::iso_of_milliseconds(value.raw())) {
        message.details_mut().time = Some(Text::owned(time));
        message.extras.note_in(Slot::Answer, NAME, key, value.to_raw(), value.at());
    } else {
        keep_member(Slot::Answer, NAME, key, value, &mut message.extras);
    }
}

fn read_message<'a>(object: Node<'_, 'a>, message: &mut Message<'a>, lines: &mut KeptLines<'a>) -> Result<(), Refused> {
    let role = need(object.get("role"), "role", object)?;
    let word = need_text(Some(role), "role", object)?;
    match word.decode().as_ref() {
        "user" | "custom" | "hookMessage" => {
            message.form = read_content(need(object.get("content"), "content", object)?, "", &mut message.parts)?;
            read_fields(object, &["content"], Slot::Answer, message, lines);
        }
        "assistant" => read_answer(object, message, lines)?,
        "toolResult" => read_result(object, message, lines)?,
        "bashExecution" => read_command(object, message, lines)?,
        "branchSummary" | "compactionSummary" => {
            read_summary(object, message)?;
            if word.is("compactionSummary") {
                message.details_mut().by_program = Some(ProgramMessage::Summary);
            }
            read_fields(object, &["summary"], Slot::Answer, message, lines);
        }
        _ => {
            let why = unknown_role(&word, ROLES).message;
            return Err(Refused::new(&shape::UNKNOWN_ROLE, role.at(), why));
        }
    }
    Ok(())
}

fn read_summary<'a>(object: Node<'_, 'a>, message: &mut Message<'a>) -> Result<(), Refused> {
    let summary = need(object.get("summary"), "summary", object)?;
    let text = need_text(Some(summary), "summary", object)?;
    message.parts.push(Part::Text(TextPart::new(text, summary.at())));
    message.form = Form::Text;
    Ok(())
}

fn read_answer<'a>(object: Node<'_, 'a>, message: &mut Message<'a>, lines: &mut KeptLines<'a>) -> Result<(), Refused> {
    let [content, api, provider, model, stop] = object.pick(&["content", "api", "provider", "model", "stopReason"]);
    message.role = Role::Assistant;
    message.form = read_content(need(content, "content", object)?, family_of(api), &mut message.parts)?;
    let is_unknown = |field: Option<Node<'_, '_>>| field.is_some_and(|field| field.is(UNKNOWN));
    if !(is_unknown(api) && is_unknown(provider) && is_unknown(model)) {
        if let Some((stop, reason)) = stop.and_then(|stop| Some((stop, stop.text()?))) {
            message.details_mut().finish = Some(Finish { at: stop.at(), reason });
        }
        let known: &[&str] =
            if stop.is_some_and(|stop| stop.is_string()) { &["content", "stopReason"] } else { &["content"] };
        read_fields(object, known, Slot::Answer, message, lines);
        return Ok(());
    }
    // What the writer generates is not a fact.
    for (key, value) in object.members().filter(|(key, _)| !key.is("content") && !key.is("timestamp")) {
        let Some(key) = key.text() else { continue };
        let is_made = match key.decode().as_ref() {
            "role" | "api" | "provider" | "model" => true,
            "usage" => value.get("totalTokens").is_some_and(|count| count.raw() == "0"),
            "stopReason" => USUAL.iter().any(|word| value.is(word)),
            _ => false,
        };
        if is_made {
            message.extras.note_in(Slot::Answer, NAME, key, value.to_raw(), value.at());
        } else {
            lines.keep(Slot::Answer, key, value, &mut message.extras);
        }
    }
    Ok(())
}

fn read_result<'a>(object: Node<'_, 'a>, message: &mut Message<'a>, lines: &mut KeptLines<'a>) -> Result<(), Refused> {
    let [id, name, content, error] = object.pick(&["toolCallId", "toolName", "content", "isError"]);
    let mut result = ToolResult { at: object.at(), ..ToolResult::default() };
    if let Some(content) = content {
        result.form = read_content(content, "", &mut result.parts)?;
    }
    let mut known = vec!["content"];
    if let Some(id) = id.and_then(|id| id.text()) {
        result.call_id = Some(id);
        known.push("toolCallId");
    }
    if let Some(name) = name.and_then(|name| name.text()) {
        // The placeholder of the writer for an unknown name.
        result.name = Some(name).filter(|name| !name.is_empty());
        known.extend(result.name.is_some().then_some("toolName"));
    }
    if let Some((flag, at)) = error.and_then(|flag| Some((flag.as_bool()?, flag.at()))) {
        result.error = Some((flag, at));
        known.push("isError");
    }
    message.role = Role::Tool;
    message.form = Form::Parts;
    message.parts.push(Part::from(result));
    for (key, value) in object.members() {
        let is_unnamed = key.is("toolName") && value.is("");
        if let Some(key) = key.text().filter(|_| is_unnamed) {
            message.extras.note_in(Slot::Answer, NAME, key, value.to_raw(), value.at());
            known.push("toolName");
        }
    }
    read_fields(object, &known, Slot::Answer, message, lines);
    Ok(())
}

/// A command that the user ran, with its output: the model gets both as text of the user, unless it is excluded.
fn read_command<'a>(object: Node<'_, 'a>, message: &mut Message<'a>, lines: &mut KeptLines<'a>) -> Result<(), Refused> {
    let [command, output, code, excluded] = object.pick(&["command", "output", "exitCode", "excludeFromContext"]);
    let words = need_text(command, "command", object)?;
    let output = output.and_then(|output| output.text());
    let mut text = format!("Ran `{}`\\n", words.spelling());
    match output.filter(|output| !output.is_empty()) {
        Some(output) => text.extend(["```\\n", output.spelling().as_ref(), "\\n```"]),
        None => text.push_str("(no output)"),
    }
    if let Some(code) = code.map(|code| code.raw()).filter(|code| !matches!(*code, "0" | "null")) {
        text.extend(["\\n\\nCommand exited with code ", code.trim_matches('"')]);
    }
    message.form = Form::Text;
    message.parts.push(Part::Text(TextPart::new(Text::owned_token(text), object.at())));
    if excluded.and_then(|flag| flag.as_bool()) == Some(true) {
        message.details_mut().by_program = Some(ProgramMessage::Notice);
    }
    for (key, value) in object.members().filter(|(key, _)| !key.is("timestamp")) {
        let Some(key) = key.text() else { continue };
        let is_said = match key.decode().as_ref() {
            "role" | "command" | "exitCode" => true,
            "output" => value.is_string(),
            "excludeFromContext" | "cancelled" | "truncated" => value.as_bool() == Some(key.is("excludeFromContext")),
            _ => false,
        };
        if is_said {
            message.extras.note_in(Slot::Answer, NAME, key, value.to_raw(), value.at());
        } else {
            lines.keep(Slot::Answer, key, value, &mut message.extras);
        }
    }
    Ok(())
}

//! One message: facts about it, and parts.
//!
//! ```json
//! {"info":{"id":"msg_1","role":"user","time":{"created":1767323045000}},"parts":[{"type":"text","text":"Hi"}]}
//! ```

use super::NAME;
use super::part::{ExportIds, is_of_program, read_part};
use super::tool_part::read_tool;
use super::write::{is_made, is_made_id};
use crate::format::sessions::KeptLines;
use crate::format::shared::{extras, need, need_text, refuse_type, time};
use crate::json::{Node, Text};
use crate::model::{Conversation, Finish, Form, Message, ProgramMessage, Role, Slot};
use crate::report::{Refused, shape, unknown_role};

/// Reads message number `number`: several, where calls have results.
pub(super) fn read_message<'a>(
    node: Node<'_, 'a>,
    number: u32,
    lines: &mut KeptLines<'a>,
    ids: &mut ExportIds<'a>,
    conversation: &mut Conversation<'a>,
) -> Result<(), Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "messages", "an array of objects"));
    }
    let ([info, parts], rest) = node.fields(&["info", "parts"])?;
    let info = need(info, "info", node)?;
    let parts = need(parts, "parts", node)?;
    if !info.is_object() || !parts.is_array() {
        return Err(refuse_type(node, "messages", "objects with `info` and a list of `parts`"));
    }
    let word = need_text(info.get("role"), "role", info)?;
    let role = match word.decode().as_ref() {
        "user" => Role::User,
        "assistant" => Role::Assistant,
        _ => {
            let why = unknown_role(&word, &["user", "assistant"]).message;
            let at = info.get("role").map_or(info.at(), |role| role.at());
            return Err(Refused::new(&shape::UNKNOWN_ROLE, at, why));
        }
    };
    ids.message = info.get("id").filter(Node::is_string).map(|id| id.raw());
    if matches!(role, Role::User) {
        ids.user = ids.message;
    }
    let ids = &*ids;
    let plain = || Message {
        at: node.at(),
        origin: NAME,
        role: role.clone(),
        form: Form::Parts,
        turn: Some(number),
        ..Message::default()
    };
    let mut messages = vec![plain()];
    let mut results: Vec<Message<'a>> = Vec::new();
    if let Some(first) = messages.first_mut() {
        read_info(info, first, lines, ids);
        extras(&rest, NAME, &mut first.extras);
    }
    for part in parts.items() {
        if !part.is_object() {
            return Err(refuse_type(part, "parts", "an array of objects"));
        }
        let kind = need_text(part.get("type"), "type", part)?;
        let is_tool = kind.is("tool");
        let is_step = kind.is("step-start");
        let read = if is_tool { None } else { read_part(part, &kind, ids)? };
        // Text after results is a message after them.
        if !results.is_empty() && (read.is_some() || is_step) {
            messages.append(&mut results);
            messages.push(Message { at: part.at(), ..plain() });
        }
        let by_program = is_of_program(part).then_some(ProgramMessage::Notice);
        let is_open = messages
            .last()
            .is_some_and(|last| last.parts.is_empty() || last.details().by_program.is_some() == by_program.is_some());
        if read.is_some() && !is_open {
            messages.push(Message { at: part.at(), ..plain() });
        }
        let Some(last) = messages.last_mut() else { continue };
        if is_tool {
            let (call, result) = read_tool(part, ids)?;
            last.parts.push(call);
            results.extend(result);
        } else if let Some(read) = read {
            last.parts.push(read);
            if by_program.is_some() {
                last.details_mut().by_program = by_program;
            }
        } else {
            last.extras.push_in(Slot::Item, NAME, kind, part.to_raw(), part.at());
        }
    }
    messages.append(&mut results);
    let is_summary = info.get("summary").and_then(|flag| flag.as_bool()) == Some(true);
    if is_summary && let Some(first) = messages.first_mut() {
        first.details_mut().by_program = Some(ProgramMessage::Summary);
    }
    // A step that ends in calls has nothing after their results.
    let is_spare =
        |message: &Message<'_>| message.parts.is_empty() && message.details.is_none() && message.extras.is_empty();
    let mut is_first = true;
    messages.retain(|message| std::mem::take(&mut is_first) || !is_spare(message));
    conversation.messages.extend(messages);
    Ok(())
}

fn read_info<'a>(info: Node<'_, 'a>, message: &mut Message<'a>, lines: &mut KeptLines<'a>, ids: &ExportIds<'a>) {
    for (key, value) in info.members() {
        let Some(key) = key.text() else { continue };
        match key.decode().as_ref() {
            "id" if is_made_id(value) => message.extras.note_in(Slot::Here, NAME, key, value.to_raw(), value.at()),
            "id" if value.is_string() => message.details_mut().id = value.text(),
            "finish" if value.is_string() => {
                if let Some(reason) = value.text() {
                    message.details_mut().finish = Some(Finish { at: value.at(), reason });
                }
            }
            "time" if value.is_object() => read_times(value, message, lines),
            "role" => message.extras.note_in(Slot::Here, NAME, key, value.to_raw(), value.at()),
            _ if ids.repeats(&key, value) || is_made(info, &key, value) => {
                message.extras.note_in(Slot::Here, NAME, key, value.to_raw(), value.at());
            }
            _ => lines.keep(Slot::Here, key, value, &mut message.extras),
        }
    }
}

fn read_times<'a>(times: Node<'_, 'a>, message: &mut Message<'a>, lines: &mut KeptLines<'a>) {
    for (key, value) in times.members() {
        let Some(key) = key.text() else { continue };
        let created = time::iso_of_milliseconds(value.raw()).filter(|_| key.is("created"));
        let is_created = times.get("created").is_some_and(|created| created.raw() == value.raw());
        if value.raw() == "0" || (key.is("completed") && is_created) {
            message.extras.note_in(Slot::Source, NAME, key, value.to_raw(), value.at());
        } else if let Some(created) = created {
            message.details_mut().time = Some(Text::owned(created));
            message.extras.note_in(Slot::Source, NAME, key, value.to_raw(), value.at());
        } else {
            lines.keep(Slot::Source, key, value, &mut message.extras);
        }
    }
}

//! Messages of the model as messages of AG-UI: one, or thoughts and an answer, or a result each.

use super::NAME;
use super::write_part::{write_call, write_content, write_joined};
use crate::format::Writing;
use crate::format::shared::{IdMaker, Links, drop_empty, report_legacy_result, write_extras, write_facts};
use crate::json::Text;
use crate::model::{Form, Message, Part, Reasoning, Role, Slot, ToolResult};
use crate::report::{Refused, loss};

/// What all messages of a conversation need.
pub(super) struct Ids<'c> {
    pub(super) maker: IdMaker<'c>,
    pub(super) links: Links<'c>,
}

/// Writes a message as items of a list that is open. `index` is its place in the conversation.
pub(super) fn write_message(
    message: &Message<'_>,
    index: usize,
    ids: &Ids<'_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    if let [Part::Opaque(it)] = &*message.parts
        && it.origin == NAME
        && (it.kind.is("activity") || it.kind.is("message"))
    {
        writing.out.raw(&it.raw);
        return Ok(());
    }
    match &message.role {
        Role::Assistant => {
            write_assistant(message, index, ids, writing);
            Ok(())
        }
        Role::Tool => write_results(message, index, ids, writing),
        Role::User => {
            open(message, "user", Some(index), ids, writing);
            write_content(&message.parts, message.form, writing)?;
            close(message, writing);
            Ok(())
        }
        Role::System | Role::Developer => {
            let role = if matches!(message.role, Role::System) { "system" } else { "developer" };
            open(message, role, Some(index), ids, writing);
            write_joined(&message.parts, message.at, writing);
            close(message, writing);
            Ok(())
        }
        Role::Other(role) => {
            let role = role.show();
            Err(Refused::new(&loss::CANNOT_HOLD, message.at, format!("AG-UI has no role `{role}`")))
        }
    }
}

fn open(message: &Message<'_>, role: &'static str, place: Option<usize>, ids: &Ids<'_>, writing: &mut Writing<'_>) {
    writing.out.open(b'{');
    match (&message.details().id, place) {
        (Some(id), Some(_)) => writing.out.key("id").text(id),
        (_, place) => {
            let id = ids.maker.message(place.unwrap_or_default(), 0);
            writing.report.add(&loss::MADE_MESSAGE_ID, message.at, || format!("the message id `{id}` is made up"));
            writing.out.key("id").string(&id);
        }
    }
    writing.out.key("role").word(role);
    if let Some(name) = &message.details().name {
        writing.out.key("name").text(name);
    }
}

fn close(message: &Message<'_>, writing: &mut Writing<'_>) {
    write_facts(&message.extras, Slot::Here, NAME, writing);
    writing.out.close(b'}');
}

fn write_assistant(message: &Message<'_>, index: usize, ids: &Ids<'_>, writing: &mut Writing<'_>) {
    let mut piece = 0;
    let mut is_order_lost = false;
    let (mut has_text, mut has_call, mut has_own) = (false, false, false);
    for part in &*message.parts {
        match part {
            Part::Reasoning(it) => {
                is_order_lost |= has_own;
                piece += 1;
                write_thought(it, index, piece, ids, writing);
            }
            Part::Text(_) | Part::Refusal(_) => {
                is_order_lost |= has_call;
                (has_text, has_own) = (true, true);
            }
            Part::Call(_) => (has_call, has_own) = (true, true),
            Part::Opaque(it) => (has_call, has_own) = (has_call || it.origin == NAME, true),
            Part::Media(_) | Part::Result(_) => has_own = true,
        }
    }
    if is_order_lost {
        writing.report.add(&loss::REORDERED, message.at, || "thoughts come first, then text, then calls".to_owned());
    }
    // Thoughts alone are no answer.
    let is_thought = piece > 0 && !has_own && message.form != Form::Text && message.details.is_none();
    if is_thought && message.extras.of(NAME).is_empty() {
        return;
    }
    open(message, "assistant", Some(index), ids, writing);
    match message.form {
        _ if has_text || (has_own && !has_call) => write_joined(&message.parts, message.at, writing),
        Form::Text => writing.out.key("content").word(""),
        Form::Null if message.origin == NAME => writing.out.key("content").null(),
        Form::Unknown | Form::Absent | Form::Null | Form::Parts => {
            if message.parts.iter().any(|part| matches!(part, Part::Media(_))) {
                write_joined(&message.parts, message.at, writing);
            }
        }
    }
    if has_call {
        writing.out.key("toolCalls").open(b'[');
        for (place, part) in message.parts.iter().enumerate() {
            match part {
                Part::Call(call) => {
                    let made = ids.links.made(index, place).map(|id| Text::Owned(id.to_owned()));
                    let id = call.id.as_ref().map(Text::borrow).or(made).unwrap_or_default();
                    write_call(call, &id, writing);
                }
                Part::Opaque(it) if it.origin == NAME => writing.out.raw(&it.raw),
                Part::Text(_)
                | Part::Refusal(_)
                | Part::Reasoning(_)
                | Part::Media(_)
                | Part::Result(_)
                | Part::Opaque(_) => {}
            }
        }
        writing.out.close(b']');
    } else if message.extras.get(NAME, "toolCalls").is_some_and(|extra| extra.is_note) {
        writing.out.key("toolCalls").array(|_| ());
    }
    close(message, writing);
}

/// A thought is a message of its own before the answer.
fn write_thought(it: &Reasoning<'_>, index: usize, piece: usize, ids: &Ids<'_>, writing: &mut Writing<'_>) {
    let is_own = it.family == NAME || it.extras.origin() == NAME;
    if !is_own && it.text.as_ref().is_none_or(Text::is_empty) {
        return;
    }
    writing.out.open(b'{');
    if let Some(id) = it.extras.get(NAME, "id") {
        writing.extra(id);
    } else {
        let id = ids.maker.message(index, piece);
        writing.report.add(&loss::MADE_MESSAGE_ID, it.at, || format!("the message id `{id}` is made up"));
        writing.out.key("id").string(&id);
    }
    writing.out.key("role").word("reasoning");
    match &it.text {
        Some(text) => writing.out.key("content").text(text),
        None if it.extras.get(NAME, "content").is_none() => writing.out.key("content").word(""),
        None => {}
    }
    if let Some(sealed) = it.signature.as_ref().filter(|_| it.family == NAME) {
        writing.out.key("encryptedValue").text(sealed);
    }
    for extra in it.extras.in_slot(NAME, Slot::Here).filter(|extra| !extra.key.is("id")) {
        writing.extra(extra);
    }
    writing.out.close(b'}');
}

fn write_results(message: &Message<'_>, index: usize, ids: &Ids<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    if let Some(name) = &message.details().name {
        let name = name.show();
        writing.report.add(&loss::NAME, message.at, || format!("the name `{name}` of a tool message is dropped"));
    }
    drop_empty(message, writing.report);
    let mut is_first = true;
    for (place, part) in message.parts.iter().enumerate() {
        let Part::Result(result) = part else { continue };
        let made = ids.links.made(index, place).map(|id| Text::Owned(id.to_owned()));
        let Some(call_id) = result.call_id.as_ref().map(Text::borrow).or(made) else {
            return Err(Refused::new(&loss::CANNOT_HOLD, result.at, "a tool result answers no call"));
        };
        writing.out.open(b'{');
        match &message.details().id {
            Some(id) if is_first => writing.out.key("id").text(id),
            _ => {
                let id = ids.maker.message(index, place);
                writing.report.add(&loss::MADE_MESSAGE_ID, result.at, || format!("the message id `{id}` is made up"));
                writing.out.key("id").string(&id);
            }
        }
        writing.out.key("role").word("tool");
        writing.out.key("toolCallId").text(&call_id);
        write_result(result, writing)?;
        if is_first {
            write_extras(&message.extras, NAME, writing);
        }
        writing.out.close(b'}');
        is_first = false;
    }
    Ok(())
}

fn write_result(result: &ToolResult<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    report_legacy_result(result, writing.report);
    write_content(&result.parts, result.form, writing)?;
    if result.is_error() && result.extras.get(NAME, "error").is_none() {
        let at = result.error.map_or(result.at, |(_, at)| at);
        writing.report.add(&loss::MADE_ERROR, at, || "the text of the error is made up".to_owned());
        writing.out.key("error").word("the tool failed");
    }
    write_extras(&result.extras, NAME, writing);
    Ok(())
}

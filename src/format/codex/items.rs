//! Items as messages, with the other fields of their lines.

use super::NAME;
use super::line_kind::is_item;
use super::program_items::is_program_message;
use crate::format::Reading;
use crate::format::openai_responses::NAME as RESPONSES;
use crate::format::openai_responses::item::{Seen, add, opaque, read_item};
use crate::format::shared::{need, optional_text, refuse_type, time};
use crate::json::{Node, Raw, Text};
use crate::model::{Arguments, Extra, Extras, Form, Message, Part, ProgramMessage, Role, Slot, TextPart, ToolCall};
use crate::report::{Refused, Severity, shape};

/// Reads an item. It joins the answer that the messages end in, or adds messages.
pub(super) fn read_rollout_item<'a>(
    item: Node<'_, 'a>,
    seen: &mut Seen,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let before = messages.len();
    let mut own = reading.report.alike();
    let mut inner = Reading { report: &mut own, scratch: &mut *reading.scratch, columns: None, programs: None };
    let read = if item.get("type").is_some_and(|kind| kind.is("local_shell_call")) {
        read_shell_call(item, &mut inner).map(|call| add(messages, item.at(), call))
    } else if let Some(kind) = item.get("type").and_then(|kind| kind.text()).filter(|_| !is_item(item)) {
        add(messages, item.at(), opaque(item, &kind));
        Ok(())
    } else {
        read_item(item, seen, messages, &mut inner)
    };
    // Items have fields that the API does not take. What the service would reject was kept nevertheless.
    own.retain(|code| code.id != shape::UNKNOWN_FIELD.id);
    if !own.is_empty() {
        own.raise(Severity::Error, Severity::Warning);
        reading.report.append(&mut own);
    }
    read?;
    for message in messages.iter_mut().skip(before) {
        message.origin = NAME;
        message.extras = as_own(&message.extras);
        if matches!(message.parts.as_slice(), [Part::Text(_)]) && !matches!(message.role, Role::Assistant) {
            // A list of parts is the only form.
            message.form = Form::Text;
        }
        if is_program_message(item, message) {
            message.details_mut().by_program = Some(ProgramMessage::Notice);
        }
    }
    Ok(())
}

/// The same fields as those of a rollout, which holds items of the API.
fn as_own<'a>(extras: &Extras<'a>) -> Extras<'a> {
    let mut own = Extras::default();
    for Extra { slot, key, value, at, is_note } in extras.of(RESPONSES).iter().cloned() {
        if is_note {
            own.note_in(slot, NAME, key, value, at);
        } else {
            own.push_in(slot, NAME, key, value, at);
        }
    }
    own
}

/// A command that the program runs on the machine of the user.
fn read_shell_call<'a>(item: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let ([_, call_id, action, id], rest) = item.fields(&["type", "call_id", "action", "id"])?;
    let action = need(action, "action", item)?;
    if !action.is_object() {
        return Err(refuse_type(action, "action", "an object"));
    }
    let mut extras = Extras::default();
    let named = optional_text(reading, call_id, "call_id", Slot::Odd, NAME, &mut extras);
    if let Some(id) = id {
        if named.is_some() || !id.is_string() {
            extras.push(NAME, Text::Token("id"), id.to_raw(), id.at());
        } else {
            extras.note(NAME, Text::Token("id"), id.to_raw(), id.at());
        }
    }
    for (key, value) in rest.unknown() {
        extras.push(NAME, key, value.to_raw(), value.at());
    }
    extras.mark(NAME, SHELL, Raw::borrowed("true"), item.at());
    Ok(Part::from(ToolCall {
        at: item.at(),
        id: named.or_else(|| id.and_then(|id| id.text())),
        kind: crate::model::CallKind::Function,
        name: Text::Token("local_shell"),
        arguments: Arguments::Object(action.to_raw()),
        cache: None,
        signature: None,
        extras,
    }))
}

/// Note on a call: it was a `local_shell_call`.
const SHELL: &str = "local_shell";

/// Adds what a line says next to its item. `count` is the number of messages before it; `is_next`: its number
/// follows from those of the lines before it.
pub(super) fn add_line_fields<'a>(line: Node<'_, 'a>, messages: &mut [Message<'a>], count: usize, is_next: bool) {
    let is_joined = messages.len() == count;
    let place = if is_joined { count.checked_sub(1) } else { Some(count) };
    let Some(message) = place.and_then(|place| messages.get_mut(place)) else { return };
    for (key, value) in line.members() {
        let Some(key) = key.text() else { continue };
        let is_note = match key.decode().as_ref() {
            "payload" => continue,
            "timestamp" if value.is_string() && !is_joined && !value.is(super::write::NO_TIME) => {
                message.details_mut().time = value.text();
                continue;
            }
            "type" => true,
            // A message of several items has the time of the first one.
            "timestamp" => value.text().is_some_and(|text| time::is_iso(&text.decode())),
            "ordinal" => is_next,
            _ => false,
        };
        if is_note || value.is_null() {
            message.extras.note_in(Slot::Envelope, NAME, key, value.to_raw(), value.at());
        } else {
            message.extras.push_in(Slot::Envelope, NAME, key, value.to_raw(), value.at());
        }
    }
}

/// The items that replaced earlier ones, or the words that did.
pub(super) fn read_replacement<'a>(
    payload: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Vec<Message<'a>>, Refused> {
    let [history, words] = payload.pick(&["replacement_history", "message"]);
    let mut messages = Vec::new();
    match history.filter(|history| !history.is_null()) {
        Some(history) if history.is_array() => {
            let mut seen = Seen::default();
            for item in history.items() {
                read_rollout_item(item, &mut seen, &mut messages, reading)?;
            }
        }
        Some(history) => return Err(refuse_type(history, "replacement_history", "a list of items")),
        None => {
            if let Some((words, text)) = words.and_then(|words| Some((words, words.text()?)))
                && !text.is_empty()
            {
                let mut message = Message { at: words.at(), origin: NAME, role: Role::User, ..Message::default() };
                message.form = Form::Text;
                message.parts.push(Part::Text(TextPart::new(text, words.at())));
                messages.push(message);
            }
        }
    }
    for message in &mut messages {
        let details = message.details_mut();
        details.by_program = details.by_program.or(Some(ProgramMessage::Summary));
    }
    Ok(messages)
}

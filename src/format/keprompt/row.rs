//! Rows of the table `chats`, and the answer of `keprompt chats get ID --json`, which contains one.
//!
//! ```json
//! {"chat_id":"0badcafe","created_timestamp":"2025-06-01 12:00:00.123456","prompt_name":"hello","messages_json":"[…]"}
//! ```

use super::ROW;
use super::message::read_messages;
use super::row_values::RowValues;
use super::rules_row::BAD_COLUMN;
use crate::format::{Reading, Score};
use crate::json::{NestedJson, Node, Raw, Tape, Text, canonical_value, quoted};
use crate::model::{Conversation, Message, Slot};
use crate::report::{Refused, shape};

/// The column with the messages.
pub(super) const MESSAGES: &str = "messages_json";
/// The columns that contain JSON, and what an export calls their values.
pub(super) const COLUMNS: [(&str, &str); 4] = [
    (MESSAGES, "messages"),
    ("vm_state_json", "vm_state"),
    ("variables_json", "variables"),
    ("statements_json", "statements"),
];

/// True for a row with messages, or with statements alone.
fn is_row(root: Node<'_, '_>) -> bool {
    let [id, messages, statements] = root.pick(&["chat_id", MESSAGES, "statements_json"]);
    messages.is_some() || (id.is_some() && statements.is_some_and(|it| it.is_string()))
}

/// The statements of a row that has no messages.
pub(in crate::format) fn only_statements<'t, 'a>(root: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
    let has_messages = root.get(MESSAGES).is_some_and(|column| !column.is_null() && !column.is(""));
    let column = root.get("statements_json").filter(|_| is_row(root) && !has_messages)?;
    (column.is_string() && !column.is("")).then_some(column)
}

/// The row that an export holds.
fn exported<'t, 'a>(root: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
    let entry = root.get("data").filter(Node::is_array)?.items().next()?;
    entry.get("chat").filter(|row| row.get(MESSAGES).is_some())
}

pub(in crate::format) fn score(root: Node<'_, '_>) -> Option<Score> {
    if !root.is_object() {
        return None;
    }
    let [id, messages, state, statements] = root.pick(&["chat_id", MESSAGES, "vm_state_json", "statements_json"]);
    if messages.is_some() && (id.is_some() || state.is_some() || statements.is_some()) {
        return Some(Score::new(245, "`messages_json` next to `chat_id`: a row of `chats`"));
    }
    if exported(root).is_some() {
        return Some(Score::new(245, "`data[0].chat` with `messages_json`: an exported chat"));
    }
    if is_row(root) {
        return Some(Score::new(245, "`statements_json` next to `chat_id`: a row of `chats`"));
    }
    // The first bytes of a long row only show what is before the messages.
    if is_begun(root) {
        return Some(Score::new(240, "`chat_id` and `created_timestamp` next to the prompt: a row of `chats`"));
    }
    let entry = root.get("data").and_then(|data| data.items().next());
    if entry.and_then(|entry| entry.get("chat")).is_some_and(is_begun) {
        return Some(Score::new(240, "`data[0].chat` with `chat_id`: an exported chat"));
    }
    let is_alone = root.len() == 1 && id.is_some_and(|id| id.is_string());
    is_alone.then(|| Score::new(Score::PLAIN, "`chat_id`, and nothing else so far"))
}

/// True for the columns that keprompt writes first.
fn is_begun(row: Node<'_, '_>) -> bool {
    let [id, time, name, version] = row.pick(&["chat_id", "created_timestamp", "prompt_name", "keprompt_version"]);
    id.is_some() && time.is_some() && (name.is_some() || version.is_some())
}

pub(in crate::format) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation = Conversation { origin: ROW, ..Conversation::default() };
    let row = if is_row(root) {
        conversation.source.shape = "row";
        root
    } else if let Some(row) = exported(root) {
        conversation.source.shape = "export";
        row
    } else {
        let found = root.kind().name();
        let message =
            format!("a conversation is a row of `chats` with `messages_json`, or an export of one; found {found}");
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message));
    };
    read_row(row, &mut conversation, reading)?;
    if conversation.source.shape == "export" {
        read_around(root, row, &mut conversation)?;
    }
    Ok(conversation)
}

fn read_row<'a>(
    row: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let ([id, messages], _) = row.fields(&["chat_id", MESSAGES])?;
    for (key, value) in row.members() {
        let Some(key) = key.text() else { continue };
        // Where they are among the others is all there is to know of those that the model holds.
        if key.is(MESSAGES) || (key.is("chat_id") && value.is_string()) {
            conversation.extras.note(ROW, key, value.to_raw(), value.at());
        } else {
            conversation.extras.push(ROW, key, value.to_raw(), value.at());
        }
    }
    if let Some((id, text)) = id.and_then(|id| Some((id, id.text()?))) {
        conversation.id = Some(text);
        conversation.id_at = id.at();
    }
    note_program(row, conversation);
    let Some(column) = messages else { return Ok(()) };
    if column.is_array() {
        return read_messages(column, &RowValues::borrowed(), &mut conversation.messages, reading);
    }
    // The library takes these for no messages.
    if column.is_null() || column.is("") {
        return Ok(());
    }
    if !column.is_string() {
        let message = format!("`{MESSAGES}` must be the text of a list, found {}", column.kind().name());
        return Err(Refused::new(&shape::WRONG_TYPE, column.at(), message));
    }
    // The texts are owned: the decoded column goes away.
    conversation.messages = read_column(column.raw(), column, reading)?;
    Ok(())
}

/// Notes the program of the chat as a statement, for targets that are programs.
fn note_program<'a>(row: Node<'_, 'a>, conversation: &mut Conversation<'a>) {
    let [name, version] = row.pick(&["prompt_name", "prompt_version"]);
    let (Some(name), Some(version)) = (name.and_then(|it| it.token()), version.and_then(|it| it.token())) else {
        return;
    };
    let value = quoted(&format!("\"name\":\"{name}\", \"version\":\"{version}\""));
    let statement = format!("{{\"msg_no\":0,\"keyword\":\".prompt\",\"value\":{value}}}");
    let key = Text::Token("statement 0");
    conversation.extras.note_in(Slot::Event, ROW, key, Raw::owned(statement), row.at());
}

fn read_column(raw: &str, column: Node<'_, '_>, reading: &mut Reading<'_>) -> Result<Vec<Message<'static>>, Refused> {
    let inside = NestedJson::of(raw, column.at());
    let mut tape = std::mem::take(reading.scratch);
    let mut messages = Vec::new();
    let result = match tape.parse(inside.text()) {
        Ok(list) => read_messages(list, &RowValues::owned(&inside), &mut messages, reading),
        Err(error) => {
            let message = format!("`{MESSAGES}` is not JSON: {error}");
            Err(Refused::new(BAD_COLUMN.code, inside.at(error.offset), message))
        }
    };
    *reading.scratch = tape;
    result.map(|()| messages)
}

/// Reads the members outside and around the row of an export.
fn read_around<'a>(root: Node<'_, 'a>, row: Node<'_, 'a>, conversation: &mut Conversation<'a>) -> Result<(), Refused> {
    let ([data], _) = root.fields(&["data"])?;
    let Some(data) = data else { return Ok(()) };
    if data.len() > 1 {
        let message = format!("this export contains {} chats; a record is one chat", data.len());
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, data.at(), message).helping("export each chat by its id"));
    }
    let extras = &mut conversation.extras;
    for (key, value) in root.members() {
        let Some(key) = key.text() else { continue };
        if key.is("data") {
            extras.note_in(Slot::Envelope, ROW, key, Raw::borrowed("null"), value.at());
        } else {
            extras.push_in(Slot::Envelope, ROW, key, value.to_raw(), value.at());
        }
    }
    let entry = data.items().next();
    for (key, value) in entry.iter().flat_map(Node::members) {
        let Some(key) = key.text() else { continue };
        let column = COLUMNS.iter().find(|(_, view)| key.is(view)).and_then(|(column, _)| row.get(column));
        if key.is("chat") {
            extras.note_in(Slot::Entry, ROW, key, Raw::borrowed("null"), value.at());
        } else if column.is_some_and(|column| is_view(value, column)) {
            extras.note_in(Slot::Entry, ROW, key, value.to_raw(), value.at());
        } else {
            extras.push_in(Slot::Entry, ROW, key, value.to_raw(), value.at());
        }
    }
    Ok(())
}

/// The column with the messages, and in an export what shows the same next to it.
pub(super) fn message_columns<'t, 'a>(root: Node<'t, 'a>) -> Vec<Node<'t, 'a>> {
    let is_row = root.get(MESSAGES).is_some();
    let entry = root.get("data").filter(|_| !is_row).and_then(|data| data.items().next());
    let row = if is_row { Some(root) } else { entry.and_then(|entry| entry.get("chat")) };
    let Some(column) = row.and_then(|row| row.get(MESSAGES)) else { return Vec::new() };
    let view = entry.and_then(|entry| entry.get("messages"));
    [column].into_iter().chain(view.filter(|view| is_view(*view, column))).collect()
}

/// True if the value says what the column says.
fn is_view(value: Node<'_, '_>, column: Node<'_, '_>) -> bool {
    if column.is_null() || column.is("") {
        return value.is_empty() && (value.is_array() || value.is_object());
    }
    let inside = NestedJson::of(column.raw(), column.at());
    let mut tape = Tape::new();
    let Ok(root) = tape.parse(inside.text()) else { return false };
    let (mut one, mut other) = (Vec::new(), Vec::new());
    canonical_value(root, &mut one);
    canonical_value(value, &mut other);
    one == other
}

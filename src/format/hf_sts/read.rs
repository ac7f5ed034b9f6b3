//! Reads the lines of a trace.

use super::NAME;
use super::message::read_message;
use super::write::HARNESS;
use crate::format::sessions::{KeptLines, report_damaged_lines, report_odd_line, report_unread};
use crate::format::shared::keep_member;
use crate::format::{Reading, Score};
use crate::json::Node;
use crate::model::{Conversation, RecordSource, Slot};
use crate::report::{Refused, shape};

/// What most answers repeat.
const REPEATED: &[&str] = &["model"];

/// `{"type":"session","harness":"my-agent","id":"b1a2c3","name":"Weather in Porto"}`
pub(super) fn is_header(line: Node<'_, '_>) -> bool {
    let [kind, harness] = line.pick(&["type", "harness"]);
    kind.is_some_and(|kind| kind.is("session")) && harness.is_some_and(|harness| harness.is_string())
}

/// A header, or a line with a message and nothing else: the header may be damaged.
pub(super) fn is_line(line: Node<'_, '_>) -> bool {
    let [kind, message] = line.pick(&["type", "message"]);
    let is_message = |message: Node<'_, '_>| {
        let [role, content] = message.pick(&["role", "content"]);
        role.is_some_and(|role| role.is_string()) && content.is_some_and(|content| content.is_string())
    };
    let is_plain = line.is_object() && line.len() == 2 && kind.is_some_and(|kind| kind.is("message"));
    is_header(line) || (is_plain && message.is_some_and(is_message))
}

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    let has_header = root.is_array() && root.items().take(20).any(is_header);
    has_header.then(|| Score::new(246, "a line of type `session` with `harness`"))
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let items: Vec<_> = if root.is_array() { root.items().collect() } else { vec![root] };
    let is = |line: Node<'_, '_>, word: &str| line.get("type").is_some_and(|kind| kind.is(word));
    if !items.is_empty() && !items.iter().any(|line| is(*line, "session") || is(*line, "message")) {
        let why = format!("a trace is a header and a line a message; found {}", root.kind().name());
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
    }
    let mut conversation =
        Conversation { origin: NAME, source: RecordSource::shaped("session"), ..Conversation::default() };
    let mut lines = KeptLines::new(NAME, REPEATED);
    let mut has_header = false;
    for line in items {
        if is(line, "session") && !has_header {
            has_header = true;
            read_header(line, &mut conversation);
        } else if is(line, "message") {
            match read_message(line, &mut lines) {
                Ok(message) => conversation.messages.push(message),
                Err(refused) => {
                    report_unread(&refused, "the line has no message", reading.report);
                    lines.keep_line(line, &mut conversation);
                }
            }
        } else {
            let kind_at = line.get("type").map_or(line.at(), |kind| kind.at());
            match line.get("type").and_then(|kind| kind.text()) {
                Some(kind) => lines.name_unknown(&kind, kind_at, &["session", "message"], reading.report),
                None => report_odd_line(line, reading.report),
            }
            lines.keep_line(line, &mut conversation);
        }
    }
    report_damaged_lines(root, reading.report);
    Ok(conversation)
}

fn read_header<'a>(line: Node<'_, 'a>, conversation: &mut Conversation<'a>) {
    for (key, value) in line.members() {
        let Some(key) = key.text() else { continue };
        if key.is("id") && value.is_string() {
            (conversation.id, conversation.id_at) = (value.text(), value.at());
        } else if key.is("type") || (key.is("harness") && value.is(HARNESS)) {
            conversation.extras.note(NAME, key, value.to_raw(), value.at());
        } else {
            keep_member(Slot::Here, NAME, key, value, &mut conversation.extras);
        }
    }
}

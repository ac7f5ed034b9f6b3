//! The lines of a rollout: items, events and others; lines of `codex exec --json`.
//!
//! ```json
//! {"type":"item.completed","item":{"id":"item_1","type":"agent_message","text":"Done."}}
//! ```

use super::super::item::is_known_type;
use crate::format::Score;
use crate::json::Node;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CodexLine {
    /// The first one: the id of the session, and its settings.
    Meta,
    /// An item of the Responses API.
    Item,
    /// An event for the terminal.
    Event,
    /// The settings of a turn, with the model.
    Turn,
    /// Earlier items were replaced by others.
    Compacted,
    /// A line of `codex exec --json`.
    Exec,
    /// Not a part of the conversation.
    Beside,
    /// Of a type that is not known.
    Unknown,
    /// No line of a session.
    Odd,
}

/// Types of lines that are not a part of the conversation.
const BESIDE: &[&str] = &["world_state", "token_usage_record", "inter_agent_communication"];

/// Types of the other lines with a payload.
const LINES: &[&str] = &["session_meta", "response_item", "event_msg", "turn_context", "compacted"];

/// Types of items that are not a part of the conversation.
const BESIDE_ITEMS: &[&str] = &["ghost_snapshot", "other"];

impl CodexLine {
    pub(super) fn of(line: Node<'_, '_>) -> Self {
        if !line.is_object() {
            return Self::Odd;
        }
        let [kind, payload, record, id, timestamp] = line.pick(&["type", "payload", "record_type", "id", "timestamp"]);
        let Some(kind) = kind.filter(Node::is_string) else {
            return match record {
                Some(_) => Self::Beside,
                // The first line of older files has no type.
                None if is_text(id) && timestamp.is_some() => Self::Meta,
                None => Self::Odd,
            };
        };
        let is = |words: &[&str]| words.iter().any(|word| kind.is(word));
        let Some(payload) = payload else {
            return match () {
                () if is_exec(line, kind) => Self::Exec,
                () if is_item(line) => Self::Item,
                () if is(BESIDE_ITEMS) => Self::Beside,
                () => Self::Unknown,
            };
        };
        match () {
            () if !payload.is_object() => Self::Odd,
            () if is(&["session_meta"]) => Self::Meta,
            () if is(&["response_item"]) && payload.get("type").is_some_and(|kind| is_any(kind, BESIDE_ITEMS)) => {
                Self::Beside
            }
            () if is(&["response_item"]) && is_text(payload.get("type")) => Self::Item,
            () if is(&["event_msg"]) => Self::Event,
            () if is(&["turn_context"]) => Self::Turn,
            () if is(&["compacted"]) => Self::Compacted,
            () if is(BESIDE) => Self::Beside,
            () => Self::Unknown,
        }
    }
}

fn is_any(node: Node<'_, '_>, words: &[&str]) -> bool {
    words.iter().any(|word| node.is(word))
}

fn is_text(node: Option<Node<'_, '_>>) -> bool {
    node.is_some_and(|node| node.is_string())
}

/// True for an item of a type that the Responses API has.
pub(super) fn is_item(item: Node<'_, '_>) -> bool {
    let kind = item.get("type").and_then(|kind| kind.text());
    kind.is_some_and(|kind| kind.is("message") || is_known_type(&kind.decode()))
}

fn is_exec(line: Node<'_, '_>, kind: Node<'_, '_>) -> bool {
    let Some(kind) = kind.text() else { return false };
    let kind = kind.decode();
    match kind.split_once('.') {
        Some(("thread", _)) => line.get("thread_id").is_some(),
        Some(("turn", _)) => line.get("usage").or(line.get("error")).is_some() || line.len() == 1,
        Some(("item", _)) => line.get("item").is_some_and(|item| item.is_object() && item.get("type").is_some()),
        Some(_) | None => false,
    }
}

/// True for a line that only a session of this program has.
pub(in super::super) fn is_line(line: Node<'_, '_>) -> bool {
    if !line.is_object() {
        return false;
    }
    let keys = ["type", "payload", "timestamp", "record_type", "id", "instructions", "git"];
    let [kind, payload, timestamp, record, id, instructions, git] = line.pick(&keys);
    let Some(kind) = kind.filter(Node::is_string) else {
        let is_meta = is_text(id) && is_text(timestamp) && instructions.or(git).is_some();
        return kind.is_none()
            && (record.is_some_and(|record| record.is("state"))
                || (is_meta && line.get("messages").or(line.get("mapping")).is_none()));
    };
    if payload.is_some_and(|payload| payload.is_object()) && timestamp.is_some() {
        // Other programs write logs of this shape, too.
        return is_any(kind, LINES) || is_any(kind, BESIDE);
    }
    payload.is_none() && is_exec(line, kind)
}

/// A list of lines. One line alone is a file with one line.
pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    root.items().take(20).any(is_line).then(|| Score::new(245, "lines with `timestamp`, `type` and `payload`"))
}

//! The lines of a rollout: items, events and others; lines of `codex exec --json`.
//!
//! ```json
//! {"type":"item.completed","item":{"id":"item_1","type":"agent_message","text":"Done."}}
//! ```

use crate::format::Score;
use crate::format::openai_responses::item::is_known_type;
use crate::format::openai_responses::rollout_line::{BESIDE, is_any, is_exec, is_line, is_text};
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
    /// An unknown type.
    Unknown,
    /// No line of a session.
    Odd,
}

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

/// True for an item of a type that the Responses API has.
pub(super) fn is_item(item: Node<'_, '_>) -> bool {
    let kind = item.get("type").and_then(|kind| kind.text());
    kind.is_some_and(|kind| kind.is("message") || is_known_type(&kind.decode()))
}

/// A list of lines. One line alone is a file with one line.
pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    root.items().take(20).any(is_line).then(|| Score::new(245, "lines with `timestamp`, `type` and `payload`"))
}

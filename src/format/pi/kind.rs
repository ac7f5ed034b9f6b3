//! What a line of a session is, and which lines only such a session has.

use crate::format::Score;
use crate::json::Node;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PiLine {
    /// `{"type":"session","version":3,"id":"…","cwd":"/repo"}`
    Header,
    /// A message.
    Message,
    /// `{"type":"custom_message","customType":"todo","content":"…"}`
    Custom,
    /// `{"type":"branch_summary","fromId":"00000008","summary":"…"}`
    BranchSummary,
    /// `{"type":"compaction","summary":"…","firstKeptEntryId":"0000000c"}`
    Compaction,
    /// Part of the tree, but not a message.
    Entry,
    /// An unknown type.
    Unknown,
    /// No line of a session.
    Odd,
}

/// Types of entries that are not messages.
const ENTRIES: &[&str] = &["model_change", "thinking_level_change", "label", "session_info", "custom"];

/// Types of the header and of messages.
const LINES: &[(&str, PiLine)] = &[
    ("session", PiLine::Header),
    ("message", PiLine::Message),
    ("custom_message", PiLine::Custom),
    ("branch_summary", PiLine::BranchSummary),
    ("compaction", PiLine::Compaction),
];

impl PiLine {
    /// All types of lines.
    pub(super) fn words() -> Vec<&'static str> {
        LINES.iter().map(|(word, _)| *word).chain(ENTRIES.iter().copied()).collect()
    }

    pub(super) fn of(line: Node<'_, '_>) -> Self {
        let Some(kind) = line.get("type").filter(Node::is_string) else { return Self::Odd };
        match LINES.iter().find(|(word, _)| kind.is(word)) {
            Some((_, found)) => *found,
            None if ENTRIES.iter().any(|word| kind.is(word)) => Self::Entry,
            None => Self::Unknown,
        }
    }
}

/// True for a line that only a session of this program has.
pub(super) fn is_line(line: Node<'_, '_>) -> bool {
    let [kind, harness, version, folder, id, parent, time, session] =
        line.pick(&["type", "harness", "version", "cwd", "id", "parentId", "timestamp", "sessionId"]);
    let is_text = |field: Option<Node<'_, '_>>| field.is_some_and(|field| field.is_string());
    let Some(kind) = kind.filter(|kind| kind.is_string() && session.is_none()) else { return false };
    if kind.is("session") {
        return harness.is_none() && folder.is_some() && (version.is_some() || (is_text(id) && is_text(time)));
    }
    let is_block = |part: Node<'_, '_>| {
        ["tool_use", "tool_result"].iter().any(|it| part.get("type").is_some_and(|kind| kind.is(it)))
    };
    let content = line.get("message").and_then(|message| message.get("content"));
    if content.is_some_and(|content| content.items().any(is_block)) {
        return false;
    }
    let is_parent = parent.is_some_and(|parent| parent.is_string() || parent.is_null());
    is_text(id) && is_parent && is_text(time) && !matches!(PiLine::of(line), PiLine::Odd | PiLine::Unknown)
}

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    let has_line = root.is_array() && root.items().take(20).any(is_line);
    has_line.then(|| Score::new(245, "a line of type `session` with `version` and `cwd`"))
}

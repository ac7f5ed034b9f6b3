//! The lines of a session: which are messages, which are entries of the tree, which are next to it.

use crate::format::{RowSession, Score};
use crate::json::Node;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// A message of the user or of the model.
    Message,
    /// The place where the program replaced what came before by a summary.
    Boundary,
    /// What a person typed while the model worked, or what the program told the model.
    Queued,
    /// An entry of the tree that is not a message.
    Entry,
    /// Next to the tree: titles, snapshots.
    Beside,
    /// An unknown type.
    Unknown,
    /// No line of a session.
    Odd,
}

/// Types of lines that are not part of the tree.
pub(super) const BESIDE: &[&str] = &[
    "summary",
    "file-history-snapshot",
    "queue-operation",
    "custom-title",
    "ai-title",
    "agent-name",
    "agent-color",
    "agent-setting",
    "last-prompt",
    "pr-link",
    "mode",
    "permission-mode",
    "tag",
    "task-summary",
    "content-replacement",
    "worktree-state",
    "attribution-snapshot",
    "speculation-accept",
    "result",
    "stream_event",
];

/// Types of lines that the program prints while it works.
pub(super) const STREAM: &[&str] = &["system", "user", "assistant", "result", "stream_event"];

impl LineKind {
    pub(super) fn of(line: Node<'_, '_>) -> Self {
        if !line.is_object() {
            return Self::Odd;
        }
        let [kind, subtype, attachment] = line.pick(&["type", "subtype", "attachment"]);
        let Some(kind) = kind.filter(Node::is_string) else { return Self::Odd };
        let is = |words: &[&str]| words.iter().any(|word| kind.is(word));
        if is(&["user", "assistant"]) {
            return Self::Message;
        }
        if kind.is("attachment") && attachment.is_some_and(is_queued) {
            return Self::Queued;
        }
        if kind.is("system") && subtype.is_some_and(|subtype| subtype.is("compact_boundary")) {
            return Self::Boundary;
        }
        match () {
            () if is(&["system", "attachment", "progress"]) => Self::Entry,
            () if is(BESIDE) => Self::Beside,
            () => Self::Unknown,
        }
    }
}

fn is_queued(attachment: Node<'_, '_>) -> bool {
    attachment.get("type").is_some_and(|kind| kind.is("queued_command")) && attachment.get("prompt").is_some()
}

/// True for a line that only a session of this program has.
pub(super) fn is_line(line: Node<'_, '_>) -> bool {
    if !line.is_object() {
        return false;
    }
    let [kind, session, parent, chain, uuid, leaf, message, snapshot, project] = line.pick(&[
        "type",
        "sessionId",
        "parentUuid",
        "isSidechain",
        "uuid",
        "leafUuid",
        "message",
        "snapshot",
        "projectHash",
    ]);
    let Some(kind) = kind.filter(|kind| kind.is_string() && project.is_none()) else { return false };
    let is_in_tree = parent.is_some() || chain.is_some() || uuid.is_some();
    let is_of_session = session.is_some_and(|session| session.is_string());
    // Programs that were made from others write lines of one with messages of another.
    if message.is_some_and(|message| message.get("parts").is_some()) {
        return false;
    }
    let has_message = message.is_some_and(|message| message.get("role").is_some());
    (is_of_session && (is_in_tree || leaf.is_some() || has_message || BESIDE.iter().any(|word| kind.is(word))))
        || (parent.is_some() && chain.is_some())
        || (uuid.is_some() && has_message && (kind.is("user") || kind.is("assistant")))
        || (kind.is("summary") && leaf.is_some())
        || is_stream_line(line, kind)
        || (kind.is("file-history-snapshot") && snapshot.is_some())
}

/// True for a line that `claude -p --output-format stream-json` prints, and the Agent SDK gives.
fn is_stream_line(line: Node<'_, '_>, kind: Node<'_, '_>) -> bool {
    let [session, uuid, subtype] = line.pick(&["session_id", "uuid", "subtype"]);
    session.is_some_and(|session| session.is_string())
        && uuid.or(subtype).is_some()
        && STREAM.iter().any(|word| kind.is(word))
}

/// The session of a printed line: a file may have the output of several calls of the program.
pub(super) fn session_of<'a>(line: Node<'_, 'a>) -> RowSession<'a> {
    let is_stream = line.get("type").is_some_and(|kind| is_stream_line(line, kind));
    let session = line.get("session_id").filter(|_| is_stream).map(|session| session.raw());
    RowSession { session, ..RowSession::default() }
}

/// The lines of the web form.
pub(super) fn web_lines<'t, 'a>(root: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
    root.get("loglines").filter(Node::is_array)
}

/// A list of lines, or the web form. One line alone is a file with one line.
pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    if root.is_array() {
        return root.items().take(20).any(is_line).then(|| Score::new(245, "lines with `sessionId` and `uuid`"));
    }
    let is_message = |line: Node<'_, '_>| line.get("type").is_some() && line.get("message").is_some();
    let lines = web_lines(root)?;
    (lines.is_empty() || lines.items().any(is_message))
        .then(|| Score::new(245, "`loglines`: the web form of a session"))
}

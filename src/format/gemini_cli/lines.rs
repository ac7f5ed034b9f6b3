//! What a line of a log is, and which lines only such a log has.

use crate::format::Score;
use crate::json::Node;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GeminiLine {
    /// `{"sessionId":"…","projectHash":"…","startTime":"…"}`: also a whole session.
    Header,
    /// `{"$set":{"messages":[…]}}`
    Set,
    /// `{"$rewindTo":"c"}`
    Rewind,
    /// A message, or a newer state of it.
    Record,
    /// An unknown type.
    Unknown,
    /// No line of a session.
    Odd,
}

/// Types of messages.
pub(super) const TYPES: &[&str] = &["user", "gemini", "info", "warning", "error"];

impl GeminiLine {
    pub(super) fn of(line: Node<'_, '_>) -> Self {
        if !line.is_object() {
            return Self::Odd;
        }
        let [kind, session, project, set, rewind] =
            line.pick(&["type", "sessionId", "projectHash", "$set", "$rewindTo"]);
        match () {
            () if set.is_some_and(|set| set.is_object()) => Self::Set,
            () if rewind.is_some_and(|rewind| rewind.is_string()) => Self::Rewind,
            () if kind.is_some_and(|kind| TYPES.iter().any(|word| kind.is(word))) => Self::Record,
            () if session.is_some() && project.is_some() => Self::Header,
            () => Self::Unknown,
        }
    }
}

/// True for a line that only a session of this program has.
pub(super) fn is_line(line: Node<'_, '_>) -> bool {
    if !line.is_object() {
        return false;
    }
    let [kind, id, time, content] = line.pick(&["type", "id", "timestamp", "content"]);
    match GeminiLine::of(line) {
        GeminiLine::Header | GeminiLine::Set | GeminiLine::Rewind => true,
        GeminiLine::Record => {
            kind.is_some_and(|kind| kind.is("gemini")) && id.is_some() && time.is_some() && content.is_some()
        }
        GeminiLine::Unknown | GeminiLine::Odd => false,
    }
}

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    let is_session = if root.is_array() {
        root.items().take(20).any(is_line)
    } else {
        root.is_object() && GeminiLine::of(root) == GeminiLine::Header
    };
    is_session.then(|| Score::new(245, "`sessionId` and `projectHash`"))
}

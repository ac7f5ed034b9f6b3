//! Logs of several requests: an archive of HTTP requests (HAR), or the rows of one session.
//!
//! ```json
//! {"log":{"entries":[{"request":{"postData":{"text":"{\"messages\":[…]}"}},"response":{"content":{"text":"{\"choices\":[…]}"}}}]}}
//! ```

use super::envelope::{LogRow, envelope_of};
use super::read::read_entry;
use crate::format::Reading;
use crate::format::shared::LogEntries;
use crate::json::Node;
use crate::model::Conversation;
use crate::report::Refused;

/// The entries of an archive.
pub(super) fn of_archive<'t, 'a>(row: &LogRow<'t, 'a>) -> Option<LogEntries<'t, 'a>> {
    let list = row.get("log")?.get("entries").filter(Node::is_array)?;
    Some(LogEntries { all: list.items().collect(), name: "entry", read: read_request })
}

/// The rows of a session: lines, not the items of an array.
pub(super) fn of_session<'t, 'a>(root: Node<'t, 'a>) -> Option<LogEntries<'t, 'a>> {
    let is_row = |item: Node<'_, '_>| envelope_of(&LogRow::of(item)).is_some();
    let is_session = is_sequence(root) && root.items().any(is_row);
    is_session.then(|| LogEntries { all: root.items().collect(), name: "row", read: read_request })
}

/// True for lines, which are no array of the text.
pub(super) fn is_sequence(root: Node<'_, '_>) -> bool {
    root.is_array() && root.raw().starts_with('{')
}

fn read_request<'a>(entry: Node<'_, 'a>, reading: &mut Reading<'_>) -> Option<Result<Conversation<'a>, Refused>> {
    let row = LogRow::of(entry);
    envelope_of(&row).map(|envelope| read_entry(envelope, &row, reading))
}

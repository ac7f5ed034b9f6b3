//! Rows of the table of events, as the database services store them.
//!
//! ```json
//! {"id":"e1","app_name":"app","user_id":"u1","session_id":"s1","invocation_id":"i1","timestamp":1795596260.17,
//!  "event_data":"{\"id\":\"e1\",\"author\":\"user\",\"content\":{\"parts\":[{\"text\":\"Hi\"}]}}"}
//! ```

use super::{NAME, read};
use crate::format::RowSession;
use crate::format::shared::SessionTable;
use crate::json::Node;

/// `events`
pub(super) static TABLE: SessionTable = SessionTable {
    session: "session_id",
    item: "event_data",
    repeated: &["app_name", "user_id"],
    origin: NAME,
    shape: read::SHAPE,
    read: read::read,
};

/// An event, or a row with one.
pub(super) fn is_message(node: Node<'_, '_>) -> bool {
    read::is_event(node) || TABLE.has(node)
}

pub(super) fn session_of<'a>(row: Node<'_, 'a>) -> RowSession<'a> {
    TABLE.session_of(row)
}

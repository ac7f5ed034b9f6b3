//! Rows of sessions: each has an item as JSON text.

use super::super::Reading;
use crate::format::RowSession;
use crate::format::openai_responses::NAME as RESPONSES;
use crate::format::openai_responses::item::read_items;
use crate::format::shared::SessionTable;
use crate::json::Node;
use crate::model::{Conversation, RecordSource};
use crate::report::Refused;

/// `agent_messages`
pub(super) static TABLE: SessionTable = SessionTable {
    session: "session_id",
    item: "message_data",
    repeated: &[],
    origin: RESPONSES,
    shape: SHAPE,
    read: read_list,
};

const SHAPE: &str = "list";

/// True for a row of a session.
pub(super) fn is_row(node: Node<'_, '_>) -> bool {
    TABLE.has(node)
}

pub(super) fn session_of<'a>(row: Node<'_, 'a>) -> RowSession<'a> {
    TABLE.session_of(row)
}

fn read_list<'a>(list: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut read = Conversation { origin: RESPONSES, source: RecordSource::shaped(SHAPE), ..Conversation::default() };
    read_items(list, &mut read.messages, reading)?;
    Ok(read)
}

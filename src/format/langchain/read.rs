//! Which values are records of this format, and the containers of messages.

use super::NAME;
use super::history::HistoryReader;
use super::snapshot::{is_snapshot, read_snapshots};
use super::stored::StoredMessage;
use super::stream::{is_event, read_stream};
use crate::format::shared::extras;
use crate::format::{Reading, RowSession, Score};
use crate::json::Node;
use crate::model::{Conversation, RecordSource};
use crate::report::{Refused, shape};

/// The items that are looked at: one of the first messages is from a person or the model.
const ITEMS: usize = 12;

/// The evidence of an item of a list.
fn sign(item: Node<'_, '_>) -> Option<Score> {
    // Most messages of other formats.
    if item.strings(["role", "content"]).is_some() {
        return None;
    }
    if let Some(stored) = StoredMessage::sure(item) {
        return Some(match () {
            () if stored.fields.at() == item.at() => Score::new(230, "messages of type `human` or `ai` without a role"),
            () if item.get("lc").is_some() => Score::new(252, "messages as dumps of LangChain's `load`"),
            () => Score::new(247, "messages with `type` and `data`"),
        });
    }
    if is_event(item) {
        return Some(Score::new(247, "pairs of a mode and an event: a stream of LangGraph"));
    }
    StoredMessage::column(item).map(|_| Score::new(247, "rows with a message in the column `message`"))
}

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    let snapshot = || Some(Score::new(250, "`values` with `next`: a snapshot of LangGraph"));
    if root.is_array() {
        let mut items = root.items().take(ITEMS);
        return if root.items().next().is_some_and(is_snapshot) { snapshot() } else { items.find_map(sign) };
    }
    if is_snapshot(root) {
        return snapshot();
    }
    root.get("messages").filter(Node::is_array)?.items().take(ITEMS).find_map(sign)
}

/// True for one message, and for a row of a table with one.
pub(super) fn is_message(node: Node<'_, '_>) -> bool {
    StoredMessage::sure(node).is_some() || StoredMessage::column(node).is_some()
}

/// The session of a row of a table.
pub(super) fn session_of<'a>(row: Node<'_, 'a>) -> RowSession<'a> {
    let session = row.get("session_id").filter(|_| StoredMessage::column(row).is_some());
    RowSession { session: session.map(|session| session.raw()), ..RowSession::default() }
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let shaped = |mut conversation: Conversation<'a>, shape: &'static str| {
        conversation.source = RecordSource::shaped(shape);
        conversation
    };
    let mut reader = HistoryReader::new();
    if root.is_array() {
        let first = root.items().next();
        if first.is_some_and(is_snapshot) {
            let snapshots: Vec<_> = root.items().collect();
            return Ok(shaped(read_snapshots(&snapshots, reading)?, "snapshots"));
        }
        if first.is_some_and(|first| StoredMessage::of(first).is_none() && StoredMessage::column(first).is_some()) {
            reader.read_rows(root, reading)?;
            return Ok(shaped(reader.finish(), "rows"));
        }
        if first.is_some_and(|first| first.is_array()) {
            read_stream(root, &mut reader, reading)?;
            return Ok(shaped(reader.finish(), "stream"));
        }
        reader.read_list(root.items(), reading)?;
        return Ok(shaped(reader.finish(), "list"));
    }
    if is_snapshot(root) {
        return Ok(shaped(read_snapshots(&[root], reading)?, "snapshot"));
    }
    if let Some(list) = root.get("messages").filter(Node::is_array) {
        reader.read_list(list.items(), reading)?;
        let ([_], rest) = root.fields(&["messages"])?;
        extras(&rest, NAME, &mut reader.conversation.extras);
        return Ok(shaped(reader.finish(), "state"));
    }
    if StoredMessage::of(root).is_some() {
        reader.read_one(root, reading)?;
        return Ok(shaped(reader.finish(), "message"));
    }
    if StoredMessage::column(root).is_some() {
        reader.read_row(root, reading)?;
        return Ok(shaped(reader.finish(), "row"));
    }
    let message = "a conversation is a list of messages with `type`, an object with `messages`, or a snapshot";
    Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message))
}

//! The id of a record: that of its conversation, or an equivalent field.

use crate::format::{Format, folder_of};
use crate::json::{Kind, Tape};
use crate::model::Conversation;

/// Keys of ids next to the conversation, in order of priority.
const KEYS: [&str; 6] = ["id", "custom_id", "uuid", "conversation_id", "session_id", "sessionId"];

/// An id, by its notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RecordId {
    /// A string that is not empty.
    Text(String),
    /// A number in its notation.
    Number(String),
}

/// The id of a record: a string that is not empty, or a number in its notation.
pub(super) fn record_id(conversation: &Conversation<'_>, scratch: &mut Tape) -> Option<String> {
    id_of(conversation, scratch).map(|id| match id {
        RecordId::Text(id) | RecordId::Number(id) => id,
    })
}

/// The id of a conversation for display: its own, or that of its session if the format has folders of sessions.
pub(in crate::op) fn shown_id(format: &Format, conversation: &Conversation<'_>) -> Option<String> {
    match &conversation.id {
        Some(id) => Some(id.decode().into_owned()),
        None => folder_of(format).and_then(|_| record_id(conversation, &mut Tape::new())),
    }
}

/// The same with its kind.
pub(super) fn id_of(conversation: &Conversation<'_>, scratch: &mut Tape) -> Option<RecordId> {
    let own = conversation.id.as_ref().map(|id| RecordId::Text(id.decode().into_owned()));
    let found = own.or_else(|| KEYS.iter().find_map(|key| field(conversation, key, scratch)));
    found.filter(|id| !matches!(id, RecordId::Text(id) if id.is_empty()))
}

fn field(conversation: &Conversation<'_>, key: &str, scratch: &mut Tape) -> Option<RecordId> {
    let extra = conversation.extras.fields().iter().find(|extra| extra.key.is(key))?;
    let value = scratch.parse(extra.value.as_str()).ok()?;
    match value.kind() {
        Kind::String => value.text().map(|text| RecordId::Text(text.decode().into_owned())),
        Kind::Number => Some(RecordId::Number(value.raw().to_owned())),
        Kind::Null | Kind::Bool | Kind::Array | Kind::Object => None,
    }
}

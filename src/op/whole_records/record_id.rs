//! The id of a record: that of its conversation, or a field that says the same.

use crate::json::{Kind, Tape};
use crate::model::Conversation;

/// Keys of ids beside the conversation, in the order in which they are asked.
const KEYS: [&str; 6] = ["id", "custom_id", "uuid", "conversation_id", "session_id", "sessionId"];

/// The id of a record: a string that is not empty, or a number as it is written.
pub(super) fn record_id(conversation: &Conversation<'_>, scratch: &mut Tape) -> Option<String> {
    let own = conversation.id.as_ref().map(|id| id.decode().into_owned());
    own.or_else(|| KEYS.iter().find_map(|key| field(conversation, key, scratch))).filter(|id| !id.is_empty())
}

fn field(conversation: &Conversation<'_>, key: &str, scratch: &mut Tape) -> Option<String> {
    let extra = conversation.extras.fields().iter().find(|extra| extra.key.is(key))?;
    let value = scratch.parse(extra.value.as_str()).ok()?;
    match value.kind() {
        Kind::String => value.text().map(|text| text.decode().into_owned()),
        Kind::Number => Some(value.raw().to_owned()),
        Kind::Null | Kind::Bool | Kind::Array | Kind::Object => None,
    }
}

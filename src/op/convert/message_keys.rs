//! The keys by which messages of sessions are compared across files.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::model::{Conversation, Message, Part};

/// A key for each message: the same in each run, and for messages with the same id, time, role and text. Empty if the
/// first message has no id.
pub(super) fn message_keys(conversation: &Conversation<'_>) -> Vec<u64> {
    let has_ids = conversation.messages.first().is_some_and(|first| first.details().id.is_some());
    let messages = if has_ids { conversation.messages.as_slice() } else { &[] };
    messages.iter().map(key).collect()
}

fn key(message: &Message<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    let details = message.details();
    for text in [&details.id, &details.time] {
        text.as_ref().map(|text| text.decode()).hash(&mut hasher);
    }
    message.role.name().hash(&mut hasher);
    for part in &message.parts {
        if let Part::Text(text) = part {
            text.text.decode().hash(&mut hasher);
        }
    }
    hasher.finish()
}

//! Numbers for all that a record says, so that a record and its conversion to another format need not be compared.

use std::hash::BuildHasher as _;

use super::facts::FactMaker;
use super::numbers::MessageNumbers;
use super::options::Class;
use crate::format::{Format, settings_of};
use crate::model::Conversation;

/// What a record says, as numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordNumbers {
    format: &'static str,
    /// Messages and tools.
    messages: u64,
    /// The fields around the messages, as in a record of the same format.
    fields: u64,
    /// The same as in a request of another format.
    sent: Option<u64>,
}

impl RecordNumbers {
    /// `None`: equal numbers would not be enough, as messages could be paired in several ways, or there are branches.
    pub(super) fn of(
        format: &'static Format,
        conversation: &Conversation<'_>,
        numbers: &[MessageNumbers],
        maker: &mut FactMaker,
    ) -> Option<Self> {
        let messages = &conversation.messages;
        let is_by_program = messages.iter().any(|message| message.details().by_program.is_some());
        let is_clear = numbers.iter().all(|it| it.says_something) && !is_by_program && !has_repeated_ids(conversation);
        if !is_clear || !conversation.branches.is_empty() || conversation.origin != format.name {
            return None;
        }
        let hasher = maker.hasher;
        let mut sum = numbers.iter().fold(0, |sum, it| hasher.hash_one((sum, it.exact)));
        if !maker.ignore.has(Class::Tools) {
            sum = conversation.tools.iter().fold(sum, |sum, tool| hasher.hash_one((sum, "tool", maker.tool(tool).key)));
        }
        let fields = maker.conversation(conversation).key;
        let has_settings = !conversation.extras.is_empty() || conversation.output.is_some();
        let sent = settings_of(conversation.origin)
            .map(|settings| if has_settings { maker.request(conversation, settings).key } else { fields });
        Some(Self { format: format.name, messages: sum, fields, sent })
    }

    /// True for records of two formats between which a comparison finds no difference.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let has_same_fields = match (self.sent, other.sent) {
            (Some(own), Some(other)) => own == other,
            (None, _) | (_, None) => self.fields == other.fields,
        };
        self.format != other.format && self.messages == other.messages && has_same_fields
    }
}

/// True if two messages have the same id: they do not say which is which.
fn has_repeated_ids(conversation: &Conversation<'_>) -> bool {
    let ids = conversation.messages.iter().filter_map(|message| message.details().id.as_ref());
    let mut ids: Vec<_> = ids.map(|id| id.decode_json()).collect();
    ids.sort_unstable();
    ids.windows(2).any(|pair| matches!(pair, [one, next] if one == next))
}

//! Numbers for all that a record says, so that a record and its conversion to another format need not be compared.

use std::hash::BuildHasher as _;

use super::facts::FactMaker;
use super::numbers::MessageNumbers;
use super::options::Class;
use super::pair::SameInBoth;
use crate::format::{Format, settings_of};
use crate::model::Conversation;

/// What a record says, as numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordNumbers {
    format: &'static str,
    messages: u64,
    tools: u64,
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
        let is_by_program = conversation.messages.iter().any(|message| message.details().by_program.is_some());
        let is_clear = numbers.iter().all(|it| it.says_something) && !is_by_program && !has_repeated_ids(conversation);
        if !is_clear || !conversation.branches.is_empty() || conversation.origin != format.name {
            return None;
        }
        let hasher = maker.hasher;
        let messages = numbers.iter().fold(0, |sum, it| hasher.hash_one((sum, it.exact)));
        let has_tools = !maker.ignore.has(Class::Tools);
        let tools = conversation.tools.iter().filter(|_| has_tools);
        let tools = tools.fold(0, |sum, tool| hasher.hash_one((sum, maker.tool(tool).key)));
        let fields = maker.conversation(conversation).key;
        let has_settings = !conversation.extras.is_empty() || conversation.output.is_some();
        let sent = settings_of(conversation.origin)
            .map(|settings| if has_settings { maker.request(conversation, settings).key } else { fields });
        Some(Self { format: format.name, messages, tools, fields, sent })
    }

    /// What a comparison of two records of different formats would find to be the same.
    pub(super) fn same(&self, other: &Self) -> SameInBoth {
        let has_same_fields = match (self.sent, other.sent) {
            (Some(own), Some(other)) => own == other,
            (None, _) | (_, None) => self.fields == other.fields,
        };
        if self.format == other.format || self.messages != other.messages {
            SameInBoth::Unknown
        } else if self.tools == other.tools && has_same_fields {
            SameInBoth::All
        } else {
            SameInBoth::Messages
        }
    }
}

/// True if two messages have the same id: they do not say which is which.
fn has_repeated_ids(conversation: &Conversation<'_>) -> bool {
    let ids = conversation.messages.iter().filter_map(|message| message.details().id.as_ref());
    let mut ids: Vec<_> = ids.map(|id| id.decode_json()).collect();
    ids.sort_unstable();
    ids.windows(2).any(|pair| matches!(pair, [one, next] if one == next))
}

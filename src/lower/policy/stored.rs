//! Whether messages of the target's own format are kept as they were stored.

use crate::json::Text;
use crate::model::Message;

/// The stored role of a message; all pieces of a message that the reader split have the same.
pub type StoredRole = for<'m> fn(&'m Message<'_>) -> Text<'m>;

/// What happens to messages of the target's own format.
#[derive(Clone, Copy, Debug)]
pub enum StoredMessages {
    /// The same as to messages of other formats.
    Lowered,
    /// They are kept as they were stored: with unknown roles, without ids, with arguments of any kind, and with images
    /// without a type.
    Kept(StoredRole),
    /// The same, in a request that a program generates from stored messages. The request may be empty.
    Sent(StoredRole),
}

impl StoredMessages {
    /// The role of a message that is kept as it was stored.
    pub(crate) const fn role(self) -> Option<StoredRole> {
        match self {
            Self::Lowered => None,
            Self::Kept(role) | Self::Sent(role) => Some(role),
        }
    }

    /// True for a request that a program generates from stored messages.
    pub(crate) const fn are_sent(self) -> bool {
        matches!(self, Self::Sent(_))
    }
}

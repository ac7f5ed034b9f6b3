//! Whether messages of a format's own are taken as they were stored.

use crate::json::Text;
use crate::model::Message;

/// The role of a message, as it was stored; all pieces that the reader made of one message have the same.
pub type StoredRole = for<'m> fn(&'m Message<'_>) -> Text<'m>;

/// What happens to messages of the format itself.
#[derive(Clone, Copy, Debug)]
pub enum StoredMessages {
    /// The same as to others.
    Lowered,
    /// They are taken as they were stored: with unknown roles, without ids, with arguments of any kind, and with images of no
    /// type.
    Kept(StoredRole),
    /// The same, in a request that a program's own code makes of the messages that it stored. It may be empty.
    Sent(StoredRole),
}

impl StoredMessages {
    /// The role of one that is taken as it was stored.
    pub(crate) const fn role(self) -> Option<StoredRole> {
        match self {
            Self::Lowered => None,
            Self::Kept(role) | Self::Sent(role) => Some(role),
        }
    }

    /// True for a request that a program makes of stored messages.
    pub(crate) const fn are_sent(self) -> bool {
        matches!(self, Self::Sent(_))
    }
}

//! The content of records of the target's own format, and of related ones, that is written back unchanged.

use crate::json::Text;
use crate::model::{Message, Slot};

/// The content of records of the target's own format, and of related ones, that is written back unchanged.
#[derive(Clone, Copy, Debug)]
pub struct PreservedContent {
    /// Extra fields of records of the format are written back. Otherwise such records are only edited, never rewritten.
    pub own_fields: bool,
    /// Other formats whose extra fields it writes back unchanged.
    pub other_formats: &'static [&'static str],
    /// Extra fields of messages and parts of such a record that are kept, by their object and key.
    pub keeps_field: fn(Slot, &str) -> bool,
    /// Parts of such a record that only its format supports are kept.
    pub parts: bool,
    /// Whether messages of the format are kept as they were stored.
    pub messages: StoredMessages,
}

impl PreservedContent {
    /// Extra fields and parts of records of the format, but not of other formats.
    pub const ALL: Self = Self {
        own_fields: true,
        other_formats: &[],
        keeps_field: |_, _| true,
        parts: true,
        messages: StoredMessages::Lowered,
    };

    /// Nothing.
    pub const NONE: Self = Self { own_fields: false, parts: false, ..Self::ALL };
}

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

//! Roles of messages.

use crate::json::Text;

/// The role of a message.
#[derive(Clone, Debug, Default)]
pub enum Role<'a> {
    /// Instructions of the application.
    System,
    /// Instructions of the developer, in formats that distinguish them from those of the system.
    Developer,
    /// The user.
    #[default]
    User,
    /// The model.
    Assistant,
    /// Tool results.
    Tool,
    /// A role that only its own format has, as written.
    Other(Text<'a>),
}

impl Role<'_> {
    /// The word for messages and dumps.
    #[must_use]
    pub fn name(&self) -> std::borrow::Cow<'_, str> {
        match self {
            Self::System => "system".into(),
            Self::Developer => "developer".into(),
            Self::User => "user".into(),
            Self::Assistant => "assistant".into(),
            Self::Tool => "tool".into(),
            Self::Other(name) => name.decode(),
        }
    }

    /// True for system and developer.
    #[must_use]
    pub fn is_instruction(&self) -> bool {
        matches!(self, Self::System | Self::Developer)
    }
}

//! Who speaks.

use crate::json::Text;

/// Who a message is from.
#[derive(Clone, Debug, Default)]
pub enum Role<'a> {
    /// Instructions of the application.
    System,
    /// Instructions of the developer, where a format tells them from the system's.
    Developer,
    /// A person.
    #[default]
    User,
    /// The model.
    Assistant,
    /// The outcome of tool calls.
    Tool,
    /// A role only its own format knows, as written.
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

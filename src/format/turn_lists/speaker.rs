//! Roles: the names at the key of the speaker.

use super::TurnLists;
use crate::json::{Node, Raw, Text};
use crate::model::{Message, Part, Role};

/// The role of the turns of a speaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnKind {
    /// The system.
    System,
    /// The user.
    User,
    /// The model.
    Answer,
    /// Calls of the model and nothing else, as JSON text.
    Calls,
    /// Results of tools.
    Results,
    /// The same; results in tags are written with this speaker.
    TaggedResults,
}

impl TurnKind {
    pub(super) fn role(self) -> Role<'static> {
        match self {
            Self::System => Role::System,
            Self::User => Role::User,
            Self::Answer | Self::Calls => Role::Assistant,
            Self::Results | Self::TaggedResults => Role::Tool,
        }
    }

    /// The role of a message, by the usual names of speakers.
    fn of(message: &Message<'_>) -> Self {
        match &message.role {
            Role::System | Role::Developer => Self::System,
            Role::User | Role::Other(_) => Self::User,
            Role::Assistant if has_calls(message) => Self::Calls,
            Role::Assistant => Self::Answer,
            Role::Tool => Self::Results,
        }
    }
}

impl TurnLists {
    /// The role of the turns of this speaker.
    pub(super) fn kind_of(&self, speaker: Node<'_, '_>) -> Option<TurnKind> {
        self.speakers.all.iter().find(|(name, _)| speaker.is(name)).map(|(_, kind)| *kind)
    }

    /// The speakers that are written, in words.
    pub(super) fn expected(&self) -> Vec<&'static str> {
        let is_first =
            |(name, kind): &&(&str, TurnKind)| *kind != TurnKind::TaggedResults && self.usual(*kind) == *name;
        self.speakers.all.iter().filter(is_first).map(|(name, _)| *name).collect()
    }

    /// Keeps the name of the speaker where it is not the usual one. That of a product is a fact, others are only a spelling.
    pub(super) fn keep_name<'a>(&self, message: &mut Message<'a>, key: &'static str, speaker: Node<'_, 'a>) {
        let kind = Some(TurnKind::of(message)).filter(|kind| self.has(*kind)).unwrap_or(TurnKind::Answer);
        if matches!(message.role, Role::Other(_)) || speaker.is(self.usual(kind)) {
            return;
        }
        let (key, raw, at) = (Text::Token(key), speaker.to_raw(), speaker.at());
        if self.speakers.products.iter().any(|name| speaker.is(name)) {
            message.extras.push(self.name, key, raw, at);
        } else {
            message.extras.note(self.name, key, raw, at);
        }
    }
}

pub(in crate::format) fn has_calls(message: &Message<'_>) -> bool {
    message.parts.iter().any(|part| matches!(part, Part::Call(_)))
}

const FIELD: &str = "system";

/// Marks the message that was in the system field of the record.
pub(super) fn mark_field(message: &mut Message<'_>) {
    message.extras.mark(message.origin, FIELD, Raw::borrowed("true"), message.at);
}

/// True for the message that was in the system field of the record.
pub(in crate::format) fn is_field(message: &Message<'_>) -> bool {
    message.extras.find_mark(message.origin, FIELD).is_some()
}

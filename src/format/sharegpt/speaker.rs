//! Who speaks: the names that `from` holds.

use super::NAME;
use crate::json::{Node, Raw, Text};
use crate::model::{Message, Part, Role};

/// What a turn is, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    System,
    Human,
    Model,
    /// A turn of the model that holds calls and nothing else.
    Call,
    Result,
}

/// Names and whether they say more than the role: `bing` names a product, `user` is only another word for `human`.
const NAMES: &[(&str, Speaker, bool)] = &[
    ("human", Speaker::Human, false),
    ("gpt", Speaker::Model, false),
    ("system", Speaker::System, false),
    ("user", Speaker::Human, false),
    ("assistant", Speaker::Model, false),
    ("function_call", Speaker::Call, false),
    ("observation", Speaker::Result, false),
    ("tool", Speaker::Result, false),
    ("model", Speaker::Model, false),
    ("chatgpt", Speaker::Model, true),
    ("bing", Speaker::Model, true),
    ("bard", Speaker::Model, true),
    ("claude", Speaker::Model, true),
    ("function_response", Speaker::Result, false),
    ("tool_response", Speaker::Result, false),
    ("function-response", Speaker::Result, false),
];

impl Speaker {
    /// The speaker with this name, and whether the name says more than the role.
    pub(super) fn of(from: Node<'_, '_>) -> Option<(Self, bool)> {
        NAMES.iter().find(|(name, _, _)| from.is(name)).map(|(_, speaker, says_more)| (*speaker, *says_more))
    }

    pub(super) fn role(self) -> Role<'static> {
        match self {
            Self::System => Role::System,
            Self::Human => Role::User,
            Self::Model | Self::Call => Role::Assistant,
            Self::Result => Role::Tool,
        }
    }
}

/// The name that is kept nowhere, because it is the usual one.
fn usual_name(message: &Message<'_>) -> &'static str {
    match &message.role {
        Role::System | Role::Developer => "system",
        Role::User | Role::Other(_) => "human",
        Role::Assistant if has_calls(message) => "function_call",
        Role::Assistant => "gpt",
        Role::Tool => "observation",
    }
}

pub(super) fn has_calls(message: &Message<'_>) -> bool {
    message.parts.iter().any(|part| matches!(part, Part::Call(_)))
}

/// Keeps the name of the speaker where it is not the usual one. `says_more`: it is a fact, not only a spelling.
pub(super) fn keep_name<'a>(message: &mut Message<'a>, from: Node<'_, 'a>, says_more: bool) {
    if matches!(message.role, Role::Other(_)) || from.is(usual_name(message)) {
        return;
    }
    let (key, raw, at) = (Text::Token("from"), from.to_raw(), from.at());
    if says_more {
        message.extras.push(NAME, key, raw, at);
    } else {
        message.extras.note(NAME, key, raw, at);
    }
}

/// Marks the message that stood in the field `system` of the record.
pub(super) fn mark_field(message: &mut Message<'_>) {
    message.extras.mark(NAME, "system", Raw::borrowed("true"), message.at);
}

/// True for the message that stood in the field `system` of the record.
pub(super) fn is_field(message: &Message<'_>) -> bool {
    message.extras.find_mark(NAME, "system").is_some()
}

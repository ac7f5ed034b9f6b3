//! Which type of content it is: the first row of the library's table with a key that is there, whatever its value.

use crate::json::Node;
use crate::model::Role;

/// The five types of content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ContentType {
    #[default]
    Instruction,
    Answer,
    Response,
    Request,
    System,
}

/// In the order in which the library looks, with the keys that decide.
const DECIDING: [(ContentType, &[&str]); 5] = [
    (ContentType::Instruction, &["instruction", "context", "request_model", "tool_schemas", "images"]),
    (ContentType::Answer, &["assistant_response"]),
    (ContentType::Response, &["result", "error"]),
    (ContentType::Request, &["function", "arguments"]),
    (ContentType::System, &["system_message", "system_datetime"]),
];

impl ContentType {
    /// The type by the keys. `None`: the library reads an empty instruction.
    pub(super) fn of(content: Node<'_, '_>) -> Option<Self> {
        let place = |key: Node<'_, '_>| DECIDING.iter().position(|(_, keys)| keys.iter().any(|known| key.is(known)));
        let first = content.members().filter_map(|(key, _)| place(key)).min()?;
        DECIDING.get(first).map(|(kind, _)| *kind)
    }

    /// The type of a content that is alone, without the message around it. `None`: it is none.
    pub(super) fn of_bare(node: Node<'_, '_>) -> Option<Self> {
        if node.get("content").is_some() { None } else { Self::of(node) }
    }

    /// The keys that the library keeps.
    pub(super) fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Instruction => &["instruction", "context", "request_model", "tool_schemas", "images", "image_detail"],
            Self::Answer => &["assistant_response"],
            Self::Response => &["request_id", "result", "error"],
            Self::Request => &["function", "arguments"],
            Self::System => &["system_message", "system_datetime", "datetime_factory"],
        }
    }

    /// The key of the words.
    pub(super) fn main_key(self) -> &'static str {
        match self {
            Self::Instruction => "instruction",
            Self::Answer => "assistant_response",
            Self::Response => "result",
            Self::Request => "function",
            Self::System => "system_message",
        }
    }

    pub(super) fn role(self) -> Role<'static> {
        match self {
            Self::Instruction => Role::User,
            Self::Answer | Self::Request => Role::Assistant,
            Self::Response => Role::Tool,
            Self::System => Role::System,
        }
    }

    /// The usual sender: the role.
    pub(super) fn sender(self) -> &'static str {
        match self {
            Self::Instruction => "user",
            Self::Answer | Self::Request => "assistant",
            Self::Response => "tool",
            Self::System => "system",
        }
    }

    /// The usual recipient.
    pub(super) fn recipient(self) -> &'static str {
        match self {
            Self::Answer => "user",
            Self::Request => "tool",
            Self::Instruction | Self::Response | Self::System => "assistant",
        }
    }
}

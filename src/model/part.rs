//! What a message is made of.

use super::extras::Extras;
use super::media::Media;
use super::tool::{ToolCall, ToolResult};
use crate::json::{At, Raw, Text};

/// One piece of a message.
#[derive(Clone, Debug)]
pub enum Part<'a> {
    /// Words.
    Text(TextPart<'a>),
    /// The model's reasoning: text, signature, or sealed bytes.
    Reasoning(Box<Reasoning<'a>>),
    /// The model asks for a tool.
    Call(Box<ToolCall<'a>>),
    /// The outcome of a call; holds parts of its own.
    Result(Box<ToolResult<'a>>),
    /// An image, a sound, a document.
    Media(Box<Media<'a>>),
    /// The model declines, in these words.
    Refusal(TextPart<'a>),
    /// Something only its own format understands.
    Opaque(Box<Opaque<'a>>),
}

/// Words, with what hangs on them.
#[derive(Clone, Debug, Default)]
pub struct TextPart<'a> {
    /// Where the part was.
    pub at: At,
    /// The words.
    pub text: Text<'a>,
    /// Please remember the conversation up to here.
    pub cache: Option<Box<CacheHint<'a>>>,
    /// Where the words come from.
    pub citations: Option<Box<Citations<'a>>>,
    /// Proof for the service that the words are its own.
    pub signature: Option<Box<Signature<'a>>>,
    /// The words are the JSON text of a value that its format holds as a value: the object a tool gave back.
    pub is_json: bool,
    /// Fields nobody claimed.
    pub extras: Extras<'a>,
}

/// The model's reasoning.
#[derive(Clone, Debug, Default)]
pub struct Reasoning<'a> {
    /// Where the part was.
    pub at: At,
    /// What it thought. May be empty while the signature is not.
    pub text: Option<Text<'a>>,
    /// Proof for the service that the text is its own, unchanged.
    pub signature: Option<Text<'a>>,
    /// Reasoning only the service can open.
    pub redacted: Option<Text<'a>>,
    /// Whose signature or seal it is: `anthropic`, `gemini`, `openai`. Empty if there is none.
    pub family: &'static str,
    /// Fields nobody claimed.
    pub extras: Extras<'a>,
}

/// Proof for a service that a part which is not reasoning is its own.
#[derive(Clone, Debug)]
pub struct Signature<'a> {
    /// Where it was.
    pub at: At,
    /// Whose it is: `gemini`.
    pub family: &'static str,
    /// The signature itself.
    pub text: Text<'a>,
}

/// Sources of a text, in the words of the format they came from.
#[derive(Clone, Debug)]
pub struct Citations<'a> {
    /// The format whose shape it is.
    pub origin: &'static str,
    /// Where it was.
    pub at: At,
    /// The value.
    pub raw: Raw<'a>,
}

/// Please remember the conversation up to here.
#[derive(Clone, Debug)]
pub struct CacheHint<'a> {
    /// Where it was.
    pub at: At,
    /// False where a format has a switch and it is off.
    pub is_on: bool,
    /// For how long.
    pub ttl: Option<Ttl<'a>>,
}

/// A lifetime.
#[derive(Clone, Debug)]
pub struct Ttl<'a> {
    /// In seconds.
    pub seconds: f64,
    /// As written: `"1h"`, `3600.0`.
    pub raw: Raw<'a>,
}

/// A part only its own format understands.
#[derive(Clone, Debug)]
pub struct Opaque<'a> {
    /// The format that understands it.
    pub origin: &'static str,
    /// Where it was.
    pub at: At,
    /// What kind it says it is: `server_tool_use`.
    pub kind: Text<'a>,
    /// It was in the list of tool calls.
    pub is_call: bool,
    /// The whole part.
    pub raw: Raw<'a>,
}

impl<'a> TextPart<'a> {
    /// Words alone.
    #[must_use]
    pub fn new(text: Text<'a>, at: At) -> Self {
        Self { at, text, ..Self::default() }
    }
}

impl<'a> From<ToolCall<'a>> for Part<'a> {
    fn from(call: ToolCall<'a>) -> Self {
        Self::Call(Box::new(call))
    }
}

impl<'a> From<ToolResult<'a>> for Part<'a> {
    fn from(result: ToolResult<'a>) -> Self {
        Self::Result(Box::new(result))
    }
}

impl Part<'_> {
    /// Where the part was.
    #[must_use]
    pub fn at(&self) -> At {
        match self {
            Self::Text(it) | Self::Refusal(it) => it.at,
            Self::Reasoning(it) => it.at,
            Self::Call(it) => it.at,
            Self::Result(it) => it.at,
            Self::Media(it) => it.at,
            Self::Opaque(it) => it.at,
        }
    }

    /// The word for messages: `a tool call`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Reasoning(_) => "reasoning",
            Self::Call(_) => "a tool call",
            Self::Result(_) => "a tool result",
            Self::Media(it) => it.kind.name(),
            Self::Refusal(_) => "a refusal",
            Self::Opaque(_) => "a part of its own format",
        }
    }
}

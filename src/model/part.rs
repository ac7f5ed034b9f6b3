//! Content parts of messages.

use super::extras::Extras;
use super::hosted::Hosted;
use super::media::Media;
use super::tool::{ToolCall, ToolResult};
use crate::json::{At, Raw, Text};

/// One content part of a message.
#[derive(Clone, Debug)]
pub enum Part<'a> {
    /// Text.
    Text(TextPart<'a>),
    /// The model's reasoning: text, signature, or encrypted bytes.
    Reasoning(Box<Reasoning<'a>>),
    /// A tool call.
    Call(Box<ToolCall<'a>>),
    /// A tool result, with parts of its own.
    Result(Box<ToolResult<'a>>),
    /// An image, audio, video or document.
    Media(Box<Media<'a>>),
    /// A refusal of the model, with its text.
    Refusal(TextPart<'a>),
    /// A part that only its own format supports.
    Opaque(Box<Opaque<'a>>),
}

/// Text with its annotations.
#[derive(Clone, Debug, Default)]
pub struct TextPart<'a> {
    /// Where the part was.
    pub at: At,
    /// The text.
    pub text: Text<'a>,
    /// Annotations that few texts have.
    pub details: Option<Box<TextDetails<'a>>>,
    /// The text is the JSON of a value that its format stores as a value: the object that a tool returned.
    pub is_json: bool,
    /// Unknown fields.
    pub extras: Extras<'a>,
}

/// Annotations that few texts have. Stored separately, because most messages are a text.
#[derive(Clone, Debug, Default)]
pub struct TextDetails<'a> {
    /// The cache hint after this part.
    pub cache: Option<Box<CacheHint<'a>>>,
    /// The sources of the text.
    pub citations: Option<Citations<'a>>,
    /// The signature with which the service recognizes the text as its own.
    pub signature: Option<Box<Signature<'a>>>,
}

/// The model's reasoning.
#[derive(Clone, Debug, Default)]
pub struct Reasoning<'a> {
    /// Where the part was.
    pub at: At,
    /// The text. May be empty even if there is a signature.
    pub text: Option<Text<'a>>,
    /// The signature with which the service verifies that the text is its own, unchanged.
    pub signature: Option<Text<'a>>,
    /// Encrypted reasoning, which only the service can read.
    pub redacted: Option<Text<'a>>,
    /// The service of the signature or encryption: `anthropic`, `gemini`, `openai`. Empty if there is none.
    pub family: &'static str,
    /// The text was in several pieces, which are joined here.
    pub is_joined: bool,
    /// Unknown fields.
    pub extras: Extras<'a>,
}

/// The signature with which a service recognizes a part other than reasoning as its own.
#[derive(Clone, Debug)]
pub struct Signature<'a> {
    /// Where it was.
    pub at: At,
    /// The service: `gemini`.
    pub family: &'static str,
    /// The signature itself.
    pub text: Text<'a>,
}

/// Sources of a text, in the JSON of their format.
#[derive(Clone, Debug)]
pub struct Citations<'a> {
    /// The format of the JSON.
    pub origin: &'static str,
    /// Where it was.
    pub at: At,
    /// The value.
    pub raw: Raw<'a>,
}

/// A cache hint: the service should cache the conversation up to here.
#[derive(Clone, Debug)]
pub struct CacheHint<'a> {
    /// Where it was.
    pub at: At,
    /// False if the format has a switch and it is off.
    pub is_on: bool,
    /// The lifetime of the cache entry.
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

/// A part that only its own format supports.
#[derive(Clone, Debug)]
pub struct Opaque<'a> {
    /// The format that supports it.
    pub origin: &'static str,
    /// Where it was.
    pub at: At,
    /// Its type, as written: `server_tool_use`.
    pub kind: Text<'a>,
    /// It was in the list of tool calls.
    pub is_call: bool,
    /// What it is about, if the service ran a tool that other services run too.
    pub hosted: Option<Box<Hosted<'a>>>,
    /// The whole part.
    pub raw: Raw<'a>,
}

impl<'a> TextPart<'a> {
    /// Text without annotations.
    #[must_use]
    pub fn new(text: Text<'a>, at: At) -> Self {
        Self { at, text, ..Self::default() }
    }

    /// True if it has no annotations.
    #[inline]
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.details.is_none() && self.extras.is_empty()
    }

    /// The cache hint after this part.
    #[must_use]
    pub fn cache(&self) -> Option<&CacheHint<'a>> {
        self.details.as_ref()?.cache.as_deref()
    }

    /// The sources of the text.
    #[must_use]
    pub fn citations(&self) -> Option<&Citations<'a>> {
        self.details.as_ref()?.citations.as_ref()
    }

    /// The signature of the service.
    #[must_use]
    pub fn signature(&self) -> Option<&Signature<'a>> {
        self.details.as_ref()?.signature.as_deref()
    }

    /// Adds a cache hint, if there is one.
    pub fn set_cache(&mut self, cache: Option<Box<CacheHint<'a>>>) {
        if cache.is_some() {
            self.details_mut().cache = cache;
        }
    }

    /// Adds sources.
    pub fn set_citations(&mut self, citations: Citations<'a>) {
        self.details_mut().citations = Some(citations);
    }

    /// Adds a signature, if there is one.
    pub fn set_signature(&mut self, signature: Option<Box<Signature<'a>>>) {
        if signature.is_some() {
            self.details_mut().signature = signature;
        }
    }

    /// The mutable annotations.
    pub fn details_mut(&mut self) -> &mut TextDetails<'a> {
        self.details.get_or_insert_default()
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

impl<'a> Part<'a> {
    /// Adds what a part that only its own format supports is about.
    pub fn set_hosted(&mut self, hosted: Option<Hosted<'a>>) {
        if let Self::Opaque(it) = self {
            it.hosted = hosted.map(Box::new);
        }
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

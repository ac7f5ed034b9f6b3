//! Content parts as they are written.

use std::borrow::Cow;

use super::raw::RawBlock;
use crate::json::{At, Text, minify};
use crate::model::{Arguments, CacheHint, Citations, MediaKind, OneOrMany, Reasoning, TextPart, ToolCall, ToolResult};

/// The role of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutlineRole {
    /// The system.
    System,
    /// The developer, if the target has that role.
    Developer,
    /// The user.
    User,
    /// The model.
    Assistant,
    /// A tool, if results are separate turns.
    Tool,
}

/// One content part.
#[derive(Debug)]
pub enum Block<'c> {
    /// A text.
    Text(TextBlock<'c>),
    /// The model declines, with this text.
    Refusal(TextBlock<'c>),
    /// Reasoning with its text, and its signature if the target accepts it.
    Reasoning(&'c Reasoning<'c>),
    /// Encrypted reasoning.
    Redacted(&'c Reasoning<'c>),
    /// A tool call.
    Call(Box<OutlineCall<'c>>),
    /// A tool result.
    Result(Box<ResultBlock<'c>>),
    /// An image, audio, video or document.
    Media(Box<MediaBlock<'c>>),
    /// A part that only this format supports.
    Raw(RawBlock<'c>),
}

/// A text.
#[derive(Debug)]
pub struct TextBlock<'c> {
    /// The text.
    pub text: Text<'c>,
    /// The place in the input.
    pub at: At,
    /// The source part with its extra fields, unless the text was generated.
    pub part: Option<&'c TextPart<'c>>,
    /// The cache mark on it.
    pub mark: Option<CacheMark<'c>>,
    /// The form of the text.
    pub form: TextForm,
}

/// The form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextForm {
    /// A string.
    Words,
    /// It is the JSON text of an object, which is written as that object.
    Object,
    /// It is the JSON text of another value, which is written as that value.
    Value,
}

/// A cache mark that is written.
#[derive(Clone, Copy, Debug)]
pub struct CacheMark<'c> {
    /// The hint of the source.
    pub hint: &'c CacheHint<'c>,
    /// The lifetime that is written, if the target orders marks by lifetime.
    pub lifetime: Option<Lifetime>,
}

/// A lifetime of a cache mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// `5m`
    FiveMinutes,
    /// `1h`
    Hour,
}

/// A tool call.
#[derive(Debug)]
pub struct OutlineCall<'c> {
    /// The call.
    pub call: &'c ToolCall<'c>,
    /// The name of the tool, as the target accepts it.
    pub name: Text<'c>,
    /// The id, as the target accepts it.
    pub id: Option<Text<'c>>,
    /// The old id, if the target stores it next to the new one.
    pub old_id: Option<&'c Text<'c>>,
    /// The index of the call in the conversation.
    pub number: usize,
    /// The arguments as a JSON object, if the target requires that.
    pub object: Option<Cow<'c, str>>,
    /// The cache mark on it.
    pub mark: Option<CacheMark<'c>>,
}

/// A tool result.
#[derive(Debug)]
pub struct ResultBlock<'c> {
    /// The result.
    pub result: &'c ToolResult<'c>,
    /// The id of the call, as the target accepts it.
    pub id: Option<Text<'c>>,
    /// The old id of the call, if the target stores it next to the new one.
    pub old_id: Option<&'c Text<'c>>,
    /// The name that is written: its own name, or that of its call.
    pub name: Option<Text<'c>>,
    /// The index of its call.
    pub call: Option<usize>,
    /// The content of the result.
    pub blocks: OneOrMany<Block<'c>>,
    /// The content was a list, or has to be one.
    pub is_list: bool,
    /// It answers a call with free text, and the target has a separate kind of result for these.
    pub is_custom: bool,
    /// The error flag, if the target has one.
    pub is_error: Option<bool>,
    /// The cache mark on it.
    pub mark: Option<CacheMark<'c>>,
}

/// A media file in a form that the target accepts.
#[derive(Debug)]
pub struct MediaBlock<'c> {
    /// The source part.
    pub media: &'c crate::model::Media<'c>,
    /// The kind that is written.
    pub kind: MediaKind,
    /// The source of the bytes.
    pub source: FileSource<'c>,
    /// The media type that is written.
    pub media_type: Option<Text<'c>>,
    /// The file name or title that is written.
    pub name: Option<Text<'c>>,
    /// The level of detail that is written.
    pub detail: Option<Text<'c>>,
    /// The cache mark on it.
    pub mark: Option<CacheMark<'c>>,
}

/// The source of the bytes of a media file in the output.
#[derive(Debug)]
pub enum FileSource<'c> {
    /// In the output, as base64.
    Base64(Text<'c>),
    /// In the output, as plain text.
    Plain(Text<'c>),
    /// At a URL.
    Url(Text<'c>),
    /// At the service, under this id.
    Remote(Text<'c>),
    /// In a file next to the output.
    File(Text<'c>),
}

/// The blocks of an answer as items: consecutive texts and refusals are one item, every other block is an item.
pub fn items<'o, 'c>(blocks: &'o [Block<'c>]) -> impl Iterator<Item = &'o [Block<'c>]> {
    blocks.chunk_by(|before, next| before.is_words() && next.is_words())
}

/// An item with more than one text: it has to be a full message with an id.
#[must_use]
pub fn is_full_message(item: &[Block<'_>]) -> bool {
    item.first().is_some_and(Block::is_words) && !matches!(item, [Block::Text(_)])
}

impl Lifetime {
    /// The name that services use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::FiveMinutes => "5m",
            Self::Hour => "1h",
        }
    }
}

impl<'c> Block<'c> {
    /// The place of the part in the input.
    #[must_use]
    pub fn at(&self) -> At {
        match self {
            Self::Text(it) | Self::Refusal(it) => it.at,
            Self::Reasoning(it) | Self::Redacted(it) => it.at,
            Self::Call(it) => it.call.at,
            Self::Result(it) => it.result.at,
            Self::Media(it) => it.media.at,
            Self::Raw(it) => it.at(),
        }
    }

    /// The text, if it is one.
    pub(crate) fn into_text(self) -> Option<TextBlock<'c>> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The text, if it is a text or a refusal.
    #[must_use]
    pub fn as_words(&self) -> Option<&TextBlock<'c>> {
        match self {
            Self::Text(it) | Self::Refusal(it) => Some(it),
            Self::Reasoning(_)
            | Self::Redacted(_)
            | Self::Call(_)
            | Self::Result(_)
            | Self::Media(_)
            | Self::Raw(_) => None,
        }
    }

    /// The call, if it is one.
    #[must_use]
    pub fn as_call(&self) -> Option<&OutlineCall<'c>> {
        if let Self::Call(it) = self { Some(it) } else { None }
    }

    /// The media file, if it is one.
    #[must_use]
    pub fn as_media(&self) -> Option<&MediaBlock<'c>> {
        if let Self::Media(it) = self { Some(it) } else { None }
    }

    /// The tool result, if it is one.
    #[must_use]
    pub fn as_result(&self) -> Option<&ResultBlock<'c>> {
        if let Self::Result(it) = self { Some(it) } else { None }
    }

    /// True for a tool result.
    #[must_use]
    pub fn is_result(&self) -> bool {
        matches!(self, Self::Result(_))
    }

    /// True for a text and a refusal.
    #[must_use]
    pub fn is_words(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Refusal(_))
    }
}

impl OutlineCall<'_> {
    /// The arguments as a string: the source string, or compact JSON text.
    #[must_use]
    pub fn encoded(&self) -> Text<'_> {
        match &self.call.arguments {
            Arguments::Encoded(text) => text.borrow(),
            Arguments::Object(raw) => {
                let mut compact = Vec::with_capacity(raw.as_str().len());
                minify(raw.as_str(), &mut compact);
                Text::owned(String::from_utf8(compact).unwrap_or_default())
            }
        }
    }
}

impl<'c> TextBlock<'c> {
    /// A text that is not a part of the source.
    #[must_use]
    pub fn made(text: Text<'c>, at: At) -> Self {
        Self { text, at, part: None, mark: None, form: TextForm::Words }
    }

    /// A text part of the source.
    #[inline]
    #[must_use]
    pub fn of(part: &'c TextPart<'c>) -> Self {
        Self { text: part.text.borrow(), at: part.at, part: Some(part), mark: None, form: TextForm::Words }
    }

    /// Citations in the shape of `format`.
    #[must_use]
    pub fn citations(&self, format: &str) -> Option<&'c Citations<'c>> {
        self.part?.citations().filter(|citations| citations.origin == format)
    }

    /// True for a plain text: without a cache mark, citations or other details that only a content part can represent.
    #[inline]
    #[must_use]
    pub fn is_plain(&self, format: &str) -> bool {
        self.mark.is_none()
            && self.part.is_none_or(|part| part.extras.of(format).is_empty() && self.citations(format).is_none())
    }
}

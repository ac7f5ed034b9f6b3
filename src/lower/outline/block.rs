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
    /// The developer, where that is a role of its own.
    Developer,
    /// The user.
    User,
    /// The model.
    Assistant,
    /// A tool, where results are turns of their own.
    Tool,
}

/// One content part.
#[derive(Debug)]
pub enum Block<'c> {
    /// Words.
    Text(TextBlock<'c>),
    /// The model declines, in these words.
    Refusal(TextBlock<'c>),
    /// Reasoning with its text, and its signature if the target may have it.
    Reasoning(&'c Reasoning<'c>),
    /// Reasoning that only the service can open.
    Redacted(&'c Reasoning<'c>),
    /// A tool call.
    Call(Box<OutlineCall<'c>>),
    /// A tool result.
    Result(Box<ResultBlock<'c>>),
    /// An image, audio, video or document.
    Media(Box<MediaBlock<'c>>),
    /// A part only this format understands.
    Raw(RawBlock<'c>),
}

/// A text.
#[derive(Debug)]
pub struct TextBlock<'c> {
    /// The words.
    pub text: Text<'c>,
    /// The place in the input.
    pub at: At,
    /// The part that it was, with its extra fields, unless it was made here.
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
    /// They are the JSON text of an object, which is written as that object.
    Object,
    /// They are the JSON text of another value, which is written as that value.
    Value,
}

/// A cache mark that is written.
#[derive(Clone, Copy, Debug)]
pub struct CacheMark<'c> {
    /// The hint of the source.
    pub hint: &'c CacheHint<'c>,
    /// The lifetime that is written, where the target ranks them.
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
    /// The name of the tool, as the target takes it.
    pub name: Text<'c>,
    /// Its id, as the target takes it.
    pub id: Option<Text<'c>>,
    /// The id that it had, where that stays next to the new one.
    pub old_id: Option<&'c Text<'c>>,
    /// Its number among the calls of the conversation.
    pub number: usize,
    /// The arguments as a JSON object, where the target wants that.
    pub object: Option<Cow<'c, str>>,
    /// The cache mark on it.
    pub mark: Option<CacheMark<'c>>,
}

/// A tool result.
#[derive(Debug)]
pub struct ResultBlock<'c> {
    /// The result.
    pub result: &'c ToolResult<'c>,
    /// The id of the call, as the target takes it.
    pub id: Option<Text<'c>>,
    /// The id that the call had, where that stays next to the new one.
    pub old_id: Option<&'c Text<'c>>,
    /// The name that is written: its own, or that of the call that it answers.
    pub name: Option<Text<'c>>,
    /// The number of that call.
    pub call: Option<usize>,
    /// The content of the result.
    pub blocks: OneOrMany<Block<'c>>,
    /// The content was a list, or must be one.
    pub is_list: bool,
    /// It answers a call with free text, where results of these are of a kind of their own.
    pub is_custom: bool,
    /// The error flag, where the target has one.
    pub is_error: Option<bool>,
    /// The cache mark on it.
    pub mark: Option<CacheMark<'c>>,
}

/// A media file in a form that the target takes.
#[derive(Debug)]
pub struct MediaBlock<'c> {
    /// The part that it was.
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

/// The blocks of an answer as items: texts and refusals in a row are one, all others are alone.
pub fn items<'o, 'c>(blocks: &'o [Block<'c>]) -> impl Iterator<Item = &'o [Block<'c>]> {
    blocks.chunk_by(|before, next| before.is_words() && next.is_words())
}

/// An item of texts that is more than one text, so that it must be a full message with an id.
#[must_use]
pub fn is_full_message(item: &[Block<'_>]) -> bool {
    item.first().is_some_and(Block::is_words) && !matches!(item, [Block::Text(_)])
}

impl Lifetime {
    /// The word that services write.
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

    /// The text that it is.
    pub(crate) fn into_text(self) -> Option<TextBlock<'c>> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The words, if it is a text or a refusal.
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
    /// The arguments as a string: as it was, or compact JSON text.
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
    /// Words that were not a part of the source.
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
        self.part?.citations.as_deref().filter(|citations| citations.origin == format)
    }

    /// True for a plain text: without a cache mark, citations or other facts that only a content part can hold.
    #[inline]
    #[must_use]
    pub fn is_plain(&self, format: &str) -> bool {
        self.mark.is_none()
            && self.part.is_none_or(|part| part.extras.of(format).is_empty() && self.citations(format).is_none())
    }
}

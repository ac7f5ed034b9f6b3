//! Images, sounds, documents.

use super::extras::Extras;
use super::part::CacheHint;
use crate::json::{At, Text};

/// A medium.
#[derive(Clone, Debug)]
pub struct Media<'a> {
    /// Where the part stood.
    pub at: At,
    /// What it is.
    pub kind: MediaKind,
    /// Where its bytes are.
    pub source: MediaSource<'a>,
    /// `image/png`. What stands before `;base64` in a data URL, parameters included.
    pub media_type: Option<Text<'a>>,
    /// A file name or title.
    pub file_name: Option<Text<'a>>,
    /// How closely the model should look: `low`, `high`.
    pub detail: Option<Text<'a>>,
    /// Please remember the conversation up to here.
    pub cache: Option<Box<CacheHint<'a>>>,
    /// Fields nobody claimed.
    pub extras: Extras<'a>,
}

/// What a medium is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaKind {
    /// `image/*`
    Image,
    /// `audio/*`
    Audio,
    /// `video/*`
    Video,
    /// PDF, plain text and the like.
    Document,
    /// Nobody said.
    Unknown,
}

/// Where the bytes of a medium are.
#[derive(Clone, Debug)]
pub enum MediaSource<'a> {
    /// Behind a URL. Also data URLs that are not base64.
    Url(Text<'a>),
    /// In the conversation. Never decoded on the way through.
    Base64(Text<'a>),
    /// In a file beside the conversation: a path.
    File(Text<'a>),
    /// Uploaded to a service; the id means nothing elsewhere.
    Remote {
        /// `openai`, `anthropic`.
        service: &'static str,
        /// The service's id of the file.
        id: Text<'a>,
    },
    /// In the conversation, as plain text.
    Plain(Text<'a>),
}

impl MediaKind {
    /// The kind that a media type names.
    #[must_use]
    pub fn of(media_type: &str) -> Self {
        let start = media_type.split('/').next().unwrap_or_default().trim();
        match start.to_ascii_lowercase().as_str() {
            "image" => Self::Image,
            "audio" => Self::Audio,
            "video" => Self::Video,
            "" => Self::Unknown,
            _ => Self::Document,
        }
    }

    /// All of them but [`MediaKind::Unknown`].
    pub const ALL: &'static [Self] = &[Self::Image, Self::Audio, Self::Video, Self::Document];

    /// One word, for tables.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Audio => "audio",
            Self::Video => "video",
            Self::Document => "document",
            Self::Unknown => "unknown",
        }
    }

    /// The word for messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Image => "an image",
            Self::Audio => "a sound",
            Self::Video => "a video",
            Self::Document => "a document",
            Self::Unknown => "a medium",
        }
    }
}

impl MediaSource<'_> {
    /// The text that says where or what: URL, base64, path, id.
    #[must_use]
    pub fn text(&self) -> &Text<'_> {
        match self {
            Self::Url(text) | Self::Base64(text) | Self::File(text) | Self::Plain(text) => text,
            Self::Remote { id, .. } => id,
        }
    }
}

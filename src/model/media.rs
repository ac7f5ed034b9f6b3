//! Images, sounds, documents.

use super::extras::Extras;
use super::part::CacheHint;
use crate::json::{At, Text};

/// A media file.
#[derive(Clone, Debug)]
pub struct Media<'a> {
    /// Where the part was.
    pub at: At,
    /// What it is.
    pub kind: MediaKind,
    /// Where its bytes are.
    pub source: MediaSource<'a>,
    /// `image/png`. What is before `;base64` in a data URL, parameters included.
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

/// What a media file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MediaKind {
    /// `image/*`
    Image,
    /// `audio/*`
    Audio,
    /// `video/*`
    Video,
    /// PDF, plain text and the like.
    Document,
    /// The source does not say what it is.
    Unknown,
}

/// Where the bytes of a media file are.
#[derive(Clone, Debug)]
pub enum MediaSource<'a> {
    /// After a URL. Also data URLs that are not base64.
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
            Self::Unknown => "a media file",
        }
    }
}

/// True for the name of a file that `extract-media` made, in place of bytes: the SHA-256 of the content, an
/// ending, and possibly more after a `#`. It is not base64, whatever the alphabet.
#[must_use]
pub fn is_extracted(text: &Text<'_>) -> bool {
    let Some(token) = text.token() else { return false };
    let is_hash = |hash: &str| hash.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    let Some((_, rest)) = token.split_at_checked(64).filter(|(hash, _)| is_hash(hash)) else { return false };
    let ending = rest.split('#').next().and_then(|rest| rest.strip_prefix('.')).unwrap_or_default();
    (2..=4).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

impl<'a> MediaSource<'a> {
    /// What is where a format has bytes alone: base64, or a reference to a file that `extract-media` made of it.
    #[must_use]
    pub fn of_bytes(text: Text<'a>) -> Self {
        if is_extracted(&text) { Self::Url(text) } else { Self::Base64(text) }
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

//! Media files: images, audio, video, documents.

use super::extras::Extras;
use super::part::CacheHint;
use crate::json::{At, Text};

/// A media file.
#[derive(Clone, Debug)]
pub struct Media<'a> {
    /// Where the part was.
    pub at: At,
    /// Its kind.
    pub kind: MediaKind,
    /// The location of its bytes.
    pub source: MediaSource<'a>,
    /// `image/png`. In a data URL the text before `;base64`, parameters included.
    pub media_type: Option<Text<'a>>,
    /// A file name or title.
    pub file_name: Option<Text<'a>>,
    /// The requested level of detail: `low`, `high`.
    pub detail: Option<Text<'a>>,
    /// The cache hint after this part.
    pub cache: Option<Box<CacheHint<'a>>>,
    /// Unknown fields.
    pub extras: Extras<'a>,
}

/// The kind of a media file.
///
/// ```
/// assert_ne!(turnwise::MediaKind::Image, turnwise::MediaKind::Document);
/// ```
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
    /// Not specified by the source.
    Unknown,
}

/// The location of the bytes of a media file.
#[derive(Clone, Debug)]
pub enum MediaSource<'a> {
    /// At a URL, or in a data URL that is not base64.
    Url(Text<'a>),
    /// In the conversation, as base64. Conversions do not decode it.
    Base64(Text<'a>),
    /// In a file next to the conversation: a path.
    File(Text<'a>),
    /// Uploaded to a service; the id is only valid there.
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
    /// The kind for a media type.
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

    /// All kinds except [`MediaKind::Unknown`].
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
            Self::Audio => "an audio file",
            Self::Video => "a video",
            Self::Document => "a document",
            Self::Unknown => "a media file",
        }
    }
}

/// True for a file name that `extract-media` wrote instead of bytes: the SHA-256 of the content, an extension, and
/// possibly more after a `#`. It is not base64 in any alphabet.
#[must_use]
pub fn is_extracted(text: &Text<'_>) -> bool {
    let Some(token) = text.token() else { return false };
    let is_hash = |hash: &str| hash.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    let Some((_, rest)) = token.split_at_checked(64).filter(|(hash, _)| is_hash(hash)) else { return false };
    let ending = rest.split('#').next().and_then(|rest| rest.strip_prefix('.')).unwrap_or_default();
    (2..=4).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

impl<'a> MediaSource<'a> {
    /// The source for a field that can only have bytes: base64, or a file name that `extract-media` wrote there.
    #[must_use]
    pub fn of_bytes(text: Text<'a>) -> Self {
        if is_extracted(&text) { Self::Url(text) } else { Self::Base64(text) }
    }
}

impl MediaSource<'_> {
    /// The URL, base64, path or id.
    #[must_use]
    pub fn text(&self) -> &Text<'_> {
        match self {
            Self::Url(text) | Self::Base64(text) | Self::File(text) | Self::Plain(text) => text,
            Self::Remote { id, .. } => id,
        }
    }
}

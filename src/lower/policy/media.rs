//! The rules of a target for media files. A file of a kind without a row is rejected, with advice, or dropped if the
//! target accepts no files of that kind.

use crate::json::Text;
use crate::lower::media_type::is_private_place;
use crate::model::{MediaKind, Role};

/// The rules of a target for media files.
#[derive(Clone, Copy, Debug)]
pub struct MediaRules {
    /// The files that are accepted, and their sources: `(Image, &["url", "base64"])`. Sources: `url`, `base64`, `file`,
    /// `remote`, `plain`.
    pub sources: &'static [(MediaKind, &'static [&'static str])],
    /// Media types, and the kind they are written as: `("image/png", Image)`.
    pub types: &'static [&'static [(&'static str, MediaKind)]],
    /// The media types that bytes may have.
    pub bytes: ByteTypes,
    /// The same in words: `PNG, JPEG, GIF and WebP images, PDF and plain text`.
    pub words: &'static str,
    /// Files that are not in the output as bytes.
    pub references: MediaReferences,
    /// Plain text documents.
    pub plain: PlainText,
    /// Kinds that may be in a message of this role. Results have another rule.
    pub place: fn(&Role<'_>, MediaKind) -> bool,
    /// Names, levels of detail and extra fields of files.
    pub properties: MediaProperties,
    /// Files that are rejected instead of dropped.
    pub refused: RefusedMedia,
    /// Limits of the size and number of files of a kind.
    pub limits: Option<fn(MediaKind) -> MediaLimits>,
    /// Bytes of types without a row are accepted as documents, if their kind is accepted; files that are declared as
    /// documents stay documents, whatever their type.
    pub any_document: bool,
    /// Files of these kinds are dropped if they have no valid form; files of other kinds are rejected.
    pub dropped: &'static [MediaKind],
}

/// The rules for files that are not in the output as bytes: at a URL, uploaded to a service, or next to the
/// conversation.
#[derive(Clone, Copy, Debug)]
pub struct MediaReferences {
    /// Kinds that are accepted by URL, and the schemes: `(Image, &["https://"])`. An empty list: all URLs except those
    /// that only one service can open. `*`: all.
    pub urls: &'static [(MediaKind, &'static [&'static str])],
    /// Whether models can fetch a URL, apart from its scheme.
    pub url_fit: fn(&str) -> UrlFit,
    /// Media types next to references.
    pub media_type: UrlType,
    /// Services whose uploaded files can be referenced by id. `*`: any.
    pub services: &'static [&'static str],
    /// Paths of files next to the conversation are kept.
    pub paths: bool,
}

/// The properties of media files that are written.
#[derive(Clone, Copy, Debug)]
pub struct MediaProperties {
    /// Names of files, by the kind that is written; the flag is true if the bytes are in the output.
    pub name: fn(MediaKind, bool, &str) -> bool,
    /// Documents without such a name whose bytes are in the output.
    pub unnamed: UnnamedDocuments,
    /// Levels of detail, by the kind that is written.
    pub detail: fn(MediaKind, &str) -> bool,
    /// Extra fields of media files are dropped, even those of the target's format.
    pub drops_fields: bool,
}

/// The media types that bytes may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteTypes {
    /// Those of [`MediaRules::types`].
    Listed,
    /// The same, written as declared, in any spelling and with parameters.
    Declared,
    /// Any, as declared.
    Any,
    /// Any or none, even if the type of the bytes is unknown: the program decodes them.
    AnyOrNone,
    /// None is written: the target detects the image type from the bytes. It accepts no links.
    Unsaid,
}

/// Documents without a name.
#[derive(Clone, Copy, Debug)]
pub enum UnnamedDocuments {
    /// They have no name.
    Kept,
    /// They get a name: `document-1.pdf`.
    Numbered,
    /// All documents have a unique name of certain characters; [`MediaProperties::name`] does not apply to them.
    Ruled(FileNames),
}

/// Whether models can fetch a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrlFit {
    /// They can.
    Good,
    /// Only some of them can, which is reported.
    Doubtful,
    /// They cannot: the target does not support the URL.
    Bad,
}

/// Unsupported files that are rejected; others are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusedMedia {
    /// All are dropped.
    Nothing,
    /// Files uploaded to other services.
    Remote,
    /// Files of unsupported kinds.
    Kinds,
    /// Both.
    KindsAndRemote,
    /// Files that are supported elsewhere, but not where [`MediaRules::place`] excludes them.
    Misplaced,
}

impl RefusedMedia {
    /// True if files of unsupported kinds are rejected.
    pub(crate) const fn has_kinds(self) -> bool {
        matches!(self, Self::Kinds | Self::KindsAndRemote)
    }

    /// True if files uploaded to other services are rejected.
    pub(crate) const fn has_remote(self) -> bool {
        matches!(self, Self::Remote | Self::KindsAndRemote)
    }
}

/// The limits of files of one kind.
#[derive(Clone, Copy, Debug)]
pub struct MediaLimits {
    /// The maximum size of a file, in bytes.
    pub bytes: usize,
    /// The maximum number of files in a turn of the user.
    pub per_turn: usize,
    /// They need a text in the same turn.
    pub needs_text: bool,
}

/// Media types of files that are not in the output as bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrlType {
    /// They are not written.
    Drop,
    /// They are written unchanged, if there are any.
    Keep,
    /// One of [`MediaRules::types`] is written: as declared, or by the extension in the URL.
    Needed,
}

/// What happens to plain-text documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainText {
    /// They are kept, and base64 of a text type becomes plain text.
    Keep,
    /// They are kept, as one of [`MediaRules::types`]. Other text types become `text/plain`, in base64 too.
    Typed,
    /// They are encoded as base64.
    Encode,
    /// Dropped.
    Drop,
    /// They become texts of the message, which is reported.
    Text,
}

impl MediaRules {
    /// Accepts nothing.
    pub const NONE: Self = Self {
        sources: &[],
        types: &[],
        bytes: ByteTypes::Listed,
        words: "no media files",
        references: MediaReferences::NONE,
        plain: PlainText::Drop,
        place: |role, _| matches!(role, Role::User),
        properties: MediaProperties::NONE,
        refused: RefusedMedia::Nothing,
        limits: None,
        any_document: false,
        dropped: &[],
    };
}

impl MediaReferences {
    /// Accepts none.
    pub const NONE: Self =
        Self { urls: &[], url_fit: |_| UrlFit::Good, media_type: UrlType::Drop, services: &[], paths: false };

    /// True if files of this kind may be at such a URL.
    pub(crate) fn takes_url(&self, kind: MediaKind, url: &Text<'_>) -> bool {
        let text = url.decode();
        // If a type is written next to the URL, it determines the kind.
        let is_row = |known: MediaKind| known == kind || self.media_type == UrlType::Needed;
        let mut schemes = self.urls.iter().filter(|(known, _)| is_row(*known)).flat_map(|(_, schemes)| *schemes);
        let is_taken = schemes.any(|scheme| match *scheme {
            "*" => true,
            "" => !is_private_place(url),
            scheme => text.starts_with(scheme),
        });
        is_taken && (self.url_fit)(&text) != UrlFit::Bad
    }
}

impl MediaProperties {
    /// Names and levels of detail are dropped.
    pub const NONE: Self =
        Self { name: |_, _, _| false, unnamed: UnnamedDocuments::Kept, detail: |_, _| false, drops_fields: false };
}

/// The images that browsers show, for [`MediaRules::types`].
pub const WEB_IMAGES: &[(&str, MediaKind)] = &[
    ("image/png", MediaKind::Image),
    ("image/jpeg", MediaKind::Image),
    ("image/gif", MediaKind::Image),
    ("image/webp", MediaKind::Image),
];

/// The sources of files on the web, for [`MediaReferences::urls`].
pub const WEB_URLS: &[&str] = &["https://", "http://", "data:"];

/// False for a data URL that is not base64, which services reject.
#[must_use]
pub fn is_web_url(url: &str) -> bool {
    let head = url.strip_prefix("data:").and_then(|rest| rest.split_once(',')).map(|(head, _)| head);
    !url.starts_with("data:") || head.is_some_and(|head| head.ends_with(";base64"))
}

/// The same, for [`MediaReferences::url_fit`].
#[must_use]
pub fn web_url_fit(url: &str) -> UrlFit {
    if is_web_url(url) { UrlFit::Good } else { UrlFit::Bad }
}

/// The usual spelling of media types that have several.
const ALIASES: &[(&str, &str)] = &[
    ("image/jpg", "image/jpeg"),
    ("image/pjpeg", "image/jpeg"),
    ("application/x-pdf", "application/pdf"),
    ("text/x-markdown", "text/markdown"),
    ("audio/x-mp3", "audio/mp3"),
    ("audio/mpeg3", "audio/mp3"),
    ("audio/x-wav", "audio/wav"),
    ("audio/wave", "audio/wav"),
    ("audio/vnd.wave", "audio/wav"),
    ("audio/x-flac", "audio/flac"),
    ("audio/m4a", "audio/x-m4a"),
];

impl MediaRules {
    /// True if bytes that are not valid base64 are rejected: the target decodes or counts them.
    pub(crate) fn decodes_bytes(&self) -> bool {
        self.bytes == ByteTypes::AnyOrNone || self.limits.is_some()
    }

    /// The entry of [`MediaRules::types`] for a media type, and the kind that it is written as.
    pub(crate) fn listed(&self, media_type: &str) -> Option<(&'static str, MediaKind)> {
        let find = |wanted: &str| self.types.iter().copied().flatten().find(|(known, _)| *known == wanted).copied();
        let usual = || ALIASES.iter().find(|(other, _)| *other == media_type).and_then(|(_, usual)| find(usual));
        let text = || (self.plain == PlainText::Typed && media_type.starts_with("text/")).then(|| find("text/plain"));
        find(media_type).or_else(usual).or_else(|| text().flatten())
    }

    /// The media type and the kind of bytes of this type in the output. `is_taken`: the target accepts media files of
    /// its kind.
    pub(crate) fn written_as<'c>(&self, found: &str, kind: MediaKind, is_taken: bool) -> Option<(Text<'c>, MediaKind)> {
        let row = self.listed(found);
        let is_document = match MediaKind::of(found) {
            MediaKind::Document => row.is_none() || kind == MediaKind::Document,
            MediaKind::Image => kind == MediaKind::Document,
            MediaKind::Audio | MediaKind::Video | MediaKind::Unknown => false,
        };
        if self.any_document && is_document && is_taken {
            let usual = ALIASES.iter().find(|(other, _)| *other == found).map_or(found, |(_, usual)| usual);
            return Some((Text::owned(usual), MediaKind::Document));
        }
        row.map(|(known, kind)| (Text::Token(known), kind))
    }
}

/// The rule for names of documents.
#[derive(Clone, Copy, Debug)]
pub struct FileNames {
    /// The ASCII characters that are allowed in a name. Spaces must be single, and not at its ends.
    pub is_good: fn(char) -> bool,
    /// The maximum length of a name, in bytes.
    pub limit: usize,
}

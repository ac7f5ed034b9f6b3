//! Media files: where they may be, in which form they are written, and which facts about them are kept.
//!
//! A [`Media`] is the table of a target: which media types it takes as bytes, which kinds by URL, what happens to plain
//! text. What is in no row is refused with a way out, or dropped where the target takes no such kind at all.

use base64::Engine as _;

use super::Lowering;
use super::media_type::found_type;
use super::outline::{FileSource, MediaBlock};
use crate::json::Text;
use crate::model::{Media as Part, MediaKind, MediaSource, Role};
use crate::report::{Refused, loss};

/// What a target does with media files.
#[derive(Clone, Copy, Debug)]
pub struct Media {
    /// Media types that are taken as bytes, and the kind they are written as: `("image/png", Image)`.
    pub types: &'static [(&'static str, MediaKind)],
    /// The same in words: `PNG, JPEG, GIF and WebP images, PDF and plain text`.
    pub words: &'static str,
    /// Kinds that are taken by URL, and the schemes: `(Image, &["https://"])`.
    pub urls: &'static [(MediaKind, &'static [&'static str])],
    /// Plain text documents.
    pub plain: PlainText,
    /// Services whose uploaded files may be named by their id.
    pub services: &'static [&'static str],
    /// Paths of files beside the conversation are kept.
    pub paths: bool,
    /// Kinds that may be in a message of this role. Results have a rule of their own.
    pub place: fn(&Role<'_>, MediaKind) -> bool,
    /// Names of files, by the kind that is written.
    pub name: fn(MediaKind, &str) -> bool,
    /// Levels of detail, by the kind that is written.
    pub detail: fn(MediaKind, &str) -> bool,
    /// The media type is written for files that are not in the output as bytes.
    pub url_type: bool,
}

/// What happens to documents of plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainText {
    /// They stay, and base64 of a text type becomes plain text.
    Keep,
    /// Dropped.
    Drop,
}

impl Media {
    /// Takes nothing.
    pub const NONE: Self = Self {
        types: &[],
        words: "no media files",
        urls: &[],
        plain: PlainText::Drop,
        services: &[],
        paths: false,
        place: |role, _| matches!(role, Role::User),
        name: |_, _| false,
        detail: |_, _| false,
        url_type: false,
    };
}

/// The usual spelling of media types that have several.
const ALIASES: &[(&str, &str)] =
    &[("image/jpg", "image/jpeg"), ("image/pjpeg", "image/jpeg"), ("application/x-pdf", "application/pdf")];

type Found<'c> = Option<(MediaKind, FileSource<'c>, Option<Text<'c>>)>;

impl<'c> Lowering<'c, '_> {
    /// A media file of a message. `None` if it is dropped, which is reported.
    pub(super) fn media(&mut self, media: &'c Part<'c>, role: &Role<'_>) -> Result<Option<MediaBlock<'c>>, Refused> {
        if !(self.policy.files.place)(role, media.kind) {
            let (kind, role) = (media.kind.name(), role.name());
            self.report.add(&loss::MEDIA, media.at, || format!("{kind} in a message of role {role} is dropped"));
            return Ok(self.drop_file(media));
        }
        self.file(media)
    }

    /// The form in which a media file is written; `None` if it is dropped, which is reported.
    pub(super) fn file(&mut self, media: &'c Part<'c>) -> Result<Option<MediaBlock<'c>>, Refused> {
        let Some((kind, source, media_type)) = self.source(media)? else { return Ok(self.drop_file(media)) };
        let policy = &self.policy.files;
        let keep = |fact: &'c Option<Text<'c>>, is_kept: fn(MediaKind, &str) -> bool| {
            fact.as_ref().map(|text| (text, is_kept(kind, &text.decode())))
        };
        let mut kept = [None, None];
        for (slot, fact) in
            kept.iter_mut().zip([keep(&media.file_name, policy.name), keep(&media.detail, policy.detail)])
        {
            match fact {
                Some((text, true)) => *slot = Some(text.borrow()),
                Some((text, false)) => self.report.add(&loss::MEDIA_FACT, media.at, || {
                    format!("the property `{}` of a media file is dropped", text.show())
                }),
                None => {}
            }
        }
        let [name, detail] = kept;
        let mark = self.mark(media.cache.as_deref());
        Ok(Some(MediaBlock { media, kind, source, media_type, name, detail, mark }))
    }

    fn source(&mut self, media: &'c Part<'c>) -> Result<Found<'c>, Refused> {
        let policy = &self.policy.files;
        let name = self.policy.name;
        match &media.source {
            MediaSource::Plain(text) if policy.plain == PlainText::Keep => {
                self.change_type(media, "text/plain");
                Ok(Some((MediaKind::Document, FileSource::Plain(text.borrow()), None)))
            }
            _ if !self.takes(media.kind) => Ok(self.drop_kind(media)),
            MediaSource::Plain(_) => Ok(self.drop_kind(media)),
            MediaSource::Base64(data) => self.bytes(media, data),
            MediaSource::Url(url) => {
                let kind = kind_of(media);
                let schemes = policy.urls.iter().filter(|(known, _)| *known == kind).flat_map(|(_, schemes)| *schemes);
                let text = url.decode();
                let is_taken = schemes.into_iter().any(|scheme| text.starts_with(scheme));
                if !is_taken {
                    let schemes: Vec<&str> =
                        policy.urls.iter().flat_map(|(_, schemes)| schemes.iter().copied()).collect();
                    let is_scheme = schemes.iter().any(|scheme| text.starts_with(scheme));
                    return self.refuse_file(media, || match (kind, is_scheme) {
                        (MediaKind::Unknown, true) => {
                            format!("{name} takes no URL of a media file that may be anything; embed it as base64 first (--inline-media)")
                        }
                        _ => format!("{name} takes no such URL for {}; embed it as base64 first (--inline-media)", media.kind.name()),
                    });
                }
                let media_type = self.type_beside(media);
                Ok(Some((kind, FileSource::Url(url.borrow()), media_type)))
            }
            MediaSource::Remote { service, id } if policy.services.contains(service) => {
                let media_type = self.type_beside(media);
                Ok(Some((kind_of(media), FileSource::Remote(id.borrow()), media_type)))
            }
            MediaSource::Remote { service, .. } => {
                self.report
                    .add(&loss::MEDIA, media.at, || format!("a file uploaded to {service} means nothing to {name}"));
                Ok(None)
            }
            MediaSource::File(path) if policy.paths => {
                let media_type = self.type_beside(media);
                Ok(Some((kind_of(media), FileSource::File(path.borrow()), media_type)))
            }
            MediaSource::File(_) => self.refuse_file(media, || {
                format!("{name} takes no paths of local files; embed them as base64 first (--inline-media)")
            }),
        }
    }

    /// The target takes media files of this kind in some form.
    fn takes(&self, kind: MediaKind) -> bool {
        kind == MediaKind::Unknown || self.policy.media.iter().any(|(known, _)| *known == kind)
    }

    fn bytes(&mut self, media: &'c Part<'c>, data: &'c Text<'c>) -> Result<Found<'c>, Refused> {
        let policy = &self.policy.files;
        let Some((found, is_found)) = found_type(media) else {
            return self.refuse_file(media, || {
                "the media file has no media type and its bytes are of no known kind".to_owned()
            });
        };
        let canonical = ALIASES.iter().find(|(other, _)| *other == found).map_or(found.as_ref(), |(_, usual)| usual);
        if let Some((known, kind)) = policy.types.iter().find(|(known, _)| *known == canonical) {
            if is_found {
                self.report.add(&loss::MADE_MEDIA_TYPE, media.at, || {
                    format!("the media type {found} was found from the bytes")
                });
            }
            // As it was spelled, where it is exactly the type.
            let declared = media.media_type.as_ref().filter(|declared| declared.is(known));
            let media_type = declared.map_or(Text::Token(known), Text::borrow);
            self.change_type(media, known);
            return Ok(Some((*kind, FileSource::Base64(data.borrow()), Some(media_type))));
        }
        if !self.takes(MediaKind::of(canonical)) {
            return Ok(self.drop_kind(media));
        }
        if policy.plain == PlainText::Keep
            && canonical.starts_with("text/")
            && let Some(text) = decode_text(data)
        {
            self.change_type(media, "text/plain");
            return Ok(Some((MediaKind::Document, FileSource::Plain(Text::Owned(text)), None)));
        }
        let (name, words) = (self.policy.name, policy.words);
        self.refuse_file(media, || format!("{name} takes {words}, not {found}"))
    }

    /// The declared media type is not exactly what is written.
    fn change_type(&mut self, media: &Part<'_>, written: &str) {
        if let Some(declared) = media.media_type.as_ref().filter(|declared| !declared.is(written)) {
            self.report
                .add(&loss::MEDIA_FACT, media.at, || format!("the media type `{}` became {written}", declared.show()));
        }
    }

    /// The media type of a file that is not in the output as bytes.
    fn type_beside(&mut self, media: &'c Part<'c>) -> Option<Text<'c>> {
        let declared = media.media_type.as_ref()?;
        if self.policy.files.url_type {
            return Some(declared.borrow());
        }
        self.report.add(&loss::MEDIA_FACT, media.at, || format!("the media type `{}` is dropped", declared.show()));
        None
    }

    fn drop_kind(&mut self, media: &Part<'_>) -> Found<'c> {
        let (kind, name) = (media.kind.name(), self.policy.name);
        self.report.add(&loss::MEDIA, media.at, || format!("{kind} is dropped: {name} takes none"));
        None
    }

    /// Refused, or dropped with `--lossy`.
    fn refuse_file(&mut self, media: &Part<'_>, why: impl FnOnce() -> String) -> Result<Found<'c>, Refused> {
        self.cannot_hold(&loss::MEDIA, media.at, why).map(|()| None)
    }

    /// What hangs on a media file that is dropped.
    fn drop_file(&mut self, media: &'c Part<'c>) -> Option<MediaBlock<'c>> {
        self.drop_mark(media.cache.as_deref());
        self.drop_own(&media.extras);
        None
    }
}

/// The kind of a file whose bytes are elsewhere: as declared, or as its media type says.
fn kind_of(media: &Part<'_>) -> MediaKind {
    let of_type = media.media_type.as_ref().map(|declared| MediaKind::of(&declared.decode()));
    match of_type {
        Some(MediaKind::Image) => MediaKind::Image,
        Some(found) if media.kind == MediaKind::Unknown => found,
        _ => media.kind,
    }
}

fn decode_text(data: &Text<'_>) -> Option<String> {
    let bytes = base64::engine::general_purpose::STANDARD.decode(data.decode().as_bytes()).ok()?;
    String::from_utf8(bytes).ok()
}

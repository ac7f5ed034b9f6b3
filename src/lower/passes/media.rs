//! Media files: their places, the forms in which they are written, and the facts about them that are kept.
//!
//! A [`MediaRules`](crate::lower::policy::MediaRules) is the table of a target: which media types it takes as bytes, which kinds by URL, what happens to plain
//! text. Files in no row are rejected with advice, or dropped if the target rejects the kind.

use std::borrow::Cow;

use base64::Engine as _;

use crate::json::Text;
use crate::lower::context::Lowering;
use crate::lower::media_type::{found_type, plain_type};
use crate::lower::outline::{Block, FileSource, MediaBlock};
use crate::lower::policy::{ByteTypes, PlainText, RefusedMedia, ResultMedia, UnnamedDocuments, UrlFit, UrlType};
use crate::model::{Media as Part, MediaKind, MediaSource, Role};
use crate::report::{Refused, loss};
use crate::rule::sniff;
use crate::statements::media_type;

pub(super) type FoundMedia<'c> = Option<(MediaKind, FileSource<'c>, Option<Text<'c>>)>;

impl<'c> Lowering<'c, '_> {
    /// A media file of a message. `None` if it is dropped, which is reported.
    pub(super) fn media(&mut self, media: &'c Part<'c>, role: &Role<'_>) -> Result<Option<Block<'c>>, Refused> {
        if !(self.policy.media.place)(role, media.kind) {
            let (kind, role) = (media.kind.name(), role.name());
            let is_elsewhere = self.takes(media.kind) && !matches!(media.source, MediaSource::Remote { .. });
            if self.policy.media.refused == RefusedMedia::Misplaced && is_elsewhere {
                let name = self.policy.name;
                let why = || format!("{name} does not accept {kind} in a message of role {role}");
                self.cannot_hold(&loss::MEDIA, media.at, why)?;
            } else {
                self.report.add(&loss::MEDIA, media.at, || format!("{kind} in a message of role {role} is dropped"));
            }
            self.drop_file(media);
            return Ok(None);
        }
        self.file(media, false)
    }

    /// The form in which a media file is written; `None` if it is dropped, which is reported.
    pub(super) fn file(&mut self, media: &'c Part<'c>, in_result: bool) -> Result<Option<Block<'c>>, Refused> {
        if in_result && self.policy.tools.results.media == ResultMedia::Drop {
            let kind = media.kind.name();
            self.report.add(&loss::MEDIA, media.at, || format!("{kind} in a tool result is dropped"));
            self.drop_file(media);
            return Ok(None);
        }
        if let (MediaSource::Plain(text), PlainText::Text) = (&media.source, self.policy.media.plain) {
            return Ok(Some(self.document_text(media, text)));
        }
        let Some((kind, source, media_type)) = self.source(media, in_result)? else {
            self.drop_file(media);
            return Ok(None);
        };
        let policy = &self.policy.media;
        let is_inside = match &source {
            FileSource::Base64(_) | FileSource::Plain(_) => true,
            FileSource::Url(url) => url.decode().starts_with("data:"),
            FileSource::Remote(_) | FileSource::File(_) => false,
        };
        let is_named = |name: &str| (policy.properties.name)(kind, is_inside, name);
        let mut name = match &policy.properties.unnamed {
            UnnamedDocuments::Ruled(rule) if kind == MediaKind::Document => Some(self.file_name(rule, media)),
            UnnamedDocuments::Ruled(_) | UnnamedDocuments::Kept | UnnamedDocuments::Numbered => {
                self.media_fact(media, media.file_name.as_ref(), is_named)
            }
        };
        let detail = self.media_fact(media, media.detail.as_ref(), |detail| (policy.properties.detail)(kind, detail));
        if kind == MediaKind::Document {
            self.given.documents += 1;
            let is_numbered = matches!(policy.properties.unnamed, UnnamedDocuments::Numbered);
            if is_numbered && is_inside && name.as_ref().is_none_or(Text::is_empty) {
                name = Some(self.made_name(media));
            }
        }
        let mark = self.mark(media.cache.as_deref());
        Ok(Some(Block::Media(Box::new(MediaBlock { media, kind, source, media_type, name, detail, mark }))))
    }

    fn media_fact(
        &mut self,
        media: &Part<'_>,
        fact: Option<&'c Text<'c>>,
        is_kept: impl Fn(&str) -> bool,
    ) -> Option<Text<'c>> {
        let fact = fact?;
        if is_kept(&fact.decode()) {
            return Some(fact.borrow());
        }
        self.report
            .add(&loss::MEDIA_FACT, media.at, || format!("the property `{}` of a media file is dropped", fact.show()));
        None
    }

    fn source(&mut self, media: &'c Part<'c>, in_result: bool) -> Result<FoundMedia<'c>, Refused> {
        let policy = &self.policy.media;
        let (name, all) = (self.policy.name, self.policy);
        match &media.source {
            MediaSource::Base64(data) if policy.bytes == ByteTypes::Unsaid => self.bare_image(media, data),
            _ if policy.bytes == ByteTypes::Unsaid => self.refuse_file(media, || {
                format!(
                    "{name} does not accept links to {}; embed it as base64 first (--inline-media)",
                    media.kind.name()
                )
            }),
            MediaSource::Plain(text) if policy.plain == PlainText::Encode => Ok(Some(self.encode(media, text))),
            MediaSource::Plain(text) if policy.plain != PlainText::Drop => {
                let declared = media.media_type.as_ref().map(plain_type);
                let listed = declared.filter(|_| policy.plain == PlainText::Typed).and_then(|it| policy.listed(&it));
                if !self.fits_result(media, MediaKind::Document, in_result) {
                    return Ok(None);
                }
                // Plain text is a document. Its declared type does not matter.
                let listed = listed.filter(|(_, kind)| *kind == MediaKind::Document).map(|(listed, _)| listed);
                let written = listed.unwrap_or("text/plain");
                self.change_type(media, written);
                Ok(Some((MediaKind::Document, FileSource::Plain(text.borrow()), Some(Text::Token(written)))))
            }
            _ if !self.takes(media.kind) => self.drop_kind(media),
            MediaSource::Plain(_) => self.drop_kind(media),
            MediaSource::Base64(data) => self.bytes(media, data, in_result),
            MediaSource::Url(url) if policy.references.media_type == UrlType::Needed => {
                self.typed_url(media, url, in_result)
            }
            MediaSource::Url(url) => {
                let kind = kind_of(media);
                if !policy.references.takes_url(kind, url) {
                    return self.other_url(media, kind, url, in_result);
                }
                if (policy.references.url_fit)(&url.decode()) == UrlFit::Doubtful {
                    self.report
                        .add(&loss::URL_AS_FILE, media.at, || "not all models fetch the URL of a file".to_owned());
                }
                let media_type = self.type_beside(media);
                Ok(Some((kind, FileSource::Url(url.borrow()), media_type)))
            }
            MediaSource::Remote { service, id }
                if (policy.references.services.contains(service) && self.takes_remote(media.kind))
                    || policy.references.services.contains(&"*") =>
            {
                let media_type = self.type_beside(media);
                Ok(Some((kind_of(media), FileSource::Remote(id.borrow()), media_type)))
            }
            MediaSource::Remote { service, .. } => {
                let why = || format!("{name} does not accept the id of a file uploaded to {service}");
                if policy.refused.has_remote() {
                    return self.refuse_file(media, why);
                }
                self.report.add(&loss::MEDIA, media.at, why);
                Ok(None)
            }
            MediaSource::File(path) if policy.references.paths && policy.references.media_type == UrlType::Needed => {
                self.typed_url(media, path, in_result)
            }
            MediaSource::File(path) if policy.references.paths => {
                let media_type = self.type_beside(media);
                Ok(Some((kind_of(media), FileSource::File(path.borrow()), media_type)))
            }
            MediaSource::File(_) => self.refuse_file(media, || {
                format!("{name} does not accept paths of local files{}", all.way_out(media.kind))
            }),
        }
    }

    /// False if results cannot contain such files, which is reported.
    pub(super) fn fits_result(&mut self, media: &Part<'_>, kind: MediaKind, in_result: bool) -> bool {
        let ResultMedia::Only(kinds) = self.policy.tools.results.media else { return true };
        let is_taken = !in_result || kinds.contains(&kind);
        if !is_taken {
            let (kind, name) = (kind.name(), self.policy.name);
            self.report.add(&loss::MEDIA, media.at, || {
                format!("{kind} in a tool result is dropped: {name} does not accept any there")
            });
        }
        is_taken
    }

    /// The target accepts media files of this kind in some form.
    pub(super) fn takes(&self, kind: MediaKind) -> bool {
        let taken = self.policy.media.sources;
        (kind == MediaKind::Unknown && !taken.is_empty()) || taken.iter().any(|(known, _)| *known == kind)
    }

    /// Uploaded files of this kind can be referenced by id.
    fn takes_remote(&self, kind: MediaKind) -> bool {
        let is_taken = |(known, sources): &(MediaKind, &[&str])| *known == kind && sources.contains(&"remote");
        kind == MediaKind::Unknown || self.policy.media.sources.iter().any(is_taken)
    }

    fn bytes(&mut self, media: &'c Part<'c>, data: &'c Text<'c>, in_result: bool) -> Result<FoundMedia<'c>, Refused> {
        if self.message.is_stored {
            let media_type = media.media_type.as_ref().map(Text::borrow);
            return Ok(Some((media.kind, FileSource::Base64(data.borrow()), media_type)));
        }
        let policy = &self.policy.media;
        let Some((found, is_found)) = found_type(media) else {
            return if policy.bytes == ByteTypes::AnyOrNone {
                self.untyped(media, data)
            } else {
                self.refuse_untyped(media)
            };
        };
        if matches!(policy.bytes, ByteTypes::Any | ByteTypes::AnyOrNone) {
            if let Some(problem) = policy.decodes_bytes().then(|| sniff::base64_problem(&data.decode())).flatten() {
                return self.refuse_file(media, || format!("the bytes are not valid base64: {problem}"));
            }
            if is_found {
                self.report_found(media, &found);
            }
            let kind = if media.kind == MediaKind::Unknown { MediaKind::of(&found) } else { media.kind };
            let declared = media.media_type.as_ref().filter(|_| !is_found).map(Text::borrow);
            let media_type = declared.unwrap_or_else(|| Text::owned(found));
            return Ok(Some((kind, FileSource::Base64(data.borrow()), Some(media_type))));
        }
        let (found, is_found) = match misnamed(data, &found) {
            Some(real) => (Cow::Borrowed(real), is_found),
            None => (found, is_found),
        };
        let is_taken = self.takes(MediaKind::of(&found));
        if let Some((known, kind)) = policy.written_as(&found, media.kind, is_taken) {
            if !self.fits_result(media, kind, in_result) {
                return Ok(None);
            }
            if let Some(problem) = policy.decodes_bytes().then(|| sniff::base64_problem(&data.decode())).flatten() {
                return self.refuse_file(media, || format!("the bytes are not valid base64: {problem}"));
            }
            if let Some(why) = self.too_large(kind, data) {
                return self.refuse_file(media, || why);
            }
            if is_found {
                self.report_found(media, &found);
            }
            if policy.bytes == ByteTypes::Declared {
                let declared = media.media_type.as_ref().filter(|declared| !is_found && plain_type(declared) == found);
                if declared.is_none() {
                    self.change_type(media, &found);
                }
                let media_type = declared.map_or_else(|| Text::owned(found), Text::borrow);
                return Ok(Some((kind, FileSource::Base64(data.borrow()), Some(media_type))));
            }
            // In its source spelling, if it is exactly the type.
            let declared = media.media_type.as_ref().filter(|declared| declared.is(&known.decode()));
            self.change_type(media, &known.decode());
            let media_type = declared.map_or(known, Text::borrow);
            return Ok(Some((kind, FileSource::Base64(data.borrow()), Some(media_type))));
        }
        if !is_taken {
            return self.drop_kind(media);
        }
        if policy.plain == PlainText::Keep
            && found.starts_with("text/")
            && let Some(text) = decode_text(data)
        {
            self.change_type(media, "text/plain");
            return Ok(Some((MediaKind::Document, FileSource::Plain(Text::owned(text)), None)));
        }
        self.refuse_type(media, &found)
    }

    /// Bytes of unknown type.
    fn untyped(&mut self, media: &'c Part<'c>, data: &'c Text<'c>) -> Result<FoundMedia<'c>, Refused> {
        if let Some(problem) = sniff::base64_problem(&data.decode()) {
            return self.refuse_file(media, || format!("the bytes are not valid base64: {problem}"));
        }
        Ok(Some((media.kind, FileSource::Base64(data.borrow()), media.media_type.as_ref().map(Text::borrow))))
    }

    pub(super) fn report_found(&mut self, media: &Part<'_>, found: &str) {
        self.report
            .add(&loss::MADE_MEDIA_TYPE, media.at, || format!("the media type {found} was found from the bytes"));
    }

    /// Plain text as bytes.
    fn encode(&mut self, media: &'c Part<'c>, text: &Text<'_>) -> (MediaKind, FileSource<'c>, Option<Text<'c>>) {
        if text.has_half() {
            self.report.add(&loss::SURROGATE, media.at, || {
                "half of a surrogate pair in a text document is replaced".to_owned()
            });
        }
        let data = Text::owned(base64::engine::general_purpose::STANDARD.encode(text.decode().as_bytes()));
        let declared = media.media_type.as_ref().filter(|declared| !declared.is_blank());
        let media_type = declared.map_or(Text::Token("text/plain"), Text::borrow);
        (MediaKind::Document, FileSource::Base64(data), Some(media_type))
    }

    pub(super) fn refuse_untyped(&mut self, media: &Part<'_>) -> Result<FoundMedia<'c>, Refused> {
        let why = || "the media file has no media type and its bytes are of no known kind".to_owned();
        self.cannot_hold(&loss::MEDIA, media.at, why).map(|()| None)
    }

    pub(super) fn refuse_type(&mut self, media: &Part<'_>, found: &str) -> Result<FoundMedia<'c>, Refused> {
        let (name, words) = (self.policy.name, self.policy.media.words);
        self.refuse_file(media, || format!("{name} accepts {words}, not {found}"))
    }

    /// The declared media type is not exactly the written one.
    pub(super) fn change_type(&mut self, media: &Part<'_>, written: &str) {
        if let Some(declared) = media.media_type.as_ref().filter(|declared| !declared.is(written)) {
            self.report.add(&loss::MEDIA_CHANGED, self.conversation.place(declared, media.at), || {
                format!("the media type `{}` became {written}", declared.show())
            });
        }
    }

    /// The media type of a file that is not in the output as bytes.
    fn type_beside(&mut self, media: &'c Part<'c>) -> Option<Text<'c>> {
        let declared = media.media_type.as_ref()?;
        if self.policy.media.references.media_type != UrlType::Drop {
            return Some(declared.borrow());
        }
        // The extension of a file name also contains its type.
        let is_named = |path: &Text<'_>| media_type(&path.decode()).is_some_and(|named| declared.is(named));
        if !matches!(&media.source, MediaSource::File(path) if is_named(path)) {
            self.report.add(&loss::MEDIA_FACT, self.conversation.place(declared, media.at), || {
                format!("the media type `{}` is dropped", declared.show())
            });
        }
        None
    }

    fn drop_kind(&mut self, media: &Part<'_>) -> Result<FoundMedia<'c>, Refused> {
        let (kind, name) = (media.kind.name(), self.policy.name);
        if self.policy.media.refused.has_kinds() {
            return self
                .refuse_file(media, || format!("{name} does not accept media files of this kind, and this is {kind}"));
        }
        self.report.add(&loss::MEDIA, media.at, || format!("{kind} is dropped: {name} does not accept any"));
        Ok(None)
    }

    /// An image without a media type: the target detects the type from the bytes.
    fn bare_image(&mut self, media: &'c Part<'c>, data: &'c Text<'c>) -> Result<FoundMedia<'c>, Refused> {
        let found = found_type(media).map(|(found, _)| MediaKind::of(&found));
        if media.kind != MediaKind::Image && found != Some(MediaKind::Image) {
            return self.drop_kind(media);
        }
        self.type_beside(media);
        Ok(Some((MediaKind::Image, FileSource::Base64(data.borrow()), None)))
    }

    /// Rejected, or dropped with `--lossy`.
    pub(super) fn refuse_file(
        &mut self,
        media: &Part<'_>,
        why: impl FnOnce() -> String,
    ) -> Result<FoundMedia<'c>, Refused> {
        if self.policy.media.dropped.contains(&kind_of(media)) {
            self.report.add(&loss::MEDIA, media.at, why);
            return Ok(None);
        }
        self.cannot_hold(&loss::MEDIA, media.at, why).map(|()| None)
    }

    /// Reports the details of a dropped media file.
    pub(super) fn drop_file(&mut self, media: &Part<'_>) {
        self.drop_mark(media.cache.as_deref());
        self.drop_own(&media.extras);
    }
}

/// The kind of a file whose bytes are elsewhere: as declared, or by its media type.
pub(crate) fn kind_of(media: &Part<'_>) -> MediaKind {
    let of_type = media.media_type.as_ref().map(|declared| MediaKind::of(&declared.decode()));
    match of_type {
        Some(MediaKind::Image) => MediaKind::Image,
        Some(found) if media.kind == MediaKind::Unknown => found,
        _ => media.kind,
    }
}

/// The type of an image by its bytes, if it is declared as another image type: services reject that.
pub(crate) fn misnamed(data: &Text<'_>, declared: &str) -> Option<&'static str> {
    let found = declared.starts_with("image/").then(|| sniff::type_of(data)).flatten()?;
    (found.starts_with("image/") && !sniff::agrees(declared, found)).then_some(found)
}

fn decode_text(data: &Text<'_>) -> Option<String> {
    let bytes = base64::engine::general_purpose::STANDARD.decode(data.decode().as_bytes()).ok()?;
    String::from_utf8(bytes).ok()
}

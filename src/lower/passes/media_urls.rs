//! Media files at URLs.

use std::borrow::Cow;

use super::media::FoundMedia;
use crate::json::Text;
use crate::lower::context::Lowering;
use crate::lower::media_type::{plain_type, type_of_name};
use crate::lower::outline::FileSource;
use crate::model::{Media as Part, MediaKind, MediaSource};
use crate::report::{Refused, loss};
use crate::rule::sniff;
use crate::statements::media_type;

impl<'c> Lowering<'c, '_> {
    /// A file whose URL is replaced by its bytes.
    fn bare_bytes(
        &mut self,
        media: &Part<'_>,
        url: &'c Text<'c>,
        in_result: bool,
    ) -> Option<(MediaKind, FileSource<'c>, Option<Text<'c>>)> {
        let text = url.decode();
        let found = sniff::media_type(&text).filter(|_| sniff::base64_problem(&text).is_none())?;
        let (known, kind) = self.policy.media.written_as(found, media.kind, self.takes(MediaKind::of(found)))?;
        if !self.fits_result(media, kind, in_result) {
            return None;
        }
        self.report_found(media, found);
        Some((kind, FileSource::Base64(url.borrow()), Some(known)))
    }

    /// A URL that the target rejects.
    pub(super) fn other_url(
        &mut self,
        media: &'c Part<'c>,
        kind: MediaKind,
        url: &'c Text<'c>,
        in_result: bool,
    ) -> Result<FoundMedia<'c>, Refused> {
        match self.bare_bytes(media, url, in_result) {
            Some(found) => Ok(Some(found)),
            None => self.refuse_url(media, kind, &url.decode()),
        }
    }

    fn refuse_url(&mut self, media: &Part<'_>, kind: MediaKind, url: &str) -> Result<FoundMedia<'c>, Refused> {
        let (name, policy) = (self.policy.name, self.policy);
        let mut schemes = self.policy.media.references.urls.iter().flat_map(|(_, schemes)| schemes.iter());
        let is_scheme = schemes.any(|scheme| url.starts_with(scheme));
        self.refuse_file(media, || match (kind, is_scheme) {
            (MediaKind::Unknown, true) => {
                format!("{name} does not accept the URL of a media file that may be anything{}", policy.way_out(kind))
            }
            _ => format!("{name} does not accept such a URL for {}{}", media.kind.name(), policy.way_out(kind)),
        })
    }

    /// A URL with its media type next to it.
    pub(super) fn typed_url(
        &mut self,
        media: &'c Part<'c>,
        url: &'c Text<'c>,
        in_result: bool,
    ) -> Result<FoundMedia<'c>, Refused> {
        let policy = &self.policy.media;
        let text = url.decode();
        if !policy.references.takes_url(media.kind, url) {
            return self.other_url(media, media.kind, url, in_result);
        }
        let declared = media.media_type.as_ref().map(|declared| Cow::Owned(plain_type(declared)));
        let Some(found) = declared.or_else(|| type_of_name(&text).map(Cow::Borrowed)) else {
            return self.refuse_untyped(media);
        };
        let Some((written, kind)) = policy.listed(&found) else { return self.refuse_type(media, &found) };
        if !self.fits_result(media, kind, in_result) {
            return Ok(None);
        }
        // The extension of a local file is its type; a URL may return another type.
        let is_usual =
            matches!(media.source, MediaSource::File(_)) && media_type(&text).is_some_and(|it| it == written);
        if media.media_type.is_none() && !is_usual {
            self.report.add(&loss::MADE_MEDIA_TYPE, media.at, || {
                format!("the media type `{written}` is that of the extension of the file")
            });
        }
        self.change_type(media, written);
        Ok(Some((kind, FileSource::Url(url.borrow()), Some(Text::Token(written)))))
    }
}

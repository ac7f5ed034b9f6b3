//! Media files of targets that take bytes of any type.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::Lowering;
use super::media::Found;
use super::outline::FileSource;
use crate::json::Text;
use crate::model::{Media as Part, MediaKind};
use crate::report::{Refused, loss};
use crate::rule::sniff;

impl<'c> Lowering<'c, '_> {
    /// Plain text as base64.
    pub(super) fn encoded(
        &mut self,
        media: &'c Part<'c>,
        text: &Text<'_>,
    ) -> (MediaKind, FileSource<'c>, Option<Text<'c>>) {
        if text.has_half() {
            self.report
                .add(&loss::SURROGATE, media.at, || "half of a surrogate pair in a document is replaced".to_owned());
        }
        let data = STANDARD.encode(text.decode().as_bytes());
        let declared = media.media_type.as_ref().filter(|declared| !declared.is_blank());
        let media_type = declared.map_or(Text::Token("text/plain"), Text::borrow);
        (media.kind, FileSource::Base64(Text::Owned(data)), Some(media_type))
    }

    /// Bytes of any type.
    pub(super) fn any_bytes(&mut self, media: &'c Part<'c>, data: &'c Text<'c>) -> Result<Found<'c>, Refused> {
        if let Some(problem) = sniff::base64_problem(&data.decode()) {
            return self.refuse_file(media, || format!("the bytes are not valid base64: {problem}"));
        }
        let declared = media.media_type.as_ref();
        let is_known = declared.is_some_and(|declared| !declared.is_empty());
        let found = if is_known { None } else { sniff::media_type(&data.decode()) };
        if let Some(found) = found {
            self.report
                .add(&loss::MADE_MEDIA_TYPE, media.at, || format!("the media type {found} was found from the bytes"));
        }
        let media_type = found.map(Text::Token).or_else(|| declared.map(Text::borrow));
        Ok(Some((media.kind, FileSource::Base64(data.borrow()), media_type)))
    }
}

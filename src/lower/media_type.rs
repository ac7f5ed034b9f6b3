//! Media types.

use std::borrow::Cow;

use crate::json::Text;
use crate::model::{Media, MediaSource};
use crate::rule::sniff;

/// The media type without its parameters, lower case: `image/png`.
#[must_use]
pub fn plain_type(media_type: &Text<'_>) -> String {
    media_type.decode().split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// The media type that a medium declares, or else the one its bytes show. The flag says that it was found.
#[must_use]
pub fn found_type(media: &Media<'_>) -> Option<(Cow<'static, str>, bool)> {
    if let Some(declared) = media.media_type.as_ref().map(plain_type).filter(|declared| !declared.is_empty()) {
        return Some((Cow::Owned(declared), false));
    }
    match &media.source {
        MediaSource::Base64(data) => sniff::media_type(&data.decode()).map(|found| (Cow::Borrowed(found), true)),
        MediaSource::Plain(_) => Some((Cow::Borrowed("text/plain"), false)),
        MediaSource::Url(_) | MediaSource::File(_) | MediaSource::Remote { .. } => None,
    }
}

/// Places that only their own service can open: nobody else can fetch from them.
#[must_use]
pub fn is_private_place(url: &Text<'_>) -> bool {
    let url = url.decode();
    ["s3://", "gs://", "file://"].iter().any(|scheme| url.starts_with(scheme))
}

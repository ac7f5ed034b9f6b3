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

/// The media type that a media file declares, or else that of its bytes. The flag is true for the latter.
#[must_use]
pub fn found_type(media: &Media<'_>) -> Option<(Cow<'static, str>, bool)> {
    if let Some(declared) = media.media_type.as_ref().map(plain_type).filter(|declared| !declared.is_empty()) {
        return Some((Cow::Owned(declared), false));
    }
    match &media.source {
        MediaSource::Base64(data) => sniff::type_of(data).map(|found| (Cow::Borrowed(found), true)),
        MediaSource::Plain(_) => Some((Cow::Borrowed("text/plain"), false)),
        MediaSource::Url(_) | MediaSource::File(_) | MediaSource::Remote { .. } => None,
    }
}

/// File name extensions and their media types.
const ENDINGS: &[(&str, &str)] = &[
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("pdf", "application/pdf"),
    ("csv", "text/csv"),
    ("doc", "application/msword"),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("xls", "application/vnd.ms-excel"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("htm", "text/html"),
    ("html", "text/html"),
    ("txt", "text/plain"),
    ("md", "text/markdown"),
    ("mkv", "video/x-matroska"),
    ("mov", "video/quicktime"),
    ("mp4", "video/mp4"),
    ("webm", "video/webm"),
    ("flv", "video/x-flv"),
    ("mpeg", "video/mpeg"),
    ("mpg", "video/mpeg"),
    ("wmv", "video/x-ms-wmv"),
    ("3gp", "video/3gpp"),
    ("mp3", "audio/mp3"),
    ("opus", "audio/opus"),
    ("wav", "audio/wav"),
    ("aac", "audio/aac"),
    ("flac", "audio/flac"),
    ("ogg", "audio/ogg"),
    ("mka", "audio/x-matroska"),
    ("m4a", "audio/x-m4a"),
    ("mpga", "audio/mpeg"),
    ("pcm", "audio/pcm"),
];

/// The media type of the extension of a file name or URL.
#[must_use]
pub fn type_of_name(name: &str) -> Option<&'static str> {
    let (_, end) = name.rsplit('/').next()?.rsplit_once('.')?;
    ENDINGS.iter().find(|(ending, _)| ending.eq_ignore_ascii_case(end)).map(|(_, media_type)| *media_type)
}

/// True for URLs that only one service can open.
#[must_use]
pub fn is_private_place(url: &Text<'_>) -> bool {
    let url = url.decode();
    ["s3://", "gs://", "file://"].iter().any(|scheme| url.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_name_tells_the_type() {
        assert_eq!(type_of_name("s3://b/pics/a.JPG"), Some("image/jpeg"));
        assert_eq!(type_of_name("s3://b.c/pics/a"), None);
    }
}

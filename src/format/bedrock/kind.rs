//! The `format` of a media file and its media type: `md` is `text/markdown`.

use crate::json::Text;
use crate::model::MediaKind;

/// Kind of block, format, media type. Where a media type appears twice, the first format is the one to write.
const TABLE: &[(MediaKind, &str, &str)] = &[
    (MediaKind::Image, "png", "image/png"),
    (MediaKind::Image, "jpeg", "image/jpeg"),
    (MediaKind::Image, "gif", "image/gif"),
    (MediaKind::Image, "webp", "image/webp"),
    (MediaKind::Document, "pdf", "application/pdf"),
    (MediaKind::Document, "csv", "text/csv"),
    (MediaKind::Document, "doc", "application/msword"),
    (MediaKind::Document, "docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    (MediaKind::Document, "xls", "application/vnd.ms-excel"),
    (MediaKind::Document, "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    (MediaKind::Document, "html", "text/html"),
    (MediaKind::Document, "txt", "text/plain"),
    (MediaKind::Document, "md", "text/markdown"),
    (MediaKind::Video, "mkv", "video/x-matroska"),
    (MediaKind::Video, "mov", "video/quicktime"),
    (MediaKind::Video, "mp4", "video/mp4"),
    (MediaKind::Video, "webm", "video/webm"),
    (MediaKind::Video, "flv", "video/x-flv"),
    (MediaKind::Video, "mpeg", "video/mpeg"),
    (MediaKind::Video, "mpg", "video/mpeg"),
    (MediaKind::Video, "wmv", "video/x-ms-wmv"),
    (MediaKind::Video, "three_gp", "video/3gpp"),
    (MediaKind::Audio, "mp3", "audio/mp3"),
    (MediaKind::Audio, "opus", "audio/opus"),
    (MediaKind::Audio, "wav", "audio/wav"),
    (MediaKind::Audio, "aac", "audio/aac"),
    (MediaKind::Audio, "flac", "audio/flac"),
    (MediaKind::Audio, "mp4", "audio/mp4"),
    (MediaKind::Audio, "ogg", "audio/ogg"),
    (MediaKind::Audio, "mkv", "audio/x-matroska"),
    (MediaKind::Audio, "mka", "audio/x-matroska"),
    (MediaKind::Audio, "x-aac", "audio/x-aac"),
    (MediaKind::Audio, "m4a", "audio/x-m4a"),
    (MediaKind::Audio, "mpeg", "audio/mpeg"),
    (MediaKind::Audio, "mpga", "audio/mpeg"),
    (MediaKind::Audio, "pcm", "audio/pcm"),
    (MediaKind::Audio, "webm", "audio/webm"),
];

/// The media types that are taken, and the kinds of them.
#[allow(clippy::indexing_slicing, reason = "the compiler evaluates it")]
pub(super) const TYPES: [(&str, MediaKind); TABLE.len()] = {
    let mut types = [("", MediaKind::Unknown); TABLE.len()];
    let mut rest = TABLE;
    while let [before @ .., (kind, _, media_type)] = rest {
        types[before.len()] = (*media_type, *kind);
        rest = before;
    }
    types
};

/// The key of a block that holds such a media file.
pub(super) fn key_of(kind: MediaKind) -> &'static str {
    match kind {
        MediaKind::Image => "image",
        MediaKind::Audio => "audio",
        MediaKind::Video => "video",
        MediaKind::Document | MediaKind::Unknown => "document",
    }
}

/// The kind of media file that a block with this key holds.
pub(super) fn kind_of(key: &str) -> MediaKind {
    match key {
        "image" => MediaKind::Image,
        "audio" => MediaKind::Audio,
        "video" => MediaKind::Video,
        _ => MediaKind::Document,
    }
}

/// The media type of a format, and whether the media type gives that format back.
pub(in crate::format) fn media_type(kind: MediaKind, format: &Text<'_>) -> Option<(&'static str, bool)> {
    // The service takes a media type for the format, too.
    let is_it =
        |(found, name, media): &&(MediaKind, &str, &str)| *found == kind && (format.is(name) || format.is(media));
    let (_, name, media_type) = TABLE.iter().find(is_it)?;
    if format.is(media_type) {
        return Some((media_type, false));
    }
    let back = TABLE.iter().find(|(_, _, found)| found == media_type);
    Some((media_type, back.is_some_and(|(_, found, _)| found == name)))
}

/// What a `format` may be: the formats of a kind, and their media types.
pub(super) fn words(kind: MediaKind) -> Vec<&'static str> {
    let of_kind = || TABLE.iter().filter(move |(found, ..)| *found == kind);
    let mut words: Vec<_> = of_kind().map(|(_, name, _)| *name).chain(of_kind().map(|(.., media)| *media)).collect();
    let mut seen = std::collections::BTreeSet::new();
    words.retain(|word| seen.insert(*word));
    words
}

/// The formats of a kind, for messages.
pub(super) fn formats(kind: MediaKind) -> String {
    let names: Vec<_> = TABLE.iter().filter(|(found, ..)| *found == kind).map(|(_, name, _)| *name).collect();
    names.join(", ")
}

/// Kind, format and media type of a media type without parameters.
pub(super) fn format_of(media_type: &str) -> Option<(MediaKind, &'static str, &'static str)> {
    TABLE.iter().find(|(_, _, found)| *found == media_type).copied()
}

/// `s3://bucket/key`, with a bucket of 3 to 63 lower-case letters, digits, `.` and `-`.
pub(super) fn is_good_uri(uri: &str) -> bool {
    let Some(rest) = uri.strip_prefix("s3://") else { return false };
    let bucket = rest.split('/').next().unwrap_or_default();
    let is_end = |found: char| found.is_ascii_lowercase() || found.is_ascii_digit();
    (3..=63).contains(&bucket.len())
        && uri.len() <= 1024
        && bucket.chars().all(|found| is_end(found) || matches!(found, '.' | '-'))
        && bucket.starts_with(is_end)
        && bucket.ends_with(is_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_its_media_type() {
        for (kind, format, expected) in TABLE {
            assert_eq!(media_type(*kind, &Text::Token(format)).unwrap().0, *expected);
            assert_eq!(format_of(expected).unwrap().0, *kind, "{expected}");
        }
        assert_eq!(media_type(MediaKind::Video, &Text::Token("mpg")), Some(("video/mpeg", false)));
    }
}

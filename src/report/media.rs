//! `TW910` to `TW919`: codes about media that are downloaded, embedded or extracted.

use super::code::codes;

codes! {
    Rule:
    /// The policy forbids to open it.
    REFUSED "TW910" "media-refused" Error "turnwise may not open the reference to a media file"
        "see `turnwise inline-media --help`: --media-dir for files, --allow-host for hosts that are not public";
    /// It cannot be fetched or read.
    NOT_FETCHED "TW911" "media-not-fetched" Error "a media file cannot be fetched or read"
        "try again later; --cache keeps what was already fetched";
    /// The bytes are of no type that is wanted.
    TYPE_REFUSED "TW912" "media-type-refused" Error "the bytes of a media file have no type that is embedded"
        "--allow-type also embeds audio, video, pdf and text";
    /// It is too large.
    TOO_LARGE "TW913" "media-too-large" Error "a media file exceeds the size limits"
        "--max-item-bytes and --max-total-bytes set the limits";
    /// Bytes cannot be represented.
    NO_PLACE "TW914" "media-has-no-place" Error "the format cannot represent the bytes of this media file"
        "convert to a format that supports embedded files first";
    /// A `data:` URL is damaged.
    ODD_DATA "TW915" "odd-data-url" Warning "a data: URL is damaged, or is not a media file"
        "correct it in the source; it is preserved as it is";
    /// The type that was said is not the one that was found.
    TYPE_DIFFERS "TW916" "media-type-differs" Warning "a media file does not have the declared type; the detected type is written"
        "check the media file";
    /// Larger than pictures usually are.
    HUGE "TW917" "media-huge" Warning "an image has more than 16384 pixels on a side"
        "scale it down: most programs do not open it";
    /// Bytes that cannot come back as they are.
    LEFT "TW918" "media-left" Note "the bytes of a media file are not extracted, because restoring them exactly is impossible"
        "nothing to do: nothing is lost";
    /// A format that holds bytes alone.
    NO_REFERENCE "TW919" "no-place-for-reference" Note "the bytes of a media file are in a place where only a reference is allowed; they were not extracted"
        "convert to a format that supports embedded files first";
}

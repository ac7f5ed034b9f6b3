//! `TW910` to `TW919`: what is said about media that are fetched, embedded or taken out.

use super::code::codes;

codes! {
    Rule:
    /// The policy forbids to open it.
    REFUSED "TW910" "media-refused" Error "a reference to a media file is not allowed to be opened"
        "see `turnwise inline-media --help`: --media-root for files, --allow-host for hosts that are not public";
    /// It cannot be fetched or read.
    NOT_FETCHED "TW911" "media-not-fetched" Error "a media file cannot be fetched or read"
        "try again later; --cache keeps what was fetched so far";
    /// The bytes are of no type that is wanted.
    TYPE_REFUSED "TW912" "media-type-refused" Error "the bytes of a media file are of no type that is embedded"
        "--allow-type embeds audio, video, pdf and text too";
    /// It is too large.
    TOO_LARGE "TW913" "media-too-large" Error "a media file is larger than the limits allow"
        "--max-item-bytes and --max-total-bytes set the limits";
    /// There is no place for bytes.
    NO_PLACE "TW914" "media-has-no-place" Error "the format has no place for the bytes of this media file"
        "convert to a format that holds bytes first";
    /// A `data:` URL is damaged.
    ODD_DATA "TW915" "odd-data-url" Warning "a data: URL is damaged, or holds no media file"
        "it is kept as it is; nothing is fetched for it";
    /// The type that was said is not the one that was found.
    TYPE_DIFFERS "TW916" "media-type-differs" Warning "a media file is not of the type that was said; the type that was found is written"
        "check the media file";
    /// Larger than pictures usually are.
    HUGE "TW917" "media-huge" Warning "an image has more than 16384 pixels on a side"
        "most programs refuse to open it";
    /// Bytes that cannot come back as they are.
    LEFT "TW918" "media-left" Note "bytes of a media file were left where they are: they cannot be put back just as they are"
        "nothing is lost";
    /// A format that holds bytes alone.
    NO_REFERENCE "TW919" "no-place-for-reference" Note "bytes of a media file are where only a reference is allowed; they were left there"
        "convert to a format that holds bytes first";
}

//! `TW910` to `TW919`: what is said about media that are fetched, embedded or taken out.

use super::code::codes;

codes! {
    Rule:
    /// The policy forbids to open it.
    REFUSED "TW910" "media-refused" Error "a reference to a medium is none that may be opened"
        "see `turnwise inline-media --help`: --media-root for files, --allow-host for hosts that are not public"
        "Conversations come from anywhere, so what they refer to is not trusted. Only http and https URLs of public hosts are\nfetched, and files only below `--media-root`. The reference stays as it was.\n";
    /// It could not be fetched or read.
    NOT_FETCHED "TW911" "media-not-fetched" Error "a medium could not be fetched or read"
        "try again later; --cache keeps what was fetched so far"
        "The host did not answer, answered with an error, or sent less than it said. The reference stays as it was.\n";
    /// The bytes are of no type that is wanted.
    TYPE_REFUSED "TW912" "media-type-refused" Error "the bytes of a medium are of no type that is embedded"
        "--allow-type embeds audio, video, pdf and text too"
        "The first bytes decide, not what the host says: PNG, JPEG, GIF and WebP images, and what `--allow-type` names.\n";
    /// It is too large.
    TOO_LARGE "TW913" "media-too-large" Error "a medium is larger than the limits allow"
        "--max-item-bytes and --max-total-bytes set the limits"
        "One medium may have 20 MiB, all of one conversation 256 MiB.\n";
    /// There is no place for bytes.
    NO_PLACE "TW914" "media-has-no-place" Error "the format has no place for the bytes of this medium"
        "convert to a format that holds bytes first"
        "lionpride refuses `data:` URLs when it loads a message; a file that a service keeps is opened by that service alone.\nThe reference stays as it was.\n";
    /// A `data:` URL is damaged.
    ODD_DATA "TW915" "odd-data-url" Warning "a data: URL is damaged, or holds no medium"
        "it is kept as it is; nothing is fetched for it"
        "A `data:` URL should hold base64 of the type that it names.\n";
    /// The type that was said is not the one that was found.
    TYPE_DIFFERS "TW916" "media-type-differs" Warning "a medium is not of the type that was said; the type that was found is written"
        "check the medium"
        "The first bytes tell PNG, JPEG, GIF, WebP, PDF, WAV, MP3, OGG and FLAC apart.\n";
    /// Larger than pictures usually are.
    HUGE "TW917" "media-huge" Warning "an image has more than 16384 pixels on a side"
        "most programs refuse to open it"
        "Only the header is read; nothing is decoded.\n";
    /// Bytes that could not come back as they are.
    LEFT "TW918" "media-left" Note "bytes of a medium were left where they are: they could not be put back just as they are"
        "nothing is lost"
        "What `extract-media` takes out, `inline-media` puts back byte for byte. Base64 that is damaged, broken into lines or\nspelled with escapes would not come back so.\n";
    /// A format that holds bytes alone.
    NO_REFERENCE "TW919" "no-place-for-reference" Note "bytes of a medium stand where only a reference may stand; they were left there"
        "convert to a format that holds bytes first"
        "`inline-media` puts no bytes where a program refuses them: a `data:` URL among the images of lionpride, or in the field of\nOpenAI's responses that is for URLs. So `extract-media` takes none out of there.\n";
}

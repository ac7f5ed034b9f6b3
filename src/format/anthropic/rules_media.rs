//! The size limits of the API for media files: `TW921`, `TW925`.

use crate::format::shared::check_media_sum;
use crate::model::{Conversation, MediaKind, MediaSource};
use crate::rule::{RuleReport, pixels, rule};

/// Most bytes of an image.
const MOST_BYTES: usize = 5 << 20;
/// Most pixels on a side.
const MOST_PIXELS: u32 = 8000;

rule! {
    IMAGE_LIMITS "TW921" "anthropic-image-too-large" Error image_limits
    "an image is larger than the API accepts"
    "scale it down to at most 5 MB and 8000 pixels on a side"
}

fn image_limits(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for media in found.media().iter().filter(|media| media.kind == MediaKind::Image) {
        let MediaSource::Base64(data) = &media.source else { continue };
        let data = data.decode();
        let bytes = data.len() / 4 * 3;
        if bytes > MOST_BYTES + 2 {
            found.at(media.at, || format!("the image has about {bytes} bytes; at most {MOST_BYTES} are taken"));
        } else if let Some((width, height)) = pixels::of_base64(&data).filter(|(a, b)| *a.max(b) > MOST_PIXELS) {
            found.at(media.at, || {
                format!("the image has {width} × {height} pixels; at most {MOST_PIXELS} on a side are taken")
            });
        }
    }
}

/// Most bytes of a request.
const MOST_REQUEST: usize = 32_000_000;

rule! {
    REQUEST_SIZE "TW925" "anthropic-request-size" Error request_size
    "the media files of a request are larger than the API accepts"
    "upload the files, or refer to them by URL: a request has at most 32 MB"
}

fn request_size(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let problem = || format!("the media up to here are larger than {MOST_REQUEST} bytes");
    check_media_sum(found, MOST_REQUEST, problem);
}

//! The size limits of the service for media files: `TW923`, `TW924`.

use crate::model::{Conversation, MediaKind, MediaSource};
use crate::rule::{RuleReport, rule};

/// Most images of a request.
const MOST_IMAGES: usize = 500;
/// Most bytes of an image, and of all of a request.
const MOST_BYTES: usize = 20_000_000;
const MOST_TOTAL: usize = 50_000_000;
/// The same for an example of a fine-tuning file.
const TUNING_IMAGES: usize = 10;
const TUNING_BYTES: usize = 10_000_000;

rule! {
    MEDIA_SIZE "TW923" "openai-media-size" Warning media_size
    "the media files in a request are more or larger than the service accepts"
    "scale images down, or split the request: 500 images, 20 MB each, 50 MB together"
}

rule! {
    TUNING_MEDIA "TW924" "openai-finetune-media" Warning tuning_media
    "a fine-tuning record has more or larger images than the service accepts"
    "use at most 10 images of 10 MB each (Azure accepts 64)"
}

fn media_size(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    limits(found, MOST_IMAGES, MOST_BYTES, MOST_TOTAL);
}

fn tuning_media(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    limits(found, TUNING_IMAGES, TUNING_BYTES, usize::MAX);
}

/// Reports the first image too many, every one that is too large, and the media file with which all become too large.
fn limits(found: &mut RuleReport<'_, '_>, count: usize, each: usize, total: usize) {
    let (mut images, mut sum) = (0_usize, 0_usize);
    for media in found.media() {
        let is_image = media.kind == MediaKind::Image;
        images += usize::from(is_image);
        if is_image && images == count + 1 {
            found.at(media.at, || format!("image number {images}; {count} are taken"));
        }
        let MediaSource::Base64(data) = &media.source else { continue };
        let bytes = data.spelling().len() / 4 * 3;
        if is_image && bytes > each {
            found.at(media.at, || format!("the image has about {bytes} bytes; at most {each} are taken"));
        }
        let before = sum;
        sum = sum.saturating_add(bytes);
        if before <= total && sum > total {
            found.at(media.at, || format!("all media up to here have more than {total} bytes"));
        }
    }
}

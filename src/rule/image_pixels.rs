//! An image has more pixels than most programs accept.

use super::{RuleReport, pixels};
use crate::model::{Conversation, MediaSource};

/// The maximum number of pixels on a side.
const MOST: u32 = 16_384;

rule! {
    RULE "TW920" "image-has-too-many-pixels" Warning check
    "an image has more than 16384 pixels on a side"
    "scale it down: most programs do not open it"
}

fn check(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for media in found.media() {
        let MediaSource::Base64(data) = &media.source else { continue };
        if let Some((width, height)) = pixels::of(data).filter(|(a, b)| *a.max(b) > MOST) {
            found.at(media.at, || format!("the image has {width} × {height} pixels"));
        }
    }
}

//! Where bytes should stand, the name of a file stands that `extract-media` made.

use super::RuleReport;
use crate::model::{Conversation, MediaSource, is_extracted};

rule! {
    RULE "TW922" "extracted-medium" Error check
    "a media file was taken out by extract-media; nobody else can find it"
    "turnwise inline-media --media-root DIR puts the bytes back"
}

fn check(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for medium in found.media() {
        if let MediaSource::Url(text) = &medium.source
            && is_extracted(text)
        {
            found.at(medium.at, || format!("the bytes lie in the file {}", text.show()));
        }
    }
}

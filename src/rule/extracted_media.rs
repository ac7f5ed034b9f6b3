//! A file name written by `extract-media` is in a field for bytes.

use super::RuleReport;
use crate::model::{Conversation, MediaSource, is_extracted};

rule! {
    RULE "TW922" "extracted-media" Error check
    "a media file was extracted by extract-media, and only inline-media can find it"
    "turnwise inline-media --media-dir DIR restores the bytes"
}

fn check(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for media in found.media() {
        if let MediaSource::Url(text) = &media.source
            && is_extracted(text)
        {
            found.at(media.at, || format!("the bytes are in the file {}", text.show()));
        }
    }
}

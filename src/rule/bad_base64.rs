//! A media file's base64 text is damaged.

use super::{RuleReport, sniff};
use crate::model::{Conversation, MediaSource};

rule! {
    RULE "TW208" "bad-base64" Error check
    "the bytes of a media file are not standard base64 with padding"
    "encode the bytes again with the standard alphabet"
    => Safe StandardBase64
}

fn check(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for media in found.media() {
        let MediaSource::Base64(data) = &media.source else { continue };
        if let Some(problem) = sniff::base64_problem(&data.decode()) {
            found.at(media.at, || format!("not valid base64: {problem}"));
        }
    }
}

//! The declared type of a media file differs from that of its bytes.

use super::{RuleReport, sniff};
use crate::model::{Conversation, MediaSource};

rule! {
    RULE "TW209" "media-type-mismatch" Warning check
    "the media type contradicts the bytes"
    "declare the type that the bytes have; services reject a mismatch"
    => Safe MediaType
}

fn check(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for media in found.media() {
        let (MediaSource::Base64(data), Some(declared)) = (&media.source, &media.media_type) else { continue };
        let Some(is) = sniff::type_of(data) else { continue };
        if !sniff::agrees(&declared.decode(), is) {
            found.at(media.at, || format!("declared as {}, but the bytes are {is}", declared.show()));
        }
    }
}

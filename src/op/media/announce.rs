//! Announces the media files that will be requested, so that slow sources can begin early.

use super::finder::MediaFinder;
use crate::format::{AllowedMedia, Format, MediaState};
use crate::json::Tape;
use crate::op::records::RecordPiece;

/// Announces the references of the last parsed record that will be requested.
pub(in crate::op) fn announce(tape: &Tape, piece: &RecordPiece<'_>, format: &Format, finder: &dyn MediaFinder) {
    let root = simdutf8::basic::from_utf8(piece.json).ok().and_then(|text| tape.root(text));
    if let (Some(media), Some(root)) = (format.shape.media, root) {
        media(root, &mut |place| {
            if place.state == MediaState::Reference && matches!(place.holds, AllowedMedia::Both | AllowedMedia::Bytes) {
                finder.begin(&place.value.text().unwrap_or_default().decode());
            }
        });
    }
}

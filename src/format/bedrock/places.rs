//! Where media stand: blocks of messages, and of what tools gave back. Bytes alone: the other place is S3.

use super::kind::kind_of;
use crate::format::media::{Holds, MediaPlace, MediaState, messages, own_key, text_member};
use crate::json::Node;

const CONTAINERS: [&str; 5] = ["messages", "output", "message", "modelInput", "modelOutput"];

const BLOCKS: [&str; 4] = ["image", "document", "video", "audio"];

pub(super) fn places(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    messages(root, "role", &CONTAINERS, &mut |message| {
        for block in message.get("content").into_iter().flat_map(|content| content.items()) {
            if let Some(place) = place(block) {
                each(place);
            }
            let inner = block.get("toolResult").and_then(|result| result.get("content"));
            for place in inner.into_iter().flat_map(|blocks| blocks.items()).filter_map(place) {
                each(place);
            }
        }
    });
}

fn place<'t, 'a>(block: Node<'t, 'a>) -> Option<MediaPlace<'t, 'a>> {
    let (which, _, value) = own_key(block, &BLOCKS)?;
    let kind = kind_of(BLOCKS.get(which)?);
    let source = value.get("source")?;
    if let Some((_, bytes)) = text_member(source, "bytes") {
        return Some(MediaPlace::bytes(block, kind, bytes));
    }
    // Only the service itself can open it.
    let (_, uri) = text_member(source.get("s3Location")?, "uri")?;
    let place = MediaPlace::bytes(block, kind, uri);
    Some(MediaPlace { state: MediaState::Reference, holds: Holds::Remote, ..place })
}

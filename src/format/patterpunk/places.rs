//! Where media stand: multimodal chunks, bytes alone.

use crate::format::media::{MediaPlace, TypePlace, messages, text_member};
use crate::json::Node;
use crate::model::MediaKind;

const CONTAINERS: [&str; 2] = ["messages", "conversation"];

pub(super) fn places(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    messages(root, "content", &CONTAINERS, &mut |message| {
        let chunks = message.get("content").and_then(|content| content.get("chunks"));
        for chunk in chunks.into_iter().flat_map(|chunks| chunks.items()) {
            let is_medium = chunk.get("type").is_some_and(|kind| kind.is("multimodal"));
            let Some((_, value)) = text_member(chunk, "data").filter(|_| is_medium) else { continue };
            let declared = text_member(chunk, "media_type").map(|(_, value)| value);
            let kind = declared.and_then(|it| it.text()).map(|declared| MediaKind::of(&declared.decode()));
            let place = MediaPlace::bytes(chunk, kind.unwrap_or(MediaKind::Unknown), value);
            each(MediaPlace { media_type: declared.map_or(TypePlace::None, TypePlace::Member), ..place });
        }
    });
}

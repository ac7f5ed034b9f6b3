//! Where media stand: images of messages. Its own program writes bytes there, and nothing else.

use crate::format::media::{Holds, MediaPlace, MediaState, messages, text_member};
use crate::json::Node;
use crate::model::MediaKind;

/// Lists and objects that hold messages: rows of chats, exports.
const CONTAINERS: [&str; 3] = ["messages", "chats", "chat"];

pub(super) fn places<'t, 'a>(root: Node<'t, 'a>, each: &mut dyn FnMut(MediaPlace<'t, 'a>)) {
    messages(root, "role", &CONTAINERS, &mut |message| {
        for part in message.get("content").into_iter().flat_map(|content| content.items()) {
            let is_image = part.get("type").is_some_and(|kind| kind.is("image_url"));
            let image = part.get("image_url").filter(|_| is_image);
            let Some((_, value)) = image.and_then(|image| text_member(image, "url")) else { continue };
            let place = MediaPlace::url(part, MediaKind::Image, value);
            let holds = if place.state == MediaState::Reference { Holds::Both } else { Holds::Bytes };
            each(MediaPlace { holds, ..place });
        }
    });
}

//! Where media stand: images of messages. Its own program writes bytes there, and nothing else.

use super::row::MESSAGES;
use crate::format::media::{Holds, MediaPlace, MediaState, column, messages, text_member};
use crate::json::Node;
use crate::model::MediaKind;

/// What holds messages: other lists.
const CONTAINERS: [&str; 1] = ["messages"];

pub(super) fn places(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    messages(root, &["role"], &CONTAINERS, &mut |message| {
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

/// Of rows and exports: in the column, whether it is a text or opened, and in what an export shows of it.
pub(super) fn row_places(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    let chats = root.get("data").into_iter().flat_map(|data| data.items());
    for row in chats.flat_map(|chat| [chat.get("chat"), Some(chat)]).flatten().chain([root]) {
        for list in row.pick(&[MESSAGES, "messages"]).into_iter().flatten() {
            column(list, places, each);
        }
    }
}

//! The keys of records: where ids and media are. Turns and calls have no ids.

use super::read::find_turns;
use crate::format::Ids;
use crate::format::ids::{ANY, Scope, Usage};
use crate::format::media::MediaPlace;
use crate::format::shape::{Key, Media, Object};
use crate::json::Node;
use crate::model::MediaKind;

pub(super) static IDS: Ids = Ids {
    scopes: &[(Scope::Conversation, &ANY)],
    reason: "turns have a speaker and a text; calls and results belong together by their order",
    ..Ids::of_calls(|root, sites| {
        if root.is_array() {
            sites.lacks = Some((Scope::Conversation, "a bare list of turns has no place for an id"));
        } else {
            RECORD.ids(root, sites);
        }
        find_turns(root).is_some()
    })
};

/// What holds a file is the string itself.
pub(super) fn media(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    RECORD.media(root, &mut |place| each(MediaPlace { part: place.value, ..place }));
}

/// `{"id":"1","image":"a.png","conversations":[{"from":"human","value":"<image> What is it?"}]}`. An id is a text or a
/// number; media are paths, URLs and `data:` URLs, one or a list of them.
static RECORD: Object = Object::of(&[
    Key::id("id", Scope::Conversation, Usage::Names).after(&[]),
    Key::media("images", Media::Url).of(MediaKind::Image),
    Key::media("image", Media::Url).of(MediaKind::Image),
    Key::media("videos", Media::Url).of(MediaKind::Video),
    Key::media("video", Media::Url).of(MediaKind::Video),
    Key::media("audios", Media::Url).of(MediaKind::Audio),
    Key::media("audio", Media::Url).of(MediaKind::Audio),
]);

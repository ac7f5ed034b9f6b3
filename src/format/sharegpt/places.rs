//! Where media stand: lists of paths, URLs and `data:` URLs beside the turns.

use super::media::KINDS;
use crate::format::media::MediaPlace;
use crate::json::Node;

pub(super) fn places(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    for (key, field) in root.members() {
        let Some((kind, _, _)) = KINDS.iter().find(|(_, _, fields)| fields.iter().any(|name| key.is(name))) else {
            continue;
        };
        for value in std::iter::once(field).chain(field.items()).filter(Node::is_string) {
            each(MediaPlace::url(value, *kind, value));
        }
    }
}

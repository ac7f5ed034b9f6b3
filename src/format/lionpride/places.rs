//! Where media stand: addresses of images. The library refuses to load `data:` URLs.

use crate::format::media::{Holds, MediaPlace};
use crate::json::Node;
use crate::model::MediaKind;

pub(super) fn places(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    // Messages lie in lists, piles, flows and sessions; what they say themselves is not looked into.
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if let Some(content) = node.get("content").filter(Node::is_object) {
            for image in content.get("images").into_iter().flat_map(|images| images.items()).filter(Node::is_string) {
                each(MediaPlace { holds: Holds::References, ..MediaPlace::url(image, MediaKind::Image, image) });
            }
            continue;
        }
        let from = open.len();
        open.extend(node.items().filter(is_container));
        open.extend(node.members().filter(|(key, _)| !key.is("metadata")).map(|(_, value)| value).filter(is_container));
        if let Some(added) = open.get_mut(from..) {
            added.reverse();
        }
    }
}

fn is_container(node: &Node<'_, '_>) -> bool {
    node.is_array() || node.is_object()
}

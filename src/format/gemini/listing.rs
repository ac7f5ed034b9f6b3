//! The list of contents in a record: `contents` of a body, `content` of the first candidate of a response.

use super::read::line_of;
use super::stream::holds_chunks;
use crate::format::listing::{Listed, Listing, MessageNodes};
use crate::json::Node;

pub(super) static LISTING: Listing = Listing { key: "contents", blocks: "parts", find, ..Listing::NONE };

fn find<'t, 'a>(root: Node<'t, 'a>) -> Listed<'t, 'a> {
    if holds_chunks(root) {
        return Listed::bare(MessageNodes::None);
    }
    if root.is_array() {
        return Listed::bare(MessageNodes::Items(root));
    }
    if let Some(request) = line_of(root) {
        return find_in(request);
    }
    find_in(root)
}

fn find_in<'t, 'a>(root: Node<'t, 'a>) -> Listed<'t, 'a> {
    let [contents, candidates] = root.pick(&["contents", "candidates"]);
    if let Some(only) = contents.filter(Node::is_object) {
        return Listed { messages: MessageNodes::One(only), ..Listed::body(root, "contents") };
    }
    if contents.is_some() || candidates.is_none() {
        return Listed::body(root, "contents");
    }
    let first = candidates.and_then(|list| list.items().next());
    let content = first.and_then(|candidate| candidate.get("content")).filter(Node::is_object);
    Listed::bare(content.map_or(MessageNodes::None, MessageNodes::One))
}

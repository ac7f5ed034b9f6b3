//! The list of messages in a record: `messages` of a body, `output.message` of a response.

use super::score::is_response;
use crate::format::listing::{Listed, Listing, MessageNodes};
use crate::json::Node;

pub(super) static LISTING: Listing = Listing { key: "messages", blocks: "content", find, ..Listing::NONE };

fn find<'t, 'a>(root: Node<'t, 'a>) -> Listed<'t, 'a> {
    if root.is_array() {
        Listed::bare(MessageNodes::Items(root))
    } else if is_response(root) {
        let message = root.get("output").and_then(|output| output.get("message"));
        Listed::bare(message.map_or(MessageNodes::None, MessageNodes::One))
    } else {
        Listed::body(root, "messages")
    }
}

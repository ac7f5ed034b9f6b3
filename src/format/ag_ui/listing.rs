//! Where the messages are: a list of them, or `messages` of the input of a run. A stream of events has none.

use crate::events::Holds;
use crate::format::listing::{Listed, Listing, Messages};
use crate::json::Node;

pub(super) static LISTING: Listing = Listing { key: "", blocks: "", find };

fn find<'t, 'a>(root: Node<'t, 'a>) -> Listed<'t, 'a> {
    let list = match Holds::of(root) {
        Some(Holds::Messages) if root.is_array() => Some(root),
        Some(Holds::Input) => root.get("messages").filter(Node::is_array),
        Some(Holds::Messages | Holds::Events) | None => None,
    };
    Listed::bare(list.map_or(Messages::None, Messages::Items))
}

//! The list of items in a record: `input` of a body, `output` of a response, both also inside batch lines.

use super::score::is_response;
use crate::format::listing::{Listed, Listing, MessageNodes};
use crate::json::Node;

pub(super) static LISTING: Listing = Listing { key: "input", find, ..Listing::NONE };

fn find<'t, 'a>(root: Node<'t, 'a>) -> Listed<'t, 'a> {
    if root.is_array() {
        return Listed::bare(MessageNodes::Items(root));
    }
    let [custom_id, url, body, response, object, output] =
        root.pick(&["custom_id", "url", "body", "response", "object", "output"]);
    match (custom_id.or(url).and(body), custom_id.and(response)) {
        (Some(body), _) => Listed::body(body, "input"),
        (None, Some(response)) => answer(response.get("body").unwrap_or(response)),
        (None, None) if is_response(object, output) => answer(root),
        (None, None) => Listed::body(root, "input"),
    }
}

fn answer<'t, 'a>(answer: Node<'t, 'a>) -> Listed<'t, 'a> {
    let items = answer.get("output").filter(Node::is_array);
    Listed::answer(items.map_or(MessageNodes::None, MessageNodes::Items), answer, &["model", "instructions"])
}

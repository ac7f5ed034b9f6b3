//! The list of messages in a record: `messages` of a body; a response object is one message with other fields outside
//! it.

use super::read::{is_response, line_of};
use crate::format::listing::{BodyEdit, Listed, Listing, MessageNodes};
use crate::json::Node;

pub(super) static LISTING: Listing = Listing { key: "messages", blocks: "content", find, ..Listing::NONE };

/// The address names the model, and the version is the platform's.
pub(super) static BEDROCK: BodyEdit = BodyEdit {
    keeps: |key| key != "model",
    sets: &[("anthropic_version", "\"bedrock-2023-05-31\"")],
    ..BodyEdit::SAME
};

pub(super) static VERTEX: BodyEdit =
    BodyEdit { keeps: |key| key != "model", sets: &[("anthropic_version", "\"vertex-2023-10-16\"")], ..BodyEdit::SAME };

fn find<'t, 'a>(root: Node<'t, 'a>) -> Listed<'t, 'a> {
    if root.is_array() {
        Listed::bare(MessageNodes::Items(root))
    } else if is_response(root) {
        Listed::answer(MessageNodes::Members(root, &["role", "content"]), root, &["model"])
    } else {
        Listed::body(line_of(root).unwrap_or(root), "messages")
    }
}

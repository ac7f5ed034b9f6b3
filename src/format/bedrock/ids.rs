//! Where ids of calls stand: `toolUseId` of a `toolUse` and of the `toolResult` that answers it.

use super::score::is_response;
use crate::format::ids::{self, Scope, Shape};
use crate::format::{Ids, Sites, Usage};
use crate::json::Node;

static SHAPE: Shape = Shape {
    words: "1 to 64 letters, digits, `_`, `.`, `:` and `-`",
    fits: |id| {
        (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.:-".contains(&byte))
    },
};

pub(super) static IDS: Ids = Ids {
    scopes: &[(Scope::Call, &SHAPE)],
    reason: "a message of the API has a role and content, and nothing else is accepted beside them",
    ..Ids::of_calls(walk)
};

fn walk(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    if root.is_array() {
        root.items().for_each(|item| message(item, sites));
        return true;
    }
    if is_response(root) {
        if let Some(found) = root.get("output").and_then(|output| output.get("message")) {
            message(found, sites);
        }
        return true;
    }
    let [list] = sites.pick(root, &["messages"]);
    list.iter().flat_map(Node::items).for_each(|item| message(item, sites));
    list.is_some()
}

fn message(node: Node<'_, '_>, sites: &mut Sites) {
    let [content] = sites.pick(node, &["content"]);
    for block in content.iter().flat_map(Node::items) {
        if block.strings(["text"]).is_some() {
            continue;
        }
        let [call, result] = sites.pick(block, &["toolUse", "toolResult"]);
        for (object, is_call) in [(call, true), (result, false)] {
            let Some(object) = object.filter(Node::is_object) else { continue };
            let [id, name, kind] = sites.pick(object, &["toolUseId", "name", "type"]);
            let place = ("toolUseId", &[][..]);
            match (kind.is_some_and(|kind| kind.is_string()), is_call) {
                // The service ran it, and knows it by this id.
                (true, _) => {
                    sites.value(Scope::Call, Usage::Kept, id);
                }
                (false, true) => ids::names(object, id, name, place, sites),
                (false, false) => ids::points(object, id, None, place, sites),
            }
        }
    }
}

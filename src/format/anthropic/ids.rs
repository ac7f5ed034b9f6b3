//! Where ids of calls stand: `id` of a block `tool_use`, `tool_use_id` of a block `tool_result`.
//!
//! What the service ran itself (`server_tool_use` and its results) it knows by ids of its own, so these stay.

use super::read::is_response;
use crate::format::ids::{self, Scope, Shape};
use crate::format::{Ids, Sites, Usage};
use crate::json::Node;

static SHAPE: Shape = Shape {
    words: "letters, digits, `_` and `-`",
    fits: |id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte)),
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
        message(root, sites);
        return true;
    }
    let [list] = sites.pick(root, &["messages"]);
    list.iter().flat_map(Node::items).for_each(|item| message(item, sites));
    list.is_some()
}

fn message(node: Node<'_, '_>, sites: &mut Sites) {
    if node.strings(["role", "content"]).is_some() {
        return;
    }
    let [content] = sites.pick(node, &["content"]);
    content.iter().flat_map(Node::items).for_each(|item| block(item, sites));
}

fn block(node: Node<'_, '_>, sites: &mut Sites) {
    if node.strings(["type", "text"]).is_some() {
        return;
    }
    let [kind, id, name, call] = sites.pick(node, &["type", "id", "name", "tool_use_id"]);
    let Some(kind) = kind.and_then(|kind| kind.text()) else { return };
    match kind.decode().as_ref() {
        "tool_use" => ids::names(node, id, name, ("id", &["type"]), sites),
        "tool_result" => ids::points(node, call, None, ("tool_use_id", &["type"]), sites),
        "server_tool_use" | "mcp_tool_use" => {
            sites.value(Scope::Call, Usage::Kept, id);
        }
        _ => {
            sites.value(Scope::Call, Usage::Kept, call);
        }
    }
}

//! Where ids stand: `id` of each message, `tool_calls[].id`, and `call_id` of the results.
//!
//! Any text is an id, the empty one too; null is none: the library then makes one up on every load.

use crate::format::ids::{self, ANY, Scope};
use crate::format::{Ids, Sites, Usage};
use crate::json::Node;

pub(super) static IDS: Ids = Ids {
    scopes: &[(Scope::Message, &ANY), (Scope::Call, &ANY)],
    reason: "a file is a list of messages; nothing stands around them",
    ..Ids::of_calls(walk)
};

fn walk(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    if root.is_array() {
        root.items().for_each(|item| message(item, sites));
        return true;
    }
    message(root, sites);
    root.get("type").or(root.get("role")).is_some()
}

fn message(node: Node<'_, '_>, sites: &mut Sites) {
    let [kind, role, id, calls, call_id, function] =
        sites.pick(node, &["type", "role", "id", "tool_calls", "call_id", "function_name"]);
    sites.member(Scope::Message, Usage::Names, node, id, ("id", &["type", "role"]));
    calls.iter().flat_map(Node::items).for_each(|call| ids::call(call, sites));
    let word = kind.filter(|kind| kind.is_string() && !kind.is("")).or(role);
    if word.is_some_and(|word| word.is("tool_result") || word.is("tool-result")) {
        ids::points(node, call_id, function, ("call_id", &["content"]), sites);
    }
}

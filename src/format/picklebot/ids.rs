//! Where ids stand: `tool_calls[].id`, `tool_call_id` of the results, and `id` of a session object.
//!
//! Messages have none, and a key of that name would be lost when the library stores the session again.

use crate::format::ids::{self, ANY, Scope};
use crate::format::{Ids, Sites, Usage};
use crate::json::Node;

pub(super) static IDS: Ids = Ids {
    scopes: &[(Scope::Call, &ANY), (Scope::Conversation, &ANY)],
    reason: "messages have no id here, and picklebot drops keys that it does not know when it stores a session again",
    ..Ids::of_calls(walk)
};

fn walk(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    if root.is_array() {
        sites.lacks = Some((Scope::Conversation, "the id of a session is the name of its file"));
        root.items().for_each(|item| message(item, sites));
        return true;
    }
    let [id, messages] = sites.pick(root, &["id", "messages"]);
    let Some(messages) = messages else {
        sites.lacks = Some((Scope::Conversation, "the id of a session is the name of its file"));
        message(root, sites);
        return root.get("role").is_some();
    };
    sites.member(Scope::Conversation, Usage::Names, root, id, ("id", &[]));
    messages.items().for_each(|item| message(item, sites));
    true
}

fn message(node: Node<'_, '_>, sites: &mut Sites) {
    let [role, calls, id] = sites.pick(node, &["role", "tool_calls", "tool_call_id"]);
    calls.iter().flat_map(Node::items).for_each(|call| ids::call(call, sites));
    if role.is_some_and(|role| role.is("tool")) {
        ids::points(node, id, None, ("tool_call_id", &["tool_calls", "content"]), sites);
    } else {
        sites.value(Scope::Call, Usage::Follows, id);
    }
}

//! Where ids of calls stand: `tool_calls[].id`, and `tool_call_id` of the messages that answer.

use crate::format::{Ids, Sites, Usage, ids};
use crate::json::Node;

pub(super) static IDS: Ids =
    Ids { reason: "a message of the API has no id, and one beside its fields would be refused", ..Ids::of_calls(walk) };

fn walk(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    if root.is_array() {
        messages(root, sites);
        return true;
    }
    let keys = &["messages", "body", "response", "input", "preferred_output", "non_preferred_output", "choices"];
    let [list, body, response, input, preferred, other, choices] = sites.pick(root, keys);
    let answer = response.and_then(|response| response.get("body"));
    let inner = body.or(answer).or(input);
    let [inner_list, inner_choices] = match inner {
        Some(inner) => sites.pick(inner, &["messages", "choices"]),
        None => [None, None],
    };
    let lists = [list, inner_list, preferred, other];
    let choices = [choices, inner_choices];
    lists.iter().flatten().for_each(|list| messages(*list, sites));
    for choice in choices.iter().flatten().flat_map(Node::items) {
        if let Some(found) = choice.get("message") {
            message(found, sites);
        }
    }
    lists.iter().chain(&choices).any(Option::is_some)
}

fn messages(list: Node<'_, '_>, sites: &mut Sites) {
    list.items().for_each(|item| message(item, sites));
}

fn message(node: Node<'_, '_>, sites: &mut Sites) {
    // Nearly all messages: no search for anything else.
    if node.strings(["role", "content"]).is_some_and(|[(role, _), _]| role != "tool") {
        return;
    }
    let [role, calls, id, name] = sites.pick(node, &["role", "tool_calls", "tool_call_id", "name"]);
    for call in calls.iter().flat_map(Node::items) {
        ids::call(call, sites);
    }
    if role.is_some_and(|role| role.is("tool")) {
        ids::points(node, id, name, ("tool_call_id", &["role"]), sites);
    } else {
        sites.value(ids::Scope::Call, Usage::Follows, id);
    }
}

//! Where ids of calls stand: `id` of a `functionCall` and of the `functionResponse` that answers it. Both may lack it.
//!
//! Parts of tools that the service runs itself have ids too, which are its own.

use crate::format::ids::{self, Scope};
use crate::format::{Ids, Sites, Usage};
use crate::json::Node;

pub(super) static IDS: Ids = Ids {
    reason: "a content of the API has a role and parts, and nothing else is accepted beside them",
    ..Ids::of_calls(walk)
};

fn walk(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    if root.is_array() {
        root.items().for_each(|item| content(item, sites));
        return true;
    }
    let [contents, candidates] = sites.pick(root, &["contents", "candidates"]);
    contents.iter().flat_map(Node::items).for_each(|item| content(item, sites));
    for candidate in candidates.iter().flat_map(Node::items) {
        if let Some(found) = candidate.get("content") {
            content(found, sites);
        }
    }
    contents.or(candidates).is_some()
}

fn content(node: Node<'_, '_>, sites: &mut Sites) {
    let [parts] = sites.pick(node, &["parts"]);
    for part in parts.iter().flat_map(Node::items) {
        if part.strings(["text"]).is_none() {
            read_part(part, sites);
        }
    }
}

fn read_part(part: Node<'_, '_>, sites: &mut Sites) {
    const KEYS: &[&str; 4] = &["functionCall", "function_call", "functionResponse", "function_response"];
    const SERVER: &[&str; 8] = &[
        "executableCode",
        "executable_code",
        "codeExecutionResult",
        "code_execution_result",
        "toolCall",
        "tool_call",
        "toolResponse",
        "tool_response",
    ];
    let [call, snake_call, response, snake_response] = sites.pick(part, KEYS);
    for (object, is_call) in [(call.or(snake_call), true), (response.or(snake_response), false)] {
        let Some(object) = object.filter(Node::is_object) else { continue };
        let [id, name] = sites.pick(object, &["id", "name"]);
        let place = ("id", &[][..]);
        if is_call {
            ids::names(object, id, name, place, sites);
        } else {
            ids::points(object, id, name, place, sites);
        }
        // Nothing is said by an empty one.
        if let Some(site) = sites.list.last_mut().filter(|_| id.is_some_and(|id| id.is(""))) {
            site.is_missing = true;
        }
    }
    for object in sites.pick(part, SERVER).iter().flatten() {
        let id = object.get("id");
        sites.value(Scope::Call, Usage::Kept, id);
    }
}

//! Where ids of calls stand: `call_id` of an item that calls, and of the one with its output.
//!
//! The `id` of an item is another matter. The service gave it, its prefix counts, and a reasoning item is bound to its own
//! and to the item behind it: none of these is ever renamed.

use super::score::is_response;
use crate::format::ids::{self, Scope, Shape};
use crate::format::{Ids, Sites, Usage};
use crate::json::Node;

static SHAPE: Shape = Shape { words: "1 to 64 characters", fits: |id| (1..=64).contains(&id.chars().count()) };

pub(super) static IDS: Ids = Ids {
    scopes: &[(Scope::Call, &SHAPE)],
    reason: "ids of items, responses and conversations are the service's own: a reasoning item is refused under another id",
    ..Ids::of_calls(walk)
};

fn walk(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    if root.is_array() {
        items(root, sites);
        return true;
    }
    let [body, response, input, output] = sites.pick(root, &["body", "response", "input", "output"]);
    if is_response(root.get("object"), output) {
        // What the answer was made from may stand beside it.
        if let Some(list) = root.get("instructions") {
            items(list, sites);
        }
    }
    let inner = body.or(response.and_then(|response| response.get("body")));
    let [inner_input, inner_output] = match inner {
        Some(inner) => sites.pick(inner, &["input", "output"]),
        None => [None, None],
    };
    let lists = [input, output, inner_input, inner_output];
    lists.iter().flatten().for_each(|list| items(*list, sites));
    lists.iter().any(Option::is_some)
}

fn items(list: Node<'_, '_>, sites: &mut Sites) {
    for item in list.items() {
        if item.strings(["role", "content"]).is_none() {
            read_item(item, sites);
        }
    }
}

fn read_item(item: Node<'_, '_>, sites: &mut Sites) {
    let [kind, id, name] = sites.pick(item, &["type", "call_id", "name"]);
    let Some(kind) = kind.and_then(|kind| kind.text()) else {
        // Nobody knows what it is; where the call gets another id, it does too.
        if id.is_some_and(|id| id.is_string()) {
            sites.value(Scope::Call, Usage::Follows, id);
        }
        return;
    };
    let place = ("call_id", &["type"][..]);
    match kind.decode().as_ref() {
        "function_call" | "custom_tool_call" => ids::names(item, id, name, place, sites),
        "function_call_output" | "custom_tool_call_output" => ids::points(item, id, name, place, sites),
        // Programs run at the service.
        "program" | "program_output" => {
            sites.value(Scope::Call, Usage::Kept, id);
        }
        other => {
            let usage = if other.ends_with("_output") { Usage::Points } else { Usage::Names };
            if id.is_some_and(|id| id.is_string()) {
                sites.value(Scope::Call, usage, id);
            }
        }
    }
}

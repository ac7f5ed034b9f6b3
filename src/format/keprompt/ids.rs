//! Where ids stand: `id` of a part `tool`, `tool_use_id` of a part `tool_result`; of a row, `chat_id`.
//!
//! An empty id is none: answers of Google come without.

use crate::format::ids::{self, ANY, Scope};
use crate::format::{Ids, Sites, Usage};
use crate::json::Node;

pub(super) static IDS: Ids =
    Ids { reason: "a message has a role and parts; a list has nothing around it", ..Ids::of_calls(walk) };

pub(super) static ROW_IDS: Ids = Ids {
    scopes: &[(Scope::Conversation, &ANY)],
    reason: "calls stand in texts inside the row, in its messages and in its statements, and have to be the same in both: \
             rename those of the list of messages and store the chat again",
    ..Ids::of_calls(walk_row)
};

fn walk(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    for message in root.items() {
        let [content] = sites.pick(message, &["content"]);
        for part in content.iter().flat_map(Node::items) {
            if part.strings(["type", "text"]).is_none() {
                read_part(part, sites);
            }
        }
    }
    root.is_array()
}

fn read_part(part: Node<'_, '_>, sites: &mut Sites) {
    let [kind, id, name, call] = sites.pick(part, &["type", "id", "name", "tool_use_id"]);
    let is = |word| kind.is_some_and(|kind| kind.is(word));
    let own = if is("tool") {
        ids::names(part, id, name, ("id", &["type"]), sites);
        id
    } else if is("tool_result") {
        ids::points(part, call, None, ("tool_use_id", &["type"]), sites);
        call
    } else {
        return;
    };
    if let Some(site) = sites.list.last_mut().filter(|_| own.is_some_and(|id| id.is(""))) {
        site.is_missing = true;
    }
}

fn walk_row(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    let [data, id, messages] = sites.pick(root, &["data", "chat_id", "messages_json"]);
    let Some(data) = data else {
        sites.member(Scope::Conversation, Usage::Names, root, id, ("chat_id", &[]));
        return id.or(messages).is_some();
    };
    for chat in data.items() {
        let [row, costs] = sites.pick(chat, &["chat", "costs"]);
        if let Some(row) = row.filter(Node::is_object) {
            let [id] = sites.pick(row, &["chat_id"]);
            sites.member(Scope::Conversation, Usage::Names, row, id, ("chat_id", &[]));
        }
        for cost in costs.iter().flat_map(Node::items) {
            let [id] = sites.pick(cost, &["chat_id"]);
            sites.value(Scope::Conversation, Usage::Points, id.filter(Node::is_string));
        }
    }
    true
}

//! Where ids stand: `id` of a part `tool`, `tool_use_id` of a part `tool_result`; of a row, `chat_id`, and those of calls
//! in the messages and the statements that its columns hold.
//!
//! An empty id is none: answers of Google come without.

use super::row::MESSAGES;
use crate::format::ids::{self, ANY, Scope};
use crate::format::shared::{STATEMENT_ID, statement_sites};
use crate::format::{Ids, Sites, Usage};
use crate::json::{Inside, Node, Tape};

pub(super) static IDS: Ids =
    Ids { reason: "a message has a role and parts; a list has nothing around it", ..Ids::of_calls(walk) };

pub(super) static ROW_IDS: Ids = Ids {
    scopes: &[(Scope::Conversation, &ANY), (Scope::Call, &STATEMENT_ID)],
    reason: "a message has a role and parts; a list has nothing around it",
    // The messages and the statements name the same calls.
    is_unique: false,
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
    let [data, id, messages] = sites.pick(root, &["data", "chat_id", MESSAGES]);
    let Some(data) = data else {
        sites.member(Scope::Conversation, Usage::Names, root, id, ("chat_id", &[]));
        walk_columns(root, sites);
        return id.or(messages).is_some();
    };
    for chat in data.items() {
        let [row, costs] = sites.pick(chat, &["chat", "costs"]);
        if let Some(row) = row.filter(Node::is_object) {
            let [id] = sites.pick(row, &["chat_id"]);
            sites.member(Scope::Conversation, Usage::Names, row, id, ("chat_id", &[]));
            walk_columns(row, sites);
        }
        walk_columns(chat, sites);
        for cost in costs.iter().flat_map(Node::items) {
            let [id] = sites.pick(cost, &["chat_id"]);
            sites.value(Scope::Conversation, Usage::Points, id.filter(Node::is_string));
        }
    }
    true
}

/// The messages and the statements of a row, and what an export shows of them beside it: texts that hold JSON, or opened.
fn walk_columns(row: Node<'_, '_>, sites: &mut Sites) {
    let columns = sites.pick(row, &[MESSAGES, "messages", "statements_json", "statements"]);
    for (column, walk) in columns.into_iter().zip([walk_list, walk_list, statement_sites, statement_sites]) {
        let Some(column) = column else { continue };
        let mut own = Sites::default();
        if !column.is_string() {
            walk(column, &mut own);
            sites.twice = sites.twice.take().or(own.twice.take());
            drop_missing(&mut own, sites);
            sites.list.append(&mut own.list);
            continue;
        }
        let inside = Inside::of(column.raw(), column.at());
        let mut tape = Tape::new();
        match tape.parse(inside.text()) {
            Ok(root) => {
                walk(root, &mut own);
                drop_missing(&mut own, sites);
                sites.nest(own, root, &inside);
            }
            Err(_) if inside.text().is_empty() => {}
            Err(_) => sites.lacks = Some((Scope::Call, "a column with messages or statements is no JSON")),
        }
    }
}

fn walk_list(root: Node<'_, '_>, sites: &mut Sites) {
    walk(root, sites);
}

/// A call without an id stays: nothing says which of the messages and which of the statements are the same one.
fn drop_missing(own: &mut Sites, sites: &mut Sites) {
    let all = own.list.len();
    own.list.retain(|site| !site.is_missing);
    if own.list.len() < all {
        let why = "a call without an id stands in the messages and in the statements, and nothing says which is which";
        sites.lacks = Some((Scope::Call, why));
    }
}

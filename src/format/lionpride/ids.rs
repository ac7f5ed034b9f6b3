//! Where ids stand: those of messages, branches, and of the pile or flow around them. All are UUIDs.
//!
//! A message is named by its `id`. To it point the `order` and the `system_message` of branches, `request_id` of the
//! results (a call has the id of its message), and `clone_from` in the metadata of its copies. A branch is a thread here. Its
//! `session_id` is that of a session, which stands in a file of its own.

use super::image::uuid_digits;
use crate::format::ids::{Scope, UUID};
use crate::format::{Ids, Sites, Usage};
use crate::json::Node;

pub(super) static IDS: Ids = Ids {
    scopes: &[(Scope::Message, &UUID), (Scope::Thread, &UUID), (Scope::Conversation, &UUID)],
    reason: "a call has the id of its message: say --scope message; runs are not known here",
    normal: |id| {
        let digits = uuid_digits(id)?;
        Some(uuid::Uuid::try_parse(&digits).ok()?.to_string())
    },
    ..Ids::of_calls(walk)
};

fn walk(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    let no_pile = Some((Scope::Conversation, "a list of messages has no id; a pile or a flow has one"));
    if root.is_array() {
        sites.lacks = no_pile;
        root.items().for_each(|item| message(item, sites));
        return true;
    }
    let [id, content, items, progressions] = sites.pick(root, &["id", "content", "items", "progressions"]);
    if content.is_some() {
        sites.lacks = no_pile;
        message(root, sites);
        return true;
    }
    let Some(items) = items else { return false };
    sites.member(Scope::Conversation, Usage::Names, root, id, ("id", &[]));
    let list = match progressions {
        Some(_) => items.get("items"),
        None => Some(items),
    };
    list.iter().flat_map(Node::items).for_each(|item| message(item, sites));
    let branches = progressions.and_then(|pile| pile.get("items"));
    branches.iter().flat_map(Node::items).for_each(|item| branch(item, sites));
    true
}

fn message(node: Node<'_, '_>, sites: &mut Sites) {
    let [id, content, metadata, db, sender, recipient] =
        sites.pick(node, &["id", "content", "metadata", "node_metadata", "sender", "recipient"]);
    sites.member(Scope::Message, Usage::Names, node, id, ("id", &[]));
    if let Some(content) = content.filter(Node::is_object) {
        let [request, result, error, ..] = sites.pick(content, &["request_id", "result", "error"]);
        if request.is_some_and(|id| id.is_string()) && result.or(error).is_some() {
            sites.value(Scope::Message, Usage::Points, request);
        }
    }
    for held in [metadata, db].iter().flatten() {
        if let Some(source) = held.get("clone_from") {
            sites.value(Scope::Message, Usage::Lineage, Some(source).filter(Node::is_string));
        }
    }
    // A branch may have said or heard it.
    for party in [sender, recipient] {
        let id = party.filter(|id| id.text().is_some_and(|id| uuid_digits(&id.decode()).is_some()));
        sites.value(Scope::Thread, Usage::Follows, id);
    }
}

fn branch(node: Node<'_, '_>, sites: &mut Sites) {
    let [id, order, system, metadata, db, session] =
        sites.pick(node, &["id", "order", "system_message", "metadata", "node_metadata", "session_id"]);
    sites.member(Scope::Thread, Usage::Names, node, id, ("id", &[]));
    sites.value(Scope::Conversation, Usage::Lineage, session.filter(Node::is_string));
    for step in order.iter().flat_map(Node::items).chain(system) {
        sites.value(Scope::Message, Usage::Points, Some(step).filter(Node::is_string));
    }
    for held in [metadata, db].iter().flatten() {
        let source = held.get("forked_from").and_then(|source| source.get("branch_id"));
        sites.value(Scope::Thread, Usage::Lineage, source.filter(Node::is_string));
    }
}

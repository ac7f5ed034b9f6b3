//! Where ids stand: `id` of the record, a text or a number. Turns and calls have none.

use super::read::find_turns;
use crate::format::ids::{ANY, Scope};
use crate::format::{Ids, Sites, Usage};
use crate::json::Node;

pub(super) static IDS: Ids = Ids {
    scopes: &[(Scope::Conversation, &ANY)],
    reason: "turns have a speaker and a text; calls and results belong together by their order",
    ..Ids::of_calls(walk)
};

fn walk(root: Node<'_, '_>, sites: &mut Sites) -> bool {
    if find_turns(root).is_none() {
        return false;
    }
    if root.is_array() {
        sites.lacks = Some((Scope::Conversation, "a bare list of turns has no place for an id"));
        return true;
    }
    let [id] = sites.pick(root, &["id"]);
    sites.member(Scope::Conversation, Usage::Names, root, id, ("id", &[]));
    true
}

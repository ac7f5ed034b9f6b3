//! Messages that name the one before them.

use std::borrow::Cow;

use super::lists::MessageList;
use super::paths::{at_path, find};
use super::read::StoreReading;
use super::{TreeShape, message};
use crate::format::Reading;
use crate::format::sessions::{
    ParentLink, SessionTree, TreeEntry, TreeNode, add_branches, newest_leaf, report_tree_problem,
};
use crate::format::shared::keep_member;
use crate::json::{At, Node, Text};
use crate::model::{Conversation, Slot};
use crate::report::Refused;

/// Reads the items of a list as a tree.
pub(super) fn read<'a>(
    state: &mut StoreReading<'_, '_, 'a>,
    shape: &TreeShape,
    list: &MessageList<'_, 'a>,
    conversation: &mut Conversation<'a>,
    taken: &mut Vec<At>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    for (key, value) in list.list.members().filter(|(_, value)| !value.is_object()) {
        let key = key.text().unwrap_or_default();
        keep_member(Slot::Messages, state.store.name, key, value, &mut conversation.extras);
    }
    let mut tree = SessionTree::default();
    let (mut items, mut nodes) = (Vec::new(), Vec::new());
    for item in all_items(shape, list.list) {
        let before = conversation.messages.len();
        message::read(state, item, conversation, reading)?;
        let mut messages = conversation.messages.split_off(before);
        let id = find(item, shape.id).and_then(|id| id.text());
        if let Some(first) = messages.first_mut().filter(|first| first.details().id.is_none() && id.is_some()) {
            first.details_mut().id.clone_from(&id);
        }
        let named = find(item, shape.parent).and_then(|parent| parent.text());
        let parent = match named.map(|parent| parent.decode().into_owned()) {
            Some(parent) if is_none(&parent) => ParentLink::Root,
            Some(parent) => ParentLink::Named(Cow::Owned(parent)),
            None if shape.parent.iter().any(|path| at_path(item, path).is_some()) => ParentLink::Root,
            None => ParentLink::Before,
        };
        let own = id.as_ref().map(|id| Cow::Owned(id.decode().into_owned()));
        if tree.add(own, TreeEntry { parent: parent.clone(), lane: 0 }).is_none() {
            // Another item has this id: others that name it mean that one.
            tree.add(None, TreeEntry { parent, lane: 0 });
        }
        items.push(item);
        nodes.push(TreeNode { id, messages });
    }
    tree.resolve(&mut |index, problem| {
        let (Some(item), Some(node)) = (items.get(index), nodes.get_mut(index)) else { return };
        let parent = find(*item, shape.parent);
        // A parent that cannot be followed stays a field of its message.
        if let (Some(message), Some(parent)) = (node.messages.first_mut(), parent.filter(Node::is_string)) {
            let key = Text::Token("parent");
            message.extras.push_in(Slot::Odd, state.store.name, key, parent.to_raw(), parent.at());
        }
        report_tree_problem(problem, *item, parent, reading.report);
    });
    let shown = find(list.around, shape.active).filter(Node::is_string);
    let active = shown.and_then(|shown| shown.text());
    let is_active = |item: &Node<'_, '_>| {
        let id = find(*item, shape.id).and_then(|id| id.text());
        active.as_ref().zip(id).is_some_and(|(active, id)| active.same(&id))
    };
    let active = items.iter().rposition(is_active);
    if let (Some(shown), Some(_)) = (shown, active) {
        let extras = &mut conversation.extras;
        extras.note_in(Slot::Envelope, state.store.name, Text::Token("active"), shown.to_raw(), shown.at());
        taken.push(shown.at());
    }
    let active = active.or_else(|| newest_leaf(&tree, |_| 0.0));
    add_branches(&tree, nodes, active, conversation);
    Ok(())
}

/// Ids that mean that there is no message before: a nil UUID.
pub(super) fn is_none(id: &str) -> bool {
    id.len() == 36 && id.bytes().all(|byte| matches!(byte, b'0' | b'-'))
}

/// The items, each before those that are in it.
pub(super) fn all_items<'t, 'a>(shape: &TreeShape, list: Node<'t, 'a>) -> Vec<Node<'t, 'a>> {
    let members = |list: Node<'t, 'a>| list.members().map(|(_, item)| item).filter(Node::is_object);
    let items = |list: Node<'t, 'a>| list.items().chain(members(list));
    let mut found = Vec::new();
    let mut waiting: Vec<_> = items(list).collect();
    waiting.reverse();
    while let Some(item) = waiting.pop() {
        found.push(item);
        if let Some(children) = item.get(shape.children) {
            let start = waiting.len();
            waiting.extend(items(children));
            if let Some(added) = waiting.get_mut(start..) {
                added.reverse();
            }
        }
    }
    found
}

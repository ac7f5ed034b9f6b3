//! Messages that name the one before them.

use std::borrow::Cow;
use std::collections::HashMap;

use super::lists::MessageList;
use super::paths::{at_path, find};
use super::read::StoreReading;
use super::{TreeShape, message};
use crate::format::sessions::{
    ParentLink, SessionTree, TreeEntry, TreeNode, add_branches, newest_leaf, report_tree_problem,
};
use crate::format::shared::keep_member;
use crate::json::{At, Node, Text};
use crate::model::{Conversation, Slot};
use crate::report::Refused;

/// Reads the items of a list as a tree.
pub(super) fn read<'a>(
    state: &mut StoreReading<'_, '_, '_, 'a>,
    shape: &TreeShape,
    list: &MessageList<'_, 'a>,
    conversation: &mut Conversation<'a>,
    taken: &mut Vec<At>,
) -> Result<(), Refused> {
    for (key, value) in list.list.members().filter(|(_, value)| !value.is_object()) {
        let key = key.text().unwrap_or_default();
        keep_member(Slot::Messages, state.store.name, key, value, &mut conversation.extras);
    }
    let mut tree = SessionTree::default();
    let (mut items, mut nodes) = (Vec::new(), Vec::new());
    let members = list.list.members().map(|(_, item)| item).filter(Node::is_object);
    let all = with_children(shape, list.items().chain(members));
    let links = links_of(shape, &all);
    for item in all {
        let before = conversation.messages.len();
        message::read(state, item, conversation)?;
        let mut messages = conversation.messages.split_off(before);
        let id = find(item, shape.id).and_then(|id| id.text());
        if let Some(first) = messages.first_mut().filter(|first| first.details().id.is_none() && id.is_some()) {
            first.details_mut().id.clone_from(&id);
        }
        let children = shape.children_of(item).filter(|children| has_ids(*children));
        if let (Some(children), Some(id), Some(first)) = (children, &id, messages.first_mut())
            && links.get(&*id.decode()).is_some_and(|links| *links == ids_of(children))
        {
            // The parents say the same.
            first.extras.retain(|extra| extra.at != children.at());
            let key = Text::Token(shape.children);
            first.extras.note_in(Slot::Here, state.store.name, key, children.to_raw(), children.at());
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
        report_tree_problem(problem, *item, parent, state.reading.report);
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

impl TreeShape {
    /// The items after an item, or their ids.
    pub(super) fn children_of<'t, 'a>(&self, item: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
        item.get(self.children).filter(|_| !self.children.is_empty())
    }
}

/// Ids that mean that there is no message before: a nil UUID.
pub(super) fn is_none(id: &str) -> bool {
    id.len() == 36 && id.bytes().all(|byte| matches!(byte, b'0' | b'-'))
}

/// True for a list of ids of items, where items are not in the list.
fn has_ids(children: Node<'_, '_>) -> bool {
    children.is_array() && !children.is_empty() && children.items().all(|child| child.is_string())
}

/// The ids of a list, sorted.
fn ids_of(children: Node<'_, '_>) -> Vec<String> {
    let mut ids: Vec<_> = children.items().filter_map(|id| id.text()).map(|id| id.decode().into_owned()).collect();
    ids.sort_unstable();
    ids
}

/// The ids of the items that name an item as their parent, sorted.
fn links_of(shape: &TreeShape, items: &[Node<'_, '_>]) -> HashMap<String, Vec<String>> {
    let mut links: HashMap<String, Vec<String>> = HashMap::new();
    for item in items {
        let text = |paths| find(*item, paths).and_then(|id| id.text()).map(|id| id.decode().into_owned());
        if let (Some(parent), Some(id)) = (text(shape.parent), text(shape.id)) {
            links.entry(parent).or_default().push(id);
        }
    }
    #[expect(clippy::iter_over_hash_type, reason = "each list by itself")]
    for ids in links.values_mut() {
        ids.sort_unstable();
    }
    links
}

/// The items, each before those that are in it.
pub(super) fn all_items<'t, 'a>(shape: &TreeShape, list: Node<'t, 'a>) -> Vec<Node<'t, 'a>> {
    with_children(shape, items_of(list))
}

fn items_of<'t, 'a>(list: Node<'t, 'a>) -> impl Iterator<Item = Node<'t, 'a>> {
    list.items().chain(list.members().map(|(_, item)| item).filter(Node::is_object))
}

/// These items, each before those that are in it.
fn with_children<'t, 'a>(shape: &TreeShape, items: impl Iterator<Item = Node<'t, 'a>>) -> Vec<Node<'t, 'a>> {
    let mut found = Vec::new();
    let mut waiting: Vec<_> = items.collect();
    waiting.reverse();
    while let Some(item) = waiting.pop() {
        found.push(item);
        if let Some(children) = shape.children_of(item).filter(|children| !has_ids(*children)) {
            let start = waiting.len();
            waiting.extend(items_of(children));
            if let Some(added) = waiting.get_mut(start..) {
                added.reverse();
            }
        }
    }
    found
}

//! The places of ids in a record.

use std::marker::PhantomData;

use super::lists::{is_message, lists_of};
use super::paths::{at_path, find};
use super::{BesideContent, DeclaredStore, ListArrangement, MessageShape, MessageStore, PartKind, Paths, tree};
use crate::format::ids::{IdRules, IdShape, Scope, Sites, Usage};
use crate::format::linked_ids::add_linked;
use crate::format::signs::KeySet;
use crate::json::Node;
use crate::model::Role;

/// The constants that are computed from a declaration.
pub(super) struct StoreIds<D>(PhantomData<D>);

impl<D: DeclaredStore> StoreIds<D> {
    pub(super) const RULES: IdRules = IdRules {
        scopes: scopes(D::STORE),
        reason: reason(D::STORE),
        // A message may be in several lists of a record.
        is_unique: false,
        ..IdRules::of_calls(|root, sites| walk(D::STORE, root, sites))
    };
}

const fn scopes(store: &MessageStore) -> &'static [(Scope, IdShape)] {
    const MESSAGE: (Scope, IdShape) = (Scope::Message, IdShape::Any);
    const CALL: (Scope, IdShape) = (Scope::Call, IdShape::Any);
    match (has_message_ids(store), has_calls(store)) {
        (true, true) => &[MESSAGE, CALL],
        (true, false) => &[MESSAGE],
        (false, true) => &[CALL],
        (false, false) => &[],
    }
}

/// Explains why the ids of other scopes cannot be renamed.
const fn reason(store: &MessageStore) -> &'static str {
    match (has_message_ids(store), has_calls(store)) {
        _ if store.record.is_session => "ids of lines are those of a tree of messages, and other lines name them",
        (true, true) => "other ids belong to its program",
        (true, false) => "no field has ids of calls",
        (false, true) => "its messages have no ids",
        (false, false) => "its messages and calls have no ids",
    }
}

const fn has_message_ids(store: &MessageStore) -> bool {
    let is_tree = matches!(store.record.arrangement, ListArrangement::Tree(_));
    !store.record.is_session && (is_tree || !store.message.id.is_empty())
}

const fn has_calls(store: &MessageStore) -> bool {
    let mut rest = store.parts;
    while let [first, others @ ..] = rest {
        if matches!(first.kind, PartKind::Call(_) | PartKind::Answered(..)) {
            return true;
        }
        rest = others;
    }
    !store.message.beside.calls.is_empty()
}

/// Lists the places of a record. False: it is not a record of the store.
fn walk(store: &MessageStore, root: Node<'_, '_>, sites: &mut Sites) -> bool {
    let lists = lists_of(store, root);
    let is_list = root.is_array();
    if is_list {
        list(store, root, sites);
    } else if !lists.is_empty() {
        for found in &lists {
            list(store, found.list, sites);
            if let (ListArrangement::Tree(shape), true) = (&store.record.arrangement, has_message_ids(store)) {
                add(found.around, shape.active, Scope::Message, Usage::Points, sites);
            }
        }
    } else if is_message(store, root) {
        item(store, root, sites);
    } else {
        return false;
    }
    add_linked(root, store.record.links, sites);
    true
}

fn list(store: &MessageStore, list: Node<'_, '_>, sites: &mut Sites) {
    if let ListArrangement::Tree(shape) = &store.record.arrangement {
        for node in tree::all_items(shape, list) {
            if has_message_ids(store) {
                // What has no message begins the tree, under a name that its program knows: `root`.
                let is_message = store.message.object_of(node).is_some();
                let usage = if is_message { Usage::Names } else { Usage::Kept };
                add(node, shape.id, Scope::Message, usage, sites);
                let is_root = |parent: &Node<'_, '_>| parent.text().is_some_and(|id| tree::is_none(&id.decode()));
                if find(node, shape.parent).is_some_and(|parent| !is_root(&parent)) {
                    add(node, shape.parent, Scope::Message, Usage::Points, sites);
                }
            }
            item(store, node, sites);
        }
    } else if list.is_object() {
        item(store, list, sites);
    } else {
        list.items().for_each(|node| item(store, node, sites));
    }
}

fn item(store: &MessageStore, item: Node<'_, '_>, sites: &mut Sites) {
    let shape = &store.message;
    let Some(object) = shape.object_of(item).filter(Node::is_object) else { return };
    // Without a speaker it is a call or a result.
    let is_message = find(object, shape.speaker).is_some();
    if is_message && has_message_ids(store) && !matches!(store.record.arrangement, ListArrangement::Tree(_)) {
        add(object, shape.id, Scope::Message, Usage::Names, sites);
    }
    match shape.content_of(object) {
        Some(content) => parts(store, content, sites),
        None => part(store, item, sites),
    }
    let BesideContent { calls, call, .. } = &shape.beside;
    for one in find(object, calls).iter().flat_map(Node::items) {
        add_call(one, call.id, call.name, Usage::Names, sites);
    }
    if shape.is_of_tool(object) {
        add_call(object, shape.result.id, shape.result.name, answers(store), sites);
    }
}

fn parts(store: &MessageStore, content: Node<'_, '_>, sites: &mut Sites) {
    content.items().filter(Node::is_object).for_each(|node| part(store, node, sites));
}

fn part(store: &MessageStore, node: Node<'_, '_>, sites: &mut Sites) {
    let keys = KeySet::of(node);
    let shape = store.parts.iter().find(|shape| shape.sign.is_in(node, keys));
    match shape.map(|shape| &shape.kind) {
        Some(PartKind::Call(shape) | PartKind::Answered(shape, _)) => {
            add_call(node, shape.id, shape.name, Usage::Names, sites);
        }
        Some(PartKind::Result(shape)) => add_call(node, shape.id, shape.name, answers(store), sites),
        _ => {}
    }
}

/// Where each message has a file, the call is in another one.
fn answers(store: &MessageStore) -> Usage {
    if store.has_files() { Usage::Lineage } else { Usage::Points }
}

/// Adds the id of a call or a result. An empty one is missing, and so is null.
fn add_call(object: Node<'_, '_>, id: Paths, name: Paths, usage: Usage, sites: &mut Sites) {
    if add(object, id, Scope::Call, usage, sites) {
        sites.set_function(find(object, name).filter(Node::is_string));
    }
}

/// Adds the first text at these paths. True if there is one.
fn add(object: Node<'_, '_>, paths: Paths, scope: Scope, usage: Usage, sites: &mut Sites) -> bool {
    let is_id = |value: &Node<'_, '_>| value.is_string() && !value.is("");
    let values = || paths.iter().filter_map(|path| Some((*path, at_path(object, path)?)));
    let given = values().find(|(_, value)| is_id(value));
    let missing = || values().find(|(_, value)| scope == Scope::Call && (value.is_null() || value.is("")));
    let Some((path, value)) = given.or_else(missing) else { return false };
    let (parent, key) = path.rsplit_once('/').unwrap_or(("", path));
    if let Some(parent) = at_path(object, parent)
        && let Err(twice) = parent.fields(&[key])
    {
        sites.twice.get_or_insert(twice);
    }
    let Some(site) = sites.value(scope, usage, Some(value)) else { return false };
    site.is_missing |= value.is("");
    true
}

impl MessageShape {
    /// The content of a message: the first that has any.
    fn content_of<'t, 'a>(&self, object: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
        let is_given = |value: &Node<'_, '_>| !(value.is_null() || (value.is_array() && value.is_empty()));
        let mut contents = self.content.iter().filter_map(|path| at_path(object, path));
        contents.find(is_given).or_else(|| find(object, self.content))
    }

    /// True for a message that answers a call.
    fn is_of_tool(&self, object: Node<'_, '_>) -> bool {
        let is_tool = |speaker: Node<'_, '_>| {
            self.speakers.iter().any(|known| matches!(known.role, Role::Tool) && speaker.is(known.name))
        };
        !self.result.id.is_empty() && find(object, self.speaker).is_some_and(is_tool)
    }
}

//! Detects conversations, and reads their trees.

use std::borrow::Cow;
use std::collections::HashMap;

use super::NAME;
use super::fields::{keep, number};
use super::message::{MessageNode, NodeMessage, join_result, read_message};
use super::pairs::PathCalls;
use crate::format::sessions::{ParentLink, SessionTree, TreeEntry, TreeNode, add_branches, newest_leaf};
use crate::format::shared::need_conversation;
use crate::format::{Reading, Score};
use crate::json::{Node, Text};
use crate::model::{Conversation, Message, RecordSource, Slot};
use crate::report::{Refused, shape};

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    if !root.is_object() {
        return None;
    }
    let has = |key: &str| root.get(key).is_some();
    let Some(mapping) = root.get("mapping") else {
        // An empty conversation.
        let is_shell = has("title") && (has("create_time") || has("update_time"));
        let is_own = has("current_node") || has("conversation_template_id") || has("conversation_id");
        return (is_shell && is_own).then(|| Score::new(160, "`title`, `create_time` and `conversation_id`"));
    };
    let is_node = |(_, node): (Node<'_, '_>, Node<'_, '_>)| {
        let is_in_tree = node.get("parent").is_some() || node.get("children").is_some();
        let has_children = node.get("children").is_some_and(|children| children.is_array());
        is_in_tree && (node.get("message").is_some() || (has_children && node.get("id").is_some()))
    };
    let is_tree = mapping.is_object() && mapping.members().take(8).any(is_node);
    if is_tree {
        return Some(Score::new(250, "`mapping` of nodes with `message`, `parent` and `children`"));
    }
    let is_empty = (mapping.is_object() && mapping.is_empty()) || mapping.is_null();
    (is_empty && has("title")).then(|| Score::new(240, "an empty `mapping`"))
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    need_conversation(root, "an object with `mapping`")?;
    let mut conversation =
        Conversation { origin: NAME, source: RecordSource::shaped("conversation"), ..Conversation::default() };
    conversation.source.quirks.service_code = Some("python");
    let mapping = root.get("mapping").filter(|mapping| !mapping.is_null());
    match mapping {
        Some(mapping) if mapping.is_object() => {}
        None if score(root).is_some() => {}
        _ => {
            let why = "a conversation of ChatGPT has an object `mapping`";
            return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
        }
    }
    let id = ["conversation_id", "id"].into_iter().find_map(|key| root.get(key).filter(Node::is_string));
    if let Some(id) = id {
        (conversation.id, conversation.id_at) = (id.text(), id.at());
    }
    let mut mapped = MappingNodes::default();
    if let Some(mapping) = mapping {
        mapped.add_all(mapping);
    }
    let current = root.get("current_node").and_then(|node| node.text());
    let current = current.and_then(|id| mapped.places.get(id.decode().as_ref()).copied());
    for (key, value) in root.members() {
        let Some(key) = key.text() else { continue };
        let is_note = match key.decode().as_ref() {
            "mapping" => value.is_object(),
            "current_node" => current.is_some(),
            "id" | "conversation_id" => id.is_some_and(|id| id.raw() == value.raw()),
            _ => false,
        };
        if !(key.is("mapping") && is_note) {
            keep(Slot::Here, key, value, is_note, &mut conversation.extras);
        }
    }
    let active = current.or_else(|| {
        newest_leaf(&mapped.tree, |index| {
            let message = mapped.entries.get(index).and_then(|(_, entry)| entry.get("message"));
            number(message.and_then(|message| message.get("create_time"))).unwrap_or_default()
        })
    });
    let messages = mapped.read(&mut conversation, reading);
    let nodes: Vec<_> = mapped
        .entries
        .iter()
        .zip(messages)
        .map(|((key, _), message)| TreeNode { id: Some(key.clone()), messages: message.into_iter().collect() })
        .collect();
    add_branches(&mapped.tree, nodes, active, &mut conversation);
    Ok(conversation)
}

/// The nodes of a mapping, in the order of the file.
#[derive(Debug, Default)]
struct MappingNodes<'t, 'a> {
    entries: Vec<(Text<'a>, Node<'t, 'a>)>,
    places: HashMap<String, usize>,
    tree: SessionTree<'a>,
    /// The numbers of nodes that name a node as the one before them.
    children: Vec<usize>,
    /// Nodes that name a parent which is not there, or themselves as their ancestor.
    odd: Vec<bool>,
}

impl<'t, 'a> MappingNodes<'t, 'a> {
    fn add_all(&mut self, mapping: Node<'t, 'a>) {
        for (key, entry) in mapping.members() {
            let Some(key) = key.text() else { continue };
            self.places.entry(key.decode().into_owned()).or_insert(self.entries.len());
            self.entries.push((key, entry));
        }
        // Where a node does not say what is before it, the one counts that lists it.
        let mut listed: HashMap<String, usize> = HashMap::new();
        for (index, (_, entry)) in self.entries.iter().enumerate() {
            for child in entry.get("children").into_iter().flat_map(|children| children.items()) {
                if let Some(child) = child.text() {
                    listed.entry(child.decode().into_owned()).or_insert(index);
                }
            }
        }
        let name_of = |place: usize| self.entries.get(place).map(|(key, _)| key.decode().into_owned());
        for (index, (key, entry)) in self.entries.iter().enumerate() {
            let id = key.decode().into_owned();
            let is_first = self.places.get(&id) == Some(&index);
            let parent = entry.get("parent").filter(|parent| !parent.is_null());
            let named = parent.and_then(|parent| Some(parent.text()?.decode().into_owned()));
            let known = named.filter(|name| self.places.contains_key(name));
            self.odd.push(parent.is_some() && known.is_none());
            let is_root = entry.get("parent").is_some_and(|parent| parent.is_null());
            let found = known.or_else(|| name_of(listed.get(&id).copied().filter(|_| !is_root)?));
            let parent = found.map_or(ParentLink::Root, |id| ParentLink::Named(Cow::Owned(id)));
            self.tree.add(is_first.then_some(Cow::Owned(id)), TreeEntry { parent, lane: 0 });
        }
        let odd = &mut self.odd;
        self.tree.resolve(&mut |index, _| {
            if let Some(odd) = odd.get_mut(index) {
                *odd = true;
            }
        });
        self.children = vec![0; self.entries.len()];
        for parent in (0..self.entries.len()).filter_map(|index| self.tree.parent(index)) {
            if let Some(children) = self.children.get_mut(parent) {
                *children += 1;
            }
        }
    }

    /// True if a node lists another one that is not after it.
    fn has_odd_children(&self, index: usize, entry: Node<'_, '_>) -> bool {
        let is_own = |child: Node<'_, '_>| {
            let place = child.text().and_then(|child| self.places.get(child.decode().as_ref()).copied());
            place.is_some_and(|place| self.tree.parent(place) == Some(index))
        };
        let children = entry.get("children").filter(|children| !children.is_null());
        children.is_some_and(|children| !children.is_array() || !children.items().all(is_own))
    }

    /// Reads the messages, each after those before it in the tree.
    fn read(&self, conversation: &mut Conversation<'a>, reading: &mut Reading<'_>) -> Vec<Option<Message<'a>>> {
        let mut messages: Vec<Option<Message<'a>>> = vec![None; self.entries.len()];
        // The calls that wait for their results, and the node of the result that a node belongs to.
        let mut open: Vec<PathCalls<'a>> = vec![PathCalls::default(); self.entries.len()];
        let mut joined: Vec<usize> = (0..self.entries.len()).collect();
        for index in self.tree.parents_first() {
            let Some((key, entry)) = self.entries.get(index) else { continue };
            let parent = self.tree.parent(index);
            let mut calls = parent.and_then(|parent| open.get(parent)).cloned().unwrap_or_default();
            let single = parent.filter(|parent| self.children.get(*parent) == Some(&1));
            let before = single.and_then(|parent| joined.get(parent).copied());
            match entry.get("message").filter(Node::is_object) {
                Some(message) => {
                    let is_odd = self.odd.get(index) == Some(&true);
                    let has_odd_children = self.has_odd_children(index, *entry);
                    let node = MessageNode { index, key, entry: *entry, message, before, is_odd, has_odd_children };
                    match read_message(node, &mut calls, reading) {
                        NodeMessage::Own(message) => {
                            if let Some(place) = messages.get_mut(index) {
                                *place = Some(message);
                            }
                        }
                        NodeMessage::More(first, message) => {
                            if let Some(joined) = joined.get_mut(index) {
                                *joined = first;
                            }
                            if let Some(Some(first)) = messages.get_mut(first) {
                                join_result(first, message);
                            }
                        }
                    }
                }
                None => {
                    let is_odd = self.odd.get(index) == Some(&true) || self.has_odd_children(index, *entry);
                    keep_node(*entry, key, is_odd, conversation);
                }
            }
            if let Some(open) = open.get_mut(index) {
                *open = calls;
            }
        }
        messages
    }
}

/// Keeps a node without a message: mostly the root.
fn keep_node<'a>(entry: Node<'_, 'a>, key: &Text<'a>, is_odd: bool, conversation: &mut Conversation<'a>) {
    let is_plain = |(name, value): (Node<'_, '_>, Node<'_, '_>)| {
        name.is("parent") || name.is("children") || (name.is("id") && value.is(&key.decode())) || value.is_null()
    };
    if !entry.is_object() || is_odd || !entry.members().all(is_plain) {
        return keep(Slot::Event, key.clone(), entry, false, &mut conversation.extras);
    }
    for (name, value) in entry.members() {
        keep(Slot::Event, name.text().unwrap_or_default(), value, true, &mut conversation.extras);
    }
}

//! Detects conversations, and reads their messages: a tree, or a list.

use std::borrow::Cow;
use std::collections::HashSet;

use super::NAME;
use super::block::keep;
use super::message::read_message;
use crate::format::sessions::{ParentLink, SessionTree, TreeEntry, TreeNode, add_branches, newest_leaf};
use crate::format::shared::{need_conversation, refuse_type, time};
use crate::format::{Reading, Score};
use crate::json::Node;
use crate::model::{Conversation, RecordSource, Slot};
use crate::report::{Refused, shape};

/// The parent of first messages.
const NO_PARENT: &str = "00000000-0000-4000-8000-000000000000";

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    if !root.is_object() {
        return None;
    }
    let messages = root.get("chat_messages").filter(Node::is_array)?;
    if messages.items().take(8).any(|message| message.get("sender").is_some()) {
        return Some(Score::new(250, "`chat_messages` with `sender`"));
    }
    (messages.is_empty() && root.get("uuid").is_some()).then(|| Score::new(240, "an empty `chat_messages`"))
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    need_conversation(root, "an object with `chat_messages`")?;
    let mut conversation =
        Conversation { origin: NAME, source: RecordSource::shaped("conversation"), ..Conversation::default() };
    let Some(list) = root.get("chat_messages") else {
        let why = "a conversation of Claude.ai has `chat_messages`";
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
    };
    if !list.is_array() {
        return Err(refuse_type(list, "chat_messages", "an array"));
    }
    let entries: Vec<_> = list.items().collect();
    if let Some(odd) = entries.iter().find(|entry| !entry.is_object()) {
        return Err(refuse_type(*odd, "chat_messages", "an array of objects"));
    }
    let id_of = |entry: Node<'_, '_>| Some(entry.get("uuid")?.text()?.decode().into_owned());
    let ids: Vec<_> = entries.iter().map(|entry| id_of(*entry)).collect();
    let (tree, is_odd) = tree_of(&entries, &ids);
    let leaf = root.get("current_leaf_message_uuid").and_then(|leaf| leaf.text());
    let leaf = leaf.and_then(|leaf| ids.iter().position(|id| id.as_deref() == Some(&*leaf.decode())));
    for (key, value) in root.members().filter(|(key, _)| !key.is("chat_messages")) {
        let Some(key) = key.text() else { continue };
        if key.is("uuid") && value.is_string() {
            (conversation.id, conversation.id_at) = (value.text(), value.at());
            continue;
        }
        let is_note = (key.is("current_leaf_message_uuid") && leaf.is_some()) || value.is("");
        keep(Slot::Here, key, value, is_note, &mut conversation.extras);
    }
    let seconds = |entry: &Node<'_, '_>| time::parse(&entry.get("created_at")?.text()?.decode());
    let active = leaf
        .or_else(|| newest_leaf(&tree, |index| entries.get(index).and_then(seconds).map_or(0.0, |time| time.seconds)));
    let nodes = entries.iter().zip(is_odd).enumerate();
    let nodes: Vec<_> = nodes
        .map(|(number, (entry, is_odd))| TreeNode {
            id: entry.get("uuid").and_then(|id| id.text()),
            messages: read_message(*entry, number, is_odd, reading),
        })
        .collect();
    add_branches(&tree, nodes, active, &mut conversation);
    Ok(conversation)
}

/// The tree of the messages, and which of them name one that is not there.
fn tree_of<'a>(entries: &[Node<'_, 'a>], ids: &[Option<String>]) -> (SessionTree<'a>, Vec<bool>) {
    let known: HashSet<&str> = ids.iter().flatten().map(String::as_str).collect();
    let mut tree = SessionTree::default();
    let mut is_odd = Vec::with_capacity(entries.len());
    let mut taken: HashSet<&str> = HashSet::new();
    for (entry, id) in entries.iter().zip(ids) {
        let parent = entry.get("parent_message_uuid").filter(|parent| !parent.is_null());
        let named = parent.and_then(|parent| parent.text()).map(|parent| parent.decode().into_owned());
        let (link, odd) = match named {
            Some(named) if known.contains(named.as_str()) => (ParentLink::Named(Cow::Owned(named)), false),
            Some(named) if named == NO_PARENT => (ParentLink::Root, false),
            Some(_) => (ParentLink::Before, true),
            None => (ParentLink::Before, parent.is_some()),
        };
        is_odd.push(odd);
        // Of equal ids the first one is named by others.
        let id = id.as_deref().filter(|id| taken.insert(id));
        tree.add(id.map(|id| Cow::Owned(id.to_owned())), TreeEntry { parent: link, lane: 0 });
    }
    tree.resolve(&mut |index, _| {
        if let Some(odd) = is_odd.get_mut(index) {
            *odd = true;
        }
    });
    (tree, is_odd)
}

//! Finds the lists of messages of a record, and tells whether a record is of a store.

use super::MessageStore;
use super::paths::{at_path, find};
use crate::format::foreign::SignedRecords;
use crate::format::signs::{ITEMS, KeySet};
use crate::format::{RowSession, Score};
use crate::json::{Node, Text};

/// Nothing else has such signs. Some records look like the request and the answer of a log as well.
const SCORE: u8 = 253;

/// A list of messages, and what surrounds it.
#[derive(Clone, Debug)]
pub(super) struct MessageList<'t, 'a> {
    /// The messages: a list, an object of them, or one message.
    pub(super) list: Node<'t, 'a>,
    /// The object that has the list as a member.
    pub(super) around: Node<'t, 'a>,
    /// What the conversation is called: the key of the object, or its id.
    pub(super) name: Option<(Node<'t, 'a>, Text<'a>)>,
    /// The items of the conversation, if the list has several conversations.
    pub(super) rows: Option<Vec<Node<'t, 'a>>>,
}

impl<'t, 'a> MessageList<'t, 'a> {
    /// The items of the conversation.
    pub(super) fn items(&self) -> impl Iterator<Item = Node<'t, 'a>> {
        let all = self.list.items().filter(|_| self.rows.is_none());
        self.rows.iter().flatten().copied().chain(all)
    }
}

/// The lists of an object: those of the first path that leads to any.
pub(super) fn lists_of<'t, 'a>(store: &MessageStore, root: Node<'t, 'a>) -> Vec<MessageList<'t, 'a>> {
    for path in store.record.lists {
        let mut found = Vec::new();
        collect(store, path, root, None, &mut found);
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

type Name<'t, 'a> = Option<(Node<'t, 'a>, Text<'a>)>;

fn collect<'t, 'a>(
    store: &MessageStore,
    path: &str,
    node: Node<'t, 'a>,
    key: Name<'t, 'a>,
    found: &mut Vec<MessageList<'t, 'a>>,
) {
    let (start, rest) = path.split_once('*').unwrap_or((path, ""));
    let is_end = !path.contains('*');
    let place = start.trim_end_matches('/');
    let Some(inner) = at_path(node, place) else { return };
    if is_end {
        if inner.is_array() || inner.is_object() {
            let around = place.rsplit_once('/').map_or(Some(node), |(parent, _)| at_path(node, parent)).unwrap_or(node);
            let id = find(around, store.record.id).and_then(|id| Some((id, id.text()?)));
            found.push(MessageList { list: inner, around, name: id.or(key), rows: None });
        }
        return;
    }
    let rest = rest.trim_start_matches('/');
    for (key, value) in inner.members() {
        let name = key.text().map(|text| (key, text));
        if rest.is_empty() {
            if value.is_array() {
                found.push(MessageList { list: value, around: inner, name, rows: None });
            }
        } else {
            collect(store, rest, value, name, found);
        }
    }
    for item in inner.items() {
        collect(store, rest, item, None, found);
    }
}

/// The session of a row: the conversation that it names.
pub(super) fn row_session<'a>(store: &MessageStore, row: Node<'_, 'a>) -> RowSession<'a> {
    RowSession { session: session_of(store, row), ..RowSession::default() }
}

/// The id of the conversation in a row of a table, as JSON: `"c1"`. A session file is one conversation: its lines have none.
pub(super) fn session_of<'a>(store: &MessageStore, message: Node<'_, 'a>) -> Option<&'a str> {
    if !store.has_rows() {
        return None;
    }
    let paths = store.record.id.iter().filter(|path| !store.message.id.contains(path));
    let id = paths.filter_map(|path| at_path(message, path)).find(Node::is_string)?;
    is_message(store, message).then(|| id.raw())
}

/// True for a message of the store, as a line of a file or an item of a list.
pub(super) fn is_message(store: &MessageStore, node: Node<'_, '_>) -> bool {
    node.is_object() && {
        let keys = KeySet::of(node);
        store.signs.iter().any(|sign| sign.is_of_message() && sign.is_in(node, keys))
    }
}

pub(super) fn score(store: &'static MessageStore, root: Node<'_, '_>) -> Option<Score> {
    let is_store = if root.is_array() {
        // The items may be records instead of messages.
        root.items().take(ITEMS).any(|item| is_message(store, item))
    } else {
        // One message alone is a line of a file, not a record, unless each message has a file.
        (store.has_files() && is_message(store, root))
            || (!lists_of(store, root).is_empty() && SignedRecords::of(root).has(store.signs))
    };
    is_store.then(|| Score::new(SCORE, store.evidence))
}

impl MessageStore {
    /// True if messages may be rows that name their conversation.
    pub(super) const fn has_rows(&self) -> bool {
        !self.record.id.is_empty() && !self.record.is_session
    }

    /// True if each message has a file.
    pub(super) fn has_files(&self) -> bool {
        !self.message.object.is_empty() && !self.record.is_session
    }
}

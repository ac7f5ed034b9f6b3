//! Detects sessions and events, and follows their turns: those that were rewound are another branch.
//!
//! ```json
//! {"id":"e9","invocationId":"i3","author":"user","actions":{"rewindBeforeInvocationId":"i2"},"timestamp":1795596261.5}
//! ```

use std::borrow::Cow;
use std::collections::HashMap;

use super::NAME;
use super::compaction::{KnownCompaction, add_compactions};
use super::event::read_event;
use super::fields::{given, is_hollow, text_of};
use super::rows::TABLE;
use super::write::UNKNOWN;
use crate::format::sessions::{KeptLines, ParentLink, SessionTree, TreeEntry, TreeNode, add_branches};
use crate::format::shared::{need_conversation, need_messages, refuse_type};
use crate::format::{Reading, Score};
use crate::json::{At, Node, Raw, Text};
use crate::model::{Conversation, RecordSource, Slot, SourceQuirks};
use crate::report::Refused;

/// What most events repeat.
const REPEATED: &[&str] =
    &["invocationId", "invocation_id", "branch", "nodeInfo", "node_info", "modelVersion", "model_version"];

const INVOCATION: &[&str] = &["invocationId", "invocation_id"];

/// One event: a line of a file may be just that.
pub(super) fn is_event(node: Node<'_, '_>) -> bool {
    let is_text = |field: Option<Node<'_, '_>>| field.is_some_and(|field| field.is_string());
    is_text(given(node, INVOCATION)) && is_text(node.get("author"))
}

/// A session, or a list of events.
pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    if root.is_array() && TABLE.has_rows(root) {
        return Some(Score::new(249, "rows with `session_id` and `event_data`"));
    }
    if root.is_array() {
        let first = root.items().next()?;
        return is_event(first).then(|| Score::new(249, "events with `invocationId` and `author`"));
    }
    let events = root.get("events").filter(Node::is_array)?;
    if events.is_empty() {
        let has = |keys: &[&str]| given(root, keys).is_some_and(|value| value.is_string());
        let is_session = has(&["appName", "app_name"]) && has(&["userId", "user_id"]);
        return is_session.then(|| Score::new(240, "`appName` and `userId` with `events`"));
    }
    events.items().any(is_event).then(|| Score::new(250, "`events` with `invocationId` and `author`"))
}

/// The events that were read, as a tree: the ones after a rewind follow an earlier one.
#[derive(Debug)]
pub(super) struct EventTree<'a> {
    pub(super) lines: KeptLines<'a>,
    pub(super) nodes: Vec<TreeNode<'a>>,
    parents: Vec<Option<usize>>,
    /// The nodes from the first one to the current one.
    path: Vec<usize>,
    /// Where invocations begin.
    starts: HashMap<String, PathPlace>,
    /// The results, by the ids of their calls.
    pub(super) results: HashMap<String, KnownResult<'a>>,
    /// The author of the last answer.
    pub(super) agent: Option<Text<'a>>,
    /// Summaries of earlier events.
    pub(super) compactions: Vec<KnownCompaction>,
}

/// A place in the path, which later rewinds may leave: then another node is there, or none.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathPlace {
    place: usize,
    node: usize,
}

/// A result of a call.
#[derive(Debug)]
pub(super) struct KnownResult<'a> {
    pub(super) place: PathPlace,
    /// The message of the node.
    pub(super) message: usize,
    /// The part.
    pub(super) at: At,
    pub(super) raw: Raw<'a>,
}

impl<'a> EventTree<'a> {
    /// The place of the node that comes next.
    pub(super) fn next_place(&self) -> PathPlace {
        PathPlace { place: self.path.len(), node: self.nodes.len() }
    }

    /// The node at a place, unless it was rewound.
    pub(super) fn node_at(&mut self, place: PathPlace) -> Option<&mut TreeNode<'a>> {
        self.nodes.get_mut(place.node).filter(|_| self.path.get(place.place) == Some(&place.node))
    }

    /// Adds an event.
    pub(super) fn push(&mut self, node: TreeNode<'a>) {
        self.parents.push(self.path.last().copied());
        self.path.push(self.nodes.len());
        self.nodes.push(node);
    }

    /// An invocation begins with the next event, or continues.
    fn note_start(&mut self, id: &Text<'_>) {
        let (next, path) = (self.next_place(), &self.path);
        let start = self.starts.entry(id.decode().into_owned()).or_insert(next);
        if path.get(start.place) != Some(&start.node) {
            *start = next;
        }
    }

    /// Goes back to the event before an invocation, if that is there.
    fn rewind(&mut self, id: &Text<'_>) {
        if let Some(start) = self.starts.get(id.decode().as_ref())
            && self.path.get(start.place) == Some(&start.node)
        {
            self.path.truncate(start.place);
        }
    }
}

/// The shape of a record.
pub(super) const SHAPE: &str = "session";

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    if TABLE.has_rows(root) {
        return TABLE.read(root, reading);
    }
    let mut conversation = Conversation {
        origin: NAME,
        source: RecordSource {
            quirks: SourceQuirks { is_without_ids: true, ..SourceQuirks::default() },
            ..RecordSource::shaped(SHAPE)
        },
        ..Conversation::default()
    };
    let events: Vec<_> = if root.is_array() {
        root.items().collect()
    } else if root.is_object() && root.get("events").is_none() && is_event(root) {
        vec![root]
    } else {
        need_conversation(root, "a session with `events`, or a list of events")?;
        let ([events], _) = root.fields(&["events"])?;
        let events = need_messages(events, "events", root)?;
        if !events.is_array() {
            return Err(refuse_type(events, "events", "an array"));
        }
        read_session(root, &mut conversation);
        events.items().collect()
    };
    let mut tree = EventTree {
        lines: KeptLines::new(NAME, REPEATED),
        nodes: Vec::new(),
        parents: Vec::new(),
        path: Vec::new(),
        starts: HashMap::new(),
        results: HashMap::new(),
        agent: None,
        compactions: Vec::new(),
    };
    for event in events {
        if !event.is_object() {
            return Err(refuse_type(event, "events", "an array of objects"));
        }
        let actions = event.get("actions").filter(Node::is_object);
        let rewind = actions.and_then(|it| given(it, &["rewindBeforeInvocationId", "rewind_before_invocation_id"]));
        if let Some(id) = text_of(rewind) {
            tree.rewind(&id);
            keep_event(event, &mut conversation);
            continue;
        }
        if let Some(id) = text_of(given(event, INVOCATION)) {
            tree.note_start(&id);
        }
        read_event(event, &mut tree, &mut conversation, reading)?;
    }
    let mut entries = SessionTree::default();
    for (index, parent) in tree.parents.iter().enumerate() {
        let parent = parent.map_or(ParentLink::Root, |parent| ParentLink::Named(Cow::Owned(parent.to_string())));
        entries.add(Some(Cow::Owned(index.to_string())), TreeEntry { parent, lane: 0 });
    }
    entries.resolve(&mut |_, _| {});
    add_branches(&entries, tree.nodes, tree.path.last().copied(), &mut conversation);
    add_compactions(&tree.compactions, &mut conversation);
    Ok(conversation)
}

/// Keeps an event that the model does not get.
pub(super) fn keep_event<'a>(event: Node<'_, 'a>, conversation: &mut Conversation<'a>) {
    conversation.extras.push_in(Slot::Event, NAME, Text::Token("event"), event.to_raw(), event.at());
}

/// The fields of the session: its id, and what belongs to the program.
fn read_session<'a>(root: Node<'_, 'a>, conversation: &mut Conversation<'a>) {
    for (key, value) in root.members() {
        let Some(key) = key.text() else { continue };
        match key.decode().as_ref() {
            "events" => {}
            "id" if value.is_string() && conversation.id.is_none() => {
                (conversation.id, conversation.id_at) = (value.text(), value.at());
            }
            _ if is_hollow(value) || value.is(UNKNOWN) => {
                conversation.extras.note_in(Slot::Envelope, NAME, key, value.to_raw(), value.at());
            }
            _ => conversation.extras.push_in(Slot::Envelope, NAME, key, value.to_raw(), value.at()),
        }
    }
}

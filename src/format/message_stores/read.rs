//! Reads a record: its lists, and what surrounds them.

use super::attachments::Attachments;
use super::lists::{MessageList, is_message, lists_of, session_of};
use super::members::{self, StoreMember};
use super::part::read_content;
use super::paths::find;
use super::{ListArrangement, MessageStore, message, tree};
use crate::format::Reading;
use crate::format::sessions::report_damaged_lines;
use crate::format::shared::{add_session, by_session, keep_other_members, need_conversation};
use crate::json::{At, Node, Text};
use crate::model::{Branch, BranchKind, BranchStep, Conversation, Message, RecordSource, Role, Slot};
use crate::report::{Refused, shape};

/// What is known while a list is read.
#[derive(Debug)]
pub(super) struct StoreReading<'s, 'r, 't, 'a> {
    pub(super) store: &'static MessageStore,
    pub(super) reading: &'s mut Reading<'r>,
    pub(super) attachments: Attachments<'t, 'a>,
    /// The id of the conversation, as JSON.
    pub(super) id: Option<&'a str>,
    /// The members of a message, and those of an item of a tree.
    members: [Vec<StoreMember<'static>>; 2],
}

impl<'s, 'r> StoreReading<'s, 'r, '_, '_> {
    fn new(store: &'static MessageStore, reading: &'s mut Reading<'r>) -> Self {
        let members = [members::of_message(store), members::of_item(store)];
        Self { store, reading, attachments: Attachments::default(), id: None, members }
    }

    /// Reports the members of an item and of the message in it that have another type.
    pub(super) fn check_message(&mut self, item: Node<'_, '_>, object: Node<'_, '_>) {
        if !self.store.record.is_session {
            let [of_message, of_item] = &self.members;
            members::check(object, of_message, self.reading);
            members::check(item, of_item, self.reading);
        }
    }

    /// Reports the members of a value that have another type, except in a line of a session, which may be anything.
    pub(super) fn check(&mut self, node: Node<'_, '_>, members: &[StoreMember<'_>]) {
        if !self.store.record.is_session {
            members::check(node, members, self.reading);
        }
    }
}

pub(super) fn read<'a>(
    store: &'static MessageStore,
    root: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Conversation<'a>, Refused> {
    let mut conversation =
        Conversation { origin: store.name, source: RecordSource::shaped("store"), ..Conversation::default() };
    if root.is_array() {
        let sessions = by_session(root, |item| session_of(store, item));
        if sessions.len() > 1 {
            return read_sessions(store, root, sessions, reading);
        }
        let list = MessageList { list: root, around: root, name: None, rows: None };
        read_list(store, &list, &mut conversation, &mut Vec::new(), reading)?;
        if conversation.messages.is_empty() && !root.is_empty() && !root.items().any(|item| is_message(store, item)) {
            let why = format!("no item of this list is a message of {}", store.name);
            return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
        }
        if store.record.is_session {
            report_damaged_lines(root, reading.report);
        }
        return Ok(conversation);
    }
    need_conversation(root, "a list of messages, or an object that contains one")?;
    let lists = lists_of(store, root);
    if lists.is_empty() {
        if is_message(store, root) {
            message::read(&mut StoreReading::new(store, reading), root, &mut conversation)?;
            return Ok(conversation);
        }
        let why = format!("no list of messages of {} is in this record", store.name);
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
    }
    let mut taken = Vec::new();
    read_system(store, root, &mut conversation, &mut taken, reading)?;
    let are_several = matches!(store.record.arrangement, ListArrangement::Separate) && lists.len() > 1;
    for list in &lists {
        let start = conversation.messages.len();
        read_list(store, list, &mut conversation, &mut taken, reading)?;
        taken.push(list.list.at());
        if are_several {
            (conversation.id, conversation.id_at) = (None, At::default());
        }
        if let Some((id, _)) = &list.name {
            taken.push(id.at());
        }
        if are_several {
            let branch = branch_of(list, start, &conversation);
            conversation.branches.push(branch);
        }
    }
    taken.sort_unstable();
    let id = lists.first().and_then(|list| list.name.as_ref()).map(|(id, _)| id.raw());
    let state = StoreReading { id, ..StoreReading::new(store, reading) };
    let is_repeated = |key: &Text<'_>, value: Node<'_, '_>| state.is_repeated(key, value);
    for (key, value) in root.members() {
        let key = key.text().unwrap_or_default();
        keep_other_members(key, value, &taken, Slot::Envelope, store.name, &is_repeated, &mut conversation.extras);
    }
    Ok(conversation)
}

/// Reads a list with the messages of several conversations.
fn read_sessions<'t, 'a>(
    store: &'static MessageStore,
    root: Node<'t, 'a>,
    sessions: Vec<Vec<Node<'t, 'a>>>,
    reading: &mut Reading<'_>,
) -> Result<Conversation<'a>, Refused> {
    let empty =
        || Conversation { origin: store.name, source: RecordSource::shaped("store"), ..Conversation::default() };
    let mut all = empty();
    for rows in sessions {
        let (mut one, at) = (empty(), rows.first().map_or(root.at(), Node::at));
        let list = MessageList { list: root, around: root, name: None, rows: Some(rows) };
        read_list(store, &list, &mut one, &mut Vec::new(), reading)?;
        let id = one.id.take();
        add_session(one, id.as_ref(), at, &mut all);
    }
    Ok(all)
}

/// The text of the system, next to the messages.
fn read_system<'a>(
    store: &'static MessageStore,
    root: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    taken: &mut Vec<At>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let Some(system) = find(root, store.record.system).filter(|system| !system.is_empty() || system.is_string()) else {
        return Ok(());
    };
    let mut message = Message { at: system.at(), origin: store.name, role: Role::System, ..Message::default() };
    message.form = read_content(&mut StoreReading::new(store, reading), system, &mut message.parts)?;
    taken.push(system.at());
    conversation.messages.push(message);
    Ok(())
}

fn read_list<'a>(
    store: &'static MessageStore,
    list: &MessageList<'_, 'a>,
    conversation: &mut Conversation<'a>,
    taken: &mut Vec<At>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let first =
        list.items().find_map(|item| Some((find(item, store.record.id)?, find(item, store.record.id)?.text()?)));
    let id = list.name.clone().or(first.filter(|_| list.list.is_array()));
    if let Some((at, id)) = id.as_ref().filter(|_| conversation.id.is_none()) {
        (conversation.id, conversation.id_at) = (Some(id.clone()), at.at());
    }
    let id = id.map(|(id, _)| id.raw());
    let mut state = StoreReading { id, attachments: Attachments::of(list.around), ..StoreReading::new(store, reading) };
    if let ListArrangement::Tree(shape) = &store.record.arrangement {
        tree::read(&mut state, shape, list, conversation, taken)?;
    } else if list.list.is_object() {
        message::read(&mut state, list.list, conversation)?;
    }
    let is_tree = matches!(store.record.arrangement, ListArrangement::Tree(_));
    for item in list.items().filter(|_| !is_tree) {
        message::read(&mut state, item, conversation)?;
    }
    taken.append(&mut state.attachments.used);
    Ok(())
}

/// A conversation of a record with several.
fn branch_of<'a>(list: &MessageList<'_, 'a>, start: usize, conversation: &Conversation<'a>) -> Branch<'a> {
    let messages = conversation.messages.iter().enumerate().skip(start);
    let steps = messages.map(|(index, message)| BranchStep {
        at: message.at,
        id: message.details().id.clone().unwrap_or(Text::Token("")),
        message: Some(index),
    });
    let name = list.name.as_ref().map(|(_, name)| name.clone());
    Branch {
        at: list.list.at(),
        kind: BranchKind::Active,
        id: name.clone(),
        name,
        order: steps.collect(),
        ..Branch::default()
    }
}

impl StoreReading<'_, '_, '_, '_> {
    /// True for a member whose value the model has, or that says nothing.
    pub(super) fn is_repeated(&self, key: &Text<'_>, value: Node<'_, '_>) -> bool {
        let is_id = |path: &&str| path.rsplit('/').next().is_some_and(|name| key.is(name));
        let is_known = |repeated: &&str| {
            let (name, words) = repeated.split_once('=').unwrap_or((repeated, ""));
            key.is(name) && words.split('|').any(|word| value.is(word) || value.raw() == word)
        };
        value.is("")
            || (self.id == Some(value.raw()) && self.store.record.id.iter().any(is_id))
            || self.store.repeated.iter().any(is_known)
    }
}

//! Rows of a table that have the items of sessions as JSON text. The rows of a session are one conversation.
//!
//! ```json
//! {"session_id":"s1","message_data":"{\"role\":\"user\",\"content\":\"Hi\"}"}
//! ```

use std::collections::HashMap;

use super::{keep_exported, need, refuse_type};
use crate::format::ids::{Scope, Sites};
use crate::format::media::{MediaFn, MediaPlace, column};
use crate::format::{ReadFn, Reading, RowSession};
use crate::json::{At, Fields, NestedJson, Node, Tape, Text, same_value};
use crate::model::{Branch, BranchKind, BranchStep, Conversation, Message, RecordSource, Slot};
use crate::report::{Refused, shape};

/// A table of sessions.
#[derive(Debug)]
pub struct SessionTable {
    /// The column with the id of the session: `session_id`
    pub session: &'static str,
    /// The column with an item: `message_data`
    pub item: &'static str,
    /// Columns that all rows of a session repeat: `user_id`
    pub repeated: &'static [&'static str],
    /// The format of the items.
    pub origin: &'static str,
    /// The shape of their list in that format.
    pub shape: &'static str,
    /// Reads a list of items.
    pub read: ReadFn,
}

/// The rows of a session, in order.
#[derive(Debug)]
struct Session<'t, 'a> {
    id: Option<Node<'t, 'a>>,
    items: Vec<NestedJson<'a>>,
    first: Node<'t, 'a>,
}

/// The items of a list by the session that `key` finds: rows of a table may be of several. An item without one belongs to the session
/// of the item before it. Empty: the first item has none.
pub fn by_session<'t, 'a>(list: Node<'t, 'a>, key: impl Fn(Node<'t, 'a>) -> Option<&'a str>) -> Vec<Vec<Node<'t, 'a>>> {
    let mut sessions: Vec<Vec<_>> = Vec::new();
    let mut places = HashMap::new();
    let mut place = 0;
    if list.items().next().and_then(&key).is_none() {
        return sessions;
    }
    for item in list.items() {
        if let Some(key) = key(item) {
            place = *places.entry(key).or_insert(sessions.len());
        }
        match sessions.get_mut(place) {
            Some(session) => session.push(item),
            None => sessions.push(vec![item]),
        }
    }
    sessions
}

/// The rows of a list, or a row by itself.
pub fn rows<'t, 'a>(root: Node<'t, 'a>) -> impl Iterator<Item = Node<'t, 'a>> {
    let alone = Some(root).filter(|root| !root.is_array());
    root.items().chain(alone)
}

impl SessionTable {
    /// True for a row.
    #[must_use]
    pub fn has(&self, node: Node<'_, '_>) -> bool {
        let [session, item] = node.pick(&[self.session, self.item]);
        session.is_some() && item.is_some_and(|item| item.is_string() || item.is_object())
    }

    /// True for a row, and for a list of rows.
    #[must_use]
    pub fn has_rows(&self, root: Node<'_, '_>) -> bool {
        rows(root).next().is_some_and(|row| self.has(row))
    }

    /// The session of a row.
    #[must_use]
    pub fn session_of<'a>(&self, row: Node<'_, 'a>) -> RowSession<'a> {
        let session = row.get(self.session).filter(|_| self.has(row)).map(|session| session.raw());
        RowSession { session, ..RowSession::default() }
    }

    /// Lists the ids of the items. Returns false if there are no rows.
    pub fn ids(&self, root: Node<'_, '_>, sites: &mut Sites, walk: fn(Node<'_, '_>, &mut Sites)) -> bool {
        for item in rows(root).filter_map(|row| row.get(self.item)) {
            if item.is_object() {
                walk(item, sites);
            } else if !(item.is_string() && sites.open(item, walk)) {
                sites.lacks = Some((Scope::Call, "the item of a row is not JSON"));
            }
        }
        rows(root).any(|row| self.has(row))
    }

    /// Calls `each` with the media files of the items.
    pub fn media(&self, root: Node<'_, '_>, places: MediaFn, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
        for item in rows(root).filter_map(|row| row.get(self.item)) {
            column(item, places, each);
        }
    }

    /// Reads the rows of one or more sessions.
    pub fn read<'a>(&self, root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
        let mut all =
            Conversation { origin: self.origin, source: RecordSource::shaped(self.shape), ..Conversation::default() };
        let mut sessions: Vec<Session<'_, 'a>> = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::new();
        let keys = [self.session, self.item];
        for row in rows(root) {
            if !row.is_object() {
                return Err(refuse_type(row, "rows", "an array of objects"));
            }
            let ([id, item], columns) = row.fields(&keys)?;
            let item = need(item, self.item, row)?;
            if !(item.is_string() || item.is_object()) {
                return Err(refuse_type(item, self.item, "an object as JSON text"));
            }
            let index = *known.entry(id.map_or("", |id| id.raw())).or_insert(sessions.len());
            if index == sessions.len() {
                sessions.push(Session { id, items: Vec::new(), first: row });
            }
            if let Some(session) = sessions.get_mut(index) {
                let item = NestedJson::of(item.raw(), item.at());
                if let Some(id) = id {
                    let key = Text::Token(self.session);
                    keep_exported(Slot::Envelope, self.origin, key, id, id.is_string(), &mut all.extras);
                }
                self.keep_columns(&columns, session.first, &item, &mut all)?;
                session.items.push(item);
            }
        }
        let are_several = sessions.len() > 1;
        for session in sessions {
            let read = session.read(self.read, reading)?;
            let id = session.id.and_then(|id| Some((id.text()?, id.at())));
            if are_several {
                add_session(read, id.as_ref().map(|(id, _)| id), session.first.at(), &mut all);
                continue;
            }
            let columns = std::mem::take(&mut all.extras);
            all = read;
            all.extras.extend(&columns);
            if let Some((id, at)) = id {
                (all.id, all.id_at) = (Some(id), at);
            }
        }
        Ok(all)
    }

    /// Keeps the columns that say more than the item and the first row of the session.
    fn keep_columns<'a>(
        &self,
        columns: &Fields<'_, 'a, '_>,
        first: Node<'_, 'a>,
        item: &NestedJson<'a>,
        all: &mut Conversation<'a>,
    ) -> Result<(), Refused> {
        let mut tape = Tape::new();
        let place = |at: At| at.offset().map_or(at, |offset| item.at(offset));
        let inner = tape.parse(item.text()).map_err(|error| Refused::json(&error).moved(&place))?;
        for (key, value) in columns.unknown() {
            let name = key.decode();
            let known = |object| Node::get(object, &name).filter(|known| same_value(*known, value));
            let is_repeated = |known: Node<'_, '_>| self.repeated.contains(&&*name) && known.at() != value.at();
            let is_note = known(&inner).is_some() || known(&first).is_some_and(is_repeated);
            keep_exported(Slot::Envelope, self.origin, key.clone(), value, is_note, &mut all.extras);
        }
        Ok(())
    }
}

impl Session<'_, '_> {
    /// Reads the items as one list, since one message may be several of them.
    fn read(&self, read: ReadFn, reading: &mut Reading<'_>) -> Result<Conversation<'static>, Refused> {
        let mut list = String::from("[");
        let mut starts = Vec::with_capacity(self.items.len());
        for item in &self.items {
            if list.len() > 1 {
                list.push(',');
            }
            starts.push(list.len());
            list.push_str(item.text());
        }
        list.push(']');
        let place = |at: At| {
            let Some(offset) = at.offset() else { return at };
            let index = starts.partition_point(|start| *start <= offset).saturating_sub(1);
            let item = self.items.get(index).zip(starts.get(index));
            item.map_or(at, |(item, start)| item.at(offset.saturating_sub(*start)))
        };
        let mut tape = Tape::new();
        let root = tape.parse(&list).map_err(|error| Refused::json(&error).moved(&place))?;
        let mut found = reading.report.alike();
        let mut inner = Reading { report: &mut found, scratch: &mut Tape::new(), columns: None, programs: None };
        let read = read(root, &mut inner).map_err(|refused| refused.moved(&place))?;
        found.move_places(place);
        reading.report.append(&mut found);
        let why = "the rows have sidechains or compared answers";
        read.moved(&place).ok_or_else(|| Refused::new(&shape::NOT_A_CONVERSATION, self.first.at(), why))
    }
}

/// Adds the conversation of a session, with its branches.
pub fn add_session<'a>(one: Conversation<'a>, id: Option<&Text<'a>>, at: At, all: &mut Conversation<'a>) {
    let (messages, branches) = (all.messages.len(), all.branches.len());
    let mut found = one.branches;
    if found.is_empty() {
        let steps = one.messages.iter().enumerate();
        let step = |(index, message): (usize, &Message<'a>)| BranchStep {
            at: message.at,
            id: Text::Token(""),
            message: Some(index),
        };
        found.push(Branch { at, kind: BranchKind::Active, order: steps.map(step).collect(), ..Branch::default() });
    }
    for branch in &mut found {
        for step in branch.order.iter_mut().chain(&mut branch.system) {
            step.message = step.message.map(|index| index + messages);
        }
        for seen in branch.compactions.iter_mut().flat_map(|compaction| &mut compaction.seen) {
            *seen += messages;
        }
        if let Some(stem) = &mut branch.stem {
            stem.branch += branches;
        }
        if branch.kind == BranchKind::Active {
            (branch.id, branch.name) = (id.cloned(), id.cloned());
        }
    }
    all.messages.extend(one.messages);
    all.branches.extend(found);
    all.extras.extend(&one.extras);
}

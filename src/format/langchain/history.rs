//! The messages of a record in order: chunks are joined, and removals applied.
//!
//! ```json
//! [{"type":"human","content":"q","id":"h1"},{"type":"remove","content":"","id":"h1"}]
//! ```

use std::collections::{HashMap, HashSet};

use super::NAME;
use super::chunk::join_chunks;
use super::message::read_message;
use super::stored::{MessageKind, StoredMessage};
use crate::format::Reading;
use crate::format::shared::{keep_exported, keep_member};
use crate::json::{At, Kind, NestedJson, Node, Tape, Text};
use crate::model::{Branch, BranchKind, BranchStep, Conversation, Extras, Message, OneOrMany, Slot};
use crate::report::{Refused, shape};

/// The id of a removal that deletes all messages.
const ALL: &str = "__remove_all__";

/// Reads the messages of a record, one after the other.
#[derive(Debug, Default)]
pub(super) struct HistoryReader<'a> {
    pub(super) conversation: Conversation<'a>,
    /// The ids of the calls that results answer.
    answered: HashSet<String>,
    /// The messages with each id, from the first removal on: most records have none.
    by_id: Option<HashMap<String, Vec<usize>>>,
    /// The first message whose id a removal can name.
    first_named: usize,
    removed: HashSet<usize>,
    /// Where the messages of each session begin.
    sessions: Vec<SessionStart<'a>>,
}

/// The first message of a session in a table.
#[derive(Debug)]
struct SessionStart<'a> {
    id: Option<Text<'a>>,
    at: At,
    message: usize,
}

/// A message, or the chunks of one.
#[derive(Debug)]
struct Pieces<'t, 'a> {
    pieces: OneOrMany<StoredMessage<'t, 'a>>,
    is_open: bool,
}

impl<'a> HistoryReader<'a> {
    pub(super) fn new() -> Self {
        Self { conversation: Conversation { origin: NAME, ..Conversation::default() }, ..Self::default() }
    }

    /// Reads messages.
    pub(super) fn read_list<'t>(
        &mut self,
        messages: impl Iterator<Item = Node<'t, 'a>>,
        reading: &mut Reading<'_>,
    ) -> Result<(), Refused>
    where
        'a: 't,
    {
        let mut found: Vec<Pieces<'t, 'a>> = Vec::new();
        let mut open: HashMap<String, usize> = HashMap::new();
        for node in messages {
            let stored = StoredMessage::of(node).ok_or_else(|| not_a_message(node))?;
            self.note_answer(&stored);
            let id = if stored.is_chunk { stored.fields.get("id").and_then(|id| id.text()) } else { None };
            let id = id.map(|id| id.decode().into_owned());
            let known = match &id {
                Some(id) => open.get(id).copied(),
                None => found.len().checked_sub(1),
            };
            let known = known.and_then(|place| found.get_mut(place)).filter(|known| known.is_open && stored.is_chunk);
            let is_open = stored.is_chunk && !stored.fields.get("chunk_position").is_some_and(|last| last.is("last"));
            match known {
                Some(known) => {
                    known.pieces.push(stored);
                    known.is_open = is_open;
                }
                None => {
                    if let Some(id) = id {
                        open.insert(id, found.len());
                    }
                    found.push(Pieces { pieces: OneOrMany::one(stored), is_open });
                }
            }
        }
        self.conversation.messages.reserve(found.len());
        for Pieces { pieces, .. } in found {
            self.read_pieces(&pieces, reading)?;
        }
        Ok(())
    }

    fn read_pieces(&mut self, pieces: &[StoredMessage<'_, 'a>], reading: &mut Reading<'_>) -> Result<(), Refused> {
        match pieces {
            [] => Ok(()),
            [stored] if stored.kind == MessageKind::Remove => {
                self.remove(stored.node, stored.fields);
                Ok(())
            }
            [stored] => {
                let message = read_message(stored, &self.answered, reading)?;
                self.add(message);
                Ok(())
            }
            pieces => {
                let (mut message, is_whole) = join_chunks(pieces, &self.answered, reading)?;
                for chunk in pieces {
                    let key = Text::Token("chunk");
                    keep_exported(Slot::Item, NAME, key, chunk.node, is_whole, &mut message.extras);
                }
                self.add(message);
                Ok(())
            }
        }
    }

    fn note_answer(&mut self, stored: &StoredMessage<'_, 'a>) {
        if stored.kind == MessageKind::Tool
            && let Some(id) = stored.fields.get("tool_call_id").and_then(|id| id.text())
        {
            self.answered.insert(id.decode().into_owned());
        }
    }

    fn add(&mut self, message: Message<'a>) {
        if let Some(by_id) = &mut self.by_id {
            note_id(&message, self.conversation.messages.len(), by_id);
        }
        self.conversation.messages.push(message);
    }

    /// The messages with an id, which no other removal finds after this one.
    fn take_named(&mut self, id: &str) -> Option<Vec<usize>> {
        let messages = &self.conversation.messages;
        let by_id = self.by_id.get_or_insert_with(|| {
            let mut by_id = HashMap::new();
            for (place, message) in messages.iter().enumerate().skip(self.first_named) {
                note_id(message, place, &mut by_id);
            }
            by_id
        });
        by_id.remove(id)
    }

    /// Later removals name later messages.
    fn forget_ids(&mut self) {
        (self.by_id, self.first_named) = (None, self.conversation.messages.len());
    }

    /// Deletes the messages with an id. They stay in a branch of their own.
    fn remove(&mut self, node: Node<'_, 'a>, fields: Node<'_, 'a>) {
        let id = fields.get("id").and_then(|id| id.text());
        let is_all = id.as_ref().is_some_and(|id| id.is(ALL));
        let found = id.and_then(|id| self.take_named(&id.decode()));
        let key = Text::Token("remove");
        let kept = &mut self.conversation.extras;
        let is_empty =
            |content: Node<'_, '_>| content.is("") || content.is_null() || content.is_empty() && content.is_array();
        if (is_all || found.is_some()) && fields.get("content").is_none_or(is_empty) {
            kept.note_in(Slot::Event, NAME, key, node.to_raw(), node.at());
        } else {
            kept.push_in(Slot::Event, NAME, key, node.to_raw(), node.at());
        }
        if is_all {
            self.removed.extend(0..self.conversation.messages.len());
            self.forget_ids();
        }
        self.removed.extend(found.into_iter().flatten());
    }

    /// Reads rows of a table. Neighbours with one session are a conversation.
    pub(super) fn read_rows(&mut self, rows: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<(), Refused> {
        for row in rows.items() {
            let column = StoredMessage::column(row).and_then(StoredMessage::of);
            if let Some(stored) = column {
                self.note_answer(&stored);
            }
        }
        for row in rows.each() {
            self.read_row(row, reading)?;
        }
        Ok(())
    }

    /// Reads a row of a table.
    pub(super) fn read_row(&mut self, row: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<(), Refused> {
        let column = StoredMessage::column(row).ok_or_else(|| not_a_message(row))?;
        let session = row.get("session_id").filter(|id| matches!(id.kind(), Kind::String | Kind::Number));
        let id = session.map(|id| id.text().unwrap_or_else(|| Text::owned(id.raw())));
        let start = self.conversation.messages.len();
        let is_new = self.sessions.last().is_none_or(|last| match (&last.id, &id) {
            (Some(last), Some(id)) => !last.same(id),
            (last, id) => last.is_some() != id.is_some(),
        });
        if is_new {
            let at = session.map_or(row.at(), |id| id.at());
            self.sessions.push(SessionStart { id, at, message: start });
            // Ids of messages are those of one session.
            self.forget_ids();
        }
        match StoredMessage::of(column) {
            Some(stored) => self.read_pieces(&[stored], reading)?,
            None => {
                let message = self.read_text(column, reading)?;
                self.add(message);
            }
        }
        let mut fields = Extras::default();
        for (key, value) in row.members().filter(|(_, value)| value.at() != column.at()) {
            let Some(key) = key.text() else { continue };
            if session.is_some_and(|id| id.at() == value.at()) {
                fields.note_in(Slot::Envelope, NAME, key, row.to_raw(), row.at());
                continue;
            }
            keep_member(Slot::Envelope, NAME, key, value, &mut fields);
        }
        match self.conversation.messages.get_mut(start) {
            Some(message) => message.extras.extend(&fields),
            None => self.conversation.extras.extend(&fields),
        }
        Ok(())
    }

    /// A message whose JSON is in a string.
    fn read_text(&self, column: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Message<'a>, Refused> {
        let inside = NestedJson::of(column.raw(), column.at());
        let place = |at: At| at.offset().map_or(at, |offset| inside.at(offset));
        let mut tape = Tape::new();
        let root = tape.parse(inside.text()).map_err(|error| Refused::json(&error).moved(&place))?;
        let stored = StoredMessage::of(root).filter(|stored| stored.kind != MessageKind::Remove);
        let stored = stored.ok_or_else(|| not_a_message(root).moved(&place))?;
        let mut found = reading.report.alike();
        let own = &mut Reading { report: &mut found, scratch: &mut *reading.scratch, columns: None, programs: None };
        let message = read_message(&stored, &self.answered, own).map_err(|refused| refused.moved(&place))?;
        found.move_places(place);
        reading.report.append(&mut found);
        moved(message, &place).ok_or_else(|| not_a_message(column))
    }

    /// The conversation, with a branch for each session, or for the messages that are left.
    pub(super) fn finish(mut self) -> Conversation<'a> {
        let end = self.conversation.messages.len();
        if let [only] = self.sessions.as_slice() {
            (self.conversation.id, self.conversation.id_at) = (only.id.clone(), only.at);
        }
        if self.sessions.len() > 1 {
            let ends: Vec<_> = self.sessions.iter().skip(1).map(|session| session.message).chain([end]).collect();
            for (session, end) in std::mem::take(&mut self.sessions).into_iter().zip(ends) {
                let steps = (session.message..end).filter(|place| !self.removed.contains(place)).collect();
                let branch = self.branch(BranchKind::Active, session.at, session.id, steps);
                self.conversation.branches.push(branch);
            }
        } else if !self.removed.is_empty() {
            let left = (0..end).filter(|place| !self.removed.contains(place)).collect();
            let at = self.conversation.messages.first().map_or_else(At::default, |first| first.at);
            let branches = [
                self.branch(BranchKind::Active, at, None, left),
                self.branch(BranchKind::Abandoned, at, None, (0..end).collect()),
            ];
            self.conversation.branches.extend(branches);
        }
        self.conversation
    }

    fn branch(&self, kind: BranchKind, at: At, name: Option<Text<'a>>, steps: Vec<usize>) -> Branch<'a> {
        let order: Vec<_> = steps.into_iter().filter_map(|place| self.step(place)).collect();
        let id = order.last().map(|last| last.id.clone()).filter(|id| !id.is_empty());
        Branch { at, kind, id, name, order, ..Branch::default() }
    }

    /// A step of a branch: the message at this place.
    pub(super) fn step(&self, place: usize) -> Option<BranchStep<'a>> {
        let message = self.conversation.messages.get(place)?;
        Some(BranchStep { at: message.at, id: message.details().id.clone().unwrap_or_default(), message: Some(place) })
    }

    /// Reads one more message, for a branch.
    pub(super) fn read_one(&mut self, node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<(), Refused> {
        let stored = StoredMessage::of(node).ok_or_else(|| not_a_message(node))?;
        self.read_pieces(&[stored], reading)
    }
}

fn note_id(message: &Message<'_>, place: usize, by_id: &mut HashMap<String, Vec<usize>>) {
    if let Some(id) = &message.details().id {
        by_id.entry(id.decode().into_owned()).or_default().push(place);
    }
}

/// A message that outlives the text that it was read from.
pub(super) fn moved(message: Message<'_>, place: &dyn Fn(At) -> At) -> Option<Message<'static>> {
    let alone = Conversation { messages: vec![message], ..Conversation::default() };
    alone.moved(place)?.messages.pop()
}

fn not_a_message(node: Node<'_, '_>) -> Refused {
    match node.get("type").and_then(|kind| kind.text()).filter(|_| node.get("data").or(node.get("content")).is_some()) {
        Some(kind) => {
            let known = ["human", "ai", "system", "developer", "tool", "function", "chat", "remove"];
            let message = crate::report::unknown_word("type of message", &kind, &known).message;
            Refused::new(&shape::UNKNOWN_ROLE, node.get("type").map_or(node.at(), |kind| kind.at()), message)
        }
        None => Refused::new(&shape::NOT_A_CONVERSATION, node.at(), "this is not a message of LangChain"),
    }
}

//! Rows of sessions: each has an item as JSON text. Rows of one session are one conversation.

use std::collections::HashMap;

use super::super::Reading;
use crate::format::openai_responses::NAME as RESPONSES;
use crate::format::openai_responses::item::read_items;
use crate::format::shared::{keep_member, need_text, refuse_type};
use crate::json::{At, NestedJson, Node, Tape, Text};
use crate::model::{Branch, BranchKind, BranchStep, Conversation, RecordSource, Slot};
use crate::report::Refused;

const SESSION: &str = "session_id";
/// The member with the item.
pub(super) const ITEM: &str = "message_data";

/// True for a row of a session.
pub(super) fn is_row(node: Node<'_, '_>) -> bool {
    let [session, item] = node.pick(&[SESSION, ITEM]);
    session.is_some() && item.is_some_and(|item| item.is_string())
}

/// The rows of a session, in order.
#[derive(Debug, Default)]
struct Session<'t, 'a> {
    id: Option<(Node<'t, 'a>, Text<'a>)>,
    items: Vec<NestedJson<'a>>,
    at: At,
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation =
        Conversation { origin: RESPONSES, source: RecordSource::shaped("list"), ..Conversation::default() };
    let mut sessions: Vec<Session<'_, 'a>> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    let rows: Vec<_> = if root.is_array() { root.items().collect() } else { vec![root] };
    for row in rows {
        if !row.is_object() {
            return Err(refuse_type(row, "rows", "an array of objects"));
        }
        let ([session, item], rest) = row.fields(&[SESSION, ITEM])?;
        need_text(item, ITEM, row)?;
        let Some(item) = item else { continue };
        let index = *known.entry(session.map_or("", |session| session.raw())).or_insert(sessions.len());
        if let Some(session) = session.filter(|session| index < sessions.len() && session.is_string()) {
            let key = Text::Token(SESSION);
            conversation.extras.note_in(Slot::Envelope, RESPONSES, key, session.to_raw(), session.at());
        }
        if index == sessions.len() {
            let id = session.and_then(|session| Some((session, session.text()?)));
            sessions.push(Session { id, items: Vec::new(), at: row.at() });
        }
        if let Some(session) = sessions.get_mut(index) {
            session.items.push(NestedJson::of(item.raw(), item.at()));
        }
        if let Some(odd) = session.filter(|session| !session.is_string()) {
            keep_member(Slot::Envelope, RESPONSES, Text::Token(SESSION), odd, &mut conversation.extras);
        }
        for (key, value) in rest.unknown() {
            keep_member(Slot::Envelope, RESPONSES, key, value, &mut conversation.extras);
        }
    }
    let are_several = sessions.len() > 1;
    for session in sessions {
        let start = conversation.messages.len();
        session.read(&mut conversation, reading)?;
        let Some((node, id)) = session.id else { continue };
        if are_several {
            let messages = conversation.messages.iter().enumerate().skip(start);
            let step = |(index, message): (usize, &crate::model::Message<'a>)| BranchStep {
                at: message.at,
                id: Text::Token(""),
                message: Some(index),
            };
            let order = messages.map(step).collect();
            let (id, name) = (Some(id.clone()), Some(id));
            let branch = Branch { at: session.at, kind: BranchKind::Active, id, name, order, ..Branch::default() };
            conversation.branches.push(branch);
        } else {
            (conversation.id, conversation.id_at) = (Some(id), node.at());
        }
    }
    Ok(conversation)
}

impl<'a> Session<'_, 'a> {
    /// Reads the items as one list, because those of an answer are one message.
    fn read(&self, conversation: &mut Conversation<'a>, reading: &mut Reading<'_>) -> Result<(), Refused> {
        let mut list = String::from("[");
        let mut starts = Vec::with_capacity(self.items.len());
        let mut scratch = Tape::new();
        for item in &self.items {
            let place = |at: At| at.offset().map_or(at, |offset| item.at(offset));
            scratch.parse(item.text()).map_err(|error| Refused::json(&error).moved(&place))?;
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
        let mut read =
            Conversation { origin: RESPONSES, source: RecordSource::shaped("list"), ..Conversation::default() };
        let mut found = reading.report.alike();
        let mut inner = Reading { report: &mut found, scratch: &mut Tape::new(), columns: None, programs: None };
        read_items(root, &mut read.messages, &mut inner).map_err(|refused| refused.moved(&place))?;
        found.move_places(place);
        reading.report.append(&mut found);
        let moved = read.moved(&place).map(|moved| moved.messages).unwrap_or_default();
        conversation.messages.extend(moved);
        Ok(())
    }
}

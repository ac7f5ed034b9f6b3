//! The records of a log: what replaces what, what was rewound, and the ways through what is left.

use std::collections::HashMap;

use super::earlier::keep_earlier;
use crate::format::sessions::{TreeUnit, ways_with};
use crate::json::{Node, Text};
use crate::model::{BranchStep, Conversation, Message};

/// A record.
#[derive(Debug)]
pub(super) struct GeminiRecord<'t, 'a> {
    /// Its last state.
    pub(super) node: Node<'t, 'a>,
    /// The record before it.
    parent: Option<usize>,
    /// Another one replaced it.
    is_replaced: bool,
}

/// All records, and the list of those that count.
#[derive(Debug, Default)]
pub(super) struct GeminiLog<'t, 'a> {
    pub(super) records: Vec<GeminiRecord<'t, 'a>>,
    list: Vec<usize>,
    /// The places in the list, by ids.
    places: HashMap<String, usize>,
}

impl<'t, 'a> GeminiLog<'t, 'a> {
    /// Adds a record, or replaces the one with its id.
    pub(super) fn add(&mut self, node: Node<'t, 'a>, conversation: &mut Conversation<'a>) {
        let id = node.get("id").and_then(|id| id.text()).map(|id| id.decode().into_owned());
        let known = id.as_ref().and_then(|id| self.list.get(*self.places.get(id)?).copied());
        if let Some(record) = known.and_then(|known| self.records.get_mut(known)) {
            keep_earlier(record.node, node, conversation);
            record.node = node;
            return;
        }
        self.places.extend(id.map(|id| (id, self.list.len())));
        let parent = self.list.last().copied();
        self.list.push(self.records.len());
        self.records.push(GeminiRecord { node, parent, is_replaced: false });
    }

    /// Replaces the whole list.
    pub(super) fn set(&mut self, messages: Node<'t, 'a>, conversation: &mut Conversation<'a>) {
        let old = std::mem::take(&mut self.list);
        let places = std::mem::take(&mut self.places);
        for node in messages.items() {
            let id = node.get("id").and_then(|id| id.text()).map(|id| id.decode().into_owned());
            let known = id.and_then(|id| old.get(*places.get(&id)?).copied());
            if let Some(record) = known.and_then(|known| self.records.get_mut(known)).filter(|it| !it.is_replaced) {
                record.is_replaced = true;
                keep_earlier(record.node, node, conversation);
            }
            self.add(node, conversation);
        }
    }

    /// Leaves a record and all after it. All, if there is no such record: false.
    pub(super) fn rewind(&mut self, id: &Text<'_>) -> bool {
        let place = self.places.get(id.decode().as_ref()).copied();
        for left in self.list.split_off(place.unwrap_or_default().min(self.list.len())) {
            if let Some(id) = self.records.get(left).and_then(|record| record.node.get("id")?.text()) {
                self.places.remove(id.decode().as_ref());
            }
        }
        place.is_some()
    }

    /// Puts the messages of the records into the conversation, and tells the ways through them where there are several.
    pub(super) fn build(&self, messages: Vec<Vec<Message<'a>>>, conversation: &mut Conversation<'a>) {
        let unit = |(index, (record, own)): (usize, (&GeminiRecord<'_, '_>, &Vec<Message<'_>>))| TreeUnit {
            parent: record.parent,
            lane: 0,
            messages: own.len(),
            last: index,
        };
        let units: Vec<_> = self.records.iter().zip(&messages).enumerate().map(unit).collect();
        let ways = ways_with(&units, self.list.last().copied());
        let mut ranges = Vec::with_capacity(messages.len());
        for own in messages {
            let start = conversation.messages.len();
            conversation.messages.extend(own);
            ranges.push(start..conversation.messages.len());
        }
        for way in ways.iter().filter(|_| ways.len() > 1) {
            let mut branch = way.branch();
            let places = way.units.iter().filter_map(|unit| ranges.get(*unit).cloned()).flatten();
            for place in places {
                let Some(message) = conversation.messages.get(place) else { continue };
                if branch.order.is_empty() {
                    branch.at = message.at;
                }
                let id = message.details().id.clone();
                branch.id = id.clone().or(branch.id);
                branch.order.push(BranchStep { at: message.at, id: id.unwrap_or_default(), message: Some(place) });
            }
            conversation.branches.push(branch);
        }
    }

    /// The records that were not replaced.
    pub(super) fn states(&self) -> impl Iterator<Item = Option<Node<'t, 'a>>> {
        self.records.iter().map(|record| Some(record.node).filter(|_| !record.is_replaced))
    }
}

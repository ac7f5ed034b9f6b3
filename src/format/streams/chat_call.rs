//! The tool calls of a Chat Completions stream, whose pieces may alternate.
//!
//! `{"index":0,"id":"c1","type":"function","function":{"name":"look","arguments":""}}`, then
//! `{"index":0,"function":{"arguments":"{}"}}`.

use std::collections::HashMap;

use foldhash::quality::RandomState;

use super::FoldNotes;
use super::chat::add_function;
use super::piece::{ObjectPiece, Piece, key_of};
use crate::json::{Node, Tape, Text, short_lists};
use crate::report::{Start, stream};

/// The calls of an answer.
#[derive(Debug, Default)]
pub(super) struct CallPieces {
    calls: Vec<CallPiece>,
    /// The newest call with a number, and the call with an id.
    by_number: HashMap<String, usize, RandomState>,
    by_id: HashMap<String, usize, RandomState>,
}

#[derive(Debug)]
struct CallPiece {
    place: Start,
    /// The number, by which calls are sorted.
    number: Option<u64>,
    call: ObjectPiece,
    function: ObjectPiece,
    custom: ObjectPiece,
}

impl CallPieces {
    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    pub(super) fn add(&mut self, node: Node<'_, '_>, place: Start) {
        let number = node.get("index").filter(|number| !number.is_null()).map(|number| number.raw());
        let id = node.get("id").and_then(|id| id.token()).filter(|id| !id.is_empty());
        let at = self.find(number, id).unwrap_or(self.calls.len());
        if at == self.calls.len() {
            self.calls.push(CallPiece {
                place,
                number: number.and_then(|number| number.parse().ok()),
                call: ObjectPiece::default(),
                function: ObjectPiece::default(),
                custom: ObjectPiece::default(),
            });
        }
        if let Some(number) = number {
            self.by_number.insert(number.to_owned(), at);
        }
        if let Some(id) = id {
            self.by_id.insert(id.to_owned(), at);
        }
        let Some(known) = self.calls.get_mut(at) else { return };
        for (key, value) in node.members().filter(|(_, value)| !value.is_null()) {
            let key = key_of(key);
            match key.as_str() {
                "index" => {}
                "function" => add_function(&mut known.function, value, place),
                "custom" => add_function(&mut known.custom, value, place),
                "id" => known.call.set_first("id", place, Piece::of(value)),
                _ => known.call.set(&key, place, Piece::of(value)),
            }
        }
    }

    /// The call that a piece belongs to. Compatible services omit the number, or give the same to all calls.
    fn find(&self, number: Option<&str>, id: Option<&str>) -> Option<usize> {
        if let Some(known) = id.and_then(|id| self.by_id.get(id)) {
            return Some(*known);
        }
        let at = match number {
            Some(number) => *self.by_number.get(number)?,
            None => self.calls.len().checked_sub(1)?,
        };
        let has_id = self.calls.get(at)?.call.get("id").is_some_and(|known| !known.is_nothing());
        let is_new = id.is_some() && (has_id || number.is_none());
        (!is_new).then_some(at)
    }

    /// The list of the calls. Arguments that are not JSON are noted.
    pub(super) fn finish(mut self, notes: &mut FoldNotes) -> Option<(Start, Piece)> {
        let place = self.calls.first()?.place;
        // Those without a number stay where they are.
        if self.calls.iter().all(|call| call.number.is_some()) {
            short_lists::sort_by_key(&mut self.calls, |call| call.number);
        }
        let mut list = Piece::List(Vec::new());
        for CallPiece { place, mut call, function, custom, .. } in self.calls {
            note_arguments(&function, place, notes);
            let mut whole = ObjectPiece::default();
            let is_custom = !custom.is_empty();
            if call.get("id").is_some() {
                whole.set("id", place, Piece::null());
            }
            call.set_first("type", place, Piece::text(if is_custom { "custom" } else { "function" }));
            call.into_members().into_iter().for_each(|(key, value)| whole.set(&key, value.place, value.piece));
            if !function.is_empty() || !is_custom {
                whole.set("function", place, Piece::Object(function));
            }
            if is_custom {
                whole.set("custom", place, Piece::Object(custom));
            }
            list.push_item(place, Piece::Object(whole));
        }
        Some((place, list))
    }

    pub(super) fn size(&self) -> usize {
        self.calls.iter().map(|it| it.call.size() + it.function.size() + it.custom.size() + 32).sum()
    }
}

/// Notes arguments that are not JSON.
pub(super) fn note_arguments(function: &ObjectPiece, place: Start, notes: &mut FoldNotes) {
    let Some(token) = function.get("arguments").and_then(Piece::token) else { return };
    let text = Text::Token(token);
    if !text.is_blank() && Tape::new().parse(&text.decode_json()).is_err() {
        notes.add(&stream::CUT_ARGUMENTS, place, || match function.get("name").and_then(Piece::token) {
            Some(name) => format!("the arguments of the call of `{}` are not JSON", Text::Token(name).show()),
            None => "the arguments of a call are not JSON".to_owned(),
        });
    }
}

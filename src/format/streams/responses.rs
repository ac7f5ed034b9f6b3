//! Events of a Responses answer. The last one has the whole answer; a recording that was cut off has complete items, and pieces.
//!
//! ```text
//! {"type":"response.created","response":{"id":"resp_1","output":[],…},"sequence_number":0}
//! {"type":"response.output_item.done","output_index":0,"item":{"type":"message",…},"sequence_number":8}
//! {"type":"response.completed","response":{"id":"resp_1","output":[…],…},"sequence_number":9}
//! ```

use std::collections::HashMap;

use foldhash::quality::RandomState;

use super::chat::error_text;
use super::piece::{ObjectPiece, Piece};
use super::response_item::{PieceField, ResponseItem, field_of};
use super::{AnswerFold, EventUse, FoldNotes, KEPT, StreamKind, unknown_event};
use crate::json::{Node, Text, short_lists};
use crate::report::{Start, stream};

pub(super) static KIND: StreamKind = StreamKind {
    name: "a Responses stream",
    format: "openai-responses",
    is_event,
    begin: || Box::<ResponsesAnswer>::default(),
};

fn is_event(event: Node<'_, '_>) -> bool {
    const KEYS: [&str; 6] = ["sequence_number", "response", "delta", "item", "part", "output_index"];
    is_own(event) && KEYS.iter().any(|key| event.get(key).is_some())
}

fn is_own(event: Node<'_, '_>) -> bool {
    event.get("type").and_then(|kind| kind.token()).is_some_and(|kind| kind.starts_with("response."))
}

#[derive(Debug, Default)]
struct ResponsesAnswer {
    /// The answer as it was announced, or as it is.
    response: ObjectPiece,
    items: Vec<(u64, ResponseItem)>,
    /// The place of an item in the list, by its number as it was written.
    index: HashMap<String, usize, RandomState>,
    is_begun: bool,
    is_ended: bool,
    /// Events that matter if the answer is not there as a whole.
    unknown: Vec<(Start, String)>,
    /// The number of others.
    unkept: u64,
}

impl AnswerFold for ResponsesAnswer {
    fn judge(&self, event: Node<'_, '_>) -> EventUse {
        let kind = event.get("type").and_then(|kind| kind.token()).unwrap_or_default();
        let is_of_stream =
            is_own(event) || event.get("sequence_number").is_some() || matches!(kind, "error" | "ping" | "keepalive");
        match kind {
            _ if !is_of_stream => EventUse::Foreign,
            "response.created" if self.is_begun || self.is_ended => EventUse::Next,
            _ => EventUse::Taken,
        }
    }

    fn add(&mut self, event: Node<'_, '_>, place: Start, notes: &mut FoldNotes) {
        let kind = event.get("type").and_then(|kind| kind.text()).unwrap_or_default();
        let kind = kind.decode();
        if self.is_ended && kind.starts_with("response.") {
            notes.add(&stream::AFTER_END, place, || {
                format!("the event `{}` is sent after the end", Text::owned(&*kind).show())
            });
        }
        let name = kind.strip_prefix("response.").unwrap_or_default();
        match name {
            "created" | "in_progress" | "queued" => {
                self.is_begun = true;
                self.set_response(event, place);
            }
            "completed" | "incomplete" | "failed" | "done" | "cancelled" => {
                self.is_ended = true;
                self.set_response(event, place);
            }
            "output_item.added" => {
                if let Some(item) = event.get("item") {
                    self.item(event, place, |known| {
                        (known.object, known.is_open) = (ObjectPiece::of(item, place), true);
                    });
                }
            }
            "output_item.done" => {
                let item = event.get("item").map(|item| (place, Piece::of(item)));
                self.item(event, place, |known| known.done = item);
            }
            "" if kind == "error" => {
                notes.add(&stream::ERROR, place, || error_text(event.get("error").unwrap_or(event)));
            }
            "" if matches!(&*kind, "ping" | "keepalive") => {}
            _ => self.piece(name, event, place, notes),
        }
    }

    fn finish(self: Box<Self>, last: Start, notes: &mut FoldNotes) -> Piece {
        let Self { mut response, mut items, is_begun, is_ended, unknown, unkept, .. } = *self;
        let is_whole = is_ended && matches!(response.get("output"), Some(Piece::Raw(output)) if output.len() > 2);
        if is_whole {
            return Piece::Object(response);
        }
        if !is_ended {
            let what = if is_begun {
                "the stream ends before `response.completed`"
            } else {
                "the stream has no `response.created`"
            };
            notes.add(&stream::CUT, last, || what.to_owned());
        }
        for (place, event) in unknown {
            notes.add(&stream::UNKNOWN_EVENT, place, || unknown_event(&event));
        }
        for _ in 0..unkept {
            notes.add(&stream::UNKNOWN_EVENT, last, || unknown_event("…"));
        }
        response.set_first("object", last, Piece::text("response"));
        let mut output = Piece::List(Vec::new());
        short_lists::sort_by_key(&mut items, |(number, _)| *number);
        for (_, item) in items {
            let (place, item) = item.finish(notes);
            output.push_item(place, item);
        }
        response.set("output", last, output);
        Piece::Object(response)
    }

    fn size(&self) -> usize {
        self.response.size() + self.items.iter().map(|(_, item)| item.size()).sum::<usize>()
    }
}

impl ResponsesAnswer {
    fn set_response(&mut self, event: Node<'_, '_>, place: Start) {
        if let Some(response) = event.get("response").filter(Node::is_object) {
            self.response = ObjectPiece::of(response, place);
        }
    }

    /// Changes the item that an event is about.
    fn item(&mut self, event: Node<'_, '_>, place: Start, change: impl FnOnce(&mut ResponseItem)) {
        let number = event.get("output_index").map_or("0", |index| index.raw());
        let at = self.index.get(number).copied().unwrap_or(self.items.len());
        if at == self.items.len() {
            self.index.insert(number.to_owned(), at);
            self.items.push((number.parse().unwrap_or(u64::MAX), ResponseItem::new(place)));
        }
        if let Some((_, item)) = self.items.get_mut(at) {
            change(item);
        }
    }

    /// A piece of an item.
    fn piece(&mut self, name: &str, event: Node<'_, '_>, place: Start, notes: &mut FoldNotes) {
        match field_of(name) {
            Some(PieceField::Ignored) => {}
            Some(field) => self.item(event, place, |item| {
                if item.done.is_none() {
                    item.add(field, event, place, notes);
                }
            }),
            None if self.unknown.len() < KEPT => {
                let kind = event.get("type").and_then(|kind| kind.text()).unwrap_or_default();
                self.unknown.push((place, kind.show()));
            }
            None => self.unkept += 1,
        }
    }
}

//! Events of a Messages API answer, as Anthropic sends them.
//!
//! ```text
//! {"type":"message_start","message":{"id":"m","role":"assistant","content":[],…}}
//! {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
//! {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}
//! {"type":"content_block_stop","index":0}
//! {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}
//! {"type":"message_stop"}
//! ```

use super::blocks::{AnswerBlock, Blocks};
use super::chat::error_text;
use super::piece::{ObjectPiece, Piece, key_of};
use super::{AnswerFold, EventUse, FoldNotes, StreamKind, unknown_event};
use crate::json::{Node, Text};
use crate::report::{Start, stream};

pub(super) static KIND: StreamKind = StreamKind {
    name: "a Messages API stream",
    format: "anthropic",
    is_event,
    begin: || Box::<MessagesAnswer>::default(),
};

const TYPES: [&str; 6] = [
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
];

fn is_event(event: Node<'_, '_>) -> bool {
    event.get("type").is_some_and(|kind| TYPES.iter().any(|name| kind.is(name)))
}

#[derive(Debug, Default)]
struct MessagesAnswer {
    message: ObjectPiece,
    usage: ObjectPiece,
    blocks: Blocks,
    is_begun: bool,
    is_ended: bool,
}

impl AnswerFold for MessagesAnswer {
    fn judge(&self, event: Node<'_, '_>) -> EventUse {
        let Some(kind) = event.get("type").filter(Node::is_string) else { return EventUse::Foreign };
        // A whole answer, or a line of another log.
        if event.get("role").is_some() || (event.get("message").is_some() && !kind.is("message_start")) {
            return EventUse::Foreign;
        }
        if kind.is("message_start") && (self.is_begun || self.is_ended) { EventUse::Next } else { EventUse::Taken }
    }

    fn add(&mut self, event: Node<'_, '_>, place: Start, notes: &mut FoldNotes) {
        let kind = event.get("type").and_then(|kind| kind.text()).unwrap_or_default();
        let kind = kind.decode();
        if self.is_ended && !matches!(&*kind, "ping" | "message_stop") {
            notes.add(&stream::AFTER_END, place, || format!("the event `{kind}` is sent after `message_stop`"));
        }
        match &*kind {
            "message_start" => self.start(event, place),
            "content_block_start" => {
                let block = event.get("content_block").map(|block| ObjectPiece::of(block, place)).unwrap_or_default();
                self.blocks.open(number(event), AnswerBlock::new(place, block));
            }
            "content_block_delta" => self.delta(event, place, notes),
            "content_block_stop" => self.blocks.close(number(event)),
            "message_delta" => {
                for (key, value) in event.members() {
                    match key_of(key).as_str() {
                        "type" => {}
                        "delta" => value.members().for_each(|(key, value)| {
                            self.message.set(&key_of(key), place, Piece::of(value));
                        }),
                        "usage" => self.usage(value, place),
                        key => self.message.set(key, place, Piece::of(value)),
                    }
                }
            }
            "message_stop" => self.is_ended = true,
            "ping" => {}
            "error" => notes.add(&stream::ERROR, place, || error_text(event.get("error").unwrap_or(event))),
            other => notes.add(&stream::UNKNOWN_EVENT, place, || unknown_event(&Text::owned(other).show())),
        }
    }

    fn finish(self: Box<Self>, last: Start, notes: &mut FoldNotes) -> Piece {
        let Self { mut message, usage, blocks, is_begun, is_ended } = *self;
        if !is_begun {
            notes.add(&stream::CUT, last, || "the stream has no `message_start`".to_owned());
            message.set_first("type", last, Piece::text("message"));
            message.set_first("role", last, Piece::text("assistant"));
        }
        if !is_ended {
            notes.add(&stream::CUT, last, || "the stream ends before `message_stop`".to_owned());
        }
        let mut content = Piece::List(Vec::new());
        for AnswerBlock { place, mut object, input, .. } in blocks.into_sorted() {
            if let Some(input) = input.filter(|input| !input.is_nothing()) {
                let (input, is_json) = input.parsed();
                if !is_json {
                    let name = object.get("name").and_then(Piece::token).unwrap_or_default();
                    notes.add(&stream::CUT_ARGUMENTS, place, || {
                        format!("the arguments of the call of `{}` are not JSON", Text::Token(name).show())
                    });
                }
                object.set("input", place, input);
            }
            content.push_item(place, Piece::Object(object));
        }
        message.set("content", last, content);
        if !usage.is_empty() {
            message.set("usage", last, Piece::Object(usage));
        }
        Piece::Object(message)
    }

    fn size(&self) -> usize {
        self.message.size() + self.usage.size() + self.blocks.size()
    }
}

/// The number of the block that an event is about, as it is written.
fn number<'a>(event: Node<'_, 'a>) -> &'a str {
    event.get("index").map_or("0", |index| index.raw())
}

impl MessagesAnswer {
    fn start(&mut self, event: Node<'_, '_>, place: Start) {
        self.is_begun = true;
        let members = event.get("message").into_iter().flat_map(|message| message.members());
        for (key, value) in members {
            match key_of(key).as_str() {
                "usage" if value.is_object() => {
                    // It keeps its place among the others.
                    self.message.set("usage", place, Piece::null());
                    self.usage(value, place);
                }
                key => self.message.set(key, place, Piece::of(value)),
            }
        }
    }

    /// The numbers of later events count.
    fn usage(&mut self, usage: Node<'_, '_>, place: Start) {
        for (key, value) in usage.members() {
            let key = key_of(key);
            if !value.is_null() || self.usage.get(&key).is_none() {
                self.usage.set(&key, place, Piece::of(value));
            }
        }
    }

    fn delta(&mut self, event: Node<'_, '_>, place: Start, notes: &mut FoldNotes) {
        let Some(delta) = event.get("delta") else { return };
        let kind = delta.get("type").and_then(|kind| kind.text()).unwrap_or_default();
        let kind = kind.decode();
        let number = number(event);
        if self.blocks.get(number).is_none() {
            let name = match &*kind {
                "text_delta" | "citations_delta" => "text",
                "thinking_delta" | "signature_delta" => "thinking",
                _ => {
                    let why = || {
                        format!("the block {number} was never opened: its `{}` is dropped", Text::owned(&*kind).show())
                    };
                    return notes.add(&stream::UNOPENED, place, why);
                }
            };
            notes.add(&stream::UNOPENED, place, || {
                format!("the block {number} was never opened: it is read as `{name}`")
            });
            let mut object = ObjectPiece::default();
            object.set("type", place, Piece::text(name));
            self.blocks.open(number, AnswerBlock::new(place, object));
        }
        let Some(block) = self.blocks.get(number) else { return };
        if block.is_closed {
            notes.add(&stream::AFTER_END, place, || format!("the block {number} continues after its end"));
        }
        let object = &mut block.object;
        match &*kind {
            "text_delta" => delta.get("text").into_iter().for_each(|text| object.push("text", place, text)),
            "thinking_delta" => delta.get("thinking").into_iter().for_each(|text| object.push("thinking", place, text)),
            "compaction_delta" => delta.get("content").into_iter().for_each(|text| object.push("content", place, text)),
            "signature_delta" => {
                if let Some(signature) = delta.get("signature") {
                    object.set("signature", place, Piece::of(signature));
                }
            }
            "citations_delta" => {
                if let Some(citation) = delta.get("citation") {
                    object.update("citations", place, |list| list.push_item(place, Piece::of(citation)));
                }
            }
            "input_json_delta" => {
                let token = delta.get("partial_json").and_then(|json| json.token()).unwrap_or_default();
                block.input.get_or_insert_with(|| Piece::Text(String::new())).push(token);
            }
            other => notes.add(&stream::UNKNOWN_EVENT, place, || unknown_event(&Text::owned(other).show())),
        }
    }
}

//! Lines of an Ollama answer, which are read as a Chat Completions answer: they have messages of the same kind.
//!
//! ```text
//! {"model":"qwen3","message":{"role":"assistant","content":"H"},"done":false}
//! {"model":"qwen3","message":{"role":"assistant","content":"i"},"done":true,"done_reason":"stop"}
//! ```

use super::chat::{add_value, error_text};
use super::piece::{ObjectPiece, Piece, key_of, one_line};
use super::{AnswerFold, EventUse, FoldNotes, StreamKind};
use crate::json::Node;
use crate::report::{Start, stream};

pub(super) static KIND: StreamKind =
    StreamKind { name: "an Ollama stream", format: "openai", is_event, begin: || Box::<OllamaAnswer>::default() };

/// True for a line of `/api/chat`, or of `/api/generate`. One with `"done":true` may be a whole answer.
fn is_event(event: Node<'_, '_>) -> bool {
    let is_line = event.get("done").is_some_and(|done| done.as_bool().is_some()) && event.get("model").is_some();
    let is_message = || event.get("message").is_some_and(|message| message.get("role").is_some());
    is_line && (is_message() || event.get("response").is_some_and(|text| text.is_string()))
}

#[derive(Debug, Default)]
struct OllamaAnswer {
    place: Start,
    message: ObjectPiece,
    around: ObjectPiece,
    finish: Option<(Start, Piece)>,
    is_begun: bool,
    is_ended: bool,
}

impl AnswerFold for OllamaAnswer {
    fn judge(&self, event: Node<'_, '_>) -> EventUse {
        match event.get("done").and_then(|done| done.as_bool()) {
            Some(_) if self.is_ended => EventUse::Next,
            Some(_) => EventUse::Taken,
            None if event.get("error").is_some() => EventUse::Taken,
            None => EventUse::Foreign,
        }
    }

    fn add(&mut self, event: Node<'_, '_>, place: Start, notes: &mut FoldNotes) {
        if !self.is_begun {
            (self.is_begun, self.place) = (true, place);
        }
        for (key, value) in event.members().filter(|(_, value)| !value.is_null()) {
            let key = key_of(key);
            match key.as_str() {
                "done" => self.is_ended = value.as_bool() == Some(true),
                "done_reason" => self.finish = Some((place, Piece::of(value))),
                "message" => self.message(value, place),
                "response" => self.message.push("content", place, value),
                "thinking" => self.message.push("thinking", place, value),
                "error" => notes.add(&stream::ERROR, place, || error_text(value)),
                // Each line has its own time: the first one is that of the answer.
                "created_at" => self.around.set_first(&key, place, Piece::of(value)),
                _ => self.around.set(&key, place, Piece::of(value)),
            }
        }
    }

    fn finish(self: Box<Self>, last: Start, notes: &mut FoldNotes) -> Piece {
        let Self { place, mut message, around, finish, is_ended, .. } = *self;
        if !is_ended {
            notes.add(&stream::CUT, last, || "the stream ends before `\"done\":true`".to_owned());
        }
        message.set_first("role", place, Piece::text("assistant"));
        message.set_first("content", place, Piece::text(""));
        let mut choice = ObjectPiece::default();
        choice.set("index", place, Piece::Raw("0".to_owned()));
        choice.set("message", place, Piece::Object(message));
        let (at, reason) = finish.unwrap_or_else(|| (last, Piece::null()));
        choice.set("finish_reason", at, reason);
        let mut choices = Piece::List(Vec::new());
        choices.push_item(place, Piece::Object(choice));
        let mut answer = ObjectPiece::default();
        answer.set("object", place, Piece::text("chat.completion"));
        around.into_members().into_iter().for_each(|member| answer.add_member(member));
        answer.set("choices", place, choices);
        Piece::Object(answer)
    }

    fn size(&self) -> usize {
        self.message.size() + self.around.size() + 128
    }
}

impl OllamaAnswer {
    fn message(&mut self, message: Node<'_, '_>, place: Start) {
        for (key, value) in message.members().filter(|(_, value)| !value.is_null()) {
            let key = key_of(key);
            match key.as_str() {
                "role" => self.message.set_first("role", place, Piece::of(value)),
                "tool_calls" => value.each().for_each(|call| {
                    self.message
                        .update("tool_calls", place, |list| list.push_item(place, Piece::Object(call_of(call, place))));
                }),
                _ => add_value(&mut self.message, &key, value, place),
            }
        }
    }
}

/// A call, without its number, and with its arguments as text, as a Chat Completions answer has them.
fn call_of(call: Node<'_, '_>, place: Start) -> ObjectPiece {
    let mut object = ObjectPiece::of(call, place);
    object.set_first("type", place, Piece::text("function"));
    if let Some(function) = call.get("function").filter(Node::is_object) {
        let mut inner = ObjectPiece::default();
        let members = function.members().filter(|(key, _)| !key.is("index"));
        for (key, value) in members {
            let is_arguments = key.is("arguments") && value.is_object();
            let value = if is_arguments { Piece::text(&one_line(value.raw())) } else { Piece::of(value) };
            inner.set(&key_of(key), place, value);
        }
        object.set("function", place, Piece::Object(inner));
    }
    object
}

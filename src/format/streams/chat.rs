//! Chunks of a Chat Completions answer, as `OpenAI`, Azure, `OpenRouter` and compatible services send them.
//!
//! ```text
//! {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":null}]}
//! {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
//! ```

use std::collections::HashMap;

use foldhash::quality::RandomState;

use super::chat_call::CallPieces;
use super::piece::{ObjectPiece, Piece, key_of};
use super::{AnswerFold, EventUse, FoldNotes, StreamKind};
use crate::json::{Node, Text, short_lists};
use crate::report::{Start, stream};

pub(super) static KIND: StreamKind = StreamKind {
    name: "a Chat Completions stream",
    format: "openai",
    is_event,
    begin: || Box::<ChatAnswer>::default(),
};

fn is_event(event: Node<'_, '_>) -> bool {
    let Some(choices) = event.get("choices").filter(Node::is_array) else { return false };
    let object = event.get("object");
    if object.is_some_and(|object| object.is("chat.completion.chunk")) {
        return true;
    }
    // The first chunk of Azure has no name, and no choices.
    (object.is_some_and(|object| object.is("")) && choices.is_empty() && event.get("prompt_filter_results").is_some())
        || choices.items().next().is_some_and(|choice| choice.get("delta").is_some_and(|delta| delta.is_object()))
}

#[derive(Debug, Default)]
struct ChatAnswer {
    /// Members of the answer apart from its choices.
    around: ObjectPiece,
    choices: Vec<ChatChoice>,
    /// The place of each choice in the list.
    index: HashMap<String, usize, RandomState>,
    /// The number of choices that have ended.
    ended: usize,
}

#[derive(Debug, Default)]
struct ChatChoice {
    place: Start,
    /// The number of the choice, as it was written.
    number: String,
    message: ObjectPiece,
    calls: CallPieces,
    details: ReasoningDetails,
    logprobs: ObjectPiece,
    finish: Option<Piece>,
    /// Other members.
    around: ObjectPiece,
}

/// The items of `reasoning_details`. Those with the same number, one after the other, are one.
#[derive(Debug, Default)]
struct ReasoningDetails(Vec<(Start, ObjectPiece)>);

impl AnswerFold for ChatAnswer {
    fn judge(&self, event: Node<'_, '_>) -> EventUse {
        let Some(choices) = event.get("choices").filter(Node::is_array) else {
            let is_own = event.get("error").is_some()
                || event.get("object").is_some_and(|object| object.is("chat.completion.chunk"));
            return if is_own { EventUse::Taken } else { EventUse::Foreign };
        };
        if choices.items().any(|choice| choice.get("message").is_some() && choice.get("delta").is_none()) {
            return EventUse::Foreign;
        }
        let id = event.get("id").and_then(|id| id.token()).filter(|id| !id.is_empty());
        let known = self.around.get("id").and_then(Piece::token).filter(|id| !id.is_empty());
        let is_next = match (known, id) {
            (Some(known), Some(id)) => known != id,
            (_, None) => {
                let has_role =
                    |choice: Node<'_, '_>| choice.pointer("/delta/role").is_some_and(|role| role.is_string());
                let begins = event.get("prompt_filter_results").is_some() && choices.is_empty();
                self.is_ended() && (begins || choices.items().any(has_role))
            }
            (None, Some(_)) => false,
        };
        if is_next { EventUse::Next } else { EventUse::Taken }
    }

    fn add(&mut self, event: Node<'_, '_>, place: Start, notes: &mut FoldNotes) {
        for (key, value) in event.members() {
            let key = key_of(key);
            match key.as_str() {
                // Padding, against listeners who look at lengths.
                "object" | "obfuscation" => {}
                "choices" => value.items().for_each(|choice| self.choice(choice, place, notes)),
                "error" if !value.is_null() => notes.add(&stream::ERROR, place, || error_text(value)),
                "id" | "created" | "model" => self.around.set_first(&key, place, Piece::of(value)),
                _ if value.is_null() => {}
                _ => self.around.set(&key, place, Piece::of(value)),
            }
        }
    }

    fn finish(mut self: Box<Self>, last: Start, notes: &mut FoldNotes) -> Piece {
        if !self.is_ended() {
            notes.add(&stream::CUT, last, || "the stream ends before its `finish_reason`".to_owned());
        }
        if self.choices.is_empty() {
            self.choices.push(ChatChoice { place: last, number: "0".to_owned(), ..ChatChoice::default() });
        }
        short_lists::sort_by_key(&mut self.choices, |choice| choice.number.parse::<u64>().unwrap_or(u64::MAX));
        let mut choices = Piece::List(Vec::new());
        let place = self.choices.first().map_or(last, |choice| choice.place);
        for choice in self.choices {
            choices.push_item(choice.place, choice.finish(notes));
        }
        let mut answer = ObjectPiece::default();
        let mut rest = self.around.into_members();
        if let Some(at) = rest.iter().position(|(key, _)| key == "id") {
            answer.add_member(rest.remove(at));
        }
        answer.set("object", place, Piece::text("chat.completion"));
        for member in rest {
            answer.add_member(member);
        }
        answer.set("choices", place, choices);
        Piece::Object(answer)
    }

    fn size(&self) -> usize {
        self.around.size() + self.choices.iter().map(ChatChoice::size).sum::<usize>()
    }
}

impl ChatAnswer {
    fn is_ended(&self) -> bool {
        self.ended > 0 && self.ended == self.choices.len()
    }

    fn choice(&mut self, node: Node<'_, '_>, place: Start, notes: &mut FoldNotes) {
        let number = node.get("index").filter(|index| !index.is_null()).map_or("0", |index| index.raw());
        let at = self.index.get(number).copied().unwrap_or(self.choices.len());
        if at == self.choices.len() {
            self.index.insert(number.to_owned(), at);
            self.choices.push(ChatChoice { place, number: number.to_owned(), ..ChatChoice::default() });
        }
        let Some(choice) = self.choices.get_mut(at) else { return };
        self.ended += usize::from(choice.add(node, place, notes));
    }
}

impl ChatChoice {
    /// Adds a chunk. True: it ends the choice.
    fn add(&mut self, node: Node<'_, '_>, place: Start, notes: &mut FoldNotes) -> bool {
        let mut is_end = false;
        for (key, value) in node.members().filter(|(_, value)| !value.is_null()) {
            let key = key_of(key);
            match key.as_str() {
                "index" => {}
                "delta" => self.delta(value, place, notes),
                "finish_reason" => {
                    let reason = Piece::of(value);
                    is_end = self.finish.is_none();
                    if self.finish.as_ref().is_some_and(|known| known.token() != reason.token()) {
                        notes.add(&stream::AFTER_END, place, || "the answer has two different ends".to_owned());
                    }
                    self.finish = Some(reason);
                }
                "logprobs" => merge_lists(&mut self.logprobs, value, place),
                _ => self.around.set(&key, place, Piece::of(value)),
            }
        }
        is_end
    }

    fn delta(&mut self, delta: Node<'_, '_>, place: Start, notes: &mut FoldNotes) {
        let has_more = |value: Node<'_, '_>| value.token().map_or(!value.is_empty(), |token| !token.is_empty());
        let is_late = self.finish.is_some() && delta.members().any(|(key, value)| !key.is("role") && has_more(value));
        if is_late {
            notes.add(&stream::AFTER_END, place, || "the answer continues after its `finish_reason`".to_owned());
        }
        for (key, value) in delta.members().filter(|(_, value)| !value.is_null()) {
            let key = key_of(key);
            match key.as_str() {
                "role" => self.message.set_first("role", place, Piece::of(value)),
                "tool_calls" => value.each().for_each(|call| self.calls.add(call, place)),
                "reasoning_details" => value.each().for_each(|item| self.details.add(item, place)),
                "function_call" => {
                    self.message
                        .update(&key, place, |piece| piece.update_object(|call| add_function(call, value, place)));
                }
                "audio" => self
                    .message
                    .update(&key, place, |piece| piece.update_object(|audio| add_audio(audio, value, place))),
                "obfuscation" => {}
                _ => add_value(&mut self.message, &key, value, place),
            }
        }
    }

    fn finish(self, notes: &mut FoldNotes) -> Piece {
        let mut message = ObjectPiece::default();
        let place = self.place;
        message.set("role", place, Piece::text("assistant"));
        message.set("content", place, Piece::null());
        for (key, value) in self.message.into_members() {
            // Texts begin empty, whether they go on or not.
            if key == "content" || !value.piece.is_nothing() {
                message.set(&key, value.place, value.piece);
            }
        }
        if let Some((place, details)) = self.details.finish() {
            message.set("reasoning_details", place, details);
        }
        let has_more = !self.calls.is_empty()
            || ["refusal", "function_call", "audio"].iter().any(|key| message.get(key).is_some());
        if let Some((place, calls)) = self.calls.finish(notes) {
            message.set("tool_calls", place, calls);
        }
        match message.get("content") {
            Some(content) if content.is_nothing() => {
                let content = if has_more { Piece::null() } else { Piece::text("") };
                message.set("content", place, content);
            }
            _ => {}
        }
        let mut choice = ObjectPiece::default();
        choice.set("index", place, Piece::Raw(self.number));
        choice.set("message", place, Piece::Object(message));
        if !self.logprobs.is_empty() {
            choice.set("logprobs", place, Piece::Object(self.logprobs));
        }
        choice.set("finish_reason", place, self.finish.unwrap_or_else(Piece::null));
        self.around.into_members().into_iter().for_each(|member| choice.add_member(member));
        Piece::Object(choice)
    }

    fn size(&self) -> usize {
        let details: usize = self.details.0.iter().map(|(_, item)| item.size()).sum();
        self.message.size() + self.calls.size() + details + self.logprobs.size() + self.around.size() + 64
    }
}

impl ReasoningDetails {
    fn add(&mut self, item: Node<'_, '_>, place: Start) {
        let is_same = |known: &ObjectPiece, key: &str| match (known.get(key), item.get(key)) {
            (Some(Piece::Text(known)), Some(value)) => value.token() == Some(known),
            (Some(Piece::Raw(known)), Some(value)) => value.raw() == known,
            (None, None) => true,
            _ => false,
        };
        let is_continued = |(_, known): &&mut (Start, ObjectPiece)| {
            item.get("index").is_some() && is_same(known, "index") && is_same(known, "type")
        };
        match self.0.last_mut().filter(|last| is_continued(last)) {
            Some((_, known)) => {
                for (key, value) in item.members().filter(|(_, value)| !value.is_null()) {
                    let key = key_of(key);
                    match key.as_str() {
                        "text" | "summary" | "data" => known.push(&key, place, value),
                        _ => known.set(&key, place, Piece::of(value)),
                    }
                }
            }
            None => self.0.push((place, ObjectPiece::of(item, place))),
        }
    }

    fn finish(self) -> Option<(Start, Piece)> {
        let place = self.0.first()?.0;
        let mut list = Piece::List(Vec::new());
        self.0.into_iter().for_each(|(place, item)| list.push_item(place, Piece::Object(item)));
        Some((place, list))
    }
}

/// Adds a member of a delta whose name says nothing about it: texts and lists grow.
pub(super) fn add_value(message: &mut ObjectPiece, key: &str, value: Node<'_, '_>, place: Start) {
    let part = |token: &str| Piece::Raw(format!(r#"{{"type":"text","text":"{token}"}}"#));
    message.update(key, place, |known| match (value.token(), &*known) {
        (Some(token), Piece::List(_)) if !token.is_empty() => known.push_item(place, part(token)),
        (Some(_), Piece::List(_)) => {}
        (Some(token), _) => known.push(token),
        (None, _) if value.is_array() => {
            if let Some(before) = known.token().filter(|before| !before.is_empty()).map(part) {
                known.push_item(place, before);
            }
            if !matches!(known, Piece::List(_)) {
                *known = Piece::List(Vec::new());
            }
            value.items().for_each(|item| known.push_item(place, Piece::of(item)));
        }
        (None, _) => *known = Piece::of(value),
    });
}

/// Adds the members of a function: its name comes once or each time, its arguments in pieces.
pub(super) fn add_function(function: &mut ObjectPiece, node: Node<'_, '_>, place: Start) {
    for (key, value) in node.members().filter(|(_, value)| !value.is_null()) {
        let key = key_of(key);
        match key.as_str() {
            "name" => {
                let is_repeated =
                    function.get("name").and_then(Piece::token).is_some_and(|name| value.token() == Some(name));
                if !is_repeated {
                    function.push("name", place, value);
                }
            }
            "arguments" | "input" if value.is_string() => function.push(&key, place, value),
            _ => function.set(&key, place, Piece::of(value)),
        }
    }
}

fn add_audio(audio: &mut ObjectPiece, node: Node<'_, '_>, place: Start) {
    for (key, value) in node.members().filter(|(_, value)| !value.is_null()) {
        let key = key_of(key);
        match key.as_str() {
            "data" | "transcript" => audio.push(&key, place, value),
            _ => audio.set(&key, place, Piece::of(value)),
        }
    }
}

/// Adds the items of the lists in an object to those of another one.
fn merge_lists(known: &mut ObjectPiece, node: Node<'_, '_>, place: Start) {
    for (key, value) in node.members().filter(|(_, value)| !value.is_null()) {
        let key = key_of(key);
        if value.is_array() {
            let add = |piece: &mut Piece| value.items().for_each(|item| piece.push_item(place, Piece::of(item)));
            known.update(&key, place, add);
        } else {
            known.set(&key, place, Piece::of(value));
        }
    }
}

/// What an error object says.
pub(super) fn error_text(error: Node<'_, '_>) -> String {
    let message = error.get("message").or(error.get("type")).unwrap_or(error);
    let message = message.text().unwrap_or_else(|| Text::owned(message.raw()));
    format!("the service failed while it answered: {}", message.show())
}

//! Events of a Bedrock `ConverseStream`, as JSON. Those of the binary form are decoded to it before.
//!
//! ```text
//! {"messageStart":{"role":"assistant"}}
//! {"contentBlockDelta":{"contentBlockIndex":0,"delta":{"text":"Hi"}}}
//! {"contentBlockStop":{"contentBlockIndex":0}}
//! {"messageStop":{"stopReason":"end_turn"}}
//! {"metadata":{"usage":{"inputTokens":1,"outputTokens":1,"totalTokens":2}}}
//! ```

use super::blocks::{AnswerBlock, Blocks};
use super::chat::error_text;
use super::piece::{ObjectPiece, Piece, key_of};
use super::{AnswerFold, EventUse, FoldNotes, StreamKind, unknown_event};
use crate::json::{Node, Text};
use crate::report::{Start, stream};

pub(super) static KIND: StreamKind =
    StreamKind { name: "a Converse stream", format: "bedrock", is_event, begin: || Box::<ConverseAnswer>::default() };

const EVENTS: [&str; 6] =
    ["messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop", "metadata"];

fn is_event(event: Node<'_, '_>) -> bool {
    named(event).is_some_and(|(name, _)| EVENTS.iter().any(|it| *it == name && *it != "metadata"))
        || (event.get("contentBlockIndex").is_some() && (event.get("delta").is_some() || event.get("start").is_some()))
}

/// The only member of an event, apart from padding.
fn named<'t, 'a>(event: Node<'t, 'a>) -> Option<(&'a str, Node<'t, 'a>)> {
    let mut members = event.members().filter(|(key, _)| !key.is("p"));
    let (key, value) = members.next().filter(|(_, value)| value.is_object())?;
    members.next().is_none().then_some((key.token()?, value))
}

/// The name of an event and its content. Some logs have the content alone.
fn event_of<'t, 'a>(event: Node<'t, 'a>) -> Option<(&'a str, Node<'t, 'a>)> {
    let has = |key: &str| event.get(key).is_some();
    let name = match () {
        () if has("contentBlockIndex") && has("delta") => "contentBlockDelta",
        () if has("contentBlockIndex") && has("start") => "contentBlockStart",
        () if has("contentBlockIndex") => "contentBlockStop",
        () if has("stopReason") && !has("output") => "messageStop",
        () if has("role") && !has("content") => "messageStart",
        () if has("usage") && has("metrics") && !has("output") => "metadata",
        () => return named(event),
    };
    Some((name, event))
}

#[derive(Debug, Default)]
struct ConverseAnswer {
    role: Option<(Start, Piece)>,
    blocks: Blocks,
    stop: Option<(Start, Piece)>,
    /// Other members of the answer.
    around: ObjectPiece,
    is_begun: bool,
    is_ended: bool,
}

impl AnswerFold for ConverseAnswer {
    fn judge(&self, event: Node<'_, '_>) -> EventUse {
        match event_of(event) {
            None => EventUse::Foreign,
            Some(("messageStart", _)) if self.is_begun || self.is_ended => EventUse::Next,
            Some(_) => EventUse::Taken,
        }
    }

    fn add(&mut self, event: Node<'_, '_>, place: Start, notes: &mut FoldNotes) {
        let Some((name, event)) = event_of(event) else { return };
        if self.is_ended && name.starts_with("contentBlock") {
            notes.add(&stream::AFTER_END, place, || format!("the event `{name}` is sent after `messageStop`"));
        }
        let number = event.get("contentBlockIndex").map_or("0", |index| index.raw());
        match name {
            "messageStart" => {
                self.is_begun = true;
                self.role = event.get("role").map(|role| (place, Piece::of(role)));
            }
            "contentBlockStart" => {
                let mut object = ObjectPiece::default();
                let start = event.get("start").into_iter().flat_map(|start| start.members());
                start.for_each(|(key, value)| {
                    object.set(&key_of(key), place, Piece::Object(ObjectPiece::of(value, place)));
                });
                self.blocks.open(number, AnswerBlock::new(place, object));
            }
            "contentBlockDelta" => {
                let delta = event.get("delta").into_iter().flat_map(|delta| delta.members());
                delta.for_each(|(key, value)| self.delta(number, (key, value), place, notes));
            }
            "contentBlockStop" => self.blocks.close(number),
            "messageStop" => {
                if self.stop.is_some() {
                    notes.add(&stream::AFTER_END, place, || "the answer has two ends".to_owned());
                }
                self.is_ended = true;
                for (key, value) in event.members() {
                    match key_of(key).as_str() {
                        "stopReason" => self.stop = Some((place, Piece::of(value))),
                        "p" => {}
                        key => self.around.set(key, place, Piece::of(value)),
                    }
                }
            }
            "metadata" => {
                let members = event.members().map(|(key, value)| (key_of(key), value)).filter(|(key, _)| key != "p");
                members.for_each(|(key, value)| self.around.set(&key, place, Piece::of(value)));
            }
            _ if name.ends_with("Exception") => notes.add(&stream::ERROR, place, || error_text(event)),
            other => notes.add(&stream::UNKNOWN_EVENT, place, || unknown_event(&Text::Token(other).show())),
        }
    }

    fn finish(self: Box<Self>, last: Start, notes: &mut FoldNotes) -> Piece {
        let Self { role, blocks, stop, around, is_begun, is_ended } = *self;
        if !is_begun {
            notes.add(&stream::CUT, last, || "the stream has no `messageStart`".to_owned());
        }
        if !is_ended {
            notes.add(&stream::CUT, last, || "the stream ends before `messageStop`".to_owned());
        }
        let mut content = Piece::List(Vec::new());
        for block in blocks.into_sorted() {
            content.push_item(block.place, Piece::Object(finish_block(block, notes)));
        }
        let mut message = ObjectPiece::default();
        let (place, role) = role.unwrap_or_else(|| (last, Piece::text("assistant")));
        message.set("role", place, role);
        message.set("content", place, content);
        let mut output = ObjectPiece::default();
        output.set("message", place, Piece::Object(message));
        let mut answer = ObjectPiece::default();
        answer.set("output", place, Piece::Object(output));
        if let Some((place, stop)) = stop {
            answer.set("stopReason", place, stop);
        }
        around.into_members().into_iter().for_each(|member| answer.add_member(member));
        Piece::Object(answer)
    }

    fn size(&self) -> usize {
        self.around.size() + self.blocks.size() + 64
    }
}

impl ConverseAnswer {
    fn delta(&mut self, number: &str, (key, value): (Node<'_, '_>, Node<'_, '_>), place: Start, notes: &mut FoldNotes) {
        let key = key_of(key);
        if self.blocks.get(number).is_none() {
            if matches!(key.as_str(), "toolUse" | "toolResult" | "image") {
                let why = || format!("the block {number} was never opened: its `{key}` is dropped");
                return notes.add(&stream::UNOPENED, place, why);
            }
            // Texts and reasoning begin without an event.
            self.blocks.open(number, AnswerBlock::new(place, ObjectPiece::default()));
        }
        let Some(block) = self.blocks.get(number) else { return };
        if block.is_closed {
            notes.add(&stream::AFTER_END, place, || format!("the block {number} continues after its end"));
        }
        let object = &mut block.object;
        match key.as_str() {
            "text" => object.push("text", place, value),
            "toolUse" => {
                let token = value.get("input").and_then(|input| input.token()).unwrap_or_default();
                block.input.get_or_insert_with(|| Piece::Text(String::new())).push(token);
            }
            "reasoningContent" => object.update("reasoningContent", place, |piece| {
                piece.update_object(|reasoning| add_reasoning(reasoning, value, place));
            }),
            "citation" => object.update("citations", place, |list| list.push_item(place, Piece::of(value))),
            "toolResult" => object.update("toolResult", place, |piece| {
                piece.update_object(|result| {
                    result.update("content", place, |list| {
                        value.each().for_each(|item| list.push_item(place, Piece::of(item)));
                    });
                });
            }),
            "image" => object.update("image", place, |piece| {
                piece.update_object(|image| {
                    value.members().for_each(|(key, value)| image.set(&key_of(key), place, Piece::of(value)));
                });
            }),
            other => notes.add(&stream::UNKNOWN_EVENT, place, || unknown_event(&Text::Token(other).show())),
        }
    }
}

fn add_reasoning(reasoning: &mut ObjectPiece, value: Node<'_, '_>, place: Start) {
    for (key, value) in value.members().filter(|(_, value)| !value.is_null()) {
        match key_of(key).as_str() {
            key @ ("text" | "signature") => reasoning.update("reasoningText", place, |piece| {
                piece.update_object(|text| text.push(key, place, value));
            }),
            key => reasoning.push(key, place, value),
        }
    }
}

/// A block as the answer has it.
fn finish_block(block: AnswerBlock, notes: &mut FoldNotes) -> ObjectPiece {
    let AnswerBlock { place, mut object, input, .. } = block;
    if object.get("toolUse").is_some() {
        let (input, is_json) = input.unwrap_or_else(|| Piece::Text(String::new())).parsed();
        object.update("toolUse", place, |piece| {
            piece.update_object(|call| {
                if !is_json {
                    let name = call.get("name").and_then(Piece::token).unwrap_or_default();
                    notes.add(&stream::CUT_ARGUMENTS, place, || {
                        format!("the arguments of the call of `{}` are not JSON", Text::Token(name).show())
                    });
                }
                call.set("input", place, input);
            });
        });
    }
    if object.get("citations").is_none() {
        return object;
    }
    // A text with citations has a block of its own kind.
    let (mut cited, mut whole) = (ObjectPiece::default(), ObjectPiece::default());
    for (key, value) in object.into_members() {
        match key.as_str() {
            "text" => {
                let mut text = ObjectPiece::default();
                text.set("text", value.place, value.piece);
                cited.update("content", value.place, |list| list.push_item(value.place, Piece::Object(text)));
            }
            "citations" => cited.set("citations", value.place, value.piece),
            _ => whole.set(&key, value.place, value.piece),
        }
    }
    whole.set("citationsContent", place, Piece::Object(cited));
    whole
}

//! An item of a Responses answer that arrives in pieces: `{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"Hi"}`.

use super::FoldNotes;
use super::blocks::{AnswerBlock, Blocks};
use super::chat_call::note_arguments;
use super::piece::{ObjectPiece, Piece};
use crate::json::Node;
use crate::report::{Start, stream};

/// An item that was announced, and perhaps sent.
#[derive(Debug, Default)]
pub(super) struct ResponseItem {
    place: Start,
    /// The item as it was announced.
    pub(super) object: ObjectPiece,
    pub(super) is_open: bool,
    /// The item as it is.
    pub(super) done: Option<(Start, Piece)>,
    content: Blocks,
    summary: Blocks,
}

/// What an event changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceField {
    /// A part of the content, as a whole.
    Part(PartList),
    /// The text of a part: its key, and the type of the part. `is_whole`: all of the text.
    Text { list: PartList, key: &'static str, kind: &'static str, is_whole: bool },
    /// A text of the item itself.
    Own { key: &'static str, is_whole: bool },
    /// A note in a text.
    Annotation,
    /// A state that other events show, too.
    Ignored,
}

/// The list that a part is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartList {
    Content,
    Summary,
}

/// What an event changes. `None`: it is unknown.
pub(super) fn field_of(name: &str) -> Option<PieceField> {
    let (field, step) = name.rsplit_once('.')?;
    let is_whole = match step {
        "delta" => false,
        "done" => true,
        "added" if matches!(field, "content_part" | "reasoning_summary_part" | "output_text.annotation") => true,
        "in_progress" | "completed" | "searching" | "interpreting" | "generating" | "partial_image" | "failed" => {
            return Some(PieceField::Ignored);
        }
        _ => return None,
    };
    let text = |list, key, kind| Some(PieceField::Text { list, key, kind, is_whole });
    match field {
        "content_part" => Some(PieceField::Part(PartList::Content)),
        "reasoning_summary_part" => Some(PieceField::Part(PartList::Summary)),
        "output_text" => text(PartList::Content, "text", "output_text"),
        "refusal" => text(PartList::Content, "refusal", "refusal"),
        "reasoning_text" => text(PartList::Content, "text", "reasoning_text"),
        "reasoning_summary_text" => text(PartList::Summary, "text", "summary_text"),
        "function_call_arguments" | "mcp_call_arguments" => Some(PieceField::Own { key: "arguments", is_whole }),
        "custom_tool_call_input" => Some(PieceField::Own { key: "input", is_whole }),
        "code_interpreter_call_code" => Some(PieceField::Own { key: "code", is_whole }),
        "output_text.annotation" => Some(PieceField::Annotation),
        _ => None,
    }
}

impl ResponseItem {
    pub(super) fn new(place: Start) -> Self {
        Self { place, ..Self::default() }
    }

    /// Adds a piece of it.
    pub(super) fn add(&mut self, field: PieceField, event: Node<'_, '_>, place: Start, notes: &mut FoldNotes) {
        if !self.is_open && !self.begin(field, event, place, notes) {
            return;
        }
        match field {
            PieceField::Part(list) => {
                if let Some(part) = event.get("part") {
                    self.part(list, "", event, place, |object| *object = ObjectPiece::of(part, place));
                }
            }
            PieceField::Text { list, key, kind, is_whole } => {
                let text = event.get(if is_whole { key } else { "delta" });
                if let Some(text) = text {
                    self.part(list, kind, event, place, |object| {
                        if is_whole { object.set(key, place, Piece::of(text)) } else { object.push(key, place, text) }
                    });
                }
            }
            PieceField::Own { key, is_whole: true } => {
                event.get(key).into_iter().for_each(|text| self.object.set(key, place, Piece::of(text)));
            }
            PieceField::Own { key, is_whole: false } => {
                event.get("delta").into_iter().for_each(|text| self.object.push(key, place, text));
            }
            PieceField::Annotation => {
                if let Some(annotation) = event.get("annotation") {
                    self.part(PartList::Content, "output_text", event, place, |object| {
                        object.update("annotations", place, |list| list.push_item(place, Piece::of(annotation)));
                    });
                }
            }
            PieceField::Ignored => {}
        }
    }

    /// Begins an item that was not announced. False: its kind is unknown.
    fn begin(&mut self, field: PieceField, event: Node<'_, '_>, place: Start, notes: &mut FoldNotes) -> bool {
        let name = match field {
            PieceField::Text { kind: "output_text" | "refusal", .. }
            | PieceField::Annotation
            | PieceField::Part(PartList::Content) => "message",
            PieceField::Text { .. } | PieceField::Part(PartList::Summary) => "reasoning",
            PieceField::Own { .. } => {
                notes.add(&stream::UNOPENED, place, || {
                    "the item of this piece was never opened: it is dropped".to_owned()
                });
                return false;
            }
            PieceField::Ignored => return false,
        };
        notes.add(&stream::UNOPENED, place, || {
            format!("the item of this piece was never opened: it is read as `{name}`")
        });
        self.object.set("type", place, Piece::text(name));
        if name == "message" {
            self.object.set("role", place, Piece::text("assistant"));
        }
        if let Some(id) = event.get("item_id") {
            self.object.set("id", place, Piece::of(id));
        }
        self.is_open = true;
        true
    }

    /// Changes the part that an event is about.
    fn part(
        &mut self,
        list: PartList,
        kind: &str,
        event: Node<'_, '_>,
        place: Start,
        change: impl FnOnce(&mut ObjectPiece),
    ) {
        let (parts, key) = match list {
            PartList::Content => (&mut self.content, "content_index"),
            PartList::Summary => (&mut self.summary, "summary_index"),
        };
        let number = event.get(key).map_or("0", |index| index.raw());
        let new = || {
            let mut object = ObjectPiece::default();
            object.set("type", place, Piece::text(kind));
            AnswerBlock::new(place, object)
        };
        parts.update(number, new, |block| change(&mut block.object));
    }

    /// The item, with the place where it comes from.
    pub(super) fn finish(self, notes: &mut FoldNotes) -> (Start, Piece) {
        if let Some(done) = self.done {
            return done;
        }
        let Self { place, mut object, content, summary, .. } = self;
        for (key, parts) in [("content", content), ("summary", summary)] {
            let mut list = Piece::List(Vec::new());
            let is_empty = parts.is_empty();
            for AnswerBlock { place, mut object, .. } in parts.into_sorted() {
                if object.get("type").and_then(Piece::token) == Some("output_text") {
                    object.set_first("annotations", place, Piece::List(Vec::new()));
                }
                list.push_item(place, Piece::Object(object));
            }
            if !is_empty {
                object.set(key, place, list);
            }
        }
        if object.get("type").and_then(Piece::token) == Some("reasoning") {
            object.set_first("summary", place, Piece::List(Vec::new()));
        }
        note_arguments(&object, place, notes);
        (place, Piece::Object(object))
    }

    pub(super) fn size(&self) -> usize {
        let done = self.done.as_ref().map_or(0, |(_, piece)| piece.size());
        self.object.size() + done + self.content.size() + self.summary.size() + 64
    }
}

//! The record that the attributes of a span make, and where each value of it comes from.
//!
//! `{"messages":[…],"choices":[…],"system":[…],"tools":[…]}`

use std::ops::Range;

use super::tools::read_tool;
use crate::format::shared::keep_member;
use crate::format::{Format, Reading};
use crate::json::{At, NestedJson, Node, Span, Tape, Text};
use crate::model::{Conversation, Slot};
use crate::report::{Refused, shape};

/// The text of the record.
#[derive(Debug, Default)]
pub(super) struct SpanRecord<'a> {
    text: String,
    /// Values in the text, in its order.
    pieces: Vec<SpanPiece>,
    /// The JSON texts that the pieces are from.
    texts: Vec<NestedJson<'a>>,
}

/// A value in the text.
#[derive(Debug)]
struct SpanPiece {
    range: Range<usize>,
    /// The place of its first byte.
    source: PieceSource,
}

#[derive(Debug)]
enum PieceSource {
    /// The value of an attribute.
    Value(At),
    /// An offset in one of the JSON texts.
    Nested { text: usize, offset: usize },
}

impl<'a> SpanRecord<'a> {
    /// Its text.
    #[cfg(test)]
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Adds brackets, keys and commas.
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a comma, unless the list or object was just opened.
    pub(super) fn separate(&mut self) {
        if !self.text.ends_with(['[', '{']) {
            self.text.push(',');
        }
    }

    /// Adds the value of an attribute.
    pub(super) fn add_value(&mut self, value: Node<'_, 'a>) {
        let start = self.text.len();
        self.text.push_str(value.raw());
        self.pieces.push(SpanPiece { range: start..self.text.len(), source: PieceSource::Value(value.at()) });
    }

    /// Adds a JSON text as its value.
    pub(super) fn add_json(&mut self, json: NestedJson<'a>) {
        let range = 0..json.text().len();
        self.open_text(json);
        self.add_piece(range);
    }

    /// Names the JSON text that the next pieces are from.
    pub(super) fn open_text(&mut self, json: NestedJson<'a>) {
        self.texts.push(json);
    }

    /// Adds a piece of the JSON text that was opened last.
    pub(super) fn add_piece(&mut self, piece: Range<usize>) {
        let Some((text, json)) = self.texts.iter().enumerate().next_back() else { return };
        let start = self.text.len();
        self.text.push_str(json.text().get(piece.clone()).unwrap_or_default());
        let source = PieceSource::Nested { text, offset: piece.start };
        self.pieces.push(SpanPiece { range: start..self.text.len(), source });
    }

    /// The place of a byte of the text; for brackets, keys and commas, that of the next value. `span`: the place of the record.
    fn place(&self, at: At, span: At) -> At {
        let Some(offset) = at.offset() else { return at };
        let next = self.pieces.partition_point(|piece| piece.range.end <= offset);
        let Some(piece) = self.pieces.get(next).filter(|_| offset > 0) else { return span };
        let inside = offset.saturating_sub(piece.range.start);
        match piece.source {
            PieceSource::Value(at) => at.offset().map_or(at, |start| At::byte(start + inside)),
            PieceSource::Nested { text, offset } => self.texts.get(text).map_or(span, |text| text.at(offset + inside)),
        }
    }

    /// Reads the record. `messages`: the format of its messages.
    pub(super) fn read<'r>(
        &self,
        messages: &Format,
        span: At,
        reading: &mut Reading<'_>,
    ) -> Result<Conversation<'r>, Refused> {
        let place = |at: At| self.place(at, span);
        let mut tape = Tape::new();
        let root = tape.parse(&self.text).map_err(|error| Refused::json(&error).moved(&place))?;
        let mut found = reading.report.alike();
        let mut inner = Reading { report: &mut found, scratch: &mut Tape::new(), columns: None, programs: None };
        let mut read = (messages.read)(root, &mut inner).map_err(|refused| refused.moved(&place))?;
        if let Some(tools) = root.get("tools") {
            read.extras.retain(|extra| extra.at != tools.at());
            for tool in tools.items() {
                match read_tool(tool, &mut inner) {
                    Ok(tool) => read.tools.push(tool),
                    // What is no definition stays a field.
                    Err(_) => keep_member(Slot::Envelope, messages.name, Text::Token("tools"), tool, &mut read.extras),
                }
            }
        }
        found.move_places(place);
        reading.report.append(&mut found);
        let message = "the messages of this span have branches";
        let read = Some(read).filter(|read| read.branches.is_empty()).and_then(|read| read.moved(&place));
        read.ok_or_else(|| Refused::new(&shape::NOT_A_CONVERSATION, span, message))
    }
}

/// The JSON of a list, and the places in it of the list and its items.
#[derive(Debug)]
pub(super) struct NestedList<'a> {
    pub(super) json: NestedJson<'a>,
    pub(super) whole: Span,
    pub(super) items: Vec<Span>,
    /// The items are alternative answers.
    pub(super) are_choices: bool,
}

impl<'a> NestedList<'a> {
    /// That of a value, which may be JSON text.
    pub(super) fn of(list: Node<'_, 'a>, scratch: &mut Tape) -> Result<Self, Refused> {
        let json = NestedJson::of(list.raw(), list.at());
        let place = |at: At| at.offset().map_or(at, |offset| json.at(offset));
        let root = scratch.parse(json.text()).map_err(|error| Refused::json(&error).moved(&place))?;
        if !root.is_array() {
            let why = "an attribute with messages, instructions or tools is a list";
            return Err(Refused::new(&shape::NOT_A_CONVERSATION, list.at(), why));
        }
        let (whole, items) = (root.span(), root.items().map(|item| item.span()).collect());
        let is_choice = |item: Node<'_, '_>| {
            item.get("role").is_some_and(|role| role.is("assistant")) && item.get("finish_reason").is_some()
        };
        let are_choices = root.items().all(is_choice);
        Ok(Self { json, whole, items, are_choices })
    }
}

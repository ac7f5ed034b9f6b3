//! The text that edits make of a record: pieces of the record, and new text between them.

use crate::json::{At, Edit, Span};

/// One piece of the new text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// Bytes of the record.
    Kept(Span),
    /// Text that was made, for what was at this place.
    New(String, At),
}

/// A text made of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Spliced(Vec<Piece>);

impl Spliced {
    /// A record of `length` bytes with these edits, which are sorted and do not overlap.
    pub(super) fn of_edits(length: usize, edits: Vec<Edit>) -> Self {
        let mut spliced = Self::default();
        let mut done = 0;
        for Edit { span, text } in edits {
            if span.start < done {
                continue;
            }
            spliced.keep(Span { start: done, end: span.start });
            spliced.add(text, At::byte(span.start));
            done = span.end;
        }
        spliced.keep(Span { start: done, end: length });
        spliced
    }

    /// Adds bytes of the record.
    pub(super) fn keep(&mut self, span: Span) {
        if span.start < span.end {
            self.0.push(Piece::Kept(span));
        }
    }

    /// Adds text for what was at this place.
    pub(super) fn add(&mut self, text: impl Into<String>, at: At) {
        let text = text.into();
        if !text.is_empty() {
            self.0.push(Piece::New(text, at));
        }
    }

    /// The new text.
    pub(super) fn text(&self, record: &str) -> String {
        let mut text = String::with_capacity(record.len());
        for piece in &self.0 {
            text.push_str(match piece {
                Piece::Kept(span) => record.get(span.start..span.end).unwrap_or_default(),
                Piece::New(text, _) => text,
            });
        }
        text
    }

    /// Where in the record a place of the new text was.
    pub(super) fn place(&self, at: At) -> At {
        let Some(mut offset) = at.offset() else { return at };
        for piece in &self.0 {
            let (length, from) = match piece {
                Piece::Kept(span) => (span.end - span.start, At::byte(span.start + offset)),
                Piece::New(text, from) => (text.len(), *from),
            };
            if offset < length {
                return from;
            }
            offset -= length;
        }
        At::byte(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_back_to_the_record() {
        let edit = |start, end, text: &str| Edit { span: Span { start, end }, text: text.to_owned() };
        let spliced = Spliced::of_edits(6, vec![edit(1, 2, "XYZ"), edit(4, 4, "!")]);
        assert_eq!(spliced.text("abcdef"), "aXYZcd!ef");
        let places: Vec<_> = (0..9).map(|offset| spliced.place(At::byte(offset)).offset().unwrap()).collect();
        assert_eq!(places, [0, 1, 1, 1, 2, 3, 4, 4, 5]);
    }
}

//! The result of edits of a record: pieces of the record, with new text between them.

use crate::json::{At, Edit, NestedJson, Span, escape_into};

/// A piece of the new text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SplicePiece {
    /// Bytes of the record.
    Kept(Span),
    /// New text that replaces the text at this place.
    New(String, At),
}

/// A text that was built from a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Spliced(Vec<SplicePiece>);

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

    /// The same with these edits of bytes that are kept, which are sorted and do not overlap.
    pub(super) fn edited(self, edits: &[Edit]) -> Self {
        let mut made = Self::default();
        for piece in self.0 {
            let SplicePiece::Kept(span) = piece else {
                made.0.push(piece);
                continue;
            };
            let mut done = span.start;
            for Edit { span: old, text } in
                edits.iter().filter(|it| span.start <= it.span.start && it.span.end <= span.end)
            {
                made.keep(Span { start: done, end: old.start });
                made.add(text.as_str(), At::byte(old.start));
                done = old.end;
            }
            made.keep(Span { start: done, end: span.end });
        }
        made
    }

    /// Adds bytes of the record.
    pub(super) fn keep(&mut self, span: Span) {
        if span.start < span.end {
            self.0.push(SplicePiece::Kept(span));
        }
    }

    /// Adds new text that replaces the text at this place.
    pub(super) fn add(&mut self, text: impl Into<String>, at: At) {
        let text = text.into();
        if !text.is_empty() {
            self.0.push(SplicePiece::New(text, at));
        }
    }

    /// Adds all pieces of another text of the same record.
    pub(super) fn append(&mut self, mut other: Self) {
        self.0.append(&mut other.0);
    }

    /// The same pieces if this is a text of JSON inside a record, and the place of that text in the record.
    pub(super) fn inside(self, inside: &NestedJson<'_>) -> (Span, Self) {
        let pieces = self.0.into_iter().map(|piece| match piece {
            SplicePiece::Kept(span) => SplicePiece::Kept(inside.span(span)),
            SplicePiece::New(text, at) => {
                let at = at.offset().map_or(at, |offset| inside.at(offset));
                SplicePiece::New(if inside.is_string() { escaped(&text) } else { text }, at)
            }
        });
        (inside.span(Span { start: 0, end: inside.text().len() }), Self(pieces.collect()))
    }

    /// The new text.
    pub(super) fn text(&self, record: &str) -> String {
        let mut text = String::with_capacity(record.len());
        for piece in &self.0 {
            text.push_str(match piece {
                SplicePiece::Kept(span) => record.get(span.start..span.end).unwrap_or_default(),
                SplicePiece::New(text, _) => text,
            });
        }
        text
    }

    /// The place in the record of a place in the new text.
    pub(super) fn place(&self, at: At) -> At {
        let Some(mut offset) = at.offset() else { return at };
        for piece in &self.0 {
            let (length, from) = match piece {
                SplicePiece::Kept(span) => (span.end - span.start, At::byte(span.start + offset)),
                SplicePiece::New(text, from) => (text.len(), *from),
            };
            if offset < length {
                return from;
            }
            offset -= length;
        }
        At::byte(0)
    }
}

/// A text as the content of a JSON string, without the quotes.
fn escaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    escape_into(&mut bytes, text);
    String::from_utf8(bytes).unwrap_or_default()
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

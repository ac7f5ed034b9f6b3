//! Places in a record, and small edits on them.

use crate::json::short_lists;

/// A range of bytes of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// The place of something in its record: a byte offset, or nowhere for what is not from the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At(u32);

impl At {
    /// Not from the input.
    pub const NOWHERE: Self = Self(0);

    /// The place `offset` bytes into the record.
    #[inline]
    #[must_use]
    pub fn byte(offset: usize) -> Self {
        Self(u32::try_from(offset).map_or(u32::MAX, |offset| offset.saturating_add(1)))
    }

    /// Bytes from the start of the record.
    #[inline]
    #[must_use]
    pub fn offset(self) -> Option<usize> {
        self.0.checked_sub(1).and_then(|offset| usize::try_from(offset).ok())
    }

    /// This place, or `other` if this one is nowhere.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        if self == Self::NOWHERE { other } else { self }
    }
}

/// The text of one record: a line, an array element, or a whole file.
#[derive(Clone, Copy, Debug)]
pub struct RecordText<'a> {
    /// The JSON text.
    pub text: &'a str,
}

impl<'a> RecordText<'a> {
    /// A record with this text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self { text }
    }

    /// The span of `part` in this record, in bytes. `None` if it was not borrowed from it.
    #[must_use]
    pub fn span_of(&self, part: &str) -> Option<Span> {
        let start = (part.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize)?;
        let end = start.checked_add(part.len())?;
        (end <= self.text.len()).then_some(Span { start, end })
    }
}

/// Replaces the bytes of a span by other text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The span to replace; an empty span inserts.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// Sorts edits by their places; those of one place stay in their order.
pub fn sort_edits(edits: &mut [Edit]) {
    short_lists::sort_by_key(edits, |edit| edit.span);
}

/// Applies edits in one pass. They are sorted first.
///
/// # Errors
/// Returns the first span that is outside the text, splits a character, or overlaps the one before.
pub fn apply(text: &str, edits: &mut [Edit]) -> Result<String, Span> {
    sort_edits(edits);
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits.iter() {
        let Span { start, end } = edit.span;
        let kept = text.get(done..start).filter(|_| text.get(start..end).is_some()).ok_or(edit.span)?;
        result.push_str(kept);
        result.push_str(&edit.text);
        done = end;
    }
    result.push_str(text.get(done..).unwrap_or_default());
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_knows_its_place() {
        let text = String::from(r#"{"id":"x"}"#);
        let record = RecordText::new(&text);
        assert_eq!(record.span_of(&text[6..9]), Some(Span { start: 6, end: 9 }));
        assert_eq!(record.span_of("elsewhere"), None);
    }

    #[test]
    fn edits_touch_nothing_else() {
        let edit = |start, end, text: &str| Edit { span: Span { start, end }, text: text.to_owned() };
        assert_eq!(apply("abcdef", &mut [edit(4, 5, "E!"), edit(1, 2, "")]).as_deref(), Ok("acdE!f"));
        assert_eq!(apply("abc", &mut [edit(0, 2, "x"), edit(1, 3, "y")]), Err(Span { start: 1, end: 3 }));
    }
}

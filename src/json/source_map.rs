//! Where the values of a written text came from: offsets in the output, and places in the record that it was made from.
//!
//! Strings and values that are borrowed from the record are recognized by their address. Writers name the place of objects
//! ([`Out::source`](super::Out::source)).

use super::known_strings::KnownStrings;
use super::{At, Node, RecordText, Span};

/// The places in a record that a written text came from.
#[derive(Debug, Default)]
pub struct SourceMap {
    /// The memory of the record: address and length.
    record: (usize, usize),
    /// The places of values: offset in the output, place in the record. Sorted by offset.
    values: Vec<(usize, At)>,
    /// Copied text, sorted by offset.
    copies: Vec<CopiedText>,
}

/// Text of the record that was copied to the output.
#[derive(Clone, Copy, Debug)]
struct CopiedText {
    /// Where it begins in the output.
    offset: usize,
    length: usize,
    /// Where it begins in the record.
    from: usize,
    /// It starts at the opening quote of a string and ends after its closing quote, unless the string has more pieces.
    is_string: bool,
}

/// The strings of a written text that were copied from its record, in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct CopiedStrings<'m> {
    copies: &'m [CopiedText],
}

impl KnownStrings for CopiedStrings<'_> {
    #[inline(always)]
    fn end_of(&mut self, bytes: &[u8], start: usize) -> Option<usize> {
        while let [first, later @ ..] = self.copies
            && first.offset <= start
        {
            self.copies = later;
            if first.offset == start && first.is_string {
                // A string joined from pieces continues here.
                let end = start + first.length - 1;
                return (bytes.get(end) == Some(&b'"')).then_some(end);
            }
        }
        None
    }
}

impl SourceMap {
    /// Empties the map, for what will be written from this record.
    pub(super) fn start(&mut self, record: RecordText<'_>) {
        self.record = (record.text.as_ptr() as usize, record.text.len());
        self.values.clear();
        self.copies.clear();
    }

    /// The value at `offset` of the output comes from `at`.
    pub(super) fn add_value(&mut self, offset: usize, at: At) {
        if at != At::NOWHERE {
            self.values.push((offset, at));
        }
    }

    /// The bytes from `offset` of the output on are those of `copied`, if it is a part of the record. `margin`: this many
    /// bytes before and after it belong to it (quotes).
    pub(super) fn add_copy(&mut self, offset: usize, copied: &str, margin: usize) {
        let (start, length) = self.record;
        let from = (copied.as_ptr() as usize).checked_sub(start).filter(|from| from + copied.len() <= length);
        if let Some(from) = from.and_then(|from| from.checked_sub(margin)) {
            let is_string = margin == 1;
            self.copies.push(CopiedText { offset, length: copied.len() + 2 * margin, from, is_string });
        }
    }

    /// The output after `length` was removed.
    pub(super) fn truncate(&mut self, length: usize) {
        self.values.truncate(self.values.partition_point(|(start, _)| *start < length));
        self.copies.truncate(self.copies.partition_point(|copy| copy.offset < length));
    }

    /// Characters of the output were replaced.
    pub(super) fn forget_strings(&mut self) {
        self.copies.iter_mut().for_each(|copy| copy.is_string = false);
    }

    /// The strings that were copied as they are.
    pub(super) fn strings(&self) -> CopiedStrings<'_> {
        CopiedStrings { copies: &self.copies }
    }

    /// The same for JSON text in another layout: `written` differs from `copied` in the white space between tokens.
    pub(super) fn add_laid_out(&mut self, offset: usize, copied: &str, written: &[u8]) {
        let (mut from, mut to) = (0, 0);
        while let Some(rest) = copied.get(from..) {
            from += rest.len() - rest.trim_start_matches(is_space).len();
            to += written.get(to..).unwrap_or_default().iter().take_while(|byte| is_space(char::from(**byte))).count();
            let length = without_space(copied.as_bytes().get(from..).unwrap_or_default());
            let Some(token) = copied.get(from..from + length).filter(|token| !token.is_empty()) else { return };
            // Only one of the two may have a space here.
            let same = token.bytes().zip(written.iter().skip(to)).take_while(|(a, b)| a == *b).count();
            let Some(token) = token.get(..same).filter(|token| !token.is_empty()) else { return };
            self.add_copy(offset + to, token, 0);
            (from, to) = (from + same, to + same);
        }
    }

    /// The place of what was written at exactly this offset.
    fn exact(&self, offset: usize) -> Option<At> {
        let value = self.values.binary_search_by_key(&offset, |(start, _)| *start).ok();
        if let Some((_, at)) = value.and_then(|index| self.values.get(index)) {
            return Some(*at);
        }
        let before = self.copies.partition_point(|copy| copy.offset <= offset);
        let copy = self.copies.get(before.checked_sub(1)?)?;
        (offset < copy.offset + copy.length).then(|| At::byte(copy.from + (offset - copy.offset)))
    }

    /// The place in the record that the value at `at` of the output came from: its own, that of the innermost value around
    /// it that has one, or that of the first value in it. `None`: nothing in the record corresponds to it.
    #[must_use]
    pub fn place(&self, written: Node<'_, '_>, at: At) -> Option<At> {
        let offset = at.offset()?;
        if offset == written.span().start {
            return None;
        }
        if let Some(found) = self.exact(offset) {
            return Some(found);
        }
        let (mut found, mut node) = (None, written);
        loop {
            let is_around = |inner: &Node<'_, '_>| inner.span().start <= offset && offset < inner.span().end;
            let inner = if node.is_array() {
                node.items().find(is_around)
            } else {
                node.members().map(|(_, value)| value).find(is_around)
            };
            let Some(inner) = inner else { break };
            found = self.exact(inner.span().start).or(found);
            node = inner;
        }
        found.or_else(|| (node.at() != written.at()).then(|| self.first_in(node.span()))?)
    }

    /// The place of the first value in this part of the output.
    fn first_in(&self, part: Span) -> Option<At> {
        let value = self.values.get(self.values.partition_point(|(start, _)| *start < part.start));
        let copy = self.copies.get(self.copies.partition_point(|copy| copy.offset < part.start));
        let copy = copy.map(|copy| (copy.offset, At::byte(copy.from)));
        let first = value.copied().into_iter().chain(copy).min_by_key(|(start, _)| *start);
        first.filter(|(start, _)| *start < part.end).map(|(_, at)| at)
    }
}

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\n' | '\r' | '\t')
}

/// The length of the tokens at the beginning of a JSON text that have no white space between them.
fn without_space(json: &[u8]) -> usize {
    let (mut is_inside, mut is_escaped) = (false, false);
    let is_end = |byte: &u8| {
        let is_end = !is_inside && is_space(char::from(*byte));
        is_inside ^= *byte == b'"' && !is_escaped;
        is_escaped = is_inside && *byte == b'\\' && !is_escaped;
        is_end
    };
    json.iter().position(is_end).unwrap_or(json.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_end_at_white_space_outside_of_strings() {
        let cases = [
            (r#"{"a":1} x"#, 7),
            (r#""a b" c"#, 5),
            (r#""a\" b" c"#, 7),
            (r#""a\\" b"#, 5),
            (r#"{"a b":"\\\" c"} d"#, 16),
            ("12,\n3", 3),
            ("123", 3),
            (" 1", 0),
        ];
        for (json, length) in cases {
            assert_eq!(without_space(json.as_bytes()), length, "{json}");
        }
    }
}

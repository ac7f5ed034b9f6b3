//! The text around the place of a finding, for display: a long line is cut around it.

use std::borrow::Cow;

use crate::json::mask_bytes;

/// A line of a file around a value, in which the value is marked. Bytes that are not UTF-8 are shown as U+FFFD.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The line before the value, or its end.
    pub before: String,
    /// The value, or its beginning.
    pub marked: String,
    /// The line after the value, or its beginning.
    pub after: String,
    /// The line begins before `before`.
    pub is_cut_before: bool,
    /// The line continues after `after`.
    pub is_cut_after: bool,
    /// The column of the value in characters, from 1.
    pub character: u64,
}

/// The number of bytes shown before the place, and from it on.
const BEFORE: usize = 40;
const AFTER: usize = 100;
/// The number of bytes around the place that are searched for secrets.
const WINDOW: usize = 16 * 1024;

impl Excerpt {
    /// The excerpt around a byte of a text that begins with a line; the value ends before `end`.
    pub(crate) fn within(text: &[u8], at: usize, end: usize) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        let character = characters(before.get(line_start..).unwrap_or_default()) + 1;
        Self::new(text, line_start, at, end, character)
    }

    /// The excerpt of the line around `at`, which begins at `line_start`. The value ends before `end`. `character`: its
    /// column.
    pub(super) fn new(bytes: &[u8], line_start: usize, at: usize, end: usize, character: u64) -> Self {
        let at = at.min(bytes.len());
        // Secrets are not shown: those that begin or end in the excerpt are found in the text around it.
        let window = at.saturating_sub(WINDOW)..bytes.len().min(at + WINDOW);
        let masked = mask_bytes(bytes.get(window.clone()).unwrap_or_default());
        if let Cow::Owned(masked) = masked {
            let [line_start, at, end] =
                [line_start, at, end].map(|place| place.saturating_sub(window.start).min(masked.len()));
            return Self::of_masked(&masked, line_start, at, end, character);
        }
        Self::of_masked(bytes, line_start, at, end, character)
    }

    fn of_masked(bytes: &[u8], line_start: usize, at: usize, end: usize, character: u64) -> Self {
        let rest = bytes.get(at..).unwrap_or_default();
        let most = rest.len().min(AFTER + 4);
        let line_end = memchr::memchr2(b'\n', b'\r', rest.get(..most).unwrap_or_default());
        let is_cut_after = line_end.is_none() && rest.len() > AFTER;
        let last = at + boundary(rest, line_end.unwrap_or(most).min(AFTER));
        let first = if at - line_start > BEFORE { next_boundary(bytes, at - BEFORE) } else { line_start };
        let end = end.clamp(at, last);
        let text =
            |from: usize, to: usize| String::from_utf8_lossy(bytes.get(from..to).unwrap_or_default()).into_owned();
        Self {
            before: text(first, at),
            marked: text(at, end),
            after: text(end, last),
            is_cut_before: first > line_start,
            is_cut_after,
            character,
        }
    }
}

fn is_inside(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// The last character boundary up to `at`.
fn boundary(bytes: &[u8], mut at: usize) -> usize {
    while at > 0 && bytes.get(at).is_some_and(|byte| is_inside(*byte)) {
        at -= 1;
    }
    at
}

/// The first character boundary from `at` on.
fn next_boundary(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|byte| is_inside(*byte)) {
        at += 1;
    }
    at
}

/// The number of characters that begin in these bytes.
pub(super) fn characters(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| !is_inside(**byte)).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_between_characters() {
        let text = format!("{}[1]{}\nnext", "é".repeat(100), "ü".repeat(100));
        let cut = Excerpt::new(text.as_bytes(), 0, 200, 203, 101);
        assert_eq!((cut.before.as_str(), cut.marked.as_str()), ("é".repeat(20).as_str(), "[1]"));
        assert!(cut.is_cut_before && cut.is_cut_after && cut.after.chars().all(|it| it == 'ü'));
        let short = Excerpt::new(b"{\"a\":\r\n tru}\r\n", 7, 8, 8, 2);
        assert_eq!((short.before.as_str(), short.marked.as_str(), short.after.as_str()), (" ", "", "tru}"));
        assert!(!short.is_cut_before && !short.is_cut_after);
        assert_eq!(Excerpt::new(b"", 0, 9, 9, 1), Excerpt { character: 1, ..Excerpt::default() });
    }
}

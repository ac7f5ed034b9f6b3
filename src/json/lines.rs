//! Parses a text of one value a line, of which some lines are damaged. What is complete in a line is read.
//!
//! ```text
//! {"type":"user"}{"type":"assistant"}   two objects on a line: both are read
//! {"type":"us{"type":"user"}            a truncated object before a complete one: the complete one is read
//! ```

use super::error::{JsonError, Problem};
use super::known_strings::NoStrings;
use super::node::Node;
use super::scalar::end_of_text;
use super::span::Span;
use super::string_traits::StringTraits;
use super::tape::{Tape, skip_space};

/// The byte that replaces each byte that is not UTF-8 in a text whose other lines are read. JSON never contains it.
pub const SUBSTITUTE: u8 = 0x1a;

/// Something in a line of a text of one value a line that is not one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DamagedLine {
    /// The bytes that were not read, without white space around them; those of the line where all of it was read.
    pub span: Span,
    /// Why they are not JSON; the offset is that in the text. `None`: all of the line was read.
    pub error: Option<JsonError>,
    /// No other line follows: the writer may have been interrupted.
    pub is_last: bool,
}

/// The first two keys of an object.
type FirstKeys<'a> = [Option<&'a str>; 2];

/// The kinds of lines that are reported apart.
const MOST_KNOWN: usize = 16;

/// How the lines of a text begin.
#[derive(Default)]
struct LineKinds<'a> {
    known: Vec<FirstKeys<'a>>,
    /// The number of those that were known where an object in a damaged line was not read, because it begins like none of them.
    before_doubt: Option<usize>,
}

/// The values of a line and what is between them.
struct LineWalk {
    /// The start of what cannot be read, and why not.
    stub: Option<(usize, JsonError)>,
    /// The number of values that were read.
    values: usize,
    /// All was read, but it is not one value: there are several, or NUL bytes.
    is_odd: bool,
    /// What begins here was found from the end of the line: it is read if other lines begin like it.
    found: Option<usize>,
}

impl Tape {
    /// Parses the JSON values of a text that has one a line. The root is an array of them. The complete objects of a
    /// damaged line are items; [`Node::damaged_lines`] names the rest.
    ///
    /// # Errors
    /// No line is JSON, or the text is too long.
    pub fn parse_lines<'t, 'a>(&'t mut self, text: &'a str) -> Result<Node<'t, 'a>, JsonError> {
        let bytes = text.as_bytes();
        let mut kinds = LineKinds::default();
        self.fill_lines(text, &mut kinds);
        if kinds.before_doubt.is_some_and(|count| count < kinds.known.len()) {
            // A line after it may begin like it.
            self.fill_lines(text, &mut kinds);
        }
        let end = bytes.trim_ascii_end().len();
        if let Some(last) = self.damaged.last_mut() {
            last.is_last = last.span.end == end;
            self.traits.add(StringTraits::UNKNOWN);
        }
        match (self.damaged.first(), self.open.first()) {
            (Some(damaged), Some(root)) if root.count == 0 => {
                Err(damaged.error.unwrap_or(JsonError::new(Problem::Empty, damaged.span.start)))
            }
            _ => {
                self.close(bytes.len());
                Ok(Node::new(self, text, 0))
            }
        }
    }

    fn fill_lines<'a>(&mut self, text: &'a str, kinds: &mut LineKinds<'a>) {
        self.open_sequence(text);
        let (bytes, mut start) = (text.as_bytes(), 0);
        while let Some(rest) = bytes.get(start..).filter(|rest| !rest.is_empty()) {
            let end = start + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            self.fill_line(text.get(..end).unwrap_or_default(), start, kinds);
            start = end + 1;
        }
    }

    /// Parses the line from `start` to the end of `text`.
    fn fill_line<'a>(&mut self, text: &'a str, start: usize, kinds: &mut LineKinds<'a>) {
        let bytes = text.as_bytes();
        let (first, end, damaged) = (skip_space(bytes, start), bytes.trim_ascii_end().len(), self.damaged.len());
        let mut at = skip_nothing(bytes, first);
        let mut walk = LineWalk { stub: None, values: 0, is_odd: at > first, found: None };
        while at < end {
            let slots = self.slots.len();
            let filled = self.fill_value(bytes, at, 1, &mut NoStrings).and_then(|next| {
                let is_object = bytes.get(at) == Some(&b'{');
                let after = skip_nothing(bytes, next);
                // Anything else is a piece of a damaged object, unless it is alone.
                let is_whole = is_object || (walk.values == 0 && walk.stub.is_none() && after >= end);
                if is_whole { Ok((next, after)) } else { end_of_text(bytes, after).map(|()| (next, after)) }
            });
            let keys = filled.as_ref().ok().map(|_| first_keys(Node::new(self, text, slots)));
            match filled {
                Ok((next, after)) if walk.found != Some(at) || keys.is_some_and(|keys| kinds.known.contains(&keys)) => {
                    if let Some((from, error)) = walk.stub.take() {
                        self.add_damage(bytes, from, at, Some(error));
                    }
                    walk.is_odd |= walk.values > 0 || after > skip_space(bytes, next);
                    walk.values += 1;
                    if let Some(root) = self.open.first_mut() {
                        root.count += 1;
                    }
                    at = after;
                    let known = &mut kinds.known;
                    known.extend(keys.filter(|keys| known.len() < MOST_KNOWN && !known.contains(keys)));
                }
                filled => {
                    self.slots.truncate(slots);
                    self.open.truncate(1);
                    if filled.is_ok() {
                        kinds.before_doubt.get_or_insert(kinds.known.len());
                    }
                    let error = filled.err().unwrap_or(JsonError::new(Problem::TextAfterValue, at));
                    walk.stub.get_or_insert((at, of_text(error)));
                    match walk.resume(bytes, at, error, end) {
                        Some(next) => at = next,
                        None => break,
                    }
                }
            }
        }
        match walk.stub {
            Some((from, error)) => self.add_damage(bytes, from, end, Some(error)),
            None if walk.is_odd && self.damaged.len() == damaged => self.add_damage(bytes, first, end, None),
            None => {}
        }
    }

    fn add_damage(&mut self, bytes: &[u8], start: usize, end: usize, error: Option<JsonError>) {
        let piece = bytes.get(start..end).unwrap_or_default();
        let span = Span { start, end: start + piece.trim_ascii_end().len() };
        self.damaged.push(DamagedLine { span, error, is_last: false });
    }
}

impl LineWalk {
    /// Where a complete object may begin, after one at `at` that is damaged. Always after `at`.
    fn resume(&mut self, bytes: &[u8], at: usize, error: JsonError, end: usize) -> Option<usize> {
        let offset = error.offset;
        let next = skip_nothing(bytes, offset);
        // A string that was cut takes the first quote of the next object as its end.
        let begins = [next, offset + 1, offset.saturating_sub(2)];
        let near = begins.into_iter().find(|begin| *begin > at && bytes.get(*begin) == Some(&b'{'));
        if near.is_some() || self.found.is_some() {
            return near;
        }
        self.found = last_object(bytes.get(..end)?, at);
        self.found
    }
}

/// The start of the object that ends where the bytes end, if it is after `at`.
///
/// From its end to its start a complete object can be followed backwards: what is a string and what is not is known there.
fn last_object(bytes: &[u8], at: usize) -> Option<usize> {
    let (mut depth, mut in_string, mut index) = (0_usize, false, bytes.len());
    if bytes.last() != Some(&b'}') {
        return None;
    }
    while index > at + 1 {
        index -= 1;
        let byte = bytes.get(index).copied().unwrap_or_default();
        if byte == b'"' {
            let before = bytes.get(..index).unwrap_or_default();
            let slashes = before.iter().rev().take_while(|byte| **byte == b'\\').count();
            in_string ^= slashes.is_multiple_of(2);
            index -= slashes.min(index);
        } else if !in_string && matches!(byte, b'}' | b']') {
            depth += 1;
        } else if !in_string && matches!(byte, b'{' | b'[') {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return (byte == b'{').then_some(index);
            }
        }
    }
    None
}

fn first_keys<'a>(object: Node<'_, 'a>) -> FirstKeys<'a> {
    let mut keys = object.members().map(|(key, _)| key.raw());
    [keys.next(), keys.next()]
}

/// An error at a byte that replaces others says what they were.
fn of_text(error: JsonError) -> JsonError {
    if matches!(error.problem, Problem::ControlByte(SUBSTITUTE) | Problem::Unexpected(SUBSTITUTE)) {
        return JsonError::new(Problem::NotUtf8, error.offset);
    }
    error
}

/// Skips white space, NUL bytes and byte order marks: a program that was interrupted leaves runs of NUL bytes.
fn skip_nothing(bytes: &[u8], start: usize) -> usize {
    let mut at = skip_space(bytes, start);
    loop {
        let mark = if bytes.get(at..).is_some_and(|rest| rest.starts_with(b"\xef\xbb\xbf")) { 3 } else { 0 };
        let zeros = bytes.iter().skip(at + mark).take_while(|byte| **byte == 0).count();
        if mark + zeros == 0 {
            return at;
        }
        at = skip_space(bytes, at + mark + zeros);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of a text, and what is damaged in it.
    fn lines(text: &str) -> (Vec<String>, Vec<(String, Option<Problem>)>) {
        let mut tape = Tape::new();
        let root = tape.parse_lines(text).unwrap();
        let damaged = root.damaged_lines().iter();
        let damaged =
            damaged.map(|it| (text[it.span.start..it.span.end].to_owned(), it.error.map(|error| error.problem)));
        (root.items().map(|item| item.raw().to_owned()).collect(), damaged.collect())
    }

    #[test]
    fn complete_objects_of_damaged_lines_are_read() {
        let (a, b) = (r#"{"t":"a","x":{"y":"}{\"\\"}}"#, r#"{"t":"b"}"#);
        for (text, count, stubs) in [
            (format!("{a}\n{b}"), 2, vec![]),
            (format!("{a}{b}\r\n{b}"), 3, vec![None]),
            (format!("\0\0\0{a}\n\0\0\n{b}"), 2, vec![None, None]),
            (format!("{a}\0\0{b}\n\u{feff}{b}"), 3, vec![None, None]),
            (format!("{b}\n{{\"t\":\"st{a}\n"), 2, vec![Some(r#"{"t":"st"#)]),
            (format!("{b}\n{{\"t\":\"st\\{a}\n"), 2, vec![Some(r#"{"t":"st\"#)]),
            (format!("{b}\n{{\"t\":\"st\0\0{a}\n"), 2, vec![Some("{\"t\":\"st\0\0")]),
            (format!("{a}\n{{\"t\":{a}\n"), 2, vec![Some(r#"{"t":"#)]),
            (format!("{a}\n{{\"t\":tr{a}\n"), 2, vec![Some(r#"{"t":tr"#)]),
            (format!("{b}\n{{\"t\":[1,{{\"t{a}{b}\n"), 3, vec![Some(r#"{"t":[1,{"t"#)]),
            (format!("{b}\nx{{\"t\":\"{a}{{\"t\":\"c\n"), 2, vec![Some("x{\"t\":\""), Some("{\"t\":\"c")]),
            (format!("{b}\n{a}{{\"t\":\"c\n"), 2, vec![Some("{\"t\":\"c")]),
            (format!("{b}\n{a},\n"), 2, vec![Some(",")]),
            // What begins like a line after it was one.
            (format!("{b}\n{{\"y\":[{{\"y\":1}}\n{{\"y\":2}}\n"), 3, vec![Some(r#"{"y":["#)]),
            // What is complete in a truncated line is not a line.
            (format!("{b}\n{{\"t\":1,\"m\":{{\"y\":1}}"), 1, vec![Some(r#"{"t":1,"m":{"y":1}"#)]),
            (format!("{b}\n{{\"t\":1,,\"m\":{{\"y\":1}}}}"), 1, vec![Some(r#"{"t":1,,"m":{"y":1}}"#)]),
        ] {
            let (values, damaged) = lines(&text);
            assert_eq!(values.len(), count, "{text}: {values:?} {damaged:?}");
            let found: Vec<_> = damaged.iter().map(|(stub, error)| error.map(|_| stub.as_str())).collect();
            assert_eq!(found, stubs, "{text}");
        }
    }

    #[test]
    fn other_values_are_read_alone() {
        assert_eq!(lines("7\n\"x\"\n").0, ["7", "\"x\""]);
        assert_eq!(lines("{\"t\":1}\n7 {\"t\":1}\n").0.len(), 2);
        assert_eq!(lines("{\"t\":1}\n{\"t\":\"a\u{1a}\"}").1[0].1, Some(Problem::NotUtf8));
    }

    #[test]
    fn damage_takes_linear_time() {
        for piece in ["{\"", "{\"t\":\"", "}{", "{\"t\":\\", "{\0", "{\"a\":[{", "\\\"{\"t\"}", "{\"t\":1}}"] {
            let text = format!("{{\"t\":1}}\n{}", piece.repeat(200_000));
            // Quadratic work on this many pieces would take minutes.
            let (values, damaged) = lines(&text);
            assert!(!values.is_empty() && !damaged.is_empty(), "{piece}");
        }
    }
}

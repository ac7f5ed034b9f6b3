//! Converts byte offsets to line, column and JSON Pointer. Computed only when they are shown.

use super::block::count;
use super::node::{Items, Kind, Members, Node};
use super::pointer::push_segment;

/// The number of line ends.
#[must_use]
pub fn count_lines(bytes: &[u8]) -> u64 {
    count(bytes, b'\n')
}

/// Line and column of a byte, both from 1; columns count bytes.
#[must_use]
pub fn line_and_column(bytes: &[u8], offset: usize) -> (u64, u64) {
    let before = bytes.get(..offset.min(bytes.len())).unwrap_or(bytes);
    let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    (count_lines(before) + 1, (offset.saturating_sub(start)) as u64 + 1)
}

enum PlaceStep<'t, 'a> {
    Items(Items<'t, 'a>, usize),
    Members(Members<'t, 'a>),
    Scalar,
}

/// A value on the path of the walk.
struct PlaceLevel<'t, 'a> {
    node: Node<'t, 'a>,
    level: PlaceStep<'t, 'a>,
    /// The length of the pointer without this value's segment.
    outer: usize,
    start: usize,
    end: usize,
}

impl<'t, 'a> PlaceLevel<'t, 'a> {
    fn new(node: Node<'t, 'a>, outer: usize) -> Self {
        let level = match node.kind() {
            Kind::Array => PlaceStep::Items(node.items(), 0),
            Kind::Object => PlaceStep::Members(node.members()),
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => PlaceStep::Scalar,
        };
        let span = node.span();
        Self { node, level, outer, start: span.start, end: span.end }
    }

    /// A sequence has no bracket before its first value.
    fn is_sequence(&self) -> bool {
        self.node.items().next().is_some_and(|first| first.span().start == self.start)
    }
}

/// The pointers to the values at `offsets`, which must be sorted. One walk for all of them.
///
/// A place inside a value names that value; the place of a key names its member.
#[must_use]
pub fn pointers(root: Node<'_, '_>, offsets: &[usize]) -> Vec<String> {
    let mut found = Vec::with_capacity(offsets.len());
    each_place(root, &mut offsets.iter().copied(), WalkMode { is_named: true, is_inner: false }, &mut |pointer, _| {
        found.push(pointer.to_owned());
    });
    found
}

/// Passes the pointers to the values at `offsets`, which must be sorted, each with its index. The start of a sequence
/// means its first value.
pub fn each_pointer(root: Node<'_, '_>, offsets: &mut dyn Iterator<Item = usize>, visit: &mut dyn FnMut(usize, &str)) {
    let mut number = 0;
    each_place(root, offsets, WalkMode { is_named: true, is_inner: true }, &mut |pointer, _| {
        visit(number, pointer);
        number += 1;
    });
}

/// The values at `offsets`, which must be sorted: those that [`pointers`] names.
#[must_use]
pub fn values_at<'t, 'a>(root: Node<'t, 'a>, offsets: &[usize]) -> Vec<Node<'t, 'a>> {
    let mut found = Vec::with_capacity(offsets.len());
    each_place(root, &mut offsets.iter().copied(), WalkMode::default(), &mut |_, node| found.push(node));
    found
}

/// The mode of a walk to places.
#[derive(Clone, Copy, Debug, Default)]
struct WalkMode {
    /// Pointers are built.
    is_named: bool,
    /// At the start of a sequence, its first value takes precedence over the sequence.
    is_inner: bool,
}

fn each_place<'t, 'a>(
    root: Node<'t, 'a>,
    offsets: &mut dyn Iterator<Item = usize>,
    mode: WalkMode,
    visit: &mut dyn FnMut(&str, Node<'t, 'a>),
) {
    let mut pointer = String::with_capacity(64);
    let mut open = Vec::with_capacity(8);
    open.push(PlaceLevel::new(root, 0));
    for offset in offsets {
        while open.len() > 1 && open.last().is_some_and(|value| value.end <= offset) {
            if let Some(value) = open.pop() {
                pointer.truncate(value.outer);
            }
        }
        while let Some(value) = open.last_mut() {
            if value.start == offset && !(mode.is_inner && value.is_sequence()) {
                break;
            }
            let outer = pointer.len();
            match step(&mut value.level, offset, mode.is_named.then_some(&mut pointer)) {
                Some(node) => open.push(PlaceLevel::new(node, outer)),
                None => break,
            }
        }
        visit(&pointer, open.last().map_or(root, |value| value.node));
    }
}

/// Goes on to the child that contains `offset` and adds its segment to the pointer.
fn step<'t, 'a>(level: &mut PlaceStep<'t, 'a>, offset: usize, pointer: Option<&mut String>) -> Option<Node<'t, 'a>> {
    match level {
        PlaceStep::Scalar => None,
        PlaceStep::Items(items, index) => {
            let (node, skipped) = last_before(items, offset, |node| node.span().start)?;
            *index += skipped;
            if !(node.span().start..node.span().end).contains(&offset) {
                return None;
            }
            if let Some(pointer) = pointer {
                push_segment(pointer, &index.to_string());
            }
            Some(node)
        }
        PlaceStep::Members(members) => {
            let ((key, value), _) = last_before(members, offset, |(key, _)| key.span().start)?;
            if !(key.span().start..value.span().end).contains(&offset) {
                return None;
            }
            if let Some(pointer) = pointer {
                push_segment(pointer, &key.text().unwrap_or_default().decode());
            }
            Some(value)
        }
    }
}

/// The last value that does not begin after `offset`, or else the first one. Skips those before it, and returns their number.
fn last_before<I: Iterator + Clone>(
    values: &mut I,
    offset: usize,
    start: impl Fn(&I::Item) -> usize,
) -> Option<(I::Item, usize)> {
    let mut ahead = values.clone();
    let (mut last, mut skipped) = (ahead.next()?, 0);
    loop {
        let mut after = ahead.clone();
        let Some(next) = after.next().filter(|next| start(next) <= offset) else { return Some((last, skipped)) };
        *values = std::mem::replace(&mut ahead, after);
        (last, skipped) = (next, skipped + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn pointers_name_the_innermost_value() {
        let text = r#"{"a":[1,{"b/c":"x","d":[]}],"e":{"f":null}}"#;
        let offsets: Vec<usize> = ["{\"a", "[1", "1", "{\"b", "\"x", "[]", "{\"f", "null"]
            .iter()
            .map(|part| text.find(part).unwrap())
            .collect();
        let mut tape = Tape::new();
        let root = tape.parse(text).unwrap();
        let expected = ["", "/a", "/a/0", "/a/1", "/a/1/b~1c", "/a/1/d", "/e", "/e/f"];
        assert_eq!(pointers(root, &offsets), expected);
        for (offset, pointer) in offsets.iter().zip(expected) {
            assert_eq!(pointers(root, &[*offset]), [pointer]);
        }
    }

    #[test]
    fn a_sequence_begins_with_its_first_value() {
        let mut tape = Tape::new();
        let root = tape.parse_sequence("{\"a\":1} [2]").unwrap();
        assert_eq!(pointers(root, &[0, 1, 8, 9]), ["", "/0/a", "/1", "/1/0"]);
        let mut found = Vec::new();
        each_pointer(root, &mut [0, 1, 8, 9].into_iter(), &mut |_, pointer| found.push(pointer.to_owned()));
        assert_eq!(found, ["/0", "/0/a", "/1", "/1/0"]);
    }

    #[test]
    fn columns_count_bytes_from_one() {
        assert_eq!(line_and_column("é\nab".as_bytes(), 4), (2, 2));
    }
}

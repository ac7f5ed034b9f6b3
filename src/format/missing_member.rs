//! A member that an object does not have: where it would be, spaced like its neighbours, and how it goes again.

use super::ids::{narrow, widen};
use crate::json::{Node, Span};

/// A place for a member that is absent.
#[derive(Clone, Copy, Debug)]
pub struct MissingMember {
    /// Which of the keys it has.
    pub(super) key: u8,
    object: u32,
    /// The text between key and value of a neighbour.
    colon: [u32; 2],
    /// The text between two members, or between the bracket and the first one.
    comma: [u32; 2],
    side: GapSide,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GapSide {
    /// The object is empty.
    Alone,
    /// It is the first member.
    Before,
    /// It follows another one.
    Behind,
}

impl MissingMember {
    pub(super) fn of(object: Node<'_, '_>, key: u8, after: &[&str]) -> (Self, usize) {
        let members = || object.members();
        let start = object.span().start;
        let none = Span { start, end: start };
        let Some((first, first_value)) = members().next() else {
            return (Self::new(key, start, none, none, GapSide::Alone), start + 1);
        };
        let anchor = after.iter().find_map(|wanted| members().position(|(key, _)| key.is(wanted)));
        let (name, value) = anchor.and_then(|place| members().nth(place)).unwrap_or((first, first_value));
        let colon = Span { start: name.span().end, end: value.span().start };
        // Between this member and the next one, or the one before.
        let place = anchor.unwrap_or(0);
        let next = members().nth(place + 1).map(|(key, _)| Span { start: value.span().end, end: key.span().start });
        let before = || {
            let (_, other) = members().nth(place.checked_sub(1)?)?;
            Some(Span { start: other.span().end, end: name.span().start })
        };
        let comma = next.or_else(before).unwrap_or(Span { start: start + 1, end: first.span().start });
        let (side, at) = match anchor {
            Some(_) => (GapSide::Behind, value.span().end),
            None => (GapSide::Before, first.span().start),
        };
        (Self::new(key, start, colon, comma, side), at)
    }

    fn new(key: u8, object: usize, colon: Span, comma: Span, side: GapSide) -> Self {
        let [object, _] = narrow(Span { start: object, end: object });
        Self { key, object, colon: narrow(colon), comma: narrow(comma), side }
    }

    /// The start of its object.
    #[must_use]
    pub fn object(&self) -> usize {
        self.object as usize
    }

    /// Adds the member to `out`, spaced like its neighbours in the record `text`.
    ///
    /// `is_one_line`: the record may not get more lines.
    pub fn write(&self, text: &str, key: &str, value: &str, is_one_line: bool, out: &mut Vec<u8>) {
        let part = |place: [u32; 2]| {
            let Span { start, end } = widen(place);
            text.get(start..end).unwrap_or_default()
        };
        let colon = if self.side == GapSide::Alone { ":" } else { part(self.colon) };
        let colon = if is_one_line && colon.contains(['\n', '\r']) { ": " } else { colon };
        let between = part(self.comma);
        let has_comma = between.contains(',');
        let own;
        let comma = match between {
            between if is_one_line && between.contains(['\n', '\r']) => ", ",
            between if has_comma => between,
            // The only member: what is before it, or a space where there is one after the colon.
            "" if colon.ends_with(' ') => ", ",
            "" => ",",
            between => {
                own = format!(",{between}");
                &own
            }
        };
        let mut add = |parts: &[&str]| parts.iter().for_each(|part| out.extend_from_slice(part.as_bytes()));
        match self.side {
            GapSide::Alone => add(&["\"", key, "\"", colon, value]),
            GapSide::Before => add(&["\"", key, "\"", colon, value, comma]),
            GapSide::Behind => add(&[comma, "\"", key, "\"", colon, value]),
        }
    }
}

/// The bytes that `MissingMember::write` added for the member whose value begins at `value`; nothing if the object has no such one.
#[must_use]
pub fn added(object: Node<'_, '_>, value: usize) -> Option<Span> {
    let place = object.members().position(|(_, found)| found.span().start == value)?;
    let (key, found) = object.members().nth(place)?;
    if let Some(before) = place.checked_sub(1) {
        let (_, before) = object.members().nth(before)?;
        return Some(Span { start: before.span().end, end: found.span().end });
    }
    let end = object.members().nth(1).map_or(found.span().end, |(next, _)| next.span().start);
    Some(Span { start: key.span().start, end })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    fn insert(text: &str, after: &[&str]) -> String {
        let mut tape = Tape::new();
        let root = tape.parse(text).unwrap();
        let (gap, at) = MissingMember::of(root, 0, after);
        let mut member = Vec::new();
        gap.write(text, "id", "\"x\"", false, &mut member);
        let member = String::from_utf8(member).unwrap();
        let made = format!("{}{member}{}", &text[..at], &text[at..]);
        let mut again = Tape::new();
        let root = again.parse(&made).unwrap();
        let span = added(root, root.get("id").unwrap().span().start).unwrap();
        assert_eq!(format!("{}{}", &made[..span.start], &made[span.end..]), text, "{made}");
        made
    }

    #[test]
    fn a_member_is_spaced_like_its_neighbours_and_goes_without_a_trace() {
        for (text, after, made) in [
            ("{}", &[][..], r#"{"id":"x"}"#),
            ("{ }", &[], r#"{"id":"x" }"#),
            (r#"{"a":1}"#, &[], r#"{"id":"x","a":1}"#),
            (r#"{"a": 1}"#, &[], r#"{"id": "x", "a": 1}"#),
            (r#"{"a":1,"b":2}"#, &["a"], r#"{"a":1,"id":"x","b":2}"#),
            (r#"{"a": 1, "b": 2}"#, &["b"], r#"{"a": 1, "b": 2, "id": "x"}"#),
            (r#"{"a" :1 ,"b" :2}"#, &["c", "a"], r#"{"a" :1 ,"id" :"x" ,"b" :2}"#),
            ("{\n  \"a\": 1\n}", &[], "{\n  \"id\": \"x\",\n  \"a\": 1\n}"),
            ("{\n  \"a\": 1\n}", &["a"], "{\n  \"a\": 1,\n  \"id\": \"x\"\n}"),
            ("{\n\t\"a\": 1,\n\t\"b\": 2\n}", &["a"], "{\n\t\"a\": 1,\n\t\"id\": \"x\",\n\t\"b\": 2\n}"),
        ] {
            assert_eq!(insert(text, after), made);
        }
    }

    #[test]
    fn a_record_of_one_line_stays_one_line() {
        let text = "{\n\"a\":\n1}";
        let mut tape = Tape::new();
        let (gap, _) = MissingMember::of(tape.parse(text).unwrap(), 0, &[]);
        let mut member = Vec::new();
        gap.write(text, "id", "1", true, &mut member);
        assert_eq!(member, b"\"id\": 1, ");
    }
}

//! Rows of a log that differ from an earlier row only in their last text. They are not parsed again.
//!
//! ```text
//! {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"He"}
//! {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"llo"}
//! ```

use fearless_simd::Simd;

use super::scan;
use super::tape::{Tape, narrow};

/// A row with which later rows are compared.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowPattern {
    /// The offset of the row.
    start: usize,
    /// The offset of its last text, after the quote. As great as `start` if no row can repeat this one.
    text: usize,
    /// The first slot of the row.
    slot: usize,
    /// The number of its slots.
    slots: usize,
}

impl Tape {
    /// The pattern of the row that was parsed last, an object of scalars with a string directly before the closing bracket.
    #[inline(always)]
    pub(super) fn pattern(&self, bytes: &[u8], slot: usize) -> RowPattern {
        let Some([head, tail, members @ ..]) = self.slots.get(slot..) else { return RowPattern::default() };
        let Some(last) = members.last() else { return RowPattern::default() };
        let (start, text) = (head.first as usize, last.first as usize + 1);
        // Each array or object in it would take another slot.
        let is_flat = members.len() == 2 * tail.second as usize && bytes.get(start) == Some(&b'{');
        let is_text = bytes.get(text - 1) == Some(&b'"') && last.second + 1 == tail.first;
        if is_flat && is_text {
            RowPattern { start, text, slot, slots: members.len() + 2 }
        } else {
            RowPattern::default()
        }
    }

    /// Adds the row at `at`, if it repeats another one, and returns its end.
    #[inline(always)]
    pub(super) fn repeat<S: Simd>(&mut self, simd: S, bytes: &[u8], at: usize, of: &RowPattern) -> Option<usize> {
        let beginning = bytes.get(of.start..of.text)?;
        let text = at + beginning.len();
        if beginning.is_empty() || bytes.get(at..text) != Some(beginning) {
            return None;
        }
        let found = scan::string(simd, bytes, text).ok()?;
        if bytes.get(found.end + 1) != Some(&b'}') {
            return None;
        }
        let first = self.slots.len();
        self.slots.extend_from_within(of.slot..of.slot + of.slots);
        let after = narrow(self.slots.len());
        let Some([head, tail, members @ ..]) = self.slots.get_mut(first..) else { return None };
        let distance = narrow(at - of.start);
        for [key, value] in members.as_chunks_mut().0 {
            key.first = key.first.wrapping_add(distance);
            key.second = key.second.wrapping_add(distance);
            value.first = value.first.wrapping_add(distance);
            value.second = value.second.wrapping_add(distance);
        }
        (head.first, head.second) = (narrow(at), after);
        tail.first = narrow(found.end + 2);
        if let Some(last) = members.last_mut() {
            last.second = narrow(found.end + 1);
        }
        self.traits.add(found.traits);
        Some(found.end + 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value and its members, as JSON text.
    type Row = (String, Vec<[String; 2]>);

    /// The values of a text, and the traits of their strings.
    fn parsed(text: &str) -> Result<(Vec<Row>, String), String> {
        let mut tape = Tape::new();
        let root = tape.parse_sequence(text).map_err(|error| format!("{:?}", error.problem))?;
        let members = |item: crate::json::Node<'_, '_>| {
            item.members().map(|(key, value)| [key, value].map(|node| node.raw().to_owned())).collect()
        };
        let rows = root.items().map(|item| (item.raw().to_owned(), members(item))).collect();
        Ok((rows, format!("{:?} {}", tape.traits, tape.escaped_keys)))
    }

    /// After another row, the second one does not repeat the first.
    #[test]
    fn a_repeated_row_is_what_the_parser_makes_of_it() {
        let rows = [
            r#"{"type":"a","delta":"x"}"#,
            r#"{"type":"a","delta":""}"#,
            r#"{"type":"a","delta":"\n\ud83d"}"#,
            r#"{"type":"a","delta":"x" }"#,
            r#"{"type":"a","delta":"x","y":1}"#,
            r#"{"type":"a","delta":"x"]"#,
            r#"{"type":"a","delta":"x"#,
            r#"{"type":"a","delta":"\x"}"#,
            r#"{"type":"a","delta":"é and a text that is too long for the first look at it"}"#,
            r#"{"\u0074ype":1,"delta":"x"}"#,
            r#"{"type":[1],"delta":"x"}"#,
            r#"{"type":"a","delta":1}"#,
            r#"{"delta":"x"}"#,
            r#"{"delta":"x"}}"#,
            r#"["a","x"]"#,
            r#"["a"]"#,
            r#"[[1],"x"]"#,
            r#"[[1],"x"}"#,
            r#""x""#,
            "{}",
            "7",
        ];
        let mut repeated = 0;
        for (first, second) in rows.iter().flat_map(|first| rows.map(|second| (first, second))) {
            let found = parsed(&format!("{first} \n{second}"));
            let expected = parsed(&format!("{first}\n0\n{second}"));
            let expected = expected.map(|(mut rows, traits)| {
                rows.remove(1);
                (rows, traits)
            });
            assert_eq!(found, expected, "{first} {second}");
            repeated += usize::from(found.is_ok());
        }
        assert_eq!(repeated, 16 * 16);
    }
}

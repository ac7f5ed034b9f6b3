//! Strings of a text that need not be scanned when it is parsed, and texts that were parsed before.

use super::node::Node;
use super::out::Out;
use super::string_traits::StringTraits;
use super::tape::Tape;

/// Finds the ends of strings without scanning them.
pub(super) trait KnownStrings {
    /// The closing quote of the string whose opening quote is at `start`. `None`: scan it. `start` increases
    /// from call to call.
    fn end_of(&mut self, bytes: &[u8], start: usize) -> Option<usize>;
}

/// Scans every string.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoStrings;

impl KnownStrings for NoStrings {
    #[inline(always)]
    fn end_of(&mut self, _: &[u8], _: usize) -> Option<usize> {
        None
    }
}

impl Tape {
    /// Parses a text that was written with a map. `None`: it is not JSON.
    ///
    /// Strings that were copied from a record are not scanned again.
    pub fn parse_written<'t, 'a>(&'t mut self, out: &'a Out) -> Option<Node<'t, 'a>> {
        let text = simdutf8::basic::from_utf8(out.as_bytes()).ok()?;
        self.clear(text);
        self.fill(text, out.map()?.strings()).ok()?;
        debug_assert!(Tape::with_max_depth(usize::MAX).parse(text).is_ok_and(|whole| whole.tape().slots == self.slots));
        self.traits = StringTraits::ANY;
        self.root(text)
    }

    /// Copies the nodes of another tape, which a text was parsed with. Returns the root. `text` must be that text.
    /// `None`: it may have too many open brackets.
    pub(crate) fn copy_of<'t, 'a>(&'t mut self, other: &Self, text: &'a str) -> Option<Node<'t, 'a>> {
        if other.max_depth > self.max_depth {
            return None;
        }
        debug_assert!(Self::with_max_depth(usize::MAX).parse(text).is_ok_and(|it| it.tape().slots == other.slots));
        self.clear(text);
        self.slots.extend_from_slice(&other.slots);
        (self.escaped_keys, self.traits) = (other.escaped_keys, other.traits);
        (self.is_sequence, self.damaged) = (other.is_sequence, other.damaged.clone());
        Some(Node::new(self, text, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Raw, RecordText, Text};

    #[test]
    fn copied_strings_are_skipped_and_others_are_not() {
        let record =
            r#"{"text":"say \"hi\" \\","ends":"\\","raw":{"k":"v","list":["a","b"]},"laid":[ "a" , "b\n" ],"s":"x"}"#;
        let mut tape = Tape::new();
        let root = tape.parse(record).unwrap();
        let text = |key: &str| root.get(key).unwrap().text().unwrap();
        let raw = |key: &str| Raw::borrowed(root.get(key).unwrap().raw());
        let mut out = Out::mapped();
        out.start_record(RecordText::new(record));
        out.object(|out| {
            out.key("a").text(&text("text"));
            out.key("joined").joined([&text("ends"), &text("text")]);
            out.key("joined_with_nothing").joined([&text("text"), &Text::Owned("".into())]);
            out.key("joined_with_quote").joined([&text("s"), &Text::Owned("\"}".into())]);
            out.key("raw").raw(&raw("raw"));
            out.key("laid").raw(&raw("laid"));
            out.key("raw_string").raw(&raw("text"));
            out.key("list").array(|out| out.text(&text("s")));
        });
        let mut written = Tape::new();
        let node = written.parse_written(&out).unwrap();
        assert_eq!(node.get("joined").unwrap().raw(), r#""\\say \"hi\" \\""#);
        assert_eq!(node.len(), 8);
        // `replace` moves the strings.
        out.replace(5, r#""x","b":"y"}"#);
        assert_eq!(written.parse_written(&out).unwrap().get("b").unwrap().raw(), r#""y""#);
    }
}

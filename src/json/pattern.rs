//! JSON Pointers in which `*` matches every item of an array or every member of an object: `/runs/*/traj`. They also lead
//! into JSON that is stored in strings.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::error::{JsonError, Problem};
use super::nested_json::EscapeMap;
use super::node::Node;
use super::pointer::{push_segment, segment_key};
use super::span::Span;
use super::tape::Tape;
use super::utf8::utf8_text;

/// The maximum number of nested strings with JSON that are parsed.
const MOST_STRINGS: usize = 8;

/// A JSON Pointer that may have `*` as a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointerPattern {
    text: String,
    segments: Vec<Segment>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Segment {
    Key(String),
    Every,
}

/// A string that leads nowhere, because it contains no JSON that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadString {
    /// Where the string is.
    pub pointer: String,
    /// The maximum nesting depth, if its JSON is nested deeper.
    pub exceeded_depth: Option<usize>,
}

impl fmt::Display for UnreadString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exceeded_depth {
            Some(limit) => write!(f, "the string at {} is nested deeper than {limit} levels", self.pointer),
            None => write!(f, "the string at {} does not contain JSON", self.pointer),
        }
    }
}

impl std::error::Error for UnreadString {}

/// A value that a pattern leads to.
#[derive(Clone, Debug)]
pub struct PatternMatch {
    /// The JSON Pointer of the value; it leads through strings that contain JSON.
    pub pointer: String,
    /// The bytes of the record that contain the value: inside a string, without its quotation marks.
    pub span: Span,
    /// The bytes of the value in the text of the innermost string.
    inner: Span,
    /// The strings around the value, outermost first.
    strings: Vec<Arc<EnteredString>>,
    /// The nodes of the value, where it is the whole text of a string.
    nodes: Option<Tape>,
}

/// A string that contains JSON.
#[derive(Debug)]
struct EnteredString {
    /// Its text, which is UTF-8.
    text: Vec<u8>,
    escapes: EscapeMap,
    /// Its bytes in the record or in the text of the string around it, without its quotation marks.
    token: Span,
}

impl EnteredString {
    fn of(node: Node<'_, '_>) -> Self {
        let token = node.token().unwrap_or_default();
        let start = node.span().start + 1;
        let (text, escapes) = EscapeMap::decode(token.as_bytes());
        Self { text, escapes, token: Span { start, end: start + token.len() } }
    }

    /// `outer` is the record or the text of the string around it.
    fn token<'o>(&self, outer: &'o [u8]) -> &'o [u8] {
        outer.get(self.token.start..self.token.end).unwrap_or_default()
    }
}

impl PatternMatch {
    /// The value, decoded, where it is inside a string.
    #[must_use]
    pub fn text(&self) -> Option<Cow<'_, str>> {
        self.decoded().map(utf8_text)
    }

    /// The bytes of [`PatternMatch::text`].
    #[must_use]
    pub fn decoded(&self) -> Option<&[u8]> {
        self.strings.last().and_then(|string| string.text.get(self.inner.start..self.inner.end))
    }

    /// The nodes of [`PatternMatch::text`], where that was parsed to find the value.
    #[must_use]
    pub fn nodes(&self) -> Option<&Tape> {
        self.nodes.as_ref()
    }

    /// The offset in the record of the byte of the value at `offset`.
    #[must_use]
    pub fn offset_in_record(&self, record: &[u8], offset: usize) -> usize {
        let outward = |offset, (string, outer): (&EnteredString, &[u8])| {
            string.token.start + string.escapes.place(string.token(outer), offset)
        };
        self.strings_within(record).rfold(self.inner.start + offset, outward)
    }

    /// The strings around the value, each with the text around it.
    fn strings_within<'s>(
        &'s self,
        record: &'s [u8],
    ) -> impl DoubleEndedIterator<Item = (&'s EnteredString, &'s [u8])> {
        let before = |index: usize| self.strings.get(index).map(|string| string.text.as_slice());
        let strings = self.strings.iter().enumerate();
        strings.map(move |(index, string)| (&**string, index.checked_sub(1).and_then(before).unwrap_or(record)))
    }

    /// The number of objects and arrays around the value.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.pointer.matches('/').count()
    }

    /// True if the value is inside a string.
    #[must_use]
    pub fn is_in_string(&self) -> bool {
        !self.strings.is_empty()
    }

    /// Adds the bytes that stand for another value in the same place of the record.
    pub fn spell_into(&self, out: &mut Vec<u8>, record: &[u8], value: &[u8]) {
        let mut value = Cow::Borrowed(value);
        let mut strings = self.strings_within(record);
        let outermost = strings.next();
        for (string, outer) in strings.rev() {
            let mut spelled = Vec::with_capacity(value.len() + value.len() / 8);
            string.escapes.escape_into(&mut spelled, string.token(outer), &value);
            value = Cow::Owned(spelled);
        }
        match outermost {
            Some((string, record)) => string.escapes.escape_into(out, string.token(record), &value),
            None => out.extend_from_slice(&value),
        }
    }
}

impl PointerPattern {
    /// Reads `/runs/*/traj`; an empty text is the record itself.
    ///
    /// # Errors
    /// It does not begin with `/`, or has `**` as a segment.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Self { text: String::new(), segments: Vec::new() });
        }
        let path = text.strip_prefix('/').ok_or("a JSON Pointer begins with `/`: /history, /runs/*/traj")?;
        let segment = |segment: &str| match segment {
            "*" => Ok(Segment::Every),
            "**" => Err("`**` is not supported; write a `*` for each level".to_owned()),
            key => Ok(Segment::Key(segment_key(key).into_owned())),
        };
        Ok(Self { text: text.to_owned(), segments: path.split('/').map(segment).collect::<Result<_, _>>()? })
    }

    /// The pattern as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Adds the values that it leads to, in the order of the record. False: it leads nowhere. A value that is null, an
    /// empty string, or an item of an empty list is somewhere.
    ///
    /// A string at its end is found itself if it contains no JSON and `is_text` says that it is a text of its own. `tapes`
    /// are for the strings that contain JSON, and are used again for the next record.
    ///
    /// # Errors
    /// A string on the way cannot be read as JSON.
    pub fn find(
        &self,
        root: Node<'_, '_>,
        is_text: fn(&str) -> bool,
        tapes: &mut Vec<Tape>,
        found: &mut Vec<PatternMatch>,
    ) -> Result<bool, UnreadString> {
        let record = root.text.as_bytes();
        let mut walk = PatternWalk { record, found, is_text, tapes, pointer: String::new(), strings: Vec::new() };
        walk.value(root, &self.segments)
    }
}

struct PatternWalk<'f> {
    record: &'f [u8],
    found: &'f mut Vec<PatternMatch>,
    is_text: fn(&str) -> bool,
    tapes: &'f mut Vec<Tape>,
    pointer: String,
    strings: Vec<Arc<EnteredString>>,
}

impl PatternWalk<'_> {
    fn value(&mut self, node: Node<'_, '_>, rest: &[Segment]) -> Result<bool, UnreadString> {
        // A column without a value contains no conversation.
        if node.is_null() || node.is("") {
            return Ok(true);
        }
        if node.is_string() {
            return self.inside(node, rest);
        }
        let Some((segment, rest)) = rest.split_first() else {
            self.add(node);
            return Ok(true);
        };
        let outer = self.pointer.len();
        let mut is_found = false;
        match segment {
            Segment::Key(key) => {
                let child = if node.is_array() {
                    key.parse().ok().and_then(|index: usize| node.items().nth(index))
                } else {
                    node.get(key)
                };
                if let Some(child) = child {
                    push_segment(&mut self.pointer, key);
                    is_found = self.value(child, rest)?;
                }
            }
            Segment::Every if node.is_array() => {
                is_found = node.is_empty();
                for (index, item) in node.items().enumerate() {
                    push_segment(&mut self.pointer, &index.to_string());
                    is_found |= self.value(item, rest)?;
                    self.pointer.truncate(outer);
                }
            }
            Segment::Every => {
                is_found = node.is_object() && node.is_empty();
                for (key, value) in node.members() {
                    push_segment(&mut self.pointer, &key.text().unwrap_or_default().decode());
                    is_found |= self.value(value, rest)?;
                    self.pointer.truncate(outer);
                }
            }
        }
        self.pointer.truncate(outer);
        Ok(is_found)
    }

    /// Goes on in a string that contains JSON.
    fn inside(&mut self, node: Node<'_, '_>, rest: &[Segment]) -> Result<bool, UnreadString> {
        let string = Arc::new(EnteredString::of(node));
        let text = &utf8_text(&string.text);
        let mut tape = self.tapes.pop().unwrap_or_else(|| Tape::with_max_depth(node.tape().max_depth));
        let is_found = match tape.parse(text) {
            Ok(root) if self.strings.len() < MOST_STRINGS => {
                self.strings.push(Arc::clone(&string));
                let is_found = self.value(root, rest);
                self.strings.pop();
                is_found
            }
            // The command that reads the value reports the depth.
            Err(JsonError { problem: Problem::TooDeep(_), .. }) if rest.is_empty() => {
                self.strings.push(Arc::clone(&string));
                self.add_span(Span { start: 0, end: text.len() }, None);
                self.strings.pop();
                Ok(true)
            }
            Err(JsonError { problem: Problem::TooDeep(limit), .. }) => Err(self.unread(Some(limit))),
            Err(_) if rest.is_empty() && (self.is_text)(text) => {
                self.add(node);
                Ok(true)
            }
            Ok(_) | Err(_) => Err(self.unread(None)),
        };
        self.tapes.push(tape);
        is_found
    }

    fn unread(&self, exceeded_depth: Option<usize>) -> UnreadString {
        UnreadString { pointer: self.pointer.clone(), exceeded_depth }
    }

    fn add(&mut self, node: Node<'_, '_>) {
        let is_whole = self.strings.last().is_some_and(|string| string.text.len() == node.raw().len());
        self.add_span(node.span(), is_whole.then(|| node.tape().clone()));
    }

    /// Adds the value at these bytes of the record, or of the innermost string.
    fn add_span(&mut self, inner: Span, nodes: Option<Tape>) {
        let (pointer, strings) = (self.pointer.clone(), self.strings.clone());
        let mut found = PatternMatch { pointer, span: inner, inner, strings, nodes };
        let place = |offset| found.offset_in_record(self.record, offset);
        found.span = Span { start: place(0), end: place(inner.end - inner.start) };
        self.found.push(found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pointers of the values, the values, their bytes.
    type Found = Vec<(String, String, String)>;

    fn found(record: &str, pattern: &str) -> (Found, Result<bool, UnreadString>) {
        let (mut tape, mut found) = (Tape::new(), Vec::new());
        let root = tape.parse(record).unwrap();
        let reach = PointerPattern::parse(pattern).unwrap().find(
            root,
            |text| text.starts_with("<|"),
            &mut Vec::new(),
            &mut found,
        );
        let shown = found.into_iter().map(|it| {
            let bytes = record[it.span.start..it.span.end].to_owned();
            let text = it.text().map_or_else(|| bytes.clone(), Cow::into_owned);
            let mut spelled = Vec::new();
            it.spell_into(&mut spelled, record.as_bytes(), text.as_bytes());
            assert_eq!(spelled, bytes.as_bytes());
            for offset in 0..text.len() {
                assert!((it.span.start..it.span.end).contains(&it.offset_in_record(record.as_bytes(), offset)));
            }
            (it.pointer, text, bytes)
        });
        (shown.collect(), reach)
    }

    #[test]
    fn patterns_lead_to_values() {
        let record = r#"{"a":{"b/c":[1]},"runs":[{"t":[2]},{"u":0},{"t":null},{"t":[3]}],"none":[]}"#;
        for (pattern, wanted) in [
            ("/a/b~1c", vec![("/a/b~1c", "[1]")]),
            ("/a/b~1c/0", vec![("/a/b~1c/0", "1")]),
            ("/runs/*/t", vec![("/runs/0/t", "[2]"), ("/runs/3/t", "[3]")]),
            ("/a/*", vec![("/a/b~1c", "[1]")]),
            ("/none/*/t", vec![]),
            ("", vec![("", record)]),
        ] {
            let (values, reach) = found(record, pattern);
            let values: Vec<_> = values.iter().map(|(pointer, text, _)| (pointer.as_str(), text.as_str())).collect();
            assert_eq!((values, reach), (wanted, Ok(true)), "{pattern}");
        }
        for pattern in ["/b", "/a/x", "/runs/7", "/runs/*/x", "/runs/t"] {
            assert_eq!(found(record, pattern).1, Ok(false), "{pattern}");
        }
    }

    #[test]
    fn strings_that_hold_json_are_looked_into() {
        let inner = r#" {"m": [{"t": "é\n\"x\""}], "d": "[{\"k\": 1}]"} "#;
        let record = format!(r#"{{"doc": {}, "text": "words"}}"#, super::super::quoted::quoted(inner));
        let (values, _) = found(&record, "/doc");
        assert_eq!(values[0].1, inner.trim());
        let (values, _) = found(&record, "/doc/m/*");
        assert_eq!((values[0].0.as_str(), values[0].1.as_str()), ("/doc/m/0", r#"{"t": "é\n\"x\""}"#));
        let (values, _) = found(&record, "/doc/d/0/k");
        assert_eq!((values[0].1.as_str(), values[0].2.as_str()), ("1", "1"));
        let (values, _) = found(&record, "/doc/d");
        assert_eq!((values[0].1.as_str(), values[0].2.as_str()), (r#"[{"k": 1}]"#, r#"[{\\\"k\\\": 1}]"#));
        assert!(
            found(r#"{"t":"<|a|>"}"#, "/t").0 == [("/t".to_owned(), r#""<|a|>""#.to_owned(), r#""<|a|>""#.to_owned())]
        );
        let unread = found(&record, "/text").1.unwrap_err();
        assert_eq!(unread.to_string(), "the string at /text does not contain JSON");
    }

    #[test]
    fn a_string_that_is_too_deep_is_found_without_its_nodes() {
        let deep = "[".repeat(2000) + &"]".repeat(2000);
        let record = format!(r#"{{"d":"{deep}"}}"#);
        let (mut tape, mut found) = (Tape::new(), Vec::new());
        let root = tape.parse(&record).unwrap();
        let mut find =
            |pattern| PointerPattern::parse(pattern).unwrap().find(root, |_| false, &mut Vec::new(), &mut found);
        assert_eq!(find("/d"), Ok(true));
        assert_eq!(find("/d/0").unwrap_err().to_string(), "the string at /d is nested deeper than 1024 levels");
        assert!(found[0].text().as_deref() == Some(&deep) && found[0].nodes().is_none());
    }

    #[test]
    fn patterns_that_are_no_pointers_are_refused() {
        assert!(PointerPattern::parse("history").is_err() && PointerPattern::parse("/a/**").is_err());
    }
}

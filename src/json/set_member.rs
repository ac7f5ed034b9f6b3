//! Members of records that are set by hand (`--set /POINTER=VALUE`).
//!
//! ```text
//! /max_tokens=4096            {"messages":[…]}  →  {"messages":[…],"max_tokens":4096}
//! ```

use super::node::Node;
use super::pointer::{push_segment, segment_key};
use super::quoted::quoted;
use super::span::{Edit, Span};
use super::tape::Tape;

/// A member of a record, and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetMember {
    /// The keys and indexes that lead to it.
    path: Vec<String>,
    /// JSON text.
    value: String,
}

impl SetMember {
    /// Reads `/POINTER=VALUE`. A value that is not JSON is a string.
    ///
    /// # Errors
    /// No JSON Pointer is before the `=`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (pointer, value) = text.split_once('=').ok_or("write it like /max_tokens=4096")?;
        let path = pointer.strip_prefix('/').ok_or("the JSON Pointer begins with `/`: /max_tokens=4096")?;
        let path = path.split('/').map(|segment| segment_key(segment).into_owned()).collect();
        let is_json = Tape::new().parse(value).is_ok();
        let value = if is_json { value.trim_ascii().to_owned() } else { quoted(value) };
        Ok(Self { path, value })
    }

    /// The member of the record itself with this key, and a value as JSON text.
    #[must_use]
    pub fn of_record(key: String, value: String) -> Self {
        Self { path: vec![key], value }
    }

    /// The key, where it sets a member of the record itself.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        let [key] = self.path.as_slice() else { return None };
        Some(key)
    }

    /// The value as JSON text.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// True if it sets the member at this path.
    #[must_use]
    pub fn is_at(&self, path: &[&str]) -> bool {
        self.path == path
    }

    /// The edit of a record that sets the member.
    ///
    /// # Errors
    /// The record is not JSON, or the way to the member leads through something else than objects and arrays.
    pub fn edit(&self, text: &str, scratch: &mut Tape) -> Result<Edit, String> {
        self.find(text, scratch).map_err(|why| format!("--set {}: {why}", self.pointer(self.path.len())))
    }

    fn find(&self, text: &str, scratch: &mut Tape) -> Result<Edit, String> {
        let root = scratch.parse(text).map_err(|_| "the record is not one JSON value".to_owned())?;
        let mut node = root;
        for (depth, segment) in self.path.iter().enumerate() {
            let is_item = node.is_array();
            let next = if is_item { item(node, segment, &self.place(depth))? } else { node.get(segment) };
            if let Some(next) = next {
                node = next;
                continue;
            }
            if !is_item && !node.is_object() {
                let (place, kind) = (self.place(depth), node.kind().name());
                return Err(format!("{place} is {kind}, neither an object nor an array"));
            }
            let inner = self.path.get(depth + 1..).unwrap_or_default();
            return Ok(added(node, text, segment, &self.nested(inner)));
        }
        Ok(Edit { span: node.span(), text: self.value.clone() })
    }

    /// The value with objects around it.
    fn nested(&self, keys: &[String]) -> String {
        keys.iter().rev().fold(self.value.clone(), |value, key| format!("{{{}:{value}}}", quoted(key)))
    }

    /// The place of the first keys, for messages.
    fn place(&self, depth: usize) -> String {
        if depth == 0 { "the record".to_owned() } else { format!("`{}`", self.pointer(depth)) }
    }

    /// The pointer to what the first keys lead to.
    fn pointer(&self, depth: usize) -> String {
        let mut pointer = String::new();
        self.path.iter().take(depth).for_each(|key| push_segment(&mut pointer, key));
        pointer
    }
}

/// The item of a list at an index; nothing for the place after the last one.
fn item<'t, 'a>(list: Node<'t, 'a>, segment: &str, place: &str) -> Result<Option<Node<'t, 'a>>, String> {
    if segment == "-" {
        return Ok(None);
    }
    let index =
        segment.parse::<usize>().map_err(|_| format!("{place} is an array, and `{segment}` is not an index"))?;
    match list.items().nth(index) {
        Some(item) => Ok(Some(item)),
        None if index == list.len() => Ok(None),
        None => Err(format!("{place} has {} items, so index {index} is out of range", list.len())),
    }
}

/// An item or member that is added, with the spacing of the others.
fn added(node: Node<'_, '_>, text: &str, key: &str, value: &str) -> Edit {
    // The first two: where each begins, where its value begins and ends.
    let spans: Vec<_> = if node.is_array() {
        node.items().map(|item| (item.span().start, item.span())).collect()
    } else {
        node.members().map(|(key, value)| (key.span().start, value.span())).collect()
    };
    let blank = |start: usize, end: usize| {
        let between = text.get(start..end).unwrap_or_default();
        between.chars().filter(char::is_ascii_whitespace).collect::<String>()
    };
    let inside = node.span().start + 1;
    let separator = match spans.as_slice() {
        [] => String::new(),
        [(first, _)] => blank(inside, *first),
        [(_, first), (second, _), ..] => blank(first.end, *second),
    };
    let colon =
        node.members().next().map_or_else(String::new, |(key, value)| blank(key.span().end, value.span().start));
    let comma = if spans.is_empty() { "" } else { "," };
    let name = if node.is_array() { String::new() } else { format!("{}:{colon}", quoted(key)) };
    let end = spans.last().map_or(inside, |(_, value)| value.end);
    Edit { span: Span { start: end, end }, text: format!("{comma}{separator}{name}{value}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::apply;

    fn set(text: &str, member: &str) -> Result<String, String> {
        let edit = SetMember::parse(member)?.edit(text, &mut Tape::new())?;
        Ok(apply(text, &mut [edit]).unwrap())
    }

    #[test]
    fn members_are_added_and_replaced() {
        for (text, member, wanted) in [
            (r#"{"a":1}"#, "/b=2", r#"{"a":1,"b":2}"#),
            (r#"{"a": 1, "c": 2}"#, "/b=2", r#"{"a": 1, "c": 2, "b": 2}"#),
            (r#"{"a":1}"#, "/a=x y", r#"{"a":"x y"}"#),
            (r#"{"a":1}"#, "/a=", r#"{"a":""}"#),
            (r"{}", "/a/b=[1]", r#"{"a":{"b":[1]}}"#),
            ("{\n  \"a\": 1\n}", "/b=2", "{\n  \"a\": 1,\n  \"b\": 2\n}"),
            (r#"{"a":[1,2]}"#, "/a/-=3", r#"{"a":[1,2,3]}"#),
            (r#"{"a":[1,2]}"#, "/a/0=3", r#"{"a":[3,2]}"#),
            (r#"[{"b":1}]"#, "/0/c=null", r#"[{"b":1,"c":null}]"#),
            ("[]", "/0=1", "[1]"),
            (r#"{"a/b":{"~":1}}"#, "/a~1b/~0=2", r#"{"a/b":{"~":2}}"#),
            (r#"{"a":1}"#, "/b=1=2", r#"{"a":1,"b":"1=2"}"#),
        ] {
            assert_eq!(set(text, member).as_deref(), Ok(wanted), "{text} {member}");
        }
    }

    #[test]
    fn a_way_through_something_else_is_an_error() {
        for (text, member, why) in [
            (r#"{"a":1}"#, "/a/b=2", "`/a` is a number"),
            (r#"{"a":[1]}"#, "/a/b=2", "`b` is not an index"),
            (r#"{"a":[1]}"#, "/a/5=2", "index 5 is out of range"),
            ("words", "/a=2", "not one JSON value"),
            ("{}", "a=2", "begins with `/`"),
            ("{}", "/a", "write it like"),
        ] {
            let found = set(text, member).unwrap_err();
            assert!(found.contains(why), "{text} {member}: {found}");
        }
    }
}

//! A canonical form of JSON: no space, only necessary escapes. Numbers and the order of keys stay.

use super::node::{Items, Kind, Members, Node};
use super::text::escape_into;

enum CanonicalLevel<'t, 'a> {
    Items(Items<'t, 'a>),
    Members(Members<'t, 'a>),
}

/// Appends the canonical form of a value. Values that differ only in layout or in the spelling of strings give the same
/// bytes.
pub fn canonical(root: Node<'_, '_>, out: &mut Vec<u8>) {
    let mut levels = Vec::new();
    add(root, &mut levels, out);
    // Values may be nested deeply: no recursion.
    while let Some(level) = levels.last_mut() {
        match level {
            CanonicalLevel::Items(items) => match items.next() {
                Some(item) => {
                    add(item, &mut levels, out);
                    out.push(b',');
                }
                None => {
                    out.push(b']');
                    levels.pop();
                }
            },
            CanonicalLevel::Members(members) => match members.next() {
                Some((key, value)) => {
                    string(key, out);
                    out.push(b':');
                    add(value, &mut levels, out);
                    out.push(b',');
                }
                None => {
                    out.push(b'}');
                    levels.pop();
                }
            },
        }
    }
}

fn add<'t, 'a>(node: Node<'t, 'a>, levels: &mut Vec<CanonicalLevel<'t, 'a>>, out: &mut Vec<u8>) {
    match node.kind() {
        Kind::Array => {
            out.push(b'[');
            levels.push(CanonicalLevel::Items(node.items()));
        }
        Kind::Object => {
            out.push(b'{');
            levels.push(CanonicalLevel::Members(node.members()));
        }
        Kind::String => string(node, out),
        Kind::Null | Kind::Bool | Kind::Number => out.extend_from_slice(node.raw().as_bytes()),
    }
}

fn string(node: Node<'_, '_>, out: &mut Vec<u8>) {
    out.push(b'"');
    escape_into(out, &node.text().unwrap_or_default().decode_json());
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn layout_and_escapes_do_not_count() {
        let of = |text: &str| {
            let mut out = Vec::new();
            canonical(Tape::new().parse(text).unwrap(), &mut out);
            out
        };
        assert_eq!(of(r#"{"a": [1.0, "caf\u00e9\/"], "b":{} }"#), of("{\"a\":[1.0,\"café/\"],\n\"b\":{}}"));
        for other in [r#"{"a":[1,"café/"],"b":{}}"#, r#"{"b":{},"a":[1.0,"café/"]}"#, r#"{"a":[1.0,"café/"],"b":[]}"#]
        {
            assert_ne!(of(other), of(r#"{"a":[1.0,"café/"],"b":{}}"#), "{other}");
        }
    }
}

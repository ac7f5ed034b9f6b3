//! JSON as Python's `json.dumps` prints it: `{"a": "\u00e9", "b": 100000.0}`.

use crate::format::shared::python_number;
use crate::json::{Kind, Node, Text};

/// An open array or object, and its next item or member.
enum OpenContainer<'t, 'a> {
    Items(crate::json::Items<'t, 'a>, bool),
    Members(std::vec::IntoIter<(String, Node<'t, 'a>)>, bool),
}

/// The value, printed.
pub(super) fn dumps(root: Node<'_, '_>) -> String {
    let mut out = String::new();
    let mut open = Vec::new();
    add(root, &mut open, &mut out);
    while let Some(level) = open.last_mut() {
        let next = match level {
            OpenContainer::Items(items, is_first) => items.next().map(|item| (None, item, std::mem::take(is_first))),
            OpenContainer::Members(members, is_first) => {
                members.next().map(|(key, value)| (Some(key), value, std::mem::take(is_first)))
            }
        };
        let Some((key, value, is_first)) = next else {
            out.push(if matches!(level, OpenContainer::Items(..)) { ']' } else { '}' });
            open.pop();
            continue;
        };
        if !is_first {
            out.push_str(", ");
        }
        if let Some(key) = key {
            out.push_str(&format!("\"{key}\": "));
        }
        add(value, &mut open, &mut out);
    }
    out
}

/// Prints a value that contains no others, or opens one that does.
fn add<'t, 'a>(node: Node<'t, 'a>, open: &mut Vec<OpenContainer<'t, 'a>>, out: &mut String) {
    match node.kind() {
        Kind::Null | Kind::Bool => out.push_str(node.raw()),
        Kind::Number => match python_number(node.raw()).as_ref() {
            "inf" => out.push_str("Infinity"),
            "-inf" => out.push_str("-Infinity"),
            number => out.push_str(number),
        },
        Kind::String => {
            out.push('"');
            ascii(node.token().unwrap_or_default(), out);
            out.push('"');
        }
        Kind::Array => {
            out.push('[');
            open.push(OpenContainer::Items(node.items(), true));
        }
        Kind::Object => {
            out.push('{');
            open.push(OpenContainer::Members(members(node).into_iter(), true));
        }
    }
}

/// The members as a dictionary has them: a key is where it came first, with the value that came last.
fn members<'t, 'a>(object: Node<'t, 'a>) -> Vec<(String, Node<'t, 'a>)> {
    let mut members: Vec<(String, Node<'t, 'a>)> = Vec::with_capacity(object.len());
    let mut places = std::collections::HashMap::new();
    for (key, value) in object.members() {
        let mut printed = String::new();
        ascii(key.token().unwrap_or_default(), &mut printed);
        let place = *places.entry(printed.clone()).or_insert(members.len());
        match members.get_mut(place) {
            Some(known) => known.1 = value,
            None => members.push((printed, value)),
        }
    }
    members
}

/// The string between its quotes, everything beyond ASCII as an escape. Halves of surrogate pairs stay what they are.
pub(super) fn ascii(token: &str, out: &mut String) {
    let mut rest = token;
    while let Some(character) = rest.chars().next() {
        let length = character.len_utf8();
        if character != '\\' {
            let mut units = [0; 2];
            character.encode_utf16(&mut units).iter().for_each(|unit| push(*unit, out));
            rest = rest.get(length..).unwrap_or_default();
            continue;
        }
        let half =
            rest.get(2..6).filter(|_| rest.get(1..2) == Some("u")).and_then(|it| u16::from_str_radix(it, 16).ok());
        let used = match half {
            Some(unit) => {
                push(unit, out);
                6
            }
            None => {
                let simple = rest.get(..2).unwrap_or_default();
                let mut units = [0; 2];
                for character in Text::Token(simple).decode().chars() {
                    character.encode_utf16(&mut units).iter().for_each(|unit| push(*unit, out));
                }
                2
            }
        };
        rest = rest.get(used..).unwrap_or_default();
    }
}

fn push(unit: u16, out: &mut String) {
    match u8::try_from(unit).map(char::from) {
        Ok('"') => out.push_str("\\\""),
        Ok('\\') => out.push_str("\\\\"),
        Ok('\n') => out.push_str("\\n"),
        Ok('\r') => out.push_str("\\r"),
        Ok('\t') => out.push_str("\\t"),
        Ok('\u{8}') => out.push_str("\\b"),
        Ok('\u{c}') => out.push_str("\\f"),
        Ok(character @ ' '..='~') => out.push(character),
        Ok(_) | Err(_) => out.push_str(&format!("\\u{unit:04x}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn values_are_printed_as_python_does() {
        for (json, printed) in [
            (
                r#"{"a":[1,{},[],1e5,-0,1E400],"b":{"c":null,"d":true}}"#,
                r#"{"a": [1, {}, [], 100000.0, 0, Infinity], "b": {"c": null, "d": true}}"#,
            ),
            (r#""é\u00E9\/\"\\\n\b\u0007\u0041😀\ud83d""#, r#""\u00e9\u00e9/\"\\\n\b\u0007A\ud83d\ude00\ud83d""#),
            ("\"\u{7f}\"", r#""\u007f""#),
            (r#"{"a":1,"b":2,"\u0061":3}"#, r#"{"a": 3, "b": 2}"#),
        ] {
            assert_eq!(dumps(Tape::new().parse(json).unwrap()), printed);
        }
    }
}

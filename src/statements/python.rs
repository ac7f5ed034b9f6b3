//! Python's text functions, which keprompt uses: white space, `int()`, `float()`, `str()`.
//!
//! `int(" 1_000")` is 1000, `str(1e16)` is `1e+16`, `str({"k": None})` is `{'k': None}`.

use crate::json::{Items, Kind, Node, Tape};
use std::fmt::Write as _;

/// True for the characters that `str.strip` removes and `str.split` splits at.
#[must_use]
pub fn is_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{1c}'..='\u{1f}')
}

/// `str.strip`.
#[must_use]
pub fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// A number that Python reads from a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// Digits, possibly after a minus: `-7`.
    Int(String),
    /// May be infinite or NaN.
    Float(f64),
}

/// The zeros of the decimal digits outside ASCII; nine more follow each.
const ZEROS: [u32; 65] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
    0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
    0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0,
    0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0,
    0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

/// `int()` rejects more digits than this.
const MOST_DIGITS: usize = 4300;

fn ascii_digit(character: char) -> char {
    if character.is_ascii() {
        return character;
    }
    let code = u32::from(character);
    let before = ZEROS.partition_point(|zero| *zero <= code).checked_sub(1).and_then(|index| ZEROS.get(index));
    before.and_then(|zero| char::from_digit(code - zero, 10)).unwrap_or('?')
}

/// The result of `int()`, or else `float()`, of a text without white space around it.
#[must_use]
pub fn number(text: &str) -> Option<Number> {
    let text: String = text.chars().map(ascii_digit).collect();
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(&text);
    let bytes = unsigned.as_bytes();
    let is_digit = |index: Option<usize>| index.and_then(|index| bytes.get(index)).is_some_and(u8::is_ascii_digit);
    let is_lone = |at: usize| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
    if !bytes.iter().enumerate().all(|(at, byte)| *byte != b'_' || is_lone(at)) {
        return None;
    }
    let digits = unsigned.replace('_', "");
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.len() <= MOST_DIGITS {
        let short = digits.trim_start_matches('0');
        let sign = if text.starts_with('-') && !short.is_empty() { "-" } else { "" };
        return Some(Number::Int(format!("{sign}{}", if short.is_empty() { "0" } else { short })));
    }
    if unsigned.starts_with(['+', '-']) {
        return None;
    }
    let float: f64 = digits.parse().ok()?;
    Some(Number::Float(if text.starts_with('-') { -float } else { float }))
}

/// `repr()` of a float: `1.0`, `1e-05`, `inf`.
#[must_use]
pub fn float(number: f64) -> String {
    if !number.is_finite() {
        return if number.is_nan() {
            "nan"
        } else if number < 0.0 {
            "-inf"
        } else {
            "inf"
        }
        .to_owned();
    }
    let shortest = format!("{number:e}");
    let (digits, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..16).contains(&exponent) {
        let plain = format!("{number}");
        return if plain.contains('.') { plain } else { plain + ".0" };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

/// A JSON number as Python prints it after reading: `1.10` is `1.1`, `1E5` is `100000.0`, `-0` is `0`.
#[must_use]
pub fn json_number(raw: &str) -> String {
    if raw.contains(['.', 'e', 'E']) {
        float(raw.parse().unwrap_or(f64::NAN))
    } else if raw == "-0" {
        "0".to_owned()
    } else {
        raw.to_owned()
    }
}

/// `repr()` of a text: `'it'`, `"it's"`.
fn text(text: &str, out: &mut String) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for character in text.chars() {
        match character {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            _ if character == quote => out.extend(['\\', quote]),
            ' '..='~' => out.push(character),
            _ if is_printable(character) => out.push(character),
            _ => {
                let code = u32::from(character);
                let _ = match code {
                    0..=0xff => write!(out, "\\x{code:02x}"),
                    0x100..=0xffff => write!(out, "\\u{code:04x}"),
                    _ => write!(out, "\\U{code:08x}"),
                };
            }
        }
    }
    out.push(quote);
}

/// `str.isprintable`, by the table of the standard library.
fn is_printable(character: char) -> bool {
    // The character is shown after another one, so that combining marks are not escaped only for being first.
    let shown = String::from_iter(['a', character]);
    shown.escape_debug().nth(1) == Some(character)
}

/// `str()` of a JSON value.
#[must_use]
pub fn show(json: &str) -> String {
    let mut tape = Tape::with_max_depth(usize::MAX);
    let Ok(root) = tape.parse(json) else { return json.to_owned() };
    if let Some(plain) = root.text() {
        return plain.decode().into_owned();
    }
    let mut out = String::new();
    repr(root, &mut out);
    out
}

enum PythonLevel<'t, 'a> {
    Items(Items<'t, 'a>),
    Members(std::vec::IntoIter<(Node<'t, 'a>, Node<'t, 'a>)>),
}

// Values may be nested deeply: no recursion.
fn repr(root: Node<'_, '_>, out: &mut String) {
    let mut levels: Vec<(PythonLevel<'_, '_>, bool)> = Vec::new();
    scalar(root, &mut levels, out);
    while let Some((level, is_first)) = levels.last_mut() {
        let comma = if std::mem::take(is_first) { "" } else { ", " };
        match level {
            PythonLevel::Items(items) => match items.next() {
                Some(item) => {
                    out.push_str(comma);
                    scalar(item, &mut levels, out);
                }
                None => {
                    out.push(']');
                    levels.pop();
                }
            },
            PythonLevel::Members(members) => match members.next() {
                Some((key, value)) => {
                    out.push_str(comma);
                    text(&key.text().unwrap_or_default().decode(), out);
                    out.push_str(": ");
                    scalar(value, &mut levels, out);
                }
                None => {
                    out.push('}');
                    levels.pop();
                }
            },
        }
    }
}

fn scalar<'t, 'a>(node: Node<'t, 'a>, levels: &mut Vec<(PythonLevel<'t, 'a>, bool)>, out: &mut String) {
    match node.kind() {
        Kind::Null => out.push_str("None"),
        Kind::Bool => out.push_str(if node.as_bool() == Some(true) { "True" } else { "False" }),
        Kind::Number => out.push_str(&json_number(node.raw())),
        Kind::String => text(&node.text().unwrap_or_default().decode(), out),
        Kind::Array => {
            out.push('[');
            levels.push((PythonLevel::Items(node.items()), true));
        }
        Kind::Object => {
            out.push('{');
            levels.push((PythonLevel::Members(members(node).into_iter()), true));
        }
    }
}

/// The members as in a Python dictionary: of equal keys, the first position and the last value.
#[must_use]
pub fn members<'t, 'a>(object: Node<'t, 'a>) -> Vec<(Node<'t, 'a>, Node<'t, 'a>)> {
    let mut places = std::collections::HashMap::new();
    let mut members: Vec<(Node<'_, '_>, Node<'_, '_>)> = Vec::new();
    for (key, value) in object.members() {
        let name = key.text().unwrap_or_default().decode().into_owned();
        match places.get(&name).and_then(|index: &usize| members.get_mut(*index)) {
            Some(known) => known.1 = value,
            None => {
                places.insert(name, members.len());
                members.push((key, value));
            }
        }
    }
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_python_reads_them() {
        let int = |text: &str| Some(Number::Int(text.to_owned()));
        for (text, wanted) in [("007", "7"), ("+5", "5"), ("-0", "0"), ("1_000", "1000"), ("٣٤", "34"), ("-𝟗", "-9")]
        {
            assert_eq!(number(text), int(wanted), "{text}");
        }
        for (text, wanted) in
            [("1.", 1.0), (".5", 0.5), ("1E-3", 0.001), ("1_0.0_1", 10.01), ("-inf", f64::NEG_INFINITY)]
        {
            assert_eq!(number(text), Some(Number::Float(wanted)), "{text}");
        }
        for text in ["", "+", "1__0", "_1", "1_", "0x1F", "1 0", "--1", "+-1", ".", "e5", "1e", "None", "½"] {
            assert_eq!(number(text), None, "{text}");
        }
        assert_eq!(number(&"9".repeat(4301)), Some(Number::Float(f64::INFINITY)));
        assert_eq!(number(&"0".repeat(4300)), int("0"));
    }

    #[test]
    fn values_are_printed_as_python_prints_them() {
        for (json, wanted) in [
            ("1.50", "1.5"),
            ("1e16", "1e+16"),
            ("123456789012345.5", "123456789012345.5"),
            ("0.00001", "1e-05"),
            ("-0", "0"),
            ("-0.0", "-0.0"),
            ("1e999", "inf"),
            ("true", "True"),
            ("\"plain\"", "plain"),
            (
                r#"[null, "it's", "a\"b'c\\", {"k": 1, "j": [], "k": 2}]"#,
                r#"[None, "it's", 'a"b\'c\\', {'k': 2, 'j': []}]"#,
            ),
            (r#"["\n\u0001é\u200b\ud83d\ude00e\u0301"]"#, "['\\n\\x01é\\u200b😀e\u{301}']"),
        ] {
            assert_eq!(show(json), wanted);
        }
    }
}

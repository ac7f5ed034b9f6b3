//! A canonical form of JSON: no space, only necessary escapes, sorted keys, one spelling of each number. Equal values give the
//! same bytes.

use std::borrow::Cow;
use std::vec::IntoIter;

use super::node::{Items, Kind, Node};
use super::quoted::escape_into;

enum CanonicalLevel<'t, 'a> {
    Items(Items<'t, 'a>),
    Members(IntoIter<(Node<'t, 'a>, Node<'t, 'a>)>),
}

/// Appends the canonical form of a value, in which layout, the order of keys and the spelling of strings and numbers do not count:
/// `{"b":1.50,"a":1e2}` gives the bytes of `{"a":100,"b":1.5}`. Programs such as `PostgreSQL` (`jsonb`) store values, not texts.
pub fn canonical_value(root: Node<'_, '_>, out: &mut Vec<u8>) {
    // These bytes are only compared: their commas are after what an item begins with.
    write(root, number_value, false, out);
}

/// The canonical form of a value as JSON that people read, with another spelling of numbers.
pub(crate) fn canonical_json(root: Node<'_, '_>, number: fn(&str) -> Cow<'_, str>) -> String {
    let mut out = Vec::new();
    write(root, number, true, &mut out);
    String::from_utf8(out).unwrap_or_default()
}

fn write(root: Node<'_, '_>, number: fn(&str) -> Cow<'_, str>, is_json: bool, out: &mut Vec<u8>) {
    let before = |out: &mut Vec<u8>| {
        if is_json && !matches!(out.last(), Some(b'[' | b'{')) {
            out.push(b',');
        }
    };
    let mut levels = Vec::new();
    add(root, number, &mut levels, out);
    // Values may be nested deeply: no recursion.
    while let Some(level) = levels.last_mut() {
        match level {
            CanonicalLevel::Items(items) => match items.next() {
                Some(item) => {
                    before(out);
                    add(item, number, &mut levels, out);
                    out.extend((!is_json).then_some(b','));
                }
                None => {
                    out.push(b']');
                    levels.pop();
                }
            },
            CanonicalLevel::Members(members) => match members.next() {
                Some((key, value)) => {
                    before(out);
                    string(key, out);
                    out.push(b':');
                    add(value, number, &mut levels, out);
                    out.extend((!is_json).then_some(b','));
                }
                None => {
                    out.push(b'}');
                    levels.pop();
                }
            },
        }
    }
}

fn add<'t, 'a>(
    node: Node<'t, 'a>,
    number: fn(&str) -> Cow<'_, str>,
    levels: &mut Vec<CanonicalLevel<'t, 'a>>,
    out: &mut Vec<u8>,
) {
    match node.kind() {
        Kind::Array => {
            out.push(b'[');
            levels.push(CanonicalLevel::Items(node.items()));
        }
        Kind::Object => {
            out.push(b'{');
            let mut members: Vec<_> = node.members().collect();
            members.sort_by_cached_key(|(key, _)| key.text().unwrap_or_default().decode_json().into_owned());
            levels.push(CanonicalLevel::Members(members.into_iter()));
        }
        Kind::String => string(node, out),
        Kind::Number => out.extend_from_slice(number(node.raw()).as_bytes()),
        Kind::Null | Kind::Bool => out.extend_from_slice(node.raw().as_bytes()),
    }
}

fn string(node: Node<'_, '_>, out: &mut Vec<u8>) {
    out.push(b'"');
    escape_into(out, &node.text().unwrap_or_default().decode_json());
    out.push(b'"');
}

/// The canonical spelling of a number of any size: `1.50` and `1.5` give `15e-1`, and every zero gives `0`.
pub(crate) fn number_value(raw: &str) -> Cow<'_, str> {
    let is_plain = raw.bytes().all(|byte| byte.is_ascii_digit()) && !raw.ends_with('0');
    if is_plain {
        return Cow::Borrowed(raw);
    }
    let (sign, unsigned) = raw.strip_prefix('-').map_or(("", raw), |rest| ("-", rest));
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let shorter = digits.trim_end_matches('0');
    let dropped = digits.len() - shorter.len();
    let significant = shorter.trim_start_matches('0');
    if significant.is_empty() {
        return Cow::Borrowed("0");
    }
    // An exponent beyond 64 bits stays as it is written.
    let shift = i64::try_from(dropped).ok().zip(i64::try_from(fraction.len()).ok()).map(|(more, less)| more - less);
    match exponent.parse::<i64>().ok().zip(shift).and_then(|(exponent, shift)| exponent.checked_add(shift)) {
        Some(0) => Cow::Owned(format!("{sign}{significant}")),
        Some(exponent) => Cow::Owned(format!("{sign}{significant}e{exponent}")),
        None => Cow::Borrowed(raw),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn equal_values_have_one_form() {
        let of = |text: &str| {
            let mut out = Vec::new();
            canonical_value(Tape::new().parse(text).unwrap(), &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(
            of(r#"{"b": [1.50,{"d":0,"c":-1}],"\u0061":1e2}"#),
            of(r#"{"a":100,"b":[15e-1,{"c":-1.0,"d":-0.0}]}"#)
        );
        for (one, other) in
            [("100", "1e2"), ("0", "-0e9"), ("12345678901234567890.10", "12345678901234567890.1"), ("120", "12E+1")]
        {
            assert_eq!(of(one), of(other));
        }
        let huge = "1e99999999999999999999";
        for (one, other) in
            [("1", "10"), ("-1", "1"), ("0.1", "0.01"), ("12345678901234567890", "12345678901234567891"), (huge, "1")]
        {
            assert_ne!(of(one), of(other));
        }
        let text = r#"{ "b": [1.50, {}, [ ] ], "\u0061": {"c": ",}"} }"#;
        let json = canonical_json(Tape::new().parse(text).unwrap(), |raw| Cow::Borrowed(raw));
        assert_eq!(json, r#"{"a":{"c":",}"},"b":[1.50,{},[]]}"#);
        assert_ne!(of(r#"{"a":1,"a":2}"#), of(r#"{"a":2,"a":1}"#), "which one counts is up to the reader");
    }
}

//! Semantic equality: the order of keys and the spelling of strings and numbers do not matter. `{"a":1,"b":"é"}` equals
//! `{"b":"\u00e9","a":1.0}`.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::node::{Kind, Node};
use super::quoted::escaped;
use super::text::Text;

/// The number of members up to which keys are compared one by one.
const FEW: usize = 8;

/// Normalizes the token of a key or id, so that equal strings have equal tokens. A token is the text between the
/// quotes.
pub(crate) fn spelled(token: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\\', token.as_bytes()).is_none() {
        return Cow::Borrowed(token);
    }
    Cow::Owned(escaped(&Text::Token(token).decode_json()))
}

/// True if two values are equal for a program that reads numbers as doubles.
pub(crate) fn same_value(a: Node<'_, '_>, b: Node<'_, '_>) -> bool {
    are_same(a, b, |a, b| a.raw() == b.raw() || number(a) == number(b), same_last_members)
}

/// True if two values are equal except for layout, the order of keys and the escapes of strings: `1.0` is not `1`, and
/// repeated keys are in the same order.
pub(crate) fn same_as_written(a: Node<'_, '_>, b: Node<'_, '_>) -> bool {
    are_same(a, b, |a, b| a.raw() == b.raw(), same_member_lists)
}

fn are_same<'t, 'u, 'a, 'b>(
    a: Node<'t, 'a>,
    b: Node<'u, 'b>,
    same_numbers: fn(Node<'_, '_>, Node<'_, '_>) -> bool,
    same_members: fn(Node<'t, 'a>, Node<'u, 'b>, &mut NodePairs<'t, 'u, 'a, 'b>) -> bool,
) -> bool {
    let mut pending = vec![(a, b)];
    while let Some((a, b)) = pending.pop() {
        if a.kind() != b.kind() {
            return false;
        }
        let is_equal = match a.kind() {
            Kind::Null => true,
            Kind::Bool => a.as_bool() == b.as_bool(),
            Kind::Number => same_numbers(a, b),
            Kind::String => a.text().unwrap_or_default().same(&b.text().unwrap_or_default()),
            Kind::Array => {
                pending.extend(a.items().zip(b.items()));
                a.len() == b.len()
            }
            Kind::Object => same_members(a, b, &mut pending),
        };
        if !is_equal {
            return false;
        }
    }
    true
}

fn number(node: Node<'_, '_>) -> Option<f64> {
    node.raw().parse().ok()
}

type NodePairs<'t, 'u, 'a, 'b> = Vec<(Node<'t, 'a>, Node<'u, 'b>)>;

/// The effective value of a key: that of the last member with it.
fn last<'t, 'a>(object: Node<'t, 'a>, key: &str) -> Option<Node<'t, 'a>> {
    object.members().filter(|(own, _)| spelled(own.token().unwrap_or_default()) == key).map(|(_, value)| value).last()
}

/// The effective members: of equal keys, the last one.
fn same_last_members<'t, 'u, 'a, 'b>(
    a: Node<'t, 'a>,
    b: Node<'u, 'b>,
    pending: &mut NodePairs<'t, 'u, 'a, 'b>,
) -> bool {
    if a.len() <= FEW && b.len() <= FEW { same_members(a, b, pending) } else { same_members_by_key(a, b, pending) }
}

/// All members. The keys of most objects are in the same order.
fn same_member_lists<'t, 'u, 'a, 'b>(
    a: Node<'t, 'a>,
    b: Node<'u, 'b>,
    pending: &mut NodePairs<'t, 'u, 'a, 'b>,
) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let before = pending.len();
    for ((key, a), (other, b)) in a.members().zip(b.members()) {
        if !key.text().unwrap_or_default().same(&other.text().unwrap_or_default()) {
            break;
        }
        pending.push((a, b));
    }
    if pending.len() - before == a.len() {
        return true;
    }
    pending.truncate(before);
    !repeats_key(a) && !repeats_key(b) && same_last_members(a, b, pending)
}

fn repeats_key(object: Node<'_, '_>) -> bool {
    let keys: HashSet<_> = object.members().map(|(key, _)| spelled(key.token().unwrap_or_default())).collect();
    keys.len() < object.len()
}

fn same_members<'t, 'u, 'a, 'b>(a: Node<'t, 'a>, b: Node<'u, 'b>, pending: &mut NodePairs<'t, 'u, 'a, 'b>) -> bool {
    for (key, value) in a.members() {
        let key = spelled(key.token().unwrap_or_default());
        match (last(a, &key), last(b, &key)) {
            // A repeated key is compared once: otherwise nested repetitions would double the work on every level.
            (Some(a), Some(b)) if a.span() == value.span() => pending.push((a, b)),
            (Some(_), Some(_)) => {}
            _ => return false,
        }
    }
    b.members().all(|(key, _)| last(a, &spelled(key.token().unwrap_or_default())).is_some())
}

fn same_members_by_key<'t, 'u, 'a, 'b>(
    a: Node<'t, 'a>,
    b: Node<'u, 'b>,
    pending: &mut NodePairs<'t, 'u, 'a, 'b>,
) -> bool {
    let of_a: HashMap<_, _> =
        a.members().map(|(key, value)| (spelled(key.token().unwrap_or_default()), value)).collect();
    let of_b: HashMap<_, _> =
        b.members().map(|(key, value)| (spelled(key.token().unwrap_or_default()), value)).collect();
    of_a.len() == of_b.len()
        && of_a.iter().all(|(key, value)| {
            let other = of_b.get(key);
            pending.extend(other.map(|other| (*value, *other)));
            other.is_some()
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn meaning_is_compared_and_not_spelling() {
        let rotated = |from: usize| {
            let members: Vec<_> = (0..20).map(|n| format!("\"k{}\":{n}", (n + from) % 20)).collect();
            format!("{{{}}}", members.join(","))
        };
        let many_again: Vec<_> = (0..20).rev().map(|n| format!("\"k{n}\":{n}.0")).collect();
        let (mut left, mut right) = (Tape::new(), Tape::new());
        for (a, b, is_equal) in [
            ("1", "1.0", true),
            ("1", "2", false),
            ("[1,2]", "[2,1]", false),
            ("[1]", "[1,2]", false),
            (r#"{"a":1,"b":"é"}"#, r#"{"b":"\u00e9","a":1e0}"#, true),
            (r#"{"a":1}"#, r#"{"a":1,"b":null}"#, false),
            (r#"{"a":1,"a":2}"#, r#"{"a":2}"#, true),
            ("null", "false", false),
            (&rotated(0), &format!("{{{}}}", many_again.join(",")), true),
            (&rotated(0), &rotated(1), false),
        ] {
            let (a, b) = (left.parse(a).unwrap(), right.parse(b).unwrap());
            assert_eq!(same_value(a, b), is_equal, "{} {}", a.raw(), b.raw());
            assert_eq!(same_value(b, a), is_equal, "{} {}", b.raw(), a.raw());
        }
    }

    #[test]
    fn a_record_as_it_was_has_its_numbers_and_repeated_keys() {
        let (mut left, mut right) = (Tape::new(), Tape::new());
        for (a, b, is_equal) in [
            (r#"{"a": [1, "\u00e9"], "b": null}"#, r#"{"b":null,"a":[1,"é"]}"#, true),
            (r#"{"\u0061":1}"#, r#"{"a":1}"#, true),
            ("[1.0]", "[1]", false),
            ("[1,2]", "[1]", false),
            (r#"{"a":1,"b":2}"#, r#"{"a":1,"c":2}"#, false),
            (r#"{"a":1,"a":2}"#, r#"{"a": 1, "a": 2}"#, true),
            (r#"{"a":1,"a":2}"#, r#"{"a":2}"#, false),
            (r#"{"a":1,"a":2,"b":3}"#, r#"{"b":3,"a":1,"a":2}"#, false),
            (r#"{"a":1,"b":3,"a":2}"#, r#"{"b":3,"a":2,"c":1}"#, false),
            (r#"["\ud800"]"#, r#"["\\ud800"]"#, false),
        ] {
            let (a, b) = (left.parse(a).unwrap(), right.parse(b).unwrap());
            assert_eq!(same_as_written(a, b), is_equal, "{} {}", a.raw(), b.raw());
            assert_eq!(same_as_written(b, a), is_equal, "{} {}", b.raw(), a.raw());
        }
    }
}

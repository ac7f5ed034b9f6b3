//! Finds two kinds of legal but ambiguous JSON: repeated keys, and halves of surrogate pairs.

use std::collections::HashMap;

use super::block::find;
use super::equality::same_value;
use super::escape::{has_lone_half, unit};
use super::node::Node;
use super::span::At;
use super::text::Text;

/// The number of members up to which keys are compared in pairs, which is cheaper than hashing for small objects.
const FEW: usize = 8;

/// Calls `found` with every key that repeats inside its object, the place of the repeated member's value, and whether it is the
/// value that the key had before.
pub fn duplicate_keys(root: Node<'_, '_>, found: &mut impl FnMut(&str, At, bool)) {
    let mut keys = RepeatedKeys::of(root);
    root.each_object(|object| {
        // Most objects are messages.
        if object.strings(["role", "content"]).is_none() {
            keys.check(object, found);
        }
    });
}

/// Finds the repeated keys of a value, for a walk over its objects.
#[derive(Debug)]
pub struct RepeatedKeys<'t, 'a> {
    seen: HashMap<String, (Text<'a>, Node<'t, 'a>)>,
    /// If no key has an escape, equal keys have equal tokens.
    is_plain: bool,
}

impl<'t, 'a> RepeatedKeys<'t, 'a> {
    /// For the objects in this value.
    #[must_use]
    pub fn of(root: Node<'t, 'a>) -> Self {
        Self { seen: HashMap::new(), is_plain: !root.tape().escaped_keys }
    }

    /// Calls `found` as [`duplicate_keys`] does, for the members of one object.
    #[inline]
    pub fn check(&mut self, object: Node<'t, 'a>, found: &mut impl FnMut(&str, At, bool)) {
        if object.len() >= 2 && !(self.is_plain && object.len() <= FEW && !repeats_plainly(object)) {
            self.check_all(object, found);
        }
    }

    #[inline(never)]
    fn check_all(&mut self, object: Node<'t, 'a>, found: &mut impl FnMut(&str, At, bool)) {
        self.seen.clear();
        for (key, value) in object.members() {
            let key = key.text().unwrap_or_default();
            let decoded = key.decode_json().into_owned();
            // Half a surrogate pair decodes to the same text as a backslash and its digits, but is not the same key.
            if let Some((_, before)) = self.seen.get(&decoded).filter(|(first, _)| first.same(&key)) {
                found(&decoded, value.at(), same_value(*before, value));
            }
            self.seen.insert(decoded, (key, value));
        }
    }
}

/// True if one of a few keys without escapes is repeated.
fn repeats_plainly(object: Node<'_, '_>) -> bool {
    // Fast path for most objects: no two keys collide in a set of 64 buckets.
    let mut taken = 0_u64;
    let meets = object.members().any(|(key, _)| {
        let key = key.token().unwrap_or_default();
        let place = key.len() ^ key.as_bytes().first().map_or(0, |first| usize::from(*first) << 2);
        let bit = 1 << (place % 64);
        let is_taken = taken & bit != 0;
        taken |= bit;
        is_taken
    });
    meets && repeats_surely(object)
}

fn repeats_surely(object: Node<'_, '_>) -> bool {
    let mut keys = [""; FEW];
    let mut count = 0;
    for (slot, (key, _)) in keys.iter_mut().zip(object.members()) {
        *slot = key.token().unwrap_or_default();
        count += 1;
    }
    let keys = keys.get(..count).unwrap_or_default();
    keys.iter().enumerate().any(|(index, key)| {
        let (first, length) = (key.as_bytes().first(), key.len());
        // Most keys differ in length or first byte, which avoids a call.
        keys.iter().take(index).any(|other| other.len() == length && other.as_bytes().first() == first && other == key)
    })
}

/// Calls `found` with the place of every string or key that holds half of a surrogate pair, such as `"\ud83d"`.
pub fn lone_surrogates(root: Node<'_, '_>, found: &mut impl FnMut(At)) {
    if !root.tape().has_lone_halves() {
        return;
    }
    each(root, &mut |node| {
        if node.token().is_some_and(has_lone_half) {
            found(node.at());
        }
        for (key, value) in node.members() {
            if key.token().is_some_and(has_lone_half) {
                found(value.at());
            }
        }
    });
}

/// JSON text without halves of surrogate pairs: each becomes U+FFFD. `None` if there are none.
#[must_use]
pub fn replace_halves(json: &str) -> Option<String> {
    let (mut out, mut done) = (String::new(), 0);
    each_half(json, &mut |at| {
        out.push_str(json.get(done..at).unwrap_or_default());
        out.push_str("\\ufffd");
        done = at + 6;
    });
    if done == 0 {
        return None;
    }
    out.push_str(json.get(done..).unwrap_or_default());
    Some(out)
}

/// Reports the start of each escape in JSON text that is half of a surrogate pair; it has six bytes.
pub fn each_half(json: &str, found: &mut dyn FnMut(usize)) {
    let half = |at: usize| json.as_bytes().get(at..).filter(|rest| rest.starts_with(b"\\u")).and_then(unit);
    let mut at = 0;
    // Backslashes are only in strings, so the text need not be parsed.
    while let Some(start) = find(json.as_bytes(), b'\\', at) {
        at = match half(start) {
            Some(0xd800..=0xdbff) if matches!(half(start + 6), Some(0xdc00..=0xdfff)) => start + 12,
            Some(0xd800..=0xdfff) => {
                found(start);
                start + 6
            }
            Some(_) => start + 6,
            None => start + 2,
        };
    }
}

/// Visits every value, without recursion.
fn each<'t, 'a>(root: Node<'t, 'a>, visit: &mut impl FnMut(Node<'t, 'a>)) {
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        visit(node);
        waiting.extend(node.items());
        waiting.extend(node.members().map(|(_, value)| value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn repeated_keys_are_found_in_small_and_large_objects() {
        let many: Vec<String> = (0..20).map(|n| format!("\"k{n}\":0")).collect();
        for text in [r#"{"x":{"a":1,"\u0061":2}}"#.to_owned(), format!("{{{},\"k3\":1}}", many.join(","))] {
            let mut keys = Vec::new();
            duplicate_keys(Tape::new().parse(&text).unwrap(), &mut |key, _, _| keys.push(key.to_owned()));
            assert_eq!(keys.len(), 1, "{text}");
        }
    }

    #[test]
    fn half_a_pair_and_its_spelled_out_digits_are_different_keys() {
        for text in [r#"{"\ud83d":1,"\\ud83d":2}"#, r#"{"a":0,"b":0,"a\\u0062":1,"a\u0062":2}"#] {
            duplicate_keys(Tape::new().parse(text).unwrap(), &mut |key, _, _| panic!("{key} in {text}"));
        }
    }

    #[test]
    fn only_lone_halves_are_replaced() {
        let text = r#"{"\ud83da":"\uD83D\ude00 \\ud83d \ude00","b":"\ud83d\ud83d\ude00","c":"\\\ud800"}"#;
        let whole = r#"{"\ufffda":"\uD83D\ude00 \\ud83d \ufffd","b":"\ufffd\ud83d\ude00","c":"\\\ufffd"}"#;
        assert_eq!(replace_halves(text).as_deref(), Some(whole));
        assert_eq!(replace_halves(whole), None);
    }

    #[test]
    fn only_lone_halves_are_found() {
        for (text, lone) in [
            (r#"["\ud83d\ude00"]"#, 0),
            (r#"["\\ud83d"]"#, 0),
            (r#"["\ud83d", {"\ude00": 1}, "\ud83d\ud83d\ude00"]"#, 3),
        ] {
            let mut count = 0;
            lone_surrogates(Tape::new().parse(text).unwrap(), &mut |_| count += 1);
            assert_eq!(count, lone, "{text}");
        }
    }
}

//! Two odd but legal things a careful reader warns about: keys that repeat, and halves of surrogate pairs.

use std::collections::HashSet;

use super::node::{Kind, Node};
use super::span::At;
use super::text::unit;

/// Calls `found` with every key that repeats inside its object, and where the repeated member's value stands.
pub fn duplicate_keys(root: Node<'_, '_>, found: &mut impl FnMut(&str, At)) {
    let mut seen = HashSet::new();
    // Where no key has an escape, equal keys are spelled alike.
    let is_plain = !root.tape().escaped_keys;
    each(root, &mut |node| {
        if node.kind() != Kind::Object || node.len() < 2 {
            return;
        }
        // Small objects are the rule; comparing them pair by pair is cheaper than hashing.
        if node.len() <= 8 {
            for (index, (key, value)) in node.members().enumerate() {
                let repeats = node.members().take(index).any(|(other, _)| match (other.token(), key.token()) {
                    (Some(other), Some(key)) if is_plain || other == key => other == key,
                    _ => other.text().unwrap_or_default().same(&key.text().unwrap_or_default()),
                });
                if repeats {
                    found(&key.text().unwrap_or_default().decode(), value.at());
                }
            }
            return;
        }
        seen.clear();
        for (key, value) in node.members() {
            let key = key.text().unwrap_or_default().decode_json().into_owned();
            if seen.contains(&key) {
                found(&key, value.at());
            }
            seen.insert(key);
        }
    });
}

/// Calls `found` with the place of every string or key that holds half of a surrogate pair, such as `"\ud83d"`.
pub fn lone_surrogates(root: Node<'_, '_>, found: &mut impl FnMut(At)) {
    if !root.tape().may_have_surrogates() {
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

/// Visits every value, without recursion.
fn each<'t, 'a>(root: Node<'t, 'a>, visit: &mut impl FnMut(Node<'t, 'a>)) {
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        visit(node);
        waiting.extend(node.items());
        waiting.extend(node.members().map(|(_, value)| value));
    }
}

fn has_lone_half(token: &str) -> bool {
    let bytes = token.as_bytes();
    let half = |at: usize| token.get(at..).filter(|rest| rest.starts_with("\\u")).and_then(unit);
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', bytes.get(at..).unwrap_or_default()) {
        at += found;
        // Escapes come in rows: no search between them, and no number where the first digit says enough.
        while let Some([b'\\', kind, rest @ ..]) = bytes.get(at..) {
            match (kind, rest) {
                (b'u', [b'd' | b'D', ..]) => match half(at) {
                    Some(0xd800..=0xdbff) if matches!(half(at + 6), Some(0xdc00..=0xdfff)) => at += 12,
                    Some(0xd800..=0xdfff) => return true,
                    _ => at += 6,
                },
                (b'u', _) => at += 6,
                _ => at += 2,
            }
        }
        if bytes.len() <= at + 1 {
            break;
        }
    }
    false
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
            duplicate_keys(Tape::new().parse(&text).unwrap(), &mut |key, _| keys.push(key.to_owned()));
            assert_eq!(keys.len(), 1, "{text}");
        }
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

//! Two odd but legal things a careful reader warns about: keys that repeat, and halves of surrogate pairs.

use std::collections::HashSet;

use super::node::{Kind, Node};
use super::span::At;

/// Calls `found` with every key that repeats inside its object, and where the repeated member's value stands.
pub fn duplicate_keys(root: Node<'_, '_>, found: &mut impl FnMut(&str, At)) {
    let mut seen = HashSet::new();
    each(root, &mut |node| {
        if node.kind() != Kind::Object || node.len() < 2 {
            return;
        }
        // Small objects are the rule; comparing them pair by pair is cheaper than hashing.
        if node.len() <= 8 {
            for (index, (key, value)) in node.members().enumerate() {
                let Some(key) = key.text() else { continue };
                let repeats = node.members().take(index).any(|(other, _)| other.text().is_some_and(|it| it.same(&key)));
                if repeats {
                    found(&key.decode(), value.at());
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
    let unit = |at: usize| token.get(at..at + 4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let mut from = 0;
    while let Some(found) = memchr::memchr(b'\\', bytes.get(from..).unwrap_or_default()) {
        let at = from + found;
        from = at + 2;
        if bytes.get(at + 1) != Some(&b'u') {
            continue;
        }
        from = at + 6;
        match unit(at + 2) {
            Some(0xdc00..=0xdfff) => return true,
            Some(0xd800..=0xdbff) => {
                let next =
                    (bytes.get(from) == Some(&b'\\') && bytes.get(from + 1) == Some(&b'u')).then(|| unit(from + 2));
                if !matches!(next, Some(Some(0xdc00..=0xdfff))) {
                    return true;
                }
                from += 6;
            }
            _ => {}
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

//! Signs: the keys and values by which the formats that are not read are told, as texts in a table.
//!
//! `kind=request|response parts/#(part_kind)`: an object whose member `kind` is one of two strings, and which has a list
//! `parts` with an item that has the key `part_kind`.
//!
//! A sign is a list of conditions, all of which must hold. Each is a path of keys, separated by `/`, and a test:
//!
//! | condition | holds if |
//! | --- | --- |
//! | `key` | the value is there |
//! | `key=a\|b` | it is one of these: a string, a number or a word of JSON; `*` at the start or at the end stands for the rest |
//! | `key:text` | it is a text (`list`, `object`, `number`, `flag`) |
//! | `key#(…)` | one of the first items of the list has all of these, which are separated by commas |
//! | `!…` | the condition does not hold |
//! | `<3` | the object has fewer than three members |
//!
//! A key may begin or end with `*`, too; an empty path is the value itself.

use crate::json::{Kind, Node};

/// The maximum number of items of a list that are examined. The signs of a format are in nearly every item.
pub(super) const ITEMS: usize = 12;

/// A sign, and which keys a value must have for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ForeignSign {
    text: &'static str,
    keys: KeySet,
    /// It is looked for in messages.
    is_of_message: bool,
}

impl ForeignSign {
    /// The sign that a text describes: `@` before it means messages.
    pub(super) const fn new(text: &'static str) -> Self {
        let is_of_message = matches!(text.as_bytes(), [b'@', ..]);
        let mut keys = KeySet(0);
        let (mut first, mut last, mut length) = (0, 0, 0);
        let (mut is_key, mut is_plain) = (true, true);
        let mut rest = text.as_bytes();
        while let [byte, after @ ..] = rest {
            let is_end = matches!(*byte, b' ' | b'/' | b'#' | b'=' | b':');
            if is_key && !is_end && *byte != b'@' {
                is_plain = is_plain && !matches!(*byte, b'*' | b'!' | b'<');
                first = if length == 0 { *byte } else { first };
                (last, length) = (*byte, length + 1);
            }
            if is_key && (is_end || after.is_empty()) {
                keys.0 |= if is_plain && length > 0 { KeySet::bit(first, last, length) } else { 0 };
                is_key = false;
            }
            if *byte == b' ' {
                (is_key, is_plain, length) = (true, true, 0);
            }
            rest = after;
        }
        Self { text, keys, is_of_message }
    }

    /// True if it is looked for in messages, not in records alone.
    pub(super) fn is_of_message(&self) -> bool {
        self.is_of_message
    }

    /// True if all its conditions hold for a value with these keys.
    pub(super) fn is_in(&self, node: Node<'_, '_>, keys: KeySet) -> bool {
        let conditions = self.text.strip_prefix('@').unwrap_or(self.text);
        self.keys.0 & !keys.0 == 0 && conditions.split(' ').all(|condition| holds(node, condition))
    }
}

/// The keys of an object, so roughly that a look at it rules out most signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeySet(u64);

impl KeySet {
    /// Those of a value.
    pub(super) fn of(node: Node<'_, '_>) -> Self {
        let bit = |key: Node<'_, '_>| match key.token().map(str::as_bytes) {
            Some([]) | None => 0,
            Some(key) if key.contains(&b'\\') => u64::MAX,
            Some([only]) => Self::bit(*only, *only, 1),
            Some([first, .., last]) => Self::bit(*first, *last, key.token().map_or(0, str::len)),
        };
        Self(node.members().fold(0, |keys, (key, _)| keys | bit(key)))
    }

    const fn bit(first: u8, last: u8, length: usize) -> u64 {
        1 << ((first as usize * 7 + last as usize * 3 + length) % 64)
    }
}

fn holds(node: Node<'_, '_>, condition: &str) -> bool {
    match condition.as_bytes() {
        [b'!', ..] => return !holds(node, condition.get(1..).unwrap_or_default()),
        [b'<', ..] => {
            return condition.get(1..).and_then(|most| most.parse().ok()).is_some_and(|most: usize| node.len() < most);
        }
        _ => {}
    }
    // Hundreds of conditions are looked at for a file: byte by byte, not with searches for each mark.
    let place = |mark: u8| condition.bytes().position(|byte| byte == mark);
    let split = |at: usize| (condition.get(..at).unwrap_or_default(), condition.get(at + 1..).unwrap_or_default());
    if let Some((path, inner)) = place(b'#').map(split) {
        let inner = inner.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(inner);
        let has_all = |item: Node<'_, '_>| inner.split(',').all(|condition| holds(item, condition));
        return any(node, path, &|list| list.items().take(ITEMS).any(has_all));
    }
    if let Some((path, words)) = place(b'=').map(split) {
        return any(node, path, &|value| words.split('|').any(|word| is_word(value, word)));
    }
    match place(b':').map(split) {
        Some((path, kind)) => any(node, path, &|value| is_kind(value, kind)),
        None => any(node, condition, &|_| true),
    }
}

/// True if a value at the path is so. Where a key has a `*`, there may be several.
fn any(node: Node<'_, '_>, path: &str, is: &dyn Fn(Node<'_, '_>) -> bool) -> bool {
    if path.is_empty() {
        return is(node);
    }
    let (key, rest) = path.split_once('/').unwrap_or((path, ""));
    if !key.contains('*') {
        return node.get(key).is_some_and(|value| any(value, rest, is));
    }
    let mut members = node.members().take(ITEMS);
    members.any(|(name, value)| is_word(name, key) && any(value, rest, is))
}

fn is_word(value: Node<'_, '_>, word: &str) -> bool {
    let Some(text) = value.text() else { return value.raw() == word };
    match (word.strip_prefix('*'), word.strip_suffix('*')) {
        (Some(end), _) => text.decode().ends_with(end),
        (None, Some(start)) => text.decode().starts_with(start),
        (None, None) => value.is(word),
    }
}

fn is_kind(value: Node<'_, '_>, kind: &str) -> bool {
    match value.kind() {
        Kind::String => kind == "text",
        Kind::Array => kind == "list",
        Kind::Object => kind == "object",
        Kind::Number => kind == "number",
        Kind::Bool => kind == "flag",
        Kind::Null => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn conditions_hold_or_do_not() {
        let text = r#"{"a":"x","b":[{"c":1},{"d":"long word","e":{}}],"f.g":true,"h":{"i":{"j":null}}}"#;
        for (sign, expected) in [
            ("a", true),
            ("z", false),
            ("!z a", true),
            ("a z", false),
            ("a=x|y", true),
            ("a=y", false),
            ("a:text b:list h:object f.g:flag", true),
            ("a:list", false),
            ("b#(c=1)", true),
            ("b#(c,d)", false),
            ("b#(d=long*,e:object)", true),
            ("b#(d=*word)", true),
            ("b#(:object,!c)", true),
            ("f.*=true", true),
            ("*.g", true),
            ("h/*/j", true),
            ("h/i/j:text", false),
            ("h/k/j", false),
            ("<5 a", true),
            ("<4", false),
            (":object", true),
        ] {
            let mut tape = Tape::new();
            let root = tape.parse(text).unwrap();
            assert_eq!(ForeignSign::new(sign).is_in(root, KeySet::of(root)), expected, "{sign}");
        }
    }
}

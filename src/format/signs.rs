//! Signs: the keys and values by which the formats that are not read are reported, as texts in a table.
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
pub(super) struct RecordSign {
    text: &'static str,
    /// The last condition, which says more than keys that many formats have.
    last: &'static str,
    keys: KeySet,
    /// It is looked for in messages.
    is_of_message: bool,
}

impl RecordSign {
    /// The sign that a text describes: `@` before it means messages.
    pub(super) const fn new(text: &'static str) -> Self {
        let is_of_message = matches!(text.as_bytes(), [b'@', ..]);
        let mut keys = KeySet(0_u128);
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
                if is_plain && length > 0 {
                    keys.0 |= KeySet::bit(first, last, length);
                    keys.0 |= if *byte == b'#' { KeySet::bit(first, last, length + KeySet::LIST) } else { 0 };
                }
                is_key = false;
            }
            if *byte == b' ' {
                (is_key, is_plain, length) = (true, true, 0);
            }
            rest = after;
        }
        let mut start = text.len();
        while let Some(([.., byte], _)) = text.as_bytes().split_at_checked(start)
            && *byte != b' '
        {
            start -= 1;
        }
        if start == 0 && is_of_message {
            start = 1;
        }
        Self { text, last: text.split_at(start).1, keys, is_of_message }
    }

    /// True if it is looked for in messages, not in records alone.
    pub(super) fn is_of_message(&self) -> bool {
        self.is_of_message
    }

    /// False for a value with these keys that cannot have it.
    pub(super) fn may_be_in(&self, keys: KeySet) -> bool {
        self.keys.0 & !keys.0 == 0
    }

    /// True if all its conditions hold for a value with these keys.
    pub(super) fn is_in(&self, node: Node<'_, '_>, keys: KeySet) -> bool {
        if !self.may_be_in(keys) || !holds(node, self.last) {
            return false;
        }
        self.conditions().all(|condition| holds(node, condition))
    }

    /// Its conditions.
    pub(super) fn conditions(&self) -> impl Iterator<Item = &'static str> {
        self.text.strip_prefix('@').unwrap_or(self.text).split(' ')
    }
}

/// A condition: a path, and what is required of the value there.
#[derive(Clone, Copy, Debug)]
pub(super) enum SignCondition<'s> {
    /// The other condition does not hold.
    Not(&'s str),
    /// The value has fewer members or items.
    Fewer(usize),
    /// A value is there.
    Given(&'s str),
    /// It is a list, and one of its items meets all of these conditions.
    Item(&'s str, &'s str),
    /// It is one of these words.
    Word(&'s str, &'s str),
    /// It is of this kind.
    Kind(&'s str, &'s str),
}

impl<'s> SignCondition<'s> {
    /// The condition that a text describes.
    pub(super) fn of(text: &'s str) -> Self {
        if let Some(inner) = text.strip_prefix('!') {
            return Self::Not(inner);
        }
        if let Some(most) = text.strip_prefix('<') {
            return Self::Fewer(most.parse().unwrap_or_default());
        }
        // Hundreds of conditions are looked at for a file.
        let mark = text.bytes().position(|byte| matches!(byte, b'#' | b'=' | b':'));
        let (path, rest) = text.split_at(mark.unwrap_or(text.len()));
        match rest.split_at_checked(1) {
            Some(("#", inner)) => {
                Self::Item(path, inner.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(inner))
            }
            Some(("=", words)) => Self::Word(path, words),
            Some((_, kind)) => Self::Kind(path, kind),
            None => Self::Given(path),
        }
    }
}

/// The keys of an object, and those with lists, so roughly that a look at it rules out most signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeySet(u128);

impl KeySet {
    /// Added to the length of a key with a list.
    const LIST: usize = 64;

    /// Those of a value.
    pub(super) fn of(node: Node<'_, '_>) -> Self {
        if node.has_escaped_keys() {
            return Self(u128::MAX);
        }
        let mut keys = 0;
        for (key, value) in node.members() {
            let key = key.string_bytes();
            keys |= Self::bit_of(key, 0);
            keys |= if value.is_array() { Self::bit_of(key, Self::LIST) } else { 0 };
        }
        Self(keys)
    }

    fn bit_of(key: &[u8], more: usize) -> u128 {
        match key {
            [] => 0,
            [only] => Self::bit(*only, *only, 1 + more),
            [first, .., last] => Self::bit(*first, *last, key.len() + more),
        }
    }

    const fn bit(first: u8, last: u8, length: usize) -> u128 {
        // It cannot overflow: a record has at most 4 GB.
        let place = (first as usize).wrapping_mul(7).wrapping_add((last as usize).wrapping_mul(3)).wrapping_add(length);
        1 << (place % 128)
    }
}

fn holds(node: Node<'_, '_>, condition: &str) -> bool {
    match SignCondition::of(condition) {
        SignCondition::Not(inner) => !holds(node, inner),
        SignCondition::Fewer(limit) => node.len() < limit,
        SignCondition::Given(path) => any(node, path, &|_| true),
        SignCondition::Item(path, inner) => {
            let has_all = |item: Node<'_, '_>| inner.split(',').all(|condition| holds(item, condition));
            any(node, path, &|list| list.items().take(ITEMS).any(has_all))
        }
        SignCondition::Word(path, words) => any(node, path, &|value| words.split('|').any(|word| is_word(value, word))),
        SignCondition::Kind(path, kind) => any(node, path, &|value| is_kind(value, kind)),
    }
}

/// True if a value at the path is so. Where a key has a `*`, there may be several.
fn any(node: Node<'_, '_>, path: &str, is: &dyn Fn(Node<'_, '_>) -> bool) -> bool {
    if path.is_empty() {
        return is(node);
    }
    let end = path.bytes().position(|byte| byte == b'/').unwrap_or(path.len());
    let (key, rest) = (path.get(..end).unwrap_or_default(), path.get(end + 1..).unwrap_or_default());
    if !key.bytes().any(|byte| byte == b'*') {
        return node.get(key).is_some_and(|value| any(value, rest, is));
    }
    let mut members = node.members().take(ITEMS);
    members.any(|(name, value)| is_word(name, key) && any(value, rest, is))
}

fn is_word(value: Node<'_, '_>, word: &str) -> bool {
    let Some(text) = value.text() else { return value.raw() == word };
    match word.as_bytes() {
        [b'*', ..] => text.decode().ends_with(word.get(1..).unwrap_or_default()),
        [.., b'*'] => text.starts_with(word.get(..word.len() - 1).unwrap_or_default()),
        _ => value.is(word),
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
            assert_eq!(RecordSign::new(sign).is_in(root, KeySet::of(root)), expected, "{sign}");
        }
    }
}

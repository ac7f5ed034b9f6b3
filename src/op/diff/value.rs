//! Differences inside a JSON value: `{"a":1,"b":[1,2]}` to `{"b":[2],"c":3}` is −`/a`, −`/b/0`, +`/c`.
//!
//! The differences in their order are also the operations of a JSON Patch.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::BuildHasher as _;

use foldhash::quality::RandomState;

use super::lcs::{EqualRun, StepBudget, common};
use crate::json::{Items, Kind, Members, Node, number_value, push_segment};

/// A difference inside a value.
#[derive(Clone, Debug)]
pub(super) struct ValueDifference<'t, 'a> {
    /// The JSON Pointer for a JSON Patch: all earlier operations have been applied.
    pub(super) path: String,
    /// The JSON Pointer for people: removed items have their old index.
    pub(super) shown: String,
    pub(super) old: Option<Node<'t, 'a>>,
    pub(super) new: Option<Node<'t, 'a>>,
}

enum Inside<'t, 'a> {
    Items(Items<'t, 'a>),
    Members(Members<'t, 'a>),
}

/// A value during traversal.
struct ValueVisit<'t, 'a> {
    inside: Inside<'t, 'a>,
    /// Hashes of the children so far: in order, and independent of order.
    ordered: u64,
    sum: u64,
    /// The hash of the current key, and the index of the first member.
    key: u64,
    keys: usize,
}

impl<'t, 'a> ValueVisit<'t, 'a> {
    fn new(inside: Inside<'t, 'a>, keys: usize) -> Self {
        Self { inside, ordered: 0, sum: 0, key: 0, keys }
    }
}

/// How numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberEquality {
    /// `1.0` is not `1`.
    AsWritten,
    /// `1.0` is `1`.
    ByValue,
}

impl NumberEquality {
    fn spelling<'n>(self, number: Node<'_, 'n>) -> Cow<'n, str> {
        match self {
            Self::ByValue if number.kind() == Kind::Number => number_value(number.raw()),
            Self::ByValue | Self::AsWritten => Cow::Borrowed(number.raw()),
        }
    }
}

/// A hash of a value that ignores layout, escapes and the order of keys.
pub(super) fn value_key(root: Node<'_, '_>, numbers: NumberEquality, hasher: RandomState) -> u64 {
    // Values may be deeply nested: no recursion.
    let (mut open, mut keys): (Vec<ValueVisit<'_, '_>>, Vec<u64>) = (Vec::new(), Vec::new());
    let mut node = root;
    loop {
        let mut done = match node.kind() {
            Kind::Array => {
                open.push(ValueVisit::new(Inside::Items(node.items()), keys.len()));
                None
            }
            Kind::Object => {
                open.push(ValueVisit::new(Inside::Members(node.members()), keys.len()));
                None
            }
            Kind::String => Some(text_key(node, 3, hasher)),
            Kind::Null | Kind::Bool | Kind::Number => Some(hasher.hash_one((4_u8, numbers.spelling(node)))),
        };
        loop {
            let Some(last) = open.last_mut() else { return done.unwrap_or(0) };
            if let Some(value) = done.take() {
                let own = hasher.hash_one((last.key, value, 5_u8));
                // Members in any order: a sum does not depend on it.
                last.sum = last.sum.wrapping_add(own);
                last.ordered = last.ordered.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(own);
            }
            let next = match &mut last.inside {
                Inside::Items(items) => items.next(),
                Inside::Members(members) => members.next().map(|(name, value)| {
                    last.key = text_key(name, 8, hasher);
                    keys.push(last.key);
                    value
                }),
            };
            if let Some(next) = next {
                node = next;
                break;
            }
            done = Some(match last.inside {
                Inside::Items(_) => hasher.hash_one((last.ordered, 6_u8)),
                // Of two members with the same key, the last or the first one is used.
                Inside::Members(_) if is_twice(keys.get_mut(last.keys..)) => hasher.hash_one((last.ordered, 9_u8)),
                Inside::Members(_) => hasher.hash_one((last.sum, 7_u8)),
            });
            keys.truncate(last.keys);
            open.pop();
        }
    }
}

fn text_key(node: Node<'_, '_>, kind: u8, hasher: RandomState) -> u64 {
    let text = node.text().unwrap_or_default();
    hasher.hash_one((kind, text.decode_json().as_ref(), text.has_half()))
}

fn is_twice(keys: Option<&mut [u64]>) -> bool {
    let keys = keys.unwrap_or_default();
    keys.sort_unstable();
    keys.windows(2).any(|two| matches!(two, [a, b] if a == b))
}

/// All differences between two values, in the order of the first; `path` is the place of the value itself.
pub(super) fn differences<'t, 'a>(
    old: Node<'t, 'a>,
    new: Node<'t, 'a>,
    path: &str,
    numbers: NumberEquality,
    hasher: RandomState,
    budget: &mut StepBudget,
) -> Vec<ValueDifference<'t, 'a>> {
    let mut compare = Compare { numbers, hasher, budget, out: Vec::new(), open: vec![(old, new, path.to_owned())] };
    while let Some((old, new, path)) = compare.open.pop() {
        if old.raw() != new.raw() {
            compare.pair(old, new, path);
        }
    }
    compare.out
}

struct Compare<'k, 't, 'a> {
    numbers: NumberEquality,
    hasher: RandomState,
    budget: &'k mut StepBudget,
    out: Vec<ValueDifference<'t, 'a>>,
    open: Vec<(Node<'t, 'a>, Node<'t, 'a>, String)>,
}

impl<'t, 'a> Compare<'_, 't, 'a> {
    fn found(&mut self, path: String, shown: Option<String>, old: Option<Node<'t, 'a>>, new: Option<Node<'t, 'a>>) {
        let shown = shown.unwrap_or_else(|| path.clone());
        self.out.push(ValueDifference { path, shown, old, new });
    }

    fn pair(&mut self, old: Node<'t, 'a>, new: Node<'t, 'a>, path: String) {
        let is_same = match (old.kind(), new.kind()) {
            (Kind::Object, Kind::Object) if self.objects(old, new, &path) => return,
            (Kind::Array, Kind::Array) if !old.is_empty() && !new.is_empty() => return self.arrays(old, new, &path),
            (Kind::Array, Kind::Array) => old.is_empty() && new.is_empty(),
            (Kind::String, Kind::String) => old.text().unwrap_or_default().same(&new.text().unwrap_or_default()),
            (Kind::Number, Kind::Number) => self.numbers.spelling(old) == self.numbers.spelling(new),
            _ => false,
        };
        if !is_same {
            self.found(path, None, Some(old), Some(new));
        }
    }

    /// False if the objects have so little in common that one replaces the other.
    fn objects(&mut self, old: Node<'t, 'a>, new: Node<'t, 'a>, path: &str) -> bool {
        let (Some(mut known), Some(own)) = (members(new), members(old)) else {
            // A key appears twice: a path would be ambiguous.
            return false;
        };
        let shared = own.keys().filter(|key| known.contains_key(*key)).count();
        if shared == 0 && !(own.is_empty() && known.is_empty()) && !path.is_empty() {
            return false;
        }
        let mut inner = Vec::new();
        for (key, value) in old.members() {
            let key = key.text().unwrap_or_default();
            let key = key.decode_json();
            let mut place = path.to_owned();
            push_segment(&mut place, &key);
            match known.remove(key.as_ref()) {
                Some(other) => inner.push((value, other, place)),
                None => self.found(place, None, Some(value), None),
            }
        }
        for (key, value) in new.members() {
            let key = key.text().unwrap_or_default();
            let key = key.decode_json();
            if known.contains_key(key.as_ref()) {
                let mut place = path.to_owned();
                push_segment(&mut place, &key);
                self.found(place, None, None, Some(value));
            }
        }
        self.open.extend(inner.into_iter().rev());
        true
    }

    fn arrays(&mut self, old: Node<'t, 'a>, new: Node<'t, 'a>, path: &str) {
        let (a, b): (Vec<_>, Vec<_>) = (old.items().collect(), new.items().collect());
        let runs = self.runs(old, new, &a, &b);
        let mut inner = Vec::new();
        // The index of the next item in the list after the earlier operations, in `a` and in `b`.
        let (mut place, mut at) = (0, (0, 0));
        let end = EqualRun { a: a.len(), b: b.len(), len: 0 };
        let name = |index: usize| format!("{path}/{index}");
        for run in runs.into_iter().chain([end]) {
            let both = (run.a - at.0).min(run.b - at.1);
            for step in 0..both {
                if let (Some(old), Some(new)) = (a.get(at.0 + step), b.get(at.1 + step)) {
                    inner.push((*old, *new, name(at.1 + step)));
                }
            }
            place += both;
            for index in at.0 + both..run.a {
                self.found(name(place), Some(name(index)), a.get(index).copied(), None);
            }
            for index in at.1 + both..run.b {
                self.found(name(place), None, None, b.get(index).copied());
                place += 1;
            }
            place += run.len;
            at = (run.a + run.len, run.b + run.len);
        }
        self.open.extend(inner.into_iter().rev());
    }

    fn runs(&mut self, old: Node<'_, '_>, new: Node<'_, '_>, a: &[Node<'_, '_>], b: &[Node<'_, '_>]) -> Vec<EqualRun> {
        // Nested lists are processed once for each list that contains them.
        if !self.budget.take(old.raw().len() + new.raw().len()) {
            return Vec::new();
        }
        let keys = |items: &[Node<'_, '_>]| -> Vec<u64> {
            items.iter().map(|item| value_key(*item, self.numbers, self.hasher)).collect()
        };
        common(&keys(a), &keys(b), self.budget)
    }
}

/// The members by key; `None` if a key appears twice.
fn members<'t, 'a>(object: Node<'t, 'a>) -> Option<HashMap<Cow<'a, str>, Node<'t, 'a>>> {
    let mut known = HashMap::with_capacity(object.len());
    for (key, value) in object.members() {
        let key = match key.token() {
            Some(token) if !token.contains('\\') => Cow::Borrowed(token),
            _ => Cow::Owned(key.text().unwrap_or_default().decode_json().into_owned()),
        };
        if known.insert(key, value).is_some() {
            return None;
        }
    }
    Some(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    fn shown(a: &str, b: &str) -> Vec<String> {
        let (mut first, mut second) = (Tape::new(), Tape::new());
        let (old, new) = (first.parse(a).unwrap(), second.parse(b).unwrap());
        let raw = |node: Option<Node<'_, '_>>| node.map_or("-", |node| node.raw()).to_owned();
        let found =
            differences(old, new, "", NumberEquality::AsWritten, RandomState::default(), &mut StepBudget::new(10_000));
        found.into_iter().map(|it| format!("{} {} {}", it.path, raw(it.old), raw(it.new))).collect()
    }

    #[test]
    fn differences_have_the_smallest_place() {
        assert_eq!(shown(r#"{"a":1,"b":{"c":[1,2]}}"#, r#"{"b":{"c":[1,3]},"a":1}"#), ["/b/c/1 2 3"]);
        assert_eq!(shown(r#"{"a":1,"b":[1,2]}"#, r#"{"b":[2],"c":3}"#), ["/a 1 -", "/c - 3", "/b/0 1 -"]);
        assert_eq!(shown("[1,2,3]", "[0,1,2,3]"), ["/0 - 0"]);
        assert_eq!(shown(r#"{"a":"caf\u00e9"}"#, r#"{"a" : "café"}"#), [""; 0]);
        assert_eq!(shown(r#"{"x/y":1,"x/y":2}"#, r#"{"x/y":3}"#), [r#" {"x/y":1,"x/y":2} {"x/y":3}"#]);
        assert_eq!(shown(r#"{"m~/":1}"#, r#"{"m~/":2}"#), ["/m~0~1 1 2"]);
    }

    #[test]
    fn equal_values_have_one_key() {
        let hasher = RandomState::default();
        let mut tape = Tape::new();
        let mut key = |text: &str| value_key(tape.parse(text).unwrap(), NumberEquality::AsWritten, hasher);
        assert_eq!(key(r#"{"a":[1,"\u0061"],"b":{}}"#), key(r#"{ "b":{}, "a":[1, "a"] }"#));
        // Readers disagree about which of two members with the same key is used: their order matters.
        assert_ne!(key(r#"{"a":1,"a":2}"#), key(r#"{"a":2,"a":1}"#));
        assert_eq!(key(r#"{"a":1,"a":2}"#), key(r#"{"a":1, "\u0061":2}"#));
        assert_ne!(key(r#"["\ud800"]"#), key(r#"["\\ud800"]"#), "half a pair, and a text about it");
        assert_ne!(key("[1.0]"), key("[1.00]"), "as written");
        assert_ne!(key("[[],[1]]"), key("[[1],[]]"));
        for other in ["{}", "[]", r#"{"a":[1,"a"],"b":[]}"#, r#"{"a":["a",1],"b":{}}"#, r#"{"b":[1,"a"],"a":{}}"#] {
            assert_ne!(key(other), key(r#"{"a":[1,"a"],"b":{}}"#), "{other}");
        }
    }
}

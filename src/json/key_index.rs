//! The members of an object by their keys, for objects in which many keys are looked up: one walk instead of one for each key.

use super::node::Node;

/// Twice as many as a row of a log has keys.
const BUCKETS: usize = 64;

/// An object whose members are found by a hash of their keys.
#[derive(Clone, Debug)]
pub(crate) struct KeyIndex<'t, 'a> {
    object: Node<'t, 'a>,
    /// The slots of the first two keys in each bucket. Zero: there is none.
    slots: [[u32; 2]; BUCKETS],
    /// The buckets with more keys.
    full: u64,
}

impl<'t, 'a> KeyIndex<'t, 'a> {
    /// The members of a value. Only objects have any.
    pub(crate) fn of(object: Node<'t, 'a>) -> Self {
        let mut index = Self { object, slots: [[0; 2]; BUCKETS], full: 0 };
        for (key, _) in object.members() {
            let bucket = key_bucket(key.string_bytes());
            let free = index.slots.get_mut(bucket).and_then(|slots| slots.iter_mut().find(|slot| **slot == 0));
            match (free, u32::try_from(key.index())) {
                (Some(free), Ok(slot)) => *free = slot,
                _ => index.full |= 1 << bucket,
            }
        }
        index
    }

    pub(crate) fn object(&self) -> Node<'t, 'a> {
        self.object
    }

    /// The value of the first member with this key.
    pub(crate) fn get(&self, key: &str) -> Option<Node<'t, 'a>> {
        if self.object.has_escaped_keys() {
            return self.object.get(key);
        }
        let bucket = key_bucket(key.as_bytes());
        for slot in self.slots.get(bucket)?.iter().filter(|slot| **slot != 0) {
            let found = self.object.sibling(*slot as usize);
            if found.string_bytes() == key.as_bytes() {
                return Some(found.sibling(*slot as usize + 1));
            }
        }
        if self.full >> bucket & 1 == 1 { self.object.get(key) } else { None }
    }
}

/// A number below 64 for a key: the first and the last byte and the length tell most keys apart.
pub(crate) fn key_bucket(key: &[u8]) -> usize {
    let (first, last) = (key.first().copied().unwrap_or(0), key.last().copied().unwrap_or(0));
    let sum = usize::from(first).wrapping_mul(7).wrapping_add(usize::from(last).wrapping_mul(3));
    sum.wrapping_add(key.len()) % BUCKETS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn keys_are_found_as_by_a_walk() {
        let many = |count: usize| (0..count).map(|at| format!("\"key{at}\":{at},")).collect::<Vec<_>>().concat();
        for text in [
            "{}".to_owned(),
            "7".to_owned(),
            r#"{"a":1,"a":2,"":3,"ab":{"a":4},"aab":[5]}"#.to_owned(),
            r#"{"\u0061":1,"b":2,"a":3}"#.to_owned(),
            format!("{{{}\"last\":0}}", many(200)),
        ] {
            let mut tape = Tape::new();
            let root = tape.parse(&text).unwrap();
            let index = KeyIndex::of(root);
            for key in ["a", "", "b", "ab", "aab", "key0", "key17", "key199", "key200", "last", "x"] {
                let raw = |node: Option<Node<'_, '_>>| node.map(|node| node.at().offset());
                assert_eq!(raw(index.get(key)), raw(root.get(key)), "{key} in {text}");
            }
        }
    }
}

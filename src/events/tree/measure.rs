//! How large and deep a value is, and whether it equals one of an event, without writing it: `{"a":[1,2]}` has 11 bytes
//! and 2 levels. A value that shares its parts can be far larger as text than in memory.

use std::collections::HashMap;

use super::value::{TreeForm, TreeValue};
use crate::json::{Kind, Node, Tape, same_value, spelled};

/// The steps of a visit of a node, of an item, and of a member that is copied because its list or object is shared.
const VISIT: usize = 8;
const ITEM: usize = 16;
const MEMBER: usize = 128;
/// The steps of a byte of text that is opened while it is shared: each copy is opened once more.
const SHARED_BYTE: usize = 16;

/// What a measurement found, and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::events) struct Measured {
    /// The bytes or levels.
    pub(in crate::events) found: usize,
    pub(super) steps: usize,
}

impl TreeValue {
    /// Calls `each` with every node and the number of containers around it.
    fn visit(&self, each: &mut dyn FnMut(&Self, usize)) {
        let mut waiting = vec![(self, 0)];
        while let Some((value, depth)) = waiting.pop() {
            each(value, depth);
            match &value.form {
                TreeForm::Raw(_) => {}
                TreeForm::Array(items) => waiting.extend(items.iter().map(|item| (item, depth + 1))),
                TreeForm::Object(object) => waiting.extend(object.values().map(|value| (value, depth + 1))),
            }
        }
    }

    /// An upper bound of the bytes of its text.
    pub(in crate::events) fn bytes(&self) -> Measured {
        let (mut found, mut steps) = (0_usize, 0_usize);
        self.visit(&mut |value, _| {
            steps += VISIT;
            found = found.saturating_add(match &value.form {
                TreeForm::Raw(text) => text.len() + 1,
                TreeForm::Array(_) => 3,
                TreeForm::Object(object) => 3 + object.key_bytes(),
            });
        });
        Measured { found, steps }
    }

    /// The nesting depth of its text.
    pub(super) fn depth(&self) -> Measured {
        let (mut found, mut steps) = (0_usize, 0_usize);
        self.visit(&mut |value, depth| {
            let own = match &value.form {
                TreeForm::Raw(text) => {
                    steps += text.len();
                    depth_of(text)
                }
                TreeForm::Array(_) | TreeForm::Object(_) => 1,
            };
            steps += VISIT;
            found = found.max(depth + own);
        });
        Measured { found, steps }
    }

    /// The steps of changing something in it: it is parsed if it is text, and copied if it is shared.
    pub(super) fn opening(&self) -> usize {
        let shared = |is_shared: bool, steps: usize| if is_shared { steps } else { 0 };
        match &self.form {
            TreeForm::Raw(_) if !self.is_container() => 0,
            TreeForm::Raw(text) => text.len() + shared(is_shared(text), text.len().saturating_mul(SHARED_BYTE)),
            TreeForm::Array(items) => shared(is_shared(items), items.len().saturating_mul(ITEM)),
            TreeForm::Object(object) => shared(is_shared(object), object.slots.len().saturating_mul(MEMBER)),
        }
    }

    /// Whether it equals a value of an event, and the steps it took: no more than that value is long, and
    /// the parts that are text.
    pub(super) fn equals(&self, wanted: Node<'_, '_>, scratch: &mut Tape) -> (bool, usize) {
        let (mut waiting, mut steps) = (vec![(self, wanted)], 0);
        while let Some((value, wanted)) = waiting.pop() {
            steps += VISIT;
            let is_equal = match &value.form {
                TreeForm::Raw(text) if text.as_str() == wanted.raw() => true,
                TreeForm::Raw(_) if value.is_container() != (wanted.is_array() || wanted.is_object()) => false,
                TreeForm::Raw(text) => {
                    steps += text.len();
                    scratch.parse(text).is_ok_and(|found| same_value(found, wanted))
                }
                TreeForm::Array(items) => {
                    waiting.extend(items.iter().zip(wanted.items()));
                    wanted.is_array() && items.len() == wanted.len()
                }
                TreeForm::Object(object) => {
                    let key = |key: &Node<'_, '_>| spelled(key.token().unwrap_or_default()).into_owned();
                    let members: HashMap<_, _> = wanted.members().map(|(own, value)| (key(&own), value)).collect();
                    let pairs = members.iter().map_while(|(key, wanted)| Some((object.get(key)?, *wanted)));
                    let before = waiting.len();
                    waiting.extend(pairs);
                    wanted.kind() == Kind::Object
                        && object.live() == members.len()
                        && waiting.len() - before == members.len()
                }
            };
            if !is_equal {
                return (false, steps);
            }
        }
        (true, steps)
    }
}

fn is_shared<T>(part: &std::sync::Arc<T>) -> bool {
    std::sync::Arc::strong_count(part) > 1
}

/// The nesting depth of a valid JSON text.
pub(super) fn depth_of(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut depth, mut most) = (0, 0_usize, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => {
                depth += 1;
                most = most.max(depth);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => at = string_end(bytes, at + 1),
            _ => {}
        }
        at += 1;
    }
    most
}

fn string_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(found) = memchr::memchr2(b'"', b'\\', bytes.get(at..).unwrap_or_default()) {
        if bytes.get(at + found) == Some(&b'"') {
            return at + found;
        }
        at += found + 2;
    }
    bytes.len()
}

//! Members that a reader did not read, at any depth: they are kept, so that a conversion reports them.
//!
//! ```json
//! {"id":"item_1","content":[{"type":"text","text":"taken","annotations":[1]}]}
//! ```

use crate::json::{At, Node, Text};
use crate::model::{Extras, Slot};

/// Keeps the content of `value` outside the sorted places `taken`; a value without any taken place is kept whole.
/// `is_known` is true for members whose meaning the model has: they are notes, as null and empty lists are.
pub fn keep_other_members<'a>(
    key: Text<'a>,
    value: Node<'_, 'a>,
    taken: &[At],
    slot: Slot,
    origin: &'static str,
    is_known: &dyn Fn(&Text<'_>, Node<'_, '_>) -> bool,
    extras: &mut Extras<'a>,
) {
    if taken.binary_search(&value.at()).is_ok() {
        return;
    }
    let span = value.span();
    let next = taken.get(taken.partition_point(|at| *at <= value.at())).and_then(|at| at.offset());
    if next.is_some_and(|next| next < span.end) {
        for (key, member) in value.members() {
            keep_other_members(key.text().unwrap_or_default(), member, taken, slot, origin, is_known, extras);
        }
        for item in value.items() {
            keep_other_members(key.clone(), item, taken, slot, origin, is_known, extras);
        }
        return;
    }
    let is_empty = value.is_null() || ((value.is_array() || value.is_object()) && value.is_empty());
    if is_empty || is_known(&key, value) {
        extras.note_in(slot, origin, key, value.to_raw(), value.at());
    } else {
        extras.push_in(slot, origin, key, value.to_raw(), value.at());
    }
}

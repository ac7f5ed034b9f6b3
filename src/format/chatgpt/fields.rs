//! Fields that the model cannot represent: kept in the slot of their object.

use super::NAME;
use crate::format::shared::keep_exported;
use crate::json::{Node, Text};
use crate::model::{Extras, Slot};

/// Keeps a member: as a note if the model has its value, or if the value is empty.
pub(super) fn keep<'a>(slot: Slot, key: Text<'a>, node: Node<'_, 'a>, is_note: bool, extras: &mut Extras<'a>) {
    keep_exported(slot, NAME, key, node, is_note, extras);
}

/// Keeps all members of an object but those that were taken.
pub(super) fn keep_others<'a>(slot: Slot, object: Node<'_, 'a>, taken: &[&str], extras: &mut Extras<'a>) {
    for (key, value) in object.members().filter(|(key, _)| !taken.iter().any(|taken| key.is(taken))) {
        keep(slot, key.text().unwrap_or_default(), value, false, extras);
    }
}

/// The number of a node.
pub(super) fn number(node: Option<Node<'_, '_>>) -> Option<f64> {
    let node = node.filter(|node| !node.is_string())?;
    node.raw().parse().ok().filter(|number: &f64| number.is_finite())
}

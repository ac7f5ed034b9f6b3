//! The undo journal of a patch, for the case that a later operation fails.

use super::value::TreeValue;
use crate::json::Tape;

/// One change and how to undo it. `path` is the slots that lead to the container.
#[derive(Debug)]
pub(in crate::events) enum UndoStep {
    /// The whole value was replaced.
    Root(TreeValue),
    /// A member or item was inserted.
    Inserted { path: Vec<usize>, place: usize },
    /// A value was replaced.
    Replaced { path: Vec<usize>, place: usize, old: TreeValue },
    /// A member or item was removed; `key` is set for members.
    Removed { path: Vec<usize>, place: usize, key: Option<String>, value: TreeValue },
}

/// The changes of a patch, in order.
#[derive(Debug)]
pub(in crate::events) struct Journal {
    changes: Vec<UndoStep>,
}

impl Journal {
    pub(in crate::events) fn new() -> Self {
        Self { changes: Vec::new() }
    }

    pub(in crate::events) fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    pub(in crate::events) fn push(&mut self, undo: UndoStep) {
        self.changes.push(undo);
    }

    /// Undoes all changes, the last one first.
    pub(in crate::events) fn roll_back(self, root: &mut TreeValue, scratch: &mut Tape) {
        for undo in self.changes.into_iter().rev() {
            take_back(undo, root, scratch);
        }
    }
}

fn take_back(undo: UndoStep, root: &mut TreeValue, scratch: &mut Tape) {
    match undo {
        UndoStep::Root(old) => *root = old,
        UndoStep::Inserted { path, place } => {
            if let Some(parent) = reach(root, &path, scratch) {
                parent.take_child(place);
            }
        }
        UndoStep::Replaced { path, place, old } => {
            if let Some(child) = reach(root, &path, scratch).and_then(|parent| parent.opened_child(place)) {
                *child = old;
            }
        }
        UndoStep::Removed { path, place, key, value } => {
            let Some(parent) = reach(root, &path, scratch) else { return };
            match key {
                Some(key) => {
                    if let Some(object) = parent.object_mut() {
                        object.put_back(place, key, value);
                    }
                }
                None => {
                    if let Some(items) = parent.items_mut() {
                        items.insert(place.min(items.len()), value);
                    }
                }
            }
        }
    }
}

fn reach<'v>(root: &'v mut TreeValue, path: &[usize], scratch: &mut Tape) -> Option<&'v mut TreeValue> {
    root.open(scratch);
    let mut value = root;
    for place in path {
        value = value.opened_child(*place)?;
        value.open(scratch);
    }
    Some(value)
}

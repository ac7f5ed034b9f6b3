//! The open ids, in the order in which they were opened.

use std::collections::HashMap;

/// A set of open ids.
#[derive(Debug, Default)]
pub(super) struct OpenIds {
    ids: HashMap<String, u64>,
    next: u64,
}

impl OpenIds {
    /// Opens an id. Returns false if it was already open.
    pub(super) fn add(&mut self, id: &str) -> bool {
        if self.ids.contains_key(id) {
            return false;
        }
        self.next += 1;
        self.ids.insert(id.to_owned(), self.next);
        true
    }

    pub(super) fn has(&self, id: &str) -> bool {
        self.ids.contains_key(id)
    }

    /// Closes an id. Returns false if it was not open.
    pub(super) fn remove(&mut self, id: &str) -> bool {
        self.ids.remove(id).is_some()
    }

    /// The open id, if there is exactly one.
    pub(super) fn only(&self) -> Option<&str> {
        self.ids.keys().next().filter(|_| self.ids.len() == 1).map(String::as_str)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The first ids, for a message: `` `m1`, `m2` ``.
    pub(super) fn list(&self) -> String {
        list(self.ids.iter().map(|(id, place)| (*place, id.clone())).collect())
    }

    /// Removes all ids.
    pub(super) fn clear(&mut self) {
        self.ids.clear();
    }
}

/// Names in the order of their places, as many as fit in a message.
pub(super) fn list(mut names: Vec<(u64, String)>) -> String {
    const SHOWN: usize = 20;
    names.sort_unstable();
    let mut text = String::new();
    for (_, name) in names.iter().take(SHOWN) {
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push('`');
        text.push_str(&crate::json::Text::owned(name.as_str()).show());
        text.push('`');
    }
    if names.len() > SHOWN {
        text.push_str(&format!(" and {} more", names.len() - SHOWN));
    }
    text
}

//! What a service takes where its format does not: places of a body, and the findings that do not hold there.
//!
//! ```json
//! {"messages":[{"role":"assistant","content":"x","prefix":true}]}
//! ```

use crate::json::Node;
use crate::report::AcceptedPlace;

/// A value that a service takes.
#[derive(Debug)]
pub struct AcceptedForm {
    /// Keys from the body to the value; `*` matches all items of a list, `$` the last one. For a member that may be
    /// absent, its object.
    pub path: &'static [&'static str],
    /// The ids of the findings that do not hold there.
    pub codes: &'static [&'static str],
    /// The values that are taken.
    pub takes: fn(Node<'_, '_>) -> bool,
}

impl AcceptedForm {
    /// Whatever the value is.
    #[must_use]
    pub const fn any(path: &'static [&'static str], codes: &'static [&'static str]) -> Self {
        Self { path, codes, takes: |_| true }
    }

    /// Adds the places below a value where it holds; `path` leads from the value.
    pub(super) fn walk(&self, value: Node<'_, '_>, path: &[&str], places: &mut Vec<AcceptedPlace>) {
        match path.split_first() {
            None if (self.takes)(value) => places.extend(self.codes.iter().map(|code| (value.span().start, *code))),
            None => {}
            Some((&"*", rest)) => value.items().for_each(|item| self.walk(item, rest, places)),
            Some((&"$", rest)) => value.items().last().into_iter().for_each(|item| self.walk(item, rest, places)),
            Some((key, rest)) => value.get(key).into_iter().for_each(|inner| self.walk(inner, rest, places)),
        }
    }
}

//! A record in which ids are replaced, and the id rules of its format.

use crate::format::ids::IdRules;
use crate::json::Node;

/// The JSON of a record, and its text.
#[derive(Clone, Copy)]
pub(in crate::op) struct RecordTree<'n, 'a> {
    pub(in crate::op) root: Node<'n, 'a>,
    pub(in crate::op) text: &'a str,
}

/// The id rules of a format.
#[derive(Clone, Copy)]
pub(in crate::op) struct IdFormat<'f> {
    pub(in crate::op) ids: &'f IdRules,
    /// The name of the format.
    pub(in crate::op) name: &'static str,
}

/// The ids of a record that are replaced.
#[derive(Clone, Copy)]
pub(super) struct WantedIds<'w> {
    pub(super) text: &'w str,
    pub(super) ids: &'w IdRules,
    /// The bits of their scopes.
    pub(super) scopes: u8,
}

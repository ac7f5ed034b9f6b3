//! Tables of the values that a service accepts in the body of a request, and in its batch line.

use super::calls::IdRule;
use crate::json::At;
use crate::report::{Code, FindingText};

/// The keys of the body of a request.
///
/// Source: the SDK types that the table's file names.
#[derive(Clone, Copy, Debug)]
pub struct BodyKeys {
    /// The keys of the conversation. A body with no other keys is not a whole request: only its messages are checked.
    pub conversation: &'static [&'static str],
    /// All other keys.
    pub settings: &'static [&'static str],
    /// Keys that every request has.
    pub required: &'static [&'static str],
    /// Objects of the body whose keys are known.
    pub objects: &'static [(&'static str, &'static [&'static str])],
    /// Values that are of one of several kinds.
    pub unions: &'static [RequestUnion],
    /// The body may be in a batch line.
    pub line: Option<BatchLine>,
}

/// Receives the code, the place and the message of each problem.
pub(crate) type NoteProblem<'n> = dyn FnMut(&'static Code, At, FindingText) + 'n;

/// A value of a request that is of one of several kinds.
#[derive(Clone, Copy, Debug)]
pub struct RequestUnion {
    /// Keys from the body to the value; `*` matches all items of a list.
    pub path: &'static [&'static str],
    /// The value in messages: `tool choice`.
    pub name: &'static str,
    /// The member that determines the kind.
    pub by: UnionBy,
    /// The kinds.
    pub kinds: &'static [&'static str],
    /// The service has more kinds: only misspelled ones are reported.
    pub is_open: bool,
}

/// How a value shows its kind.
#[derive(Clone, Copy, Debug)]
pub enum UnionBy {
    /// The value is a string.
    Word,
    /// The string at this key of an object.
    Tag(&'static str),
    /// The keys of an object.
    Key,
}

/// The fields of a batch line.
#[derive(Clone, Copy, Debug)]
pub struct BatchLine {
    /// The key of the body.
    pub body: &'static str,
    /// The key of the id, which is unique in the file.
    pub id: &'static str,
    /// The rule for such ids.
    pub ids: IdRule,
    /// Other fields are rejected.
    pub is_closed: bool,
    /// The address of the service in `url`, next to a `method`. `None`: lines have neither.
    pub url: Option<&'static str>,
}

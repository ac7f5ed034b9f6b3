//! What can be wrong with a patch, and its limits: `operation 0 names something that is not there`.

use std::fmt;

/// What keeps hostile patches from filling memory or nesting without end.
#[derive(Clone, Copy, Debug)]
pub struct PatchLimits {
    /// Open brackets of the patched value.
    pub depth: usize,
    /// Bytes of the patched value that copies may make.
    pub bytes: usize,
}

impl Default for PatchLimits {
    fn default() -> Self {
        Self { depth: crate::json::MAX_DEPTH, bytes: 256 * 1024 * 1024 }
    }
}

/// A patch was applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// An array index was taken that the RFC forbids: `/l/01`, `/l/`, or one beyond the end.
    pub is_lax: bool,
}

/// A patch was not applied; the value is what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatchError {
    /// Which operation, from 0.
    pub operation: usize,
    /// Why not.
    pub reason: Reason,
}

/// Why an operation fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The patch is not an array, or an operation no object.
    NotAPatch,
    /// An operation without a known `op`, a `path`, or the `from` or `value` it needs.
    Malformed,
    /// A pointer that does not begin with `/`.
    BadPointer,
    /// `__proto__`, or `prototype` of a `constructor`.
    Forbidden,
    /// What it is about is not there.
    NotFound,
    /// An index that is not a number, or is beyond the end.
    BadIndex,
    /// A value would move into itself.
    IntoItself,
    /// The value is another one than the test says.
    TestFailed,
    /// The result would be nested too deep.
    TooDeep,
    /// Copies would make the result too large.
    TooLarge,
}

impl fmt::Display for PatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.reason {
            Reason::NotAPatch => return f.write_str("a patch is an array of operations"),
            Reason::Malformed => "has no known `op`, no `path`, or lacks the `from` or `value` it needs",
            Reason::BadPointer => "has a pointer that does not begin with `/`",
            Reason::Forbidden => "names `__proto__`, which is refused",
            Reason::NotFound => "names something that is not there",
            Reason::BadIndex => "names an array item that cannot be",
            Reason::IntoItself => "moves a value into itself",
            Reason::TestFailed => "tests for another value than is there",
            Reason::TooDeep => "nests deeper than the limit",
            Reason::TooLarge => "copies more than the limit",
        };
        write!(f, "operation {} {reason}", self.operation)
    }
}

impl std::error::Error for PatchError {}

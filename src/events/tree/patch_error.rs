//! Errors of patches, and their limits: `operation 0 names something that is not there`.

use std::fmt;

/// The limits of a patch: they bound memory and nesting for hostile input.
#[derive(Clone, Copy, Debug)]
pub struct PatchLimits {
    /// The maximum nesting of the patched value.
    pub depth: usize,
    /// The maximum number of bytes that copies may add, in addition to as many as the log itself holds.
    pub bytes: usize,
    /// The maximum number of bytes and nodes that are looked at or moved, in addition to 64 for each byte of the log.
    pub steps: usize,
}

impl PatchLimits {
    /// The limits where records have others than usual.
    #[must_use]
    pub fn within(depth: usize, record: usize) -> Self {
        let usual = Self::default();
        Self { depth, bytes: record.min(usual.bytes), ..usual }
    }
}

impl Default for PatchLimits {
    fn default() -> Self {
        Self { depth: crate::json::MAX_DEPTH, bytes: 64 * 1024 * 1024, steps: 512 * 1024 * 1024 }
    }
}

/// The result of a successful patch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// It used an array index that the RFC forbids: `/l/01`, `/l/`, or one beyond the end.
    pub is_lax: bool,
}

/// The patch failed; the value is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatchError {
    /// The index of the failed operation, from 0.
    pub operation: usize,
    /// The reason.
    pub reason: Reason,
}

/// Why an operation failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The patch is not an array, or an operation is not an object.
    NotAPatch,
    /// An operation without a known `op`, a `path`, or the `from` or `value` it needs.
    Malformed,
    /// A pointer that does not begin with `/`.
    BadPointer,
    /// `__proto__`, or `prototype` of a `constructor`.
    Forbidden,
    /// The target does not exist.
    NotFound,
    /// An index that is not a number, or is beyond the end.
    BadIndex,
    /// A value would move into itself.
    IntoItself,
    /// The value differs from that of the test.
    TestFailed,
    /// The result would be nested too deeply.
    TooDeep,
    /// Copies would make the result too large.
    TooLarge,
    /// The patches of the log take too many steps.
    TooManySteps,
}

impl fmt::Display for PatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.reason {
            Reason::NotAPatch => return f.write_str("a patch is an array of operations"),
            Reason::Malformed => "has no known `op`, no `path`, or lacks the `from` or `value` it needs",
            Reason::BadPointer => "has a pointer that does not begin with `/`",
            Reason::Forbidden => "names `__proto__`, which is rejected",
            Reason::NotFound => "names something that is not there",
            Reason::BadIndex => "names an array item that cannot be",
            Reason::IntoItself => "moves a value into itself",
            Reason::TestFailed => "tests for a different value",
            Reason::TooDeep => "nests deeper than the limit",
            Reason::TooLarge => "copies too much: the state would grow far beyond the size of the log",
            Reason::TooManySteps => "comes after patches that cost far more steps than the log is long",
        };
        write!(f, "operation {} {reason}", self.operation)
    }
}

impl std::error::Error for PatchError {}

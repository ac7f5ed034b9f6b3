//! Why a statement cannot be executed.

use crate::report::Code;

/// An error of a statement or of its execution.
#[derive(Clone, Debug)]
pub struct StatementError {
    /// The code of the problem.
    pub code: &'static Code,
    /// The message: ``no `id=` in `f(a=1)` ``.
    pub message: String,
}

impl StatementError {
    /// An error with its message.
    #[must_use]
    pub fn new(code: &'static Code, message: String) -> Self {
        Self { code, message }
    }
}

impl std::fmt::Display for StatementError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for StatementError {}

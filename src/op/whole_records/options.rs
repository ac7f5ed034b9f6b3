//! Options and output of the commands that write whole records.

use crate::op::pass::PassOptions;
use crate::report::Diagnostic;
use crate::stream::{Progress, Write};

/// Options of all these commands.
#[derive(Clone, Copy, Debug)]
pub struct WholeOptions {
    /// How records are processed.
    pub pass: PassOptions,
    /// The output also contains other results, before or after this one.
    pub is_joined: bool,
}

/// The output, and the receivers of reports about the input.
pub struct WholeEnds<'e> {
    /// Receives the output.
    pub write: &'e mut Write<'e>,
    /// Receives the diagnostics of records that fail, in order.
    pub note: &'e mut (dyn FnMut(Diagnostic) + Send),
    /// Receives the progress.
    pub progress: &'e dyn Progress,
}

impl std::fmt::Debug for WholeEnds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WholeEnds").finish_non_exhaustive()
    }
}

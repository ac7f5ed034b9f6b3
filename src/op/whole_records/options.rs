//! Options and output of the commands that write whole records.

use crate::op::outcome::OnError;
use crate::report::Diagnostic;
use crate::stream::{Progress, Write};

/// Options of all these commands.
#[derive(Clone, Copy, Debug)]
pub struct WholeOptions {
    /// What happens to invalid records.
    pub on_error: OnError,
    /// Worker threads.
    pub jobs: usize,
    /// The number of diagnostics that are kept for each code.
    pub keep: u64,
    /// Other results are before this one, or after it, where it goes.
    pub is_joined: bool,
}

/// The output, and the functions that are reported about the input.
pub struct WholeEnds<'e> {
    /// Takes the output.
    pub write: &'e mut Write<'e>,
    /// Is given the diagnostics of records that fail, in order.
    pub note: &'e mut (dyn FnMut(Diagnostic) + Send),
    /// Is told how far it is.
    pub progress: &'e dyn Progress,
}

impl std::fmt::Debug for WholeEnds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WholeEnds").finish_non_exhaustive()
    }
}

//! How records are processed.

use crate::op::outcome::OnError;

/// How the records of an input are processed, in every command that reads records.
#[derive(Clone, Copy, Debug)]
pub struct PassOptions {
    /// What happens to invalid records.
    pub on_error: OnError,
    /// Worker threads.
    pub jobs: usize,
    /// The maximum number of diagnostics for each code.
    pub keep: u64,
}

impl Default for PassOptions {
    fn default() -> Self {
        Self { on_error: OnError::Stop, jobs: 1, keep: 20 }
    }
}

impl PassOptions {
    /// True if the run continues after an invalid record.
    pub(in crate::op) fn goes_on(self) -> bool {
        self.on_error != OnError::Stop
    }

    /// The options for the conversations inside records: those that fail become error objects, and records that
    /// contain one are dropped when results are inserted.
    pub(in crate::op) fn for_nested(self) -> Self {
        let on_error = if self.on_error == OnError::Skip { OnError::Emit } else { self.on_error };
        Self { on_error, ..self }
    }
}

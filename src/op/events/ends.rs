//! The output of a command for event logs, and the layout of events.

use crate::format::Framing;
use crate::json::Layout;
use crate::report::Diagnostic;
use crate::stream::{Progress, Write};

/// The output, and the functions that receive diagnostics.
pub struct EventEnds<'e> {
    /// Receives the output.
    pub write: &'e mut Write<'e>,
    /// Receives every kept diagnostic, in order.
    pub note: &'e mut (dyn FnMut(Diagnostic) + Send),
    /// Receives the progress.
    pub progress: &'e dyn Progress,
}

impl std::fmt::Debug for EventEnds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EventEnds").finish_non_exhaustive()
    }
}

/// The layout of the output.
#[derive(Clone, Copy, Debug, Default)]
pub struct EventLayout {
    /// The framing of the output; `None`: that of the input.
    pub framing: Option<Framing>,
    /// The layout of the output; `None`: that of each event.
    pub layout: Option<Layout>,
    /// Determine whether the output differs from the input.
    pub compares: bool,
    /// A byte order mark of the input is copied to the output.
    pub keeps_mark: bool,
}

//! The output of a command for event logs, and how events are written.

use crate::format::Framing;
use crate::json::Layout;
use crate::report::Diagnostic;
use crate::stream::{Progress, Write};

/// The output, and the functions that receive diagnostics.
pub struct EventEnds<'e> {
    /// Takes the output.
    pub write: &'e mut Write<'e>,
    /// Is given every kept diagnostic, in order.
    pub note: &'e mut (dyn FnMut(Diagnostic) + Send),
    /// Is told how far it is.
    pub progress: &'e dyn Progress,
}

impl std::fmt::Debug for EventEnds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EventEnds").finish_non_exhaustive()
    }
}

/// How events are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct EventLayout {
    /// The framing of the output; `None`: that of the input.
    pub framing: Option<Framing>,
    /// The layout of the output; `None`: that of each event.
    pub layout: Option<Layout>,
    /// Find out whether the output differs from the input.
    pub compares: bool,
    /// A byte order mark of the input is one of the output.
    pub keeps_mark: bool,
}

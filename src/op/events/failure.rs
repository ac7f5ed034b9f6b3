//! The reason why a log cannot be processed.

use crate::events::{CycleError, FoldFailure, StateLimit, codes};
use crate::json::At;
use crate::report::{Code, Refused, shape};
use crate::stream::{SinkError, SourceError};

/// The reason why a log cannot be processed.
#[derive(Debug)]
#[non_exhaustive]
pub enum EventFailure {
    /// The input cannot be read.
    Source(SourceError),
    /// The output cannot be written.
    Sink(SinkError),
    /// The input has messages and no events.
    NoEvents(&'static str),
    /// Runs are their own ancestors.
    Cycle(CycleError),
    /// The patches of the log would make its state much larger than the log; see
    /// [`Outcome::fatal`](crate::op::Outcome).
    Beyond(StateLimit),
    /// The requested run does not exist, appears twice, or has no valid path to the root.
    Run {
        /// The code, if there is one.
        code: Option<&'static Code>,
        /// The message for the user.
        message: String,
    },
}

impl std::fmt::Display for EventFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Source(error) => error.fmt(f),
            Self::Sink(error) => error.fmt(f),
            Self::NoEvents(what) => write!(f, "this contains {what}, and no events"),
            Self::Cycle(error) => write!(f, "{}; {CYCLE_HELP} ({})", error.message, codes::PARENT_CYCLE.id),
            Self::Beyond(limit) => write!(f, "{}; {}", limit.message, StateLimit::HELP),
            Self::Run { code: Some(code), message } => write!(f, "{message} ({})", code.id),
            Self::Run { code: None, message } => f.write_str(message),
        }
    }
}

const CYCLE_HELP: &str = "--scope thread compacts without looking at parents";

impl EventFailure {
    pub(in crate::op) fn run(code: &'static Code, message: String) -> Self {
        Self::Run { code: Some(code), message }
    }

    /// The same for one of several logs, which are in records of a file.
    pub(super) fn refused(&self) -> Refused {
        let at = At::byte(0);
        match self {
            Self::Beyond(limit) => limit.refused(),
            Self::Cycle(error) => Refused::new(&codes::PARENT_CYCLE, at, error.message.as_str()).helping(CYCLE_HELP),
            Self::Run { code: Some(code), message } => Refused::new(code, at, message.as_str()),
            Self::Run { code: None, message } => {
                Refused::new(&shape::NOTHING_THERE, at, message.as_str()).helping("--on-error skip drops such records")
            }
            Self::Source(_) | Self::Sink(_) | Self::NoEvents(_) => {
                Refused::new(&shape::NOT_A_CONVERSATION, at, self.to_string())
            }
        }
    }
}

impl std::error::Error for EventFailure {}

impl From<SourceError> for EventFailure {
    fn from(error: SourceError) -> Self {
        Self::Source(error)
    }
}

impl From<SinkError> for EventFailure {
    fn from(error: SinkError) -> Self {
        Self::Sink(error)
    }
}

impl From<FoldFailure> for EventFailure {
    fn from(failure: FoldFailure) -> Self {
        match failure {
            FoldFailure::Cycle(cycle) => Self::Cycle(cycle),
            FoldFailure::Beyond(limit) => Self::Beyond(limit),
        }
    }
}

/// Ends a run at the patch that a limit stopped.
pub(in crate::op) fn stop_beyond(limit: Option<&StateLimit>) -> Result<(), EventFailure> {
    limit.map_or(Ok(()), |limit| Err(EventFailure::Beyond(limit.clone())))
}

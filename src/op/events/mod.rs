//! What the commands on event logs share: they read events one after the other, and write events.

mod drive;
mod log;
mod logs_in_records;
mod out;
mod patch_places;
mod scan;
mod steps;

use crate::events::{CycleError, FoldFailure, StateLimit, codes};
use crate::format::{Framing, find_framing};
use crate::json::{At, Layout, Tape};
use crate::report::{Code, Diagnostic, Refused, shape};
use crate::stream::{Limits, Progress, SinkError, Source, SourceError};

pub use log::EventLog;
pub use logs_in_records::{InsideOptions, LogWork, run_inside};

pub(super) use drive::{EventVisitor, Listener, drive, drive_each};
pub(super) use out::EventOut;
pub(super) use patch_places::PatchPlaces;
pub(super) use scan::{Scanner, Usual};
pub(super) use steps::Steps;

use crate::stream::Write;

/// An event log that is ready to be read.
#[derive(Debug)]
pub struct EventInput {
    /// The bytes.
    pub source: Source,
    /// The framing of the events.
    pub framing: Framing,
    /// The layout of the events.
    pub layout: Layout,
    /// Limits for events.
    pub limits: Limits,
    /// Invalid JSON and events that are too long are left out and reported; otherwise they end the run.
    pub skips_bad: bool,
}

impl EventInput {
    /// Detects the framing of the events in a source, unless it is given.
    #[must_use]
    pub fn new(source: Source, framing: Option<Framing>, limits: Limits) -> Self {
        let head = source.head();
        let framing = framing.unwrap_or_else(|| {
            let first = head.trim_start().split('\n').next().unwrap_or_default();
            // Of a slow pipe there may be one line so far; a log is lines until something else is seen.
            let is_line = || first.starts_with('{') && Tape::new().parse(first).is_ok();
            let found = find_framing(head, source.is_whole(), source.extension());
            if head.trim().is_empty() || (found == Framing::Document && is_line()) { Framing::Lines } else { found }
        });
        let layout = Layout::of(head);
        Self { source, framing, layout, limits, skips_bad: false }
    }

    /// The default framing of the output: that of the input.
    #[must_use]
    pub fn own_framing(&self) -> Framing {
        match self.framing {
            // A list, or an object that has one.
            Framing::Document | Framing::Array => Framing::Array,
            Framing::Lines | Framing::Messages | Framing::Folder => Framing::Lines,
            Framing::Sse => Framing::Sse,
        }
    }
}

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

/// Why a log cannot be worked on.
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
    /// The patches of the log would make its state far larger than the log; see [`Outcome::fatal`](super::outcome::Outcome).
    Beyond(StateLimit),
    /// The run that was asked for is not there, is there twice, or its way to the root is not.
    Run {
        /// The code, where there is one.
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
            Self::NoEvents(what) => write!(f, "this holds {what}, and no events"),
            Self::Cycle(error) => write!(f, "{}; {CYCLE_HELP} ({})", error.message, codes::PARENT_CYCLE.id),
            Self::Beyond(limit) => write!(f, "{}; {}", limit.message, StateLimit::HELP),
            Self::Run { code: Some(code), message } => write!(f, "{message} ({})", code.id),
            Self::Run { code: None, message } => f.write_str(message),
        }
    }
}

const CYCLE_HELP: &str = "--scope thread compacts without looking at parents";

impl EventFailure {
    pub(super) fn run(code: &'static Code, message: String) -> Self {
        Self::Run { code: Some(code), message }
    }

    /// The same for one log of several, which are in records of a file.
    fn refused(&self) -> Refused {
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

impl From<FoldFailure> for EventFailure {
    fn from(failure: FoldFailure) -> Self {
        match failure {
            FoldFailure::Cycle(cycle) => Self::Cycle(cycle),
            FoldFailure::Beyond(limit) => Self::Beyond(limit),
        }
    }
}

/// Ends a run at the patch that a limit stopped.
pub(super) fn stop_beyond(limit: Option<&StateLimit>) -> Result<(), EventFailure> {
    limit.map_or(Ok(()), |limit| Err(EventFailure::Beyond(limit.clone())))
}

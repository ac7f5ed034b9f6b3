//! The event stream of an outline, for targets that are logs of events.

use crate::json::Text;

/// The event stream that is written.
#[derive(Debug, Default)]
pub struct OutlineLog<'c> {
    /// The part of the stream that is written.
    pub shape: LogShape,
    /// The run that is written, if the target requires one and the record has none.
    pub run: Option<RunIds<'c>>,
    /// The events of the source are written as they were.
    pub is_source: bool,
}

/// The ids of a run.
#[derive(Debug)]
pub struct RunIds<'c> {
    /// The thread that it belongs to: the conversation.
    pub thread: Text<'c>,
    /// Its own id.
    pub id: Text<'c>,
}

/// The part of an event stream that is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogShape {
    /// A run with one snapshot of all messages.
    #[default]
    Snapshot,
    /// A run with each message as start, content and end.
    Events,
    /// Only the list of messages.
    Messages,
    /// Rows of a store, one per run.
    Rows,
}

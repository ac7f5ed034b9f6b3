//! The reasons why a pass over the records of an input ends early.

use std::io;

use super::super::carry::CarryError;
use super::super::migrate_ids::MapError;
use crate::stream::{SinkError, SourceError};

/// The reason why a command cannot continue. A bad record is not such a reason: see
/// [`Outcome::fatal`](super::super::outcome::Outcome).
#[derive(Debug)]
#[non_exhaustive]
pub enum PassFailure {
    /// The input cannot be read.
    Source(SourceError),
    /// The output cannot be written.
    Sink(SinkError),
    /// A temporary file cannot be created, written or read.
    Scratch(io::Error),
    /// The carry file cannot be used.
    Carry(CarryError),
    /// The map of ids is not about this input.
    Map(MapError),
    /// The framing contains one record, and there are more.
    ManyRecords,
    /// The framing contains messages or events, and a record is something else.
    NoPieces,
    /// A record is text, not JSON, and cannot be in a file with others.
    NotJson,
    /// The text around the records is not JSON, or a record is too long.
    Broken,
    /// Records cannot become one conversation: the place, the reason, and advice.
    NotOne(String),
    /// A media file no longer exists.
    Gone(io::Error),
    /// More media files failed than allowed.
    TooManyMedia(u64),
}

impl std::fmt::Display for PassFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Source(error) => error.fmt(f),
            Self::Sink(error) => error.fmt(f),
            Self::Carry(error) => error.fmt(f),
            Self::Map(error) => error.fmt(f),
            Self::NotOne(message) => f.write_str(message),
            Self::Scratch(error) => {
                let folder = std::env::temp_dir();
                write!(f, "cannot use a temporary file in {}: {error}; TMPDIR names another folder", folder.display())
            }
            Self::Gone(error) => write!(f, "a media file changed while it was read: {error}"),
            Self::TooManyMedia(count) => write!(f, "{count} media failed, more than --max-media-errors allows"),
            Self::ManyRecords => f.write_str(
                "--framing document, messages and sse hold one record, and there are more; use lines or array",
            ),
            Self::NoPieces => f.write_str("--framing messages and sse need records that are lists; use lines or array"),
            Self::Broken => f.write_str("the records cannot be told apart"),
            Self::NotJson => f.write_str(
                "the conversation is text, not JSON, and cannot be in one file with others; turnwise convert makes JSON of it",
            ),
        }
    }
}

impl std::error::Error for PassFailure {}

impl From<SourceError> for PassFailure {
    fn from(error: SourceError) -> Self {
        Self::Source(error)
    }
}

impl From<SinkError> for PassFailure {
    fn from(error: SinkError) -> Self {
        Self::Sink(error)
    }
}

/// Only media files are read while a record is written.
impl From<io::Error> for PassFailure {
    fn from(error: io::Error) -> Self {
        Self::Gone(error)
    }
}

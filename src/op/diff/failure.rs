//! The reason why a comparison ends early.

use crate::report::Diagnostic;
use crate::stream::SourceError;

/// The reason why two inputs cannot be compared. The number is the input: 0 is A, 1 is B.
#[derive(Debug)]
#[non_exhaustive]
pub enum DiffFailure {
    /// Reading an input failed.
    Source(usize, SourceError),
    /// A record cannot be read as a conversation: the problem, its place, and advice.
    Record(usize, Box<(Diagnostic, &'static str)>),
    /// A record is not at its earlier place.
    Lost(usize),
    /// Writing the result failed.
    Write(std::io::Error),
}

impl DiffFailure {
    /// The input that caused the failure.
    #[must_use]
    pub fn side(&self) -> Option<usize> {
        match self {
            Self::Source(side, _) | Self::Record(side, _) | Self::Lost(side) => Some(*side),
            Self::Write(_) => None,
        }
    }
}

impl std::fmt::Display for DiffFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Source(_, error) => error.fmt(f),
            Self::Record(_, what) => f.write_str(&what.0.message),
            Self::Lost(_) => f.write_str("a record is not where it was: the file changed while it was read"),
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DiffFailure {}

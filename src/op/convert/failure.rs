//! Why a conversion ends: `--framing document` with more than one record, a disk that is full.

use super::super::carry::CarryError;
use crate::stream::{SinkError, SourceError};

/// Why a conversion cannot go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConvertFailure {
    /// The input cannot be read.
    Source(SourceError),
    /// The output cannot be written.
    Sink(SinkError),
    /// The carry file cannot be used.
    Carry(CarryError),
    /// `--framing document` holds one record, and there are more.
    ManyRecords,
}

impl std::fmt::Display for ConvertFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Source(error) => error.fmt(f),
            Self::Sink(error) => error.fmt(f),
            Self::Carry(error) => error.fmt(f),
            Self::ManyRecords => f.write_str(
                "--framing document, messages and sse hold one record, and there are more; use lines or array",
            ),
        }
    }
}

impl std::error::Error for ConvertFailure {}

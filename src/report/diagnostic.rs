//! One thing to say about one place.

use std::sync::Arc;

use super::code::{Code, Severity};
use super::excerpt::Excerpt;
use crate::json::At;

/// A finding or a loss.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Which kind.
    pub code: &'static Code,
    /// How bad in this case.
    pub severity: Severity,
    /// Lower case, no final stop, says what is there: `tool call id c1 is used twice`.
    pub message: String,
    /// What to do about it.
    pub help: &'static str,
    /// Which file, where that is not the input itself: one of a folder.
    pub file: Option<Arc<str>>,
    /// Which record of the input, from 0.
    pub record: u64,
    /// Where in the record.
    pub at: At,
    /// The same for people; worked out while the record is available.
    pub location: Option<Location>,
    /// The text there, if the report was asked for it.
    pub excerpt: Option<Box<Excerpt>>,
}

/// A place in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// Line of the file, from 1.
    pub line: u64,
    /// Byte in that line, from 1.
    pub column: u64,
    /// Byte in the file, from 0.
    pub offset: u64,
    /// RFC 6901 pointer into the record.
    pub pointer: String,
}

//! A finding or loss at one place.

use std::sync::Arc;

use super::code::{Code, Severity};
use super::excerpt::Excerpt;
use super::fix::{FixSafety, SuggestedEdit};
use crate::json::At;

/// A finding or a loss.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The code.
    pub code: &'static Code,
    /// The severity of this diagnostic.
    pub severity: Severity,
    /// The message, in lower case without a full stop: `tool call id c1 is used twice`.
    pub message: String,
    /// What the user can do about it.
    pub help: &'static str,
    /// The file, if the input is a folder.
    pub file: Option<Arc<str>>,
    /// The index of the record in the input, from 0.
    pub record: u64,
    /// The place in the record.
    pub at: At,
    /// The place as line, column and pointer; computed while the record is available.
    pub location: Option<Location>,
    /// The text around the place, if the report has excerpts.
    pub excerpt: Option<Box<Excerpt>>,
    /// The edit that its rule gives.
    pub edit: Option<Box<SuggestedEdit>>,
    /// Whether it can be fixed; known once the record has been checked.
    pub fix: Option<FixSafety>,
    /// The bytes of the record that failed because of it, where the run goes on.
    pub rejected: Option<Box<[u8]>>,
}

impl Diagnostic {
    /// About a record as a whole, without a place.
    #[must_use]
    pub fn new(code: &'static Code, message: String) -> Self {
        Self {
            code,
            severity: code.severity,
            message,
            help: code.help,
            file: None,
            record: 0,
            at: At::NOWHERE,
            location: None,
            excerpt: None,
            edit: None,
            fix: None,
            rejected: None,
        }
    }

    /// About a file as a whole.
    #[must_use]
    pub fn of_file(code: &'static Code, message: String) -> Self {
        let location = Some(Location { line: 1, column: 1, ..Location::default() });
        Self { location, ..Self::new(code, message) }
    }
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

//! Why something failed: `2:14: not JSON: …(TW003)`.

use std::fmt;

use crate::op::{Trouble, Unreadable};
use crate::report::{Diagnostic, Location, Refused};
use crate::stream::SourceError;

/// Why an input or a record failed.
///
/// It prints as one line: place, message, code and pointer, as far as they are known.
///
/// ```
/// let error = turnwise::convert("{\"messages\":\n[oops]}", "openai", "anthropic").unwrap_err();
/// assert_eq!((error.line(), error.column()), (Some(2), Some(2)));
/// assert!(error.code().is_some() && error.help().is_some());
/// ```
#[derive(Debug)]
pub struct Error(Box<ErrorData>);

#[derive(Debug)]
struct ErrorData {
    kind: ErrorKind,
    message: String,
    code: Option<&'static str>,
    help: Option<&'static str>,
    record: Option<u64>,
    location: Option<Location>,
    source: Option<SourceError>,
}

/// What kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A name that was given is unknown: of a format, a dialect, a code.
    Argument,
    /// The input cannot be read: an error of the system, another encoding than UTF-8, damaged compression.
    Read,
    /// The input as a whole is not JSON, or is in no format that is known.
    Input,
    /// One record cannot be understood, or has no valid form in the target.
    Record,
}

impl Error {
    /// What kind it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What is wrong: lower case, no final stop.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The code of the problem, where it has one: `TW203`. `turnwise explain TW203` says more about it.
    #[must_use]
    pub fn code(&self) -> Option<&'static str> {
        self.0.code
    }

    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        self.0.help
    }

    /// Which record, from 1. `None`: it is about the input as a whole.
    #[must_use]
    pub fn record(&self) -> Option<u64> {
        self.0.record
    }

    /// The line in the input, from 1.
    #[must_use]
    pub fn line(&self) -> Option<u64> {
        self.0.location.as_ref().map(|it| it.line)
    }

    /// The byte in that line, from 1.
    #[must_use]
    pub fn column(&self) -> Option<u64> {
        self.0.location.as_ref().map(|it| it.column)
    }

    /// Where in the record, as a JSON Pointer (RFC 6901): `/messages/0/role`. Empty: the record itself.
    #[must_use]
    pub fn pointer(&self) -> Option<&str> {
        self.0.location.as_ref().filter(|_| self.0.record.is_some()).map(|it| it.pointer.as_str())
    }

    pub(super) fn argument(message: String, help: &'static str) -> Self {
        Self(Box::new(ErrorData { help: Some(help), ..ErrorData::new(ErrorKind::Argument, message) }))
    }

    pub(super) fn source_error(error: SourceError) -> Self {
        let kind = if matches!(error, SourceError::Foreign(_)) { ErrorKind::Input } else { ErrorKind::Read };
        let message = error.to_string();
        Self(Box::new(ErrorData { source: Some(error), ..ErrorData::new(kind, message) }))
    }

    pub(super) fn input(message: impl Into<String>) -> Self {
        Self(Box::new(ErrorData::new(ErrorKind::Input, message.into())))
    }

    pub(super) fn trouble(trouble: &Trouble) -> Self {
        let inner = ErrorData::new(ErrorKind::Input, trouble.to_string());
        let Trouble::Json(error, place) = trouble else { return Self(Box::new(inner)) };
        let refused = Refused::json(error);
        Self(Box::new(ErrorData {
            code: Some(refused.code().id),
            help: Some(refused.help()),
            location: Some(place.clone()),
            ..inner
        }))
    }

    pub(super) fn record_error(diagnostic: Diagnostic, help: &'static str) -> Self {
        Self(Box::new(ErrorData {
            code: Some(diagnostic.code.id),
            help: Some(help),
            record: Some(diagnostic.record + 1),
            location: diagnostic.location,
            ..ErrorData::new(ErrorKind::Record, diagnostic.message)
        }))
    }

    pub(super) fn unreadable(error: Unreadable) -> Self {
        match error {
            Unreadable::Source(error) => Self::source_error(error),
            Unreadable::Record(record) => Self::record_error(record.0, record.1),
        }
    }
}

impl ErrorData {
    fn new(kind: ErrorKind, message: String) -> Self {
        Self { kind, message, code: None, help: None, record: None, location: None, source: None }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(line), Some(column)) = (self.line(), self.column()) {
            write!(f, "{line}:{column}: ")?;
        }
        f.write_str(self.message())?;
        match (self.code(), self.pointer().filter(|pointer| !pointer.is_empty())) {
            (Some(code), Some(pointer)) => write!(f, " ({code}, {pointer})"),
            (Some(code), None) => write!(f, " ({code})"),
            (None, _) => Ok(()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_ref().map(|error| error as _)
    }
}

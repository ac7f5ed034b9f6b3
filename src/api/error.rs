//! Errors with place and code: `2:14: not JSON: …(TW003)`.

use std::fmt;

use crate::op::{Trouble, Unreadable};
use crate::report::{Diagnostic, Location, Refused};
use crate::stream::SourceError;

/// The error of an input or a record.
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

/// The kind of an error.
///
/// ```
/// use turnwise::ErrorKind;
///
/// let message = match turnwise::convert("oops", "openai", "anthropic") {
///     Ok(converted) => format!("{} records", converted.records),
///     Err(error) if error.kind() == ErrorKind::Read => "try again".to_owned(),
///     Err(error) => error.to_string(),
/// };
/// assert!(message.starts_with("not JSON"), "{message}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An unknown name was given: of a format, a dialect, a code.
    Argument,
    /// The input cannot be read: an I/O error, another encoding than UTF-8, damaged compression.
    Read,
    /// The input as a whole is not JSON, or its format is unknown.
    Input,
    /// One record cannot be read, or has no valid form in the target.
    Record,
}

impl Error {
    /// The kind of the error.
    ///
    /// ```
    /// use turnwise::ErrorKind;
    ///
    /// assert_eq!(turnwise::convert("[]", "openai", "antropic").unwrap_err().kind(), ErrorKind::Argument);
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The message: lower case, without a full stop.
    ///
    /// ```
    /// let error = turnwise::convert("[]", "openai", "antropic").unwrap_err();
    /// assert_eq!(error.message(), "unknown format `antropic`");
    /// ```
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The code of the problem, if it has one: `TW203`. `turnwise explain TW203` describes it.
    ///
    /// ```
    /// let error = turnwise::convert("{\"messages\":[{\"role\":7}]}", "openai", "anthropic").unwrap_err();
    /// assert_eq!(error.code(), Some("TW102"));
    /// ```
    #[must_use]
    pub fn code(&self) -> Option<&'static str> {
        self.0.code
    }

    /// What the user can do about it.
    ///
    /// ```
    /// let error = turnwise::convert("{\"messages\":[{\"role\":7}]}", "openai", "anthropic").unwrap_err();
    /// println!("help: {}", error.help().unwrap_or_default());
    /// ```
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        self.0.help
    }

    /// The number of the record, from 1. `None`: the error is about the input as a whole.
    ///
    /// ```
    /// let error = turnwise::convert("{\"messages\":[{\"role\":7}]}", "openai", "anthropic").unwrap_err();
    /// assert_eq!(error.record(), Some(1));
    /// ```
    #[must_use]
    pub fn record(&self) -> Option<u64> {
        self.0.record
    }

    /// The line in the input, from 1.
    ///
    /// ```
    /// let error = turnwise::convert("{\"messages\":[{\"role\":7}]}", "openai", "anthropic").unwrap_err();
    /// assert_eq!(error.line(), Some(1));
    /// ```
    #[must_use]
    pub fn line(&self) -> Option<u64> {
        self.0.location.as_ref().map(|it| it.line)
    }

    /// The byte column in that line, from 1.
    ///
    /// ```
    /// let error = turnwise::convert("{\"messages\":[{\"role\":7}]}", "openai", "anthropic").unwrap_err();
    /// assert_eq!(error.column(), Some(22));
    /// ```
    #[must_use]
    pub fn column(&self) -> Option<u64> {
        self.0.location.as_ref().map(|it| it.column)
    }

    /// The place in the record, as a JSON Pointer (RFC 6901): `/messages/0/role`. Empty: the record itself.
    ///
    /// ```
    /// let error = turnwise::convert("{\"messages\":[{\"role\":7}]}", "openai", "anthropic").unwrap_err();
    /// assert_eq!(error.pointer(), Some("/messages/0/role"));
    /// ```
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

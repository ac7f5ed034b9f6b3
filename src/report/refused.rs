//! The reason why a record cannot be read or written.

use std::fmt;

use super::code::Code;
use super::{session, syntax};
use crate::json::{At, JsonError, Node, pointers};

/// The maximum number of losses that a refusal names.
const MOST_CAUSES: usize = 3;

/// A record that cannot be read as its format, or cannot be represented in the target.
///
/// Boxed, because results of this type are passed around for every message.
#[derive(Debug)]
pub struct Refused(Box<RefusedData>);

#[derive(Debug)]
struct RefusedData {
    code: &'static Code,
    at: At,
    message: String,
    help: Option<&'static str>,
    /// Earlier losses that caused the refusal.
    causes: Vec<(At, String)>,
}

impl Refused {
    /// A refusal because of the value at `at`.
    #[must_use]
    pub fn new(code: &'static Code, at: At, message: impl Into<String>) -> Self {
        Self(Box::new(RefusedData { code, at, message: message.into(), help: None, causes: Vec::new() }))
    }

    /// A row of a log that is not a request. It is a loss, not a failure.
    #[must_use]
    pub fn row(at: At) -> Self {
        Self::new(&session::ROW_WITHOUT_REQUEST, at, "the row is not a request to a model")
    }

    /// True for such a row.
    #[must_use]
    pub fn is_row(&self) -> bool {
        self.0.code.id == session::ROW_WITHOUT_REQUEST.id
    }

    /// A refusal of a text that is not JSON.
    #[must_use]
    pub fn json(error: &JsonError) -> Self {
        let code = syntax::code_of(error.problem);
        let at = At::byte(error.offset);
        Self(Box::new(RefusedData { code, at, message: error.to_string(), help: error.help(), causes: Vec::new() }))
    }

    /// Replaces the help of its code.
    #[must_use]
    pub fn helping(mut self, help: &'static str) -> Self {
        self.0.help = Some(help);
        self
    }

    /// The same with other places.
    #[must_use]
    pub fn moved(mut self, place: &dyn Fn(At) -> At) -> Self {
        self.0.at = place(self.0.at);
        self.0.causes.iter_mut().for_each(|(at, _)| *at = place(*at));
        self
    }

    /// Appends words to the message.
    #[must_use]
    pub fn adding(mut self, words: &str) -> Self {
        self.0.message.push_str(words);
        self
    }

    /// Sets the losses that caused the refusal.
    #[must_use]
    pub fn because(mut self, causes: impl IntoIterator<Item = (At, String)>) -> Self {
        self.0.causes.extend(causes);
        self
    }

    /// The message, with the losses that caused the refusal and their places in the record.
    #[must_use]
    pub fn message_in(&self, root: Option<Node<'_, '_>>) -> String {
        let mut message = self.0.message.clone();
        let offsets: Vec<_> = self.0.causes.iter().map(|(at, _)| at.offset().unwrap_or(0)).collect();
        let names = root.filter(|_| !offsets.is_empty()).map(|root| pointers(root, &offsets)).unwrap_or_default();
        let names = names.into_iter().map(Some).chain(std::iter::repeat(None));
        for ((_, cause), name) in self.0.causes.iter().take(MOST_CAUSES).zip(names) {
            message.push_str("; ");
            message.push_str(cause);
            if let Some(name) = name.filter(|name| !name.is_empty()) {
                message.push_str(" at ");
                message.push_str(&name);
            }
        }
        let more = self.0.causes.len().saturating_sub(MOST_CAUSES);
        if more > 0 {
            message.push_str(&format!("; and {more} more"));
        }
        message
    }

    /// The code of the problem.
    #[must_use]
    pub fn code(&self) -> &'static Code {
        self.0.code
    }

    /// The place in the record.
    #[must_use]
    pub fn at(&self) -> At {
        self.0.at
    }

    /// The message.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What the user can do about it.
    #[must_use]
    pub fn help(&self) -> &'static str {
        self.0.help.unwrap_or(self.0.code.help)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Refused {}

impl From<crate::json::DuplicateKey> for Refused {
    fn from(twice: crate::json::DuplicateKey) -> Self {
        Self::new(
            &syntax::DUPLICATE_KNOWN_KEY,
            twice.at,
            format!("the key `{}` appears here twice, and readers disagree which one counts", twice.key),
        )
    }
}

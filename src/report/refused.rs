//! Why a record cannot be read or written.

use std::fmt;

use super::code::Code;
use super::syntax;
use crate::json::{At, JsonError, Node, pointers};

/// How many losses a refusal names.
const MOST_CAUSES: usize = 3;

/// A record that cannot be understood as its format, or cannot be held by the target.
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
    /// What was dropped before, without which it would not have been refused.
    causes: Vec<(At, String)>,
}

impl Refused {
    /// Refuses because of what is at `at`.
    #[must_use]
    pub fn new(code: &'static Code, at: At, message: impl Into<String>) -> Self {
        Self(Box::new(RefusedData { code, at, message: message.into(), help: None, causes: Vec::new() }))
    }

    /// Refuses a text that is not JSON.
    #[must_use]
    pub fn json(error: &JsonError) -> Self {
        let code = syntax::code_of(error.problem);
        let at = At::byte(error.offset);
        Self(Box::new(RefusedData { code, at, message: error.to_string(), help: error.help(), causes: Vec::new() }))
    }

    /// The same with a way out of its own.
    #[must_use]
    pub fn helping(mut self, help: &'static str) -> Self {
        self.0.help = Some(help);
        self
    }

    /// The same with more words.
    #[must_use]
    pub fn adding(mut self, words: &str) -> Self {
        self.0.message.push_str(words);
        self
    }

    /// The same because these were dropped.
    #[must_use]
    pub fn because(mut self, causes: impl IntoIterator<Item = (At, String)>) -> Self {
        self.0.causes.extend(causes);
        self
    }

    /// What is wrong, and what was dropped before, with the places in the record.
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

    /// Where in the record.
    #[must_use]
    pub fn at(&self) -> At {
        self.0.at
    }

    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What to do about it.
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

//! Calls of tools that the service itself runs.

use super::extras::Extras;
use crate::json::{At, Text};

/// A tool that the service runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HostedTool {
    /// A search of the web.
    WebSearch,
    /// Python code.
    CodeExecution,
}

impl HostedTool {
    /// The word for values: `web_search`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::WebSearch => "web_search",
            Self::CodeExecution => "code_execution",
        }
    }
}

/// A text with its place.
pub type PlacedText<'a> = (Text<'a>, At);

/// The facts of a part about a tool that the service runs: the call, its result, or both.
#[derive(Clone, Debug)]
pub struct Hosted<'a> {
    /// The tool.
    pub tool: HostedTool,
    /// The id of the call.
    pub id: Option<PlacedText<'a>>,
    /// The query or the code, if the part is a call.
    pub call: Option<PlacedText<'a>>,
    /// The result, if the part has it.
    pub result: Option<HostedResult<'a>>,
    /// The other fields of the part.
    pub extras: Extras<'a>,
}

/// The result of a call of such a tool.
#[derive(Clone, Debug, Default)]
pub struct HostedResult<'a> {
    /// Whether the call succeeded. For a search, only a failure is noted.
    pub outcome: Option<(HostedOutcome, At)>,
    /// What the code printed.
    pub output: Option<PlacedText<'a>>,
    /// The error messages of the code.
    pub errors: Option<PlacedText<'a>>,
    /// The pages that a search found.
    pub sources: Vec<HostedSource<'a>>,
}

/// Whether a call succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostedOutcome {
    /// It did.
    Succeeded,
    /// It did not.
    Failed,
    /// It took too long.
    TimedOut,
}

impl HostedOutcome {
    /// The word for values.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::TimedOut => "timed out",
        }
    }
}

/// A page that a search found.
#[derive(Clone, Debug)]
pub struct HostedSource<'a> {
    /// Its URL.
    pub url: PlacedText<'a>,
    /// Its title.
    pub title: Option<PlacedText<'a>>,
}

//! The rules of a policy for tools: their calls, results and definitions.

use super::calls::{Calls, Results};
use crate::lower::outline::WriteHosted;
use crate::model::HostedTool;

/// The rules for tools: their calls, results and definitions.
#[derive(Clone, Copy, Debug)]
pub struct ToolRules {
    /// Tool calls.
    pub calls: Calls,
    /// Tool results.
    pub results: Results,
    /// Calls of tools that the service runs.
    pub hosted: Option<HostedRules>,
    /// The schemas that a tool may have.
    pub schema: ToolSchema,
    /// The rules for definitions, and for all schemas.
    pub schema_rules: SchemaRules,
}

impl ToolRules {
    /// Calls stay as they are, results contain text only, and the service runs no tools.
    pub const BASE: Self = Self {
        calls: Calls::BASE,
        results: Results::BASE,
        hosted: None,
        schema: ToolSchema::Object,
        schema_rules: SchemaRules::Any,
    };
}

/// The schemas that tools may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolSchema {
    /// An object, or none.
    Object,
    /// Any value, or none.
    Any,
    /// An object with a `type`.
    Typed,
    /// An object with a `type`, or none.
    TypedOrNone,
    /// An object; this one is generated for tools without a schema.
    Made(&'static str),
}

/// The rules of a target for definitions of tools and schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaRules {
    /// Everything is accepted.
    Any,
    /// The service checks definitions: names are unique, and types in schemas must be those of JSON Schema, so `dict`
    /// becomes `object`. The other variants have more checks.
    Checked,
    /// Those of the APIs of `OpenAI`.
    OpenAi,
    /// Those of Claude, at Anthropic and on Bedrock.
    Claude,
    /// Those of Gemini: an array declares its items.
    Gemini,
}

/// The form in which a target writes hosted calls. [`Fact::HostedSearches`](super::Fact::HostedSearches) and
/// [`Fact::HostedCode`](super::Fact::HostedCode) name the tools.
#[derive(Clone, Copy, Debug)]
pub struct HostedRules {
    /// The prefix of ids. `None`: ids are optional.
    pub id_prefix: Option<&'static str>,
    /// The fields of results next to their text.
    pub results: HostedFields,
    /// Writes the part of a call, and the part of its result if that is a separate one.
    pub write: fn(HostedTool) -> (WriteHosted, Option<WriteHosted>),
}

/// The fields of results next to their text, which is the output of code, its error messages, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostedFields {
    /// Nothing.
    Text,
    /// Error messages of code are separate from its output, and code that timed out has neither.
    Errors,
    /// A search has the URLs of the pages that it found, and an error flag.
    Pages,
}

//! Tools: definitions, calls and results.

use super::extras::Extras;
use super::one_or_many::OneOrMany;
use super::part::{CacheHint, Part, Signature};
use super::source::Form;
use crate::json::{At, Raw, Text};

/// A tool definition.
#[derive(Clone, Debug, Default)]
pub struct ToolSpec<'a> {
    /// Where it was.
    pub at: At,
    /// The format it was read from.
    pub origin: &'static str,
    /// Its kind.
    pub kind: ToolKind,
    /// Its name.
    pub name: Text<'a>,
    /// Its description.
    pub description: Option<Text<'a>>,
    /// JSON Schema of its arguments.
    pub parameters: Option<Raw<'a>>,
    /// Whether the arguments of calls must follow the schema, and the place of that flag. `None`: not specified.
    pub strict: Option<(bool, At)>,
    /// The cache hint after this definition.
    pub cache: Option<Box<CacheHint<'a>>>,
    /// The whole definition, for tools of a service ([`ToolKind::Hosted`]).
    pub raw: Option<Raw<'a>>,
    /// It was found inside a system text, which still contains it.
    pub is_in_text: bool,
    /// Unknown fields.
    pub extras: Extras<'a>,
}

/// The note on the first tool of a list that was JSON text.
pub const PACKED: &str = "packed";

impl ToolSpec<'_> {
    /// True for the first tool of a list that was JSON text.
    #[must_use]
    pub fn is_packed(&self) -> bool {
        self.extras.find_mark(self.origin, PACKED).is_some()
    }
}

/// The kind of a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolKind {
    /// A function with an object as arguments.
    #[default]
    Function,
    /// A function defined in the older way (`functions`).
    LegacyFunction,
    /// A tool with free text as input.
    Custom,
    /// Run by the service itself; only [`ToolSpec::raw`] describes it.
    Hosted,
}

/// A tool call.
#[derive(Clone, Debug)]
pub struct ToolCall<'a> {
    /// Where it was.
    pub at: At,
    /// The id that the result refers to.
    pub id: Option<Text<'a>>,
    /// The kind of the call.
    pub kind: CallKind,
    /// The tool's name.
    pub name: Text<'a>,
    /// The arguments.
    pub arguments: Arguments<'a>,
    /// The cache hint after this call.
    pub cache: Option<Box<CacheHint<'a>>>,
    /// The signature with which the service recognizes the call as its own.
    pub signature: Option<Box<Signature<'a>>>,
    /// Unknown fields.
    pub extras: Extras<'a>,
}

/// The kind of a tool call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CallKind {
    /// With an object.
    #[default]
    Function,
    /// The older way: without an id, at most one in a message.
    LegacyFunction,
    /// With free text.
    Custom,
}

/// The arguments of a call: an object or a string of JSON, depending on the format. They are stored as read and
/// converted on writing.
#[derive(Clone, Debug)]
pub enum Arguments<'a> {
    /// `{"city":"Oslo"}`; in practice any JSON value.
    Object(Raw<'a>),
    /// `"{\"city\":\"Oslo\"}"`; in practice any text, because models write broken JSON.
    Encoded(Text<'a>),
}

/// A tool result.
#[derive(Clone, Debug, Default)]
pub struct ToolResult<'a> {
    /// Where it was.
    pub at: At,
    /// The id of the call.
    pub call_id: Option<Text<'a>>,
    /// The name of the tool.
    pub name: Option<Text<'a>>,
    /// The content: text and media files.
    pub parts: OneOrMany<Part<'a>>,
    /// How the content was written.
    pub form: Form,
    /// Whether the call failed, and the place of that flag. `None`: not specified.
    pub error: Option<(bool, At)>,
    /// It answers a call of the older way.
    pub is_legacy: bool,
    /// The cache hint after this result.
    pub cache: Option<Box<CacheHint<'a>>>,
    /// Unknown fields.
    pub extras: Extras<'a>,
}

impl ToolSpec<'_> {
    /// The place of the flag that calls must follow the schema. A false flag is the default, so it has none.
    #[must_use]
    pub fn strict_at(&self) -> Option<At> {
        self.strict.and_then(|(is_strict, at)| is_strict.then_some(at))
    }
}

impl<'a> ToolCall<'a> {
    /// The id that the result refers to. An empty id counts as none.
    #[must_use]
    pub fn id(&self) -> Option<&Text<'a>> {
        self.id.as_ref().filter(|id| !id.is_empty())
    }
}

impl<'a> ToolResult<'a> {
    /// The id of the call that it answers. An empty id counts as none.
    #[must_use]
    pub fn call_id(&self) -> Option<&Text<'a>> {
        self.call_id.as_ref().filter(|id| !id.is_empty())
    }
}

impl ToolResult<'_> {
    /// True if the result is marked as an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.error.is_some_and(|(is_error, _)| is_error)
    }
}

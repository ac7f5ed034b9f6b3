//! Tools: what is offered, what is called, what came back.

use super::extras::Extras;
use super::message::Form;
use super::one_or_many::OneOrMany;
use super::part::{CacheHint, Part, Signature};
use crate::json::{At, Raw, Text};

/// A tool offered to the model.
#[derive(Clone, Debug, Default)]
pub struct ToolSpec<'a> {
    /// Where it was.
    pub at: At,
    /// The format it was read from.
    pub origin: &'static str,
    /// What kind.
    pub kind: ToolKind,
    /// Its name.
    pub name: Text<'a>,
    /// What it does.
    pub description: Option<Text<'a>>,
    /// JSON Schema of its arguments.
    pub parameters: Option<Raw<'a>>,
    /// Whether the arguments of calls must follow the schema, and where that was said. `None`: nothing was said.
    pub strict: Option<(bool, At)>,
    /// Please remember the conversation up to here.
    pub cache: Option<Box<CacheHint<'a>>>,
    /// The whole definition, for tools only their own service knows ([`ToolKind::Hosted`]).
    pub raw: Option<Raw<'a>>,
    /// It was found inside a system text, which still holds it.
    pub is_in_text: bool,
    /// Fields nobody claimed.
    pub extras: Extras<'a>,
}

/// What kind of tool is offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolKind {
    /// Takes an object.
    #[default]
    Function,
    /// The same, defined in the older way (`functions`).
    LegacyFunction,
    /// Takes free text.
    Custom,
    /// Run by the service itself; only [`ToolSpec::raw`] says what it is.
    Hosted,
}

/// The model asks for a tool.
#[derive(Clone, Debug)]
pub struct ToolCall<'a> {
    /// Where it was.
    pub at: At,
    /// What the result will refer to.
    pub id: Option<Text<'a>>,
    /// What kind of call.
    pub kind: CallKind,
    /// The tool's name.
    pub name: Text<'a>,
    /// What it is called with.
    pub arguments: Arguments<'a>,
    /// Please remember the conversation up to here.
    pub cache: Option<Box<CacheHint<'a>>>,
    /// Proof for the service that the call is its own.
    pub signature: Option<Box<Signature<'a>>>,
    /// Fields nobody claimed.
    pub extras: Extras<'a>,
}

/// What kind of call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CallKind {
    /// With an object.
    #[default]
    Function,
    /// The older way: no id, one a message.
    LegacyFunction,
    /// With free text.
    Custom,
}

/// Formats disagree: an object, or a string that holds JSON. What was there is kept and converted on writing.
#[derive(Clone, Debug)]
pub enum Arguments<'a> {
    /// `{"city":"Oslo"}`; any JSON value, in truth.
    Object(Raw<'a>),
    /// `"{\"city\":\"Oslo\"}"`; any text, in truth: models write broken JSON.
    Encoded(Text<'a>),
}

/// The outcome of a call.
#[derive(Clone, Debug, Default)]
pub struct ToolResult<'a> {
    /// Where it was.
    pub at: At,
    /// The id of the call.
    pub call_id: Option<Text<'a>>,
    /// The name of the tool.
    pub name: Option<Text<'a>>,
    /// What came back: text and media.
    pub parts: OneOrMany<Part<'a>>,
    /// How the content was written.
    pub form: Form,
    /// Whether it failed, and where that was said. `None`: nothing was said.
    pub error: Option<(bool, At)>,
    /// Answers an older function call.
    pub is_legacy: bool,
    /// Please remember the conversation up to here.
    pub cache: Option<Box<CacheHint<'a>>>,
    /// Fields nobody claimed.
    pub extras: Extras<'a>,
}

impl ToolSpec<'_> {
    /// Where it was said that calls must follow the schema. Not being strict is what nobody needs to say.
    #[must_use]
    pub fn strict_at(&self) -> Option<At> {
        self.strict.and_then(|(is_strict, at)| is_strict.then_some(at))
    }
}

impl<'a> ToolCall<'a> {
    /// What the result refers to. An empty id is none.
    #[must_use]
    pub fn id(&self) -> Option<&Text<'a>> {
        self.id.as_ref().filter(|id| !id.is_empty())
    }
}

impl<'a> ToolResult<'a> {
    /// The id of the call that it answers. An empty id is none.
    #[must_use]
    pub fn call_id(&self) -> Option<&Text<'a>> {
        self.call_id.as_ref().filter(|id| !id.is_empty())
    }
}

impl ToolResult<'_> {
    /// True if it says that it failed.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.error.is_some_and(|(is_error, _)| is_error)
    }
}

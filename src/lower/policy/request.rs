//! The rules of a policy for everything outside the messages: cache marks, tools, the request for structured output,
//! containers.

use crate::model::{Conversation, Slot};

/// Cache marks: their number and lifetimes.
#[derive(Clone, Copy, Debug)]
pub struct Cache {
    /// The maximum number; the last marks are kept.
    pub limit: usize,
    /// The allowed lifetimes.
    pub lifetimes: Lifetimes,
    /// The allowed places.
    pub places: MarkPlaces,
}

/// Tool definitions and the request for structured output.
#[derive(Clone, Copy, Debug)]
pub struct Tools {
    /// The schemas that a tool may have.
    pub schema: ToolSchema,
    /// Whether a request for structured output has a name.
    pub output_name: OutputName,
    /// A request for structured output needs a schema that is an object.
    pub output_needs_schema: bool,
    /// The rules for schemas.
    pub schemas: SchemaRules,
}

/// Whether a request for structured output has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputName {
    /// It has none.
    Drop,
    /// It has none, except the class of its schema: the question at the end of the conversation requests it.
    Class,
    /// It may have one.
    Keep,
    /// It must have one, which is generated if necessary.
    Needed,
}

/// The information about the answers of a record that is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeededAnswers {
    /// There are two: a better and a worse one.
    Two,
    /// Whether it is good.
    Label,
    /// Which of its steps are good.
    Steps,
}

/// Restrictions of the containers of the target.
#[derive(Clone, Copy, Debug)]
pub struct ContainerRules {
    /// True for extra fields of the record that stay, by the object they were in and the key.
    pub keeps: fn(&Conversation<'_>, Slot, &str) -> bool,
    /// Bare lists of messages next to records.
    pub lists: BareLists,
    /// The reason why a bare list cannot begin with system texts.
    pub list_system: &'static str,
    /// Each of several answers is a single message.
    pub has_short_answers: bool,
    /// The information about the answers that each record requires, and the reason for rejecting records without it.
    pub needs_answers: Option<(NeededAnswers, &'static str)>,
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

/// The allowed lifetimes of cache marks.
#[derive(Clone, Copy, Debug)]
pub enum Lifetimes {
    /// Any time.
    Any,
    /// Five minutes or an hour, in any order.
    Rounded,
    /// Five minutes or an hour, and the longer ones come first. For a mark inside a part or tool that is written
    /// unchanged, the function returns whether its lifetime is an hour.
    Ranked(fn(&str) -> Option<bool>),
}

/// The allowed places of cache marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkPlaces {
    /// On all parts, and on definitions of tools.
    AllAndTools,
    /// On all parts.
    All,
    /// Not in answers.
    NotAnswers,
    /// On texts only, outside results.
    Texts,
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

/// Bare lists of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareLists {
    /// They may be written instead of records.
    Allowed,
    /// They exist, but only records are written, even if the options request a list.
    Ignored,
    /// There are none.
    Never,
    /// Records are always bare lists.
    Only,
    /// Records are event logs; the list of their messages is one of the forms in which they can be written.
    OfLog,
}

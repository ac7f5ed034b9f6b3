//! The rules of a policy for everything outside the messages: cache marks, tools, the request for structured output,
//! containers.

use crate::model::{Conversation, Slot};

/// Cache marks: how many, and how long they live.
#[derive(Clone, Copy, Debug)]
pub struct Cache {
    /// The last ones are kept, up to this number.
    pub limit: usize,
    /// How long marks may live.
    pub lifetimes: Lifetimes,
    /// Where marks may be.
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
    /// It has none, but the class of its schema: the question that the conversation ends in asks for it.
    Class,
    /// It may have one.
    Keep,
    /// It must have one, which is generated if need be.
    Needed,
}

/// What must be known about the answers of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeededAnswers {
    /// Two of them: a better and a worse one.
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
    /// Why a bare list cannot begin with system texts.
    pub list_system: &'static str,
    /// Each of several answers is one message.
    pub has_short_answers: bool,
    /// What is known about the answers in each record, and the reason for rejecting records without it.
    pub needs_answers: Option<(NeededAnswers, &'static str)>,
}

/// The rules of a target for definitions of tools and schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaRules {
    /// Everything is taken.
    Any,
    /// The service checks definitions: each name is defined once, and types in schemas must be those of JSON Schema, so `dict`
    /// becomes `object`. The others check more.
    Checked,
    /// Those of the APIs of `OpenAI`.
    OpenAi,
    /// Those of Claude, at Anthropic and on Bedrock.
    Claude,
    /// Those of Gemini: an array says what its items are.
    Gemini,
}

/// How long cache marks may live.
#[derive(Clone, Copy, Debug)]
pub enum Lifetimes {
    /// Any time.
    Any,
    /// Five minutes or an hour, in any order.
    Rounded,
    /// Five minutes or an hour, and the longer ones come first. The function finds a mark inside a part or tool that is
    /// written as it was read: whether its lifetime is an hour.
    Ranked(fn(&str) -> Option<bool>),
}

/// Where cache marks may be.
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
    /// An object; this one is generated for tools without.
    Made(&'static str),
}

/// Bare lists of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareLists {
    /// They may be written instead of records.
    Allowed,
    /// They exist, but only records are written, even if the options ask for a list.
    Ignored,
    /// There are none.
    Never,
    /// Records are always bare lists.
    Only,
    /// Records are logs of events; the list of their messages is one of the forms in which they are written.
    OfLog,
}

//! The rules of a policy for everything beside the messages: cache marks, tools, the request for structured output,
//! containers.

use super::calls::NameRule;
use crate::model::Slot;

/// Cache marks: how many, and how long they live.
#[derive(Clone, Copy, Debug)]
pub struct Cache {
    /// The last so many are kept.
    pub limit: usize,
    /// Lifetimes are five minutes or an hour, and the longer ones come first.
    pub is_ranked: bool,
    /// Lifetimes are five minutes or an hour, in any order.
    pub is_rounded: bool,
    /// Marks may be in answers.
    pub in_answers: bool,
    /// Marks may be on texts only, outside of results.
    pub texts_only: bool,
    /// Finds a mark inside of a part or tool that is written as it was read: its lifetime is an hour.
    pub in_raw: fn(&str) -> Option<bool>,
}

/// Tool definitions and the request for structured output.
#[derive(Clone, Copy, Debug)]
pub struct Tools {
    /// A schema may be any value, and need not be an object.
    pub any_schema: bool,
    /// A schema must be an object with a `type`.
    pub typed_schema: bool,
    /// The schema that is made up for tools without one, where they must have one.
    pub made_schema: Option<&'static str>,
    /// Types in schemas must be those of JSON Schema: `dict` becomes `object`.
    pub json_types: bool,
    /// A tool may have no schema, even if those that there are must have a type.
    pub may_lack_schema: bool,
    /// Whether a request for structured output has a name.
    pub output_name: OutputName,
    /// The place of the request for structured output.
    pub asks: Asks,
    /// A request for structured output has a place for the class of its schema.
    pub output_class: bool,
    /// A request for structured output needs a schema that is an object.
    pub output_needs_schema: bool,
    /// Tools are strict about their arguments by default.
    pub strict_unless_told: bool,
    /// The rules for schemas.
    pub schemas: SchemaRules,
    /// The rule for the name of a schema for structured output; other characters become `_`.
    pub schema_names: Option<NameRule>,
    /// Each name may be defined once.
    pub once: bool,
    /// Cache marks may be on definitions.
    pub cache: bool,
    /// Calls are refused where no tool is defined: then definitions are made up for the names that are called.
    pub needed_by_calls: bool,
}

/// The place of the request for structured output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// The record.
    Record,
    /// The question that the conversation ends in.
    LastQuestion,
}

/// Whether a request for structured output has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputName {
    /// It has none.
    Drop,
    /// It may have one.
    Keep,
    /// It must have one, which is made up if need be.
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
    /// True for extra fields of the record that stay, by the kind of record, the object they were in, and the key.
    pub keeps: fn(&str, Slot, &str) -> bool,
    /// The field in which the files of the messages are listed. A field of the source with this key does not stay beside it.
    pub file_field: Option<&'static str>,
    /// There are bare lists of messages beside records.
    pub has_list: bool,
    /// Records are always bare lists.
    pub only_list: bool,
    /// Why a bare list cannot begin with system texts.
    pub list_system: &'static str,
    /// Only this container is written, even if the options ask for a bare list.
    pub is_fixed: bool,
    /// Why nothing is written, and what helps: the dialects have nothing in common.
    pub refused: Option<(&'static str, &'static str)>,
    /// The record has an id, made up where there is none.
    pub needs_id: bool,
    /// Each of several answers is one message.
    pub has_short_answers: bool,
    /// What is known about the answers in each record, and the reason for refusing records without it.
    pub needs_answers: Option<(NeededAnswers, &'static str)>,
}

/// The rules of a target for schemas.
#[derive(Clone, Copy, Debug)]
pub struct SchemaRules {
    /// Keywords that may not be at the top of a tool's schema: `anyOf`.
    pub top: &'static [&'static str],
    /// The rule for names of properties, and its description.
    pub properties: Option<PropertyRule>,
    /// The top of a tool's schema is an object.
    pub object: bool,
    /// An array must have one of these; none: it may have nothing.
    pub items: &'static [&'static str],
    /// When objects of a schema for structured output must have `"additionalProperties":false`.
    pub closed: Closed,
}

/// Names of properties that may be, and the rule in words.
pub type PropertyRule = (fn(&str) -> bool, &'static str);

/// When objects must be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// Never.
    Never,
    /// If the request is strict.
    Strict,
    /// Always.
    Always,
}

//! The rules of a policy for a record as a whole: its container, settings, the request for structured output, and the
//! cache marks in it.

use super::settings::RequestSettings;
use crate::model::{Conversation, Slot};

/// The rules for a record as a whole.
#[derive(Clone, Copy, Debug)]
pub struct RecordRules {
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
    /// Settings of requests that have the same meaning in several formats.
    pub settings: Option<&'static RequestSettings>,
    /// The request for structured output.
    pub output: OutputRules,
    /// Cache marks.
    pub cache: Cache,
}

impl RecordRules {
    /// Extra fields stay, and a bare list may be written instead.
    pub const BASE: Self = Self {
        keeps: |_, _, _| true,
        lists: BareLists::Allowed,
        list_system: "",
        has_short_answers: false,
        needs_answers: None,
        settings: None,
        output: OutputRules::BASE,
        cache: Cache::BASE,
    };
}

/// The request for structured output.
#[derive(Clone, Copy, Debug)]
pub struct OutputRules {
    /// Whether it has a name.
    pub name: OutputName,
    /// It needs a schema that is an object.
    pub needs_schema: bool,
}

impl OutputRules {
    /// It has no name, and needs no schema.
    pub const BASE: Self = Self { name: OutputName::Drop, needs_schema: false };
}

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

impl Cache {
    /// Any number of marks on content parts.
    pub const BASE: Self = Self { limit: usize::MAX, lifetimes: Lifetimes::Any, places: MarkPlaces::All };
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

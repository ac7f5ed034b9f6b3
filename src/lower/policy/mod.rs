//! Policies: tables of what a target does with each fact of conversations. They are data, which `turnwise formats`
//! prints.

mod base;
mod body;
mod calls;
mod details;
mod fact;
mod media;
mod own;
mod preserved;
mod record;
mod setting_forms;
mod settings;
mod support;
mod texts;
mod tools;
mod turns;

pub(crate) use body::NoteProblem;
pub use body::{BatchLine, BodyKeys, RequestUnion, UnionBy};
pub use calls::{
    ArgumentKind, CallOrder, Calls, FailedResults, IdRepeats, IdRule, MissingIds, NameRule, OtherIds, ResultMark,
    ResultMedia, ResultNames, ResultValues, Results, is_word_character,
};
pub use details::{DetailRules, FinishPlace, MessageIds, SessionRules};
pub use fact::{Fact, Facts};
pub use media::{
    ByteTypes, FileNames, MediaLimits, MediaProperties, MediaReferences, MediaRules, PlainText, RefusedMedia,
    UnnamedDocuments, UrlFit, UrlType, WEB_IMAGES, WEB_URLS, is_web_url, web_url_fit,
};
pub use own::{OwnRule, OwnRules, OwnSource};
pub use preserved::{PreservedContent, StoredMessages, StoredRole};
pub use record::{BareLists, Cache, Lifetimes, MarkPlaces, NeededAnswers, OutputName, OutputRules, RecordRules};
pub(crate) use setting_forms::minified;
pub use settings::{
    Beside, ChoiceForm, ChosenTool, RequestSettings, Setting, SettingForm, SettingPath, SettingRow, ToolChoice,
    object_of,
};
pub use support::FactSupport;
pub use texts::{Blank, JoinedTexts, ReasoningPlace, ReasoningRules, TextRules, WordsBeside};
pub use tools::{HostedFields, HostedRules, SchemaRules, ToolRules, ToolSchema};
pub use turns::{
    Adjacency, ContentLists, EmptyMessages, Exchanges, Leading, Merge, Middle, ResultDetails, ResultTurns, Roles,
    Split, StepRule, TurnRules,
};

/// One per format; a dialect is a policy that differs from that of its format.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// The name of the format in messages.
    pub name: &'static str,
    /// The content of records of the format, and of related ones, that is written back unchanged.
    pub preserved: PreservedContent,
    /// The facts that the target supports.
    pub facts: Facts,
    /// Roles, and where system messages may be.
    pub roles: Roles,
    /// The messages that are merged into one turn, and the order of turns.
    pub turns: TurnRules,
    /// The details of messages and conversations that the target supports.
    pub details: DetailRules,
    /// Texts and refusals.
    pub text: TextRules,
    /// Reasoning, and signatures.
    pub reasoning: ReasoningRules,
    /// Tool calls, tool results and tool definitions.
    pub tools: ToolRules,
    /// Media files: sources, types, places, conversions.
    pub media: MediaRules,
    /// The record: its container, settings, the request for structured output, and the cache marks in it.
    pub record: RecordRules,
    /// Rules that no other format has.
    pub own: OwnRules,
}

//! Policies: tables of what a target does with each fact of conversations. They are data, which `turnwise formats`
//! prints.

mod base;
mod body;
mod calls;
mod details;
mod fact;
mod media;
mod own;
mod request;
mod setting_forms;
mod settings;
mod stored;
mod support;
mod texts;
mod turns;

pub(crate) use body::NoteProblem;
pub use body::{BatchLine, BodyKeys, RequestUnion, UnionBy};
pub use calls::{
    ArgumentKind, CallOrder, Calls, FailedResults, HostedFields, HostedRules, IdRepeats, IdRule, MissingIds, NameRule,
    OtherIds, ResultMark, ResultMedia, ResultNames, ResultValues, Results, is_word_character,
};
pub use details::{DetailRules, FinishPlace, MessageIds, SessionRules};
pub use fact::{Fact, Facts};
pub use media::{
    ByteTypes, FileNames, MediaLimits, MediaRules, PlainText, RefusedMedia, UnnamedDocuments, UrlFit, UrlType,
    WEB_IMAGES, WEB_URLS, is_web_url, web_url_fit,
};
pub use own::{OwnRule, OwnRules, OwnSource};
pub use request::{
    BareLists, Cache, ContainerRules, Lifetimes, MarkPlaces, NeededAnswers, OutputName, SchemaRules, ToolSchema, Tools,
};
pub(crate) use setting_forms::minified;
pub use settings::{
    Beside, ChoiceForm, ChosenTool, RequestSettings, Setting, SettingForm, SettingPath, SettingRow, ToolChoice,
    object_of,
};
pub use stored::{StoredMessages, StoredRole};
pub use support::FactSupport;
pub use texts::{Blank, JoinedTexts, ReasoningPlace, TextRules, WordsBeside};
pub use turns::{
    Adjacency, ContentLists, EmptyMessages, Exchanges, Leading, Merge, Middle, ResultDetails, ResultTurns, Roles,
    Split, StepRule, TurnRules,
};

use crate::model::{MediaKind, Slot};

/// One per format; a dialect is a policy that differs from that of its format.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// The name of the format in messages.
    pub name: &'static str,
    /// The facts that the target supports.
    pub facts: Facts,
    /// The media files that it accepts, and their sources: `(Image, &["url", "base64"])`. Sources: `url`, `base64`,
    /// `file`, `remote`, `plain`.
    pub media: &'static [(MediaKind, &'static [&'static str])],
    /// The families whose signatures and encrypted reasoning it accepts: `anthropic`. `*`: all.
    pub families: &'static [&'static str],
    /// Extra fields of records of the format are written back. Otherwise such records are only edited, never rewritten.
    pub holds_own: bool,
    /// Other formats whose extra fields it writes back unchanged.
    pub holds: &'static [&'static str],
    /// Extra fields of messages and parts of such a record that are kept, by their object and key.
    pub keeps_field: fn(Slot, &str) -> bool,
    /// Parts of such a record that only its format supports are kept.
    pub keeps_parts: bool,
    /// Whether messages of the format are kept as they were stored.
    pub stored: StoredMessages,
    /// Roles, and where system messages may be.
    pub roles: Roles,
    /// The messages that are merged into one turn, and the order of turns.
    pub turns: TurnRules,
    /// Whether an answer, its calls and their results are one step.
    pub steps: StepRule,
    /// Rules that no other format has.
    pub own: OwnRules,
    /// The rules for the id and time of a conversation.
    pub session: Option<SessionRules>,
    /// The details of messages that the target supports.
    pub details: DetailRules,
    /// Texts and refusals.
    pub text: TextRules,
    /// Reasoning that is not dropped.
    pub reasoning: ReasoningPlace,
    /// Tool calls.
    pub calls: Calls,
    /// Tool results.
    pub results: Results,
    /// Calls of tools that the service runs.
    pub hosted: Option<HostedRules>,
    /// Media files in detail: types, places, conversions.
    pub files: MediaRules,
    /// Cache marks.
    pub cache: Cache,
    /// Tool definitions and the request for structured output.
    pub tools: Tools,
    /// Settings of requests that have the same meaning in several formats.
    pub settings: Option<&'static RequestSettings>,
    /// Restrictions of the container.
    pub container: ContainerRules,
}

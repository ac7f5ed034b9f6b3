//! Policies: tables of what a target does with each fact of conversations. They are data, which `turnwise formats`
//! prints.

mod base;
mod calls;
mod fact;
mod media;
mod request;
mod setting_forms;
mod settings;
mod support;

pub use calls::{
    ArgumentKind, Calls, IdRule, NameRule, ResultMark, ResultMedia, ResultNames, ResultValues, Results,
    is_word_character,
};
pub use fact::{Fact, Facts};
pub use media::{MediaRules, PlainText, UrlType, WEB_IMAGES, WEB_URLS, is_web_url};
pub use request::{Asks, Cache, ContainerRules, NeededAnswers, OutputName, Tools};
pub(in crate::lower) use setting_forms::minified;
pub use settings::{
    Beside, ChoiceForm, ChosenTool, RequestSettings, Setting, SettingForm, SettingMember, SettingPath, SettingRow,
    ToolChoice, object_of,
};
pub use support::FactSupport;

use crate::json::Text;
use crate::lower::passes::{
    DetailRules, EventPolicy, Exchanges, HostedRules, Models, ProgramRules, Requests, SessionRules, Split, StepRule,
};
use crate::model::{MediaKind, Message, Slot};
use crate::rule::Rule;

/// One per format; a dialect is a policy that differs from that of its format.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// The format, as messages name it.
    pub name: &'static str,
    /// The facts the target has a place for.
    pub facts: Facts,
    /// The media files it takes, and from where: `(Image, &["url", "base64"])`. Sources: `url`, `base64`, `file`,
    /// `remote`, `plain`.
    pub media: &'static [(MediaKind, &'static [&'static str])],
    /// The families whose signatures and sealed reasoning it may hold: `anthropic`. `*`: all.
    pub families: &'static [&'static str],
    /// Extra fields of its own records are written back. Otherwise such records are only edited, never rewritten.
    pub holds_own: bool,
    /// Formats besides this one whose extra fields it writes back as they are.
    pub holds: &'static [&'static str],
    /// Extra fields of messages and parts of such a record that stay, by the object they were in and their key.
    pub keeps_field: fn(Slot, &str) -> bool,
    /// Parts of such a record that only its format understands stay.
    pub keeps_parts: bool,
    /// The role of a message of its own, as it was stored; all pieces that the reader made of one message have the same.
    /// Then such messages are taken as they were stored: with unknown roles, without ids, with arguments of any kind, and
    /// with images of no type.
    pub stored_role: Option<for<'m> fn(&'m Message<'_>) -> Text<'m>>,
    /// Roles, and where system messages may be.
    pub roles: Roles,
    /// The messages that are merged into one turn, and the order of turns.
    pub turns: TurnRules,
    /// Whether an answer, its calls and their results are one step.
    pub steps: StepRule,
    /// The record, as JSON, that a conversation of its own was read from, if it still says the same: written as it was.
    pub own_text: Option<for<'c, 'a> fn(&'c crate::model::Conversation<'a>) -> Option<&'c str>>,
    /// Conversations are written as programs.
    pub program: Option<ProgramRules>,
    /// The requests that a program makes of the messages are written.
    pub requests: Option<Requests>,
    /// The rules for the id and time of a conversation.
    pub session: Option<SessionRules>,
    /// Names of the models that gave answers.
    pub models: Option<Models>,
    /// The details of messages that the target holds.
    pub details: DetailRules,
    /// Texts and refusals.
    pub text: TextRules,
    /// Reasoning that is not dropped.
    pub reasoning: ReasoningPlace,
    /// The text of a reasoning block may be in pieces.
    pub reasoning_pieces: bool,
    /// Sealed reasoning must be base64; what is not is dropped.
    pub sealed_bytes: bool,
    /// Tool calls.
    pub calls: Calls,
    /// Tool results.
    pub results: Results,
    /// Calls of tools that the service runs.
    pub hosted: Option<HostedRules>,
    /// The name of ordinary calls of Python code that the service ran.
    pub service_code: Option<&'static str>,
    /// Media files in detail: types, places, what they become.
    pub files: MediaRules,
    /// Cache marks.
    pub cache: Cache,
    /// Tool definitions and the request for structured output.
    pub tools: Tools,
    /// Settings of requests that mean the same in several formats.
    pub settings: Option<&'static RequestSettings>,
    /// Restrictions of the container.
    pub container: ContainerRules,
    /// Its records are streams of events.
    pub stream: Option<EventPolicy>,
}

/// Roles, and where system messages may be.
#[derive(Clone, Copy, Debug)]
pub struct Roles {
    /// What happens to system messages at the start.
    pub leading: Leading,
    /// What happens to system messages further down.
    pub middle: Middle,
    /// The first message must be the user's.
    pub user_first: bool,
    /// An answer that comes first is kept, with a warning of this rule.
    pub answer_first: Option<&'static Rule>,
    /// The conversation must have a message.
    pub needs_message: Option<&'static str>,
    /// The list of turns must not be empty, whatever their speakers.
    pub needs_turn: Option<&'static str>,
    /// The last message must be an answer.
    pub ends_in_answer: Option<&'static str>,
    /// The rule for names of speakers; other names are dropped.
    pub names: Option<NameRule>,
}

/// The place of system messages at the start of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leading {
    /// They stay messages.
    Keep,
    /// Into a field beside the messages: [`Outline::system`](crate::lower::outline::Outline::system).
    Field,
    /// The first one is written in that field, if it is one text of the system without a cache mark and other messages
    /// follow; bare lists have no such field.
    OneText,
}

/// What happens to system messages that are not at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Middle {
    /// They stay.
    Keep,
    /// They stay after a message of the user if an answer or nothing follows; others move as in [`Middle::IntoUser`].
    AfterUser,
    /// Their texts move into the next message of the user, after its tool results; at the end into the last one.
    IntoUser,
    /// Their texts move to the start of the next message of the user that is not one of tool results; at the end to the
    /// last one, or after the results that the conversation ends in.
    IntoWords,
}

/// The messages that are merged into one turn, and the order that the target requires.
#[derive(Clone, Copy, Debug)]
pub struct TurnRules {
    /// Whether results are turns of their own or turns of the user.
    pub results: ResultTurns,
    /// The neighbours that are merged.
    pub merge: Merge,
    /// Messages without content are dropped and reported.
    pub drops_empty: bool,
    /// The last message may be an answer without content.
    pub empty_end: bool,
    /// Results come before everything else of their turn.
    pub results_first: bool,
    /// The required place of results.
    pub adjacency: Adjacency,
    /// The last answer ends neither in reasoning nor in white space.
    pub trims_end: bool,
    /// Questions and answers come in turn, and the last one is an answer.
    pub exchanges: Exchanges,
    /// Results without ids are in the order of their calls.
    pub sorts_results: bool,
    /// Content that was a list stays a list, even if one text is left.
    pub keeps_list: bool,
    /// Content that had media files stays a list.
    pub keeps_media_list: bool,
    /// Reasoning is turns of its own before the answer that it led to; then come words, then calls.
    pub reasoning_turns: bool,
    /// Each turn has an id, made up where there is none.
    pub each_id: bool,
    /// Turns of results have a name of their speaker.
    pub result_names: bool,
    /// Turns of results have no ids where others have.
    pub results_without_ids: bool,
    /// Parts of these kinds, which only the target understands, are whole messages.
    pub whole: &'static [&'static str],
    /// Answers are written as items: texts in a row are one message, which has an id unless it is one text.
    pub items: bool,
    /// The blocks of a message that become messages of their own.
    pub split: Split,
    /// Calls come last in an answer, in a place of their own; so only a list of one text stays a list.
    pub calls_last: bool,
}

/// The role of tool results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultTurns {
    /// One turn of role tool for each result.
    Each,
    /// One turn of role tool for each message with results.
    Grouped,
    /// The user.
    User,
}

/// The neighbours that are merged into one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// None.
    Never,
    /// Messages of results in a row.
    Results,
    /// Messages that were one in the source.
    Pieces,
    /// Messages that were one in the source, and messages of results in a row.
    Source,
    /// All of one speaker in a row.
    Speaker,
    /// Messages of results in a row; and an answer with calls joins the answer before it.
    ResultsAndCalls,
    /// None, but the target takes answers in a row for one; that is reported.
    Implied,
}

/// The required place of tool results; other conversations are refused.
#[derive(Clone, Copy, Debug)]
pub enum Adjacency {
    /// Only the rules of [`crate::rule`] apply.
    Free,
    /// In messages of their own directly after the answer with the call. Answers in a row of which one has calls are one. The
    /// rule names what is elsewhere.
    After(&'static Rule),
    /// The same, and an answer follows the results before anybody else speaks, as the second rule says.
    AfterThenAnswer(&'static Rule, &'static Rule),
    /// Directly after the answer with the call, before everything else. At the end of the conversation results may be
    /// missing.
    Next,
    /// In the next turn of the user, in any place; calls in answers only.
    NextUser,
    /// In the turn directly after the calls, exactly one for each; calls directly after a turn of the user only.
    Exact,
}

/// What happens to texts.
#[derive(Clone, Copy, Debug)]
pub struct TextRules {
    /// Texts without visible characters.
    pub blank: Blank,
    /// A message has one string for its words: its texts are pieces of it, with this between them, spelled as in JSON.
    pub join: Option<&'static str>,
    /// The places where texts are joined.
    pub joined: JoinedTexts,
    /// Texts come before the media files of their message.
    pub before_files: bool,
    /// The text after reasoning that is written as text, spelled as in JSON.
    pub after_reasoning: &'static str,
    /// Content other than text is beside that string, not among its pieces.
    pub beside: bool,
    /// Strings may have halves of surrogate pairs; otherwise they are reported, and printed as U+FFFD.
    pub has_halves: bool,
    /// White space at both ends of the words of a message is dropped.
    pub trims: bool,
    /// Finds what must not be in a text of such a turn, because readers would take it for the mark of a turn, a call or
    /// reasoning. `None`: texts may have anything.
    pub forged: Option<ForgedFn>,
}

/// The first mark in a text of a turn.
pub type ForgedFn = fn(crate::lower::outline::OutlineRole, &str) -> Option<&'static str>;

/// The places where several texts of a message are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinedTexts {
    /// In all messages and results.
    Everywhere,
    /// In answers and in messages of the system.
    NotUser,
    /// In messages of the system.
    System,
    /// In answers with calls, as one text beside their words.
    Calling,
}

/// What happens to texts without visible characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blank {
    /// They stay.
    Keep,
    /// Empty ones are left out of messages with other parts.
    DropBeside,
    /// Empty ones are dropped.
    DropEmpty,
    /// Empty ones and those of white space alone are dropped.
    Drop,
}

/// The places of reasoning, beyond [`Fact::Reasoning`](super::fact::Fact::Reasoning).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasoningPlace {
    /// Nowhere: dropped, or visible text if the options say so.
    Nowhere,
    /// In answers, if it is signed by a family of the target.
    Signed,
    /// In answers.
    Answers,
    /// In answers with calls.
    Calling,
    /// In answers, as one text beside their words.
    OneText,
    /// In answers, as one text beside their words, and as blocks if a family of the target signed it.
    OneTextUnlessSigned,
}

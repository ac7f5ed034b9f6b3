//! Rules of targets that are programs, requests that a program sends, or streams of events.

use crate::model::Conversation;

/// The rules of a target of programs.
#[derive(Clone, Copy, Debug)]
pub struct ProgramRules {
    /// Programs as text; otherwise as lists of statements.
    pub is_text: bool,
    /// The source of a conversation that still is what that program makes.
    pub source: for<'c, 'a> fn(&'c Conversation<'a>) -> Option<SourceProgram<'c>>,
}

/// The program that a conversation was read from, as JSON.
#[derive(Clone, Copy, Debug)]
pub struct SourceProgram<'c> {
    /// The list of statements, or the string with the text.
    pub json: &'c str,
    /// It is a text.
    pub is_text: bool,
}

/// How the code of a program sends messages to a service.
///
/// Messages of the program itself are taken as they were stored ([`Policy::stored_role`](crate::lower::policy::Policy::stored_role)).
#[derive(Clone, Copy, Debug)]
pub struct Requests {
    /// System messages.
    pub systems: SentSystems,
    /// The code fails at images in system messages.
    pub systems_fail: bool,
    /// The code fails at messages that are one image.
    pub lone_images_fail: bool,
    /// Results of tools.
    pub results: SentResults,
    /// Ids of calls are sent.
    pub call_ids: bool,
}

/// How system messages are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentSystems {
    /// As messages, like all others.
    Messages,
    /// As messages of one text each.
    Texts,
    /// All in one text beside the messages: [`Outline::system`](crate::lower::Outline::system).
    Field,
    /// The last one in the field beside the messages; the others are left out.
    LastField,
}

/// How results are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentResults {
    /// In the message in which they are.
    Inside,
    /// Those of tool messages, each as a message.
    Each,
    /// The last one of each tool message, and the calls in it.
    LastAndCalls,
    /// The last one of each tool message. The code fails where there is none.
    Last,
    /// Each as a message before the one in which it is. Of other messages only answers are sent, and those of the user
    /// that are not empty.
    Before,
}

/// How the events of a target are found among the extra fields of its records.
#[derive(Clone, Copy, Debug)]
pub struct EventPolicy {
    /// The type of the event that starts a run.
    pub start: &'static str,
    /// The field with the id of a run.
    pub run_id: &'static str,
    /// Fields around the events of a run that rows have a place for.
    pub row_keys: &'static [&'static str],
    /// True for a record of events that was not changed since it was read.
    pub is_unchanged: fn(&Conversation<'_>) -> bool,
}

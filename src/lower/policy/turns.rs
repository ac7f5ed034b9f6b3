//! Rules for roles and turns: which messages there are, and in which order.

use super::calls::NameRule;
use crate::rule::Rule;

/// Roles, and where system messages may be.
#[derive(Clone, Copy, Debug)]
pub struct Roles {
    /// What happens to system messages at the start.
    pub leading: Leading,
    /// What happens to system messages further down.
    pub middle: Middle,
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
    /// Into a field next to the messages: [`Outline::system`](crate::lower::outline::Outline::system).
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
    /// Messages without content.
    pub empty: EmptyMessages,
    /// The required place of results.
    pub adjacency: Adjacency,
    /// Questions and answers come in turn, and the last one is an answer.
    pub exchanges: Exchanges,
    /// Content that is a list beyond what was one in the source.
    pub lists: ContentLists,
    /// Names and ids of turns of results.
    pub result_details: ResultDetails,
    /// Parts of these kinds, which only the target understands, are whole messages.
    pub whole: &'static [&'static str],
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
    /// Messages of results in a row, and those of the system or of the user in a row.
    Asked,
    /// All of one speaker in a row.
    Speaker,
    /// Messages of results in a row; and an answer with calls joins the answer before it.
    ResultsAndCalls,
    /// None, but the target takes answers in a row for one; that is reported.
    Implied,
}

/// The required place of tool results; other conversations are rejected.
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
    /// In the next turn of the user; calls in answers only. They are put before everything else of the turn, though the target
    /// takes them in any place: some models want them there.
    NextUser,
    /// In the turn directly after the calls, exactly one for each; calls directly after a turn of the user only.
    Exact,
}

/// Whether questions and answers alternate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchanges {
    /// They need not.
    Free,
    /// The first message must be the user's.
    UserFirst,
    /// The same. Each question has an answer. With `--lossy` an empty one is generated at the end.
    Each,
    /// The same, and there is only one question.
    One,
}

/// The blocks of a message that become messages of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// None.
    Never,
    /// Reasoning comes first, then words; the calls of an answer with words are a message of their own after it. Each
    /// result is a message.
    Calls,
    /// Each call and each result is a message, and so are the words between them.
    Each,
    /// Reasoning is turns of its own before the answer that it led to; then come words, then calls. Each turn has an id,
    /// generated where there is none.
    Reasoning,
    /// Answers are written as items: texts in a row are one message, which has an id unless it is one text.
    Items,
}

impl Split {
    /// True if calls and results become messages of their own.
    pub(crate) const fn is_apart(self) -> bool {
        matches!(self, Self::Calls | Self::Each)
    }
}

/// What happens to messages without content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyMessages {
    /// They stay.
    Keep,
    /// They are dropped and reported, except an answer at the end.
    DropButLastAnswer,
    /// They are dropped and reported.
    Drop,
}

/// Which contents are written as lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentLists {
    /// Those that were lists, or have several blocks.
    Stored,
    /// Those that had several parts, too, even if one text is left.
    Several,
    /// Those that had media files, too.
    WithMedia,
}

/// Details that turns of results lack where others have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultDetails {
    /// They have all.
    Keep,
    /// They have no names of speakers.
    NoNames,
    /// They have no ids: results are in their calls.
    NoIds,
}

/// Whether an answer, its calls and their results are one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepRule {
    /// Each is a message of its own.
    None,
    /// They are a step of a run, which names its agent.
    Run,
    /// A result is in its call, and has a time of its own.
    Parts,
}

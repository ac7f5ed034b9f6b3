//! Rules for roles and turns: which messages exist, and in which order.

use super::calls::NameRule;
use crate::rule::Rule;

/// Roles, and where system messages may be.
#[derive(Clone, Copy, Debug)]
pub struct Roles {
    /// What happens to system messages at the start.
    pub leading: Leading,
    /// What happens to later system messages.
    pub middle: Middle,
    /// An answer at the start is kept, with a warning of this rule.
    pub answer_first: Option<&'static Rule>,
    /// The conversation must have a message; the reason.
    pub needs_message: Option<&'static str>,
    /// The list of turns must not be empty. The text is the reason.
    pub needs_turn: Option<&'static str>,
    /// The last message must be an answer.
    pub ends_in_answer: Option<&'static str>,
    /// The rule for names of speakers; other names are dropped.
    pub names: Option<NameRule>,
}

impl Roles {
    /// All roles may be anywhere.
    pub const BASE: Self = Self {
        leading: Leading::Keep,
        middle: Middle::Keep,
        answer_first: None,
        needs_message: None,
        needs_turn: None,
        ends_in_answer: None,
        names: None,
    };
}

/// What happens to system messages at the start of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leading {
    /// They are kept as messages.
    Keep,
    /// Into a field next to the messages: [`Outline::system`](crate::lower::outline::Outline::system).
    Field,
    /// The first one is written in that field, if it is one system text without a cache mark and other messages follow;
    /// bare lists have no such field.
    OneText,
}

/// What happens to system messages after the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Middle {
    /// They are kept.
    Keep,
    /// They are kept after a message of the user if an answer or nothing follows; others move as in
    /// [`Middle::IntoUser`].
    AfterUser,
    /// Their texts move into the next message of the user, after its tool results; at the end, into the last one.
    IntoUser,
    /// Their texts move to the start of the next message of the user that has no tool results; at the end, to the last
    /// one, or after the results at the end of the conversation.
    IntoWords,
}

/// The messages that are merged into one turn, and the order that the target requires.
#[derive(Clone, Copy, Debug)]
pub struct TurnRules {
    /// Whether results are separate turns or turns of the user.
    pub results: ResultTurns,
    /// The neighbours that are merged.
    pub merge: Merge,
    /// Messages without content.
    pub empty: EmptyMessages,
    /// The required place of results.
    pub adjacency: Adjacency,
    /// Questions and answers alternate, and the last message is an answer.
    pub exchanges: Exchanges,
    /// Content that is a list in addition to lists of the source.
    pub lists: ContentLists,
    /// Names and ids of turns of results.
    pub result_details: ResultDetails,
    /// Parts of these kinds, which only the target supports, are complete messages.
    pub whole: &'static [&'static str],
    /// The blocks of a message that become separate messages.
    pub split: Split,
    /// Calls are last in an answer, in a separate field; therefore only a list of one text stays a list.
    pub calls_last: bool,
    /// Whether an answer, its calls and their results are one step.
    pub steps: StepRule,
}

impl TurnRules {
    /// Messages stay as they are, in any order.
    pub const BASE: Self = Self {
        results: ResultTurns::Each,
        merge: Merge::Never,
        empty: EmptyMessages::Keep,
        adjacency: Adjacency::Free,
        exchanges: Exchanges::Free,
        lists: ContentLists::Stored,
        result_details: ResultDetails::Keep,
        whole: &[],
        split: Split::Never,
        calls_last: false,
        steps: StepRule::None,
    };
}

/// The role of turns with tool results.
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
    /// Consecutive messages of results.
    Results,
    /// Messages that were one message in the source.
    Pieces,
    /// Messages that were one message in the source, and consecutive messages of results.
    Source,
    /// Consecutive messages of results, and those of the system or of the user.
    Asked,
    /// All consecutive messages of one speaker.
    Speaker,
    /// Consecutive messages of results; and an answer with calls is merged into the answer before it.
    ResultsAndCalls,
    /// None, but the target treats consecutive answers as one; that is reported.
    Implied,
}

/// The required place of tool results; other conversations are rejected.
#[derive(Clone, Copy, Debug)]
pub enum Adjacency {
    /// Only the rules of [`crate::rule`] apply.
    Free,
    /// In separate messages directly after the answer with the call. Consecutive answers, one of them with calls, are
    /// one. The rule reports misplaced results.
    After(&'static Rule),
    /// The same, and an answer directly follows the results, as the second rule requires.
    AfterThenAnswer(&'static Rule, &'static Rule),
    /// Directly after the answer with the call, before everything else. Results may be missing at the end of the
    /// conversation.
    Next,
    /// In the next turn of the user; calls only in answers. They are put before everything else in the turn, although
    /// the target accepts them anywhere: some models require that.
    NextUser,
    /// In the turn directly after the calls, exactly one for each; calls only directly after a turn of the user.
    Exact,
}

/// Whether questions and answers alternate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchanges {
    /// They may come in any order.
    Free,
    /// The first message must be the user's.
    UserFirst,
    /// The same. Each question has an answer. With `--lossy` an empty one is generated at the end.
    Each,
    /// The same, with a single question.
    One,
}

/// The blocks of a message that become separate messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// None.
    Never,
    /// Reasoning comes first, then text; the calls of an answer with text are a separate message after it. Each result
    /// is a message.
    Calls,
    /// Each call and each result is a message, and so is the text between them.
    Each,
    /// Reasoning becomes separate turns before its answer; then come text and calls. Each turn has an id, which is
    /// generated if there is none.
    Reasoning,
    /// Answers are written as items: consecutive texts are one message, which has an id unless it is a single text.
    Items,
}

impl Split {
    /// True if calls and results become separate messages.
    pub(crate) const fn is_apart(self) -> bool {
        matches!(self, Self::Calls | Self::Each)
    }
}

/// What happens to messages without content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyMessages {
    /// They are kept.
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
    /// Those that had several parts, too, even if a single text is left.
    Several,
    /// Those that had media files, too.
    WithMedia,
}

/// Details that turns of results lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultDetails {
    /// None.
    Keep,
    /// Names of speakers.
    NoNames,
    /// Ids: results are in their calls.
    NoIds,
}

/// Whether an answer, its calls and their results are one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepRule {
    /// Each is a separate message.
    None,
    /// They are a step of a run, which names its agent.
    Run,
    /// A result is in its call, and has its own time.
    Parts,
}

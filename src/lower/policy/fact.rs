//! Facts that conversations may have and that a target may not be able to represent.

/// Facts that a format may be able to represent. What happens to the system in the middle, several texts, arguments and
/// media files in results follows from other rules of a policy ([`Policy::support`](super::Policy::support)); other
/// facts that are not in [`Policy::facts`](super::Policy::facts) are reported during lowering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    /// An id of the conversation.
    ConversationId,
    /// Ids of messages.
    MessageIds,
    /// Names of speakers.
    Names,
    /// Senders and recipients of messages.
    Routes,
    /// Times of messages.
    Times,
    /// The role developer next to system.
    Developer,
    /// System messages anywhere.
    MiddleSystem,
    /// Several separate texts in one message.
    SeveralTexts,
    /// Reasoning text.
    Reasoning,
    /// Signatures of reasoning.
    Signatures,
    /// Signatures of texts and calls.
    PartSignatures,
    /// Encrypted reasoning.
    Redacted,
    /// A first message of the assistant.
    AnswerFirst,
    /// Tool calls and results.
    Calls,
    /// Ids of tool calls.
    CallIds,
    /// Arguments of calls that are not a JSON object.
    AnyArguments,
    /// Calls with free text.
    CustomCalls,
    /// Searches of the web that the service ran.
    HostedSearches,
    /// Code that the service ran.
    HostedCode,
    /// Text before, between and after calls, in order.
    MixedOrder,
    /// The error flag of a result.
    ErrorFlag,
    /// The tool's name on a result.
    ResultNames,
    /// Media in results.
    ResultMedia,
    /// Refusals.
    Refusals,
    /// Citations.
    Citations,
    /// Cache hints.
    CacheHints,
    /// Lifetimes of cache hints.
    CacheTtl,
    /// Tool definitions.
    Tools,
    /// The flag that arguments must fit the schema of their tool.
    StrictTools,
    /// A structured-output request for the conversation.
    Output,
    /// Whether the schema of a structured-output request must be followed.
    StrictOutput,
    /// A structured-output request on a message.
    MessageOutput,
    /// Why the model stopped.
    Finish,
    /// The model that gave an answer.
    AnswerModel,
    /// Several answers to the same prompt, of which one is better.
    SeveralAnswers,
    /// The label of a single answer: good or bad.
    Labels,
    /// Scores of answers, and labels of their steps.
    Ratings,
    /// The training weight of an answer.
    Weights,
}

impl Fact {
    /// All facts, in the order of the table.
    pub const ALL: &'static [(Self, &'static str)] = &[
        (Self::ConversationId, "conversation id"),
        (Self::MessageIds, "message ids"),
        (Self::Names, "speaker names"),
        (Self::Routes, "senders and recipients"),
        (Self::Times, "times"),
        (Self::Developer, "developer role"),
        (Self::MiddleSystem, "system in the middle"),
        (Self::SeveralTexts, "several texts"),
        (Self::Reasoning, "reasoning"),
        (Self::Signatures, "signatures"),
        (Self::PartSignatures, "signed texts and calls"),
        (Self::Redacted, "sealed reasoning"),
        (Self::AnswerFirst, "answer first"),
        (Self::Calls, "tool calls"),
        (Self::CallIds, "call ids"),
        (Self::AnyArguments, "arguments of any kind"),
        (Self::CustomCalls, "free-text calls"),
        (Self::HostedSearches, "web searches of the service"),
        (Self::HostedCode, "code run by the service"),
        (Self::MixedOrder, "text among calls"),
        (Self::ErrorFlag, "error flags"),
        (Self::ResultNames, "names on results"),
        (Self::ResultMedia, "media in results"),
        (Self::Refusals, "refusals"),
        (Self::Citations, "citations"),
        (Self::CacheHints, "cache hints"),
        (Self::CacheTtl, "cache lifetimes"),
        (Self::Tools, "tool definitions"),
        (Self::StrictTools, "strict tools"),
        (Self::Output, "structured output"),
        (Self::StrictOutput, "strict structured output"),
        (Self::MessageOutput, "structured output per message"),
        (Self::Finish, "finish reasons"),
        (Self::AnswerModel, "models of answers"),
        (Self::SeveralAnswers, "chosen and rejected answers"),
        (Self::Labels, "labels of answers"),
        (Self::Ratings, "scores and labels of steps"),
        (Self::Weights, "training weights"),
    ];
}

/// A set of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts(u64);

impl Facts {
    /// These facts.
    #[must_use]
    pub const fn of(facts: &[Fact]) -> Self {
        Self(0).and(facts)
    }

    /// The set with these facts.
    #[must_use]
    pub const fn and(self, facts: &[Fact]) -> Self {
        match facts {
            [] => self,
            [fact, rest @ ..] => Self(self.0 | 1 << *fact as u64).and(rest),
        }
    }

    /// The set with these facts on a condition.
    #[must_use]
    pub const fn and_if(self, condition: bool, facts: &[Fact]) -> Self {
        if condition { self.and(facts) } else { self }
    }

    /// The set without these facts.
    #[must_use]
    pub const fn without(self, facts: &[Fact]) -> Self {
        Self(self.0 & !Self::of(facts).0)
    }

    /// True if the set contains the fact.
    #[inline]
    #[must_use]
    pub const fn has(self, fact: Fact) -> bool {
        self.0 & (1 << fact as u64) != 0
    }
}

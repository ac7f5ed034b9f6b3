//! What a format can hold.

use crate::model::MediaKind;

/// Facts a format may or may not have a place for. What is not listed in [`Support::features`] is reported as dropped by
/// [`super::report_unsupported`], so a writer only has to write what its format can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
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
    /// The role developer beside system.
    Developer,
    /// System messages anywhere.
    MiddleSystem,
    /// Several texts in one message, told apart.
    SeveralTexts,
    /// Reasoning text.
    Reasoning,
    /// Signatures of reasoning.
    Signatures,
    /// Signatures of texts and calls.
    PartSignatures,
    /// Sealed reasoning.
    Redacted,
    /// A first message of the assistant.
    AnswerFirst,
    /// Tool calls and results.
    Calls,
    /// Ids of tool calls.
    CallIds,
    /// Arguments of calls that are no JSON object.
    AnyArguments,
    /// Calls with free text.
    CustomCalls,
    /// Text before, between and behind calls, in order.
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
    /// A structured-output request for the conversation.
    Output,
    /// A structured-output request on a message.
    MessageOutput,
    /// Why the model stopped.
    Finish,
    /// Which model gave an answer.
    AnswerModel,
}

impl Feature {
    /// All of them, in the order of the table.
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
        (Self::MixedOrder, "text among calls"),
        (Self::ErrorFlag, "error flags"),
        (Self::ResultNames, "names on results"),
        (Self::ResultMedia, "media in results"),
        (Self::Refusals, "refusals"),
        (Self::Citations, "citations"),
        (Self::CacheHints, "cache hints"),
        (Self::CacheTtl, "cache lifetimes"),
        (Self::Tools, "tool definitions"),
        (Self::Output, "structured output"),
        (Self::MessageOutput, "structured output per message"),
        (Self::Finish, "finish reasons"),
        (Self::AnswerModel, "models of answers"),
    ];
}

/// What a format can hold.
#[derive(Debug)]
pub struct Support {
    /// The facts it has a place for.
    pub features: &'static [Feature],
    /// The media it takes, and from where: `(Image, &["url", "base64"])`. Sources: `url`, `base64`, `file`, `remote`, `plain`.
    pub media: &'static [(MediaKind, &'static [&'static str])],
    /// Whose signatures and seals it may hold: `anthropic`. `*`: anybody's.
    pub families: &'static [&'static str],
}

impl Support {
    /// True if there is a place for it.
    #[must_use]
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// True if it may hold signatures of this family.
    #[must_use]
    pub fn has_family(&self, family: &str) -> bool {
        self.families.contains(&family) || self.families.contains(&"*")
    }
}

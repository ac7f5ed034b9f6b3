//! What becomes of each fact in the format, and what its dialects do otherwise.

use super::NAME;
use crate::lower::{Fact, Policy};
use crate::model::MediaKind;

/// As the API itself takes it.
pub(super) const OPENAI: Policy = Policy {
    name: NAME,
    facts: &[
        Fact::Names,
        Fact::Developer,
        Fact::MiddleSystem,
        Fact::SeveralTexts,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::AnyArguments,
        Fact::CallIds,
        Fact::CustomCalls,
        Fact::Refusals,
        Fact::CacheHints,
        Fact::Tools,
        Fact::StrictTools,
        Fact::Output,
    ],
    media: &[
        (MediaKind::Image, &["url", "base64"]),
        (MediaKind::Audio, &["base64"]),
        (MediaKind::Document, &["base64", "remote"]),
    ],
    families: &[],
    ..Policy::BASE
};

/// What all dialects have in common: a record of the format itself is no record of theirs.
const DIALECT: Policy = Policy { keeps_own: false, ..OPENAI };

/// Fine-tuning lines, batch lines and preference lines.
pub(super) static LINES: Policy = DIALECT;

/// litellm and programs that take the same.
pub(super) static LITELLM: Policy = Policy {
    adds: &[Fact::Reasoning, Fact::Signatures, Fact::PartSignatures, Fact::Redacted, Fact::ResultMedia, Fact::CacheTtl],
    families: &["anthropic", "gemini"],
    ..DIALECT
};

/// Services that are compatible: no names of speakers, no cache marks.
const SERVICE: Policy = Policy { lacks: &[Fact::Names, Fact::CacheHints], ..DIALECT };

/// The chat API of Mistral, and ollama.
pub(super) static NAMED_RESULTS: Policy = Policy { adds: &[Fact::Reasoning, Fact::ResultNames], ..SERVICE };

/// The chat API of Cohere.
pub(super) static COHERE: Policy = Policy { adds: &[Fact::Reasoning], ..SERVICE };

/// The chat APIs of `DeepSeek`, xAI and Cerebras.
pub(super) static PLAIN_SERVICE: Policy = SERVICE;

/// `OpenRouter`.
pub(super) static OPENROUTER: Policy = Policy { lacks: &[Fact::CacheHints], ..DIALECT };

//! Dialects: services and libraries that take this format with differences. Their spelling of messages is here; what
//! they do with each fact is in their policies, what they reject in `dialect_rules`.

use super::policy::{is_field, is_litellm_field};
use crate::model::Extra;

/// The spelling of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::format) enum OpenAiDialect {
    /// As the API itself takes it.
    Plain,
    /// Reasoning next to the words, its proof, marks as Anthropic spells them.
    LiteLlm,
    /// Reasoning among the words, as lists.
    Mistral,
    /// Reasoning among the words, as texts; the words before calls are a plan.
    Cohere,
    /// One string of words a message.
    Ollama,
    /// As chat templates take it: reasoning next to the words, arguments that are objects, images in a column of the row.
    Hf,
    /// As the API itself takes it, but functions are all there is to call.
    Service,
    /// The same, with reasoning next to calls.
    DeepSeek,
}

impl OpenAiDialect {
    pub(super) fn of(name: Option<&'static str>) -> Self {
        match name {
            Some("litellm") => Self::LiteLlm,
            Some("mistral") => Self::Mistral,
            Some("cohere") => Self::Cohere,
            Some("ollama") => Self::Ollama,
            Some("deepseek") => Self::DeepSeek,
            Some("xai" | "cerebras" | "groq" | "huggingface") => Self::Service,
            _ => Self::Plain,
        }
    }

    /// An extra field of a message or part is written.
    pub(super) fn keeps(self, extra: &Extra<'_>) -> bool {
        let key = extra.key.decode();
        if self == Self::LiteLlm { is_litellm_field(extra.slot, &key) } else { is_field(extra.slot, &key) }
    }
}

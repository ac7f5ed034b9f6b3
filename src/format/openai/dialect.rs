//! Dialects: services and libraries that take this format with differences. Their spelling of messages is here; what
//! they do with each fact is in their policies.

use super::policy::{MISTRAL_IDS, is_field, is_litellm_field};
use crate::model::{Conversation, Extra, Part};
use crate::rule::{Rule, RuleReport, rule};

/// The spelling of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpenAiDialect {
    /// As the API itself takes it.
    Plain,
    /// Reasoning beside the words, its proof, marks as Anthropic spells them.
    LiteLlm,
    /// Reasoning among the words, as lists.
    Mistral,
    /// Reasoning among the words, as texts; the words before calls are a plan.
    Cohere,
    /// One string of words a message.
    Ollama,
    /// As chat templates take it: reasoning beside the words, arguments that are objects, images in a column of the row.
    Hf,
    /// As the API itself takes it, but functions are all there is to call.
    Service,
}

impl OpenAiDialect {
    pub(super) fn of(name: Option<&'static str>) -> Self {
        match name {
            Some("litellm") => Self::LiteLlm,
            Some("mistral") => Self::Mistral,
            Some("cohere") => Self::Cohere,
            Some("ollama") => Self::Ollama,
            Some("deepseek" | "xai" | "cerebras") => Self::Service,
            _ => Self::Plain,
        }
    }

    /// An extra field of a message or part is written.
    pub(super) fn keeps(self, extra: &Extra<'_>) -> bool {
        let key = extra.key.decode();
        if self == Self::LiteLlm { is_litellm_field(extra.slot, &key) } else { is_field(extra.slot, &key) }
    }
}

pub(super) static MISTRAL: &[&Rule] = &[&MISTRAL_ID];

rule! {
    MISTRAL_ID "TW527" "openai-mistral-id" Error mistral_ids
    "a call id is not nine letters and digits"
    "convert --to openai:mistral rewrites the ids on both ends"
    => Unsafe CallIds
}

fn mistral_ids(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for part in conversation.parts() {
        let Part::Call(call) = part else { continue };
        if let Some(id) = call.id.as_ref().filter(|id| !MISTRAL_IDS.holds(&id.decode())) {
            found.at(call.at, || format!("Mistral refuses the call id `{}`", id.show()));
        }
    }
}

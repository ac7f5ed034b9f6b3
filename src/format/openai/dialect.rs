//! Dialects: services and libraries that take this format with differences.

use crate::format::Writing;
use crate::format::shared::short_name;
use crate::json::Text;
use crate::model::{Conversation, MediaKind, Part};
use crate::rule::{Found, Rule, rule};

/// What is written differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// As the API itself takes it.
    Plain,
    /// litellm 1.80 and programs that speak like it.
    LiteLlm,
    /// The chat API of Mistral (mistralai Python SDK 1.9).
    Mistral,
    /// The chat API of Cohere, version 2 (cohere Python SDK 5.20).
    Cohere,
    /// ollama 0.12, `/api/chat`.
    Ollama,
    /// The chat API of `DeepSeek`: texts alone.
    DeepSeek,
    /// The chat API of xAI.
    Xai,
    /// `OpenRouter`, which takes what the API itself takes.
    OpenRouter,
    /// The chat API of Cerebras: a system message is one string.
    Cerebras,
}

impl Dialect {
    pub(super) fn of(writing: &Writing<'_>) -> Self {
        match writing.options.dialect {
            Some("litellm") => Self::LiteLlm,
            Some("mistral") => Self::Mistral,
            Some("cohere") => Self::Cohere,
            Some("ollama") => Self::Ollama,
            Some("deepseek") => Self::DeepSeek,
            Some("xai") => Self::Xai,
            Some("openrouter") => Self::OpenRouter,
            Some("cerebras") => Self::Cerebras,
            _ => Self::Plain,
        }
    }

    /// Other services take messages of fewer kinds: no developer, no names, no refusals, function calls only.
    pub(super) fn is_other_service(self) -> bool {
        match self {
            Self::Plain | Self::LiteLlm | Self::OpenRouter => false,
            Self::Mistral | Self::Cohere | Self::Ollama | Self::DeepSeek | Self::Xai | Self::Cerebras => true,
        }
    }

    /// Reasoning stands among the words.
    pub(super) fn takes_thinking(self) -> bool {
        matches!(self, Self::Mistral | Self::Cohere | Self::Ollama)
    }

    /// A system message is one string.
    pub(super) fn joins_system(self) -> bool {
        matches!(self, Self::DeepSeek | Self::Xai | Self::Cerebras)
    }

    /// Why a medium of this kind cannot be sent; `None`: it can, or its part says why not.
    pub(super) fn no_medium(self, kind: MediaKind) -> Option<String> {
        let name = match self {
            Self::DeepSeek => "DeepSeek",
            Self::Xai => "xAI",
            Self::Cerebras => "Cerebras",
            Self::Plain | Self::LiteLlm | Self::Mistral | Self::Cohere | Self::Ollama | Self::OpenRouter => {
                return None;
            }
        };
        (self == Self::DeepSeek || kind != MediaKind::Image)
            .then(|| format!("{name} takes no media of this kind, and this is {}", kind.name()))
    }

    /// A field of compatible programs goes back as it came: this is what its part is left out for.
    pub(super) fn keeps(self, key: &str, writing: &Writing<'_>) -> bool {
        match self {
            Self::Plain => writing.options.dialect.is_none(),
            Self::LiteLlm => !matches!(key, "thinking" | "tool_plan" | "images" | "tool_name"),
            Self::Mistral
            | Self::Cohere
            | Self::Ollama
            | Self::DeepSeek
            | Self::Xai
            | Self::OpenRouter
            | Self::Cerebras => false,
        }
    }
}

/// Nine letters and digits.
pub(super) fn is_mistral_id(id: &str) -> bool {
    id.len() == 9 && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// An id that Mistral takes: the id itself, or nine letters and digits made of it, the same each time.
pub(super) fn mistral_id(id: &Text<'_>) -> Option<String> {
    let id = id.decode();
    (!is_mistral_id(&id)).then(|| short_name(&id, 9))
}

pub(super) static MISTRAL: &[&Rule] = &[&MISTRAL_ID];

rule! {
    MISTRAL_ID "TW527" "openai-mistral-id" Error mistral_ids
    "a call id is not nine letters and digits"
    "convert --to openai:mistral rewrites the ids on both ends"
}

fn mistral_ids(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    for part in conversation.parts() {
        let Part::Call(call) = part else { continue };
        if let Some(id) = call.id.as_ref().filter(|id| !is_mistral_id(&id.decode())) {
            found.at(call.at, || format!("Mistral refuses the call id `{}`", id.show()));
        }
    }
}

//! Dialects: services and libraries that take this format with differences.

use crate::format::Writing;
use crate::format::shared::short_name;
use crate::json::Text;
use crate::model::{Conversation, Part};
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
}

impl Dialect {
    pub(super) fn of(writing: &Writing<'_>) -> Self {
        match writing.options.dialect {
            Some("litellm") => Self::LiteLlm,
            Some("mistral") => Self::Mistral,
            Some("cohere") => Self::Cohere,
            Some("ollama") => Self::Ollama,
            _ => Self::Plain,
        }
    }

    /// Other services take messages of fewer kinds: no developer, no names, no refusals, function calls only.
    pub(super) fn is_other_service(self) -> bool {
        matches!(self, Self::Mistral | Self::Cohere | Self::Ollama)
    }

    /// A field of compatible programs goes back as it came: this is what its part is left out for.
    pub(super) fn keeps(self, key: &str, writing: &Writing<'_>) -> bool {
        match self {
            Self::Plain => writing.options.dialect.is_none(),
            Self::LiteLlm => !matches!(key, "thinking" | "tool_plan" | "images" | "tool_name"),
            Self::Mistral | Self::Cohere | Self::Ollama => false,
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
    "Mistral's own words: `Tool call id was … but must be a-z, A-Z, 0-9, with a length of 9`.\n\n```json bad openai:mistral\n[{\"role\":\"user\",\"content\":\"x\"},{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},{\"role\":\"tool\",\"tool_call_id\":\"call_1\",\"content\":\"r\"}]\n```\n\n```json good openai:mistral\n[{\"role\":\"user\",\"content\":\"x\"},{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"abcDEF123\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},{\"role\":\"tool\",\"tool_call_id\":\"abcDEF123\",\"content\":\"r\"}]\n```\n"
}

fn mistral_ids(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    for part in conversation.parts() {
        let Part::Call(call) = part else { continue };
        if let Some(id) = call.id.as_ref().filter(|id| !is_mistral_id(&id.decode())) {
            found.at(call.at, || format!("Mistral refuses the call id `{}`", id.show()));
        }
    }
}

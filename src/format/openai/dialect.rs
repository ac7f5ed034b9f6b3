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
}

impl Dialect {
    pub(super) fn of(writing: &Writing<'_>) -> Self {
        match writing.options.dialect {
            Some("litellm") => Self::LiteLlm,
            Some("mistral") => Self::Mistral,
            _ => Self::Plain,
        }
    }

    /// The fields in which compatible programs keep reasoning may be written.
    pub(super) fn has_compatible_fields(self, writing: &Writing<'_>) -> bool {
        writing.options.dialect.is_none() || self == Self::LiteLlm
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

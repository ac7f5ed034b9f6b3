//! The vendor of a model, which decides the family of its signatures: `us.anthropic.claude-opus-4-8-v1:0` is of
//! Anthropic.

use crate::json::Node;
use crate::report::Severity;

/// The family of Claude's signatures, which Anthropic's own service takes too.
pub(super) const ANTHROPIC: &str = "anthropic";

/// The vendors in model ids, and the families of their signatures. Only `anthropic` is known elsewhere; the signatures of
/// gpt-oss are not those of the `openai` family.
const VENDORS: &[(&str, &str)] = &[
    (ANTHROPIC, ANTHROPIC),
    ("ai21", "ai21"),
    ("amazon", "amazon"),
    ("cohere", "cohere"),
    ("deepseek", "deepseek"),
    ("google", "gemma"),
    ("meta", "meta"),
    ("minimax", "minimax"),
    ("mistral", "mistral"),
    ("moonshot", "moonshot"),
    ("moonshotai", "moonshot"),
    ("nvidia", "nvidia"),
    ("openai", "gpt-oss"),
    ("qwen", "qwen"),
    ("writer", "writer"),
    ("zai", "zai"),
];

/// All families that this service may have signed or sealed for.
pub(super) const FAMILIES: &[&str] = &[
    ANTHROPIC, "ai21", "amazon", "cohere", "deepseek", "gemma", "meta", "minimax", "mistral", "moonshot", "nvidia",
    "gpt-oss", "qwen", "writer", "zai",
];

/// The vendor that a model id names: the part before the name of the model, after a region and the path of an ARN.
pub(super) fn family_of(model: &str) -> Option<&'static str> {
    let last = model.rsplit('/').next().unwrap_or_default();
    // `vendor.model` or `region.vendor.model`.
    let mut words = last.split('.').take(2);
    words.find_map(|word| VENDORS.iter().find(|(vendor, _)| *vendor == word)).map(|(_, family)| *family)
}

/// The family for a body; anthropic where nothing says otherwise.
pub(super) fn family(model: Option<Node<'_, '_>>) -> &'static str {
    model.and_then(|model| model.text()).and_then(|model| family_of(&model.decode())).unwrap_or(ANTHROPIC)
}

/// Whether a model may reject text next to tool results. The error was reported for Llama; for the other vendors it is a warning,
/// because nobody has confirmed it for their models.
pub(super) fn refuses_text_beside_results(model: &str) -> Option<Severity> {
    match family_of(model)? {
        "meta" => Some(Severity::Error),
        "ai21" | "cohere" | "mistral" => Some(Severity::Warning),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn model_ids_name_their_vendor() {
        for (model, family) in [
            ("anthropic.claude-opus-4-8-v1:0", Some("anthropic")),
            ("us.anthropic.claude-opus-4-8-v1:0", Some("anthropic")),
            ("arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.amazon.nova-pro-v1:0", Some("amazon")),
            ("arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc123", None),
            ("openai.gpt-oss-120b-1:0", Some("gpt-oss")),
            ("my-endpoint", None),
        ] {
            assert_eq!(family_of(model), family, "{model}");
        }
        assert!(VENDORS.iter().all(|(_, family)| FAMILIES.contains(family)));
    }
}

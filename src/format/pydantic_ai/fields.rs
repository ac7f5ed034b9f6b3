//! Members next to the content: which of them say nothing, and the services that parts come from.
//!
//! ```json
//! {"part_kind":"text","content":"Hi","id":null,"provider_name":"google","provider_details":{"thought_signature":"c2ln"}}
//! ```

use super::NAME;
use super::content::ITEMS;
use crate::format::shared::keep_other_members;
use crate::json::{At, Node, Text};
use crate::model::{Extras, Signature, Slot};

/// The member of `provider_details` with the signature of a part.
pub(super) const THOUGHT_SIGNATURE: &str = "thought_signature";

/// Keeps the content of an object outside the places that were read.
pub(super) fn keep_others<'a>(node: Node<'_, 'a>, mut taken: Vec<At>, slot: Slot, extras: &mut Extras<'a>) {
    taken.sort_unstable();
    for (key, value) in node.members() {
        keep_other_members(key.text().unwrap_or_default(), value, &taken, slot, NAME, &is_usual, extras);
    }
}

/// True for values that the library writes where there is nothing to say.
pub(super) fn is_usual(key: &Text<'_>, value: Node<'_, '_>) -> bool {
    match key.decode().as_ref() {
        "part_kind" => true,
        "kind" => ITEMS.iter().chain(&["request", "response"]).any(|known| value.is(known)),
        "state" => value.is("complete"),
        "scope" => value.is("conversation"),
        "outcome" => value.is("success"),
        "force_download" => value.as_bool() == Some(false),
        // It was generated, and no call has it.
        "tool_call_id" => value.text().is_some_and(|id| id.starts_with("pyd_ai_")),
        "usage" => is_zero(value),
        _ => false,
    }
}

/// True for zero, nothing, and lists and objects of them.
fn is_zero(value: Node<'_, '_>) -> bool {
    let is_nothing = value.is_null() || matches!(value.raw(), "0" | "0.0");
    is_nothing || value.items().all(is_zero) && value.members().all(|(_, value)| is_zero(value)) && !is_scalar(value)
}

fn is_scalar(value: Node<'_, '_>) -> bool {
    !value.is_array() && !value.is_object()
}

/// The service of signatures of parts from a provider. Empty: its signatures are fields.
pub(super) fn family_of(provider: Option<Node<'_, '_>>) -> &'static str {
    let is = |words: &[&str]| provider.is_some_and(|provider| words.iter().any(|word| provider.is(word)));
    match () {
        () if is(&["anthropic", "bedrock"]) => "anthropic",
        () if is(&["google", "google-cloud", "google-gla", "google-vertex"]) => "gemini",
        () => "",
    }
}

/// The name of the provider whose signatures are of a family.
pub(super) fn provider_of(family: &str) -> &'static str {
    if family == "gemini" { "google" } else { "anthropic" }
}

/// The provider of a part with a signature is that of its family.
pub(super) fn note_provider<'a>(
    node: Node<'_, 'a>,
    is_signed: bool,
    family: &str,
    taken: &mut Vec<At>,
    extras: &mut Extras<'a>,
) {
    let provider = node.get("provider_name").filter(|provider| is_signed && provider.is(provider_of(family)));
    if let Some(provider) = provider {
        taken.push(provider.at());
        extras.note(NAME, Text::Token("provider_name"), provider.to_raw(), provider.at());
    }
}

/// The signature in the details of a part, which Gemini has on parts other than reasoning.
pub(super) fn read_signature<'a>(
    details: Option<Node<'_, 'a>>,
    family: &'static str,
    taken: &mut Vec<At>,
) -> Option<Box<Signature<'a>>> {
    let node = details?.get(THOUGHT_SIGNATURE).filter(|_| family == "gemini")?;
    let text = node.text()?;
    taken.push(node.at());
    Some(Box::new(Signature { at: node.at(), family, text }))
}

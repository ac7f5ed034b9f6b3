//! Rules about items: their ids, and reasoning that nothing follows.

use std::borrow::Cow;
use std::collections::HashSet;

use super::NAME;
use super::item_marks::{field, outer_field, span_of};
use crate::json::{At, Raw, Tape};
use crate::model::{CallKind, Conversation, Extra, Message, Part, Role, Slot};
use crate::report::Severity;
use crate::rule::{RuleReport, rule};

rule! {
    ID_PREFIX "TW580" "responses-id-prefix" Error id_prefix
    "the id of an item does not begin with the prefix of its type"
    "remove the id, or use the one that the service returned"
}

fn id_prefix(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let is_foreign = conversation.is_answer() || is_of_other_service(conversation);
    each_id(conversation, &mut |id| {
        let Some(prefix) = id.prefix.filter(|prefix| !id.text.starts_with(*prefix)) else { return };
        if is_foreign {
            found.at_as(Severity::Warning, id.at, || {
                format!(
                    "OpenAI rejects the id `{}`, which must begin with `{prefix}`; other services accept it",
                    id.text
                )
            });
        } else {
            found.at(id.at, || format!("the id `{}` must begin with `{prefix}`", id.text));
        }
    });
}

/// True if the model is one of another service that has this API, as `DeepSeek` and `OpenRouter` do.
fn is_of_other_service(conversation: &Conversation<'_>) -> bool {
    const OWN: [&str; 10] = ["gpt-", "chatgpt-", "o1", "o3", "o4", "o5", "codex", "computer-use", "ft:", "text-"];
    let model =
        conversation.extras.get(NAME, "model").or_else(|| conversation.extras.get_in(Slot::Answer, NAME, "model"));
    let Some(model) = model.and_then(|model| text_of(&model.value)) else { return false };
    !OWN.iter().any(|own| model.starts_with(own))
}

rule! {
    REPEATED_ID "TW581" "responses-repeated-id" Error repeated_id
    "two items have the same id"
    "remove the duplicate item"
}

fn repeated_id(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut seen = HashSet::new();
    each_id(conversation, &mut |id| {
        if !seen.insert(id.text.clone().into_owned()) {
            found.at(id.at, || format!("an earlier item has the id `{}` too", id.text));
        }
    });
}

rule! {
    REASONING_ORPHAN "TW582" "responses-reasoning-orphan" Error reasoning_orphan
    "a reasoning item is not followed by the item that it led to"
    "keep the message or call that the service returned after it, or remove the item"
}

fn reasoning_orphan(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if conversation.is_answer() {
        return;
    }
    // Nothing is looked up for a request that says so and brings the sealed text.
    let is_unstored = conversation.extras.get(NAME, "store").is_some_and(|store| store.value.as_str() == "false");
    let is_foreign = is_of_other_service(conversation);
    let last = conversation.messages.len().saturating_sub(1);
    for (index, message) in conversation.messages.iter().enumerate() {
        if !matches!(message.role, Role::Assistant) {
            continue;
        }
        let orphan = orphan_start(message).and_then(|start| message.parts.get(start));
        if let Some(part) = orphan {
            let is_tail = index == last && !found.is_sending;
            let severity = if is_tail || is_foreign { Severity::Warning } else { Severity::Error };
            found.at_as(severity, part.at(), || "a reasoning item without the message or call it led to".to_owned());
        }
        for (reasoning, part) in unproven(message) {
            if is_foreign {
                found.at_as(Severity::Warning, part.at(), || {
                    "OpenAI rejects a message without `id` after a reasoning item; other services accept it".to_owned()
                });
            } else if is_unstored && is_sealed(reasoning) {
                found.at_as(Severity::Warning, part.at(), || {
                    "the message after a reasoning item has no `id`: rejected if the service has stored that item"
                        .to_owned()
                });
            } else {
                found.at(part.at(), || {
                    "the message after a reasoning item has no `id`, so it is not the one it led to".to_owned()
                });
            }
        }
    }
}

/// True if the reasoning is encrypted by the service.
fn is_sealed(part: &Part<'_>) -> bool {
    matches!(part, Part::Reasoning(it) if it.redacted.is_some() || it.signature.is_some())
}

/// Messages without an id directly after a reasoning item with one: who rewrote them did not keep what was signed.
fn unproven<'m, 'a>(message: &'m Message<'a>) -> impl Iterator<Item = (&'m Part<'a>, &'m Part<'a>)> {
    let parts = message.parts.as_slice();
    let has_id = |part: &Part<'_>| match part {
        Part::Reasoning(it) => outer_field(&it.extras, "id").is_some(),
        Part::Text(it) | Part::Refusal(it) => outer_field(&it.extras, "id").is_some(),
        Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Opaque(_) => false,
    };
    let starts = |part: &Part<'_>| matches!(part, Part::Text(_) | Part::Refusal(_)) && span_of(part).is_some();
    // The first text of an item has its id. Items of other types (`web_search_call`) are opaque parts.
    let is_item = |part: &&Part<'_>| span_of(part).is_some() || matches!(part, Part::Opaque(_));
    let item = move |end: usize| parts.get(..end)?.iter().rev().find(is_item);
    parts.iter().enumerate().filter_map(move |(index, part)| {
        let before = item(index).filter(|before| matches!(before, Part::Reasoning(_)) && has_id(before))?;
        (starts(part) && !has_id(part)).then_some((before, part))
    })
}

/// The start of reasoning of this format that nothing follows in its answer.
fn orphan_start(message: &Message<'_>) -> Option<usize> {
    let parts = message.parts.as_slice();
    let start = parts.iter().rposition(|part| !matches!(part, Part::Reasoning(_))).map_or(0, |last| last + 1);
    let found = parts.get(start..)?.iter().position(|part| span_of(part).is_some())?;
    Some(start + found)
}

/// The id of an item.
struct ItemId<'c> {
    text: Cow<'c, str>,
    /// The prefix of valid ids.
    prefix: Option<&'static str>,
    at: At,
}

fn each_id(conversation: &Conversation<'_>, visit: &mut dyn FnMut(ItemId<'_>)) {
    let mut tape = Tape::new();
    for message in conversation.messages.iter().filter(|message| message.origin == NAME) {
        visit_field(field(&message.extras, "id"), Some("msg_"), visit);
        for part in &message.parts {
            match part {
                Part::Text(it) | Part::Refusal(it) => visit_field(outer_field(&it.extras, "id"), Some("msg_"), visit),
                Part::Media(it) => visit_field(outer_field(&it.extras, "id"), Some("msg_"), visit),
                Part::Reasoning(it) => visit_field(outer_field(&it.extras, "id"), Some("rs_"), visit),
                Part::Call(it) => {
                    let prefix = if it.kind == CallKind::Custom { "ctc_" } else { "fc_" };
                    visit_field(field(&it.extras, "id"), Some(prefix), visit);
                }
                Part::Result(it) => visit_field(field(&it.extras, "id"), None, visit),
                // A reference repeats an id by its nature.
                Part::Opaque(it) if it.kind.is("item_reference") => {}
                Part::Opaque(it) => {
                    let Ok(root) = tape.parse(it.raw.as_str()) else { continue };
                    let Some(id) = root.get("id").and_then(|id| id.text()) else { continue };
                    let prefix = it.kind.is("web_search_call").then_some("ws_");
                    visit(ItemId { text: id.decode(), prefix, at: it.at });
                }
            }
        }
    }
}

fn visit_field(field: Option<&Extra<'_>>, prefix: Option<&'static str>, visit: &mut dyn FnMut(ItemId<'_>)) {
    let Some(field) = field else { return };
    if let Some(id) = text_of(&field.value) {
        visit(ItemId { text: id, prefix, at: field.at });
    }
}

/// The string that a value is.
fn text_of<'r>(raw: &'r Raw<'_>) -> Option<Cow<'r, str>> {
    let token = raw.as_str().strip_prefix('"')?.strip_suffix('"')?;
    Some(Cow::Owned(crate::json::Text::Token(token).decode().into_owned()))
}

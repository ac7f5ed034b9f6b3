//! Content that the library accepts and loses later. `TW540` to `TW559`.

use super::NAME;
use crate::format::shared;
use crate::json::Text;
use crate::model::{Conversation, Form, Message, Part, Role};
use crate::report::Severity;
use crate::rule::{EMPTY_CALL_ID, Rule, RuleReport, rule};

pub(super) static RULES: &[&Rule] = &[
    EMPTY_CALL_ID,
    &NO_ID,
    &EMPTY_ID,
    &NAMELESS_RESULT,
    &NO_CALLS,
    &NO_MEDIA_TYPE,
    &UNSIGNED,
    &ODD_BLOCK,
    &CLASS_ALONE,
    &MEDIA_UNSEEN,
    &NO_TTL,
    &TTL_UNUSED,
];

rule! {
    NO_ID "TW540" "patterpunk-no-id" Warning no_id
    "a message has no id"
    "give the message an id; turnwise convert --to patterpunk does" => Safe MessageIds
}

fn no_id(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in &conversation.messages {
        if message.details().id.is_none() && message.extras.get(NAME, "id").is_none() {
            found.at(message.at, || "the message has no id; the library gives it a new one on every load".to_owned());
        }
    }
}

rule! {
    EMPTY_ID "TW541" "patterpunk-empty-id" Warning empty_id
    "the id of a message is empty"
    "give the message its own id"
}

fn empty_id(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in &conversation.messages {
        if message.details().id.as_ref().is_some_and(Text::is_empty) {
            found.at(message.at, || "the id of the message is empty".to_owned());
        }
    }
}

rule! {
    NAMELESS_RESULT "TW542" "patterpunk-nameless-result" Warning nameless_result
    "a tool result has no function name"
    "add `function_name`: Google requires it"
}

fn nameless_result(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in &conversation.messages {
        // A name of the wrong kind was reported when it was read.
        let is_odd = message.extras.get(NAME, "function_name").is_some_and(|odd| !odd.value.is_null());
        for part in &message.parts {
            if let Part::Result(result) = part
                && result.name.is_none()
                && !is_odd
            {
                found.at(result.at, || "the tool result has no `function_name`".to_owned());
            }
        }
    }
}

rule! {
    NO_CALLS "TW543" "patterpunk-no-calls" Warning no_calls
    "a tool_call message has no calls"
    "remove the message"
}

fn no_calls(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in conversation.messages.iter().filter(|message| matches!(message.role, Role::Assistant)) {
        if is_empty_call(message) {
            let severity = if found.is_sending { Severity::Error } else { Severity::Warning };
            found.at_as(severity, message.at, || "`tool_calls` is empty".to_owned());
        }
    }
}

/// True for a `tool_call` message with no calls: the empty list was kept as a field.
fn is_empty_call(message: &Message<'_>) -> bool {
    let says = |part: &Part<'_>| matches!(part, Part::Text(_) | Part::Refusal(_) | Part::Media(_) | Part::Call(_));
    message.form == Form::Text && message.extras.get(NAME, "tool_calls").is_some() && !message.parts.iter().any(says)
}

rule! {
    NO_MEDIA_TYPE "TW544" "patterpunk-no-media-type" Warning no_media_type
    "a media file has no media type"
    "declare the type, for example `image/png`"
}

fn no_media_type(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for part in conversation.parts() {
        if let Part::Media(media) = part
            && media.media_type.is_none()
            && media.extras.get(NAME, "media_type").is_none()
        {
            found.at(media.at, || "the media file has no media type".to_owned());
        }
    }
}

rule! {
    UNSIGNED "TW545" "patterpunk-unsigned-thinking" Warning unsigned
    "a thinking block has no signature"
    "remove the block before you send the conversation to Anthropic"
}

fn unsigned(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for at in shared::unsigned(conversation) {
        found.at(at, || "Anthropic rejects thinking blocks without a signature".to_owned());
    }
}

rule! {
    ODD_BLOCK "TW546" "patterpunk-unknown-block" Warning odd_block
    "a thinking block has an unknown type"
    "use `thinking` or `redacted_thinking`, which Anthropic accepts"
}

fn odd_block(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for part in conversation.parts() {
        if let Part::Opaque(it) = part {
            found.at(it.at, || format!("a thinking block of type `{}`, or without its fields", it.kind.show()));
        }
    }
}

rule! {
    CLASS_ALONE "TW547" "patterpunk-class-without-schema" Warning class_alone
    "a structured-output request names a class and has no schema"
    "store the schema next to the class"
}

fn class_alone(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in &conversation.messages {
        let Some(output) = &message.details().output else { continue };
        if let (None, Some(class)) = (&output.schema, &output.class) {
            found.at(output.at, || format!("the schema is lost where `{}` cannot be imported", class.show()));
        }
    }
}

rule! {
    MEDIA_UNSEEN "TW548" "patterpunk-media-unseen" Warning media_unseen
    "a media file is in a system or assistant message"
    "move the media file into a user message"
}

fn media_unseen(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in &conversation.messages {
        if !matches!(message.role, Role::System | Role::Assistant) {
            continue;
        }
        for part in &message.parts {
            if let Part::Media(media) = part {
                let (kind, role) = (media.kind.name(), message.role.name());
                found.at(media.at, || format!("{kind} in a message of type `{role}`"));
            }
        }
    }
}

rule! {
    NO_TTL "TW549" "patterpunk-no-ttl" Warning no_ttl
    "the lifetime of a cache hint is zero or negative"
    "remove `ttl_seconds` to use the service's default"
}

fn no_ttl(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for part in conversation.parts() {
        let Part::Text(text) = part else { continue };
        let Some(cache) = text.cache() else { continue };
        let is_negative = cache.ttl.as_ref().is_some_and(|ttl| ttl.seconds < 0.0);
        // A zero was kept as a field; so was what is not a sensible number, and that was reported when it was read.
        let kept = text.extras.get(NAME, "ttl_seconds").and_then(|kept| kept.value.as_str().parse::<f64>().ok());
        if is_negative || kept.is_some_and(|seconds| seconds.abs() < super::chunk::SHORTEST_TTL) {
            found.at(cache.at, || "`ttl_seconds` is zero or negative".to_owned());
        }
    }
}

rule! {
    TTL_UNUSED "TW550" "patterpunk-ttl-unused" Warning ttl_unused
    "a cache hint is turned off, but has a lifetime"
    "set `cacheable` to true, or remove `ttl_seconds`"
}

fn ttl_unused(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for part in conversation.parts() {
        if let Part::Text(text) = part
            && let Some(cache) = text.cache()
            && !cache.is_on
            && cache.ttl.is_some()
        {
            found.at(cache.at, || "`ttl_seconds` does nothing while `cacheable` is false".to_owned());
        }
    }
}

//! The rules of the API, in addition to those for all formats. `TW520` to `TW539`.

use super::NAME;
use super::listing::REFERENCE;
use super::policy::TOOL_NAMES;
use super::rules_media::{MEDIA_SIZE, TUNING_MEDIA};
use crate::format::shared::{ANSWER_MEMBER, check_result_order, check_tool_names};
use crate::model::{Conversation, Role};
use crate::report::Severity;
use crate::rule::{Rule, RuleReport, TOOL_SCHEMA, rule};

pub(super) static RULES: &[&Rule] =
    &[TOOL_SCHEMA, ANSWER_MEMBER, &NAME_PATTERN, &TOOL_NAME, &RESULT_ORDER, &LONG_ID, &NO_MESSAGES, &MEDIA_SIZE];

pub(super) static FINETUNE: &[&Rule] = &[&LAST_MESSAGE, &WEIGHT, &TUNING_MEDIA];

rule! {
    NAME_PATTERN "TW520" "openai-name-pattern" Error name_pattern
    "the name of a speaker has characters that the API rejects"
    "use no white space and none of < | \\ / >, and 1 to 64 characters"
}

fn name_pattern(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in &conversation.messages {
        let Some(name) = &message.details().name else { continue };
        let (text, at) = (name.decode(), found.place(name, message.at));
        let is_bad = |c: char| c.is_whitespace() || "<|\\/>".contains(c);
        if text.is_empty() || text.chars().count() > 64 || text.chars().any(is_bad) {
            found.at(at, || format!("the API rejects the name `{}`", name.show()));
        } else if !text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-') {
            found.at_as(Severity::Warning, at, || {
                format!("older deployments reject the name `{}`: letters, digits, `_` and `-` only", name.show())
            });
        }
    }
}

rule! {
    TOOL_NAME "TW521" "openai-tool-name" Error tool_name
    "the name of a tool has characters that the API rejects"
    "use only letters, digits, `_` and `-`, 1 to 64 characters"
}

fn tool_name(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_tool_names(conversation, &TOOL_NAMES, None, found);
}

rule! {
    RESULT_ORDER "TW522" "openai-result-order" Error result_order
    "a tool message does not follow the assistant message that it answers"
    "put all tool messages directly after the assistant message with their calls"
    => Unsafe Repair
}

fn result_order(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_result_order(conversation, "message", found);
}

rule! {
    LONG_ID "TW523" "openai-long-id" Warning long_id
    "a call id is longer than 40 characters"
    "nothing to do for OpenAI's public API; shorten the id for compatible servers"
}

fn long_id(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for call in found.pairs().calls.iter().map(|it| it.call) {
        let is_long = |id: &str| id.len() > LONGEST_ID && id.chars().count() > LONGEST_ID;
        if let Some(id) = call.id.as_ref().filter(|id| is_long(&id.decode())) {
            found.at(found.place(id, call.at), || {
                format!("the call id `{}` is longer than {LONGEST_ID} characters", id.show())
            });
        }
    }
}

/// The maximum number of characters of the id of a call.
const LONGEST_ID: usize = 40;

rule! {
    NO_MESSAGES "TW524" "openai-no-messages" Error no_messages
    "the list of messages is empty"
    "add at least one message"
}

fn no_messages(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if conversation.messages.is_empty() {
        found.at(crate::json::At::byte(0), || "the list of messages is empty".to_owned());
    }
}

rule! {
    LAST_MESSAGE "TW525" "openai-finetune-last-message" Error last_message
    "a fine-tuning record does not end with an assistant message"
    "end the record with an assistant message; only records for reinforcement fine-tuning, which have a `reference_answer`, end otherwise"
}

fn last_message(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if let Some(last) = conversation.messages.last()
        && !matches!(last.role, Role::Assistant)
        && conversation.extras.get(NAME, REFERENCE).is_none()
    {
        found.at(last.at, || format!("the last message is from {}", last.role.name()));
    }
}

rule! {
    WEIGHT "TW526" "openai-finetune-weight" Error weight
    "the weight of a message is not 0 or 1, is not on an answer, or no answer has a weight of 1"
    "use 0 to exclude an assistant message from training and 1 to include it; other messages have no weight"
}

fn weight(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut silent = None;
    let mut is_trained = false;
    for message in &conversation.messages {
        let is_answer = matches!(message.role, Role::Assistant);
        let Some(weight) = &message.details().weight else {
            is_trained |= is_answer;
            continue;
        };
        let (value, at) = (weight.value.as_str(), weight.at);
        if !matches!(value, "0" | "1") {
            found.at(at, || format!("the weight {value} is not 0 or 1"));
        } else if !is_answer {
            let role = message.role.name();
            found.at_as(Severity::Warning, at, || format!("a {role} message has no weight, only answers have"));
        }
        is_trained |= is_answer && value != "0";
        silent = silent.or(Some(at).filter(|_| is_answer));
    }
    if let Some(at) = silent.filter(|_| !is_trained) {
        found.at_as(Severity::Warning, at, || {
            "no answer has a weight of 1: nothing is learned from this line".to_owned()
        });
    }
}

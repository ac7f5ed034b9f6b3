//! The rules of the API, in addition to those for all formats: blocks, names, ids, cache marks. `TW500` to `TW519`.

use super::NAME;
use super::cache::{LIMIT, marks_of};
use super::policy::{CALL_IDS, TOOL_NAMES};
use super::rules_order as order;
use super::rules_thinking as thinking;
use crate::format::shared::{
    self, check_call_ids, check_empty_errors, check_mark_count, check_mark_order, check_tool_names, first_tool_use,
    is_response,
};
use crate::model::{Conversation, Form, Message, Part, Role, TextPart};
use crate::report::Severity;
use crate::rule::{PAIRS, Rule, RuleReport, TOOL_SCHEMA, rule};

/// All of them, sorted by code.
pub(super) static RULES: &[&Rule] = &[
    TOOL_SCHEMA,
    &order::FIRST_ROLE,
    &BLANK_TEXT,
    &CALL_ID,
    &TOOL_NAME,
    &order::RESULT_PLACE,
    &order::SYSTEM_PLACE,
    &CACHE_MARKS,
    &CACHE_ORDER,
    &CACHE_PLACE,
    &LAST_THINKING,
    &TRAILING_SPACE,
    &PREFILL,
    &UNSIGNED,
    &NO_TOOLS,
    &EMPTY_ERROR,
    &order::MERGED_ROLES,
    &order::NO_MESSAGES,
    &thinking::THINKING_SETTINGS,
    &super::request::MAX_TOKENS,
    &super::request::SAMPLING,
    &super::rules_media::IMAGE_LIMITS,
    &super::rules_media::REQUEST_SIZE,
    &thinking::THINKING_FIRST,
    &thinking::THINKING_OFF,
    &super::rules_hosted::HOSTED_PAIRS,
];

/// What the service rejects in a history.
pub(super) static REQUIRED: &[&Rule] = &{
    let [ids, calls, results, order] = PAIRS;
    [ids, calls, results, order, &super::rules_hosted::HOSTED_PAIRS]
};

rule! {
    BLANK_TEXT "TW501" "anthropic-blank-text" Error blank_text
    "a text block is empty or only white space"
    "remove the block"
    => Unsafe RemoveItem
}

fn blank_text(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    // What the service said itself is not a mistake.
    if is_response(conversation, NAME) {
        return;
    }
    let last = conversation.messages.len().saturating_sub(1);
    for (index, message) in conversation.messages.iter().enumerate() {
        let is_answer = matches!(message.role, Role::Assistant);
        if message.parts.is_empty() && message.form == Form::Text && !(is_answer && index == last) {
            found.at(message.at, || "the content is empty".to_owned());
        }
        for part in &message.parts {
            match part {
                Part::Text(text) | Part::Refusal(text) => check_blank(text, found),
                // The content of a result may be an empty string; a block in it may not.
                Part::Result(result) if result.form == Form::Parts => {
                    for part in &result.parts {
                        if let Part::Text(text) = part {
                            check_blank(text, found);
                        }
                    }
                }
                Part::Result(_) | Part::Reasoning(_) | Part::Call(_) | Part::Media(_) | Part::Opaque(_) => {}
            }
        }
    }
}

fn check_blank(text: &TextPart<'_>, found: &mut RuleReport<'_, '_>) {
    if text.text.is_blank() {
        found.at(text.at, || "the text is blank".to_owned());
    }
}

rule! {
    CALL_ID "TW502" "anthropic-call-id" Error call_id
    "a call id has characters that the API rejects"
    "use only letters, digits, `_` and `-`"
    => Unsafe CallIds
}

fn call_id(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_call_ids(&CALL_IDS, found);
}

rule! {
    TOOL_NAME "TW503" "anthropic-tool-name" Error tool_name
    "the name of a tool has characters that the API rejects"
    "use only letters, digits, `_` and `-`, 1 to 128 characters"
}

fn tool_name(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_tool_names(conversation, &TOOL_NAMES, Some("older models"), found);
}

rule! {
    CACHE_MARKS "TW506" "anthropic-cache-marks" Error cache_marks
    "there are more than four cache breakpoints"
    "use at most four in tools, system and messages together"
}

fn cache_marks(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let marks = marks_of(conversation);
    check_mark_count(&marks, LIMIT, "cache mark", found);
    check_mark_order(&marks, "mark", CACHE_ORDER.code, found);
}

rule! {
    CACHE_ORDER "TW507" "anthropic-cache-order" Error
    "a cache breakpoint of one hour comes after one of five minutes"
    "put the longer lifetimes first"
}

rule! {
    CACHE_PLACE "TW508" "anthropic-cache-place" Error cache_place
    "a thinking block has a cache breakpoint"
    "put the breakpoint on the block after it"
    => Unsafe RemoveValue
}

fn cache_place(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for part in conversation.parts() {
        if let Part::Reasoning(it) = part
            && let Some(mark) = it.extras.get(NAME, "cache_control").filter(|mark| !mark.value.is_null())
        {
            found.at(mark.at, || "a cache mark is not allowed on thinking".to_owned());
        }
    }
}

rule! {
    LAST_THINKING "TW509" "anthropic-last-thinking" Error last_thinking
    "the last assistant message ends in thinking"
    "remove the block, or add text after it"
}

/// The answer that the conversation ends with.
pub(super) fn last_answer<'c, 'a>(conversation: &'c Conversation<'a>) -> Option<&'c Message<'a>> {
    let last = conversation.messages.last()?;
    (matches!(last.role, Role::Assistant) && !is_response(conversation, NAME)).then_some(last)
}

fn last_thinking(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if let Some(Part::Reasoning(it)) = last_answer(conversation).and_then(|message| message.parts.last()) {
        found.at(it.at, || "thinking is the last block of the last assistant message".to_owned());
    }
}

rule! {
    TRAILING_SPACE "TW510" "anthropic-trailing-space" Warning trailing_space
    "the last assistant message ends in white space"
    "remove the white space"
    => Unsafe TrimEnd
}

fn trailing_space(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if let Some(Part::Text(text)) = last_answer(conversation).and_then(|message| message.parts.last())
        && !text.text.is_blank()
        && text.text.ends_with_space()
    {
        let severity = if found.is_sending { Severity::Error } else { Severity::Warning };
        found.at_as(severity, text.at, || "the last assistant message ends in white space".to_owned());
    }
}

rule! {
    PREFILL "TW511" "anthropic-prefill" Warning prefill
    "the request ends with an assistant message that the model should continue"
    "end with a user message"
}

fn prefill(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if !found.is_sending {
        return;
    }
    if let Some(last) = last_answer(conversation)
        && matches!(last.parts.last(), Some(Part::Text(_) | Part::Refusal(_)))
    {
        found.at(last.at, || "the last message is an assistant message".to_owned());
    }
}

rule! {
    UNSIGNED "TW512" "anthropic-unsigned-thinking" Warning unsigned
    "a thinking block has no signature"
    "remove the block: the API rejects thinking that it did not sign"
}

fn unsigned(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for at in shared::unsigned(conversation) {
        found.at(at, || "a thinking block has no signature".to_owned());
    }
}

rule! {
    NO_TOOLS "TW513" "anthropic-no-tools" Warning no_tools
    "tools are called, but none is defined"
    "add the definitions to `tools`"
}

fn no_tools(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    // Converted from elsewhere, the definitions are generated.
    if conversation.origin == NAME
        && matches!(conversation.source.shape, "body" | "batch")
        && conversation.tools.is_empty()
        && let Some(at) = first_tool_use(conversation)
    {
        found.at(at, || "no tool is defined".to_owned());
    }
}

rule! {
    EMPTY_ERROR "TW514" "anthropic-empty-error" Error empty_error
    "a tool result is an error, but has no content"
    "describe the error, or remove `is_error`"
}

fn empty_error(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_empty_errors(found);
}

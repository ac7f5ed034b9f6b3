//! The rules of the API, in addition to those for all formats: texts, ids, names, tools, cache points. `TW620` to `TW639`.

use super::NAME;
use super::cache::marks_of;
use super::policy::{CACHE_POINTS as LIMIT, CALL_IDS, TOOL_NAMES};
use super::vendor::{ANTHROPIC, family_of};
use super::{rules_media as media, rules_order as order};
use crate::format::shared::{
    self, check_call_ids, check_empty_errors, check_mark_count, check_mark_order, check_tool_names, first_tool_use,
    is_response,
};
use crate::model::{Conversation, Part, TextPart};
use crate::report::Severity;
use crate::rule::{Rule, RuleReport, TOOL_SCHEMA, rule, sniff};

/// All of them, sorted by code.
pub(super) static RULES: &[&Rule] = &[
    TOOL_SCHEMA,
    &order::FIRST_ROLE,
    &order::ALTERNATION,
    &order::RESULT_PLACE,
    &BLANK_TEXT,
    &CALL_ID,
    &TOOL_NAME,
    &NO_TOOLS,
    &media::DOCUMENT_ALONE,
    &media::DOCUMENT_NAME,
    &media::SAME_NAME,
    &media::TOO_MANY,
    &CACHE_POINTS,
    &CACHE_ORDER,
    &EMPTY_ERROR,
    &order::LAST_ROLE,
    &UNSIGNED,
    &order::NO_MESSAGES,
    &order::SYSTEM_ROLE,
    &order::RESULT_ORDER,
    &SEALED,
    &order::TEXT_BESIDE_RESULTS,
];

rule! {
    BLANK_TEXT "TW623" "bedrock-blank-text" Error blank_text
    "a text is empty or only white space"
    "remove the block"
    => Unsafe RemoveItem
}

fn blank_text(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    // What the service said itself is not a mistake.
    if is_response(conversation, NAME) {
        return;
    }
    let mut check = |text: &TextPart<'_>| {
        if text.text.is_blank() {
            // Claude takes it as the place of a cache point.
            let severity = if text.cache().is_some() { Severity::Warning } else { Severity::Error };
            found.at_as(severity, text.at, || "the text is blank".to_owned());
        }
    };
    for part in conversation.parts() {
        match part {
            Part::Text(text) | Part::Refusal(text) => check(text),
            Part::Result(result) => {
                for part in &result.parts {
                    if let Part::Text(text) = part {
                        check(text);
                    }
                }
            }
            Part::Reasoning(_) | Part::Call(_) | Part::Media(_) | Part::Opaque(_) => {}
        }
    }
}

rule! {
    CALL_ID "TW624" "bedrock-call-id" Error call_id
    "a call id is too long or has characters that the API rejects"
    "use only letters, digits, `_`, `.`, `:` and `-`, 1 to 64 characters"
    => Unsafe CallIds
}

fn call_id(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_call_ids(&CALL_IDS, found);
}

rule! {
    TOOL_NAME "TW625" "bedrock-tool-name" Error tool_name
    "the name of a tool is too long or has characters that the API rejects"
    "use only letters, digits, `_` and `-`, 1 to 64 characters"
}

fn tool_name(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_tool_names(conversation, &TOOL_NAMES, None, found);
}

rule! {
    NO_TOOLS "TW626" "bedrock-no-tools" Error no_tools
    "tools are called, but none is defined"
    "add the definitions to `toolConfig`"
}

fn no_tools(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    // Converted from elsewhere, the definitions are generated.
    if conversation.origin != NAME || is_response(conversation, NAME) || !conversation.tools.is_empty() {
        return;
    }
    let severity = if conversation.source.shape == "body" { Severity::Error } else { Severity::Warning };
    if let Some(at) = first_tool_use(conversation) {
        found.at_as(severity, at, || "`toolConfig` is missing, but tools are used".to_owned());
    }
}

rule! {
    CACHE_POINTS "TW631" "bedrock-cache-points" Error cache_points
    "there are more than four cache points"
    "use at most four in tools, system and messages together"
}

fn cache_points(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let marks = marks_of(conversation);
    check_mark_count(&marks, LIMIT, "cache point", found);
    check_mark_order(&marks, "cache point", CACHE_ORDER.code, found);
}

rule! {
    CACHE_ORDER "TW632" "bedrock-cache-order" Error
    "a cache point of one hour comes after one of five minutes"
    "put the longer lifetimes first"
}

rule! {
    EMPTY_ERROR "TW633" "bedrock-empty-error" Error empty_error
    "a tool result is an error, but has no content"
    "describe the error, or remove `status`"
}

fn empty_error(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_empty_errors(found);
}

rule! {
    UNSIGNED "TW635" "bedrock-unsigned-reasoning" Warning unsigned
    "reasoning of a Claude model has no signature"
    "remove the block: the model rejects reasoning that it did not sign"
}

fn unsigned(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let model = conversation.extras.get(NAME, "modelId");
    if model.and_then(|model| family_of(model.value.as_str().trim_matches('"'))) != Some(ANTHROPIC) {
        return;
    }
    for at in shared::unsigned(conversation) {
        found.at(at, || "the reasoning has no signature".to_owned());
    }
}

rule! {
    SEALED "TW639" "bedrock-sealed-bytes" Error sealed
    "encrypted reasoning is not base64"
    "use `redactedContent` exactly as the service returned it"
}

fn sealed(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for part in conversation.parts() {
        if let Part::Reasoning(it) = part
            && let Some(problem) = it.redacted.as_ref().and_then(|sealed| sniff::base64_problem(&sealed.decode()))
        {
            found.at(it.at, || format!("`redactedContent` is not valid base64: {problem}"));
        }
    }
}

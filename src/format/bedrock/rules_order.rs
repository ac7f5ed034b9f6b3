//! The rules of the API for the order of messages. `TW620` to `TW639`; the list is in `rules.rs`.

use std::ops::Range;

use super::NAME;
use super::vendor::refuses_text_beside_results;
use crate::format::shared::{
    check_first_role, check_has_messages, check_result_places, is_response, leading_instructions,
};
use crate::model::{Conversation, Message, Part, Role};
use crate::rule::{RuleReport, rule};

/// True for answers. User and results are one role; instructions are none.
fn is_answer(message: &Message<'_>) -> bool {
    matches!(message.role, Role::Assistant)
}

/// The messages that take turns.
fn speakers<'c, 'a>(conversation: &'c Conversation<'a>) -> impl Iterator<Item = &'c Message<'a>> {
    conversation.messages.iter().filter(|message| !message.role.is_instruction())
}

rule! {
    FIRST_ROLE "TW620" "bedrock-first-role" Warning first_role
    "the conversation begins with an assistant message"
    "nothing to do for Claude models; begin with a user message for others"
}

fn first_role(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_first_role(conversation, NAME, "the first message is an assistant message", found);
}

rule! {
    ALTERNATION "TW621" "bedrock-alternation" Error alternation
    "two consecutive messages are from the same speaker"
    "merge them into one message"
}

fn alternation(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    // Those of other formats are put together when they are converted.
    let own = || speakers(conversation).filter(|message| message.origin == NAME && message.turn.is_some());
    for (before, now) in own().zip(own().skip(1)) {
        if before.turn != now.turn && is_answer(before) == is_answer(now) {
            let role = if is_answer(now) { "assistant" } else { "user" };
            found.at(now.at, || {
                format!("alternation of user and assistant is broken: a second {role} message in a row")
            });
        }
    }
}

rule! {
    RESULT_PLACE "TW622" "bedrock-result-place" Error result_place
    "a tool result is not in the user message after the assistant message with its call"
    "put all results of an assistant message into the next user message"
    => Unsafe Repair
}

fn result_place(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    // For each message: where the run of answers before it begins and ends.
    let mut runs: Vec<Range<usize>> = Vec::with_capacity(conversation.messages.len());
    let mut run = 0..0;
    let mut is_open = false;
    for (index, message) in conversation.messages.iter().enumerate() {
        if is_answer(message) {
            run = if is_open { run.start..index + 1 } else { index..index + 1 };
            is_open = true;
        } else if !message.role.is_instruction() {
            is_open = false;
        }
        runs.push(run.clone());
    }
    check_result_places(found, "is not in the message after the assistant message with its call", |result, call| {
        runs.get(result).is_some_and(|run| run.contains(&call))
    });
}

rule! {
    LAST_ROLE "TW634" "bedrock-last-role" Warning last_role
    "the request ends with an assistant message"
    "end with a user message"
}

fn last_role(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if !found.is_sending || is_response(conversation, NAME) {
        return;
    }
    if let Some(last) = speakers(conversation).last().filter(|last| is_answer(last)) {
        found.at(last.at, || "the last message is an assistant message".to_owned());
    }
}

rule! {
    NO_MESSAGES "TW636" "bedrock-no-messages" Error no_messages
    "the list of messages is empty"
    "add at least one user message"
}

fn no_messages(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_has_messages(conversation, "there is no user message", found);
}

rule! {
    SYSTEM_ROLE "TW637" "bedrock-system-role" Warning system_role
    "a message has the role system"
    "move instructions into the field `system`: only recent models accept this role"
}

fn system_role(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let leading = leading_instructions(conversation, NAME);
    for message in conversation.messages.iter().skip(leading).filter(|message| message.role.is_instruction()) {
        found.at(message.at, || "only recent models accept a system message here".to_owned());
    }
}

rule! {
    RESULT_ORDER "TW638" "bedrock-result-order" Warning result_order
    "another block comes before a tool result in its message"
    "put the results first: Claude models reject them after other blocks"
    => Unsafe Repair
}

fn result_order(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let own = || conversation.messages.iter().filter(|message| message.origin == NAME);
    for (before, now) in own().zip(own().skip(1)) {
        let is_result = matches!(now.parts.first(), Some(Part::Result(_)));
        if is_result && matches!(before.role, Role::User) && before.turn.is_some() && before.turn == now.turn {
            found.at(now.at, || "a tool result is after another block".to_owned());
        }
    }
}

rule! {
    TEXT_BESIDE_RESULTS "TW993" "bedrock-text-beside-results" Error text_beside_results
    "a message has text next to tool results, which the vendor's models reject"
    "move the text into a separate message, after an answer"
}

fn text_beside_results(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let model = conversation.extras.get(NAME, "modelId").and_then(|model| model.value.as_str().strip_prefix('"'));
    let Some(severity) = model.and_then(|model| refuses_text_beside_results(model.trim_end_matches('"'))) else {
        return;
    };
    let own = || conversation.messages.iter().filter(|message| message.origin == NAME);
    for (before, now) in own().zip(own().skip(1)) {
        if before.turn.is_none() || before.turn != now.turn {
            continue;
        }
        let is_words = |message: &&Message<'_>| matches!(message.role, Role::User);
        let is_result = |message: &Message<'_>| matches!(message.role, Role::Tool);
        if let Some(words) = [before, now].into_iter().find(is_words)
            && (is_result(before) || is_result(now))
        {
            found.at_as(severity, words.parts.first().map_or(words.at, Part::at), || {
                "models of this vendor reject text next to tool results".to_owned()
            });
        }
    }
}

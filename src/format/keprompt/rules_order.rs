//! Rules on messages and their neighbours: calls and results, and what may be next to them.

use super::NAME;
use super::message::role_word;
use crate::model::{Conversation, Message, Part, Role};
use crate::report::Severity;
use crate::rule::{RuleReport, rule};

rule! {
    NO_ID "TW800" "keprompt-no-call-id" Note no_id
    "a call or a result has no id"
    "nothing to do for answers of Google, which have no ids; results then match calls by order"
}

fn no_id(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for part in conversation.parts() {
        if let Part::Call(call) = part
            && call.id.is_none()
        {
            found.at(call.at, || format!("the call of `{}` has no id", call.name.show()));
        }
        if let Part::Result(result) = part
            && result.call_id.is_none()
        {
            found.at(result.at, || "the result has no id".to_owned());
        }
    }
}

rule! {
    RESULT_ORDER "TW801" "keprompt-result-order" Warning result_order
    "results are in a different order than their calls"
    "put the results in the order of the calls"
}

fn result_order(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let pairs = found.pairs();
    let mut last = None;
    for answer in &pairs.results {
        let Some(call) = answer.call.filter(|_| !answer.is_early && !answer.is_repeated) else { continue };
        if last.is_some_and(|last| call < last) {
            let id = answer.result.call_id.as_ref().map(crate::json::Text::show).unwrap_or_default();
            found.at(answer.result.at, || format!("the result of `{id}` is after one of a later call"));
        }
        last = last.max(Some(call));
    }
}

/// The messages as they were: the pieces of one together.
fn wholes<'c, 'm>(conversation: &'c Conversation<'m>) -> impl Iterator<Item = &'c [Message<'m>]> {
    conversation.messages.chunk_by(|one, next| one.turn.is_some() && one.turn == next.turn)
}

fn is_role(message: &Message<'_>, role: &str) -> bool {
    role_word(message).is(role)
}

rule! {
    MIXED_TOOL_MESSAGE "TW802" "keprompt-mixed-tool-message" Warning mixed_tool_message
    "a tool message has something besides results"
    "move it into a separate message: most services never receive it"
}

fn mixed_tool_message(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in conversation.messages.iter().filter(|message| is_role(message, "tool")) {
        let other = message.parts.iter().find(|part| !matches!(part, Part::Result(_) | Part::Opaque(_)));
        if let Some(other) = other {
            found.at(other.at(), || format!("a tool message contains {}", other.name()));
        }
    }
}

rule! {
    CALL_ELSEWHERE "TW803" "keprompt-call-elsewhere" Warning call_elsewhere
    "a call is in a message whose role is not assistant"
    "move the call into a message of role assistant"
}

fn call_elsewhere(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in &conversation.messages {
        let role = role_word(message);
        // In a tool message it was said by the rule for those.
        if role.is("assistant") || role.is("tool") {
            continue;
        }
        for part in &message.parts {
            if let Part::Call(call) = part {
                found.at(call.at, || format!("a call is in a message of role `{}`", role.show()));
            }
        }
    }
}

rule! {
    RESULT_ELSEWHERE "TW804" "keprompt-result-elsewhere" Warning result_elsewhere
    "a result is in a message that is not of role tool"
    "move the result into a message of role tool"
}

fn result_elsewhere(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in &conversation.messages {
        let role = role_word(message);
        if role.is("tool") {
            continue;
        }
        for part in &message.parts {
            if let Part::Result(result) = part {
                found.at(result.at, || format!("a result is in a message of role `{}`", role.show()));
            }
        }
    }
}

rule! {
    UNMERGED "TW807" "keprompt-unmerged-messages" Warning unmerged
    "two consecutive messages have the same role"
    "merge them: keprompt itself writes one message"
}

fn unmerged(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut before: Option<&Message<'_>> = None;
    for message in wholes(conversation).filter_map(<[_]>::first) {
        let is_equal = |role: &str| is_role(message, role) && before.is_some_and(|before| is_role(before, role));
        if is_equal("user") || is_equal("system") {
            found.at(message.at, || format!("the message before has the role `{}` too", role_word(message).show()));
        }
        before = Some(message);
    }
}

rule! {
    SEVERAL_RESULTS "TW809" "keprompt-several-results" Warning several_results
    "a tool message contains several results"
    "nothing to do, except for xAI and Mistral: keprompt sends them only the last result"
}

fn several_results(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for pieces in wholes(conversation).filter(|pieces| pieces.first().is_some_and(|first| is_role(first, "tool"))) {
        let parts = pieces.iter().flat_map(|piece| &piece.parts);
        let count = parts.filter(|part| matches!(part, Part::Result(_))).count();
        if let Some(first) = pieces.first().filter(|_| count > 1) {
            found.at(first.at, || format!("{count} results in one message: xAI and Mistral get the last one only"));
        }
    }
}

rule! {
    SEVERAL_SYSTEMS "TW810" "keprompt-several-systems" Warning several_systems
    "there are several system messages"
    "merge them into one: keprompt's code for Google sends only the last one"
}

fn several_systems(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut systems = conversation.messages.iter().filter(|message| matches!(message.role, Role::System));
    if systems.next().is_some()
        && let Some(second) = systems.next()
    {
        found.at(second.at, || "another system message: Google gets the last one only".to_owned());
    }
}

rule! {
    STATEMENT_ORDER "TW812" "keprompt-statement-order" Note statement_order
    "the statement numbers of the messages do not increase"
    "nothing to do after a reply: all messages that were loaded get the number of the last statement"
}

fn statement_order(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut before: Option<i64> = None;
    let mut was_user = false;
    for message in wholes(conversation).filter_map(<[_]>::first) {
        let number = message.extras.get(NAME, "stmt_no").and_then(|it| it.value.as_str().parse::<i64>().ok());
        let Some(number) = number else { continue };
        // All messages of one `.exec` share its number; the question before it was made by a statement of its own.
        let is_odd = before.is_some_and(|before| number < before || (number == before && was_user));
        if is_odd {
            found.at_as(Severity::Note, message.at, || {
                format!("`stmt_no` is {number} after {}", before.unwrap_or_default())
            });
            return;
        }
        was_user = !matches!(message.role, Role::Assistant | Role::Tool);
        before = Some(number);
    }
}

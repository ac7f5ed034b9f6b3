//! The rules of the API for the order of contents. `TW600` to `TW619`; the list is in `rules.rs`.

use super::NAME;
use super::turns::{ContentMessages, contents};
use crate::format::shared::{check_first_role, check_has_messages, is_response};
use crate::model::{Conversation, Message, Part, Role};
use crate::report::Severity;
use crate::rule::{RuleReport, rule};

fn messages_of<'c, 'a>(conversation: &'c Conversation<'a>, content: &ContentMessages) -> &'c [Message<'a>] {
    conversation.messages.get(content.messages.clone()).unwrap_or_default()
}

fn parts_of<'c, 'a>(
    conversation: &'c Conversation<'a>,
    content: &ContentMessages,
) -> impl Iterator<Item = &'c Part<'a>> {
    messages_of(conversation, content).iter().flat_map(|message| &message.parts)
}

/// Gemini 3 streams parallel calls as contents of their own, and takes them back so.
const SPLIT_CALLS: &str =
    "parallel calls or their responses are in several contents; models before Gemini 3 reject that";

rule! {
    CALL_PLACE "TW601" "gemini-call-place" Error call_place
    "a function call does not directly follow a user content"
    "put the call into the same content as the model's text before it, or add a user content first"
}

fn call_place(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if is_response(conversation, NAME) {
        return;
    }
    let mut is_behind_user = false;
    let mut is_behind_call = false;
    let contents = contents(conversation);
    // An answer alone is stored before it is sent.
    let is_stored = contents.len() == 1 && !found.is_sending;
    let severity = if is_stored { Severity::Warning } else { Severity::Error };
    for content in contents {
        let call = parts_of(conversation, &content).find(|part| matches!(part, Part::Call(_)));
        if let Some(call) = call.filter(|_| content.is_model && !is_behind_user) {
            if is_behind_call {
                found.at_as(Severity::Warning, call.at(), || SPLIT_CALLS.to_owned());
            } else {
                found.at_as(severity, call.at(), || {
                    "the function call does not directly follow a user content or function responses".to_owned()
                });
            }
        }
        is_behind_user = !content.is_model;
        is_behind_call = call.is_some();
    }
}

rule! {
    RESPONSES "TW602" "gemini-responses" Error responses
    "the function responses do not match the function calls before them"
    "the next content must contain one response for each call, with the same names"
}

fn responses(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let pairs = found.pairs();
    for answer in &pairs.results {
        let call = answer.call.and_then(|call| pairs.calls.get(call));
        let name = answer.result.name.as_ref();
        if let Some((call, name)) = call.zip(name).filter(|(call, name)| !call.call.name.same(name)) {
            let wanted = &call.call.name;
            found.at(answer.result.at, || {
                format!("the function response of `{}` answers a call of `{}`", name.show(), wanted.show())
            });
        }
    }
    let contents = contents(conversation);
    let count = |content: &ContentMessages, is_wanted: fn(&Part<'_>) -> bool| {
        parts_of(conversation, content).filter(|part| is_wanted(part)).count()
    };
    let calls_of = |content: &ContentMessages| count(content, |part| matches!(part, Part::Call(_)));
    let answers_of = |content: &ContentMessages| count(content, |part| matches!(part, Part::Result(_)));
    let mut rest = contents.as_slice();
    while let [first, ..] = rest {
        // A turn: contents with calls, then contents with responses.
        let is_call = calls_of(first) > 0;
        let calls = if is_call { rest.iter().take_while(|content| calls_of(content) > 0).count() } else { 0 };
        let (turn, after) = rest.split_at(calls);
        let answers = after.iter().take_while(|content| answers_of(content) > 0 && calls_of(content) == 0).count();
        let (responses, after) = after.split_at(answers);
        let wanted: usize = turn.iter().map(calls_of).sum();
        let given: usize = responses.iter().map(answers_of).sum();
        let call = turn.iter().flat_map(|content| parts_of(conversation, content));
        let call = call.into_iter().find(|part| matches!(part, Part::Call(_))).map(Part::at);
        let at = call.or_else(|| Some(messages_of(conversation, responses.first()?).first()?.at));
        if let Some(at) = at {
            // What is still missing at the end is a finding of its own.
            let is_open = responses.is_empty() && after.is_empty();
            if wanted != given && !is_open {
                found.at(at, || match wanted {
                    0 => "function responses do not directly follow their calls".to_owned(),
                    _ => format!("{wanted} function calls, but {given} function responses in the next content"),
                });
            } else if responses.len() > 1 && calls == 1 {
                found.at_as(Severity::Warning, at, || SPLIT_CALLS.to_owned());
            }
        }
        rest = if calls + answers == 0 { after.get(1..).unwrap_or_default() } else { after };
    }
}

rule! {
    MIXED_RESPONSES "TW604" "gemini-mixed-responses" Warning mixed_responses
    "a content has function responses and something else"
    "move text and media into a separate user content after it"
}

fn mixed_responses(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for content in contents(conversation) {
        let is_result = |part: &&Part<'_>| matches!(part, Part::Result(_));
        let other = parts_of(conversation, &content).find(|part| !is_result(part));
        if let Some(other) = other.filter(|_| parts_of(conversation, &content).any(|part| is_result(&part))) {
            found.at(other.at(), || format!("{} is among function responses", other.name()));
        }
    }
}

rule! {
    FIRST_ROLE "TW605" "gemini-first-role" Warning first_role
    "the conversation begins with an assistant message"
    "begin with a user content"
}

fn first_role(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_first_role(conversation, NAME, "the first content is one of the model", found);
}

rule! {
    LAST_ROLE "TW606" "gemini-last-role" Warning last_role
    "the request ends with an assistant message"
    "end with a user content or with function responses"
}

fn last_role(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if !found.is_sending || is_response(conversation, NAME) {
        return;
    }
    if let Some(last) = conversation.messages.last().filter(|last| matches!(last.role, Role::Assistant)) {
        found.at(last.at, || "the last content is one of the model".to_owned());
    }
}

rule! {
    NO_CONTENTS "TW610" "gemini-no-contents" Error no_contents
    "the list of contents is empty"
    "add at least one content"
}

fn no_contents(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if !is_response(conversation, NAME) {
        check_has_messages(conversation, "there is no content", found);
    }
}

//! The rules of the API for the order of messages. `TW500` to `TW519`; the list is in `rules.rs`.

use super::NAME;
use super::block::is_server_tool;
use crate::format::shared::{check_first_role, check_has_messages, check_result_places, leading_instructions};
use crate::model::{Conversation, Message, Part, Role};
use crate::report::Severity;
use crate::rule::{RuleReport, rule};

rule! {
    FIRST_ROLE "TW500" "anthropic-first-role" Warning first_role
    "the conversation begins with an assistant message"
    "nothing to do for current models; check that no user message is missing before it"
}

fn first_role(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_first_role(conversation, NAME, "the first message is an assistant message", found);
}

rule! {
    RESULT_PLACE "TW504" "anthropic-result-place" Error result_place
    "a tool result does not directly follow the assistant message with its call"
    "put all results at the start of the next user message"
    => Unsafe Repair
}

fn result_place(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    // For each message: where the run of answers before it begins and ends, and whether the user said something since.
    let mut places = Vec::with_capacity(conversation.messages.len());
    let mut run = 0..0;
    let mut is_closed = true;
    for (index, message) in conversation.messages.iter().enumerate() {
        match message.role {
            Role::Assistant => {
                run = if run.end == index { run.start..index + 1 } else { index..index + 1 };
                is_closed = false;
            }
            Role::Tool => {}
            Role::System | Role::Developer | Role::User | Role::Other(_) => is_closed = true,
        }
        places.push((run.clone(), is_closed));
    }
    check_result_places(found, "does not directly follow the assistant message with its call", |result, call| {
        places.get(result).is_some_and(|(run, is_closed)| !is_closed && run.contains(&call))
    });
}

rule! {
    SYSTEM_PLACE "TW505" "anthropic-system-place" Error system_place
    "a system message is in a place where the API rejects it"
    "move it after a user message and before an assistant message, or into the field `system`"
}

fn system_place(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let messages = &conversation.messages;
    let leading = leading_instructions(conversation, NAME);
    for (index, message) in messages.iter().enumerate().skip(leading) {
        if !message.role.is_instruction() {
            continue;
        }
        // Several in a row are where one may be.
        let (before, after) = messages.split_at(index);
        let before = before.get(leading..).unwrap_or_default().iter().rfind(|message| !message.role.is_instruction());
        let after = after.iter().find(|message| !message.role.is_instruction());
        let is_good =
            before.is_some_and(may_precede_system) && after.is_none_or(|next| matches!(next.role, Role::Assistant));
        if is_good {
            found
                .at_as(Severity::Warning, message.at, || "older models do not accept a system message here".to_owned());
        } else {
            found.at(message.at, || "a system message is not allowed here".to_owned());
        }
    }
}

fn may_precede_system(message: &Message<'_>) -> bool {
    match message.role {
        Role::User | Role::Tool => true,
        Role::Assistant => {
            matches!(message.parts.last(), Some(Part::Opaque(it)) if is_server_tool(&it.kind.decode()))
        }
        Role::System | Role::Developer | Role::Other(_) => false,
    }
}

rule! {
    MERGED_ROLES "TW515" "anthropic-merged-roles" Warning merged_roles
    "two consecutive messages are from the same speaker"
    "nothing to do, unless the boundary matters: the service reads them as one message"
}

fn merged_roles(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for (before, now) in conversation.messages.iter().zip(conversation.messages.iter().skip(1)) {
        let is_user = |message: &Message<'_>| matches!(message.role, Role::User | Role::Tool);
        let is_answer = |message: &Message<'_>| matches!(message.role, Role::Assistant);
        let is_same = (is_user(before) && is_user(now)) || (is_answer(before) && is_answer(now));
        let is_one = match (before.turn, now.turn) {
            (Some(before), Some(now)) => before == now,
            // Results, and what follows them, may have been one message.
            _ => matches!(before.role, Role::Tool),
        };
        if is_same && !is_one {
            let role = &now.role;
            found.at(now.at, || format!("this {} message follows another one of the same speaker", role.name()));
        }
    }
}

rule! {
    NO_MESSAGES "TW516" "anthropic-no-messages" Error no_messages
    "the list of messages is empty"
    "add at least one message"
}

fn no_messages(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_has_messages(conversation, "there is no user message", found);
}

//! Rules about the order of messages: what lionpride's `prepare_messages_for_chat` drops.

use crate::format::shared;
use crate::json::At;
use crate::model::{BranchStep, Conversation, Message, Role};
use crate::rule::{RuleReport, rule};

rule! {
    SYSTEM_PLACE "TW661" "lionpride-system-place" Warning system_place
    "a system message is not the first message, or not the only one"
    "move all system text into the first message"
}

/// The ways through the messages: those of the branches, or the one there is.
fn branches_of<'c, 'm>(conversation: &'c Conversation<'m>) -> Vec<Vec<&'c Message<'m>>> {
    if conversation.branches.is_empty() {
        return vec![conversation.messages.iter().collect()];
    }
    let message = |step: &BranchStep<'_>| conversation.messages.get(step.message?);
    conversation.branches.iter().map(|branch| branch.order.iter().filter_map(message).collect()).collect()
}

/// What is wrong with a message that several branches share is said once.
fn once(found: &mut RuleReport<'_, '_>, mut places: Vec<At>, text: &str) {
    places.sort_unstable_by_key(|at| at.offset());
    places.dedup();
    for at in places {
        found.at(at, || text.to_owned());
    }
}

fn system_place(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut places = Vec::new();
    for branch in branches_of(conversation) {
        let first = branch.first().map(|first| first.at);
        let later = branch.iter().skip(1).filter(|message| message.role.is_instruction() && Some(message.at) != first);
        places.extend(later.map(|message| message.at));
    }
    once(found, places, "lionpride drops a system message that is not the first message");
}

rule! {
    SYSTEM_LOST "TW662" "lionpride-system-lost" Warning system_lost
    "an assistant message directly follows the system message at the beginning"
    "add an instruction between them"
}

fn system_lost(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut places = Vec::new();
    for branch in branches_of(conversation) {
        let mut messages = branch.into_iter();
        let is_system = messages.next().is_some_and(|first| first.role.is_instruction());
        let is_seen = |message: &&Message<'_>| matches!(message.role, Role::User | Role::Assistant);
        let next = messages.find(is_seen).filter(|next| is_system && matches!(next.role, Role::Assistant));
        places.extend(next.map(|next| next.at));
    }
    once(found, places, "lionpride loses the system text, because an assistant message follows it");
}

rule! {
    TRAILING_RESULT "TW663" "lionpride-trailing-result" Warning trailing_result
    "nothing follows a tool result"
    "add the next instruction"
}

fn trailing_result(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut places = Vec::new();
    for branch in branches_of(conversation) {
        let last = branch.into_iter().rev().take_while(|message| !matches!(message.role, Role::User));
        places.extend(last.filter(|message| matches!(message.role, Role::Tool)).map(|message| message.at));
    }
    once(found, places, "lionpride does not send a result that no instruction follows");
}

rule! {
    TIME_ORDER "TW668" "lionpride-time-order" Warning time_order
    "a message is older than the one before it"
    "sort the messages, or correct the times"
}

fn time_order(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut places = Vec::new();
    for branch in branches_of(conversation) {
        let mut last = f64::MIN;
        for message in branch {
            let time = message.details().time.as_ref().and_then(|time| shared::time::parse(&time.decode()));
            let Some(time) = time else { continue };
            if time.seconds < last {
                places.push(message.at);
            }
            last = time.seconds;
        }
    }
    once(found, places, "the message is older than the one before it");
}

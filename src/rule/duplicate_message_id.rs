//! Two messages have the same id.

use std::collections::HashSet;

use super::RuleReport;
use crate::model::Conversation;

rule! {
    RULE "TW201" "duplicate-message-id" Warning check
    "two messages have the same id"
    "give every message its own id"
}

fn check(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut seen = HashSet::new();
    // One source message may be split into several messages here, which correctly have the same id.
    let mut last_place = None;
    for message in &conversation.messages {
        let Some(id) = &message.details().id else { continue };
        let is_new = seen.insert(id.decode_json());
        if !is_new && last_place != Some(message.at) {
            found.at(found.place(id, message.at), || format!("the message id `{}` is used twice", id.show()));
        }
        last_place = Some(message.at);
    }
}

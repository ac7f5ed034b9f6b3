//! Two tool calls have the same id.

use std::collections::HashMap;

use super::RuleReport;
use crate::model::{Conversation, Part};
use crate::report::Severity;

rule! {
    RULE "TW202" "duplicate-call-id" Error check
    "two tool calls have the same id"
    "give every call an id of its own"
    => Unsafe Repair
}

fn check(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if !found.has_repeated_ids() {
        return;
    }
    let mut seen = HashMap::new();
    for (message, index) in conversation.messages.iter().zip(0_usize..) {
        for part in &message.parts {
            let Part::Call(call) = part else { continue };
            let Some(id) = call.id() else { continue };
            let Some(before) = seen.insert(id.decode_json(), index) else { continue };
            // Later repeats can be paired well enough by most services; within one message they are ambiguous.
            let severity = if before == index || found.is_sending { Severity::Error } else { Severity::Warning };
            found.at_as(severity, found.place(id, call.at), || format!("the call id `{}` is used twice", id.show()));
        }
    }
}

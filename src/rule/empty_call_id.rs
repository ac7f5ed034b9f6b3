//! A call or a result has an empty string as its id, so the two cannot be paired.

use super::RuleReport;
use crate::json::Text;
use crate::model::{Conversation, Part};

rule! {
    RULE "TW217" "empty-call-id" Warning check
    "the id of a call or result is empty"
    "`convert --repair` to the same format fills it"
    => Unsafe Repair
}

fn check(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for part in conversation.parts() {
        let (id, what) = match part {
            Part::Call(call) => (call.id.as_ref(), "call"),
            Part::Result(result) => (result.call_id.as_ref(), "result"),
            Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => continue,
        };
        if id.is_some_and(Text::is_empty) {
            found.at(part.at(), || format!("the id of the {what} is empty"));
        }
    }
}

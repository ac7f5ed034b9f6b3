//! A tool call has no result.

use super::Found;
use crate::model::Conversation;
use crate::report::Severity;

rule! {
    RULE "TW204" "call-without-result" Error check
    "a tool call has no result"
    "add the result, or remove the call"
}

fn check(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    let last = conversation.messages.len().saturating_sub(1);
    let pairs = found.pairs();
    // Results of the last turn may still be missing while some are there: all messages behind the call are results.
    let tail = conversation.messages.iter().rposition(|message| !matches!(message.role, crate::model::Role::Tool));
    for call in pairs.calls.iter().filter(|call| call.answer.is_none()) {
        let is_tail = call.message == last || Some(call.message) == tail;
        let severity = if is_tail && !found.is_sending { Severity::Warning } else { Severity::Error };
        found.at_as(severity, call.call.at, || {
            let name = call.call.name.show();
            match &call.call.id {
                Some(id) => format!("the call `{}` of `{name}` has no result", id.show()),
                None => format!("the call of `{name}` has no result"),
            }
        });
    }
}

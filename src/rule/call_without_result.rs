//! A tool call has no result.

use super::RuleReport;
use crate::model::Conversation;
use crate::report::Severity;

rule! {
    RULE "TW204" "call-without-result" Error check
    "a tool call has no result"
    "add the result, or remove the call"
    => Unsafe Repair
}

fn check(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if conversation.is_answer() {
        return;
    }
    let last = conversation.messages.len().saturating_sub(1);
    let pairs = found.pairs();
    for call in pairs.calls.iter().filter(|call| call.answer.is_none()) {
        // The results of the last answer may still follow, but services reject some of them.
        let severity = if call.message == last && !found.is_sending { Severity::Warning } else { Severity::Error };
        found.at_as(severity, call.call.at, || {
            let name = call.call.name.show();
            match &call.call.id {
                Some(id) => format!("the call `{}` of `{name}` has no result", id.show()),
                None => format!("the call of `{name}` has no result"),
            }
        });
    }
}

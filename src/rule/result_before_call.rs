//! A tool result is before the call it answers.

use super::RuleReport;
use crate::model::Conversation;

rule! {
    RULE "TW205" "result-before-call" Error check
    "a tool result comes before the call it answers"
    "put the result after its call"
    => Unsafe Repair
}

fn check(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for answer in found.pairs().results.iter().filter(|answer| answer.is_early) {
        let id = answer.result.call_id.as_ref();
        found.at(answer.result.at, || {
            format!("the call `{}` comes after its result", id.map(crate::json::Text::show).unwrap_or_default())
        });
    }
}

//! Two tool calls have the same id.

use std::collections::HashMap;

use super::RuleReport;
use super::pairs::CallAt;
use crate::model::Conversation;
use crate::report::Severity;

rule! {
    RULE "TW202" "duplicate-call-id" Error check
    "two tool calls have the same id"
    "give every call its own id"
    => Unsafe Repair
}

fn check(_: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if !found.has_repeated_ids() {
        return;
    }
    let pairs = found.pairs();
    let mut seen: HashMap<_, &CallAt<'_, '_>> = HashMap::new();
    for at in &pairs.calls {
        let call = at.call;
        let Some(id) = call.id() else { continue };
        let Some(before) = seen.insert(id.decode_json(), at) else { continue };
        let answer = before.answer.and_then(|answer| pairs.results.get(answer));
        let is_answered = answer.is_some_and(|result| result.message < at.message);
        // Most services can pair later repeats. Within one message, repeats are ambiguous.
        let is_refused = found.is_sending && !(found.paired.may_return && is_answered);
        let severity = if before.message == at.message || is_refused { Severity::Error } else { Severity::Warning };
        found.at_as(severity, found.place(id, call.at), || format!("the call id `{}` is used twice", id.show()));
    }
}

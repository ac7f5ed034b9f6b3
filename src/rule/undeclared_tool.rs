//! A call names a tool that is not among the tools of its request.

use std::collections::HashSet;

use super::RuleReport;
use crate::model::{Conversation, Part};

rule! {
    RULE "TW226" "undeclared-tool" Warning check
    "a call names a tool that the record does not define"
    "add the definition of the tool, or remove the call and its result"
}

fn check(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    // A hosted tool without a name may offer any tools, such as those of a server.
    if conversation.tools.is_empty() || conversation.tools.iter().any(|tool| tool.name.is_empty()) {
        return;
    }
    let declared: HashSet<_> = conversation.tools.iter().map(|tool| tool.name.decode()).collect();
    for part in conversation.parts() {
        if let Part::Call(call) = part
            && !declared.contains(&call.name.decode())
        {
            let at = found.place(&call.name, call.at);
            found.at(at, || format!("`{}` is not among the tools", call.name.show()));
        }
    }
}

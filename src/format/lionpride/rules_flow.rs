//! Rules about branches and copies.

use std::collections::HashSet;

use super::NAME;
use super::image::uuid_digits;
use super::preserved_fields::find_outer;
use crate::json::{Tape, Text};
use crate::model::{Conversation, Message};
use crate::rule::{RuleReport, rule};

rule! {
    BRANCH_ORDER "TW670" "lionpride-branch-order" Warning branch_order
    "a branch contains a message twice"
    "remove the duplicate; `turnwise prepare` and lionpride fail for such a branch"
}

fn branch_order(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for branch in &conversation.branches {
        let mut seen = HashSet::new();
        for step in branch.order.iter().filter(|step| step.message.is_some()) {
            if !seen.insert(step.message) {
                found.at(step.at, || format!("the branch names `{}` twice", step.id.show()));
            }
        }
    }
}

rule! {
    BRANCH_SYSTEM "TW671" "lionpride-branch-system" Warning branch_system
    "the system message of a branch is not the first in its order"
    "move it to the beginning of the order"
}

fn branch_system(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for branch in &conversation.branches {
        let digits = |id: &Text<'_>| uuid_digits(&id.decode());
        if let Some(system) = &branch.system
            && branch.order.first().is_none_or(|first| digits(&first.id) != digits(&system.id))
        {
            found.at(system.at, || format!("`{}` is not the first message of the branch", system.id.show()));
        }
    }
}

rule! {
    CLONE_SOURCE "TW672" "lionpride-clone-source" Note clone_source
    "the message that a copy was made from is not in the record"
    "nothing to do: the source is in another file"
}

fn clone_source(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let sources: Vec<_> = conversation.messages.iter().filter_map(source).collect();
    if sources.is_empty() {
        return;
    }
    let digits = |message: &Message<'_>| uuid_digits(&message.details().id.as_ref()?.decode());
    let ids: HashSet<_> = conversation.messages.iter().filter_map(digits).collect();
    for (at, id) in sources {
        if uuid_digits(&id).is_some_and(|digits| !ids.contains(&digits)) {
            found.at(at, || format!("the message `{id}`, from which this one was made, is not there"));
        }
    }
}

fn source(message: &Message<'_>) -> Option<(crate::json::At, String)> {
    let metadata = message.extras.of(NAME).iter().any(|extra| extra.value.as_str().contains("clone_from"));
    let held = find_outer(&message.extras, "metadata").or_else(|| find_outer(&message.extras, "node_metadata"));
    let held = held.filter(|_| metadata)?;
    let mut tape = Tape::new();
    let id = tape.parse(held.value.as_str()).ok()?.get("clone_from")?.text()?.decode().into_owned();
    Some((held.at, id))
}

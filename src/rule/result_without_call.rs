//! A tool result answers a call that is not in the conversation.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::RuleReport;
use crate::json::{Tape, Text};
use crate::model::{Conversation, EarlierMessages, Part};
use crate::report::Severity;

rule! {
    RULE "TW203" "result-without-call" Error check
    "a tool result answers a call that is not in the conversation"
    "keep the call with its result, or remove both"
    => Unsafe Repair
}

fn check(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let unknown = OnceCell::new();
    let earlier = conversation.source.quirks.earlier;
    for answer in &found.pairs().results {
        let result = answer.result;
        if answer.call.is_none() && earlier == EarlierMessages::AtService {
            let id = result.call_id.as_ref();
            found.at_as(Severity::Warning, id.map_or(result.at, |id| found.place(id, result.at)), || {
                match &result.call_id {
                    Some(id) => format!("the call `{}` is not here; the service must have kept it", id.show()),
                    None => "the call of this result is not here; the service must have kept it".to_owned(),
                }
            });
        } else if answer.call.is_none() && earlier == EarlierMessages::LeftBehind {
            found.at(result.at, || {
                let id = result.call_id.as_ref().map(Text::show).unwrap_or_default();
                format!(
                    "the call `{id}` is not here: the service keeps it, and no other knows it; put the items before it \
                     into the record, or use --repair, which makes the result words of the user"
                )
            });
        } else if answer.call.is_none() {
            let id = result.call_id.as_ref().or(result.name.as_ref());
            found.at(id.map_or(result.at, |id| found.place(id, result.at)), || match (&result.call_id, &result.name) {
                (Some(id), _) if unknown.get_or_init(|| unknown_calls(conversation)).contains(&*id.decode()) => {
                    format!("the call `{}` is of an unknown type and cannot be converted", id.show())
                }
                (Some(id), _) => format!("no call has the id `{}`", id.show()),
                (None, Some(name)) => format!("no earlier call of `{}` waits for a result", name.show()),
                (None, None) => "no earlier call waits for a result".to_owned(),
            });
        } else if answer.is_repeated {
            found.at(result.at, || {
                let id = result.call_id.as_ref().map(Text::show).unwrap_or_default();
                format!("the call `{id}` already has a result")
            });
        }
    }
}

/// The ids of calls of a type that no reader supports.
fn unknown_calls(conversation: &Conversation<'_>) -> HashSet<String> {
    let mut tape = Tape::new();
    let mut id_of = |part: &Part<'_>| {
        let Part::Opaque(part) = part else { return None };
        let call = tape.parse(part.raw.as_str()).ok().filter(|_| part.is_call)?;
        Some(call.get("id")?.text()?.decode().into_owned())
    };
    conversation.parts().filter_map(&mut id_of).collect()
}

//! Checks that several rules of formats share.

use crate::json::{At, Text};
use crate::lower::{IdRule, NameRule};
use crate::model::{Conversation, Part, Role};
use crate::report::Severity;
use crate::rule::RuleReport;

use super::{check_result_places, each_tool_name};

/// Older services reject names that are longer than this.
const OLDER_NAMES: usize = 64;

/// Ids of calls and results that a service rejects.
pub fn check_call_ids(rule: &IdRule, found: &mut RuleReport<'_, '_>) {
    let pairs = found.pairs();
    let calls = pairs.calls.iter().map(|it| (&it.call.id, it.call.at));
    let results = pairs.results.iter().map(|it| (&it.result.call_id, it.result.at));
    for (id, at) in calls.chain(results) {
        if let Some(id) = id.as_ref().filter(|id| !rule.holds(&id.decode())) {
            found.at(found.place(id, at), || format!("the API rejects the call id `{}`", id.show()));
        }
    }
}

/// Names of tools that a service rejects. `older`: who else accepts at most 64 characters ("older models").
pub fn check_tool_names(
    conversation: &Conversation<'_>,
    rule: &NameRule,
    older: Option<&str>,
    found: &mut RuleReport<'_, '_>,
) {
    each_tool_name(conversation, found.pairs(), |name, at| {
        let decoded = name.decode();
        if !rule.holds(&decoded) {
            found.at(at, || format!("the API rejects the tool name `{}`", name.show()));
        } else if let Some(older) = older.filter(|_| decoded.len() > OLDER_NAMES) {
            let what = || format!("{older} reject the tool name `{}`: more than {OLDER_NAMES} characters", name.show());
            found.at_as(Severity::Warning, at, what);
        }
    });
}

/// Results that do not directly follow the message (`unit`: "message", "line") with their call.
pub fn check_result_order(conversation: &Conversation<'_>, unit: &str, found: &mut RuleReport<'_, '_>) {
    if found.pairs().results.is_empty() {
        return;
    }
    // The last message before each one that is not a tool message: the results of its calls follow it.
    let mut anchors = Vec::with_capacity(conversation.messages.len());
    let mut anchor = 0;
    for (index, message) in conversation.messages.iter().enumerate() {
        if !matches!(message.role, Role::Tool) {
            anchor = index;
        }
        anchors.push(anchor);
    }
    let problem = format!("does not directly follow the {unit} with its call");
    check_result_places(found, &problem, |result, call| anchors.get(result) == Some(&call));
}

/// Finds tool results that are errors without a text.
pub fn check_empty_errors(found: &mut RuleReport<'_, '_>) {
    for result in found.pairs().results.iter().map(|it| it.result) {
        let is_blank = |part: &Part<'_>| matches!(part, Part::Text(text) if text.text.is_blank());
        if let Some((true, at)) = result.error
            && result.parts.iter().all(is_blank)
        {
            found.at(at, || "the result is an error without content".to_owned());
        }
    }
}

/// Plain-text reasoning without the signature of its service.
pub fn unsigned<'c>(conversation: &'c Conversation<'_>) -> impl Iterator<Item = At> + 'c {
    conversation.parts().filter_map(|part| {
        let Part::Reasoning(it) = part else { return None };
        (it.text.is_some() && it.signature.as_ref().is_none_or(Text::is_empty)).then_some(it.at)
    })
}

/// The first call or result.
pub fn first_tool_use(conversation: &Conversation<'_>) -> Option<At> {
    conversation.parts().find(|part| matches!(part, Part::Call(_) | Part::Result(_))).map(Part::at)
}

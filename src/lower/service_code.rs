//! Code that the service of a program ran, if its files contain it as an ordinary call: it is written as a hosted call,
//! if the target has hosted calls and can represent the whole call.

use crate::json::{Raw, Text};
use crate::lower::passes::details::report_details;
use crate::lower::policy::{Fact, Policy};
use crate::model::{
    Arguments, Conversation, Extras, Hosted, HostedOutcome, HostedResult, HostedTool, Opaque, Part, PlacedText, Role,
    ToolCall, ToolResult,
};
use crate::report::{Report, loss};
use crate::rule::pairs::PairedCalls;

/// The conversation with hosted calls instead of ordinary ones. `None`: there are none.
///
/// A call stays ordinary if its result is not a single text, or if it is unknown whether the code succeeded.
#[must_use]
pub fn with_hosted_code<'c>(
    paired: &PairedCalls<'c>,
    policy: &Policy,
    report: &mut Report,
) -> Option<Conversation<'c>> {
    let name = paired
        .conversation
        .source
        .quirks
        .service_code
        .filter(|_| policy.tools.hosted.is_some() && policy.has(Fact::HostedCode))?;
    let (conversation, pairs) = (paired.conversation, paired.pairs());
    let mut hosted = None;
    for (answer, number) in pairs.results.iter().zip(0..) {
        let Some(call) = answer.call.and_then(|call| pairs.calls.get(call)) else { continue };
        let message = conversation.messages.get(call.message);
        let is_answer = message.is_some_and(|message| matches!(message.role, Role::Assistant));
        if !is_answer || call.answer != Some(number) || answer.is_early || !call.call.name.is(name) {
            continue;
        }
        let Some(facts) = facts_of(call.call, answer.result) else { continue };
        let all = hosted.get_or_insert_with(|| conversation.clone());
        let part = Opaque {
            origin: conversation.origin,
            at: call.call.at,
            kind: Text::Token("code"),
            is_call: false,
            hosted: Some(Box::new(facts)),
            raw: Raw::borrowed("null"),
        };
        if let Some(place) = all.messages.get_mut(call.message).and_then(|it| it.parts.get_mut(call.part)) {
            *place = Part::Opaque(Box::new(part));
        }
        if let Some(place) = all.messages.get_mut(answer.message).and_then(|it| it.parts.get_mut(answer.part)) {
            // Removed below: until then, the places of later results stay the same.
            *place = Part::Opaque(Box::new(answered(conversation.origin)));
        }
        let flag = answer.result.error.filter(|(is_error, _)| *is_error).map(|(_, at)| at);
        for at in [call.call.at, answer.result.at].into_iter().chain(flag) {
            report.add(&loss::HOSTED_CALL, at, || format!("the call of `{name}` and its result are one hosted call"));
        }
    }
    let mut hosted = hosted?;
    for (message, source) in hosted.messages.iter_mut().zip(&conversation.messages) {
        let had_parts = !message.parts.is_empty();
        message.parts.change(|parts| parts.retain(|part| !is_answered(part)));
        if had_parts && message.parts.is_empty() {
            // Its id and its time go with it.
            report_details(source, conversation, report, |fact| policy.has(fact));
        }
    }
    Some(hosted)
}

/// Replaces a result that was moved to its call.
fn answered(origin: &'static str) -> Opaque<'static> {
    let (kind, raw) = (Text::Token(""), Raw::borrowed(""));
    Opaque { origin, at: crate::json::At::NOWHERE, kind, is_call: false, hosted: None, raw }
}

fn is_answered(part: &Part<'_>) -> bool {
    matches!(part, Part::Opaque(it) if it.raw.as_str().is_empty())
}

fn facts_of<'c>(call: &ToolCall<'c>, result: &ToolResult<'c>) -> Option<Hosted<'c>> {
    let Arguments::Encoded(code) = &call.arguments else { return None };
    let (is_error, at) = result.error?;
    let outcome = if is_error { HostedOutcome::Failed } else { HostedOutcome::Succeeded };
    let mut extras = Extras::default();
    let mut text: Option<PlacedText<'c>> = None;
    match result.parts.as_slice() {
        [] => {}
        [Part::Text(part)] if part.citations().is_none() && part.cache().is_none() => {
            text = Some((part.text.clone(), part.at));
            extras.extend(&part.extras);
        }
        _ => return None,
    }
    extras.extend(&call.extras);
    extras.extend(&result.extras);
    let (output, errors) = if is_error { (None, text) } else { (text, None) };
    Some(Hosted {
        tool: HostedTool::CodeExecution,
        id: call.id.clone().map(|id| (id, call.at)),
        call: Some((code.clone(), call.at)),
        result: Some(HostedResult { outcome: Some((outcome, at)), output, errors, sources: Vec::new() }),
        extras,
    })
}

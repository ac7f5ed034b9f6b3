//! Tool results: one value each, or one error.

use super::image::is_uuid;
use super::keep::{find_inner, is_unset};
use super::write::Placed;
use crate::format::Writing;
use crate::format::shared::{joined_text, report_legacy_result};
use crate::model::{Part, TextPart, ToolResult};
use crate::report::loss;

/// Returns the key that was written though the message had it kept.
pub(super) fn write_response(
    result: &ToolResult<'_>,
    placed: &Placed<'_, '_>,
    place: usize,
    writing: &mut Writing<'_>,
) -> &'static str {
    let written = write_request_id(result, placed, place, writing);
    let extras = &placed.message.extras;
    report_legacy_result(result, writing.report);
    report_parts(result, writing);
    let kept = |key: &str| find_inner(extras, key).as_ref().is_some_and(|_| placed.is_own);
    // An empty error is none: the library would take the result for a good one.
    let is_error = result.is_error() && !kept("error") && !is_empty(result);
    if result.is_error()
        && !is_error
        && !placed.is_own
        && let Some((_, at)) = result.error
    {
        writing.report.add(&loss::ERROR_FLAG, at, || "the error flag of a result without words is dropped".to_owned());
    }
    let key = if is_error { "error" } else { "result" };
    match (one(result), joined_text(&result.parts)) {
        (Some(part), _) if part.is_json => writing.out.key(key).verbatim(&part.text.decode_json()),
        (_, Some((pieces, _))) => writing.out.key(key).joined(&pieces),
        // What it was comes back with the other fields.
        (_, None) if placed.is_own => {}
        (_, None) => writing.out.key(key).string(""),
    }
    written
}

fn one<'r>(result: &'r ToolResult<'_>) -> Option<&'r TextPart<'r>> {
    let mut texts = result.parts.iter().filter_map(|part| match part {
        Part::Text(text) | Part::Refusal(text) => Some(text),
        Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Opaque(_) => None,
    });
    texts.next().filter(|_| texts.next().is_none())
}

fn is_empty(result: &ToolResult<'_>) -> bool {
    let is_unset = |part: &TextPart<'_>| part.text.is_empty() || (part.is_json && is_unset(&part.text.decode_json()));
    match joined_text(&result.parts) {
        None => true,
        Some(_) => one(result).is_some_and(is_unset),
    }
}

fn write_request_id(
    result: &ToolResult<'_>,
    placed: &Placed<'_, '_>,
    place: usize,
    writing: &mut Writing<'_>,
) -> &'static str {
    if placed.is_own {
        let kept = find_inner(&placed.message.extras, "request_id").is_some();
        // An id that was renewed counts; the id that the call had in another format is kept beside.
        return match result.call_id.as_ref().filter(|id| !kept || is_uuid(&id.decode())) {
            Some(id) => {
                writing.out.key("request_id").text(id);
                "request_id"
            }
            None => "",
        };
    }
    let request = placed.plan.request(placed.index, place);
    match (&result.call_id, request) {
        // Other ids stay beside the new one.
        (Some(own), Some(id)) if !own.is(id) && is_uuid(&own.decode()) => {
            writing
                .report
                .add(&loss::ID_REWRITTEN, result.at, || format!("the call id `{}` became `{id}`", own.show()));
        }
        (None, Some(id)) => {
            writing.report.add(&loss::MADE_CALL_ID, result.at, || format!("the result gets the id `{id}` of its call"));
        }
        _ => {}
    }
    match (request, &result.call_id) {
        (Some(id), _) => writing.out.key("request_id").string(id),
        (None, Some(own)) => writing.out.key("request_id").text(own),
        (None, None) => {}
    }
    ""
}

fn report_parts(result: &ToolResult<'_>, writing: &mut Writing<'_>) {
    let report = &mut *writing.report;
    let mut texts = 0;
    for part in &result.parts {
        match part {
            Part::Text(text) => texts += usize::from(!text.text.is_empty()),
            Part::Refusal(text) => {
                texts += usize::from(!text.text.is_empty());
                report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal becomes text".to_owned());
            }
            Part::Media(media) => {
                let kind = media.kind.name();
                report.add(&loss::MEDIA, media.at, || format!("{kind} in a tool result is dropped"));
            }
            // Reported by what the format supports, or not found in results.
            Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Opaque(_) => {}
        }
    }
    if texts > 1 {
        report.add(&loss::JOINED, result.at, || format!("{texts} texts of a tool result become one"));
    }
}

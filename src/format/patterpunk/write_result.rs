//! Tool results: one bare string each.

use super::NAME;
use super::keep::{is_kept, write_outer};
use super::write::{Placed, drop_finish, drop_output, open_message};
use crate::format::Writing;
use crate::format::shared::{joined_text, report_legacy_result};
use crate::model::{CacheHint, Part, ToolResult};
use crate::report::loss;

/// Several results in one message become a message each: how they are grouped says nothing.
pub(super) fn write_results(placed: &Placed<'_, '_>, writing: &mut Writing<'_>) {
    let message = placed.message;
    let results = message.parts.iter().enumerate().filter_map(|(place, part)| match part {
        Part::Result(result) => Some((place, result)),
        Part::Text(_) | Part::Reasoning(_) | Part::Call(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {
            None
        }
    });
    for (piece, (place, result)) in results.enumerate() {
        write_result(result, placed, piece, place, writing);
    }
    drop_finish(message, "tool_result", writing);
    drop_output(message, "tool_result", writing);
}

fn write_result(
    result: &ToolResult<'_>,
    placed: &Placed<'_, '_>,
    piece: usize,
    place: usize,
    writing: &mut Writing<'_>,
) {
    let message = placed.message;
    report_legacy_result(result, writing.report);
    report_result(result, writing);
    open_message(placed, "tool_result", piece, writing);
    writing.out.key("content");
    match joined_text(&result.parts) {
        Some((pieces, _)) => writing.out.joined(&pieces),
        None => writing.out.string(""),
    }
    match (&result.call_id, placed.links.made(placed.index, place)) {
        (Some(id), _) => writing.out.key("call_id").text(id),
        (None, Some(id)) if !is_kept(&message.extras, "call_id") => writing.out.key("call_id").string(id),
        (None, _) => {}
    }
    // Google needs the name; what this format wrote itself stays as it is.
    let found = placed.links.name(placed.index, place).filter(|_| message.origin != NAME);
    if let Some(name) = result.name.as_ref().or(found) {
        writing.out.key("function_name").text(name);
    }
    if result.is_error() {
        writing.out.key("is_error").bool(true);
    }
    if piece == 0 {
        write_outer(&message.extras, &[], writing);
    }
    writing.out.close(b'}');
}

fn report_result(result: &ToolResult<'_>, writing: &mut Writing<'_>) {
    let report = &mut *writing.report;
    let mut texts = 0;
    let mut hints: Vec<&CacheHint<'_>> = result.cache.as_deref().into_iter().collect();
    for part in &result.parts {
        match part {
            Part::Text(text) => {
                texts += usize::from(!text.text.is_empty());
                hints.extend(text.cache.as_deref());
            }
            Part::Refusal(text) => {
                texts += usize::from(!text.text.is_empty());
                hints.extend(text.cache.as_deref());
                report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal becomes text".to_owned());
            }
            Part::Media(media) => {
                hints.extend(media.cache.as_deref());
                let kind = media.kind.name();
                report.add(&loss::MEDIA, media.at, || format!("{kind} in a tool result is dropped"));
            }
            Part::Reasoning(it) => {
                report.add(&loss::REASONING, it.at, || "reasoning in a tool result is dropped".to_owned());
            }
            // Reported by what the format supports, or not found in results.
            Part::Call(_) | Part::Result(_) | Part::Opaque(_) => {}
        }
    }
    for hint in hints.into_iter().filter(|hint| hint.is_on) {
        report.add(&loss::CACHE_HINT, hint.at, || "a cache hint on a tool result is dropped".to_owned());
    }
    if texts > 1 {
        report.add(&loss::JOINED, result.at, || format!("{texts} texts of a tool result become one"));
    }
}

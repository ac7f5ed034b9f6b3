//! The parts of a message.

use super::NAME;
use super::part::{ABSENT, NO_TYPE};
use super::repair::mend;
use super::write::Placed;
use crate::format::Writing;
use crate::format::shared::{
    cannot_hold, drop_hint, found_type, joined_text, object_arguments, report_legacy_result, write_facts, write_slot,
};
use crate::json::Text;
use crate::model::{
    Arguments, CallKind, Extras, Form, Media, MediaKind, MediaSource, Part, Slot, TextPart, ToolCall, ToolResult,
};
use crate::report::{Refused, loss};
use crate::rule::sniff;

pub(super) fn write_part(
    part: &Part<'_>,
    place: usize,
    placed: &Placed<'_, '_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    match part {
        Part::Text(text) => write_text(text, writing),
        Part::Refusal(text) => {
            writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal becomes text".to_owned());
            write_text(text, writing);
        }
        Part::Reasoning(it) => {
            let text = it.text.as_ref().filter(|text| writing.options.is_reasoning_text && !text.is_empty());
            if let Some(text) = text {
                writing.out.open(b'{');
                writing.out.key("type").word("text");
                let words = [Text::Token("<think>\\n"), text.borrow(), Text::Token("\\n</think>\\n\\n")];
                writing.out.key("text").joined(&words);
                writing.out.close(b'}');
            }
        }
        Part::Call(call) => write_call(call, place, placed, writing)?,
        Part::Result(result) => write_result(result, place, placed, writing),
        Part::Media(media) => write_medium(media, placed.is_own(), writing)?,
        Part::Opaque(it) if it.origin == NAME => writing.out.raw(&it.raw),
        // Reported by what the format supports.
        Part::Opaque(_) => {}
    }
    Ok(())
}

fn write_text(text: &TextPart<'_>, writing: &mut Writing<'_>) {
    writing.out.open(b'{');
    writing.out.key("type").word("text");
    writing.out.key("text").text(&text.text);
    write_unknown(&text.extras, writing);
    writing.out.close(b'}');
}

/// Fields that the library does not know.
fn write_unknown(extras: &Extras<'_>, writing: &mut Writing<'_>) {
    write_facts(extras, Slot::Here, NAME, writing);
}

/// A field was not there. `quoted` is its key in quotes.
fn is_absent(extras: &Extras<'_>, quoted: &str) -> bool {
    extras.in_slot(NAME, Slot::Mark).any(|note| note.key.is(ABSENT) && note.value.as_str() == quoted)
}

/// An id, or what stood there instead of one. `quoted` is the key in quotes.
fn write_id(
    key: &'static str,
    quoted: &str,
    id: Option<&Text<'_>>,
    made: Option<&str>,
    extras: &Extras<'_>,
    writing: &mut Writing<'_>,
) {
    match (id, made, extras.get(NAME, key)) {
        (Some(id), _, _) => writing.out.key(key).text(id),
        (None, Some(made), _) => writing.out.key(key).string(made),
        (None, None, Some(kept)) if kept.is_note => writing.out.key(key).raw(&kept.value),
        (None, None, _) if is_absent(extras, quoted) => {}
        (None, None, _) => writing.out.key(key).word(""),
    }
}

fn write_call(
    call: &ToolCall<'_>,
    place: usize,
    placed: &Placed<'_, '_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let is_own = placed.is_own();
    if call.kind == CallKind::LegacyFunction {
        writing
            .report
            .add(&loss::LEGACY_CALL, call.at, || format!("the old call of `{}` becomes a tool call", call.name.show()));
    }
    writing.out.open(b'{');
    writing.out.key("type").word("tool");
    let made = placed.links.made(placed.index, place).filter(|_| !is_own);
    write_id("id", "\"id\"", call.id.as_ref(), made, &call.extras, writing);
    writing.out.key("name").text(&call.name);
    match &call.arguments {
        _ if is_absent(&call.extras, "\"arguments\"") => {}
        Arguments::Object(raw) if is_own => writing.out.key("arguments").raw(raw),
        // The library reads a text as the object that it holds.
        Arguments::Encoded(text) if is_own => writing.out.key("arguments").text(text),
        Arguments::Object(_) | Arguments::Encoded(_) => match mended(call, writing) {
            Some(json) => writing.out.key("arguments").verbatim(&json),
            None => {
                let json = object_arguments(call, writing)?;
                writing.out.key("arguments").verbatim(&json);
            }
        },
    }
    write_unknown(&call.extras, writing);
    writing.out.close(b'}');
    Ok(())
}

/// Broken arguments, where the library can mend them.
fn mended(call: &ToolCall<'_>, writing: &mut Writing<'_>) -> Option<String> {
    let Arguments::Encoded(text) = &call.arguments else { return None };
    if call.kind == CallKind::Custom || text.is_blank() {
        return None;
    }
    let json = text.decode_json();
    if writing.scratch.parse(&json).is_ok() {
        return None;
    }
    let mended = mend(&json, writing.scratch)?;
    if !mended.starts_with('{') {
        return None;
    }
    writing.report.add(&loss::ARGUMENTS, call.at, || {
        format!("the arguments of the call of `{}` are no JSON; they are mended as keprompt does it", call.name.show())
    });
    Some(mended)
}

fn write_result(result: &ToolResult<'_>, place: usize, placed: &Placed<'_, '_>, writing: &mut Writing<'_>) {
    report_legacy_result(result, writing.report);
    let mut texts = 0;
    for part in &result.parts {
        match part {
            Part::Text(text) => texts += usize::from(!text.text.is_empty()),
            Part::Refusal(text) => {
                texts += usize::from(!text.text.is_empty());
                writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal becomes text".to_owned());
            }
            Part::Media(media) => {
                let kind = media.kind.name();
                writing.report.add(&loss::MEDIA, media.at, || format!("{kind} in a tool result is dropped"));
                drop_hint(media.cache.as_deref(), writing);
            }
            Part::Reasoning(it) if writing.options.is_reasoning_text => {
                writing.report.add(&loss::REASONING, it.at, || "reasoning in a tool result is dropped".to_owned());
            }
            // Reported by what the format supports, or not found in results.
            Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Opaque(_) => {}
        }
    }
    if texts > 1 {
        writing.report.add(&loss::JOINED, result.at, || format!("{texts} texts of a tool result become one"));
    }
    writing.out.open(b'{');
    writing.out.key("type").word("tool_result");
    let made = placed.links.made(placed.index, place).filter(|_| !placed.is_own());
    write_id("tool_use_id", "\"tool_use_id\"", result.call_id.as_ref(), made, &result.extras, writing);
    match joined_text(&result.parts) {
        Some((pieces, _)) => writing.out.key("content").joined(&pieces),
        None if placed.is_own() && result.form == Form::Absent => {}
        None => writing.out.key("content").word(""),
    }
    write_unknown(&result.extras, writing);
    writing.out.close(b'}');
}

fn write_medium(media: &Media<'_>, is_own: bool, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let kind = media.kind.name();
    if !matches!(media.kind, MediaKind::Image | MediaKind::Unknown) {
        writing.report.add(&loss::MEDIA, media.at, || format!("{kind} is dropped: keprompt holds images only"));
        drop_hint(media.cache.as_deref(), writing);
        return Ok(());
    }
    let data = match &media.source {
        MediaSource::Base64(data) => data,
        MediaSource::Remote { service, .. } => {
            writing
                .report
                .add(&loss::MEDIA, media.at, || format!("a file uploaded to {service} means nothing to keprompt"));
            return Ok(());
        }
        MediaSource::Url(_) | MediaSource::File(_) | MediaSource::Plain(_) => {
            return cannot_hold(writing, &loss::MEDIA, media.at, || {
                "keprompt holds the bytes of images only, no URLs; embed them as base64 first (--inline-media)"
                    .to_owned()
            });
        }
    };
    let found = found_type(media);
    if !is_own {
        if let Some(problem) = sniff::base64_problem(&data.decode()) {
            return cannot_hold(writing, &loss::MEDIA, media.at, || {
                format!("the bytes of an image are damaged: {problem}")
            });
        }
        report_facts(media, writing);
        if let Some((found, true)) = &found {
            writing
                .report
                .add(&loss::MADE_MEDIA_TYPE, media.at, || format!("the media type {found} was found from the bytes"));
        }
    }
    let media_type = match (&media.media_type, found) {
        (Some(own), _) if is_own || !own.is_empty() => own.borrow(),
        (_, Some((found, _))) if !is_own => Text::Owned(found.into_owned()),
        _ => Text::Token(NO_TYPE),
    };
    writing.out.open(b'{');
    writing.out.key("type").word("image_url");
    writing.out.key("image_url").open(b'{');
    writing.out.key("url").joined(&[Text::Token("data:"), media_type, Text::Token(";base64,"), data.borrow()]);
    write_slot(&media.extras, Slot::Source, NAME, writing);
    writing.out.close(b'}');
    write_unknown(&media.extras, writing);
    writing.out.close(b'}');
    Ok(())
}

fn report_facts(media: &Media<'_>, writing: &mut Writing<'_>) {
    let facts = [("detail", &media.detail), ("file name", &media.file_name)];
    for (what, fact) in facts {
        if let Some(fact) = fact {
            writing.report.add(&loss::MEDIA_FACT, media.at, || format!("the {what} `{}` is dropped", fact.show()));
        }
    }
}

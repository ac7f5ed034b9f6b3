//! The content of a message.

use super::NAME;
use super::image::{is_uuid, url_problem};
use super::keep::{find_inner, is_absent};
use super::kind::Kind;
use super::write::Placed;
use super::write_result::write_response;
use crate::format::Writing;
use crate::format::shared::{cannot_hold, object_arguments, report_joined_text};
use crate::json::Text;
use crate::model::{Arguments, CallKind, Media, MediaKind, MediaSource, Part, Slot, ToolCall};
use crate::report::{Refused, loss};

pub(super) fn write_content(placed: &Placed<'_, '_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    writing.out.open(b'{');
    let place = placed.piece.places.first().copied().unwrap_or_default();
    let mut written = "";
    match (placed.piece.kind, placed.message.parts.get(place)) {
        (Kind::Request, Some(Part::Call(call))) => write_request(call, placed, writing)?,
        (Kind::Response, Some(Part::Result(result))) => written = write_response(result, placed, place, writing),
        (Kind::Instruction, _) => write_instruction(placed, writing)?,
        (kind, _) => write_words(kind, placed, false, writing),
    }
    if placed.is_own {
        for extra in placed.message.extras.in_slot(NAME, Slot::Content).filter(|extra| !extra.key.is(written)) {
            writing.extra(extra);
        }
    }
    writing.out.close(b'}');
    Ok(())
}

/// The words of a message under the key of their kind; several texts are joined by a blank line.
fn write_words(kind: Kind, placed: &Placed<'_, '_>, has_images: bool, writing: &mut Writing<'_>) {
    let key = kind.main_key();
    let parts = || placed.piece.places.iter().filter_map(|place| placed.message.parts.get(*place));
    let mut pieces = Vec::new();
    let (mut count, mut is_empty) = (0, false);
    for part in parts() {
        let text = match part {
            Part::Text(text) if text.is_json && placed.is_own && parts().filter(|it| is_words(it)).count() == 1 => {
                writing.out.key(key).verbatim(&text.text.decode_json());
                return;
            }
            Part::Text(text) => text.text.borrow(),
            Part::Refusal(text) => {
                writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal becomes text".to_owned());
                text.text.borrow()
            }
            Part::Reasoning(it) => {
                let Some(text) = &it.text else { continue };
                Text::OwnedToken(format!("<think>\\n{}\\n</think>", text.spelling()))
            }
            Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Opaque(_) => continue,
        };
        // Joined to others, an empty text would be a blank line more.
        if text.is_empty() && placed.piece.places.len() > 1 {
            is_empty = true;
            continue;
        }
        if count > 0 {
            report_joined_text(part.at().or(placed.message.at), writing.report);
            pieces.push(Text::Token("\\n\\n"));
        }
        pieces.push(text);
        count += 1;
    }
    match count {
        // The key decides the type: without it the message would be an empty instruction.
        0 if is_empty || (!placed.is_own && !has_images) => writing.out.key(key).string(""),
        0 => {}
        _ => writing.out.key(key).joined(&pieces),
    }
}

fn is_words(part: &Part<'_>) -> bool {
    matches!(part, Part::Text(_) | Part::Refusal(_) | Part::Reasoning(_))
}

fn write_instruction(placed: &Placed<'_, '_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let mut images = Vec::new();
    for part in placed.piece.places.iter().filter_map(|place| placed.message.parts.get(*place)) {
        match part {
            Part::Media(media) => {
                if let Some(url) = image_url(media, placed.is_own) {
                    images.push((&**media, url));
                } else {
                    report_media(media, "lionpride holds images by http or https URL only", writing)?;
                }
            }
            _ if !images.is_empty() && is_words(part) => {
                writing.report.add(&loss::REORDERED, part.at(), || "text now stands before the images".to_owned());
            }
            Part::Text(_)
            | Part::Reasoning(_)
            | Part::Call(_)
            | Part::Result(_)
            | Part::Refusal(_)
            | Part::Opaque(_) => {}
        }
    }
    write_words(Kind::Instruction, placed, !images.is_empty(), writing);
    let is_level = |text: &&Text<'_>| placed.is_own || ["low", "high", "auto"].iter().any(|level| text.is(level));
    let Some((first, _)) = images.first() else { return Ok(()) };
    let detail = first.detail.as_ref().filter(is_level);
    writing.out.key("images").open(b'[');
    for (media, url) in &images {
        let is_same = match (&media.detail, detail) {
            (Some(own), Some(all)) => own.same(all),
            (None, None) => true,
            _ => false,
        };
        let facts = [(&media.media_type, "media type"), (&media.file_name, "file name")];
        for (fact, what) in facts.into_iter().filter_map(|(fact, what)| Some((fact.as_ref()?, what))) {
            writing.report.add(&loss::MEDIA_FACT, media.at, || format!("the {what} `{}` is dropped", fact.show()));
        }
        if !is_same {
            writing.report.add(&loss::MEDIA_FACT, media.at, || {
                "all images of a message have one detail: low, high or auto".to_owned()
            });
        }
        writing.out.text(url);
    }
    writing.out.close(b']');
    if let Some(detail) = detail {
        writing.out.key("image_detail").text(detail);
    }
    Ok(())
}

fn image_url<'m>(media: &'m Media<'_>, is_own: bool) -> Option<&'m Text<'m>> {
    match &media.source {
        MediaSource::Url(url) if media.kind == MediaKind::Image => {
            (is_own || url_problem(&url.decode()).is_none()).then_some(url)
        }
        MediaSource::Url(_)
        | MediaSource::Base64(_)
        | MediaSource::File(_)
        | MediaSource::Remote { .. }
        | MediaSource::Plain(_) => None,
    }
}

/// A medium that has no place: images may be given as URLs instead, the others cannot be helped.
pub(super) fn report_media(media: &Media<'_>, why: &str, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let kind = media.kind.name();
    let is_image = matches!(media.kind, MediaKind::Image | MediaKind::Unknown);
    if is_image && !matches!(media.source, MediaSource::Remote { .. }) {
        return cannot_hold(writing, &loss::MEDIA, media.at, || format!("{kind} has no place: {why}"));
    }
    writing.report.add(&loss::MEDIA, media.at, || format!("{kind} is dropped: {why}"));
    Ok(())
}

fn write_request(call: &ToolCall<'_>, placed: &Placed<'_, '_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let extras = &placed.message.extras;
    let is_there = |key: &str| !(placed.is_own && (find_inner(extras, key).is_some() || is_absent(extras, key)));
    if is_there("function") {
        writing.out.key("function").text(&call.name);
    }
    if is_there("arguments") {
        write_arguments(call, placed.is_own, writing)?;
    }
    let id = placed.piece.id.as_deref().unwrap_or_default();
    match &call.id {
        // Other ids stay beside the new one.
        Some(own) if !placed.is_own && !own.is(id) && is_uuid(&own.decode()) => {
            writing.report.add(&loss::ID_REWRITTEN, call.at, || format!("the call id `{}` became `{id}`", own.show()));
        }
        None if !placed.is_own => {
            writing.report.add(&loss::MADE_CALL_ID, call.at, || format!("the call id `{id}` is made up"));
        }
        Some(_) | None => {}
    }
    Ok(())
}

fn write_arguments(call: &ToolCall<'_>, is_own: bool, writing: &mut Writing<'_>) -> Result<(), Refused> {
    if call.kind == CallKind::LegacyFunction {
        writing
            .report
            .add(&loss::LEGACY_CALL, call.at, || format!("the old call of `{}` becomes a tool call", call.name.show()));
    }
    match &call.arguments {
        Arguments::Encoded(text) if is_own => writing.out.key("arguments").text(text),
        Arguments::Object(raw) if is_own => writing.out.key("arguments").raw(raw),
        Arguments::Object(raw) if call.kind != CallKind::Custom => {
            if raw.as_str().starts_with('"') || raw.is_null() {
                writing.report.add(&loss::ARGUMENTS, call.at, || "arguments that are no object".to_owned());
            }
            writing.out.key("arguments").raw(raw);
        }
        // Text that is no object: the library holds any value.
        Arguments::Encoded(text)
            if call.kind != CallKind::Custom
                && !text.is_blank()
                && !writing.scratch.parse(&text.decode_json()).is_ok_and(|root| root.is_object()) =>
        {
            writing.out.key("arguments").text(text);
        }
        Arguments::Object(_) | Arguments::Encoded(_) => {
            let json = object_arguments(call, writing)?;
            writing.out.key("arguments").verbatim(&json);
        }
    }
    Ok(())
}

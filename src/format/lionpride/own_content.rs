//! The content of a message of this format as it is written again.

use super::NAME;
use super::image::is_uuid;
use super::keep::{find_inner, is_absent, is_unset};
use super::kind::Kind;
use crate::format::Writing;
use crate::format::shared::cannot_hold;
use crate::json::Text;
use crate::model::{
    Arguments, Media, MediaKind, MediaSource, Message, Part, Role, Slot, TextPart, ToolCall, ToolResult,
};
use crate::report::{Refused, loss};

pub(super) fn write_content(message: &Message<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    writing.out.open(b'{');
    let mut written = "";
    match message.parts.first() {
        Some(Part::Call(call)) => write_request(call, message, writing),
        Some(Part::Result(result)) => written = write_response(result, message, writing),
        _ => {
            let kind = match &message.role {
                Role::System | Role::Developer => Kind::System,
                Role::Assistant => Kind::Answer,
                Role::User | Role::Tool | Role::Other(_) => Kind::Instruction,
            };
            write_texts(kind.main_key(), &message.parts, writing);
            write_images(&message.parts, writing)?;
        }
    }
    for extra in message.extras.in_slot(NAME, Slot::Content).filter(|extra| !extra.key.is(written)) {
        writing.extra(extra);
    }
    writing.out.close(b'}');
    Ok(())
}

fn texts<'p>(parts: &'p [Part<'_>]) -> impl Iterator<Item = &'p TextPart<'p>> {
    parts.iter().filter_map(|part| if let Part::Text(text) | Part::Refusal(text) = part { Some(text) } else { None })
}

/// The words under their key: a string, or the value that they are the JSON text of. Nothing, if there are none.
fn write_texts(key: &str, parts: &[Part<'_>], writing: &mut Writing<'_>) {
    let mut all = texts(parts);
    match (all.next(), all.next()) {
        (None, _) => {}
        (Some(text), None) if text.is_json => writing.out.key(key).verbatim(&text.text.decode_json()),
        (Some(text), None) => writing.out.key(key).text(&text.text),
        (Some(_), Some(_)) => {
            let between = Text::Token("\\n\\n");
            let pieces = texts(parts).enumerate().flat_map(|(place, text)| {
                let between = (place > 0).then(|| between.borrow());
                between.into_iter().chain([text.text.borrow()])
            });
            writing.out.key(key).joined(pieces);
        }
    }
}

fn write_images(parts: &[Part<'_>], writing: &mut Writing<'_>) -> Result<(), Refused> {
    let mut images = Vec::new();
    for part in parts {
        let Part::Media(media) = part else { continue };
        match image_url(media) {
            Some(url) => images.push((media, url)),
            // Embedded since it was read.
            None => cannot_hold(writing, &loss::MEDIA, media.at, || "lionpride holds images by URL only".to_owned())?,
        }
    }
    let Some((first, _)) = images.first() else { return Ok(()) };
    writing.out.key("images").array(|out| images.iter().for_each(|(_, url)| out.text(url)));
    if let Some(detail) = &first.detail {
        writing.out.key("image_detail").text(detail);
    }
    Ok(())
}

fn image_url<'m>(media: &'m Media<'_>) -> Option<&'m Text<'m>> {
    match &media.source {
        MediaSource::Url(url) if media.kind == MediaKind::Image => Some(url),
        MediaSource::Url(_)
        | MediaSource::Base64(_)
        | MediaSource::File(_)
        | MediaSource::Remote { .. }
        | MediaSource::Plain(_) => None,
    }
}

fn write_request(call: &ToolCall<'_>, message: &Message<'_>, writing: &mut Writing<'_>) {
    let extras = &message.extras;
    let is_there = |key: &str| find_inner(extras, key).is_none() && !is_absent(extras, key);
    if is_there("function") {
        writing.out.key("function").text(&call.name);
    }
    if is_there("arguments") {
        match &call.arguments {
            Arguments::Encoded(text) => writing.out.key("arguments").text(text),
            Arguments::Object(raw) => writing.out.key("arguments").raw(raw),
        }
    }
}

/// Returns the key that was written though the message had it kept.
fn write_response(result: &ToolResult<'_>, message: &Message<'_>, writing: &mut Writing<'_>) -> &'static str {
    let is_kept = |key: &str| find_inner(&message.extras, key).is_some();
    // An id that was renewed counts; the id that the call had in another format is kept beside.
    let id = result.call_id.as_ref().filter(|id| !is_kept("request_id") || is_uuid(&id.decode()));
    if let Some(id) = id {
        writing.out.key("request_id").text(id);
    }
    // An empty error is none: the library would take the result for a good one.
    let is_error = result.is_error() && !is_kept("error") && !is_empty(result);
    write_texts(if is_error { "error" } else { "result" }, &result.parts, writing);
    if id.is_some() { "request_id" } else { "" }
}

fn is_empty(result: &ToolResult<'_>) -> bool {
    texts(&result.parts).all(|text| text.text.is_empty() || (text.is_json && is_unset(&text.text.decode_json())))
}

//! Content and its chunks: text, cache, multimodal.

use super::NAME;
use super::preserved_fields::{keep, keep_inner, keep_odd, keep_unused, text_or_keep};
use crate::format::Reading;
use crate::format::shared::{need, need_text, refuse_type, unknown_fields};
use crate::json::{Kind, Node, Text};
use crate::model::{CacheHint, Extras, Form, Media, MediaKind, MediaSource, Message, Part, Slot, TextPart, Ttl};
use crate::report::{Refused, shape};

/// From here on Python's `timedelta` overflows.
const LONGEST_TTL: f64 = 86_400_000_000_000.0;
/// Below this Python's `timedelta` is zero, and zero means no ttl.
pub(super) const SHORTEST_TTL: f64 = 0.000_000_5;

pub(super) fn read_content<'a>(
    content: Node<'_, 'a>,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if let Some(text) = content.text() {
        message.parts.push(Part::Text(TextPart::new(text, content.at())));
        return Ok(());
    }
    if !content.is_object() {
        return Err(refuse_type(content, "content", "an object of type `string` or `chunks`"));
    }
    let ([kind, value, chunks], rest) = content.fields(&["type", "value", "chunks"])?;
    let kind = need(kind, "content.type", content)?;
    // The field that belongs to the other type of content.
    let unused = if kind.is("string") {
        let value = need(value, "content.value", content)?;
        let text = value.text().ok_or_else(|| refuse_type(value, "content.value", "a string"))?;
        message.parts.push(Part::Text(TextPart::new(text, value.at())));
        chunks.map(|chunks| ("chunks", chunks))
    } else if kind.is("chunks") {
        let chunks = need(chunks, "content.chunks", content)?;
        if !chunks.is_array() {
            return Err(refuse_type(chunks, "content.chunks", "an array"));
        }
        message.form = Form::Parts;
        message.parts.reserve(chunks.len());
        for chunk in chunks.items() {
            message.parts.push(read_chunk(chunk, reading)?);
        }
        value.map(|value| ("value", value))
    } else {
        let found = kind.text().map_or_else(|| kind.kind().name().to_owned(), |text| format!("`{}`", text.show()));
        let message = format!("`content.type` is {found}; expected `string` or `chunks`");
        return Err(Refused::new(&shape::BAD_VALUE, kind.at(), message));
    };
    if let Some((key, unused)) = unused {
        keep_unused(Slot::Content, Text::Token(key), unused, &mut message.extras, reading);
    }
    keep_inner(&rest, Slot::Content, &mut message.extras, reading);
    Ok(())
}

fn read_chunk<'a>(chunk: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    if !chunk.is_object() {
        return Err(refuse_type(chunk, "content.chunks", "a list of objects"));
    }
    let kind = need(chunk.get("type"), "type", chunk)?;
    match kind.text().unwrap_or_default().decode().as_ref() {
        "text" => read_text(chunk, reading),
        "cache" => read_cache(chunk, reading),
        "multimodal" => read_media(chunk, reading),
        other => {
            let message = format!("unknown chunk type `{other}`; expected text, cache or multimodal");
            Err(Refused::new(&shape::UNKNOWN_PART, kind.at(), message))
        }
    }
}

fn read_text<'a>(chunk: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let ([_, content], rest) = chunk.fields(&["type", "content"])?;
    let mut part = TextPart::new(need_text(content, "content", chunk)?, chunk.at());
    unknown_fields(reading, &rest, NAME, "a text chunk", &mut part.extras);
    Ok(Part::Text(part))
}

fn read_cache<'a>(chunk: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let ([_, content, cacheable, ttl], rest) = chunk.fields(&["type", "content", "cacheable", "ttl_seconds"])?;
    let mut part = TextPart::new(need_text(content, "content", chunk)?, chunk.at());
    let is_on = cacheable.and_then(|cacheable| cacheable.as_bool());
    if let (Some(odd), None) = (cacheable, is_on) {
        keep_odd(odd, "cacheable", "true or false", &mut part.extras, reading);
    }
    let ttl = ttl.and_then(|ttl| read_ttl(ttl, &mut part.extras, reading));
    part.set_cache(Some(Box::new(CacheHint { at: chunk.at(), is_on: is_on.unwrap_or(false), ttl })));
    unknown_fields(reading, &rest, NAME, "a cache chunk", &mut part.extras);
    Ok(Part::Text(part))
}

fn read_ttl<'a>(node: Node<'_, 'a>, extras: &mut Extras<'a>, reading: &mut Reading<'_>) -> Option<Ttl<'a>> {
    let seconds = if node.kind() == Kind::Number { node.raw().parse::<f64>().ok() } else { None };
    match seconds {
        Some(seconds) if seconds.abs() >= SHORTEST_TTL && seconds.abs() < LONGEST_TTL => {
            return Some(Ttl { seconds, raw: node.to_raw() });
        }
        // No ttl, in a spelling that comes back.
        Some(seconds) if seconds.abs() < SHORTEST_TTL => keep(node, "ttl_seconds", extras),
        Some(_) => {
            reading.report.add(&shape::BAD_VALUE, node.at(), || {
                format!("`ttl_seconds` {} is outside the range of Python integers", node.raw())
            });
            keep(node, "ttl_seconds", extras);
        }
        None => keep_odd(node, "ttl_seconds", "a number of seconds", extras, reading),
    }
    None
}

fn read_media<'a>(chunk: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let ([_, media_type, data, name], rest) = chunk.fields(&["type", "media_type", "data", "filename"])?;
    let data = need_text(data, "data", chunk)?;
    let mut extras = Extras::default();
    let media_type = optional(media_type, "media_type", &mut extras, reading);
    let file_name = optional(name, "filename", &mut extras, reading);
    unknown_fields(reading, &rest, NAME, "a multimodal chunk", &mut extras);
    Ok(Part::Media(Box::new(Media {
        at: chunk.at(),
        kind: media_type.as_ref().map_or(MediaKind::Unknown, |it| MediaKind::of(&it.decode())),
        source: MediaSource::of_bytes(data),
        media_type,
        file_name,
        detail: None,
        cache: None,
        extras,
    })))
}

/// Null is the absent value of these fields, so it is not kept.
fn optional<'a>(
    node: Option<Node<'_, 'a>>,
    key: &'static str,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) -> Option<Text<'a>> {
    text_or_keep(node.filter(|node| !node.is_null()), key, extras, reading)
}

//! Content parts: texts, images, files, refusals.

use super::item::opaque;
use super::item_marks::{PART, extras_mut, keep, keep_list};
use super::{FAMILY, NAME};
use crate::format::Reading;
use crate::format::shared::{
    keep_odd, need, need_text, optional_text, refuse_type, split_data_url, unknown_fields, wrong_type,
};
use crate::json::{Node, Text};
use crate::model::{
    CacheHint, Citations, Extras, Media, MediaKind, MediaSource, OneOrMany, Part, Slot, TextPart, is_extracted,
};
use crate::report::{Refused, shape, unknown_part};

/// The container of the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemPartPlace {
    Instruction,
    User,
    Answer,
    Output,
}

impl ItemPartPlace {
    fn allows(self, kind: &str) -> bool {
        match self {
            Self::Instruction | Self::User | Self::Output => kind.starts_with("input_"),
            Self::Answer => !kind.starts_with("input_"),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Instruction => "a message of role system or developer",
            Self::User => "a message of role user",
            Self::Answer => "a message of role assistant",
            Self::Output => "the output of a tool",
        }
    }
}

pub(super) fn read_parts<'a>(
    list: Node<'_, 'a>,
    place: ItemPartPlace,
    parts: &mut OneOrMany<Part<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    parts.reserve(list.len());
    for part in list.items() {
        parts.push(read_part(part, place, reading)?);
    }
    Ok(())
}

fn read_part<'a>(node: Node<'_, 'a>, place: ItemPartPlace, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "content", "a list of objects"));
    }
    let kind_node = need(node.get("type"), "type", node)?;
    let kind = kind_node.text().ok_or_else(|| refuse_type(kind_node, "type", "a string"))?;
    let name = kind.decode();
    let mut part = match name.as_ref() {
        "input_text" | "output_text" => read_text(node, "text", place, reading).map(Part::Text)?,
        "refusal" => read_text(node, "refusal", place, reading).map(Part::Refusal)?,
        "input_image" => read_image(node, reading)?,
        "input_file" => read_file(node, reading)?,
        _ => {
            reading.report.add(&shape::UNKNOWN_PART, kind_node.at(), || {
                let known: &[&str] = if place == ItemPartPlace::Answer {
                    &["output_text", "refusal"]
                } else {
                    &["input_text", "input_image", "input_file"]
                };
                unknown_part(&kind, known)
            });
            return Ok(opaque(node, &kind));
        }
    };
    if !place.allows(&name) {
        reading.report.add(&shape::MISPLACED_PART, node.at(), || {
            format!("a part of type `{}` is not allowed in {}", kind.show(), place.name())
        });
        if let Some(extras) = extras_mut(&mut part) {
            extras.mark(NAME, PART, kind_node.to_raw(), kind_node.at());
        }
    }
    Ok(part)
}

fn read_text<'a>(
    node: Node<'_, 'a>,
    key: &'static str,
    place: ItemPartPlace,
    reading: &mut Reading<'_>,
) -> Result<TextPart<'a>, Refused> {
    let keys = &["type", key, "annotations", "logprobs", "prompt_cache_breakpoint"];
    let ([_, text, annotations, logprobs, hint], rest) = node.fields(keys)?;
    let mut part = TextPart::new(need_text(text, key, node)?, node.at());
    match annotations {
        Some(list) if list.is_array() && !list.is_empty() => {
            part.set_citations(Citations { origin: NAME, at: list.at(), raw: list.to_raw() });
        }
        Some(other) if !other.is_array() => {
            keep_odd(other, "annotations", "an array", NAME, &mut part.extras, reading);
        }
        empty => keep_list(&mut part.extras, Slot::Here, "annotations", empty),
    }
    keep_list(&mut part.extras, Slot::Here, "logprobs", logprobs);
    if place == ItemPartPlace::Answer {
        if let Some(hint) = hint {
            reading.report.add(&shape::UNKNOWN_FIELD, hint.at(), || {
                format!("an assistant message in {NAME} has no field `prompt_cache_breakpoint`")
            });
        }
        keep(&mut part.extras, Slot::Here, "prompt_cache_breakpoint", hint);
    } else {
        let cache = read_hint(hint, &mut part.extras);
        part.set_cache(cache);
    }
    unknown_fields(reading, &rest, NAME, "a text part", &mut part.extras);
    Ok(part)
}

/// `{"mode":"explicit"}`. Everything else is kept as it is.
fn read_hint<'a>(hint: Option<Node<'_, 'a>>, extras: &mut Extras<'a>) -> Option<Box<CacheHint<'a>>> {
    let hint = hint?;
    if hint.len() == 1 && hint.get("mode").is_some_and(|mode| mode.is("explicit")) {
        return Some(Box::new(CacheHint { at: hint.at(), is_on: true, ttl: None }));
    }
    keep(extras, Slot::Here, "prompt_cache_breakpoint", Some(hint));
    None
}

/// A string that is not there if it is null; other kinds are rejected.
fn source<'a>(node: Option<Node<'_, 'a>>, key: &'static str) -> Result<Option<Text<'a>>, Refused> {
    match node.filter(|node| !node.is_null()) {
        None => Ok(None),
        Some(node) => Ok(Some(node.text().ok_or_else(|| refuse_type(node, key, "a string"))?)),
    }
}

fn read_image<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let keys = &["type", "image_url", "file_id", "detail", "prompt_cache_breakpoint"];
    let ([_, url, id, detail, hint], rest) = node.fields(keys)?;
    let mut extras = Extras::default();
    let mut media_type = None;
    let source = match (source(url, "image_url")?, source(id, "file_id")?) {
        (Some(text), _) => {
            keep(&mut extras, Slot::Here, "file_id", id);
            match split_data_url(&text) {
                Some(split) => {
                    media_type = Some(split.media_type);
                    MediaSource::Base64(split.data)
                }
                None => MediaSource::Url(text),
            }
        }
        (None, Some(id)) => {
            keep(&mut extras, Slot::Here, "image_url", url);
            MediaSource::Remote { service: FAMILY, id }
        }
        (None, None) => {
            let message = "an image needs `image_url` or `file_id`";
            return Err(Refused::new(&shape::MISSING_FIELD, node.at(), message));
        }
    };
    let detail = read_detail(detail, &["auto", "low", "high", "original"], &mut extras, reading);
    let cache = read_hint(hint, &mut extras);
    unknown_fields(reading, &rest, NAME, "an image", &mut extras);
    let media =
        Media { at: node.at(), kind: MediaKind::Image, source, media_type, file_name: None, detail, cache, extras };
    Ok(Part::Media(Box::new(media)))
}

fn read_detail<'a>(
    node: Option<Node<'_, 'a>>,
    known: &[&str],
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) -> Option<Text<'a>> {
    // The usual detail says nothing.
    if let Some(usual) = node.filter(|node| node.is("auto")) {
        extras.note(NAME, Text::Token("detail"), usual.to_raw(), usual.at());
        return None;
    }
    let detail = node.and_then(|node| node.text());
    if let Some(odd) = node.filter(|node| !node.is_string() && !node.is_null()) {
        wrong_type(reading, odd, "detail", "a string");
    }
    let is_common = |detail: &Text<'_>| detail.is("low") || detail.is("high");
    if let (Some(value), Some(node)) = (&detail, node)
        && !known.iter().any(|known| value.is(known))
    {
        reading.report.add(&shape::BAD_VALUE, node.at(), || {
            format!("unknown detail `{}`; expected {}", value.show(), known.join(" or "))
        });
    }
    // A detail that no other API knows stays a field of this one.
    let common = detail.filter(is_common);
    if common.is_none() {
        keep(extras, Slot::Here, "detail", node);
    }
    common
}

fn read_file<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let keys = &["type", "file_data", "file_url", "file_id", "filename", "detail", "prompt_cache_breakpoint"];
    let ([_, data, url, id, name, detail, hint], rest) = node.fields(keys)?;
    let mut extras = Extras::default();
    let mut media_type = None;
    // The first one that says something is the source; the others stay next to it.
    let found = (source(data, "file_data")?, source(url, "file_url")?, source(id, "file_id")?);
    let (source, others) = match found {
        (Some(text), _, _) => {
            let source = match split_data_url(&text) {
                Some(split) => {
                    media_type = Some(split.media_type);
                    MediaSource::Base64(split.data)
                }
                None if is_extracted(&text) || text.decode().starts_with("data:") => MediaSource::Url(text),
                None => {
                    reading.report.add(&shape::BAD_VALUE, node.at(), || "`file_data` must be a data URL".to_owned());
                    MediaSource::Base64(text)
                }
            };
            (source, [("file_url", url), ("file_id", id)])
        }
        (None, Some(text), _) => (MediaSource::Url(text), [("file_data", data), ("file_id", id)]),
        (None, None, Some(id)) => {
            (MediaSource::Remote { service: FAMILY, id }, [("file_data", data), ("file_url", url)])
        }
        (None, None, None) => {
            let message = "a file needs `file_data`, `file_url` or `file_id`";
            return Err(Refused::new(&shape::MISSING_FIELD, node.at(), message));
        }
    };
    for (key, other) in others {
        keep(&mut extras, Slot::Here, key, other);
    }
    // A name is generated for bytes that have none.
    let file_name = optional_text(reading, name, "filename", Slot::Odd, NAME, &mut extras);
    if matches!(source, MediaSource::Base64(_)) && name.is_none() {
        reading.report.add(&shape::MISSING_FIELD, node.at(), || "`file_data` needs a `filename`".to_owned());
    }
    let detail = read_detail(detail, &["auto", "low", "high"], &mut extras, reading);
    let cache = read_hint(hint, &mut extras);
    unknown_fields(reading, &rest, NAME, "a file", &mut extras);
    let media =
        Media { at: node.at(), kind: MediaKind::Document, source, media_type, file_name, detail, cache, extras };
    Ok(Part::Media(Box::new(media)))
}

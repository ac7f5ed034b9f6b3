//! Content parts: texts, images and sounds, which are named by a path, a URL or a data URL.
//!
//! ```json
//! {"type":"image","source":{"media_type":"image/png","path":"images/p.png"}}
//! ```

use super::NAME;
use crate::format::shared::{extras, extras_in, keep_member, refuse_type, split_data_url};
use crate::json::{Node, Text};
use crate::model::{Extras, Media, MediaKind, MediaSource, OneOrMany, Opaque, Part, Slot, TextPart};
use crate::report::Refused;

pub(super) fn read_parts<'a>(list: Node<'_, 'a>, parts: &mut OneOrMany<Part<'a>>) -> Result<(), Refused> {
    parts.reserve(list.len());
    for node in list.items() {
        if !node.is_object() {
            return Err(refuse_type(node, "message", "an array of objects"));
        }
        parts.push(read_part(node)?);
    }
    Ok(())
}

fn read_part<'a>(node: Node<'_, 'a>) -> Result<Part<'a>, Refused> {
    let ([kind, text, source], rest) = node.fields(&["type", "text", "source"])?;
    let kind = kind.and_then(|kind| kind.text()).unwrap_or_default();
    let (words, media) = (text.and_then(|text| text.text()), kind_of(&kind).zip(source));
    let mut fields = Extras::default();
    extras(&rest, NAME, &mut fields);
    if let Some(words) = words.filter(|_| kind.is("text")) {
        if let Some(source) = source {
            keep_member(Slot::Here, NAME, Text::Token("source"), source, &mut fields);
        }
        return Ok(Part::Text(TextPart { extras: fields, ..TextPart::new(words, node.at()) }));
    }
    if let Some((media_kind, source)) = media
        && let Some(path) = source.get("path").and_then(|path| path.text())
    {
        if let Some(text) = text {
            keep_member(Slot::Here, NAME, Text::Token("text"), text, &mut fields);
        }
        return read_media(node, media_kind, source, path, fields);
    }
    let opaque = Opaque { hosted: None, is_call: false, origin: NAME, at: node.at(), kind, raw: node.to_raw() };
    Ok(Part::Opaque(Box::new(opaque)))
}

fn kind_of(word: &Text<'_>) -> Option<MediaKind> {
    match word.decode().as_ref() {
        "image" => Some(MediaKind::Image),
        "audio" => Some(MediaKind::Audio),
        _ => None,
    }
}

fn read_media<'a>(
    node: Node<'_, 'a>,
    kind: MediaKind,
    source: Node<'_, 'a>,
    path: Text<'a>,
    mut fields: Extras<'a>,
) -> Result<Part<'a>, Refused> {
    let ([declared, _], rest) = source.fields(&["media_type", "path"])?;
    extras_in(Slot::Source, &rest, NAME, &mut fields);
    let mut media_type = declared.and_then(|declared| declared.text());
    if let Some(odd) = declared.filter(|_| media_type.is_none()) {
        keep_member(Slot::Source, NAME, Text::Token("media_type"), odd, &mut fields);
    }
    let found = match split_data_url(&path) {
        Some(url) => {
            // The type in the URL is that of the bytes.
            if !url.media_type.is_empty() && !media_type.as_ref().is_some_and(|own| own.same(&url.media_type)) {
                if let Some(other) = declared.filter(|_| media_type.is_some()) {
                    keep_member(Slot::Source, NAME, Text::Token("media_type"), other, &mut fields);
                }
                media_type = Some(url.media_type);
            }
            MediaSource::Base64(url.data)
        }
        None if is_address(&path) => MediaSource::Url(path),
        None => MediaSource::File(path),
    };
    Ok(Part::Media(Box::new(Media {
        at: node.at(),
        kind,
        source: found,
        media_type,
        file_name: None,
        detail: None,
        cache: None,
        extras: fields,
    })))
}

/// True for `https://…` and `data:…`; a drive letter is not a scheme.
fn is_address(path: &Text<'_>) -> bool {
    let path = path.decode();
    path.contains("://") || path.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:"))
}

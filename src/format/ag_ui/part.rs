//! Parts of messages, and tool calls.

use super::NAME;
use super::event_values::EventValues;
use crate::format::Reading;
use crate::format::shared::refuse_type;
use crate::json::{Node, Text};
use crate::model::{
    Arguments, CallKind, Extras, Media, MediaKind, MediaSource, OneOrMany, Opaque, Part, Slot, TextPart, ToolCall,
};
use crate::report::{Refused, shape, unknown_part, unknown_word};

/// Services whose names mean something in other formats.
const SERVICES: [&str; 4] = ["openai", "anthropic", "gemini", "chatgpt"];

pub(super) fn read_parts<'a, 'x>(
    list: Node<'_, 'x>,
    hold: EventValues<'a, 'x>,
    parts: &mut OneOrMany<Part<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    for part in list.items() {
        if !part.is_object() {
            return Err(refuse_type(part, "content", "a list of parts"));
        }
        parts.push(read_part(part, hold, reading));
    }
    Ok(())
}

fn read_part<'a, 'x>(node: Node<'_, 'x>, hold: EventValues<'a, 'x>, reading: &mut Reading<'_>) -> Part<'a> {
    let kind = node.get("type").and_then(|kind| hold.text(kind)).unwrap_or_default();
    if kind.is("text")
        && let Some(text) = node.get("text").and_then(|text| hold.text(text))
    {
        let mut part = TextPart::new(text, hold.at(node));
        hold.keep_rest(Slot::Here, node, &["type", "text"], &mut part.extras);
        return Part::Text(part);
    }
    if let Some(media) = media_kind(&kind).and_then(|kind| read_media(node, kind, hold)) {
        return Part::Media(Box::new(media));
    }
    report_part(node, &kind, hold, reading);
    Part::Opaque(Box::new(Opaque {
        hosted: None,
        is_call: false,
        origin: NAME,
        at: hold.at(node),
        kind,
        raw: hold.raw(node),
    }))
}

/// Reports a part of an unknown type, a media file with a source of an unknown type, or one without its fields.
fn report_part<'x>(node: Node<'_, 'x>, kind: &Text<'_>, hold: EventValues<'_, 'x>, reading: &mut Reading<'_>) {
    let tag = node.get("type").filter(Node::is_string);
    if media_kind(kind).is_none() && !kind.is("text") {
        let at = hold.at(tag.unwrap_or(node));
        let known = ["text"].into_iter().chain(MediaKind::ALL.iter().map(|kind| kind.word()));
        reading.report.add(&shape::UNKNOWN_PART, at, || unknown_part(kind, &known.collect::<Vec<_>>()));
        return;
    }
    let of = node.get("source").and_then(|source| source.get("type")).filter(Node::is_string);
    let unknown = of.and_then(|of| Some((of, of.text()?)));
    if let Some((of, word)) = unknown.filter(|(_, word)| !SOURCES.iter().any(|known| word.is(known))) {
        reading.report.add(&shape::UNKNOWN_PART, hold.at(of), || unknown_word("type of source", &word, &SOURCES));
        return;
    }
    reading.report.add(&shape::UNKNOWN_PART, hold.at(node), || {
        format!("a part of type `{}` without the fields that AG-UI reads in it", kind.show())
    });
}

/// The types of sources of media files.
const SOURCES: [&str; 3] = ["data", "url", "file"];

fn media_kind(kind: &Text<'_>) -> Option<MediaKind> {
    MediaKind::ALL.iter().copied().find(|known| kind.is(known.word()))
}

fn read_media<'a, 'x>(node: Node<'_, 'x>, kind: MediaKind, hold: EventValues<'a, 'x>) -> Option<Media<'a>> {
    let from = node.get("source")?;
    let value = from.get("value").and_then(|value| hold.text(value))?;
    let of = from.get("type")?;
    let mut extras = Extras::default();
    let mut known = vec!["type", "value", "mimeType"];
    let source = if of.is("data") {
        MediaSource::Base64(value)
    } else if of.is("url") {
        MediaSource::Url(value)
    } else if of.is("file") {
        let provider = from.get("provider");
        let service = SERVICES.into_iter().find(|name| provider.is_some_and(|provider| provider.is(name)));
        if service.is_some() {
            known.push("provider");
        }
        MediaSource::Remote { service: service.unwrap_or(""), id: value }
    } else {
        return None;
    };
    let mime = from.get("mimeType");
    let media_type = mime.and_then(|mime| hold.text(mime));
    if mime.is_some() && media_type.is_none() {
        return None;
    }
    let metadata = node.get("metadata");
    let file_name = metadata.filter(|it| it.is_object() && it.len() == 1).and_then(|it| hold.text(it.get("filename")?));
    hold.keep_rest(Slot::Source, from, &known, &mut extras);
    let own: &[&str] = if file_name.is_some() { &["type", "source", "metadata"] } else { &["type", "source"] };
    hold.keep_rest(Slot::Here, node, own, &mut extras);
    Some(Media { at: hold.at(node), kind, source, media_type, file_name, detail: None, cache: None, extras })
}

/// A call, or an entry without the fields of a call, which is kept whole.
pub(super) fn read_call<'a, 'x>(node: Node<'_, 'x>, hold: EventValues<'a, 'x>) -> Part<'a> {
    let at = hold.at(node);
    let function = node.get("function").filter(Node::is_object);
    let text = |field: Option<Node<'_, 'x>>| field.and_then(|field| hold.text(field));
    let of_function = |key| function.and_then(|function| function.get(key));
    let (Some(id), Some(name), Some(arguments), true) = (
        text(node.get("id")),
        text(of_function("name")),
        text(of_function("arguments")),
        node.get("type").is_some_and(|kind| kind.is("function")),
    ) else {
        return Part::Opaque(Box::new(Opaque {
            hosted: None,
            is_call: false,
            origin: NAME,
            at,
            kind: Text::Token("tool_call"),
            raw: hold.raw(node),
        }));
    };
    let mut extras = Extras::default();
    if let Some(function) = function {
        hold.keep_rest(Slot::Function, function, &["name", "arguments"], &mut extras);
    }
    hold.keep_rest(Slot::Here, node, &["id", "type", "function"], &mut extras);
    Part::from(ToolCall {
        at,
        id: Some(id),
        kind: CallKind::Function,
        name,
        arguments: Arguments::Encoded(arguments),
        cache: None,
        signature: None,
        extras,
    })
}

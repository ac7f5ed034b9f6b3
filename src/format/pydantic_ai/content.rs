//! The content of prompts and results: texts, media files and cache marks.
//!
//! ```json
//! ["What is this?",{"kind":"binary","data":"iVBORw0KGgo_","media_type":"image/png"},{"kind":"cache-point","ttl":"5m"}]
//! ```

use super::NAME;
use super::fields::keep_others;
use crate::format::Reading;
use crate::format::shared::{json_text, need, need_text, opaque, refuse_type, split_data_url, standard_base64};
use crate::json::{At, Node, Text};
use crate::model::{
    CacheHint, Extras, Form, Media, MediaKind, MediaSource, OneOrMany, Part, Slot, TextPart, Ttl, is_extracted,
};
use crate::report::{Refused, shape, unknown_part};

/// The kinds of items.
pub(super) const ITEMS: &[&str] = &[
    "image-url",
    "audio-url",
    "video-url",
    "document-url",
    "binary",
    "uploaded-file",
    "cache-point",
    "text-content",
    "structured-content",
];

/// The kind of the file at a URL.
fn kind_of_url(word: &str) -> Option<MediaKind> {
    Some(match word {
        "image-url" => MediaKind::Image,
        "audio-url" => MediaKind::Audio,
        "video-url" => MediaKind::Video,
        "document-url" => MediaKind::Document,
        _ => return None,
    })
}

/// Reads the content of a prompt of the user.
pub(super) fn read_prompt<'a>(
    content: Node<'_, 'a>,
    parts: &mut OneOrMany<Part<'a>>,
    reading: &mut Reading<'_>,
) -> Result<Form, Refused> {
    if let Some(text) = content.text() {
        parts.push(Part::Text(TextPart::new(text, content.at())));
        return Ok(Form::Text);
    }
    if !content.is_array() {
        return Err(refuse_type(content, "content", "a string or an array"));
    }
    parts.reserve(content.len());
    for item in content.items() {
        if let Some(text) = item.text() {
            parts.push(Part::Text(TextPart::new(text, item.at())));
            continue;
        }
        if !item.is_object() {
            return Err(refuse_type(item, "content", "an array of strings and objects"));
        }
        let kind_node = need(item.get("kind"), "kind", item)?;
        let kind = need_text(Some(kind_node), "kind", item)?;
        if kind.is("cache-point") && mark(item, parts) {
            continue;
        }
        parts.push(match read_file(item, &kind)? {
            Some(file) => Part::Media(Box::new(file)),
            None if kind.is("text-content") || kind.is("structured-content") => {
                let content = need(item.get("content"), "content", item)?;
                let mut text = TextPart::new(need_text(Some(content), "content", item)?, item.at());
                keep_others(item, vec![content.at()], Slot::Here, &mut text.extras);
                Part::Text(text)
            }
            None => {
                if !ITEMS.iter().any(|known| kind.is(known)) {
                    reading.report.add(&shape::UNKNOWN_PART, kind_node.at(), || unknown_part(&kind, ITEMS));
                }
                opaque(NAME, item, kind)
            }
        });
    }
    Ok(Form::Parts)
}

/// Puts a cache mark on the item before it. False: there is none, or it has another mark.
fn mark<'a>(item: Node<'_, 'a>, parts: &mut OneOrMany<Part<'a>>) -> bool {
    let (cache, extras) = match parts.last_mut() {
        Some(Part::Text(text)) => (&mut text.details.get_or_insert_default().cache, &mut text.extras),
        Some(Part::Media(file)) => (&mut file.cache, &mut file.extras),
        _ => return false,
    };
    if cache.is_some() {
        return false;
    }
    let ttl = item.get("ttl");
    let seconds = ttl.and_then(|ttl| match () {
        () if ttl.is("5m") => Some(300.0),
        () if ttl.is("1h") => Some(3600.0),
        () => None,
    });
    let taken = ttl.filter(|_| seconds.is_some()).map(|ttl| ttl.at()).into_iter().collect();
    let ttl = ttl.zip(seconds).map(|(ttl, seconds)| Ttl { seconds, raw: ttl.to_raw() });
    *cache = Some(Box::new(CacheHint { at: item.at(), is_on: true, ttl }));
    keep_others(item, taken, Slot::Source, extras);
    true
}

/// Reads a media file. `None`: it is something else, or at a service that no other format has.
fn read_file<'a>(node: Node<'_, 'a>, kind: &Text<'_>) -> Result<Option<Media<'a>>, Refused> {
    let word = kind.decode();
    if word == "binary" {
        return read_binary(node).map(Some);
    }
    let (mut file, mut taken) = new_file(node);
    if let Some(kind) = kind_of_url(&word) {
        let url = need(node.get("url"), "url", node)?;
        let text = need_text(Some(url), "url", node)?;
        (file.kind, taken) = (kind, [taken, vec![url.at()]].concat());
        file.source = match split_data_url(&text) {
            Some(bytes) => {
                file.media_type = file.media_type.or(Some(bytes.media_type));
                MediaSource::Base64(standard_base64(bytes.data))
            }
            None => MediaSource::Url(text),
        };
    } else if word == "uploaded-file" {
        let [id, provider] = node.pick(&["file_id", "provider_name"]);
        let Some(service) = provider.and_then(service_of) else { return Ok(None) };
        let id = need(id, "file_id", node)?;
        file.source = MediaSource::Remote { service, id: need_text(Some(id), "file_id", node)? };
        taken.extend([Some(id), provider].into_iter().flatten().map(|field| field.at()));
    } else {
        return Ok(None);
    }
    keep_others(node, taken, Slot::Here, &mut file.extras);
    Ok(Some(file))
}

/// The providers whose files other formats name, too.
pub(super) const KNOWN_SERVICES: &[&str] =
    &["anthropic", "openai", "google", "google-gla", "google-cloud", "google-vertex"];

/// The service that a file was uploaded to.
fn service_of(provider: Node<'_, '_>) -> Option<&'static str> {
    let is = |words: &[&str]| words.iter().any(|word| provider.is(word));
    match () {
        () if is(&["anthropic"]) => Some("anthropic"),
        () if is(&["openai"]) => Some("openai"),
        () if is(KNOWN_SERVICES) => Some("gemini"),
        () => None,
    }
}

/// Reads an object with bytes. The library writes them in the URL-safe alphabet, and reads both.
pub(super) fn read_binary<'a>(node: Node<'_, 'a>) -> Result<Media<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "content", "an object with `data`"));
    }
    let (mut file, mut taken) = new_file(node);
    let data = need(node.get("data"), "data", node)?;
    let bytes = need_text(Some(data), "data", node)?;
    taken.push(data.at());
    let is_out = is_extracted(&bytes);
    file.source = if is_out { MediaSource::Url(bytes) } else { MediaSource::Base64(standard_base64(bytes)) };
    keep_others(node, taken, Slot::Here, &mut file.extras);
    Ok(file)
}

/// A file with its media type, and the places that were read.
fn new_file<'a>(node: Node<'_, 'a>) -> (Media<'a>, Vec<At>) {
    let declared = node.get("media_type").filter(Node::is_string);
    let media_type = declared.and_then(|declared| declared.text());
    let file = Media {
        at: node.at(),
        kind: media_type.as_ref().map_or(MediaKind::Unknown, |declared| MediaKind::of(&declared.decode())),
        source: MediaSource::Plain(Text::Token("")),
        media_type,
        file_name: None,
        detail: None,
        cache: None,
        extras: Extras::default(),
    };
    (file, declared.map(|declared| declared.at()).into_iter().collect())
}

/// Speech of the user or the assistant: what was said, and its sound.
pub(super) fn read_speech<'a>(
    node: Node<'_, 'a>,
    by: &str,
    taken: &mut Vec<At>,
    parts: &mut OneOrMany<Part<'a>>,
) -> Result<(), Refused> {
    let [said, sound, speaker] = node.pick(&["transcript", "audio", "speaker"]);
    taken.extend(speaker.filter(|speaker| speaker.is(by)).map(|speaker| speaker.at()));
    if let Some((node, text)) = said.and_then(|node| Some((node, node.text()?))) {
        taken.push(node.at());
        parts.push(Part::Text(TextPart::new(text, node.at())));
    }
    if let Some(sound) = sound.filter(Node::is_object) {
        taken.push(sound.at());
        parts.push(Part::Media(Box::new(read_binary(sound)?)));
    }
    Ok(())
}

/// Reads what a tool returned: a text, any value, or a list with media files.
pub(super) fn read_result_content<'a>(content: Node<'_, 'a>, parts: &mut OneOrMany<Part<'a>>) -> Result<Form, Refused> {
    if is_file(content) {
        parts.push(read_item(content)?);
        return Ok(Form::Parts);
    }
    if content.is_array() && content.items().any(is_file) {
        for item in content.items() {
            parts.push(read_item(item)?);
        }
        return Ok(Form::Parts);
    }
    parts.push(Part::Text(content.text().map_or_else(|| json_text(content), |text| TextPart::new(text, content.at()))));
    Ok(Form::Text)
}

/// True for a media file among the values that a tool returned.
fn is_file(node: Node<'_, '_>) -> bool {
    let [kind, data, url, id] = node.pick(&["kind", "data", "url", "file_id"]);
    let is_text = |field: Option<Node<'_, '_>>| field.is_some_and(|field| field.is_string());
    kind.and_then(|kind| kind.text()).is_some_and(|kind| match kind.decode().as_ref() {
        "binary" => is_text(data),
        "uploaded-file" => is_text(id),
        word => kind_of_url(word).is_some() && is_text(url),
    })
}

fn read_item<'a>(node: Node<'_, 'a>) -> Result<Part<'a>, Refused> {
    let kind = node.get("kind").and_then(|kind| kind.text()).unwrap_or_default();
    if is_file(node) {
        return Ok(match read_file(node, &kind)? {
            Some(file) => Part::Media(Box::new(file)),
            None => opaque(NAME, node, kind),
        });
    }
    Ok(Part::Text(node.text().map_or_else(|| json_text(node), |text| TextPart::new(text, node.at()))))
}

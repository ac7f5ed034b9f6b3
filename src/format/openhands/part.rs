//! Contents: texts, and images by URL.
//!
//! ```json
//! {"type":"image","image_urls":["https://example.com/a.png"],"cache_prompt":false}
//! ```

use super::NAME;
use super::event_fields::keep;
use crate::format::shared::{extras, refuse_type, split_data_url};
use crate::json::{At, Node, Text};
use crate::model::{CacheHint, Extras, Form, Media, MediaKind, MediaSource, OneOrMany, Opaque, Part, Slot, TextPart};
use crate::report::Refused;

/// The parts of a content: a list, or in older releases a string. Other values are kept as the member `key`.
pub(super) fn read_content<'a>(
    content: Option<Node<'_, 'a>>,
    key: &'static str,
    parts: &mut OneOrMany<Part<'a>>,
    fields: &mut Extras<'a>,
) -> Result<Form, Refused> {
    let Some(content) = content else { return Ok(Form::Absent) };
    if let Some(text) = content.text() {
        parts.push(Part::Text(TextPart::new(text, content.at())));
        return Ok(Form::Text);
    }
    if !content.is_array() {
        keep(Slot::Here, Text::Token(key), content, false, fields);
        return Ok(if content.is_null() { Form::Null } else { Form::Absent });
    }
    for part in content.items() {
        if !part.is_object() {
            return Err(refuse_type(part, key, "an array of objects"));
        }
        read_part(part, parts)?;
    }
    Ok(Form::Parts)
}

fn read_part<'a>(node: Node<'_, 'a>, parts: &mut OneOrMany<Part<'a>>) -> Result<(), Refused> {
    let ([kind, text, urls, cache], rest) = node.fields(&["type", "text", "image_urls", "cache_prompt"])?;
    let kind = kind.and_then(|kind| kind.text()).unwrap_or_default();
    let mut fields = Extras::default();
    let cache = cache.and_then(|mark| {
        let hint = mark.as_bool().map(|is_on| CacheHint { at: mark.at(), is_on, ttl: None });
        if hint.is_none() {
            keep(Slot::Here, Text::Token("cache_prompt"), mark, false, &mut fields);
        }
        hint.map(Box::new)
    });
    extras(&rest, NAME, &mut fields);
    if let Some(words) = text.and_then(|text| text.text()).filter(|_| kind.is("text") && urls.is_none()) {
        let mut part = TextPart { extras: fields, ..TextPart::new(words, node.at()) };
        part.set_cache(cache);
        parts.push(Part::Text(part));
        return Ok(());
    }
    let is_list = |urls: &Node<'_, '_>| urls.is_array() && !urls.is_empty() && urls.items().all(|url| url.is_string());
    let Some(urls) = urls.filter(|urls| kind.is("image") && text.is_none() && is_list(urls)) else {
        let opaque = Opaque { hosted: None, is_call: false, origin: NAME, at: node.at(), kind, raw: node.to_raw() };
        parts.push(Part::Opaque(Box::new(opaque)));
        return Ok(());
    };
    let (mut cache, mut fields) = (cache, Some(fields));
    for url in urls.items() {
        // The cache hint and the extra fields of the part belong to its first image.
        let mut media = image(url.text().unwrap_or_default(), url.at());
        media.cache = cache.take();
        media.extras = fields.take().unwrap_or_default();
        parts.push(Part::Media(Box::new(media)));
    }
    Ok(())
}

/// An image at a URL, or in a data URL.
pub(super) fn image(url: Text<'_>, at: At) -> Media<'_> {
    let split = split_data_url(&url);
    let (source, media_type) = match split {
        Some(split) => (MediaSource::Base64(split.data), Some(split.media_type).filter(|it| !it.is_empty())),
        None => (MediaSource::Url(url), None),
    };
    Media {
        at,
        kind: MediaKind::Image,
        source,
        media_type,
        file_name: None,
        detail: None,
        cache: None,
        extras: Extras::default(),
    }
}

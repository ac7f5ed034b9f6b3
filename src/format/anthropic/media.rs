//! Images and documents: how they are read.

use super::NAME;
use super::block::{opaque, read_cache};
use crate::format::Reading;
use crate::format::shared::{keep_member, need, optional_text, unknown_fields_in};
use crate::json::{Fields, Node, Text};
use crate::model::{Extras, Media, MediaKind, MediaSource, Part, Slot};
use crate::report::{Refused, shape, unknown_word};

pub(super) const IMAGE_TYPES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

pub(super) fn read_media<'a>(
    node: Node<'_, 'a>,
    kind_text: &Text<'a>,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    let kind = if kind_text.is("image") { MediaKind::Image } else { MediaKind::Document };
    let ([_, source, cache, title], rest) = node.fields(&["type", "source", "cache_control", "title"])?;
    let source = need(source, "source", node)?;
    if let Some(content) = (kind == MediaKind::Document).then(|| content_source(source)).flatten() {
        return read_content(node, source, content, reading);
    }
    let ([form, media_type, data, url, file_id], inner) =
        source.fields(&["type", "media_type", "data", "url", "file_id"])?;
    let form = form.and_then(|form| form.text()).unwrap_or_default();
    let text = |field: Option<Node<'_, 'a>>| field.and_then(|field| field.text());
    let is_document = kind == MediaKind::Document;
    let found = match form.decode().as_ref() {
        "base64" => text(data).map(MediaSource::Base64),
        "text" if is_document => text(data).map(MediaSource::Plain),
        "url" => text(url).map(MediaSource::Url),
        "file" => text(file_id).map(|id| MediaSource::Remote { service: NAME, id }),
        _ => None,
    };
    let used = [media_type, data, url, file_id].iter().flatten().count();
    let (has_type, wanted) = match &found {
        Some(MediaSource::Base64(_) | MediaSource::Plain(_)) => (text(media_type).is_some(), 2),
        Some(MediaSource::Url(_) | MediaSource::Remote { .. } | MediaSource::File(_)) => (true, 1),
        None => (false, 0),
    };
    let Some(found) = found.filter(|_| has_type && used == wanted) else {
        // Blocks in a document, or a source that is not as it should be.
        if !(is_document && form.is("content")) {
            let known: &[&str] =
                if is_document { &["base64", "text", "url", "file", "content"] } else { &["base64", "url", "file"] };
            let is_known = known.iter().any(|known| form.is(known));
            let tag = source.get("type").filter(|tag| tag.is_string() && !is_known);
            reading.report.add(&shape::BAD_VALUE, tag.unwrap_or(source).at(), || match tag {
                Some(_) => unknown_word("type of source", &form, known),
                None if form.is_empty() => "a source needs a `type`".to_owned().into(),
                None => format!("the fields of this source are not those of type `{}`", form.show()).into(),
            });
        }
        return Ok(opaque(node, kind_text));
    };
    let mut media = Media {
        at: node.at(),
        kind,
        source: found,
        media_type: text(media_type),
        file_name: None,
        detail: None,
        cache: None,
        extras: Extras::default(),
    };
    check_type(&media, media_type.unwrap_or(source), reading);
    read_around(&mut media, cache, title, reading);
    read_rest(&mut media, &rest, reading);
    unknown_fields_in(Slot::Source, reading, &inner, NAME, "a source", &mut media.extras);
    Ok(Part::Media(Box::new(media)))
}

/// The key of the mark that has a source of blocks as it was.
pub(super) const CONTENT: &str = "content";

/// What a source of blocks says: `{"type":"content","content":[{"type":"text","text":"a"},{"type":"image",…}]}`.
struct ContentSource<'t, 'a> {
    /// The texts of the blocks.
    text: Text<'a>,
    /// Blocks that are not text, and extra members of text blocks. Other formats cannot represent them.
    others: Vec<OtherContent<'t, 'a>>,
}

struct OtherContent<'t, 'a> {
    key: Text<'a>,
    value: Node<'t, 'a>,
}

/// The content of a source of blocks, if it has texts.
fn content_source<'t, 'a>(source: Node<'t, 'a>) -> Option<ContentSource<'t, 'a>> {
    let content =
        source.get("content").filter(|_| source.len() == 2 && source.get("type").is_some_and(|it| it.is(CONTENT)))?;
    if let Some(text) = content.text() {
        return Some(ContentSource { text, others: Vec::new() });
    }
    let (mut pieces, mut others) = (Vec::new(), Vec::new());
    for block in content.items() {
        let kind = block.get("type")?.text()?;
        let Some(text) = block.get("text").and_then(|text| text.text()).filter(|_| kind.is("text")) else {
            others.push(OtherContent { key: kind, value: block });
            continue;
        };
        pieces.push(text.spelling().into_owned());
        for (key, value) in
            block.members().filter(|(key, value)| !(key.is("type") || key.is("text") || value.is_null()))
        {
            others.push(OtherContent { key: key.text()?, value });
        }
    }
    (!pieces.is_empty()).then(|| ContentSource { text: Text::owned_token(pieces.join("\\n")), others })
}

/// A document of blocks with texts. Other formats get them as one text.
fn read_content<'a>(
    node: Node<'_, 'a>,
    source: Node<'_, 'a>,
    content: ContentSource<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    let ([_, _, cache, title], rest) = node.fields(&["type", "source", "cache_control", "title"])?;
    let mut media = Media {
        at: node.at(),
        kind: MediaKind::Document,
        source: MediaSource::Plain(content.text),
        media_type: None,
        file_name: None,
        detail: None,
        cache: None,
        extras: Extras::default(),
    };
    media.extras.mark(NAME, CONTENT, source.to_raw(), source.at());
    for OtherContent { key, value } in content.others {
        media.extras.push_in(Slot::Source, NAME, key, value.to_raw(), value.at());
    }
    read_around(&mut media, cache, title, reading);
    read_rest(&mut media, &rest, reading);
    Ok(Part::Media(Box::new(media)))
}

fn read_rest<'a>(media: &mut Media<'a>, rest: &Fields<'_, 'a, '_>, reading: &mut Reading<'_>) {
    let known = if media.kind == MediaKind::Document { ["context", "citations"] } else { ["transformations", ""] };
    for (key, value) in rest.unknown() {
        if !known.iter().any(|known| key.is(known)) && !reading.is_absent(value) {
            reading.report.add(&shape::UNKNOWN_FIELD, value.at(), || {
                format!("{} in {NAME} has no field `{}`", media.kind.name(), key.show())
            });
        }
        keep_member(Slot::Here, NAME, key, value, &mut media.extras);
    }
}

fn read_around<'a>(
    media: &mut Media<'a>,
    cache: Option<Node<'_, 'a>>,
    title: Option<Node<'_, 'a>>,
    reading: &mut Reading<'_>,
) {
    media.cache = read_cache(cache, &mut media.extras, reading);
    let Some(node) = title.filter(|title| !reading.is_absent(*title)) else { return };
    if media.kind == MediaKind::Image {
        reading.report.add(&shape::UNKNOWN_FIELD, node.at(), || format!("an image in {NAME} has no field `title`"));
        media.extras.push(NAME, Text::Token("title"), node.to_raw(), node.at());
    } else {
        media.file_name = optional_text(reading, Some(node), "title", Slot::Here, NAME, &mut media.extras);
    }
}

fn check_type(media: &Media<'_>, node: Node<'_, '_>, reading: &mut Reading<'_>) {
    let Some(found) = &media.media_type else { return };
    let known: &[&str] = match (&media.source, media.kind) {
        (MediaSource::Plain(_), _) => &["text/plain"],
        (_, MediaKind::Image) => &IMAGE_TYPES,
        _ => &["application/pdf"],
    };
    if !known.iter().any(|known| found.is(known)) {
        reading.report.add(&shape::BAD_VALUE, node.at(), || {
            format!("media type `{}`; expected {}", found.show(), known.join(", "))
        });
    }
}

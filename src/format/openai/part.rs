//! Content parts: text, images, sounds, files, refusals.

use super::NAME;
use super::compatible::read_mark;
use crate::format::Reading;
use crate::format::shared::{
    self, keep_member, need, need_text, optional_text, refuse_type, split_data_url, unknown_fields, wrong_type,
};
use crate::format::turn_lists::media::media_of_text;
use crate::json::{Fields, Node, Text};
use crate::model::{CacheHint, Extras, Media, MediaKind, MediaSource, Part, Reasoning, Role, Slot, TextPart};
use crate::report::{Refused, misspelled_key, shape, unknown_part};

/// The kind of message with the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::format) enum PartPlace {
    Instruction,
    User,
    Assistant,
    Tool,
    Unknown,
}

impl PartPlace {
    pub(super) fn of(role: &Role<'_>) -> Self {
        match role {
            Role::System | Role::Developer => Self::Instruction,
            Role::User => Self::User,
            Role::Assistant => Self::Assistant,
            Role::Tool => Self::Tool,
            Role::Other(_) => Self::Unknown,
        }
    }

    fn allows(self, kind: &str) -> bool {
        match self {
            Self::Instruction | Self::Tool => kind == "text",
            Self::User => kind != "refusal",
            Self::Assistant => kind == "text" || kind == "refusal",
            Self::Unknown => true,
        }
    }
}

pub(in crate::format) fn read_part<'a>(
    node: Node<'_, 'a>,
    place: PartPlace,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "content", "a list of objects"));
    }
    let kind = need(node.get("type"), "type", node)?;
    let text = kind.text().ok_or_else(|| refuse_type(kind, "type", "a string"))?;
    let name = text.decode();
    let part = match name.as_ref() {
        "text" => read_text(node, "text", reading).map(Part::Text),
        "refusal" => read_text(node, "refusal", reading).map(Part::Refusal),
        "image_url" => read_image(node, reading),
        "input_audio" => read_audio(node, reading),
        "file" => read_file(node, reading),
        "document_url" => read_link(node, MediaKind::Document, "document_url", reading),
        "video_url" => read_link(node, MediaKind::Video, "video_url", reading),
        "audio_url" => read_link(node, MediaKind::Audio, "audio_url", reading),
        "image" if reading.report.takes_template_forms() => return Ok(read_template_image(node, kind)),
        "thinking" if place == PartPlace::Assistant && is_thinking(node) => return read_thinking(node, reading),
        _ => {
            reading.report.add(&shape::UNKNOWN_PART, kind.at(), || {
                unknown_part(&text, &["text", "image_url", "input_audio", "file", "refusal"])
            });
            return Ok(opaque(node, kind));
        }
    }?;
    if matches!(name.as_ref(), "document_url" | "video_url" | "audio_url") {
        // Said already.
    } else if place == PartPlace::Tool && name == "image_url" {
        reading.report.add(&shape::COMPATIBLE_FIELD, node.at(), || {
            "the API itself does not accept images in tool messages; compatible programs do".to_owned()
        });
    } else if !place.allows(&name) {
        reading
            .report
            .add(&shape::MISPLACED_PART, node.at(), || format!("a part of type `{name}` is not allowed here"));
    }
    Ok(part)
}

/// A chunk of Mistral, `{"type":"thinking","thinking":[{"type":"text","text":"hm"}]}`, or of Cohere, with a string.
fn is_thinking(node: Node<'_, '_>) -> bool {
    node.get("thinking").is_some_and(|it| it.is_string() || (it.is_array() && !it.is_empty()))
}

/// `{"type":"image","image":"a.png"}`, or a place for an image of the row: `{"type":"image"}`.
fn read_template_image<'a>(node: Node<'_, 'a>, kind: Node<'_, 'a>) -> Part<'a> {
    match node.get("image").and_then(|image| image.text()) {
        Some(text) if node.len() == 2 => Part::Media(Box::new(media_of_text(text, MediaKind::Image, node.at()))),
        // The API has no such part.
        _ => shared::opaque(super::TEMPLATE_ROWS, node, kind.text().unwrap_or_default()),
    }
}

/// The text of a chunk of text.
fn chunk_text<'a>(chunk: Node<'_, 'a>) -> Option<Text<'a>> {
    let text = chunk.get("text")?.text()?;
    (chunk.len() == 2 && chunk.get("type")?.is("text")).then_some(text)
}

fn read_thinking<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let ([_, list, closed], rest) = node.fields(&["type", "thinking", "closed"])?;
    let mut part = Reasoning { at: node.at(), ..Reasoning::default() };
    if let Some(list) = list {
        reading.report.add(&shape::COMPATIBLE_FIELD, node.at(), || {
            "the API itself has no part of type `thinking`; compatible programs do".to_owned()
        });
        let texts: Vec<_> = list.items().filter_map(chunk_text).collect();
        part.text = match texts.as_slice() {
            [] => list.text(),
            [text] => Some(text.clone()),
            texts => Some(Text::owned_token(texts.iter().map(Text::spelling).collect::<String>())),
        };
        part.is_joined = texts.len() > 1;
        if texts.len() == list.items().count() {
            part.extras.mark(NAME, "thinking", list.to_raw(), list.at());
        } else {
            // References and the like: where the field has no place, that is said.
            part.extras.push(NAME, Text::Token("thinking"), list.to_raw(), list.at());
        }
    }
    if let Some(closed) = closed {
        keep_member(Slot::Here, NAME, Text::Token("closed"), closed, &mut part.extras);
    }
    unknown_fields(reading, &rest, NAME, "a thinking part", &mut part.extras);
    Ok(Part::Reasoning(Box::new(part)))
}

/// A document, video or sound by its URL, as other services take it: the URL, or an object with it.
fn read_link<'a>(
    node: Node<'_, 'a>,
    kind: MediaKind,
    key: &'static str,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    let keys = ["type", key, "document_name"];
    let ([_, link, name], rest) = node.fields(&keys)?;
    let link = need(link, key, node)?;
    let ([url], inner) = link.fields(&["url"])?;
    let url = match link.text() {
        Some(text) => text,
        None => need_text(url, "url", link)?,
    };
    reading.report.add(&shape::COMPATIBLE_FIELD, node.at(), || {
        let who = if kind == MediaKind::Document { "Mistral has" } else { "OpenRouter and vLLM have" };
        format!("the API itself has no part of type `{key}`; {who} it")
    });
    let split = split_data_url(&url);
    let source = split.as_ref().map_or(MediaSource::Url(url), |split| MediaSource::Base64(split.data.clone()));
    let mut media = media(node, kind, source, None, &rest, &inner, reading);
    media.media_type = split.map(|split| split.media_type);
    media.file_name = optional_text(reading, name, "document_name", Slot::Here, NAME, &mut media.extras);
    Ok(Part::Media(Box::new(media)))
}

fn opaque<'a>(node: Node<'_, 'a>, kind: Node<'_, 'a>) -> Part<'a> {
    shared::opaque(NAME, node, kind.text().unwrap_or_default())
}

fn read_text<'a>(node: Node<'_, 'a>, key: &'static str, reading: &mut Reading<'_>) -> Result<TextPart<'a>, Refused> {
    let keys = ["type", key, "prompt_cache_breakpoint", "cache_control"];
    let ([_, text, hint, mark], rest) = node.fields(&keys)?;
    let mark = mark.filter(|mark| !reading.is_absent(*mark));
    let mut part = TextPart::new(need_text(text, key, node)?, node.at());
    let mut cache = read_hint(hint, &mut part.extras);
    if let Some(mark) = mark {
        cache = both(read_mark(mark, &mut part.extras, reading), cache, hint, &mut part.extras);
    }
    part.set_cache(cache);
    unknown_fields(reading, &rest, NAME, "a text part", &mut part.extras);
    Ok(part)
}

fn read_hint<'a>(hint: Option<Node<'_, 'a>>, extras: &mut Extras<'a>) -> Option<Box<CacheHint<'a>>> {
    let hint = hint?;
    if hint.len() == 1 && hint.get("mode").is_some_and(|mode| mode.is("explicit")) {
        return Some(Box::new(CacheHint { at: hint.at(), is_on: true, ttl: None }));
    }
    keep_member(Slot::Here, NAME, Text::Token("prompt_cache_breakpoint"), hint, extras);
    None
}

/// Two ways to ask for the same: one is the hint, the other stays a field.
fn both<'a>(
    mark: Option<Box<CacheHint<'a>>>,
    own: Option<Box<CacheHint<'a>>>,
    hint: Option<Node<'_, 'a>>,
    extras: &mut Extras<'a>,
) -> Option<Box<CacheHint<'a>>> {
    if let (Some(_), Some(_), Some(hint)) = (&mark, &own, hint) {
        extras.push(NAME, Text::Token("prompt_cache_breakpoint"), hint.to_raw(), hint.at());
    }
    mark.or(own)
}

fn media<'a>(
    node: Node<'_, 'a>,
    kind: MediaKind,
    source: MediaSource<'a>,
    hint: Option<Node<'_, 'a>>,
    outer: &Fields<'_, 'a, '_>,
    inner: &Fields<'_, 'a, '_>,
    reading: &mut Reading<'_>,
) -> Media<'a> {
    let mut extras = Extras::default();
    let mut cache = read_hint(hint, &mut extras);
    for (key, value) in outer.unknown() {
        if reading.is_absent(value) {
            keep_member(Slot::Here, NAME, key, value, &mut extras);
            continue;
        }
        if key.is("cache_control") {
            cache = both(read_mark(value, &mut extras, reading), cache, hint, &mut extras);
            continue;
        }
        reading
            .report
            .add(&shape::UNKNOWN_FIELD, value.at(), || misspelled_key("this part in openai", &key, outer.absent()));
        extras.push(NAME, key, value.to_raw(), value.at());
    }
    for (key, value) in inner.unknown() {
        if !reading.is_absent(value) {
            reading
                .report
                .add(&shape::UNKNOWN_FIELD, value.at(), || format!("openai has no field `{}` here", key.show()));
        }
        keep_member(Slot::Source, NAME, key, value, &mut extras);
    }
    Media { at: node.at(), kind, source, media_type: None, file_name: None, detail: None, cache, extras }
}

fn read_image<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let ([_, image, hint], rest) = node.fields(&["type", "image_url", "prompt_cache_breakpoint"])?;
    let image = need(image, "image_url", node)?;
    let ([url, detail], inner) = image.fields(&["url", "detail"])?;
    let url = match image.text() {
        // As compatible servers take it.
        Some(text) => {
            wrong_type(reading, image, "image_url", "an object with `url`");
            text
        }
        None => need_text(url, "url", image)?,
    };
    let split = split_data_url(&url);
    let source = split.as_ref().map_or(MediaSource::Url(url), |split| MediaSource::Base64(split.data.clone()));
    let mut media = media(node, MediaKind::Image, source, hint, &rest, &inner, reading);
    media.media_type = split.map(|split| split.media_type);
    media.detail = optional_text(reading, detail, "detail", Slot::Source, NAME, &mut media.extras);
    if let (Some(value), Some(detail)) = (&media.detail, detail)
        && !["auto", "low", "high"].iter().any(|known| value.is(known))
    {
        reading.report.add(&shape::BAD_VALUE, detail.at(), || {
            format!("unknown detail `{}`; expected auto, low or high", value.show())
        });
    }
    Ok(Part::Media(Box::new(media)))
}

fn read_audio<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let ([_, audio, hint], rest) = node.fields(&["type", "input_audio", "prompt_cache_breakpoint"])?;
    let audio = need(audio, "input_audio", node)?;
    let ([data, format], inner) = audio.fields(&["data", "format"])?;
    let data = need_text(data, "data", audio)?;
    let format_node = need(format, "format", audio)?;
    let format = need_text(format, "format", audio)?;
    if !["wav", "mp3"].iter().any(|known| format.is(known)) {
        reading.report.add(&shape::BAD_VALUE, format_node.at(), || {
            format!("unknown audio format `{}`; expected wav or mp3", format.show())
        });
    }
    let mut media = media(node, MediaKind::Audio, MediaSource::of_bytes(data), hint, &rest, &inner, reading);
    media.media_type = Some(Text::owned(format!("audio/{}", format.decode())));
    Ok(Part::Media(Box::new(media)))
}

fn read_file<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let ([_, file, hint], rest) = node.fields(&["type", "file", "prompt_cache_breakpoint"])?;
    let file = need(file, "file", node)?;
    let (fields, inner) = file.fields(&["file_id", "file_data", "filename"])?;
    let [id, data, name] = fields.map(|field| field.filter(|field| !reading.is_absent(*field)));
    let mut media_type = None;
    let (id_text, data_text) = (id.and_then(|id| id.text()), data.and_then(|data| data.text()));
    // Bytes are taken everywhere, the id of a file that was uploaded by its own service only.
    let beside = if data_text.is_some() { id.map(|id| ("file_id", id)) } else { data.map(|data| ("file_data", data)) };
    let source = match (data_text, id_text) {
        (Some(data), _) => match split_data_url(&data) {
            Some(split) => {
                media_type = Some(split.media_type);
                MediaSource::Base64(split.data)
            }
            None => MediaSource::Url(data),
        },
        (None, Some(id)) => MediaSource::Remote { service: NAME, id },
        (None, None) => {
            return Err(Refused::new(&shape::MISSING_FIELD, file.at(), "a file needs `file_id` or `file_data`"));
        }
    };
    let mut media = media(node, MediaKind::Document, source, hint, &rest, &inner, reading);
    media.media_type = media_type;
    if let Some((key, beside)) = beside.filter(|(_, beside)| !beside.is_null()) {
        media.extras.push_in(Slot::Source, NAME, Text::Token(key), beside.to_raw(), beside.at());
    }
    media.file_name = optional_text(reading, name, "filename", Slot::Odd, NAME, &mut media.extras);
    if media.file_name.is_none() && data.is_some() && id.is_none() {
        reading.report.add(&shape::MISSING_FIELD, file.at(), || "`file_data` needs a `filename`".to_owned());
    }
    Ok(Part::Media(Box::new(media)))
}

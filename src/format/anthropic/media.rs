//! Images and documents: how they are read, and in which form they can be written.

use base64::Engine as _;

use super::NAME;
use super::block::{opaque, read_cache};
use crate::format::shared::{cannot_hold, found_type, need, optional_text, unknown_fields};
use crate::format::{Reading, Writing};
use crate::json::{Node, Text};
use crate::model::{Extras, Media, MediaKind, MediaSource, Part};
use crate::report::{Refused, loss, shape};

const IMAGE_TYPES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// Fields of `source` beside the known ones are kept under this prefix.
pub(super) const SOURCE: &str = "source.";

pub(super) fn read_media<'a>(
    node: Node<'_, 'a>,
    kind_text: &Text<'a>,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    let kind = if kind_text.is("image") { MediaKind::Image } else { MediaKind::Document };
    let ([_, source, cache, title], rest) = node.fields(&["type", "source", "cache_control", "title"])?;
    let source = need(source, "source", node)?;
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
            reading.report.add(&shape::BAD_VALUE, source.at(), || {
                format!("the `source` of this block is not of a known form: `{}`", form.show())
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
    for (key, value) in rest.unknown() {
        let known = if is_document { ["context", "citations"] } else { ["transformations", ""] };
        if !known.iter().any(|known| key.is(known)) {
            reading.report.add(&shape::UNKNOWN_FIELD, value.at(), || {
                format!("{} in {NAME} has no field `{}`", kind.name(), key.show())
            });
        }
        media.extras.push(NAME, key, value.to_raw(), value.at());
    }
    let mut unknown = Extras::default();
    unknown_fields(reading, &inner, NAME, "a source", &mut unknown);
    for extra in unknown.fields() {
        let key = Text::Owned(format!("{SOURCE}{}", extra.key.decode()));
        media.extras.push(NAME, key, extra.value.clone(), extra.at);
    }
    Ok(Part::Media(Box::new(media)))
}

fn read_around<'a>(
    media: &mut Media<'a>,
    cache: Option<Node<'_, 'a>>,
    title: Option<Node<'_, 'a>>,
    reading: &mut Reading<'_>,
) {
    media.cache = read_cache(cache, &mut media.extras, reading);
    let Some(node) = title else { return };
    if media.kind == MediaKind::Image {
        reading.report.add(&shape::UNKNOWN_FIELD, node.at(), || format!("an image in {NAME} has no field `title`"));
    } else {
        media.file_name = optional_text(reading, Some(node), "title");
    }
    if media.file_name.is_none() {
        media.extras.push(NAME, Text::Token("title"), node.to_raw(), node.at());
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

/// A medium in the form in which it is written.
#[derive(Debug)]
pub(super) struct MediaBlock<'m> {
    pub(super) media: &'m Media<'m>,
    pub(super) is_image: bool,
    pub(super) source: Source<'m>,
}

/// The `source` of a block.
#[derive(Debug)]
pub(super) enum Source<'m> {
    Base64 { media_type: Text<'m>, data: Text<'m> },
    Plain(Text<'m>),
    Url(Text<'m>),
    File(Text<'m>),
}

/// The form in which a medium can be written; `None` if it is left out, which is reported.
pub(super) fn plan_media<'m>(
    media: &'m Media<'m>,
    writing: &mut Writing<'_>,
) -> Result<Option<MediaBlock<'m>>, Refused> {
    let is_image = media.kind == MediaKind::Image
        || media.media_type.as_ref().is_some_and(|kind| MediaKind::of(&kind.decode()) == MediaKind::Image);
    let refuse = |writing: &mut Writing<'_>, why: &str| {
        cannot_hold(writing, &loss::MEDIA, media.at, || format!("anthropic takes no {why}")).map(|()| None)
    };
    let block = match &media.source {
        MediaSource::Plain(text) => {
            check_dropped_type(media, "text/plain", writing);
            MediaBlock { media, is_image: false, source: Source::Plain(text.borrow()) }
        }
        _ if matches!(media.kind, MediaKind::Audio | MediaKind::Video) => return Ok(drop_medium(media, writing)),
        MediaSource::Base64(data) => match plan_base64(media, data, writing)? {
            Some(block) => block,
            None => return Ok(None),
        },
        MediaSource::Url(url) => {
            let text = url.decode();
            if !(text.starts_with("https://") || text.starts_with("http://")) {
                return refuse(
                    writing,
                    "URLs but http and https ones; embed the file as base64 first (--inline-media)",
                );
            }
            if media.kind == MediaKind::Unknown && media.media_type.is_none() {
                return refuse(
                    writing,
                    "URL of a medium that may be anything; embed it as base64 first (--inline-media)",
                );
            }
            drop_type(media, writing);
            MediaBlock { media, is_image, source: Source::Url(url.borrow()) }
        }
        MediaSource::Remote { service: NAME, id } => {
            drop_type(media, writing);
            MediaBlock { media, is_image, source: Source::File(id.borrow()) }
        }
        MediaSource::Remote { service, .. } => {
            writing
                .report
                .add(&loss::MEDIA, media.at, || format!("a file uploaded to {service} means nothing to anthropic"));
            return Ok(None);
        }
        MediaSource::File(_) => {
            return refuse(writing, "paths of local files; embed them as base64 first (--inline-media)");
        }
    };
    report_facts(&block, writing);
    Ok(Some(block))
}

fn drop_medium<'m>(media: &Media<'_>, writing: &mut Writing<'_>) -> Option<MediaBlock<'m>> {
    let kind = media.kind.name();
    writing.report.add(&loss::MEDIA, media.at, || format!("{kind} is dropped: anthropic takes none"));
    None
}

fn plan_base64<'m>(
    media: &'m Media<'m>,
    data: &'m Text<'m>,
    writing: &mut Writing<'_>,
) -> Result<Option<MediaBlock<'m>>, Refused> {
    let Some((kind, is_found)) = found_type(media) else {
        cannot_hold(writing, &loss::MEDIA, media.at, || {
            "the medium has no media type and its bytes are of no known kind".to_owned()
        })?;
        return Ok(None);
    };
    let canonical = match kind.as_ref() {
        "image/jpg" | "image/pjpeg" => "image/jpeg",
        "application/x-pdf" => "application/pdf",
        other => other,
    };
    let is_image = IMAGE_TYPES.contains(&canonical);
    let mut source = None;
    if is_image || canonical == "application/pdf" {
        if is_found {
            writing
                .report
                .add(&loss::MADE_MEDIA_TYPE, media.at, || format!("the media type {kind} was found from the bytes"));
        }
        // As it was spelled, where it is exactly the type.
        let declared = media.media_type.as_ref().filter(|declared| declared.is(canonical));
        let media_type = declared.map_or_else(|| Text::Owned(canonical.to_owned()), Text::borrow);
        check_dropped_type(media, canonical, writing);
        source = Some(Source::Base64 { media_type, data: data.borrow() });
    } else if canonical.starts_with("audio/") || canonical.starts_with("video/") {
        return Ok(drop_medium(media, writing));
    } else if canonical.starts_with("text/")
        && let Some(text) = decode_text(data)
    {
        check_dropped_type(media, "text/plain", writing);
        source = Some(Source::Plain(Text::Owned(text)));
    }
    let Some(source) = source else {
        cannot_hold(writing, &loss::MEDIA, media.at, || {
            format!("anthropic takes PNG, JPEG, GIF and WebP images, PDF and plain text, not {kind}")
        })?;
        return Ok(None);
    };
    Ok(Some(MediaBlock { media, is_image, source }))
}

fn decode_text(data: &Text<'_>) -> Option<String> {
    let bytes = base64::engine::general_purpose::STANDARD.decode(data.decode().as_bytes()).ok()?;
    String::from_utf8(bytes).ok()
}

/// The declared media type is not exactly what is written.
fn check_dropped_type(media: &Media<'_>, written: &str, writing: &mut Writing<'_>) {
    if let Some(declared) = media.media_type.as_ref().filter(|declared| !declared.is(written)) {
        writing
            .report
            .add(&loss::MEDIA_FACT, media.at, || format!("the media type `{}` became {written}", declared.show()));
    }
}

fn drop_type(media: &Media<'_>, writing: &mut Writing<'_>) {
    if let Some(declared) = &media.media_type {
        writing.report.add(&loss::MEDIA_FACT, media.at, || format!("the media type `{}` is dropped", declared.show()));
    }
}

fn report_facts(block: &MediaBlock<'_>, writing: &mut Writing<'_>) {
    let media = block.media;
    let name = media.file_name.as_ref().filter(|_| block.title().is_none());
    for fact in [name, media.detail.as_ref()].into_iter().flatten() {
        writing
            .report
            .add(&loss::MEDIA_FACT, media.at, || format!("the property `{}` of a medium is dropped", fact.show()));
    }
}

impl<'m> MediaBlock<'m> {
    /// The title of a document: 1 to 500 characters.
    pub(super) fn title(&self) -> Option<&'m Text<'m>> {
        let name = self.media.file_name.as_ref()?;
        let fits = |name: &Text<'_>| !name.is_empty() && (1..=500).contains(&name.decode().chars().count());
        (!self.is_image && fits(name)).then_some(name)
    }
}

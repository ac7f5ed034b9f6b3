//! Images, sounds, videos and documents: how they are read, and in which form they can be written.
//!
//! ```json
//! {"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}}
//! ```

use base64::Engine as _;

use super::NAME;
use super::keys::{given, keep, keep_inner, sort};
use super::part::{Around, need_object};
use crate::format::shared::{cannot_hold, found_type, need_text, wrong_type};
use crate::format::{Reading, Writing};
use crate::json::{Node, Raw, Text};
use crate::model::{Extras, Media, MediaKind, MediaSource, Part, Slot, is_extracted};
use crate::report::{Refused, loss, shape};

/// A note on a medium: its bytes were in the URL-safe alphabet; true if they had padding.
const URL_SAFE: &str = "url-safe";

/// A note on a medium: its name was read from this API, which may thus have it back.
pub(super) const DISPLAY_NAME: &str = "displayName";

pub(super) fn read_inline<'a>(
    node: Node<'_, 'a>,
    data: Node<'_, 'a>,
    around: Around<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    need_object(data, "inlineData")?;
    let ([media_type, bytes, name], rest) = sort(data, &["mimeType", "data", "displayName"])?;
    let bytes = need_text(bytes, "data", data)?;
    if given(media_type).is_none_or(|it| it.is("")) {
        reading.report.add(&shape::MISSING_FIELD, data.at(), || "`inlineData` needs `mimeType`".to_owned());
    }
    let mut media = new_media(node, MediaSource::Plain(Text::Token("")));
    media.source = MediaSource::Base64(standard(bytes, data, &mut media.extras));
    read_facts(media_type, name, &mut media, reading);
    keep(rest, Slot::Source, &[], "`inlineData`", &mut media.extras, reading);
    around.keep(&mut media.extras, reading);
    Ok(Part::Media(Box::new(media)))
}

pub(super) fn read_file<'a>(
    node: Node<'_, 'a>,
    data: Node<'_, 'a>,
    around: Around<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    need_object(data, "fileData")?;
    let ([media_type, uri, name], rest) = sort(data, &["mimeType", "fileUri", "displayName"])?;
    let uri = need_text(uri, "fileUri", data)?;
    let (is_public, is_video) = (is_public(&uri) || is_extracted(&uri), is_video_page(&uri));
    let source = if is_public { MediaSource::Url(uri) } else { MediaSource::Remote { service: NAME, id: uri } };
    let mut media = new_media(node, source);
    read_facts(media_type, name, &mut media, reading);
    if is_video && media.media_type.is_none() {
        media.kind = MediaKind::Video;
    }
    keep(rest, Slot::Source, &[], "`fileData`", &mut media.extras, reading);
    around.keep(&mut media.extras, reading);
    Ok(Part::Media(Box::new(media)))
}

fn new_media<'a>(node: Node<'_, 'a>, source: MediaSource<'a>) -> Media<'a> {
    Media {
        at: node.at(),
        kind: MediaKind::Unknown,
        source,
        media_type: None,
        file_name: None,
        detail: None,
        cache: None,
        extras: Extras::default(),
    }
}

fn read_facts<'a>(
    media_type: Option<Node<'_, 'a>>,
    name: Option<Node<'_, 'a>>,
    media: &mut Media<'a>,
    reading: &mut Reading<'_>,
) {
    for (key, node) in [("mimeType", media_type), (DISPLAY_NAME, name)] {
        let Some(node) = node else { continue };
        let Some(text) = node.text() else {
            if !node.is_null() {
                wrong_type(reading, node, key, "a string");
            }
            keep_inner(key, node, &mut media.extras);
            continue;
        };
        if key == DISPLAY_NAME {
            media.extras.mark(NAME, DISPLAY_NAME, Raw::borrowed("true"), node.at());
            media.file_name = Some(text);
        } else {
            media.kind = MediaKind::of(&text.decode());
            media.media_type = Some(text);
        }
    }
}

/// Anybody may fetch it: a URL, but not one of a file that was uploaded to the service.
fn is_public(uri: &Text<'_>) -> bool {
    let uri = uri.decode();
    let is_url = uri.starts_with("https://") || uri.starts_with("http://");
    is_url && !uri.starts_with("https://generativelanguage.googleapis.com/")
}

/// The service knows these pages.
pub(super) fn is_video_page(uri: &Text<'_>) -> bool {
    let uri = uri.decode();
    let rest = uri.strip_prefix("https://").unwrap_or_default();
    ["www.youtube.com/", "youtube.com/", "youtu.be/", "m.youtube.com/"].iter().any(|site| rest.starts_with(site))
}

/// The bytes in the standard alphabet, which is what everybody else takes.
fn standard<'a>(bytes: Text<'a>, data: Node<'_, 'a>, extras: &mut Extras<'a>) -> Text<'a> {
    let found = {
        let token = bytes.spelling();
        let is_safe = memchr::memchr2(b'-', b'_', token.as_bytes()).is_some();
        is_safe && memchr::memchr2(b'+', b'/', token.as_bytes()).is_none()
    };
    if !found {
        return bytes;
    }
    let mut text = bytes.decode().replace('-', "+").replace('_', "/");
    let missing = text.len().wrapping_neg() % 4;
    text.extend(std::iter::repeat_n('=', missing));
    let is_padded = if missing == 0 { "true" } else { "false" };
    extras.mark(NAME, URL_SAFE, Raw::borrowed(is_padded), data.at());
    Text::Owned(text)
}

/// A medium in the form in which it is written.
#[derive(Debug)]
pub(super) struct MediaBlock<'m> {
    pub(super) media: &'m Media<'m>,
    pub(super) data: Data<'m>,
}

#[derive(Debug)]
pub(super) enum Data<'m> {
    Inline { media_type: Text<'m>, data: Text<'m> },
    File { uri: Text<'m>, media_type: Option<Text<'m>> },
}

impl MediaBlock<'_> {
    /// True if a function response takes it: an image or a PDF in the request itself.
    pub(super) fn fits_response(&self) -> bool {
        match &self.data {
            Data::Inline { media_type, .. } => {
                let kind = crate::format::shared::plain_type(media_type);
                kind.starts_with("image/") || kind == "application/pdf"
            }
            Data::File { .. } => false,
        }
    }
}

/// The form in which a medium can be written; `None` if it is left out, which is reported. `is_own`: it was read from
/// this API.
pub(super) fn plan_media<'m>(
    media: &'m Media<'m>,
    is_own: bool,
    writing: &mut Writing<'_>,
) -> Result<Option<MediaBlock<'m>>, Refused> {
    let refuse = |writing: &mut Writing<'_>, why: &str| {
        cannot_hold(writing, &loss::MEDIA, media.at, || format!("gemini takes no {why}")).map(|()| None)
    };
    let media_type = media.media_type.as_ref().map(Text::borrow);
    let data = match &media.source {
        MediaSource::Plain(text) => Data::Inline {
            media_type: media_type.filter(|it| !it.is_blank()).unwrap_or(Text::Token("text/plain")),
            data: encode(media, text, writing),
        },
        MediaSource::Base64(data) => {
            let Some((kind, is_found)) = found_type(media) else {
                return refuse(writing, "medium without a media type, and its bytes are of no known kind");
            };
            if is_found {
                writing.report.add(&loss::MADE_MEDIA_TYPE, media.at, || {
                    format!("the media type {kind} was found from the bytes")
                });
            }
            let declared = media_type.filter(|_| !is_found);
            Data::Inline {
                media_type: declared.unwrap_or_else(|| Text::Owned(kind.into_owned())),
                data: own_alphabet(media, data),
            }
        }
        MediaSource::Url(uri) => {
            if !is_public(uri) && !uri.decode().starts_with("gs://") {
                return refuse(
                    writing,
                    "URLs but http, https and gs ones; embed the file as base64 first (--inline-media)",
                );
            }
            if !is_own && !is_video_page(uri) {
                writing.report.add(&loss::URL_AS_FILE, media.at, || {
                    "a URL is written as `fileUri`; older models fetch none".to_owned()
                });
            }
            Data::File { uri: uri.borrow(), media_type }
        }
        MediaSource::Remote { service: NAME, id } => Data::File { uri: id.borrow(), media_type },
        MediaSource::Remote { service, .. } => {
            writing
                .report
                .add(&loss::MEDIA, media.at, || format!("a file uploaded to {service} means nothing to gemini"));
            return Ok(None);
        }
        MediaSource::File(_) => {
            return refuse(writing, "paths of local files; embed them as base64 first (--inline-media)");
        }
    };
    // The names of files are not taken everywhere, so only those that were there are written.
    let name = media.file_name.as_ref().filter(|_| media.extras.find_mark(NAME, DISPLAY_NAME).is_none());
    for fact in [name, media.detail.as_ref()].into_iter().flatten() {
        writing
            .report
            .add(&loss::MEDIA_FACT, media.at, || format!("the property `{}` of a medium is dropped", fact.show()));
    }
    Ok(Some(MediaBlock { media, data }))
}

fn encode<'m>(media: &Media<'_>, text: &Text<'_>, writing: &mut Writing<'_>) -> Text<'m> {
    let words = text.decode();
    if words != text.decode_json() {
        writing
            .report
            .add(&loss::SURROGATE, media.at, || "half of a surrogate pair in a text document is replaced".to_owned());
    }
    Text::Owned(base64::engine::general_purpose::STANDARD.encode(words.as_bytes()))
}

/// The bytes in the alphabet they were read in.
fn own_alphabet<'m>(media: &'m Media<'m>, data: &'m Text<'m>) -> Text<'m> {
    let Some(note) = media.extras.find_mark(NAME, URL_SAFE) else { return data.borrow() };
    let text = data.decode().replace('+', "-").replace('/', "_");
    let is_padded = note.value.as_str() == "true";
    Text::Owned(if is_padded { text } else { text.trim_end_matches('=').to_owned() })
}

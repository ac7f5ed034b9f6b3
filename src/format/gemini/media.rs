//! Images, sounds, videos and documents: how they are read, and in which form they can be written.
//!
//! ```json
//! {"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}}
//! ```

use super::NAME;
use super::keys::{given, keep, keep_inner, sort};
use super::part::{PartFields, need_object};
use crate::format::Reading;
use crate::format::shared::{need_text, standard_base64, wrong_type};
use crate::json::Node;
use crate::model::{Extras, Media, MediaKind, MediaSource, Part, Slot, is_extracted};
use crate::report::{Refused, shape};

pub(super) fn read_inline<'a>(
    node: Node<'_, 'a>,
    data: Node<'_, 'a>,
    fields: PartFields<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    need_object(data, "inlineData")?;
    let ([media_type, bytes, name], rest) = sort(data, &["mimeType", "data", "displayName"])?;
    let bytes = need_text(bytes, "data", data)?;
    if given(media_type).is_none_or(|it| it.is("")) {
        reading.report.add(&shape::MISSING_FIELD, data.at(), || "`inlineData` needs `mimeType`".to_owned());
    }
    let mut media = new_media(node, MediaSource::Base64(standard_base64(bytes)));
    read_facts(media_type, name, &mut media, reading);
    keep(rest, Slot::Source, &[], "`inlineData`", &mut media.extras, reading);
    fields.keep(&mut media.extras, reading);
    Ok(Part::Media(Box::new(media)))
}

pub(super) fn read_file<'a>(
    node: Node<'_, 'a>,
    data: Node<'_, 'a>,
    fields: PartFields<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    need_object(data, "fileData")?;
    let ([media_type, uri, name], rest) = sort(data, &["mimeType", "fileUri", "displayName"])?;
    let uri = need_text(uri, "fileUri", data)?;
    let (is_public, is_video) = (is_public(&uri.decode()) || is_extracted(&uri), is_video_page(&uri.decode()));
    let source = if is_public { MediaSource::Url(uri) } else { MediaSource::Remote { service: NAME, id: uri } };
    let mut media = new_media(node, source);
    read_facts(media_type, name, &mut media, reading);
    if is_video && media.media_type.is_none() {
        media.kind = MediaKind::Video;
    }
    keep(rest, Slot::Source, &[], "`fileData`", &mut media.extras, reading);
    fields.keep(&mut media.extras, reading);
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
    for (key, node) in [("mimeType", media_type), ("displayName", name)] {
        let Some(node) = node else { continue };
        let Some(text) = node.text() else {
            if !node.is_null() {
                wrong_type(reading, node, key, "a string");
            }
            keep_inner(key, node, &mut media.extras);
            continue;
        };
        if key == "displayName" {
            media.file_name = Some(text);
        } else {
            media.kind = MediaKind::of(&text.decode());
            media.media_type = Some(text);
        }
    }
}

/// Anybody may fetch it: a URL, but not one of a file that was uploaded to the service.
fn is_public(uri: &str) -> bool {
    (uri.starts_with("https://") || uri.starts_with("http://")) && !is_service_file(uri)
}

/// A file that was uploaded to the service.
pub(super) fn is_service_file(uri: &str) -> bool {
    uri.starts_with("https://generativelanguage.googleapis.com/")
}

/// True for the pages of videos that the service accepts.
pub(super) fn is_video_page(uri: &str) -> bool {
    let rest = uri.strip_prefix("https://").unwrap_or_default();
    ["www.youtube.com/", "youtube.com/", "youtu.be/", "m.youtube.com/"].iter().any(|site| rest.starts_with(site))
}

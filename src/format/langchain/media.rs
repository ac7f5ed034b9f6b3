//! Images, sounds, videos and documents in content.
//!
//! ```json
//! {"type":"image","base64":"aGk=","mime_type":"image/png"}
//! {"type":"image","data":"aGk=","mimeType":"image/png"}
//! {"type":"image","source_type":"base64","data":"aGk=","mime_type":"image/png"}
//! ```
//!
//! As Python, JavaScript and releases before 1.0 write them.

use super::NAME;
use crate::format::shared::{extras, keep_member, split_data_url};
use crate::json::{Node, Text};
use crate::model::{Extras, Media, MediaKind, MediaSource, Part, Slot};

/// The kind of media files that a type of block has.
pub(super) fn kind_of(kind: &str) -> Option<MediaKind> {
    Some(match kind {
        "image" => MediaKind::Image,
        "audio" => MediaKind::Audio,
        "video" => MediaKind::Video,
        "file" | "text-plain" => MediaKind::Document,
        // Of Google.
        "media" => MediaKind::Unknown,
        _ => return None,
    })
}

/// The members that say where a file is: `url`, then bytes, then the id of a service.
const KEYS: [&str; 16] = [
    "type",
    "source_type",
    "url",
    "file_uri",
    "base64",
    "data",
    "text",
    "file_id",
    "fileId",
    "id",
    "mime_type",
    "mimeType",
    "filename",
    "title",
    "index",
    "extras",
];

/// Reads a file. `None`: nothing says where it is.
pub(super) fn read_media<'a>(node: Node<'_, 'a>, kind: MediaKind, family: &'static str) -> Option<Part<'a>> {
    let (values, rest) = node.fields(&KEYS).ok()?;
    let [tag, source_type, url, uri, base64, data, text, file_id, js_file_id, id, mime, js_mime, name, title, _, more] =
        values;
    let string = |node: Option<Node<'_, 'a>>| node.and_then(|node| node.text());
    let is_source = |word: &str| source_type.is_some_and(|source| source.is(word));
    let is_plain = tag.is_some_and(|tag| tag.is("text-plain")) || is_source("text");
    let id_of_file = file_id.or(js_file_id).or(id.filter(|_| is_source("id")));
    let link = url.or(uri);
    let bytes = base64.or(data);
    let media_type = mime.or(js_mime).filter(Node::is_string);
    let file_name = name.or(title).filter(Node::is_string);
    let mut declared = string(media_type);
    let (used, source) = if let Some(words) = string(text).filter(|_| is_plain) {
        (text, MediaSource::Plain(words))
    } else if let Some(data) = string(bytes) {
        (bytes, bytes_or(data, &mut declared, MediaSource::of_bytes))
    } else if let Some(link) = string(link) {
        (url.or(uri), bytes_or(link, &mut declared, MediaSource::Url))
    } else {
        (id_of_file, MediaSource::Remote { service: family, id: string(id_of_file)? })
    };
    let mut fields = Extras::default();
    let detail = more.filter(|_| kind == MediaKind::Image).and_then(|more| more.get("detail")).filter(Node::is_string);
    for (key, value) in detail.and(more).iter().flat_map(Node::members).filter(|(key, _)| !key.is("detail")) {
        keep_member(Slot::Source, NAME, key.text().unwrap_or_default(), value, &mut fields);
    }
    let more = detail.and(more);
    let known = ["base64", "url", "text", "id"];
    if let Some(odd) = source_type.filter(|source| !known.iter().any(|known| source.is(known))) {
        keep_member(Slot::Here, NAME, Text::Token("source_type"), odd, &mut fields);
    }
    let given = KEYS.iter().zip(values).filter_map(|(key, value)| Some((*key, value?)));
    for (key, value) in given.filter(|(key, _)| !matches!(*key, "type" | "source_type" | "index")) {
        let taken = [used, media_type, file_name, more].iter().flatten().any(|taken| taken.at() == value.at());
        if !taken {
            keep_member(Slot::Here, NAME, Text::Token(key), value, &mut fields);
        }
    }
    extras(&rest, NAME, &mut fields);
    let kind = match (&declared, kind) {
        (Some(declared), MediaKind::Unknown) => MediaKind::of(&declared.decode()),
        _ => kind,
    };
    Some(Part::Media(Box::new(Media {
        at: node.at(),
        kind,
        source,
        media_type: declared,
        file_name: string(file_name),
        detail: string(detail),
        cache: None,
        extras: fields,
    })))
}

/// The bytes of a `data:` URL, or what `other` makes of a text.
fn bytes_or<'a>(
    text: Text<'a>,
    declared: &mut Option<Text<'a>>,
    other: fn(Text<'a>) -> MediaSource<'a>,
) -> MediaSource<'a> {
    match split_data_url(&text) {
        Some(split) => {
            declared.get_or_insert(split.media_type);
            MediaSource::Base64(split.data)
        }
        None => other(text),
    }
}

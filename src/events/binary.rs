//! Parts of type `binary`, as versions before 1.0 wrote media.

use std::borrow::Cow;
use std::collections::HashSet;

use super::rewrite::text;
use crate::json::{Layout, Node, Out, Text};

/// The media part type (image, audio, video, document) for a media type.
fn kind_of(mime: &str) -> &'static str {
    match mime.split_once('/').map(|(kind, _)| kind) {
        Some("image") => "image",
        Some("audio") => "audio",
        Some("video") => "video",
        _ => "document",
    }
}

/// True for a media part with a source.
pub(super) fn is_medium(part: Node<'_, '_>) -> bool {
    let kind = part.get("type");
    ["image", "audio", "video", "document"].iter().any(|name| kind.is_some_and(|kind| kind.is(name)))
}

/// The fields of a binary part: kind, type of source, value, media type, file name.
struct Binary<'a> {
    kind: &'static str,
    source: &'static str,
    value: Text<'a>,
    mime: Text<'a>,
    file_name: Option<Text<'a>>,
}

/// The part, if it is one that can become a media file.
fn read<'a>(part: Node<'_, 'a>) -> Option<Binary<'a>> {
    if !part.get("type").is_some_and(|kind| kind.is("binary")) {
        return None;
    }
    let mime = part.get("mimeType")?.text()?;
    let filled = |key| part.get(key).and_then(|value| value.text()).filter(|text| !text.is_empty());
    let (source, value) = match (filled("data"), filled("url")) {
        (Some(data), _) => ("data", data),
        (None, Some(url)) => ("url", url),
        (None, None) => return None,
    };
    Some(Binary { kind: kind_of(&mime.decode()), source, value, mime, file_name: filled("filename") })
}

/// True for a binary part that can be converted to a media file.
pub(super) fn is_old(part: Node<'_, '_>) -> bool {
    read(part).is_some()
}

/// The same media file in the current shape.
pub(super) fn upgrade(part: Node<'_, '_>) -> Option<String> {
    let binary = read(part)?;
    let mut out = Out::new(Layout::Compact);
    out.object(|out| {
        out.key("type").word(binary.kind);
        out.key("source").object(|out| {
            out.key("type").word(binary.source);
            out.key("value").text(&binary.value);
            out.key("mimeType").text(&binary.mime);
        });
        if let Some(name) = &binary.file_name {
            out.key("metadata").object(|out| out.key("filename").text(name));
        }
    });
    Some(text(out))
}

/// The media files that a message already has in the current shape: for a while producers wrote both shapes.
#[derive(Debug, Default)]
pub(super) struct KnownMedia<'a>(HashSet<BinaryKey<'a>>);

/// The key of a media file: type, type of source, value, media type, file name.
type BinaryKey<'a> = (Cow<'a, str>, Cow<'a, str>, Cow<'a, str>, Cow<'a, str>, Option<Cow<'a, str>>);

fn word<'a>(node: Option<Node<'_, 'a>>) -> Option<Cow<'a, str>> {
    node.and_then(|node| node.token()).map(|token| match Text::Token(token).decode_json() {
        Cow::Owned(text) => Cow::Owned(text),
        // Without escapes the token is the text.
        Cow::Borrowed(_) => Cow::Borrowed(token),
    })
}

impl<'a> KnownMedia<'a> {
    /// Collects the media files of a list of parts. Empty if the list has no binary parts.
    pub(super) fn of(parts: Node<'_, 'a>) -> Self {
        let mut known = Self::default();
        if !parts.items().any(|part| read(part).is_some()) {
            return known;
        }
        for part in parts.items() {
            let source = part.get("source");
            let of_source = |key| word(source.and_then(|source| source.get(key)));
            let of_part = (word(part.get("type")), of_source("type"), of_source("value"), of_source("mimeType"));
            if let (Some(kind), Some(from), Some(value), Some(mime)) = of_part {
                let name = word(part.get("metadata").and_then(|metadata| metadata.get("filename")));
                // A binary part without a file name matches a media file with one.
                if name.is_some() {
                    known.0.insert((kind.clone(), from.clone(), value.clone(), mime.clone(), None));
                }
                known.0.insert((kind, from, value, mime, name));
            }
        }
        known
    }

    /// True if the media file of this binary part is also there in the current shape.
    pub(super) fn has(&self, part: Node<'_, '_>) -> bool {
        let Some(binary) = read(part).filter(|_| !self.0.is_empty()) else { return false };
        let text = |text: &Text<'_>| text.decode_json().into_owned();
        let name = binary.file_name.as_ref().map(|name| Cow::Owned(text(name)));
        let (value, mime) = (text(&binary.value), text(&binary.mime));
        self.0.contains(&(binary.kind.into(), binary.source.into(), value.into(), mime.into(), name))
    }
}

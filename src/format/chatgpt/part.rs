//! One part of a content: words, or a file of the export.
//!
//! ```json
//! {"content_type":"image_asset_pointer","asset_pointer":"file-service://file-AbC123","size_bytes":70,"width":1,"height":1}
//! ```

use super::NAME;
use super::fields::keep_others;
use crate::json::{Node, Text};
use crate::model::{Extras, Media, MediaKind, MediaSource, Part, Slot, TextPart};

/// `attachments` is a list of files that the message came with.
pub(super) fn read_part<'a>(node: Node<'_, 'a>, attachments: Option<Node<'_, 'a>>) -> Part<'a> {
    if let Some(text) = node.text() {
        return Part::Text(TextPart::new(text, node.at()));
    }
    let kind = node.get("content_type").and_then(|kind| kind.text()).unwrap_or(Text::Token("part"));
    let pointer = match kind.decode().as_ref() {
        "image_asset_pointer" => Some(MediaKind::Image),
        "audio_asset_pointer" => Some(MediaKind::Audio),
        "video_container_asset_pointer" => Some(MediaKind::Video),
        _ => None,
    };
    let id = node.get("asset_pointer").and_then(|pointer| pointer.text());
    if let (Some(kind), Some(id)) = (pointer, id) {
        let mut fields = Extras::default();
        keep_kind(node, &mut fields);
        keep_others(Slot::Here, node, &["content_type", "asset_pointer"], &mut fields);
        let file = attachment_of(&id, attachments);
        let text_of = |key: &str| file.and_then(|file| file.get(key)?.text());
        return Part::Media(Box::new(Media {
            at: node.at(),
            kind,
            source: MediaSource::Remote { service: NAME, id },
            media_type: text_of("mime_type"),
            file_name: text_of("name"),
            detail: None,
            cache: None,
            extras: fields,
        }));
    }
    if let Some(words) = node.get("text").and_then(|text| text.text()).filter(|_| kind.is("audio_transcription")) {
        let mut part = TextPart::new(words, node.at());
        keep_kind(node, &mut part.extras);
        keep_others(Slot::Here, node, &["content_type", "text"], &mut part.extras);
        return Part::Text(part);
    }
    opaque(node, kind)
}

/// A part that is kept as JSON.
pub(super) fn opaque<'a>(node: Node<'_, 'a>, kind: Text<'a>) -> Part<'a> {
    crate::format::shared::opaque(NAME, node, kind)
}

fn keep_kind<'a>(node: Node<'_, 'a>, extras: &mut Extras<'a>) {
    if let Some(kind) = node.get("content_type") {
        extras.note(NAME, Text::Token("content_type"), kind.to_raw(), kind.at());
    }
}

/// The attachment that a pointer ends in: `file-service://file-AbC123`, `sediment://file_AbC123`.
fn attachment_of<'t, 'a>(pointer: &Text<'_>, attachments: Option<Node<'t, 'a>>) -> Option<Node<'t, 'a>> {
    /// The maximum number of attachments that are examined.
    const MOST: usize = 64;
    let pointer = pointer.decode();
    let id = pointer.rsplit('/').next().unwrap_or_default();
    attachments?.items().take(MOST).find(|file| file.get("id").is_some_and(|own| own.is(id)))
}

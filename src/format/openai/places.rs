//! Where media stand: images, sounds and files of messages, images of ollama.

use crate::format::media::{MediaPlace, TypePlace, messages, text_member};
use crate::json::Node;
use crate::model::MediaKind;

/// Lists and objects that hold messages: bodies, batches, answers, preferences.
const CONTAINERS: [&str; 11] = [
    "messages",
    "body",
    "input",
    "preferred_output",
    "non_preferred_output",
    "request",
    "response",
    "choices",
    "message",
    "chosen",
    "rejected",
];

pub(super) fn places(root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    messages(root, "role", &CONTAINERS, &mut |message| {
        for part in message.get("content").into_iter().flat_map(|content| content.items()) {
            if let Some(place) = place(part) {
                each(place);
            }
        }
        // Images of ollama stand beside the text, bare.
        for image in message.get("images").into_iter().flat_map(|images| images.items()).filter(Node::is_string) {
            each(MediaPlace::bytes(image, MediaKind::Image, image));
        }
    });
}

fn place<'t, 'a>(part: Node<'t, 'a>) -> Option<MediaPlace<'t, 'a>> {
    match part.get("type")?.text()?.decode().as_ref() {
        "image_url" => {
            let image = part.get("image_url")?;
            let value = if image.is_string() { image } else { text_member(image, "url")?.1 };
            Some(MediaPlace::url(part, MediaKind::Image, value))
        }
        "document_url" => {
            let file = part.get("document_url")?;
            file.is_string().then(|| MediaPlace::url(part, MediaKind::Document, file))
        }
        "input_audio" => {
            let audio = part.get("input_audio")?;
            let (_, value) = text_member(audio, "data")?;
            // The field says `mp3`, not a media type.
            Some(MediaPlace { media_type: TypePlace::None, ..MediaPlace::bytes(part, MediaKind::Audio, value) })
        }
        "file" => {
            let (_, value) = text_member(part.get("file")?, "file_data")?;
            Some(MediaPlace::url(part, MediaKind::Document, value))
        }
        _ => None,
    }
}

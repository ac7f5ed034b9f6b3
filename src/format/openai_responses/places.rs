//! Where media stand: images and files of messages and of what functions gave back, images that were made.

use crate::format::media::{Holds, MediaPlace, MediaState, Word, text_member};
use crate::json::Node;
use crate::model::MediaKind;

/// Lists and objects that hold items: bodies, batches, answers.
const CONTAINERS: [&str; 7] = ["input", "output", "body", "response", "request", "messages", "items"];

pub(super) fn places<'t, 'a>(root: Node<'t, 'a>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    // Messages may be written without a type; everything else that is an item has one.
    let mut item = |item: Node<'t, 'a>| {
        let is = |kind: &str| item.get("type").is_some_and(|it| it.is(kind));
        if is("image_generation_call") {
            if let Some((_, value)) = text_member(item, "result") {
                each(MediaPlace::bytes(item, MediaKind::Image, value));
            }
            return;
        }
        let lists = [item.get("content"), item.get("output").filter(|_| item.get("call_id").is_some())];
        for part in lists.iter().flatten().flat_map(Node::items) {
            if let Some(place) = place(part) {
                each(place);
            }
        }
        // The picture of a screen stands there alone.
        if let Some(place) = item.get("output").filter(Node::is_object).and_then(place) {
            each(place);
        }
    };
    walk(root, 0, &mut item);
}

fn walk<'t, 'a>(node: Node<'t, 'a>, depth: usize, each: &mut dyn FnMut(Node<'t, 'a>)) {
    if depth > 4 {
        return;
    }
    if node.is_array() {
        for inner in node.items().filter(Node::is_object) {
            each(inner);
        }
    } else if node.get("role").is_some() || node.get("call_id").is_some() {
        each(node);
    } else {
        for (_, inner) in node.members().filter(|(key, _)| CONTAINERS.iter().any(|name| key.is(name))) {
            walk(inner, depth + 1, each);
        }
    }
}

fn place<'t, 'a>(part: Node<'t, 'a>) -> Option<MediaPlace<'t, 'a>> {
    match part.get("type")?.text()?.decode().as_ref() {
        "input_image" | "computer_screenshot" => {
            let (_, value) = text_member(part, "image_url")?;
            Some(MediaPlace::url(part, MediaKind::Image, value))
        }
        "input_file" => {
            let data = text_member(part, "file_data");
            let (key, value) = data.or_else(|| text_member(part, "file_url"))?;
            let place = MediaPlace::url(part, MediaKind::Document, value);
            // Each has a field of its own.
            let is_swapped = (place.state == MediaState::Reference) == data.is_some();
            let word = Word { token: key, bytes: "file_data", reference: "file_url", object: Some(part) };
            // Bytes in the field of URLs would come back in their own.
            let is_stuck = is_swapped && place.state == MediaState::Inline;
            let holds = if is_stuck { Holds::References } else { Holds::Both };
            Some(MediaPlace { key: Some(key), holds, words: [Some(word).filter(|_| !is_swapped), None], ..place })
        }
        _ => None,
    }
}

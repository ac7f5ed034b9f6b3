//! Where media stand: images and documents of messages, of results, and in documents.

use crate::format::media::{Holds, MediaPlace, MediaState, TypePlace, Word, member, messages, text_member};
use crate::json::Node;
use crate::model::MediaKind;

/// Lists and objects that hold messages: bodies, batches, answers.
const CONTAINERS: [&str; 6] = ["messages", "params", "body", "request", "result", "message"];

pub(super) fn places<'t, 'a>(root: Node<'t, 'a>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
    messages(root, "role", &CONTAINERS, &mut |message| {
        // Blocks hold blocks; the deepest first in line is the next one in the text.
        let mut open: Vec<Node<'t, 'a>> = message.get("content").into_iter().collect();
        while let Some(node) = open.pop() {
            if node.is_array() {
                let from = open.len();
                open.extend(node.items());
                if let Some(added) = open.get_mut(from..) {
                    added.reverse();
                }
                continue;
            }
            let kind = node.get("type").and_then(|kind| kind.text()).unwrap_or_default();
            let kind = kind.decode();
            match kind.as_ref() {
                "tool_result" => open.extend(node.get("content").filter(Node::is_array)),
                "image" | "document" => {
                    let kind = if kind == "image" { MediaKind::Image } else { MediaKind::Document };
                    let Some(source) = node.get("source").filter(Node::is_object) else { continue };
                    if source.get("type").is_some_and(|form| form.is("content")) {
                        open.extend(source.get("content").filter(Node::is_array));
                    } else if let Some(place) = place(node, kind, source) {
                        each(place);
                    }
                }
                _ => {}
            }
        }
    });
}

fn place<'t, 'a>(part: Node<'t, 'a>, kind: MediaKind, source: Node<'t, 'a>) -> Option<MediaPlace<'t, 'a>> {
    let form = source.get("type")?;
    let (state, name) = match form.text()?.decode().as_ref() {
        "base64" => (MediaState::Inline, "data"),
        "url" => (MediaState::Reference, "url"),
        _ => return None,
    };
    let (key, value) = text_member(source, name)?;
    Some(MediaPlace {
        part,
        kind,
        value,
        key: Some(key),
        state,
        holds: Holds::Both,
        is_data_url: false,
        media_type: TypePlace::Before("media_type", member(source, "media_type")),
        words: [
            Some(Word { token: form, bytes: "base64", reference: "url", object: None }),
            Some(Word { token: key, bytes: "data", reference: "url", object: Some(source) }),
        ],
        inside: None,
        spot: None,
    })
}

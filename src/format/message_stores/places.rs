//! The places of media files in a record.

use super::lists::{is_message, lists_of};
use super::paths::{at_path, find};
use super::{MediaShape, MessageStore, PartKind, PartShape};
use crate::format::media::{MediaPlace, TypePlace};
use crate::format::signs::KeySet;
use crate::json::Node;

/// True if one of the kinds is a media file.
pub(super) const fn has_media(parts: &[PartShape]) -> bool {
    let mut rest = parts;
    while let [first, others @ ..] = rest {
        if matches!(first.kind, PartKind::Media(_)) {
            return true;
        }
        rest = others;
    }
    false
}

type Visit<'v> = &'v mut dyn FnMut(MediaPlace<'_, '_>);

pub(super) fn media(store: &MessageStore, root: Node<'_, '_>, each: Visit<'_>) {
    if root.is_array() {
        return list(store, root, each);
    }
    let lists = lists_of(store, root);
    if lists.is_empty() {
        message(store, root, each);
    }
    for found in lists {
        list(store, found.list, each);
    }
}

fn list(store: &MessageStore, list: Node<'_, '_>, each: Visit<'_>) {
    if list.is_object() && is_message(store, list) {
        return message(store, list, each);
    }
    for item in list.items().chain(list.members().map(|(_, item)| item)) {
        message(store, item, each);
    }
}

fn message(store: &MessageStore, item: Node<'_, '_>, each: Visit<'_>) {
    let content = store.message.object_of(item).and_then(|object| find(object, store.message.content));
    match content {
        Some(content) => parts(store, content, each),
        None => part(store, item, each),
    }
    let files = store.message.object_of(item).and_then(|object| find(object, store.message.beside.files));
    if let Some(files) = files {
        parts(store, files, each);
    }
}

fn parts(store: &MessageStore, content: Node<'_, '_>, each: Visit<'_>) {
    for item in content.items().filter(Node::is_object) {
        part(store, item, each);
    }
}

fn part(store: &MessageStore, node: Node<'_, '_>, each: Visit<'_>) {
    let keys = KeySet::of(node);
    let shape = store.parts.iter().find(|shape| shape.sign.is_in(node, keys));
    match shape.map(|shape| &shape.kind) {
        Some(PartKind::Media(shape)) => {
            if let Some(place) = place(node, shape) {
                each(place);
            }
        }
        Some(PartKind::Result(shape)) => {
            if let Some(output) = find(node, shape.output) {
                parts(store, output, each);
            }
        }
        _ => {}
    }
}

fn place<'t, 'a>(node: Node<'t, 'a>, shape: &MediaShape) -> Option<MediaPlace<'t, 'a>> {
    let is_text = |value: &Node<'_, '_>| value.text().is_some_and(|text| !text.is_empty());
    let given = |paths: super::Paths| paths.iter().filter_map(|path| at_path(node, path)).find(is_text);
    if let Some(bytes) = given(shape.bytes) {
        let media_type = given(shape.media_type).filter(|_| shape.type_of.is_none());
        let media_type = media_type.map_or(TypePlace::None, TypePlace::Member);
        return Some(MediaPlace { media_type, ..MediaPlace::bytes(node, shape.kind, bytes) });
    }
    let url = given(shape.url).or_else(|| given(shape.file))?;
    Some(MediaPlace::url(node, shape.kind, url))
}

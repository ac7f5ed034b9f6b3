//! Media by the shape table.

use super::key::{KeyValue, Walks};
use super::{MOST, MediaWrappers, RecordShape, ShapeObject};
use crate::format::media::{AllowedMedia, MediaPlace, MediaState, TypePlace, Word, member, messages};
use crate::json::Node;
use crate::model::MediaKind;

/// The deepest nesting of parts with media files that is searched: a document in a result in a message is 3.
const DEEPEST: usize = 64;

/// The form of a media file in a string.
#[derive(Clone, Copy, Debug)]
pub enum MediaSpelling {
    /// As a URL or a `data:` URL.
    Url,
    /// As a URL, which is not a `data:` URL.
    Address,
    /// As base64.
    Base64,
    /// As an address that only the service itself can open.
    Remote,
    /// As one of the two members of an object of which one has bytes, and the other one a reference.
    Pair(&'static MediaPair, MediaState),
    /// In a way that depends on more than the value, which is not a list.
    Other(PlaceFn),
}

/// Finds a media file: gets the object that has the key, the list item that it is in, and the key.
pub type PlaceFn = for<'t, 'a> fn(Node<'t, 'a>, Node<'t, 'a>, &'static str) -> Option<MediaPlace<'t, 'a>>;

/// An object with bytes or a reference: `{"type":"base64","data":"aGk="}`, `{"type":"url","url":"https://example.com/a.png"}`.
#[derive(Debug)]
pub struct MediaPair {
    /// The member that says which of the two it is, with its words: `("type", "base64", "url")`.
    pub tag: Option<(&'static str, &'static str, &'static str)>,
    /// The keys: `("data", "url")`. They may be the same.
    pub keys: (&'static str, &'static str),
    /// The media type.
    pub media_type: PairType,
}

/// The place of the media type of a [`MediaPair`].
#[derive(Clone, Copy, Debug)]
pub enum PairType {
    /// In a member that stays: `mimeType`.
    Beside(&'static str),
    /// In a member that only bytes have, before them: `media_type`.
    Before(&'static str),
}

/// Facts about the objects around a media file.
#[derive(Clone, Copy)]
struct Within<'t, 'a> {
    part: Node<'t, 'a>,
    kind: MediaKind,
    depth: usize,
}

impl RecordShape {
    /// Calls `each` with the places of media in a record.
    pub fn media(&self, root: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
        let MediaWrappers { own, through } = self.media;
        messages(root, own, through, &mut |message| self.item.media(message, each));
    }
}

impl ShapeObject {
    /// Calls `each` with the places of media in an object, in the order of the table.
    pub(in crate::format) fn media(&self, node: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
        self.walk_media(node, Within { part: node, kind: MediaKind::Unknown, depth: 0 }, each);
    }

    fn walk_media<'t, 'a>(&self, node: Node<'t, 'a>, within: Within<'t, 'a>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
        if within.depth > DEEPEST || !node.is_object() || self.is_plain(node) {
            return;
        }
        let added = self.added(node);
        if !self.walked(added).any(|key| key.is_for(Walks::Media)) {
            return;
        }
        let mut values = [None; MOST];
        self.values(added, node, Walks::Media, &mut values);
        for (key, value) in self.walked(added).zip(values) {
            let Some(value) = value else { continue };
            let kind = key.kind.unwrap_or(within.kind);
            let depth = within.depth + 1;
            match key.value {
                KeyValue::Object(object) => object.walk_media(value, Within { kind, depth, ..within }, each),
                KeyValue::List(object) => {
                    value.each().for_each(|part| object.walk_media(part, Within { part, kind, depth }, each));
                }
                KeyValue::Media(media) => {
                    let items = value.items().map(|item| (item, item));
                    let places = std::iter::once((value, within.part))
                        .chain(items)
                        .filter_map(|(value, part)| media.place(key.name, value, node, part, kind));
                    places.for_each(&mut *each);
                }
                KeyValue::Other(_, media) => media(value, each),
                KeyValue::Any | KeyValue::Id(_) | KeyValue::FunctionName => {}
            }
        }
    }
}

impl MediaSpelling {
    /// The place of a media file: the value at a key of `object`, in the list item `part`.
    fn place<'t, 'a>(
        self,
        key: &'static str,
        value: Node<'t, 'a>,
        object: Node<'t, 'a>,
        part: Node<'t, 'a>,
        kind: MediaKind,
    ) -> Option<MediaPlace<'t, 'a>> {
        if !value.is_string() && !matches!(self, Self::Other(_)) {
            return None;
        }
        Some(match self {
            Self::Url => MediaPlace::url(part, kind, value),
            Self::Address => MediaPlace { holds: AllowedMedia::References, ..MediaPlace::url(part, kind, value) },
            Self::Base64 => MediaPlace::bytes(part, kind, value),
            Self::Remote => {
                let place = MediaPlace::bytes(part, kind, value);
                MediaPlace { state: MediaState::Reference, holds: AllowedMedia::Remote, ..place }
            }
            Self::Pair(pair, state) => {
                let place = MediaPlace { state, ..MediaPlace::bytes(part, kind, value) };
                pair.place(object, key, &place)?
            }
            Self::Other(place) => place(object, part, key)?,
        })
    }
}

impl MediaPair {
    fn place<'t, 'a>(
        &self,
        object: Node<'t, 'a>,
        name: &str,
        place: &MediaPlace<'t, 'a>,
    ) -> Option<MediaPlace<'t, 'a>> {
        let (key, _) = member(object, name)?;
        let (bytes, reference) = self.keys;
        let key_word = Word { token: key, bytes, reference, object: Some(object) };
        let tag_word = match self.tag {
            Some((tag, bytes, reference)) => Some(Word { token: object.get(tag)?, bytes, reference, object: None }),
            None => None,
        };
        let words = [tag_word, Some(key_word).filter(|_| bytes != reference)];
        let media_type = match self.media_type {
            PairType::Before(key) => TypePlace::Before(key, member(object, key)),
            PairType::Beside(key) => object.get(key).map_or(TypePlace::Missing(key), TypePlace::Member),
        };
        Some(MediaPlace { key: Some(key), holds: AllowedMedia::Both, media_type, words, ..*place })
    }
}

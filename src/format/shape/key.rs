//! The keys of an object: what is at each.

use super::{Clue, MediaSpelling, ShapeObject, ValueType};
use crate::format::ids::{Scope, Sites, Usage};
use crate::format::media::MediaFn;
use crate::json::Node;
use crate::model::MediaKind;

/// A key of an object.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    pub(super) name: &'static str,
    /// The same key in another spelling. Empty: there is none.
    also: &'static str,
    pub(super) value: KeyValue,
    pub(super) walks: Walks,
    /// The kind of media files at this key or below it.
    pub(super) kind: Option<MediaKind>,
    pub(super) clue: Option<Clue>,
    /// What the value must be.
    pub(super) takes: ValueType,
    pub(super) is_needed: bool,
    pub(super) about: &'static str,
}

/// The value at a key.
#[derive(Clone, Copy, Debug)]
pub(super) enum KeyValue {
    /// Something without ids and media.
    Any,
    /// An id.
    Id(IdKey),
    /// The name of the function that is called or answered by the id next to it, or around it.
    FunctionName,
    /// An object.
    Object(&'static ShapeObject),
    /// A list of objects.
    List(&'static ShapeObject),
    /// Something that these functions look into: for ids, and for media files.
    Other(fn(Node<'_, '_>, &mut Sites), MediaFn),
    /// A media file, which is a string with its bytes or its address, or a list of such strings.
    Media(MediaSpelling),
}

/// An id: of what, and what it does.
#[derive(Clone, Copy, Debug)]
pub(super) struct IdKey {
    pub(super) scope: Scope,
    pub(super) usage: Usage,
    /// A missing one can be put in, after the first of these keys that is there, else in front.
    pub(super) after: Option<&'static [&'static str]>,
    /// Whether the value is an id: see [`Key::only`].
    pub(super) only: Option<IdFn>,
    /// There is a list of them.
    pub(super) is_listed: bool,
    /// An empty text says that it is missing.
    pub(super) is_empty_none: bool,
    /// The family of the place: see [`Site::family`](crate::format::Site::family).
    pub(super) family: u8,
    /// A missing one is that of the place before.
    pub(super) goes_on: bool,
}

/// Says whether there is an id: gets the object, and the value at the key, or nothing where a missing one could be put in.
pub type IdFn = fn(Node<'_, '_>, Option<Node<'_, '_>>) -> bool;

/// Which walks look into a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walks {
    None,
    Ids,
    Media,
    Both,
}

impl Key {
    const fn new(name: &'static str, value: KeyValue, walks: Walks) -> Self {
        Self {
            name,
            also: "",
            value,
            walks,
            kind: None,
            clue: None,
            takes: ValueType::Any,
            is_needed: false,
            about: "",
        }
    }

    /// Something without ids and media.
    #[must_use]
    pub const fn any(name: &'static str) -> Self {
        Self::new(name, KeyValue::Any, Walks::None)
    }

    /// The word that says which other keys there are.
    #[must_use]
    pub const fn tag(name: &'static str) -> Self {
        Self::new(name, KeyValue::Any, Walks::Ids)
    }

    /// An id. One that is missing cannot be put in: see [`Key::after`].
    #[must_use]
    pub const fn id(name: &'static str, scope: Scope, usage: Usage) -> Self {
        let id = IdKey {
            scope,
            usage,
            after: None,
            only: None,
            is_listed: false,
            is_empty_none: false,
            family: 0,
            goes_on: false,
        };
        Self::new(name, KeyValue::Id(id), Walks::Ids)
    }

    /// The same id, where a missing one is put in after the first of these keys that is there, else in front.
    #[must_use]
    pub const fn after(self, keys: &'static [&'static str]) -> Self {
        let KeyValue::Id(id) = self.value else { return self };
        Self { value: KeyValue::Id(IdKey { after: Some(keys), ..id }), ..self }
    }

    /// The same id, where only a string is one: null is not a missing id.
    #[must_use]
    pub const fn text(self) -> Self {
        self.only(|_, id| matches!(id, Some(id) if id.is_string()))
    }

    /// The same id, where this says that there is one.
    #[must_use]
    pub const fn only(self, only: IdFn) -> Self {
        let KeyValue::Id(id) = self.value else { return self };
        Self { value: KeyValue::Id(IdKey { only: Some(only), ..id }), ..self }
    }

    /// The same, where the value is a list of such ids.
    #[must_use]
    pub const fn listed(self) -> Self {
        let KeyValue::Id(id) = self.value else { return self };
        Self { value: KeyValue::Id(IdKey { is_listed: true, ..id }), ..self }
    }

    /// The same id, where an empty text says that it is missing.
    #[must_use]
    pub const fn filled(self) -> Self {
        let KeyValue::Id(id) = self.value else { return self };
        Self { value: KeyValue::Id(IdKey { is_empty_none: true, ..id }), ..self }
    }

    /// The same id, of an event that begins something: later events of this family continue with it.
    #[must_use]
    pub const fn begins(self, family: u8) -> Self {
        let KeyValue::Id(id) = self.value else { return self };
        Self { value: KeyValue::Id(IdKey { family, ..id }), ..self }
    }

    /// The same id, of an event that continues with what the last event of this family is about: a missing one is the same.
    #[must_use]
    pub const fn goes_on(self, family: u8) -> Self {
        let KeyValue::Id(id) = self.value else { return self };
        Self { value: KeyValue::Id(IdKey { family, goes_on: true, ..id }), ..self }
    }

    /// The name of the function that the id next to it calls or answers, or the id of the object around it.
    #[must_use]
    pub const fn function_name(name: &'static str) -> Self {
        Self::new(name, KeyValue::FunctionName, Walks::Ids)
    }

    /// An object.
    #[must_use]
    pub const fn object(name: &'static str, object: &'static ShapeObject) -> Self {
        Self::new(name, KeyValue::Object(object), Walks::Both)
    }

    /// A list of objects.
    #[must_use]
    pub const fn list(name: &'static str, object: &'static ShapeObject) -> Self {
        Self::new(name, KeyValue::List(object), Walks::Both)
    }

    /// Something that these functions look into: for ids, and for media files.
    #[must_use]
    pub const fn other(name: &'static str, ids: fn(Node<'_, '_>, &mut Sites), media: MediaFn) -> Self {
        Self::new(name, KeyValue::Other(ids, media), Walks::Both)
    }

    /// A media file, or a list of them.
    #[must_use]
    pub const fn media(name: &'static str, media: MediaSpelling) -> Self {
        Self::new(name, KeyValue::Media(media), Walks::Media)
    }

    /// The same, where the key has another spelling: `inline_data`.
    #[must_use]
    pub const fn or(self, also: &'static str) -> Self {
        Self { also, ..self }
    }

    /// The same, where nothing below it is an id.
    #[must_use]
    pub const fn without_ids(self) -> Self {
        Self { walks: Walks::Media, ..self }
    }

    /// The same, where nothing below it is a media file.
    #[must_use]
    pub const fn without_media(self) -> Self {
        Self { walks: Walks::Ids, ..self }
    }

    /// The same, where media at this key or below it are of this kind.
    #[must_use]
    pub const fn of(self, kind: MediaKind) -> Self {
        Self { kind: Some(kind), ..self }
    }

    /// The same, where such a member says something about the format.
    #[must_use]
    pub const fn clue(self, clue: Clue) -> Self {
        Self { clue: Some(clue), ..self }
    }

    /// The same, where the value must be of this type. Readers report others as errors.
    #[must_use]
    pub const fn takes(self, takes: ValueType) -> Self {
        Self { takes, ..self }
    }

    /// The same, where the object must have the key.
    #[must_use]
    pub const fn needed(self) -> Self {
        Self { is_needed: true, ..self }
    }

    /// The same, with a description.
    #[must_use]
    pub const fn about(self, about: &'static str) -> Self {
        Self { about, ..self }
    }

    /// A key that the object must have, with a value of this type.
    #[must_use]
    pub const fn must(name: &'static str, takes: ValueType) -> Self {
        Self::any(name).takes(takes).needed()
    }

    /// A key that the object may have, with a value of this type.
    #[must_use]
    pub const fn may(name: &'static str, takes: ValueType) -> Self {
        Self::any(name).takes(takes)
    }

    /// Its spellings.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.name, self.also].into_iter().filter(|name| !name.is_empty())
    }

    #[inline(always)]
    pub(super) fn is(&self, name: Node<'_, '_>) -> bool {
        name.is_key(self.name) || (!self.also.is_empty() && name.is_key(self.also))
    }

    #[inline(always)]
    pub(super) fn is_for(&self, walks: Walks) -> bool {
        self.walks == Walks::Both || self.walks == walks
    }
}

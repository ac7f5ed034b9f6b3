//! Shape tables: the keys of the objects of a format, and what is at each.
//!
//! ```json
//! {"messages":[{"role":"tool","tool_call_id":"c1","content":[{"type":"image","data":"aGk="}]}]}
//! ```
//!
//! A format declares its objects once, as statics that refer to each other: here a body, a message and a part. From the
//! declaration follow the known keys, the places of ids ([`RecordShape::ids`]), the places of media ([`RecordShape::media`]) and how sure
//! it is that a list of messages is one of this format (`ShapeObject::score`).
//!
//! A decision that needs more than a key or a tag is a small function of the format that the table refers to.

mod check;
mod id;
mod key;
mod media;
pub(super) mod row;
pub(in crate::format) mod schema;
mod schema_settings;
mod score;
#[cfg(test)]
mod tests;
mod value_type;

pub use id::CALL;
pub use key::{IdFn, Key};
pub use media::{MediaPair, MediaSpelling, PairType, PlaceFn};
pub use row::{ExchangeKeys, FieldContent, RowField};
pub use schema::{SchemaFn, SchemaPrinter};
pub use score::Clue;
pub use value_type::ValueType;

use super::ids::Scope;
use crate::json::{DuplicateKey, Node};
use crate::lower::RequestSettings;
use key::Walks;

/// A record of a format: what a list and an object on top are.
#[derive(Debug)]
pub struct RecordShape {
    /// The items of a list: messages.
    pub item: &'static ShapeObject,
    /// The shape of an object: a body, an answer, one message.
    pub object: fn(Node<'_, '_>) -> &'static ShapeObject,
    /// Lists of messages and single messages cannot have ids of a scope, and why.
    pub lacks: Option<(Scope, &'static str)>,
    /// The messages that may have media.
    pub media: MediaWrappers,
}

/// The objects in which messages with media files are searched, however deep bodies, batch lines and answers are
/// nested.
#[derive(Clone, Copy, Debug)]
pub struct MediaWrappers {
    /// Keys that only messages have: `role`.
    pub own: &'static [&'static str],
    /// Keys with messages, or objects with such keys: `messages`, `body`.
    pub through: &'static [&'static str],
}

impl MediaWrappers {
    /// For formats without media.
    pub const NOWHERE: Self = Self { own: &[], through: &[] };
}

/// An object: its keys, and what is at each.
///
/// Some keys may depend on the word of a tag: `{"type":"tool_use","id":"c1"}`.
#[derive(Debug)]
pub struct ShapeObject {
    /// Keys that do not depend on the tag. Those with ids or media files come first, so that a search ends early.
    keys: &'static [Key],
    /// The number of keys with ids or media files.
    walked: usize,
    tag: Option<ShapeTag>,
    /// An object with just these keys, in this order, and strings at all of them has neither ids nor media, unless the first
    /// of the strings is this word.
    plain: (&'static [&'static str], &'static str),
    /// The name of its definition in a JSON Schema. Empty: it has no definition of its own.
    name: &'static str,
    about: &'static str,
    /// What must be true of such an object in addition to the types of its members.
    checks: &'static [ValueType],
    settings: Option<&'static RequestSettings>,
    /// Other keys are errors.
    is_closed: bool,
}

/// The member that says which other keys an object has.
#[derive(Clone, Copy, Debug)]
struct ShapeTag {
    keys: &'static [&'static str],
    words: &'static [Tagged],
    other: &'static ShapeObject,
    none: &'static ShapeObject,
}

/// The keys that some words of a tag add.
#[derive(Clone, Copy, Debug)]
pub struct Tagged {
    words: &'static [&'static str],
    /// The suffix of other tags: `_output`. Empty: there are none.
    end: &'static str,
    object: &'static ShapeObject,
    clue: Option<Clue>,
}

/// An object without keys that matter.
pub static NOTHING: ShapeObject = ShapeObject::of(&[]);

/// The maximum number of keys with ids or media files in an object.
const MOST: usize = 8;

/// The values of an object with ids or media, in the order of its keys.
type Values<'t, 'a> = [Option<Node<'t, 'a>>; MOST];

impl ShapeObject {
    /// An object with these keys.
    ///
    /// # Panics
    /// When it is compiled, if too many of them have ids or media.
    #[must_use]
    pub const fn of(keys: &'static [Key]) -> Self {
        let (mut walked, mut rest) = (keys.len(), keys);
        while let [others @ .., last] = rest
            && matches!(last.walks, Walks::None)
        {
            (rest, walked) = (others, walked - 1);
        }
        assert!(walked <= MOST, "too many keys with ids or media");
        Self {
            keys,
            walked,
            tag: None,
            plain: (&[], ""),
            name: "",
            about: "",
            checks: &[],
            settings: None,
            is_closed: false,
        }
    }

    /// The same, with a name and a description for its definition in a JSON Schema.
    #[must_use]
    pub const fn named(self, name: &'static str, about: &'static str) -> Self {
        Self { name, about, ..self }
    }

    /// The same, where the object itself is of all these types too.
    #[must_use]
    pub const fn checked(self, checks: &'static [ValueType]) -> Self {
        Self { checks, ..self }
    }

    /// The same, where other keys are errors.
    #[must_use]
    pub const fn closed(self) -> Self {
        Self { is_closed: true, ..self }
    }

    /// The same, of a request with settings.
    #[must_use]
    pub const fn with_settings(self, settings: &'static RequestSettings) -> Self {
        Self { settings: Some(settings), ..self }
    }

    /// An object with these keys, and others that depend on the word of a tag, which is one of its keys. Of several tags, the
    /// first one with a text counts. `other` has the keys for other words, `none` those without a tag.
    ///
    /// # Panics
    /// When it is compiled, if too many keys have ids or media.
    #[must_use]
    pub const fn tagged(
        self,
        tags: &'static [&'static str],
        words: &'static [Tagged],
        other: &'static Self,
        none: &'static Self,
    ) -> Self {
        let mut rest = words;
        while let [first, others @ ..] = rest {
            assert!(self.walked + first.object.walked <= MOST, "too many keys with ids or media");
            rest = others;
        }
        assert!(
            self.walked + other.walked <= MOST && self.walked + none.walked <= MOST,
            "too many keys with ids or media"
        );
        Self { tag: Some(ShapeTag { keys: tags, words, other, none }), ..self }
    }

    /// The same, where an object with just these keys, in this order, and strings at all of them has neither ids nor media,
    /// unless the first of the strings is `except`.
    #[must_use]
    pub const fn plain(self, keys: &'static [&'static str], except: &'static str) -> Self {
        Self { plain: (keys, except), ..self }
    }

    /// True for a plain object: see [`ShapeObject::plain`].
    #[inline]
    fn is_plain(&self, node: Node<'_, '_>) -> bool {
        let (keys, except) = self.plain;
        let first = match *keys {
            [key] => node.strings([key]).map(|[(first, _)]| first),
            [key, other] => node.strings([key, other]).map(|[(first, _), _]| first),
            _ => None,
        };
        first.is_some_and(|first| except.is_empty() || first != except)
    }

    /// The keys that the word of the tag adds.
    #[inline]
    fn added(&self, node: Node<'_, '_>) -> &Self {
        self.added_by(self.word(node))
    }

    /// The word of the tag.
    #[inline]
    fn word<'t, 'a>(&self, node: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
        self.tag.as_ref().and_then(|tag| tag.word(node))
    }

    #[inline]
    fn added_by(&self, word: Option<Node<'_, '_>>) -> &Self {
        self.tag_by(word).added
    }

    /// What the tag of an object says.
    #[inline]
    fn tag_of(&self, node: Node<'_, '_>) -> ObjectTag<'_> {
        self.tag_by(self.word(node))
    }

    #[inline]
    fn tag_by(&self, word: Option<Node<'_, '_>>) -> ObjectTag<'_> {
        let added = |added| ObjectTag { clue: None, added };
        let Some(tag) = &self.tag else { return added(&NOTHING) };
        let Some(word) = word else { return added(tag.none) };
        tag.of(word).map_or(added(tag.other), |tagged| ObjectTag { clue: tagged.clue, added: tagged.object })
    }

    #[inline]
    fn walked_keys(&self) -> &[Key] {
        self.keys.get(..self.walked).unwrap_or_default()
    }

    /// The keys that a walk looks at, with those of `added`.
    #[inline]
    fn walked<'s>(&'s self, added: &'s Self) -> impl Iterator<Item = &'s Key> {
        self.walked_keys().iter().chain(added.walked_keys())
    }

    /// Takes the values of these keys, in one pass. If a key appears twice, it takes the first one and returns the second.
    #[inline]
    fn values<'t, 'a>(
        &self,
        added: &Self,
        node: Node<'t, 'a>,
        walks: Walks,
        values: &mut Values<'t, 'a>,
    ) -> Option<DuplicateKey> {
        let mut twice = None;
        let (own, others) = values.split_at_mut_checked(self.walked)?;
        let (own_keys, other_keys) = (self.walked_keys(), added.walked_keys());
        for (name, value) in node.members() {
            let mut take = |(key, place): (&Key, &mut Option<Node<'t, 'a>>)| {
                if !key.is(name) || !key.is_for(walks) {
                    return;
                }
                match place {
                    Some(_) => twice = twice.take().or(Some(DuplicateKey { key: key.name, at: value.at() })),
                    None => *place = Some(value),
                }
            };
            own_keys.iter().zip(own.iter_mut()).for_each(&mut take);
            other_keys.iter().zip(others.iter_mut()).for_each(&mut take);
        }
        twice
    }

    /// True if objects of this kind may have a member with this key.
    #[must_use]
    pub fn knows(&self, key: Node<'_, '_>) -> bool {
        let has = |object: &Self| object.keys.iter().any(|known| known.is(key));
        has(self) || self.tag.is_some_and(|tag| tag.words.iter().any(|word| has(word.object)) || has(tag.other))
    }
}

/// What the word of a tag says of its object.
#[derive(Clone, Copy)]
struct ObjectTag<'s> {
    clue: Option<Clue>,
    /// The keys that it adds.
    added: &'s ShapeObject,
}

impl ShapeTag {
    #[inline]
    fn word<'t, 'a>(&self, node: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
        self.keys.iter().find_map(|key| node.get(key).filter(|word| word.token().is_some_and(|word| !word.is_empty())))
    }

    #[inline]
    fn of(&self, word: Node<'_, '_>) -> Option<&Tagged> {
        let word = word.text()?;
        let word = word.decode();
        self.words.iter().find(|tagged| tagged.has(&word))
    }
}

impl Tagged {
    /// These words add the keys of an object.
    #[must_use]
    pub const fn new(words: &'static [&'static str], object: &'static ShapeObject) -> Self {
        Self { words, end: "", object, clue: None }
    }

    /// Words that end so add the keys of an object.
    #[must_use]
    pub const fn ending(end: &'static str, object: &'static ShapeObject) -> Self {
        Self { words: &[], end, object, clue: None }
    }

    /// The same, where such a word says something about the format.
    #[must_use]
    pub const fn clue(self, clue: Clue) -> Self {
        Self { clue: Some(clue), ..self }
    }

    #[inline]
    fn has(&self, word: &str) -> bool {
        self.words.contains(&word) || (!self.end.is_empty() && word.ends_with(self.end))
    }
}

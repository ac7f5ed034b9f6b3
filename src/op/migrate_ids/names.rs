//! The ids of a record, each once. They are not copied: an id is represented by its first place.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};

use crate::format::IdRules;
use crate::format::ids::Site;
use crate::json::{At, Text};

/// An id of the record.
#[derive(Debug, Default)]
pub(super) struct NamedId {
    /// Its first place.
    pub(super) first: u32,
    /// The index of its new id in the pool.
    pub(super) new: Option<std::num::NonZeroU32>,
    /// The place of the second item with this id.
    pub(super) again: At,
    /// The place of a reference to it, which must have a target.
    pub(super) pointed: At,
    /// The scopes of the id.
    pub(super) scopes: IdScopes,
    /// Equal ids in several groups get different new ones.
    pub(super) group: u8,
    /// Two items of one kind share this id.
    pub(super) is_twice: bool,
    /// It is used by items that have an id only if another item has it.
    pub(super) is_asked: bool,
    /// A service uses it as an id.
    pub(super) is_kept: bool,
    /// It gets a new id.
    pub(super) is_renamed: bool,
}

/// The scopes of an id, as sets: one [bit](crate::format::ids::Scope::bit) for each scope.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IdScopes {
    /// The selected scopes that it has.
    pub(super) selected: u8,
    /// The other scopes that it has.
    pub(super) others: u8,
    /// The scopes in which the map has it.
    pub(super) mapped: u8,
    /// The scopes in which it identifies something.
    pub(super) named: u8,
    /// The scopes of references that must have a target.
    pub(super) pointed: u8,
}

impl NamedId {
    /// The number of its new id in the pool.
    pub(super) fn number(&self) -> Option<u32> {
        self.new.map(|number| number.get() - 1)
    }
}

/// The texts of ids by place.
#[derive(Clone, Copy, Debug)]
pub(super) struct IdTexts<'a> {
    pub(super) sites: &'a [Site],
    pub(super) text: &'a str,
    pub(super) ids: &'a IdRules,
}

impl<'a> IdTexts<'a> {
    /// The id at a place.
    pub(super) fn name(&self, place: u32) -> Cow<'a, str> {
        self.sites.get(place as usize).map_or(Cow::Borrowed(""), |site| name_at(site, self.text, self.ids))
    }
}

/// Those whose new ids must be valid for the target of `--for`.
pub(super) const FOR_TARGET: u8 = 1;

/// Up to this number, ids are searched linearly; beyond it, with a table.
const FEW: usize = 16;

/// An empty place of the index.
const FREE: u32 = u32::MAX;

/// All ids of a record.
#[derive(Debug, Default)]
pub(super) struct NamedIds {
    pub(super) list: Vec<NamedId>,
    /// Numbers of ids by their hashes; the length is a power of two, and at least a quarter is free.
    index: Vec<u32>,
    hasher: RandomState,
    /// New ids, and the first places of the old ones.
    made: HashMap<Box<str>, u32>,
    /// The highest group plus one.
    groups: u8,
}

impl NamedIds {
    /// Clears everything, but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.index.clear();
        self.made.clear();
        self.groups = 0;
    }

    /// The number of the id at a place; a new number if it is the first place.
    pub(super) fn number(&mut self, name: &str, group: u8, place: u32, texts: &IdTexts<'_>) -> usize {
        if let Some(number) = self.find(name, group, texts) {
            return number;
        }
        let number = self.list.len();
        self.groups = self.groups.max(group + 1);
        self.list.push(NamedId { first: place, group, ..NamedId::default() });
        if number >= FEW {
            if self.index.len() / 4 * 3 <= number {
                self.grow(texts);
            } else {
                self.insert(name, number);
            }
        }
        number
    }

    fn grow(&mut self, texts: &IdTexts<'_>) {
        let length = (self.list.len() * 2).next_power_of_two().max(64);
        self.index.clear();
        self.index.resize(length, FREE);
        for number in 0..self.list.len() {
            let Some(first) = self.list.get(number).map(|id| id.first) else { continue };
            self.insert(&texts.name(first), number);
        }
    }

    fn insert(&mut self, name: &str, number: usize) {
        let mut slot = self.slot(name);
        let mask = self.index.len().wrapping_sub(1);
        while let Some(found) = self.index.get_mut(slot) {
            if *found == FREE {
                *found = u32::try_from(number).unwrap_or(FREE);
                return;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The slot at which the search for a name starts.
    fn slot(&self, name: &str) -> usize {
        let mask = self.index.len().wrapping_sub(1);
        #[allow(clippy::cast_possible_truncation, reason = "the low bits of a hash")]
        let hash = self.hasher.hash_one(name) as usize;
        hash & mask
    }

    fn find(&self, name: &str, group: u8, texts: &IdTexts<'_>) -> Option<usize> {
        let is_it = |id: &NamedId| id.group == group && texts.name(id.first) == name;
        if self.list.len() <= FEW {
            return self.list.iter().position(is_it);
        }
        let (mut slot, mask) = (self.slot(name), self.index.len().wrapping_sub(1));
        loop {
            let number = self.index.get(slot).copied().filter(|number| *number != FREE)? as usize;
            if self.list.get(number).is_some_and(is_it) {
                return Some(number);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// True if an id of the record will become this one.
    pub(super) fn is_taken(&self, new: &str, texts: &IdTexts<'_>) -> bool {
        let stays = |number: usize| self.list.get(number).is_some_and(|id| !id.is_renamed || id.scopes.others != 0);
        (0..self.groups).filter_map(|group| self.find(new, group, texts)).any(stays) || self.made.contains_key(new)
    }

    /// The same for an id of a map: items of any kind that shared an id before may share one again.
    pub(super) fn is_mapped_twice(&self, new: &str, old: &str, texts: &IdTexts<'_>) -> bool {
        match self.made.get(new) {
            Some(first) => texts.name(*first) != old,
            None => self.is_taken(new, texts),
        }
    }

    /// Records that the id of a place is generated.
    pub(super) fn take(&mut self, new: &str, place: u32) {
        self.made.insert(new.into(), place);
    }
}

/// The text of the id at a place.
pub(super) fn name_at<'a>(site: &Site, text: &'a str, ids: &IdRules) -> Cow<'a, str> {
    match site.token(text) {
        Cow::Borrowed(token) => name_of(token, ids),
        Cow::Owned(token) => Cow::Owned(name_of(&token, ids).into_owned()),
    }
}

/// The text of an id, in the canonical spelling of its program if that accepts several.
///
/// Numbers and halves of surrogate pairs are distinguished from texts with the same spelling.
pub(super) fn name_of<'a>(raw: &'a str, ids: &IdRules) -> Cow<'a, str> {
    let Some(token) = raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"')) else {
        return Cow::Owned(format!("\0{raw}"));
    };
    if let Some(normal) = (ids.normal)(token) {
        return Cow::Owned(normal);
    }
    if memchr::memchr(b'\\', token.as_bytes()).is_none() {
        return Cow::Borrowed(token);
    }
    let decoded = Text::Token(token).decode_json().into_owned();
    if *Text::Token(token).decode() != decoded {
        return Cow::Owned(format!("\0h{decoded}"));
    }
    match (ids.normal)(&decoded) {
        Some(normal) => Cow::Owned(normal),
        // The prefix of the others.
        None if decoded.starts_with('\0') => Cow::Owned(format!("\0{decoded}")),
        None => Cow::Owned(decoded),
    }
}

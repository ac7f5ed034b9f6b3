//! The ids of a record, each once.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::format::Ids;
use crate::format::ids::Site;
use crate::json::{At, Text};

/// An id of the record.
#[derive(Debug)]
pub(super) struct Id<'a> {
    /// What it says.
    pub(super) name: Cow<'a, str>,
    /// It has to be one that the target of `--for` takes.
    pub(super) is_for_target: bool,
    /// Of what it is the id, of that which was asked for.
    pub(super) scopes: u8,
    /// Of what else.
    pub(super) others: u8,
    /// How many things it names, and where the second one stands.
    pub(super) named: u32,
    pub(super) again: At,
    /// Where something points to it that must not point nowhere.
    pub(super) pointed: Option<At>,
    /// More than things that are ids only if something is named so.
    pub(super) is_asked: bool,
    /// A service knows it by this name.
    pub(super) is_kept: bool,
    /// It gets another one.
    pub(super) is_renamed: bool,
    pub(super) new: Option<String>,
    /// For which scopes the map has it.
    pub(super) mapped: u8,
}

/// So many are searched one by one; more are looked up.
const FEW: usize = 16;

/// All ids of a record.
#[derive(Debug, Default)]
pub(super) struct Names<'a> {
    pub(super) list: Vec<Id<'a>>,
    by_name: HashMap<(bool, Cow<'a, str>), usize>,
    made: HashSet<String>,
}

impl<'a> Names<'a> {
    /// The place of an id; a new one if it was not there before.
    pub(super) fn place(&mut self, name: Cow<'a, str>, is_for_target: bool) -> usize {
        if let Some(place) = self.find(&name, is_for_target) {
            return place;
        }
        let place = self.list.len();
        if place == FEW {
            let all = self.list.iter().zip(0..).map(|(id, place)| ((id.is_for_target, id.name.clone()), place));
            self.by_name.extend(all);
        }
        if place >= FEW {
            self.by_name.insert((is_for_target, name.clone()), place);
        }
        self.list.push(Id {
            name,
            is_for_target,
            scopes: 0,
            others: 0,
            named: 0,
            again: At::NOWHERE,
            pointed: None,
            is_asked: false,
            is_kept: false,
            is_renamed: false,
            new: None,
            mapped: 0,
        });
        place
    }

    fn find(&self, name: &str, is_for_target: bool) -> Option<usize> {
        if self.list.len() <= FEW {
            return self.list.iter().position(|id| id.is_for_target == is_for_target && id.name == name);
        }
        self.by_name.get(&(is_for_target, Cow::Borrowed(name))).copied()
    }

    /// True if an id of the record will be this one.
    pub(super) fn is_taken(&self, new: &str) -> bool {
        let stays = |place: usize| self.list.get(place).is_some_and(|id| !id.is_renamed || id.others != 0);
        [false, true].into_iter().filter_map(|target| self.find(new, target)).any(stays) || self.made.contains(new)
    }

    /// Notes that an id is given.
    pub(super) fn take(&mut self, new: &str) {
        self.made.insert(new.to_owned());
    }
}

/// What the id at a place says.
pub(super) fn name_at<'a>(site: &Site, text: &'a str, ids: &Ids) -> Cow<'a, str> {
    match site.token(text) {
        Cow::Borrowed(token) => name_of(token, ids),
        Cow::Owned(token) => Cow::Owned(name_of(&token, ids).into_owned()),
    }
}

/// What an id says: in the one spelling that its program has for it, if it reads several.
///
/// Numbers and halves of surrogate pairs are told from texts that look like them.
pub(super) fn name_of<'a>(raw: &'a str, ids: &Ids) -> Cow<'a, str> {
    let Some(token) = raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"')) else {
        return Cow::Owned(format!("\0{raw}"));
    };
    if let Some(normal) = (ids.normal)(token) {
        return Cow::Owned(normal);
    }
    if !token.contains('\\') {
        return Cow::Borrowed(token);
    }
    let decoded = Text::Token(token).decode_json().into_owned();
    if Text::Token(token).decode().contains(char::REPLACEMENT_CHARACTER) {
        return Cow::Owned(format!("\0{decoded}"));
    }
    match (ids.normal)(&decoded) {
        Some(normal) => Cow::Owned(normal),
        None => Cow::Owned(decoded),
    }
}

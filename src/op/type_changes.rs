//! Fields whose type changes within a file: `"content":"x"` in one record, `"content":[…]` in another. Programs that give
//! every column one type do not load such files.
//!
//! Workers note where they first see a type at a path. The pass over the batches, which is in order, compares them, so
//! the findings are the same for any number of threads.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher as _;

use foldhash::quality::RandomState;

use crate::json::{Items, Kind, Members, Node};
use crate::report::{Diagnostic, Report, Start};
use crate::rule::TYPE_CHANGES;

/// The values of a record that are compared.
const VALUES: usize = 1 << 16;
/// The pairs of path and type that a worker remembers, and the paths of a file.
const MOST: usize = 1 << 16;

/// A type at a path, where a worker saw it first.
#[derive(Debug)]
pub(super) struct SeenType {
    path: u64,
    kind: Kind,
    pub(super) place: Diagnostic,
}

/// The types that a worker has seen.
#[derive(Debug)]
pub(super) struct TypeWalk {
    hasher: RandomState,
    known: HashSet<(u64, Kind), RandomState>,
    /// The new ones of a batch, and their places.
    new: Vec<(u64, Kind)>,
    places: Report,
}

enum TypeLevel<'t, 'a> {
    Items(Items<'t, 'a>),
    Members(Members<'t, 'a>),
}

impl TypeWalk {
    /// All workers have the same hasher.
    pub(super) fn new(hasher: RandomState, has_excerpts: bool) -> Self {
        let places = Report::keeping(u64::MAX).with_excerpts(has_excerpts);
        Self { hasher, known: HashSet::with_hasher(hasher), new: Vec::new(), places }
    }

    /// Notes the types that are new in a record, which is the `record`th of its batch.
    pub(super) fn add(&mut self, root: Node<'_, '_>, record: u64, bytes: &[u8], start: &Start) {
        self.places.start_record(record);
        let (mut levels, mut left) = (Vec::new(), VALUES);
        self.value(root, 0, &mut levels);
        while let Some((path, level)) = levels.last_mut() {
            let next = match level {
                TypeLevel::Items(items) => items.next().map(|item| (self.hasher.hash_one((*path, 0_u8)), item)),
                TypeLevel::Members(members) => members.next().map(|(key, value)| {
                    (self.hasher.hash_one((*path, key.text().unwrap_or_default().decode_json().as_bytes())), value)
                }),
            };
            match next {
                Some((path, value)) if left > 0 => {
                    left -= 1;
                    self.value(value, path, &mut levels);
                }
                _ => {
                    levels.pop();
                }
            }
        }
        self.places.locate(Some(root), bytes, start);
    }

    fn value<'t, 'a>(&mut self, value: Node<'t, 'a>, path: u64, levels: &mut Vec<(u64, TypeLevel<'t, 'a>)>) {
        let kind = value.kind();
        if kind != Kind::Null && self.known.insert((path, kind)) {
            self.new.push((path, kind));
            self.places.add(TYPE_CHANGES.code, value.at(), String::new);
        }
        match kind {
            Kind::Array => levels.push((path, TypeLevel::Items(value.items()))),
            Kind::Object => levels.push((path, TypeLevel::Members(value.members()))),
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => {}
        }
    }

    /// What is new in a batch.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = SeenType> {
        // Then the next batch repeats some, which does no harm.
        if self.known.len() > MOST {
            self.known.clear();
        }
        let new = std::mem::take(&mut self.new);
        new.into_iter().zip(self.places.drain()).map(|((path, kind), place)| SeenType { path, kind, place })
    }
}

/// The types of a file so far.
#[derive(Debug, Default)]
pub(super) struct FileTypes {
    /// By path: each type, with the record and the line of its first value.
    paths: HashMap<u64, Vec<(Kind, u64, u64)>>,
}

impl FileTypes {
    /// Adds a type. This is a finding if no record before has it at its path, but some have another one there.
    pub(super) fn add(&mut self, seen: SeenType) -> Option<Diagnostic> {
        let SeenType { path, kind, mut place } = seen;
        if self.paths.len() >= MOST && !self.paths.contains_key(&path) {
            return None;
        }
        let types = self.paths.entry(path).or_default();
        if types.iter().any(|(known, ..)| *known == kind) {
            return None;
        }
        let before = types.first().copied();
        types.push((kind, place.record, place.location.as_ref().map_or(0, |location| location.line)));
        let (first, record, line) = before?;
        place.message = format!("{} here, {} in line {line}", kind.name(), first.name());
        (record < place.record).then_some(place)
    }
}

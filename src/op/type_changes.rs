//! Fields whose type changes within a file: `"content":"x"` in one record, `"content":[…]` in another. Programs with
//! one type per column cannot load such files.
//!
//! Workers record where they first find a type at a path. The pass over the batches is in order and compares them, so
//! the findings are the same for any number of threads.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, Hasher as _};

use foldhash::quality::RandomState;

use crate::json::{Kind, Node};
use crate::report::{Diagnostic, Report, Start};
use crate::rule::TYPE_CHANGES;

/// The values of a record that are compared.
const VALUES: usize = 1 << 16;
/// The pairs of path and type that a worker remembers, and the paths of a file.
const MOST: usize = 1 << 16;

/// The number of a path or a pair, from that of its beginning and of what follows.
fn combined(path: u64, next: u64) -> u64 {
    let mixed = (path ^ next).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 32)
}

/// The first place of a type at a path, as found by a worker.
#[derive(Debug)]
pub(super) struct SeenType {
    path: u64,
    kind: Kind,
    pub(super) place: Diagnostic,
}

/// The number of recent pairs in the table.
const RECENT: usize = 1 << 10;

/// The types that a worker has found.
#[derive(Debug)]
pub(super) struct TypeWalk {
    hasher: RandomState,
    /// Pairs of path and type, as one number.
    known: HashSet<u64, RandomState>,
    /// Some of the pairs, each at the index of its last bits: most values need only this lookup.
    recent: Vec<u64>,
    /// The path of the last message with a role and a text, whose types are known.
    plain: Option<u64>,
    /// The looks of plain records whose types are known, as bits.
    looks: u32,
    /// The new pairs of a batch, and their places.
    new: Vec<(u64, Kind)>,
    places: Report,
}

impl TypeWalk {
    /// All workers have the same hasher.
    pub(super) fn new(hasher: RandomState, has_excerpts: bool) -> Self {
        let places = Report::keeping(u64::MAX).with_excerpts(has_excerpts);
        Self {
            hasher,
            known: HashSet::with_hasher(hasher),
            recent: vec![0; RECENT],
            plain: None,
            looks: 0,
            new: Vec::new(),
            places,
        }
    }

    // Not inlined: few values come here.
    #[inline(never)]
    fn add_pair(&mut self, pair: u64, path: u64, value: Node<'_, '_>) {
        if self.known.insert(pair) {
            self.new.push((path, value.kind()));
            self.places.add(TYPE_CHANGES.code, value.at(), String::new);
        }
    }

    /// The new pairs of a batch.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = SeenType> {
        // Then the next batch repeats some, which is harmless.
        if self.known.len() > MOST {
            self.known.clear();
            self.recent.fill(0);
            (self.plain, self.looks) = (None, 0);
        }
        let new = std::mem::take(&mut self.new);
        new.into_iter().zip(self.places.drain()).map(|((path, kind), place)| SeenType { path, kind, place })
    }
}

/// A record whose types are recorded.
pub(super) struct TypedRecord<'r> {
    pub(super) walk: &'r mut TypeWalk,
    /// The number of its look, if it is plain: such records have the same types, and no repeated keys.
    pub(super) look: Option<usize>,
    /// Its number in the batch.
    pub(super) record: u64,
    pub(super) bytes: &'r [u8],
    pub(super) start: &'r Start,
}

impl TypedRecord<'_> {
    /// Its bit in [`TypeWalk::looks`]; 0 for other records.
    fn look_bit(&self) -> u32 {
        self.look.and_then(|look| 1_u32.checked_shl(u32::try_from(look).ok()?)).unwrap_or_default()
    }

    /// True if an earlier record has the same types.
    pub(super) fn is_known(&self) -> bool {
        self.walk.looks & self.look_bit() != 0
    }

    /// Records the new types. Calls `each` with every object other than a message of a role and a text.
    pub(super) fn add<'t, 'a>(self, root: Node<'t, 'a>, mut each: impl FnMut(Node<'t, 'a>)) {
        let look_bit = self.look_bit();
        let Self { walk, record, bytes, start, .. } = self;
        walk.places.start_record(record);
        let hasher = walk.hasher;
        let path_of = |path, key: Option<&[u8]>| match key {
            // An escape in a key is rare, and makes it a different key here.
            Some(key) => {
                let mut hash = hasher.build_hasher();
                hash.write(key);
                combined(path, hash.finish())
            }
            None => combined(path, 1),
        };
        let mut most = VALUES;
        root.each_value(path_of, |value, kind, path| {
            let pair = combined(path, kind as u64 + 2);
            let recent = walk.recent.get_mut(usize::try_from(pair % RECENT as u64).unwrap_or_default());
            let is_new = recent.is_some_and(|recent| std::mem::replace(recent, pair) != pair);
            if is_new && kind != Kind::Null && most > 0 {
                walk.add_pair(pair, path, value);
            }
            most = most.saturating_sub(1);
            if kind != Kind::Object {
                return true;
            }
            // Most values belong to messages of a role and a text: the first one at a path determines the types.
            if value.strings(["role", "content"]).is_none() {
                each(value);
                return true;
            }
            let is_known = walk.plain.replace(path) == Some(path);
            if is_known {
                most = most.saturating_sub(value.len());
            }
            !is_known
        });
        if most > 0 {
            walk.looks |= look_bit;
        }
        walk.places.locate(Some(root), bytes, start);
    }
}

/// The types of the earlier records of a file.
#[derive(Debug, Default)]
pub(super) struct FileTypes {
    /// By path: each type, with the record and the line of its first value.
    paths: HashMap<u64, Vec<(Kind, u64, u64)>>,
}

impl FileTypes {
    /// Adds a type. It is a finding if no earlier record has it at its path, but some have another one there.
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

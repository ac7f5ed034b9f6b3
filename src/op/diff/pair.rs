//! Pairs the records of A with those of B: by their bytes, by the id of the conversation, by content, by order.

use std::collections::HashMap;
use std::hash::BuildHasher as _;

use super::DiffFailure;
use super::facts::FactMaker;
use super::file_pair::FilePair;
use super::hash::{Hashed, PlacesByKey};
use super::lcs::{StepBudget, common, increasing_matches};
use super::meaning::RecordNumbers;
use super::names::CallNames;
use super::options::Align;

/// The number of messages in the sketch of a record: those with the smallest keys.
const SKETCH: usize = 16;

/// The maximum number of steps to find records, whatever the number of records: about a second.
const STEPS: u64 = 400_000_000;

/// A record of A, one of B, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecordPair {
    pub(super) a: Option<usize>,
    pub(super) b: Option<usize>,
    /// The order of the records differs.
    pub(super) is_moved: bool,
    /// What is the same in both, as far as their hashes show.
    pub(super) same: SameInBoth,
}

/// What is known to be the same in two records before they are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SameInBoth {
    /// Perhaps nothing.
    #[default]
    Unknown,
    /// All messages.
    Messages,
    /// Everything.
    All,
}

/// All records, paired up.
pub(super) struct PairedRecords {
    /// In the order of A; those that only B has are at their positions.
    pub(super) pairs: Vec<RecordPair>,
    pub(super) is_coarse: bool,
    /// Ids of conversations on both sides, at least one of which is not unique.
    pub(super) repeated: u64,
}

struct RecordMatches {
    to_b: Vec<Option<usize>>,
    to_a: Vec<Option<usize>>,
    posts: Vec<bool>,
}

/// The id and the keys of some messages of a changed record.
#[derive(Default)]
struct Sketch {
    id: Option<u64>,
    keys: Vec<u64>,
    meaning: Option<RecordNumbers>,
}

/// Pairs up all records.
pub(super) fn records(files: &mut FilePair<'_>) -> Result<PairedRecords, DiffFailure> {
    let (n, m) = (files.a.entries.len(), files.b.entries.len());
    let mut budget = StepBudget::new(STEPS);
    let mut pairs = RecordMatches { to_b: vec![None; n], to_a: vec![None; m], posts: vec![false; n] };
    if n == 1 && m == 1 {
        pairs.add(0, 0, true);
        return Ok(PairedRecords { pairs: pairs.list(), is_coarse: false, repeated: 0 });
    }
    let (a, b): (RecordKey<'_>, RecordKey<'_>) = (&|at| files.a.hash(at), &|at| files.b.hash(at));
    pairs.pass(a, b, &mut budget);
    pairs.moves(a, b);
    // Bytes that are equal may mean something else in another format.
    let is_same_way = files.a.usual.map(|it| it.name) == files.b.usual.map(|it| it.name);
    let sketches = (sketches(files, &pairs.to_b, 0, is_same_way)?, sketches(files, &pairs.to_a, 1, is_same_way)?);
    let ids = |own: &Sketches| {
        let mut counts: Hashed<u32> = Hashed::default();
        own.values().filter_map(|sketch| sketch.id).for_each(|id| *counts.entry(id).or_default() += 1);
        counts
    };
    let (own, other) = (ids(&sketches.0), ids(&sketches.1));
    let is_shared = |id: &u64| own.get(id) == Some(&1) && other.get(id) == Some(&1);
    let shared = |list: &Sketches, at: usize| list.get(&at)?.id.filter(is_shared);
    let (a, b): (RecordKey<'_>, RecordKey<'_>) = (&|at| shared(&sketches.0, at), &|at| shared(&sketches.1, at));
    pairs.pass(a, b, &mut budget);
    pairs.moves(a, b);
    pairs.by_content(&sketches);
    pairs.by_order(&sketches);
    let repeated = own.keys().filter(|id| other.contains_key(id) && !is_shared(id)).count() as u64;
    let mut pairs = pairs.list();
    for pair in &mut pairs {
        let meaning = |list: &Sketches, at: Option<usize>| list.get(&at?)?.meaning;
        let both = meaning(&sketches.0, pair.a).zip(meaning(&sketches.1, pair.b));
        pair.same = both.map_or(SameInBoth::Unknown, |(a, b)| a.same(&b));
    }
    Ok(PairedRecords { pairs, is_coarse: budget.is_spent, repeated })
}

/// The key by which a record is matched.
type RecordKey<'f> = &'f dyn Fn(usize) -> Option<u64>;

/// The sketches of the records without a byte-identical counterpart. Others have a sketch only if the formats of the files differ:
/// its `meaning` alone.
type Sketches = HashMap<usize, Sketch>;

/// The ids and a few messages of the records without a counterpart.
fn sketches(
    files: &mut FilePair<'_>,
    pairs: &[Option<usize>],
    side: usize,
    is_same_way: bool,
) -> Result<Sketches, DiffFailure> {
    let mut maker = FactMaker::of_numbers(files.hasher, files.options.ignore);
    let mut found = Sketches::new();
    for (index, pair) in pairs.iter().enumerate() {
        if pair.is_none() {
            found.insert(index, sketch(files, (side, index), &mut maker)?);
        } else if !is_same_way {
            let meaning = sketch(files, (side, index), &mut maker)?.meaning;
            found.insert(index, Sketch { meaning, ..Sketch::default() });
        }
        files.done(side, index);
    }
    Ok(found)
}

fn sketch(
    files: &mut FilePair<'_>,
    (side, index): (usize, usize),
    maker: &mut FactMaker,
) -> Result<Sketch, DiffFailure> {
    let (hasher, how) = (files.hasher, files.options.align);
    files.with(side, index, &mut |format, conversation, unread| {
        let names = CallNames::of(conversation);
        // Of a few messages, all are in the sketch.
        maker.rank_messages(conversation.messages.len() > SKETCH);
        let numbers: Vec<_> =
            conversation.messages.iter().map(|message| maker.message_numbers(message, &names)).collect();
        let mut ranked: Vec<_> = numbers.iter().enumerate().map(|(at, it)| (it.rank, at, it.content)).collect();
        // Chosen by content, not by hashes that differ in each run.
        ranked.sort_unstable();
        ranked.dedup_by_key(|(_, _, content)| *content);
        let mut keys: Vec<_> = ranked.into_iter().take(SKETCH).map(|(_, _, content)| content).collect();
        keys.sort_unstable();
        keys.dedup();
        let id = conversation.id.as_ref().map(|id| hasher.hash_one(id.decode_json().as_ref()));
        let is_plain = unread.is_empty() && how != Align::Id;
        let meaning = RecordNumbers::of(format, conversation, &numbers, maker).filter(|_| is_plain);
        Sketch { id, keys, meaning }
    })
}

impl RecordMatches {
    fn add(&mut self, a: usize, b: usize, is_post: bool) {
        if let (Some(to_b), Some(to_a), Some(post)) =
            (self.to_b.get_mut(a), self.to_a.get_mut(b), self.posts.get_mut(a))
        {
            (*to_b, *to_a, *post) = (Some(b), Some(a), is_post);
        }
    }

    fn gaps(&self) -> Vec<(Vec<usize>, Vec<usize>)> {
        let free = |list: &[Option<usize>], from: usize, to: usize| -> Vec<usize> {
            (from..to).filter(|at| list.get(*at).is_some_and(Option::is_none)).collect()
        };
        let posts = self.posts.iter().enumerate().filter(|(_, is_post)| **is_post).map(|(at, _)| at);
        let ends = posts.filter_map(|a| Some((a, self.to_b.get(a).copied().flatten()?)));
        let (mut gaps, mut from) = (Vec::new(), (0, 0));
        for (a, b) in ends.chain([(self.to_b.len(), self.to_a.len())]) {
            if from.0 < a && from.1 < b {
                let (left, right) = (free(&self.to_b, from.0, a), free(&self.to_a, from.1, b));
                if !left.is_empty() && !right.is_empty() {
                    gaps.push((left, right));
                }
            }
            from = (a + 1, b + 1);
        }
        gaps
    }

    fn pass(&mut self, a: RecordKey<'_>, b: RecordKey<'_>, budget: &mut StepBudget) {
        for (left, right) in self.gaps() {
            let keys = |key: RecordKey<'_>, places: &[usize]| -> (Vec<usize>, Vec<u64>) {
                places.iter().filter_map(|place| Some((*place, key(*place)?))).unzip()
            };
            let ((left, x), (right, y)) = (keys(a, &left), keys(b, &right));
            for run in common(&x, &y, budget) {
                for step in 0..run.len {
                    if let (Some(a), Some(b)) = (left.get(run.a + step), right.get(run.b + step)) {
                        self.add(*a, *b, true);
                    }
                }
            }
        }
    }

    fn moves(&mut self, a: RecordKey<'_>, b: RecordKey<'_>) {
        let mut places = PlacesByKey::new(self.to_a.len(), &|at| (self.to_a.get(at) == Some(&None)).then(|| b(at))?);
        for at in 0..self.to_b.len() {
            if self.to_b.get(at) == Some(&None)
                && let Some(b) = a(at).and_then(|key| places.take(key))
            {
                self.add(at, b, false);
            }
        }
    }

    /// Pairs records that share messages, beginning with those that share most.
    fn by_content(&mut self, sketches: &(Sketches, Sketches)) {
        let mut places: Hashed<Vec<usize>> = Hashed::default();
        for at in 0..self.to_a.len() {
            if let (Some(None), Some(sketch)) = (self.to_a.get(at), sketches.1.get(&at)) {
                // Messages of every record, such as a system text, do not distinguish records.
                for key in &sketch.keys {
                    let list = places.entry(*key).or_default();
                    if list.len() <= 8 {
                        list.push(at);
                    }
                }
            }
        }
        let mut found = Vec::new();
        for a in 0..self.to_b.len() {
            let (Some(None), Some(sketch)) = (self.to_b.get(a), sketches.0.get(&a)) else { continue };
            let mut hits: HashMap<usize, usize> = HashMap::new();
            for key in &sketch.keys {
                for b in places.get(key).filter(|list| list.len() <= 8).into_iter().flatten() {
                    *hits.entry(*b).or_default() += 1;
                }
            }
            found.extend(hits.into_iter().map(|(b, count)| (std::cmp::Reverse(count), a.abs_diff(b), a, b)));
        }
        found.sort_unstable();
        for (_, _, a, b) in found {
            if self.to_b.get(a) == Some(&None) && self.to_a.get(b) == Some(&None) {
                self.add(a, b, false);
            }
        }
        self.set_posts();
    }

    /// Pairs the remaining records between others in order. Records with different ids are not paired.
    fn by_order(&mut self, sketches: &(Sketches, Sketches)) {
        let id = |list: &Sketches, at: usize| list.get(&at).and_then(|sketch| sketch.id);
        for (left, right) in self.gaps() {
            for (a, b) in left.into_iter().zip(right) {
                if id(&sketches.0, a).is_none() || id(&sketches.1, b).is_none() {
                    self.add(a, b, true);
                }
            }
        }
    }

    fn set_posts(&mut self) {
        let pairs: Vec<_> = self.to_b.iter().enumerate().filter_map(|(a, b)| Some((a, (*b)?))).collect();
        self.posts.fill(false);
        for (a, _) in increasing_matches(&pairs) {
            if let Some(post) = self.posts.get_mut(a) {
                *post = true;
            }
        }
    }

    fn list(mut self) -> Vec<RecordPair> {
        self.set_posts();
        let mut list = Vec::with_capacity(self.to_b.len().max(self.to_a.len()));
        let mut next = 0;
        let is_post = |a: usize| self.posts.get(a) == Some(&true);
        let catch_up = |list: &mut Vec<RecordPair>, next: &mut usize, end: usize| {
            while *next < end {
                let a = self.to_a.get(*next).copied().flatten();
                list.push(RecordPair { a, b: Some(*next), is_moved: a.is_some(), same: SameInBoth::Unknown });
                *next += 1;
            }
        };
        for (a, b) in self.to_b.iter().enumerate() {
            match b {
                None => list.push(RecordPair { a: Some(a), b: None, is_moved: false, same: SameInBoth::Unknown }),
                Some(b) if is_post(a) => {
                    catch_up(&mut list, &mut next, *b);
                    list.push(RecordPair { a: Some(a), b: Some(*b), is_moved: false, same: SameInBoth::Unknown });
                    next = next.max(*b + 1);
                }
                Some(_) => {}
            }
        }
        catch_up(&mut list, &mut next, self.to_a.len());
        list
    }
}

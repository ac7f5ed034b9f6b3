//! Alignment of messages: pairs the messages of A with those of B.
//!
//! First byte-identical messages, then those with the same id, the same meaning, the same text and nearly the same
//! text, each between the pairs that were found before. Remaining messages that are equal elsewhere have moved.

use std::cell::RefCell;
use std::collections::HashSet;
use std::hash::BuildHasher as _;
use std::ops::Range;

use super::facts::{Built, FactMaker};
use super::hash::{Hashed, PlacesByKey, QuickHash};
use super::lcs::{StepBudget, common, increasing_matches};
use super::options::{Align, Class};
use super::similar::{Leftover, in_gap, near};
use super::view::View;

/// The pairs of messages.
#[derive(Debug, Default)]
pub(super) struct Pairing {
    pub(super) to_b: Vec<Option<usize>>,
    pub(super) to_a: Vec<Option<usize>>,
    /// By place in A: the counterpart is in another order.
    pub(super) moved: Vec<bool>,
    /// A message of A that was split into several messages of B: its index, and theirs.
    pub(super) splits: Vec<(usize, Range<usize>)>,
    /// Several messages of A that were merged into one of B.
    pub(super) merges: Vec<(Range<usize>, usize)>,
    /// Ids that occur on both sides, and more than once on one of them.
    pub(super) repeated: usize,
}

pub(super) struct MessageAligner<'x, 'c> {
    pub(super) a: &'x View<'c>,
    pub(super) b: &'x View<'c>,
    pub(super) maker: &'x RefCell<FactMaker>,
    pub(super) budget: &'x mut StepBudget,
    to_b: Vec<Option<usize>>,
    to_a: Vec<Option<usize>>,
    /// The pairs that separate the gaps.
    posts: Vec<bool>,
    /// By place in A: it is matched after the others.
    is_deferred: Vec<bool>,
    repeated: usize,
}

/// The key by which a message of A (0) or B (1) is matched.
type MessageKey<'f> = &'f dyn Fn(usize, usize) -> Option<u64>;

/// Pairs up the messages of two conversations.
pub(super) fn align<'c>(
    a: &View<'c>,
    b: &View<'c>,
    how: Align,
    maker: &RefCell<FactMaker>,
    budget: &mut StepBudget,
) -> Pairing {
    let mut aligner = MessageAligner::new(a, b, maker, budget);
    match how {
        Align::Position => {
            for index in 0..a.len().min(b.len()) {
                aligner.pair(index, index);
            }
        }
        Align::Id => aligner.by_id(how),
        Align::Auto | Align::Content => aligner.by_content(how),
    }
    aligner.finish(matches!(how, Align::Auto | Align::Content))
}

impl<'x, 'c> MessageAligner<'x, 'c> {
    fn new(a: &'x View<'c>, b: &'x View<'c>, maker: &'x RefCell<FactMaker>, budget: &'x mut StepBudget) -> Self {
        let (to_b, to_a, posts) = (vec![None; a.len()], vec![None; b.len()], vec![false; a.len()]);
        Self { a, b, maker, budget, to_b, to_a, posts, is_deferred: Vec::new(), repeated: 0 }
    }

    fn views(&self) -> impl Fn(usize) -> &'x View<'c> + use<'x, 'c> {
        let (a, b) = (self.a, self.b);
        move |side| if side == 0 { a } else { b }
    }

    fn pair(&mut self, a: usize, b: usize) {
        if let (Some(to_b), Some(to_a)) = (self.to_b.get_mut(a), self.to_a.get_mut(b)) {
            (*to_b, *to_a) = (Some(b), Some(a));
        }
    }

    fn by_content(&mut self, how: Align) {
        let (maker, view) = (self.maker, self.views());
        let hasher = maker.borrow().hasher;
        if self.a.format.name == self.b.format.name {
            let quick = QuickHash::new(hasher);
            self.pass(&|side, index| raw_key(&quick, view(side), index));
        }
        if how == Align::Auto {
            self.by_id(how);
        }
        self.defer_copies();
        if !self.is_deferred.is_empty() {
            self.by_meaning();
            self.is_deferred.clear();
        }
        self.by_meaning();
    }

    /// Generated messages of a program may repeat the text of a person, as summaries do. A format without such messages
    /// dropped them, so they are matched with the remaining messages.
    fn defer_copies(&mut self) {
        if self.a.format.name != self.b.format.name && !(0..self.b.len()).any(|index| self.b.is_by_program(index)) {
            self.is_deferred = (0..self.a.len()).map(|index| self.a.is_by_program(index)).collect();
            if !self.is_deferred.contains(&true) {
                self.is_deferred.clear();
            }
        }
    }

    fn by_meaning(&mut self) {
        let (maker, view) = (self.maker, self.views());
        let hasher = maker.borrow().hasher;
        // Messages without content are identified by their neighbours, so they are matched last.
        let of = |side, index, what: fn(&Built<'_>) -> u64| {
            let built = view(side).built(index, maker)?;
            built.pieces.iter().any(|piece| piece.name != "result").then(|| what(built))
        };
        let exact = |side: usize, index: usize| of(side, index, |built| built.exact);
        let content = |side: usize, index: usize| of(side, index, |built| built.content);
        self.pass(&exact);
        self.pass(&|side, index| view(side).built(index, maker)?.calls(hasher));
        self.pass(&content);
        self.pass(&|side, index| of(side, index, |built| built.content_hash));
        self.moves(&exact);
        self.moves(&content);
        self.alike();
        self.pass(&|side, index| view(side).built(index, maker).map(|built| built.content_hash));
    }

    /// Messages with an id that is unique on both sides; repeated ids are matched in order, if there is no better
    /// evidence.
    fn by_id(&mut self, how: Align) {
        if self.maker.borrow().ignore.has(Class::Ids) {
            return;
        }
        let hasher = self.maker.borrow().hasher;
        // The id of each message, and the number of its earlier occurrences.
        let ids = |view: &View<'_>| {
            let mut counts: Hashed<u32> = Hashed::default();
            let number = |index: usize| {
                let id = hasher.hash_one(view.id(index)?.as_ref());
                let count = counts.entry(id).or_default();
                *count += 1;
                Some((id, *count - 1))
            };
            let own: Vec<_> = (0..view.len()).map(number).collect();
            (own, counts)
        };
        let ((own, a), (other, b)) = (ids(self.a), ids(self.b));
        let is_once = |id: u64| a.get(&id) == Some(&1) && b.get(&id) == Some(&1);
        self.repeated = a.keys().filter(|id| b.contains_key(id) && !is_once(**id)).count();
        let keys = |own: &[Option<(u64, u32)>]| -> Vec<Option<u64>> {
            let key = |(id, number)| match how {
                Align::Id => Some(hasher.hash_one((id, number))),
                Align::Auto | Align::Content | Align::Position => Some(id).filter(|id| is_once(*id)),
            };
            own.iter().map(|it| it.and_then(key)).collect()
        };
        let (own, other) = (keys(&own), keys(&other));
        let key = |side: usize, index: usize| if side == 0 { &own } else { &other }.get(index).copied().flatten();
        self.pass(&key);
        self.moves(&key);
    }

    /// The unmatched messages of both sides between two matched ones.
    pub(super) fn gaps(&self) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut gaps = Vec::new();
        let mut from = (0, 0);
        let free_in_b = |range: Range<usize>| -> Vec<usize> {
            range.filter(|index| self.to_a.get(*index).is_some_and(Option::is_none)).collect()
        };
        let free_in_a = |range: Range<usize>| -> Vec<usize> {
            range.filter(|index| self.to_b.get(*index).is_some_and(Option::is_none) && !self.is_late(*index)).collect()
        };
        let posts = self.posts.iter().enumerate().filter(|(_, is_post)| **is_post).map(|(index, _)| index);
        let ends = posts.filter_map(|a| Some((a, self.to_b.get(a).copied().flatten()?)));
        for (a, b) in ends.chain([(self.a.len(), self.b.len())]) {
            // Most gaps are empty: nothing is allocated for them.
            if from.0 < a && from.1 < b {
                let (left, right) = (free_in_a(from.0..a), free_in_b(from.1..b));
                if !left.is_empty() && !right.is_empty() {
                    gaps.push((left, right));
                }
            }
            from = (a + 1, b + 1);
        }
        gaps
    }

    /// Pairs messages with equal keys, in order, between the posts.
    fn pass(&mut self, key: MessageKey<'_>) {
        for (left, right) in self.gaps() {
            let keys = |side: usize, places: &[usize]| -> (Vec<usize>, Vec<u64>) {
                places.iter().filter_map(|place| Some((*place, key(side, *place)?))).unzip()
            };
            let ((left, a), (right, b)) = (keys(0, &left), keys(1, &right));
            for run in common(&a, &b, self.budget) {
                for step in 0..run.len {
                    if let (Some(a), Some(b)) = (left.get(run.a + step), right.get(run.b + step)) {
                        self.pair(*a, *b);
                        if let Some(post) = self.posts.get_mut(*a) {
                            *post = true;
                        }
                    }
                }
            }
        }
    }

    fn is_late(&self, index: usize) -> bool {
        self.is_deferred.get(index) == Some(&true)
    }

    /// The messages of A without a counterpart, except those that are matched later.
    fn free_of_a(&self) -> Vec<usize> {
        (0..self.to_b.len()).filter(|index| self.to_b.get(*index) == Some(&None) && !self.is_late(*index)).collect()
    }

    pub(super) fn free(list: &[Option<usize>]) -> Vec<usize> {
        list.iter().enumerate().filter(|(_, pair)| pair.is_none()).map(|(index, _)| index).collect()
    }

    /// Pairs messages with equal keys, in any order.
    fn moves(&mut self, key: MessageKey<'_>) {
        let left = self.free_of_a();
        if left.is_empty() || self.to_a.iter().all(Option::is_some) {
            return;
        }
        let mut places =
            PlacesByKey::new(self.to_a.len(), &|at| (self.to_a.get(at) == Some(&None)).then(|| key(1, at))?);
        for a in left {
            if let Some(b) = key(0, a).and_then(|key| places.take(key)) {
                self.pair(a, b);
            }
        }
    }

    /// Pairs similar messages: first at the same position, then anywhere.
    fn alike(&mut self) {
        let leftover = Leftover { a: self.a, b: self.b, maker: self.maker };
        for (left, right) in self.gaps() {
            for (a, b) in in_gap(&leftover, &left, &right, self.budget) {
                self.pair(a, b);
                if let Some(post) = self.posts.get_mut(a) {
                    *post = true;
                }
            }
        }
        let (left, right) = (self.free_of_a(), Self::free(&self.to_a));
        for (a, b) in near(&leftover, &left, &right, 600, self.budget) {
            self.pair(a, b);
        }
        if self.a.format.name != self.b.format.name {
            self.in_order();
        }
    }

    /// Pairs messages whose text changed with the format: between two pairs, the first ones with the same roles.
    fn in_order(&mut self) {
        let maker = self.maker;
        let role = |view: &View<'_>, index: &usize| view.built(*index, maker).map(|built| built.role);
        for (left, right) in self.gaps() {
            for (a, b) in left.into_iter().zip(right) {
                if role(self.a, &a) != role(self.b, &b) {
                    break;
                }
                self.pair(a, b);
            }
        }
    }

    fn finish(self, may_split: bool) -> Pairing {
        let pairs: Vec<(usize, usize)> = self.to_b.iter().enumerate().filter_map(|(a, b)| Some((a, (*b)?))).collect();
        let mut moved: Vec<bool> = self.to_b.iter().map(Option::is_some).collect();
        for (a, _) in increasing_matches(&pairs) {
            if let Some(place) = moved.get_mut(a) {
                *place = false;
            }
        }
        let repeated = self.repeated;
        let mut pairing = Pairing { to_b: self.to_b, to_a: self.to_a, moved, repeated, ..Pairing::default() };
        if may_split {
            super::split::find(self.a, self.b, self.maker, &mut pairing);
        }
        pairing
    }
}

/// The key of a message by its bytes, and its number among the messages with the same bytes.
fn raw_key(quick: &QuickHash, view: &View<'_>, index: usize) -> Option<u64> {
    let (raw, number) = view.raw(index)?;
    Some(quick.of(raw.as_bytes()).wrapping_add(number as u64))
}

/// The messages of B that equal no message of A in role and content, at any position.
pub(super) fn unsaid<'c>(
    a: &View<'c>,
    b: &View<'c>,
    maker: &RefCell<FactMaker>,
    budget: &mut StepBudget,
) -> Vec<usize> {
    let mut aligner = MessageAligner::new(a, b, maker, budget);
    let (hasher, view) = (maker.borrow().hasher, aligner.views());
    if a.format.name == b.format.name {
        let quick = QuickHash::new(hasher);
        aligner.pass(&|side, index| raw_key(&quick, view(side), index));
    }
    // Messages with different ids are never matched, even if their content is equal.
    let ids: HashSet<_> = (0..a.len()).filter_map(|index| a.id(index)).collect();
    let has_ids = !ids.is_empty();
    let content = |side: usize, index: usize| {
        let view = view(side);
        let built = view.built(index, maker)?;
        let id = view.id(index).filter(|_| has_ids);
        Some(id.map_or(built.content, |id| hasher.hash_one(("id", id.as_ref()))))
    };
    aligner.pass(&content);
    aligner.moves(&content);
    MessageAligner::free(&aligner.to_a)
}

//! Edited messages: they share words with their earlier version.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use super::facts::FactMaker;
use super::hash::Hashed;
use super::lcs::StepBudget;
use super::view::View;

/// In thousandths: from here on, two messages of one role at the same position are an edited message.
const EDITED: u32 = 350;
/// The same for two messages without others between their neighbours.
const ALONE: u32 = 200;
/// The same for messages of different roles.
const OTHER_ROLE: u32 = 750;
/// Bytes of keys, braces and indents around the content of a message.
const AROUND: usize = 160;
/// The maximum number of comparisons in one gap; larger gaps are matched by rare words.
const TABLE: usize = 4_000;
/// A word that occurs in more messages is not evidence for a pair.
const RARE: usize = 8;
/// Texts with fewer words are compared by their letters.
const SHORT: usize = 6;

/// The messages without a counterpart.
pub(super) struct Leftover<'x, 'c> {
    pub(super) a: &'x View<'c>,
    pub(super) b: &'x View<'c>,
    pub(super) maker: &'x RefCell<FactMaker>,
}

impl Leftover<'_, '_> {
    /// The similarity of two messages in thousandths.
    fn likeness(&self, a: usize, b: usize, budget: &mut StepBudget) -> u32 {
        let (Some(x), Some(y)) = (self.a.words(a, self.maker), self.b.words(b, self.maker)) else { return 0 };
        if !budget.take(x.all.len() + y.all.len() + 1) {
            return 0;
        }
        if x.all.is_empty() && y.all.is_empty() {
            let both_instruct = self.a.is_instruction(a) && self.b.is_instruction(b);
            return if both_instruct || self.has_one_role(a, b) { 1000 } else { 0 };
        }
        let mut best = share(&x.sorted, &y.sorted);
        if x.all.len().max(y.all.len()) <= SHORT && best < 600 {
            // `ok` to `okay`: no common word, but the same message. Letters are weaker evidence than words.
            best = best.max(self.letters(a, b) * 3 / 4);
        }
        best
    }

    fn letters(&self, a: usize, b: usize) -> u32 {
        let pairs = |view: &View<'_>, index: usize| {
            let mut pairs: Vec<u64> = Vec::new();
            for piece in view.built(index, self.maker).map(|built| built.pieces.as_slice()).unwrap_or_default() {
                for fact in &piece.facts {
                    if let super::facts::Val::Text(text) = &fact.val {
                        let letters: Vec<char> = text.chars().take(200).flat_map(char::to_lowercase).collect();
                        pairs.extend(letters.windows(2).map(|two| {
                            let letter = |at: usize| two.get(at).map_or(0, |letter| u64::from(u32::from(*letter)));
                            letter(0) << 32 | letter(1)
                        }));
                    }
                }
            }
            pairs.sort_unstable();
            pairs
        };
        share(&pairs(self.a, a), &pairs(self.b, b))
    }

    /// True if the common prefix and suffix are most of both messages, so that words need not be counted.
    fn is_near(&self, a: usize, b: usize) -> bool {
        let (Some((x, _)), Some((y, _))) = (self.a.raw(a), self.b.raw(b)) else { return false };
        let (x, y) = (x.as_bytes(), y.as_bytes());
        let head = x.iter().zip(y).take_while(|(x, y)| x == y).count();
        let rest = (x.get(head..).unwrap_or_default(), y.get(head..).unwrap_or_default());
        let tail = rest.0.iter().rev().zip(rest.1.iter().rev()).take_while(|(x, y)| x == y).count();
        // The part of the representation that every message has is not evidence.
        (head + tail).saturating_sub(AROUND) * 2 >= x.len().max(y.len())
    }

    fn has_one_role(&self, a: usize, b: usize) -> bool {
        let role = |view: &View<'_>, index: usize| view.built(index, self.maker).map(|built| built.role);
        role(self.a, a) == role(self.b, b)
    }
}

/// The common members of two sorted lists, in thousandths of both.
fn share(a: &[u64], b: &[u64]) -> u32 {
    u32::try_from(2000 * shared(a, b) / (a.len() + b.len()).max(1)).unwrap_or(0)
}

/// The number of common members of two sorted lists.
pub(super) fn shared(a: &[u64], b: &[u64]) -> usize {
    let (mut x, mut y) = (a.iter().peekable(), b.iter().peekable());
    let mut both = 0;
    while let (Some(one), Some(other)) = (x.peek(), y.peek()) {
        match one.cmp(other) {
            std::cmp::Ordering::Less => drop(x.next()),
            std::cmp::Ordering::Greater => drop(y.next()),
            std::cmp::Ordering::Equal => {
                both += 1;
                x.next();
                y.next();
            }
        }
    }
    both
}

/// The best pairs of a gap, in order.
pub(super) fn in_gap(
    leftover: &Leftover<'_, '_>,
    left: &[usize],
    right: &[usize],
    budget: &mut StepBudget,
) -> Vec<(usize, usize)> {
    if let ([a], [b]) = (left, right)
        && leftover.has_one_role(*a, *b)
        && leftover.is_near(*a, *b)
    {
        return vec![(*a, *b)];
    }
    if left.len().saturating_mul(right.len()) > TABLE {
        return near(leftover, left, right, EDITED, budget);
    }
    let width = right.len() + 1;
    let is_alone = left.len() == 1 && right.len() == 1;
    let mut scores = Vec::with_capacity(left.len() * right.len());
    for a in left {
        for b in right {
            let likeness = leftover.likeness(*a, *b, budget);
            let least = match leftover.has_one_role(*a, *b) {
                true if is_alone => ALONE,
                true => EDITED,
                false => OTHER_ROLE,
            };
            scores.push(if likeness >= least { u64::from(likeness) } else { 0 });
        }
    }
    // The usual table: the best sum for each pair of tails.
    let mut best = vec![0_u64; width * (left.len() + 1)];
    let at = |table: &[u64], place: usize| table.get(place).copied().unwrap_or(0);
    for i in (0..left.len()).rev() {
        for j in (0..right.len()).rev() {
            let score = at(&scores, i * right.len() + j);
            let both = if score > 0 { score + at(&best, (i + 1) * width + j + 1) } else { 0 };
            let value = both.max(at(&best, (i + 1) * width + j)).max(at(&best, i * width + j + 1));
            if let Some(place) = best.get_mut(i * width + j) {
                *place = value;
            }
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < left.len() && j < right.len() {
        let (here, score) = (at(&best, i * width + j), at(&scores, i * right.len() + j));
        if score > 0 && here == score + at(&best, (i + 1) * width + j + 1) {
            if let (Some(a), Some(b)) = (left.get(i), right.get(j)) {
                pairs.push((*a, *b));
            }
            (i, j) = (i + 1, j + 1);
        } else if here == at(&best, (i + 1) * width + j) {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// Pairs messages that share rare words, the most similar first, at any position.
pub(super) fn near(
    leftover: &Leftover<'_, '_>,
    left: &[usize],
    right: &[usize],
    least: u32,
    budget: &mut StepBudget,
) -> Vec<(usize, usize)> {
    let mut places: Hashed<Vec<usize>> = Hashed::default();
    for b in right {
        let Some(words) = leftover.b.words(*b, leftover.maker) else { continue };
        let mut before = None;
        for word in &words.sorted {
            if before != Some(word) {
                let list = places.entry(*word).or_default();
                // One more than the limit, so that full ones can be detected.
                if list.len() <= RARE {
                    list.push(*b);
                }
            }
            before = Some(word);
        }
    }
    let mut found = Vec::new();
    for a in left {
        let Some(words) = leftover.a.words(*a, leftover.maker) else { continue };
        let mut hits: HashMap<usize, u32> = HashMap::new();
        for word in &words.sorted {
            for b in places.get(word).filter(|list| list.len() <= RARE).into_iter().flatten() {
                *hits.entry(*b).or_default() += 1;
            }
        }
        let mut hits: Vec<(u32, usize)> = hits.into_iter().map(|(b, count)| (count, b)).collect();
        hits.sort_unstable_by_key(|(count, b)| (std::cmp::Reverse(*count), *b));
        for (_, b) in hits.into_iter().take(4) {
            let likeness = leftover.likeness(*a, b, budget);
            if likeness >= least && leftover.has_one_role(*a, b) || likeness >= least.max(OTHER_ROLE) {
                found.push((likeness, *a, b));
            }
        }
    }
    found.sort_unstable_by_key(|(likeness, a, b)| (std::cmp::Reverse(*likeness), *a, *b));
    let (mut used_a, mut used_b) = (HashSet::new(), HashSet::new());
    let mut pairs: Vec<(usize, usize)> = found
        .into_iter()
        .filter(|(_, a, b)| !used_a.contains(a) && !used_b.contains(b) && used_a.insert(*a) && used_b.insert(*b))
        .map(|(_, a, b)| (a, b))
        .collect();
    pairs.sort_unstable();
    pairs
}

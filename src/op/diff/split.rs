//! A message that was split into several, or several that were merged: `[call and text]` is `[text]`, `[call]`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::BuildHasher as _;

use foldhash::quality::RandomState;
use std::ops::Range;

use super::align::Pairing;
use super::facts::{FactGroup, FactMaker};
use super::order::heaviest;
use super::similar::shared;
use super::view::View;
use crate::model::Role;

/// The maximum number of pieces of one message.
const MOST: usize = 64;

/// Finds messages whose concatenated text is that of one message on the other side.
pub(super) fn find<'c>(a: &View<'c>, b: &View<'c>, maker: &RefCell<FactMaker>, pairing: &mut Pairing) {
    reclaim(a, b, maker, pairing);
    set_moved(a, pairing);
    for whole in 0..a.len() {
        let Some(range) = pieces(a, whole, b, &pairing.to_b, &pairing.to_a, maker, false) else { continue };
        claim(whole, &range, &mut pairing.to_b, &mut pairing.to_a);
        if let Some(moved) = pairing.moved.get_mut(whole) {
            *moved = false;
        }
        pairing.splits.push((whole, range));
    }
    let mut is_piece = vec![false; b.len()];
    for (_, range) in &pairing.splits {
        is_piece.get_mut(range.clone()).unwrap_or_default().fill(true);
    }
    for whole in 0..b.len() {
        if is_piece.get(whole) == Some(&true) {
            continue;
        }
        let Some(range) = pieces(b, whole, a, &pairing.to_a, &pairing.to_b, maker, true) else { continue };
        claim(whole, &range, &mut pairing.to_a, &mut pairing.to_b);
        for place in range.clone() {
            if let Some(moved) = pairing.moved.get_mut(place) {
                *moved = false;
            }
            // Messages without content, or from a program, were not merged: they were removed.
            let says_nothing = a.built(place, maker).is_some_and(|built| built.pieces.is_empty());
            if says_nothing || (a.is_by_program(place) && !b.is_by_program(whole)) {
                pairing.to_b.iter_mut().skip(place).take(1).for_each(|pair| *pair = None);
            }
        }
        pairing.merges.push((range, whole));
    }
    if a.format.name != b.format.name {
        in_order(a, b, maker, pairing);
    }
}

/// Pairs the remaining messages between pairs of results and calls: the first ones with the same roles.
fn in_order<'c>(a: &View<'c>, b: &View<'c>, maker: &RefCell<FactMaker>, pairing: &mut Pairing) {
    let role = |view: &View<'c>, index: usize| view.built(index, maker).map(|built| built.role);
    let mut place = 0;
    for index in 0..a.len() {
        match pairing.to_b.get(index).copied().flatten() {
            Some(pair) => place = pair + 1,
            None => {
                // The pieces of a split message are matched with it.
                while place > 0 && pairing.to_a.get(place).copied().flatten().is_some_and(|own| own + 1 == index) {
                    place += 1;
                }
                let says_nothing =
                    |view: &View<'c>, index| view.built(index, maker).is_none_or(|it| it.pieces.is_empty());
                let is_nothing = says_nothing(a, index) && says_nothing(b, place);
                if pairing.to_a.get(place) == Some(&None) && (is_nothing || role(a, index) == role(b, place)) {
                    for (list, at, pair) in [(&mut pairing.to_b, index, place), (&mut pairing.to_a, place, index)] {
                        list.iter_mut().skip(at).take(1).for_each(|it| *it = Some(pair));
                    }
                    place += 1;
                }
            }
        }
    }
}

/// A message that others were merged into is matched by its role: `[system text and question]` is the question, even if
/// most of its text is from the other message; of several with the same speaker, the first one is matched.
fn reclaim<'c>(a: &View<'c>, b: &View<'c>, maker: &RefCell<FactMaker>, pairing: &mut Pairing) {
    let role = |view: &View<'c>, index: usize| view.message(index).map(|message| message.role.name());
    for (place, pair) in pairing.to_a.iter_mut().enumerate() {
        let Some(other) = *pair else { continue };
        // Nearly all messages have no unmatched neighbour before them: no facts are computed for these.
        let has_free = other.checked_sub(1).is_some_and(|before| pairing.to_b.get(before) == Some(&None));
        if !has_free && role(b, place) == role(a, other) {
            continue;
        }
        let Some(built) = b.built(place, maker).filter(|built| built.pieces.len() > 1) else { continue };
        let is_inside = |index: &usize| {
            let Some(one) = a.built(*index, maker).filter(|one| one.role == built.role) else { return false };
            let (found, missing) = Parts::of(&built.pieces, maker.borrow().hasher).take(&one.pieces);
            found > 0 && missing == 0
        };
        let is_free = |index: &usize| pairing.to_b.get(*index) == Some(&None);
        let before = (other.saturating_sub(MOST)..other).rev().take_while(is_free);
        let found = if a.built(other, maker).is_some_and(|own| own.role == built.role) {
            before.filter(is_inside).last()
        } else {
            let after = (other + 1..a.len().min(other + MOST)).filter(is_free);
            after.chain((other.saturating_sub(MOST)..other).rev().filter(is_free)).find(is_inside)
        };
        let Some(index) = found else { continue };
        for (index, to_b) in [(other, None), (index, Some(place))] {
            pairing.to_b.iter_mut().skip(index).take(1).for_each(|pair| *pair = to_b);
        }
        *pair = Some(index);
    }
}

/// Marks the messages that moved. Tool results are marked in preference to texts.
fn set_moved(a: &View<'_>, pairing: &mut Pairing) {
    let pairs: Vec<_> = pairing.to_b.iter().enumerate().filter_map(|(a, b)| Some((a, (*b)?))).collect();
    let is_result = |index: usize| a.message(index).is_some_and(|message| matches!(message.role, Role::Tool));
    let weights: Vec<_> = pairs.iter().map(|(index, _)| if is_result(*index) { 1 } else { 2 }).collect();
    pairing.moved = pairing.to_b.iter().map(Option::is_some).collect();
    for (index, _) in heaviest(&pairs, &weights) {
        pairing.moved.iter_mut().skip(index).take(1).for_each(|is_moved| *is_moved = false);
    }
}

/// The first piece is the counterpart; the others are marked as belonging to it.
fn claim(whole: usize, range: &Range<usize>, own: &mut [Option<usize>], other: &mut [Option<usize>]) {
    if let Some(pair) = own.get_mut(whole) {
        *pair = Some(range.start);
    }
    for place in range.clone() {
        if let Some(pair) = other.get_mut(place) {
            *pair = Some(whole);
        }
    }
}

fn pieces<'c>(
    one: &View<'c>,
    whole: usize,
    many: &View<'c>,
    own: &[Option<usize>],
    other: &[Option<usize>],
    maker: &RefCell<FactMaker>,
    is_merge: bool,
) -> Option<Range<usize>> {
    let pair = own.get(whole).copied().flatten();
    let is_free = |place: usize| other.get(place).is_some_and(Option::is_none);
    // The messages next to the counterpart, or next to its expected position.
    let start = match pair {
        Some(pair) => pair,
        None if whole == 0 => 0,
        None => own.iter().take(whole).rev().take(MOST).find_map(|pair| *pair)? + 1,
    };
    let mut from = start;
    while from > 0 && is_free(from - 1) && start - from < MOST {
        from -= 1;
    }
    let mut to = start + usize::from(pair.is_some());
    while is_free(to) && to - start < MOST {
        to += 1;
    }
    if to < from + 2 {
        return None;
    }
    if let Some(pair) = pair
        && one.built(whole, maker)?.content_hash == many.built(pair, maker)?.content_hash
    {
        return None;
    }
    let wanted = one.words(whole, maker)?;
    let window = SplitWindow { one, whole, many, maker, pair };
    (from..to)
        .find_map(|start| window.exact(start, to, &wanted.all))
        .or_else(|| window.by_parts(from..to, is_merge))
        .or_else(|| window.nearly(from..to, &wanted.sorted))
}

/// The range that is searched for the pieces of a message.
struct SplitWindow<'x, 'c> {
    one: &'x View<'c>,
    whole: usize,
    many: &'x View<'c>,
    maker: &'x RefCell<FactMaker>,
    pair: Option<usize>,
}

impl SplitWindow<'_, '_> {
    fn has_one_role(&self, piece: usize) -> bool {
        let role = |view: &View<'_>, index: usize| view.built(index, self.maker).map(|built| built.role);
        role(self.one, self.whole) == role(self.many, piece)
            || (self.one.is_instruction(self.whole) && self.many.is_instruction(piece))
    }

    fn is_found(&self, range: &Range<usize>) -> bool {
        range.len() > 1
            && self.pair.is_none_or(|pair| range.contains(&pair))
            && range.clone().any(|piece| self.has_one_role(piece))
    }

    /// Messages from `start` on whose concatenated text is that of the message.
    fn exact(&self, start: usize, to: usize, wanted: &[u64]) -> Option<Range<usize>> {
        let (mut rest, mut end) = (wanted, start);
        while end < to && !rest.is_empty() {
            let words = self.many.words(end, self.maker)?;
            if words.all.is_empty() {
                break;
            }
            match rest.strip_prefix(words.all.as_slice()) {
                Some(left) => rest = left,
                None => break,
            }
            end += 1;
        }
        Some(start..end).filter(|range| rest.is_empty() && self.is_found(range))
    }

    /// Matches messages whose parts are those of one message. Some parts may be missing.
    fn by_parts(&self, range: Range<usize>, is_merge: bool) -> Option<Range<usize>> {
        let whole = self.one.built(self.whole, self.maker)?;
        for start in range.clone().take_while(|start| self.pair.is_none_or(|pair| *start <= pair)) {
            let mut parts = Parts::of(&whole.pieces, self.maker.borrow().hasher);
            let (mut end, mut place) = (start, start);
            while place < range.end && parts.left > 0 {
                let (found, missing) = parts.take(&self.many.built(place, self.maker)?.pieces);
                // Messages without content, or from a program, may have been between those that were merged.
                let went = missing == 0 || self.many.is_by_program(place);
                let is_nothing = found == 0 && went && is_merge && end > start;
                if (found == 0 && !is_nothing) || (missing > 0 && !is_merge) {
                    break;
                }
                place += 1;
                end = if is_nothing { end } else { place };
            }
            if (parts.left == 0 || !is_merge) && self.is_found(&(start..end)) {
                return Some(start..end);
            }
        }
        None
    }

    /// The same for slightly changed pieces: nearly all words of each, and of all together.
    fn nearly(&self, range: Range<usize>, wanted: &[u64]) -> Option<Range<usize>> {
        let is_piece = |place: &usize| {
            self.has_one_role(*place)
                && self.many.words(*place, self.maker).is_some_and(|words| {
                    !words.sorted.is_empty() && shared(&words.sorted, wanted) * 10 >= words.sorted.len() * 6
                })
        };
        let start = range.clone().find(|place| is_piece(place))?;
        let end = start + (start..range.end).take_while(|place| is_piece(place)).count();
        let found = Some(start..end).filter(|range| self.is_found(range))?;
        let mut all: Vec<u64> = Vec::new();
        for words in found.clone().filter_map(|place| self.many.words(place, self.maker)) {
            all.extend_from_slice(&words.sorted);
        }
        all.sort_unstable();
        let both = shared(&all, wanted);
        // Parts of the message may have been lost, but the pieces contain nothing else.
        (both * 100 >= all.len() * 85 && both * 2 >= wanted.len()).then_some(found)
    }
}

/// The parts of a message, each of which can be found once.
struct Parts {
    hasher: RandomState,
    places: HashMap<u64, Vec<usize>>,
    is_found: Vec<bool>,
    left: usize,
}

impl Parts {
    fn of(pieces: &[FactGroup<'_>], hasher: RandomState) -> Self {
        let is_found: Vec<_> = pieces.iter().map(|piece| piece.owner.is_some()).collect();
        let left = is_found.iter().filter(|is_found| !**is_found).count();
        let mut parts = Self { hasher, places: HashMap::new(), is_found, left };
        // The first part is found first.
        for (place, piece) in pieces.iter().enumerate().rev().filter(|(_, piece)| piece.owner.is_none()) {
            for key in parts.keys(piece).into_iter().flatten() {
                parts.places.entry(key).or_default().push(place);
            }
        }
        parts
    }

    /// The keys by which a part is matched: content, words, id, the name of a call, or the fact that it is a result.
    fn keys(&self, piece: &FactGroup<'_>) -> [Option<u64>; 4] {
        let named = |name: &str| piece.facts.iter().find(|fact| fact.name == name && !fact.is_extra);
        let words = named("text").map(|fact| self.hasher.hash_one(("words", fact.key)));
        let id = named("id").map(|fact| self.hasher.hash_one((piece.name, "id", fact.key)));
        let last = match piece.name {
            "call" => named("name").map(|fact| fact.key),
            "result" => Some(0),
            _ => None,
        };
        let last = last.map(|key| self.hasher.hash_one((piece.name, "last", key)));
        [Some(self.hasher.hash_one((piece.name, piece.content_hash))), words, id, last]
    }

    /// Takes the counterparts of these parts, and counts the found and the missing ones. Exact keys have priority.
    fn take(&mut self, pieces: &[FactGroup<'_>]) -> (usize, usize) {
        let mut rest: Vec<_> =
            pieces.iter().filter(|piece| piece.owner.is_none()).map(|piece| self.keys(piece)).collect();
        let count = rest.len();
        for way in 0..4 {
            rest.retain(|keys| {
                let place = keys.get(way).copied().flatten().and_then(|key| self.first(key));
                if let Some(place) = place {
                    self.is_found.iter_mut().skip(place).take(1).for_each(|is_found| *is_found = true);
                    self.left -= 1;
                }
                place.is_none()
            });
        }
        (count - rest.len(), rest.len())
    }

    /// The first part with this key that was not found yet.
    fn first(&mut self, key: u64) -> Option<usize> {
        let places = self.places.get_mut(&key)?;
        while let Some(place) = places.pop() {
            if self.is_found.get(place) == Some(&false) {
                return Some(place);
            }
        }
        None
    }
}

//! One message that became several, several that became one: `[call and text]` is `[text]`, `[call]`.

use std::cell::RefCell;
use std::ops::Range;

use super::align::Pairing;
use super::facts::Maker;
use super::similar::shared;
use super::view::View;

/// No message is looked for in more pieces than this.
const MOST: usize = 32;

/// Finds messages whose words, one after the other, are those of one message on the other side.
pub(super) fn find<'c>(a: &View<'c>, b: &View<'c>, maker: &RefCell<Maker<'_>>, pairing: &mut Pairing) {
    for whole in 0..a.len() {
        let Some(range) = pieces(a, whole, b, &pairing.to_b, &pairing.to_a, maker) else { continue };
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
        let Some(range) = pieces(b, whole, a, &pairing.to_a, &pairing.to_b, maker) else { continue };
        claim(whole, &range, &mut pairing.to_a, &mut pairing.to_b);
        for place in range.clone() {
            if let Some(moved) = pairing.moved.get_mut(place) {
                *moved = false;
            }
        }
        pairing.merges.push((range, whole));
    }
}

/// The first piece is the counterpart; the others are known to belong to it.
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
    maker: &RefCell<Maker<'_>>,
) -> Option<Range<usize>> {
    let pair = own.get(whole).copied().flatten();
    let is_free = |place: usize| other.get(place).is_some_and(Option::is_none);
    // What lies around the counterpart, or where it would have to be.
    let around = match pair {
        Some(pair) => pair,
        None if whole == 0 => 0,
        None => own.iter().take(whole).rev().take(MOST).find_map(|pair| *pair)? + 1,
    };
    let mut from = around;
    while from > 0 && is_free(from - 1) && around - from < MOST {
        from -= 1;
    }
    let mut to = around + usize::from(pair.is_some());
    while is_free(to) && to - around < MOST {
        to += 1;
    }
    if to < from + 2 {
        return None;
    }
    if let Some(pair) = pair
        && one.built(whole, maker)?.said == many.built(pair, maker)?.said
    {
        return None;
    }
    let wanted = one.words(whole, maker)?;
    if wanted.all.is_empty() {
        return None;
    }
    let window = Window { one, whole, many, maker, pair };
    (from..to)
        .find_map(|start| window.exact(start, to, &wanted.all))
        .or_else(|| window.nearly(from..to, &wanted.sorted))
}

/// Where the pieces of a message may lie.
struct Window<'x, 'c, 'k> {
    one: &'x View<'c>,
    whole: usize,
    many: &'x View<'c>,
    maker: &'x RefCell<Maker<'k>>,
    pair: Option<usize>,
}

impl Window<'_, '_, '_> {
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

    /// Messages from `start` on whose words, one after the other, are those of the message.
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

    /// The same for pieces that changed a little on the way: nearly all words of each, and of all together.
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
        // Some of the message may have been lost, but the pieces have nothing of their own.
        (both * 100 >= all.len() * 85 && both * 2 >= wanted.len()).then_some(found)
    }
}

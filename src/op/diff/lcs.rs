//! The longest common subsequence of two sequences of symbols: `[1,2,3,4]` and `[1,3,4,5]` share `1` and `3 4`.
//!
//! Symbols that occur once on both sides are anchors (patience); between them Myers' algorithm in linear space is used.
//! Steps are counted, so that the result is the same on every machine, and is marked as coarse where the limit was
//! reached. The packages for this stop by the clock (`similar`) or never (`imara-diff`).

use super::hash::Hashed;
use super::myers::Ways;
use crate::lower::longest_increasing;

/// The number of remaining steps. A pair of records shares one budget.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepBudget {
    left: u64,
    /// The budget was exhausted: the result is valid, but coarser than it could be.
    pub(super) is_spent: bool,
}

impl StepBudget {
    pub(super) fn new(steps: u64) -> Self {
        Self { left: steps, is_spent: false }
    }

    /// Uses this number of steps; false if there are not enough.
    pub(super) fn take(&mut self, steps: usize) -> bool {
        match self.left.checked_sub(steps as u64) {
            Some(left) => {
                self.left = left;
                true
            }
            None => {
                self.is_spent = true;
                false
            }
        }
    }
}

/// Consecutive equal symbols: `len` of them from `a` and from `b` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EqualRun {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) len: usize,
}

/// A piece of both sequences.
#[derive(Clone, Copy, Debug)]
struct Area {
    a: (usize, usize),
    b: (usize, usize),
}

/// The common runs, in order. Symbols are any numbers.
pub(super) fn common(a: &[u64], b: &[u64], budget: &mut StepBudget) -> Vec<EqualRun> {
    let (head, tail) = ends(a, b);
    let (own_a, own_b) =
        (a.get(head..a.len() - tail).unwrap_or_default(), b.get(head..b.len() - tail).unwrap_or_default());
    let mut found =
        vec![EqualRun { a: 0, b: 0, len: head }, EqualRun { a: a.len() - tail, b: b.len() - tail, len: tail }];
    found.retain(|run| run.len > 0);
    if own_a.is_empty() || own_b.is_empty() {
        return join(found);
    }
    let mut numbers: Hashed<usize> = Hashed::default();
    numbers.reserve(own_a.len().max(own_b.len()));
    let mut dense = |symbols: &[u64]| -> Vec<usize> {
        let number = |symbol: &u64| {
            let next = numbers.len();
            *numbers.entry(*symbol).or_insert(next)
        };
        symbols.iter().map(number).collect()
    };
    let (x, y) = (dense(own_a), dense(own_b));
    let mut search =
        Search { a: &x, b: &y, counts: vec![SymbolCount::default(); numbers.len()], found: Vec::new(), budget };
    let mut areas = vec![Area { a: (0, x.len()), b: (0, y.len()) }];
    while let Some(area) = areas.pop() {
        let area = search.trim(area);
        search.split(area, &mut areas);
    }
    found.extend(search.found.into_iter().map(|run| EqualRun { a: run.a + head, b: run.b + head, len: run.len }));
    found.sort_unstable();
    join(found)
}

/// The lengths of the common prefix and the common suffix.
fn ends<T: PartialEq>(a: &[T], b: &[T]) -> (usize, usize) {
    let head = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (a.get(head..).unwrap_or_default(), b.get(head..).unwrap_or_default());
    (head, a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count())
}

/// Adjacent runs are merged.
fn join(found: Vec<EqualRun>) -> Vec<EqualRun> {
    let mut runs: Vec<EqualRun> = Vec::with_capacity(found.len());
    for run in found {
        match runs.last_mut() {
            Some(last) if last.a + last.len == run.a && last.b + last.len == run.b => last.len += run.len,
            _ => runs.push(run),
        }
    }
    runs
}

/// The number of occurrences of a symbol in an area, and the last of them.
#[derive(Clone, Copy, Debug, Default)]
struct SymbolCount {
    a: u32,
    b: u32,
    at: usize,
}

struct Search<'s> {
    a: &'s [usize],
    b: &'s [usize],
    counts: Vec<SymbolCount>,
    found: Vec<EqualRun>,
    budget: &'s mut StepBudget,
}

impl Search<'_> {
    fn run(&mut self, a: usize, b: usize, len: usize) {
        if len > 0 {
            self.found.push(EqualRun { a, b, len });
        }
    }

    /// Takes away what both begin and end with.
    fn trim(&mut self, area: Area) -> Area {
        let a = self.a.get(area.a.0..area.a.1).unwrap_or_default();
        let b = self.b.get(area.b.0..area.b.1).unwrap_or_default();
        let (head, tail) = ends(a, b);
        self.run(area.a.0, area.b.0, head);
        self.run(area.a.1 - tail, area.b.1 - tail, tail);
        Area { a: (area.a.0 + head, area.a.1 - tail), b: (area.b.0 + head, area.b.1 - tail) }
    }

    /// Cuts an area at its anchors, or searches it.
    fn split(&mut self, area: Area, areas: &mut Vec<Area>) {
        if area.a.0 == area.a.1 || area.b.0 == area.b.1 {
            return;
        }
        if !self.budget.take(area.a.1 - area.a.0 + area.b.1 - area.b.0) {
            return;
        }
        let (a, b) = (self.a, self.b);
        let own_a = a.get(area.a.0..area.a.1).unwrap_or_default();
        let own_b = b.get(area.b.0..area.b.1).unwrap_or_default();
        for symbol in own_a {
            if let Some(count) = self.counts.get_mut(*symbol) {
                count.a = count.a.saturating_add(1);
            }
        }
        for (index, symbol) in own_b.iter().enumerate() {
            if let Some(count) = self.counts.get_mut(*symbol) {
                count.b = count.b.saturating_add(1);
                count.at = area.b.0 + index;
            }
        }
        let mut anchors: Vec<(usize, usize)> = Vec::new();
        // A symbol on only one side has no match.
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (index, symbol) in own_a.iter().enumerate() {
            let Some(count) = self.counts.get(*symbol) else { continue };
            if count.a == 1 && count.b == 1 {
                anchors.push((area.a.0 + index, count.at));
            }
            if count.b > 0 {
                left.push(area.a.0 + index);
            }
        }
        for (index, symbol) in own_b.iter().enumerate() {
            if self.counts.get(*symbol).is_some_and(|count| count.a > 0) {
                right.push(area.b.0 + index);
            }
        }
        for symbol in own_a.iter().chain(own_b) {
            if let Some(count) = self.counts.get_mut(*symbol) {
                *count = SymbolCount::default();
            }
        }
        if anchors.is_empty() {
            self.search(&left, &right);
            return;
        }
        let mut from = (area.a.0, area.b.0);
        for (a, b) in increasing_matches(&anchors) {
            match self.found.last_mut() {
                // Most anchors follow the previous one.
                Some(last) if from == (a, b) && (last.a + last.len, last.b + last.len) == from => last.len += 1,
                _ => {
                    areas.push(Area { a: (from.0, a), b: (from.1, b) });
                    self.run(a, b, 1);
                }
            }
            from = (a + 1, b + 1);
        }
        areas.push(Area { a: (from.0, area.a.1), b: (from.1, area.b.1) });
    }

    /// Myers' algorithm on the symbols at these places.
    fn search(&mut self, left: &[usize], right: &[usize]) {
        let pick = |all: &[usize], places: &[usize]| -> Vec<usize> {
            places.iter().filter_map(|place| all.get(*place).copied()).collect()
        };
        let (a, b) = (pick(self.a, left), pick(self.b, right));
        let mut ways = Ways::new(a.len(), b.len());
        let mut areas = vec![Area { a: (0, a.len()), b: (0, b.len()) }];
        while let Some(area) = areas.pop() {
            let (mut own_a, mut own_b) = (area.a, area.b);
            let same = |x: usize, y: usize| a.get(x).is_some() && a.get(x) == b.get(y);
            let mut add = |x: usize, y: usize| {
                if let (Some(x), Some(y)) = (left.get(x), right.get(y)) {
                    self.found.push(EqualRun { a: *x, b: *y, len: 1 });
                }
            };
            while own_a.0 < own_a.1 && own_b.0 < own_b.1 && same(own_a.0, own_b.0) {
                add(own_a.0, own_b.0);
                (own_a.0, own_b.0) = (own_a.0 + 1, own_b.0 + 1);
            }
            while own_a.0 < own_a.1 && own_b.0 < own_b.1 && same(own_a.1 - 1, own_b.1 - 1) {
                (own_a.1, own_b.1) = (own_a.1 - 1, own_b.1 - 1);
                add(own_a.1, own_b.1);
            }
            if own_a.0 == own_a.1 || own_b.0 == own_b.1 {
                continue;
            }
            let slices = (a.get(own_a.0..own_a.1).unwrap_or_default(), b.get(own_b.0..own_b.1).unwrap_or_default());
            if let Some((x, y)) = ways.middle(slices.0, slices.1, self.budget) {
                areas.push(Area { a: (own_a.0, own_a.0 + x), b: (own_b.0, own_b.0 + y) });
                areas.push(Area { a: (own_a.0 + x, own_a.1), b: (own_b.0 + y, own_b.1) });
            }
        }
    }
}

/// The longest subsequence of the anchors that increases on both sides. On the first side all of them increase.
pub(super) fn increasing_matches(anchors: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let second: Vec<usize> = anchors.iter().map(|anchor| anchor.1).collect();
    anchors.iter().zip(longest_increasing(&second)).filter(|(_, stays)| *stays).map(|(anchor, _)| *anchor).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(a: &[u64], b: &[u64]) -> usize {
        let mut budget = StepBudget::new(u64::MAX);
        let runs = common(a, b, &mut budget);
        let (mut at, mut total) = ((0, 0), 0);
        for run in runs {
            assert!(run.a >= at.0 && run.b >= at.1, "in order");
            assert_eq!(a[run.a..run.a + run.len], b[run.b..run.b + run.len]);
            at = (run.a + run.len, run.b + run.len);
            total += run.len;
        }
        total
    }

    /// The textbook's table.
    fn longest(a: &[u64], b: &[u64]) -> usize {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                table[i + 1][j + 1] = if x == y { table[i][j] + 1 } else { table[i][j + 1].max(table[i + 1][j]) };
            }
        }
        table[a.len()][b.len()]
    }

    #[test]
    fn without_anchors_the_answer_is_the_longest() {
        let mut seed = 7_u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for round in 0..2_000 {
            let mut list = |count: u64| -> Vec<u64> { (0..count).map(|_| next(4)).collect() };
            let (a, b) = (list(round % 23), list((round * 7) % 19));
            let dense = |list: &[u64]| -> Vec<usize> { list.iter().map(|it| usize::try_from(*it).unwrap()).collect() };
            let (x, y) = (dense(&a), dense(&b));
            let mut budget = StepBudget::new(u64::MAX);
            let mut search = Search { a: &x, b: &y, counts: Vec::new(), found: Vec::new(), budget: &mut budget };
            let all = |length: usize| (0..length).collect::<Vec<_>>();
            search.search(&all(x.len()), &all(y.len()));
            assert_eq!(search.found.len(), longest(&a, &b), "{a:?} {b:?}");
            assert!(length(&a, &b) <= longest(&a, &b));
        }
    }

    #[test]
    fn anchors_hold_the_order() {
        assert_eq!(length(&[1, 2, 3, 4, 5], &[1, 3, 2, 4, 5]), 4);
        assert_eq!(length(&[1, 2, 3], &[4, 5, 6]), 0);
        assert_eq!(length(&[], &[1]), 0);
    }

    #[test]
    fn a_spent_budget_says_so() {
        let a: Vec<u64> = (0..4_000).map(|i| i * i % 7 % 3).collect();
        let b: Vec<u64> = (0..4_000).map(|i| i * i % 11 % 3).collect();
        let mut budget = StepBudget::new(20_000);
        common(&a, &b, &mut budget);
        assert!(budget.is_spent);
    }
}

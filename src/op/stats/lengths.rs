//! Lengths: the median, the 90th percentile and the maximum, with their places, in bounded memory.

use std::collections::HashMap;

use foldhash::fast::RandomState;

/// The number of different lengths that are counted exactly. If there are more, lengths that differ only in the
/// thirteenth binary digit or later are counted together: the error is below 0.03 %.
const MOST_LENGTHS: usize = 32_768;

/// The number of significant binary digits if there are many lengths.
const DIGITS: u32 = 12;

/// The place of a counted item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct StatsPlace {
    /// The number of the input, from 0.
    pub input: usize,
    /// The number of the record, from 0.
    pub record: u64,
    /// The line on which the record starts, from 1.
    pub line: u64,
    /// The number of the message, from 1. `None`: the conversation as a whole.
    pub message: Option<u64>,
}

/// A length, and the first place that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedLength {
    /// The length.
    pub length: u64,
    /// The place.
    pub place: StatsPlace,
}

/// Equal lengths, or nearly equal ones if there are many.
#[derive(Clone, Copy, Debug)]
struct SameLength {
    count: u64,
    first: PlacedLength,
}

impl SameLength {
    fn add(&mut self, later: Self) {
        self.count += later.count;
        if later.first.place < self.first.place {
            self.first = later.first;
        }
    }
}

/// The lengths of many items.
#[derive(Clone, Debug, Default)]
pub struct Lengths {
    counts: HashMap<u64, SameLength, RandomState>,
    /// Nearly equal lengths are counted together.
    is_coarse: bool,
    longest: Option<PlacedLength>,
    count: u64,
    total: u64,
}

impl Lengths {
    /// Counts an item of this length.
    pub(super) fn add(&mut self, length: u64, place: StatsPlace) {
        let first = PlacedLength { length, place };
        self.count += 1;
        self.total = self.total.saturating_add(length);
        self.hold_longest(first);
        self.put(length, SameLength { count: 1, first });
        self.stay_bounded();
    }

    fn hold_longest(&mut self, other: PlacedLength) {
        if self.longest.is_none_or(|it| (other.length, it.place) > (it.length, other.place)) {
            self.longest = Some(other);
        }
    }

    fn put(&mut self, length: u64, same: SameLength) {
        let key = if self.is_coarse { coarse(length) } else { length };
        self.counts.entry(key).and_modify(|it| it.add(same)).or_insert(same);
    }

    fn stay_bounded(&mut self) {
        if !self.is_coarse && self.counts.len() > MOST_LENGTHS {
            self.is_coarse = true;
            #[expect(clippy::iter_over_hash_type, reason = "they are counted")]
            for (length, same) in std::mem::take(&mut self.counts) {
                self.put(length, same);
            }
        }
    }

    /// Adds the lengths of later records; `place` maps their places to those in the whole.
    pub(super) fn take(&mut self, later: &mut Self, place: impl Fn(StatsPlace) -> StatsPlace) {
        let placed = |it: PlacedLength| PlacedLength { place: place(it.place), ..it };
        self.is_coarse |= later.is_coarse;
        self.count += later.count;
        self.total = self.total.saturating_add(later.total);
        if let Some(longest) = later.longest {
            self.hold_longest(placed(longest));
        }
        #[expect(clippy::iter_over_hash_type, reason = "they are counted")]
        for (length, same) in later.counts.drain() {
            self.put(length, SameLength { first: placed(same.first), ..same });
        }
        self.stay_bounded();
        (later.is_coarse, later.longest, later.count, later.total) = (false, None, 0, 0);
    }

    /// The number of items.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The sum of their lengths.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The maximum, and its first place.
    #[must_use]
    pub fn longest(&self) -> Option<PlacedLength> {
        self.longest
    }

    /// The shortest length that is at least as long as `percent` per cent of all lengths.
    #[must_use]
    pub fn percentile(&self, percent: u64) -> Option<PlacedLength> {
        let wanted = u128::from(self.count) * u128::from(percent);
        let mut seen = 0_u128;
        self.sorted().into_iter().find_map(|(_, same)| {
            seen += u128::from(same.count) * 100;
            (seen >= wanted).then_some(same.first)
        })
    }

    fn sorted(&self) -> Vec<(u64, SameLength)> {
        let mut all: Vec<_> = self.counts.iter().map(|(length, same)| (*length, *same)).collect();
        all.sort_unstable_by_key(|(length, _)| *length);
        all
    }

    /// The number of lengths from each power of two to the next: `(1, 1, 5)`, `(2, 3, 0)`, `(4, 7, 12)`.
    #[must_use]
    pub fn powers(&self) -> Vec<(u64, u64, u64)> {
        let mut powers: Vec<(u64, u64, u64)> = Vec::new();
        for (length, same) in self.sorted() {
            let begin = if length == 0 { 0 } else { 1 << length.ilog2() };
            while let Some(&(_, end, _)) = powers.last()
                && end < begin
                && end > 0
            {
                powers.push((end + 1, end * 2 + 1, 0));
            }
            match powers.last_mut().filter(|last| last.0 == begin) {
                Some(last) => last.2 += same.count,
                None => powers.push((begin, begin + begin.saturating_sub(1), same.count)),
            }
        }
        powers
    }
}

/// A length with only its significant binary digits.
fn coarse(length: u64) -> u64 {
    let dropped = (u64::BITS - length.leading_zeros()).saturating_sub(DIGITS);
    length >> dropped << dropped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(record: u64) -> StatsPlace {
        StatsPlace { record, ..StatsPlace::default() }
    }

    fn of(lengths: impl IntoIterator<Item = u64>) -> Lengths {
        let mut all = Lengths::default();
        lengths.into_iter().zip(0..).for_each(|(length, record)| all.add(length, place(record)));
        all
    }

    #[test]
    fn percentiles_are_lengths_that_occur() {
        let lengths = of([5, 1, 9, 9, 3, 7, 2, 8, 6, 4]);
        let found = [0, 10, 50, 90, 100].map(|percent| lengths.percentile(percent).map(|it| it.length));
        assert_eq!(found, [Some(1), Some(1), Some(5), Some(9), Some(9)]);
        assert_eq!(lengths.longest(), Some(PlacedLength { length: 9, place: place(2) }));
        assert_eq!((lengths.count(), lengths.total()), (10, 54));
        assert_eq!(Lengths::default().percentile(50), None);
    }

    #[test]
    fn many_lengths_are_nearly_exact_in_bounded_memory() {
        let many = 200_000_u64;
        let lengths = of((0..many).map(|number| number * 7919 % many * 1000));
        assert!(lengths.counts.len() <= MOST_LENGTHS, "{}", lengths.counts.len());
        for percent in [1, 50, 90, 99] {
            let (found, exact) = (lengths.percentile(percent).unwrap().length, (many * percent / 100 - 1) * 1000);
            assert!(found.abs_diff(exact) * 3000 < exact, "{percent}: {found} {exact}");
        }
        assert_eq!(lengths.longest().unwrap().length, (many - 1) * 1000);
    }

    #[test]
    fn batches_give_what_the_whole_gives() {
        let lengths: Vec<u64> = (0..5000_u64).map(|number| number * number % 777).collect();
        let whole = of(lengths.iter().copied());
        let mut batched = Lengths::default();
        for (batch, number) in lengths.chunks(999).zip(0..) {
            batched.take(&mut of(batch.iter().copied()), |it| place(it.record + number * 999));
        }
        for percent in 0..=100 {
            assert_eq!(whole.percentile(percent), batched.percentile(percent), "{percent}");
        }
        assert_eq!((whole.longest(), whole.total()), (batched.longest(), batched.total()));
    }

    #[test]
    fn powers_have_no_gaps() {
        assert_eq!(of([0, 1, 9, 8, 3]).powers(), [(0, 0, 1), (1, 1, 1), (2, 3, 1), (4, 7, 0), (8, 15, 2)]);
        assert_eq!(of([u64::MAX]).powers(), [(1 << 63, u64::MAX, 1)]);
        assert!(of([]).powers().is_empty());
    }
}

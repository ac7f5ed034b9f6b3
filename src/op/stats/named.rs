//! Counts by names from the input, in bounded memory.

use std::collections::HashMap;

use foldhash::fast::RandomState;

/// The maximum number of names with separate counts. Later names are counted together.
const MOST_NAMES: usize = 10_000;

/// The maximum number of bytes of a name that are kept.
const LONGEST_NAME: usize = 200;

/// Counts that can be added.
pub trait Addable: Default + Copy {
    /// Adds other counts.
    fn add(&mut self, other: Self);
}

impl Addable for u64 {
    fn add(&mut self, other: Self) {
        *self += other;
    }
}

/// Counts for each name.
#[derive(Clone, Debug, Default)]
pub struct NamedCounts<C> {
    counts: HashMap<String, C, RandomState>,
    /// The counts of all further names.
    others: Option<C>,
}

impl<C: Addable> NamedCounts<C> {
    /// Adds to the counts of a name.
    pub(super) fn add(&mut self, name: &str, more: C) {
        let name = shortened(name);
        if let Some(counts) = self.counts.get_mut(name) {
            counts.add(more);
        } else if self.counts.len() < MOST_NAMES {
            self.counts.insert(name.to_owned(), more);
        } else {
            self.others.get_or_insert_default().add(more);
        }
    }

    /// Adds the counts of later records.
    pub(super) fn take(&mut self, later: &mut Self) {
        let mut counts: Vec<_> = later.counts.drain().collect();
        // The choice of names with separate counts must not depend on the order of a hash table.
        counts.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        for (name, more) in counts {
            self.add(&name, more);
        }
        if let Some(others) = later.others.take() {
            self.others.get_or_insert_default().add(others);
        }
    }

    /// The names and their counts, in descending order.
    #[must_use]
    pub fn ranked(&self, by: impl Fn(&C) -> u64) -> Vec<(&str, C)> {
        let mut ranked: Vec<_> = self.counts.iter().map(|(name, counts)| (name.as_str(), *counts)).collect();
        ranked.sort_unstable_by(|(a, x), (b, y)| by(y).cmp(&by(x)).then_with(|| a.cmp(b)));
        ranked
    }

    /// The counts of all names without a separate count.
    #[must_use]
    pub fn others(&self) -> Option<C> {
        self.others
    }
}

fn shortened(name: &str) -> &str {
    name.get(..name.floor_char_boundary(LONGEST_NAME)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded() {
        let mut counts = NamedCounts::<u64>::default();
        for number in 0..MOST_NAMES + 5 {
            counts.add(&format!("{number}"), 1);
            counts.add("0", 1);
        }
        counts.add(&"é".repeat(500), 1);
        assert_eq!((counts.counts.len(), counts.others()), (MOST_NAMES, Some(6)));
        assert_eq!(counts.ranked(|count| *count)[0], ("0", MOST_NAMES as u64 + 6));
        assert_eq!(shortened(&"é".repeat(500)).len(), LONGEST_NAME);
    }

    #[test]
    fn the_result_does_not_depend_on_the_batches() {
        let names: Vec<_> = (0..MOST_NAMES * 2).map(|number| format!("{}", number * 7919 % 25_000)).collect();
        let ranked = |size: usize| {
            let mut all = NamedCounts::<u64>::default();
            for batch in names.chunks(size) {
                let mut counts = NamedCounts::default();
                for name in batch {
                    counts.add(name, 1);
                }
                all.take(&mut counts);
            }
            all.ranked(|count| *count).into_iter().map(|(name, count)| (name.to_owned(), count)).collect::<Vec<_>>()
        };
        assert_eq!(ranked(100), ranked(100));
        assert_eq!(ranked(100).len(), MOST_NAMES);
    }
}

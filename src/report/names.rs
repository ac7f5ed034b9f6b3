//! Counts of names in the diagnostics of one code: the fields that were dropped.

use crate::json::short_lists;
/// Counts of names, in the order of first appearance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameCounts {
    known: Vec<(Box<str>, u64)>,
    others: u64,
}

/// The maximum number of different names. Keys of records may be data: ids, dates.
const MOST: usize = 256;
/// The number of bytes of a name that are compared.
const LONGEST: usize = 64;

impl NameCounts {
    /// Adds to the count of a name. A long name is cut.
    pub(super) fn add(&mut self, name: &str, more: u64) {
        let name = match name.len() {
            0..=LONGEST => name,
            _ => name.get(..name.floor_char_boundary(LONGEST)).unwrap_or_default(),
        };
        if let Some((_, count)) = self.known.iter_mut().find(|(known, _)| **known == *name) {
            *count += more;
        } else if self.known.len() < MOST {
            self.known.push((name.into(), more));
        } else {
            self.others += more;
        }
    }

    pub(super) fn merge(&mut self, later: Self) {
        for (name, count) in later.known {
            self.add(&name, count);
        }
        self.others += later.others;
    }

    /// The names and their counts, the most frequent first: `[("id", 49799), ("user_id", 9950)]`.
    #[must_use]
    pub fn ranked(&self) -> Vec<(&str, u64)> {
        let mut all: Vec<_> = self.known.iter().map(|(name, count)| (&**name, *count)).collect();
        short_lists::sort_by(&mut all, |a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        all
    }

    /// The count of all names after the maximum number of different names was reached.
    #[must_use]
    pub fn others(&self) -> u64 {
        self.others
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ranked_and_bounded() {
        let mut counts = NameCounts::default();
        for name in ["user_id", "id", "id"] {
            counts.add(name, 1);
        }
        assert_eq!(counts.ranked(), [("id", 2), ("user_id", 1)]);
        let mut later = NameCounts::default();
        (0..1000).for_each(|index| later.add(&format!("{index}{}", "é".repeat(100)), 1));
        counts.merge(later);
        assert_eq!((counts.known.len(), counts.others()), (MOST, 1000 + 2 - MOST as u64));
        assert!(counts.known.iter().all(|(name, _)| name.len() <= LONGEST));
    }
}

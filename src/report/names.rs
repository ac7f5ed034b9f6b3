//! Counts of names in the diagnostics of one code: the fields that were dropped.

use crate::json::{Text, key_bucket, mask_text, short_lists};

/// Counts of names, in the order of first appearance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameCounts {
    /// All names, concatenated: an allocation for each name of each record would be slow.
    text: String,
    known: Vec<NameCount>,
    /// A bit for each bucket of [`key_bucket`] that has a name: most names of a record are new.
    buckets: u64,
    others: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NameCount {
    /// The place of the name in the text.
    start: usize,
    end: usize,
    count: u64,
}

/// The maximum number of different names. Keys of records may be data: ids, dates.
const MOST: usize = 256;
/// The number of bytes of a name that are compared.
const LONGEST: usize = 64;

impl NameCounts {
    /// Adds one to the count of a key. A long key is cut after its secrets are masked. Those of short keys are masked in
    /// [`NameCounts::ranked`].
    pub(super) fn add(&mut self, key: &Text<'_>) {
        let name = key.decode();
        if name.len() <= LONGEST {
            self.add_after(0, &name, 1);
        } else {
            let name = mask_text(name.into_owned());
            self.add_after(0, name.get(..name.floor_char_boundary(LONGEST)).unwrap_or_default(), 1);
        }
    }

    pub(super) fn merge(&mut self, later: &Self) {
        // Records have the same names in the same order.
        let mut next = 0;
        for (name, count) in later.each() {
            next = self.add_after(next, name, count);
        }
        self.others += later.others;
    }

    /// Adds to the count of a name, which is probably the one at this index. Returns the index after it.
    fn add_after(&mut self, guess: usize, name: &str, more: u64) -> usize {
        let text = self.text.as_bytes();
        let is_it = |known: &NameCount| {
            known.end - known.start == name.len() && text.get(known.start..known.end) == Some(name.as_bytes())
        };
        let bucket = 1 << key_bucket(name.as_bytes());
        let is_guessed = self.known.get(guess).is_some_and(is_it);
        let found = match self.buckets & bucket {
            _ if is_guessed => Some(guess),
            0 => None,
            _ => self.known.iter().position(is_it),
        };
        if let Some((index, known)) = found.and_then(|index| Some((index, self.known.get_mut(index)?))) {
            known.count += more;
            return index + 1;
        }
        if self.known.len() < MOST {
            let start = self.text.len();
            self.buckets |= bucket;
            self.text.push_str(name);
            self.known.push(NameCount { start, end: self.text.len(), count: more });
        } else {
            self.others += more;
        }
        self.known.len()
    }

    fn each(&self) -> impl Iterator<Item = (&str, u64)> {
        self.known.iter().map(|known| (self.text.get(known.start..known.end).unwrap_or_default(), known.count))
    }

    /// The names and their counts, the most frequent first: `[("id", 49799), ("user_id", 9950)]`.
    #[must_use]
    pub fn ranked(&self) -> Vec<(String, u64)> {
        let mut all: Vec<(String, u64)> = Vec::with_capacity(self.known.len());
        for (name, count) in self.each() {
            let name = mask_text(name.to_owned());
            match all.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += count,
                None => all.push((name, count)),
            }
        }
        short_lists::sort_by(&mut all, |a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
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
        for name in ["user_id", "id", "", "id"] {
            counts.add(&Text::owned(name));
        }
        let ranked = |counts: &NameCounts| counts.ranked().into_iter().map(|(name, count)| format!("{name} {count}"));
        assert!(ranked(&counts).eq(["id 2", " 1", "user_id 1"]));
        let mut later = NameCounts::default();
        (0..1000).for_each(|index| later.add(&Text::owned(format!("{index}{}", "é".repeat(100)))));
        counts.merge(&later);
        assert_eq!((counts.known.len(), counts.others()), (MOST, 1000 + 3 - MOST as u64));
        assert!(counts.each().all(|(name, _)| name.len() <= LONGEST));
        counts.merge(&counts.clone());
        assert_eq!(counts.ranked().first().map(|(_, count)| *count), Some(4));
    }

    #[test]
    fn secrets_in_names_are_not_shown() {
        let mut counts = NameCounts::default();
        let token = |last: char| format!("ghp_aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC{last}");
        let (long, short) = (format!("{}{}", token('2'), "-x".repeat(40)), token('2'));
        for name in [&short, &token('3'), &long] {
            counts.add(&Text::owned(name.as_str()));
        }
        let shown = counts.ranked();
        assert!(shown.iter().all(|(name, _)| !name.contains("aB3d")), "{shown:?}");
        // Two secrets look alike.
        assert_eq!(shown.first().map(|(_, count)| *count), Some(2));
    }
}

//! Counts by code: failed records, losses.

use super::Report;
use super::code::Code;
use crate::json::short_lists;

/// The number of failed records for each code.
#[derive(Clone, Debug, Default)]
pub struct Failures {
    counts: Vec<(&'static Code, u64)>,
    error_lines: u64,
}

/// The member by which an error object is known, as JSON.
const ERROR_KEY: &[u8] = b"\"$turnwise_error\"";

/// True for the error object that `--on-error emit` writes for a record that failed. A `jsonb` column may have put the short
/// keys first.
#[must_use]
pub fn is_error_object(json: &[u8]) -> bool {
    let Some(inside) = json.trim_ascii_start().strip_prefix(b"{").map(<[u8]>::trim_ascii_start) else { return false };
    inside.starts_with(ERROR_KEY) || (inside.starts_with(b"\"raw") && memchr::memmem::find(inside, ERROR_KEY).is_some())
}

impl Report {
    /// True if all diagnostics are kept, not only the first ones of each code.
    #[must_use]
    pub fn keeps_all(&self) -> bool {
        self.keep == u64::MAX
    }
}

impl Failures {
    /// Counts a record.
    pub fn add(&mut self, code: &'static Code) {
        self.add_several(code, 1);
    }

    /// Counts the error object of a record that failed in an earlier run.
    pub fn add_error_line(&mut self) {
        self.error_lines += 1;
    }

    fn add_several(&mut self, code: &'static Code, more: u64) {
        match self.counts.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => *count += more,
            None => self.counts.push((code, more)),
        }
    }

    /// Adds the records of a later batch, or of another file.
    pub fn merge(&mut self, later: &Self) {
        later.counts.iter().for_each(|(code, count)| self.add_several(code, *count));
        self.error_lines += later.error_lines;
    }

    /// Removes all counts.
    pub fn clear(&mut self) {
        self.counts.clear();
        self.error_lines = 0;
    }

    /// The number of failed records.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    /// The number of error objects of records that failed in an earlier run. They are not in [`Failures::total`].
    #[must_use]
    pub fn error_lines(&self) -> u64 {
        self.error_lines
    }

    /// True if no record failed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The number of failed records for each code, the most frequent first.
    #[must_use]
    pub fn ranked(&self) -> Vec<(&'static Code, u64)> {
        let mut ranked = self.counts.clone();
        short_lists::sort_by(&mut ranked, |a, b| b.1.cmp(&a.1).then(a.0.id.cmp(b.0.id)));
        ranked
    }
}

impl Report {
    /// The number of losses of each code, by code.
    #[must_use]
    pub fn lost(&self) -> Vec<(&'static Code, u64)> {
        let losses = self.counts().iter().filter(|count| count.code.kind.is_loss());
        let mut lost: Vec<_> = losses.map(|count| (count.code, count.count)).collect();
        short_lists::sort_by_key(&mut lost, |(code, _)| code.id);
        lost
    }
}

//! Unchanged, added and removed lines, for unified diffs and two columns.

use std::hash::BuildHasher as _;

use foldhash::quality::RandomState;

use super::lcs::{EqualRun, StepBudget, common};

/// Whether a line is in the old text, the new one, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineTag {
    /// In both texts.
    Same,
    /// Only in the old text.
    Old,
    /// Only in the new text.
    New,
}

/// The lines of two texts in reading order: the tag, and the index of the line in its text (for lines in both, in the
/// new one).
///
/// ```
/// use turnwise::op::diff::{LineTag, tagged};
///
/// let (old, new) = (["a".to_owned(), "b".to_owned()], ["a".to_owned(), "c".to_owned()]);
/// assert_eq!(tagged(&old, &new), [(LineTag::Same, 0), (LineTag::Old, 1), (LineTag::New, 1)]);
/// ```
#[must_use]
pub fn tagged(old: &[String], new: &[String]) -> Vec<(LineTag, usize)> {
    let hasher = RandomState::default();
    let keys = |lines: &[String]| -> Vec<u64> { lines.iter().map(|line| hasher.hash_one(line)).collect() };
    let runs = common(&keys(old), &keys(new), &mut StepBudget::new(100_000_000));
    let mut out = Vec::with_capacity(old.len().max(new.len()));
    let mut at = (0, 0);
    let end = EqualRun { a: old.len(), b: new.len(), len: 0 };
    for run in runs.into_iter().chain([end]) {
        out.extend((at.0..run.a).map(|line| (LineTag::Old, line)));
        out.extend((at.1..run.b).map(|line| (LineTag::New, line)));
        out.extend((run.b..run.b + run.len).map(|line| (LineTag::Same, line)));
        at = (run.a + run.len, run.b + run.len);
    }
    out
}

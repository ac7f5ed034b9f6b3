//! Prints the differences of two files as text, JSON, annotations and a page.

pub(crate) mod github;
pub(crate) mod html;
pub(crate) mod human;
pub(crate) mod json;
mod side_by_side;
pub(crate) mod stat;
pub(crate) mod unified;

use turnwise::op::diff::{ChangeKind, Counts, DiffSummary};

use crate::cli::print::text::number;

/// The counts of the files of two folders.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FolderCounts {
    /// Files of both folders with equal content.
    pub(crate) same: u64,
    /// Files of both folders.
    pub(crate) changed: u64,
    /// Files that only A has.
    pub(crate) deleted: u64,
    /// Files that only B has.
    pub(crate) inserted: u64,
    /// Files that cannot be compared.
    pub(crate) failed: u64,
}

impl FolderCounts {
    pub(crate) fn is_same(&self) -> bool {
        self.changed + self.deleted + self.inserted == 0
    }
}

/// `2 of 5 files differ, 1 only in A: 2 inserted, 1 edited`
pub(crate) fn of_files(files: &FolderCounts, summary: &DiffSummary) -> String {
    let all = files.same + files.changed + files.deleted + files.inserted + files.failed;
    let mut text = format!("{} of {} files differ", number(files.changed), number(all));
    for (count, what) in
        [(files.deleted, "only in A"), (files.inserted, "only in B"), (files.failed, "cannot be compared")]
    {
        if count > 0 {
            text.push_str(&format!(", {} {what}", number(count)));
        }
    }
    if summary.counts.total() > 0 {
        text.push_str(&format!(": {}", counts(&summary.counts)));
    }
    text
}

/// `2 inserted, 1 edited`
pub(crate) fn counts(counts: &Counts) -> String {
    let words: Vec<_> = ChangeKind::ALL
        .iter()
        .filter(|kind| counts.of(**kind) > 0)
        .map(|kind| format!("{} {}", counts.of(*kind), past_tense(*kind)))
        .collect();
    words.join(", ")
}

pub(crate) fn past_tense(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Insert => "inserted",
        ChangeKind::Delete => "deleted",
        ChangeKind::Edit => "edited",
        ChangeKind::Move => "moved",
        ChangeKind::Role => "of another role",
        ChangeKind::Id => "of another id",
        ChangeKind::Split => "split",
        ChangeKind::Merge | _ => "merged",
    }
}

/// `2 of 5 conversations differ, 1 only in A: 2 inserted, 1 edited`
pub(crate) fn total(summary: &DiffSummary) -> String {
    let [a, b] = summary.records;
    let all = summary.same + summary.changed + summary.deleted + summary.inserted;
    let mut text = match (a, b) {
        (1, 1) if summary.changed == 1 => "the conversations differ".to_owned(),
        _ => format!("{} of {} conversations differ", number(summary.changed), number(all.max(a).max(b))),
    };
    for (count, what) in
        [(summary.deleted, "only in A"), (summary.inserted, "only in B"), (summary.moved, "in another order")]
    {
        if count > 0 {
            text.push_str(&format!(", {} {what}", number(count)));
        }
    }
    if summary.counts.total() > 0 {
        text.push_str(&format!(": {}", counts(&summary.counts)));
    }
    text
}

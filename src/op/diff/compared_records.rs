//! Two compared records, and their differences.

use super::change::RecordChange;
use super::record::MessageRow;

/// A record in its file.
#[derive(Clone, Debug, Default)]
pub struct RecordRef {
    /// Its number, from 0.
    pub record: u64,
    /// The id of its conversation.
    pub id: Option<String>,
    /// Its line, from 1.
    pub line: u64,
    /// Its format.
    pub format: &'static str,
    /// The number of its messages.
    pub messages: usize,
}

/// Two records, and the differences between them.
pub struct ComparedRecords<'p> {
    /// The record of A.
    pub a: Option<RecordRef>,
    /// The record of B.
    pub b: Option<RecordRef>,
    /// Both files have a single record.
    pub is_only: bool,
    /// The order of the records in their files differs.
    pub is_moved: bool,
    /// The limit of steps was reached: the differences are correct, but could be finer.
    pub is_coarse: bool,
    /// Every difference.
    pub changes: &'p [RecordChange],
    /// All messages, side by side.
    pub rows: &'p [MessageRow],
    pub(super) lines: &'p PrintMessageFn<'p>,
}

/// Prints two matched messages of A and B, or everything outside the messages.
pub(super) type PrintMessageFn<'p> = dyn Fn(PrintedPlace) -> [Vec<String>; 2] + 'p;

/// The printed section of two records.
#[derive(Clone, Copy, Debug)]
pub(super) enum PrintedPlace {
    /// Everything outside the messages.
    Outside,
    /// A message of A, one of B, or both.
    Messages([Option<usize>; 2]),
}

impl std::fmt::Debug for ComparedRecords<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ComparedRecords").field("changes", &self.changes).finish_non_exhaustive()
    }
}

impl ComparedRecords<'_> {
    /// A message of A and one of B as lines of plain text. The first line names the role. Content that is the same
    /// in both has the spelling of B.
    #[must_use]
    pub fn lines(&self, messages: [Option<usize>; 2]) -> [Vec<String>; 2] {
        (self.lines)(PrintedPlace::Messages(messages))
    }

    /// Everything outside the messages of A and B, in the same way.
    #[must_use]
    pub fn head_lines(&self) -> [Vec<String>; 2] {
        (self.lines)(PrintedPlace::Outside)
    }
}

//! Two records that were compared, and their differences.

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
    /// Neither file has another record.
    pub is_only: bool,
    /// The order of the records in their files differs.
    pub is_moved: bool,
    /// The limit of steps was reached: what is said is right, but could be finer.
    pub is_coarse: bool,
    /// Every difference.
    pub changes: &'p [RecordChange],
    /// All messages, side by side.
    pub rows: &'p [MessageRow],
    pub(super) lines: &'p PrintMessageFn<'p>,
}

/// Prints a message of A (side 0) or B (side 1); without an index, everything outside of the messages.
pub(super) type PrintMessageFn<'p> = dyn Fn(usize, Option<usize>) -> Vec<String> + 'p;

impl std::fmt::Debug for ComparedRecords<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ComparedRecords").field("changes", &self.changes).finish_non_exhaustive()
    }
}

impl ComparedRecords<'_> {
    /// A message as lines of plain text, the first of which names its role. Side 0 is A, side 1 is B.
    #[must_use]
    pub fn lines(&self, side: usize, message: usize) -> Vec<String> {
        (self.lines)(side, Some(message))
    }

    /// Everything outside of the messages, as lines of plain text.
    #[must_use]
    pub fn head_lines(&self, side: usize) -> Vec<String> {
        (self.lines)(side, None)
    }
}

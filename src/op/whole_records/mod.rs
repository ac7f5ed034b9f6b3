//! Commands that pass whole records on as they are: some of them, in another order, in several files, or in one.
//!
//! Records are read by equal workers, which say what the command has to know of each; then they are taken in the order of the
//! input, so the result does not depend on the number of threads. Their bytes are never written again.

mod container;
mod dedupe;
mod drive;
mod filter;
mod joined;
mod merge;
mod merge_messages;
mod message_list;
mod part_names;
mod parts;
mod record_id;
mod sample;
mod slots;
mod sort;
mod sort_keys;
mod split;
mod words;

pub use dedupe::{SameBy, SeenConversations, dedupe};
pub use filter::{Condition, ContentKind, RecordFilter, filter};
pub use joined::ResultContainer;
pub use merge::RecordMerge;
pub use merge_messages::{GroupBy, MessageMerge, MessageMergeOptions, MessageMergeResult};
pub use sample::{SamplePlan, SampleSize, count, sample};
pub use sort::{RecordSort, SortOptions, SortResult};
pub use sort_keys::SortBy;
pub use split::{RecordSplit, SplitBy, SplitInput};
pub use words::{ConditionError, parse_condition};

use crate::report::Diagnostic;
use crate::stream::{Progress, Write};

use super::outcome::OnError;

/// Options of all these commands.
#[derive(Clone, Copy, Debug)]
pub struct WholeOptions {
    /// What happens to invalid records.
    pub on_error: OnError,
    /// Worker threads.
    pub jobs: usize,
    /// The number of diagnostics that are kept for each code.
    pub keep: u64,
    /// Other results are before this one, or after it, where it goes.
    pub is_joined: bool,
}

/// The output, and the functions that are told about the input.
pub struct WholeEnds<'e> {
    /// Takes the output.
    pub write: &'e mut Write<'e>,
    /// Is given the diagnostics of records that fail, in order.
    pub note: &'e mut (dyn FnMut(Diagnostic) + Send),
    /// Is told how far it is.
    pub progress: &'e dyn Progress,
}

impl std::fmt::Debug for WholeEnds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WholeEnds").finish_non_exhaustive()
    }
}

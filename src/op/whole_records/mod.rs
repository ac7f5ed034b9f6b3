//! Commands that copy whole records: a selection, in another order, into several files, or into one file.
//!
//! Workers read the records in parallel and compute the information that the command needs about each. The records are
//! then processed in the order of the input, so the result does not depend on the number of threads. Their bytes are
//! copied; only `dedupe --messages` removes messages from them.

mod conditions;
mod container;
mod dedupe;
mod dedupe_messages;
mod drive;
mod filter;
mod joined;
mod log_parts;
mod merge;
mod merge_messages;
mod message_list;
mod options;
mod part_names;
mod parts;
mod record_id;
mod sample;
mod slots;
mod sort;
mod sort_keys;
mod split;

pub use conditions::{Condition, ConditionError, parse_condition};
pub use dedupe::{SameBy, SeenConversations, dedupe};
pub use dedupe_messages::{RepeatedMessages, dedupe_messages};
pub use filter::{ContentKind, RecordFilter, filter};
pub use joined::ResultContainer;
pub use merge::RecordMerge;
pub use merge_messages::{GroupBy, MessageMerge, MessageMergeOptions, MessageMergeResult};
pub use options::{WholeEnds, WholeOptions};
pub(in crate::op) use record_id::shown_id;
pub use sample::{SamplePlan, SampleSize, count, sample};
pub use sort::{RecordSort, SortOptions, SortResult};
pub use sort_keys::SortBy;
pub use split::{RecordSplit, SplitBy, SplitInput};

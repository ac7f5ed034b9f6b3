//! Runs of a log: their lineage, and the conversation up to one of them.

mod chain;
mod lineage;
mod log;
mod normalize;
mod rewrite;
#[cfg(test)]
mod tests;
mod write;

pub use chain::{Before, RunStore};
pub use lineage::{Issue, Lineage, LineageMode, LineageRun, RunCollector, Status};
pub(in crate::events) use log::is_message_event;
pub use normalize::{NormalizeOptions, NormalizedRun, Normalizer};
pub(in crate::events) use rewrite::{input_ids, remove_marks, set_mark, without_input};

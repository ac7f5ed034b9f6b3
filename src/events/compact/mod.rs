//! Compaction of event logs: joining deltas as the library does, or folding events into snapshots.

mod deltas;
mod entry;
mod fold;
mod order;
#[cfg(test)]
mod tests;
mod window;

pub use deltas::DeltaCompactor;
pub use fold::{CycleError, FoldFailure, FoldOptions, FoldScope, SnapshotFolder};

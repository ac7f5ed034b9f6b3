//! Making a log of events smaller: joining deltas as the library does, or folding them into snapshots.

mod deltas;
mod entry;
mod fold;
mod order;
#[cfg(test)]
mod tests;
mod window;

pub use deltas::DeltaCompactor;
pub use fold::{CycleError, FoldOptions, FoldScope, SnapshotFolder};

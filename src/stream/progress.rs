//! The progress of a run, and whether it continues.

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// More, please.
    Continue,
    /// That is enough: an error, or nobody listens any more.
    Stop,
}

/// Is told how far a run is.
pub trait Progress: Sync {
    /// Adds bytes and records that are done.
    fn advance(&self, bytes: u64, records: u64);
}

/// Ignores progress.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Progress for Silent {
    fn advance(&self, _: u64, _: u64) {}
}

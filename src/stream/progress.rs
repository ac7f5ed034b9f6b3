//! How far a run is, and whether it goes on.

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
    /// So many more bytes and records are done.
    fn advance(&self, bytes: u64, records: u64);
}

/// Ignores progress.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Progress for Silent {
    fn advance(&self, _: u64, _: u64) {}
}

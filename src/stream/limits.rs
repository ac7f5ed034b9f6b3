//! Buffer sizes and the maximum length of a record.

/// The number of bytes that are read at a time: they fit the caches, and are enough work for a turn of a thread.
pub const BATCH: usize = 256 * 1024;

/// Limits that keep memory in bounds.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of one record.
    pub record: usize,
    /// Open brackets of one record.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { record: 256 * 1024 * 1024, depth: crate::json::MAX_DEPTH }
    }
}

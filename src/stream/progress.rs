//! The progress of a run, and whether it continues.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// Counts the bytes that were read.
pub(super) struct Counted<R> {
    pub(super) inner: R,
    pub(super) taken: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.taken.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

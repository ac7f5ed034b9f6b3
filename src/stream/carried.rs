//! The bytes that were read after the last record of a batch: the next batch begins with them.

use super::batch::Batch;
use super::limits::BATCH;

/// Longer buffers stay where they are, so that only one is as long as the longest record.
const LONG: usize = 4 * BATCH;

/// Up to this many bytes are copied. Few batches carry more.
const FEW: usize = BATCH / 2;

/// Bytes that belong to the next batch.
#[derive(Debug, Default)]
pub(super) struct CarriedBytes {
    /// Only the first `len` bytes count.
    buffer: Vec<u8>,
    len: usize,
}

impl CarriedBytes {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        if self.buffer.is_empty() && end > 0 {
            // There is room for what a batch reads: zeros that were never touched cost nothing.
            self.buffer = vec![0; end + 2 * BATCH];
        } else if self.buffer.len() < end {
            self.buffer.resize(end, 0);
        }
        if let Some(spare) = self.buffer.get_mut(self.len..end) {
            spare.copy_from_slice(bytes);
        }
        self.len = end;
    }

    /// Replaces the bytes of a batch. Buffers of a similar size are swapped, which copies nothing. A few bytes are copied, so that
    /// the rest of the buffer takes no memory.
    pub(super) fn move_to(&mut self, batch: &mut Batch) {
        if self.len > FEW && (1..=LONG).contains(&batch.buffer.len()) {
            std::mem::swap(&mut self.buffer, &mut batch.buffer);
            batch.len = self.len;
        } else {
            batch.len = 0;
            batch.push(self.buffer.get(..self.len).unwrap_or_default());
        }
        self.len = 0;
    }
}

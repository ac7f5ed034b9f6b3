//! Written branches of one record, on disk until the record is complete.

use std::io;
use std::ops::Range;

use crate::json::Out;
use crate::stream::{SinkError, Spill};

/// Output before the bytes that a worker has in memory. Branches share messages and each is written completely: 2,000
/// of them make a gigabyte of a record of 3 MB. If the record fails, all of them have to be removed.
#[derive(Debug, Default)]
pub(super) struct SpilledOutput {
    file: Spill,
    len: usize,
    error: Option<io::Error>,
}

impl SpilledOutput {
    /// The number of bytes in memory above which they are moved to the disk.
    const MOST_IN_MEMORY: usize = 1 << 20;

    /// The number of bytes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Moves all bytes of `out` to the end, if there are enough.
    pub(super) fn take(&mut self, out: &mut Out) {
        if out.len() < Self::MOST_IN_MEMORY {
            return;
        }
        self.len += out.len();
        if self.error.is_none() {
            self.error = self.file.write_all(out.as_bytes()).err();
        }
        out.clear();
    }

    /// Removes everything after the first `len` bytes.
    pub(super) fn truncate(&mut self, len: usize) {
        if len < self.len {
            self.len = len;
            self.error = self.error.take().or(self.file.truncate(len as u64).err());
        }
    }

    /// Passes all bytes to `to`, in pieces.
    pub(super) fn each(&mut self, to: &mut dyn FnMut(&[u8])) -> Result<(), SinkError> {
        if self.len == 0 {
            return Ok(());
        }
        let read = |bytes: &[u8]| {
            to(bytes);
            io::Result::Ok(())
        };
        self.error.take().map_or(Ok(()), Err).and_then(|()| self.file.each(read)).map_err(failed)
    }

    /// The bytes in `range`.
    pub(super) fn read(&mut self, range: Range<usize>) -> Result<Vec<u8>, SinkError> {
        let read = |file: &mut Spill| file.read(range.start as u64..range.end as u64);
        self.error.take().map_or(Ok(()), Err).and_then(|()| read(&mut self.file)).map_err(failed)
    }
}

fn failed(error: io::Error) -> SinkError {
    SinkError::io("write", "branches to a file in the folder for temporary files", error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Layout;

    #[test]
    fn what_was_spilled_is_read_in_order_and_taken_back() {
        let mut spilled = SpilledOutput::default();
        let mut out = Out::new(Layout::Compact);
        out.bytes_mut().extend_from_slice(b"few");
        spilled.take(&mut out);
        assert_eq!((spilled.len(), out.len()), (0, 3));
        for letter in [b'a', b'b', b'c'] {
            out.bytes_mut().resize(SpilledOutput::MOST_IN_MEMORY, letter);
            spilled.take(&mut out);
            assert!(out.is_empty());
        }
        spilled.truncate(2 * SpilledOutput::MOST_IN_MEMORY);
        out.bytes_mut().resize(SpilledOutput::MOST_IN_MEMORY, b'd');
        spilled.take(&mut out);
        let mut read = Vec::new();
        spilled.each(&mut |bytes| read.extend_from_slice(bytes)).unwrap();
        read.dedup();
        assert_eq!(read, b"fewabd");
        let end = spilled.len();
        assert_eq!(spilled.read(end - 1..end).unwrap(), b"d");
        assert_eq!(spilled.read(0..4).unwrap(), b"fewa");
    }
}

//! A file whose parts are read again, most of them one after the other.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufReader, Read as _, Write as _};

/// A part near the one before it takes no system call. Larger buffers cost more where parts are far from each other.
const BUFFER: usize = 64 * 1024;

/// A file that is written first, if at all, and then read.
#[derive(Debug)]
pub(super) struct StoredFile(RefCell<FileCursor>);

#[derive(Debug)]
struct FileCursor {
    file: BufReader<File>,
    /// The offset of the next byte.
    at: u64,
}

impl StoredFile {
    /// A file at its beginning.
    pub(super) fn new(file: File) -> Self {
        Self(RefCell::new(FileCursor { file: BufReader::with_capacity(BUFFER, file), at: 0 }))
    }

    /// Writes bytes at the end, before anything is read.
    pub(super) fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let FileCursor { file, at } = self.0.get_mut();
        file.get_mut().write_all(bytes)?;
        *at += bytes.len() as u64;
        Ok(())
    }

    /// Replaces the content of `part` by this many bytes from `offset` on.
    pub(super) fn read(&self, offset: u64, count: usize, part: &mut Vec<u8>) -> io::Result<()> {
        let FileCursor { file, at } = &mut *self.0.borrow_mut();
        file.seek_relative(offset.wrapping_sub(*at).cast_signed())?;
        *at = offset;
        part.clear();
        // Without zeros that are overwritten.
        part.reserve(count);
        let found = file.take(count as u64).read_to_end(part)?;
        *at += found as u64;
        if found < count { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_in_any_order() {
        let bytes: Vec<u8> = (0..200_000_u32).flat_map(u32::to_le_bytes).collect();
        let mut file = StoredFile::new(tempfile::tempfile().unwrap());
        for half in bytes.chunks(bytes.len() / 2) {
            file.append(half).unwrap();
        }
        let mut part = b"what was there before".to_vec();
        for (offset, count) in [(0, 10), (10, 20), (700_000, 100_000), (5, 0), (5, 70_000), (70_005, 1), (799_999, 1)] {
            file.read(offset as u64, count, &mut part).unwrap();
            assert_eq!(part, bytes[offset..offset + count], "{offset} {count}");
        }
        let error = file.read(799_999, 2, &mut part).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        file.read(3, 4, &mut part).unwrap();
        assert_eq!(part, bytes[3..7]);
    }
}

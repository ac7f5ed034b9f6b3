//! Writing `.br` with the `brotli` package. Two things are added:
//!
//! - [`brotli::CompressorWriter::into_inner`] drops the errors of its last writes: a full disk would look like a complete file.
//! - Its output depends on how its input is divided, so the input is written in blocks of one size.

use std::io::{self, Write};

/// The quality: output of the size of gzip level 6, in less time.
const QUALITY: u32 = 5;
/// Copies reach back 4 MiB (two to the power of this).
const WINDOW_BITS: u32 = 22;
const BUFFER: usize = 64 * 1024;
const BLOCK: usize = 256 * 1024;

/// Compresses what is written to it.
pub(super) struct BrotliWriter<W: Write> {
    compressor: brotli::CompressorWriter<Remembers<W>>,
    /// Not yet compressed, less than [`BLOCK`] bytes.
    block: Vec<u8>,
}

/// A writer that has something to write at its end.
pub(super) trait FinishWriter<W> {
    /// Writes all of these bytes.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Writes what is left. The result is the inner writer.
    fn finish_boxed(self: Box<Self>) -> io::Result<W>;
}

impl<W: Write> FinishWriter<W> for BrotliWriter<W> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        BrotliWriter::write_all(self, bytes)
    }

    fn finish_boxed(self: Box<Self>) -> io::Result<W> {
        self.finish()
    }
}

/// Keeps the first error of a writer.
struct Remembers<W> {
    inner: W,
    error: Option<io::Error>,
}

impl<W: Write> BrotliWriter<W> {
    pub(super) fn new(inner: W) -> Self {
        let inner = Remembers { inner, error: None };
        Self { compressor: brotli::CompressorWriter::new(inner, BUFFER, QUALITY, WINDOW_BITS), block: Vec::new() }
    }

    pub(super) fn write_all(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while self.block.len() + bytes.len() >= BLOCK {
            let (now, later) = bytes.split_at(BLOCK - self.block.len());
            self.block.extend_from_slice(now);
            self.compressor.write_all(&self.block)?;
            self.block.clear();
            bytes = later;
        }
        self.block.extend_from_slice(bytes);
        Ok(())
    }

    /// Writes what is left, and the end of the stream.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.compressor.write_all(&self.block)?;
        let Remembers { inner, error } = self.compressor.into_inner();
        error.map_or(Ok(inner), Err)
    }
}

impl<W: Write> Write for Remembers<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner.write(bytes).inspect_err(|error| {
            if error.kind() != io::ErrorKind::Interrupted {
                self.error.get_or_insert_with(|| io::Error::new(error.kind(), error.to_string()));
            }
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    fn compress(pieces: &[&[u8]]) -> Vec<u8> {
        let mut writer = BrotliWriter::new(Vec::new());
        for piece in pieces {
            writer.write_all(piece).unwrap();
        }
        writer.finish().unwrap()
    }

    fn text(lines: usize) -> Vec<u8> {
        (0..lines)
            .flat_map(|line| format!("{{\"role\":\"user\",\"content\":\"{}\"}}\n", line * line).into_bytes())
            .collect()
    }

    #[test]
    fn what_is_written_comes_back_whatever_the_pieces() {
        let text = text(100_000);
        let whole = compress(&[&text]);
        let mut back = Vec::new();
        brotli::Decompressor::new(&whole[..], 4096).read_to_end(&mut back).unwrap();
        assert!(back == text);
        assert!(whole.len() * 3 < text.len(), "{} of {}", whole.len(), text.len());
        let pieces: Vec<_> = text.chunks(1013).collect();
        assert!(compress(&pieces) == whole);
    }

    /// A writer with room for this number of bytes.
    struct LimitedWriter(usize);

    impl Write for LimitedWriter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let length = bytes.len().min(self.0);
            self.0 -= length;
            if length == 0 { Err(io::Error::from(io::ErrorKind::StorageFull)) } else { Ok(length) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_full_disk_is_an_error_in_the_last_write_too() {
        let text = text(5_000);
        for room in [0, 1, compress(&[&text]).len() - 1] {
            let mut writer = BrotliWriter::new(LimitedWriter(room));
            let result = writer.write_all(&text).and_then(|()| writer.finish().map(drop));
            assert_eq!(result.unwrap_err().kind(), io::ErrorKind::StorageFull, "{room}");
        }
    }
}

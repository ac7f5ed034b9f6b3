//! gzip, zstd and brotli as streams, with a guard against decompression bombs.

use std::io::{self, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::limits::BATCH;
use super::source_options::SourceOptions;

/// The compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    None,
    Gzip,
    Zstd,
    Brotli,
}

impl Compression {
    /// By the first bytes; brotli has no mark of its own, there the name decides.
    pub(super) fn of(head: &[u8], name: &str) -> Self {
        match head {
            [0x1f, 0x8b, ..] => Self::Gzip,
            // The second is a frame to skip (RFC 8878, 3.1.2): pzstd begins with one.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            _ if name.ends_with(".br") => Self::Brotli,
            _ => Self::None,
        }
    }
}

/// The decompressed stream. `read` counts the compressed bytes that were taken.
pub(super) fn open(
    inner: impl Read + Send + 'static,
    compression: Compression,
    read: Arc<AtomicU64>,
    limits: SourceOptions,
) -> io::Result<Box<dyn Read + Send>> {
    let inner = BufReader::with_capacity(BATCH, inner);
    let stream: Box<dyn Read + Send> = match compression {
        Compression::None => return Ok(Box::new(inner)),
        Compression::Gzip => Box::new(flate2::read::MultiGzDecoder::new(inner)),
        Compression::Brotli => Box::new(brotli::Decompressor::new(inner, 64 * 1024)),
        Compression::Zstd => zstd_stream(inner)?,
    };
    let SourceOptions { free_expansion: free, max_expansion: most, .. } = limits;
    Ok(Box::new(Guard { stream, read, written: 0, free, most }))
}

#[cfg(feature = "zstd")]
pub(super) fn zstd_stream(inner: impl io::BufRead + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    Ok(Box::new(zstd::stream::read::Decoder::with_buffer(inner)?))
}

#[cfg(not(feature = "zstd"))]
pub(super) fn zstd_stream(_: impl io::BufRead + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "zstd data; this build of turnwise reads no zstd"))
}

/// Marks the error of a guard that closed.
#[derive(Debug)]
pub(super) struct Bomb;

impl std::fmt::Display for Bomb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("expands too much")
    }
}

impl std::error::Error for Bomb {}

struct Guard {
    stream: Box<dyn Read + Send>,
    read: Arc<AtomicU64>,
    written: u64,
    /// Bytes before which nothing is compared.
    free: u64,
    /// The maximum ratio of the text to the file.
    most: u64,
}

impl Read for Guard {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.written += count as u64;
        let taken = self.read.load(Ordering::Relaxed).max(1);
        if self.written > self.free && self.written / taken > self.most {
            return Err(io::Error::other(Bomb));
        }
        Ok(count)
    }
}

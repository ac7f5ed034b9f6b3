//! Bytes of the output: joined to large pieces, and with LF line ends if requested.

use crate::stream::SinkError;
use crate::stream::Write;

/// Joins small pieces before they are written.
pub(super) struct JoinedPieces<'w, 'e> {
    to: &'w mut Write<'e>,
    bytes: Vec<u8>,
    count: u64,
    failure: Option<SinkError>,
}

/// The size above which pieces are written.
pub(super) const ENOUGH: usize = 64 * 1024;

impl<'w, 'e> JoinedPieces<'w, 'e> {
    pub(super) fn new(to: &'w mut Write<'e>) -> Self {
        Self { to, bytes: Vec::new(), count: 0, failure: None }
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        if self.bytes.len() + bytes.len() > ENOUGH {
            self.flush();
        }
        if bytes.len() < ENOUGH {
            self.bytes.extend_from_slice(bytes);
        } else {
            self.hand_on(bytes);
        }
    }

    fn flush(&mut self) {
        let bytes = std::mem::take(&mut self.bytes);
        self.hand_on(&bytes);
        self.bytes = bytes;
        self.bytes.clear();
    }

    fn hand_on(&mut self, bytes: &[u8]) {
        if self.failure.is_none() && !bytes.is_empty() {
            self.count += bytes.len() as u64;
            self.failure = (self.to)(bytes).err();
        }
    }

    /// The number of bytes that were written.
    pub(super) fn finish(mut self) -> Result<u64, SinkError> {
        self.flush();
        self.failure.map_or(Ok(self.count), Err)
    }
}

/// Lines end in LF if the output is a stream.
pub(super) fn without_returns(bytes: &[u8]) -> Option<Vec<u8>> {
    memchr::memchr(b'\r', bytes)?;
    let mut out = Vec::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_suffix(b"\r\n") {
            Some(line) => {
                out.extend_from_slice(line);
                out.push(b'\n');
            }
            None => out.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line)),
        }
    }
    Some(out)
}

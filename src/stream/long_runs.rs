//! Long runs of base64 are taken out of records that are too large for memory; a short placeholder replaces each.
//!
//! A run is a stretch of base64 characters and `\/`, wherever it is. Nothing else of a record is looked at.

use std::fmt;
use std::io;

use super::batch::{Batch, LongRun};
use super::error::SourceError;
use super::limits::BATCH;
use super::source::Source;

/// A record that grows beyond this is looked at.
const LARGE: usize = 8 * 1024 * 1024;
/// A run that is shorter stays.
const LONG: usize = 1024 * 1024;

/// Takes what is taken out of records.
pub trait LongRuns: Send + fmt::Debug {
    /// Takes the next bytes of a run.
    ///
    /// # Errors
    /// They cannot be kept.
    fn take(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// The run is over. The result replaces it: base64 characters alone, fewer than the run had.
    ///
    /// # Errors
    /// The run cannot be stored.
    fn end(&mut self) -> io::Result<String>;
}

/// Finds long runs in large records.
#[derive(Debug)]
pub(super) struct LongState {
    runs: Box<dyn LongRuns>,
    read: Vec<u8>,
    /// The batch is searched.
    is_on: bool,
    /// The start in the batch of the current run.
    start: usize,
    /// The run is a number.
    is_number: bool,
    /// Bytes of the run that was taken out and goes on.
    taken: Option<u64>,
    /// A backslash was the last byte.
    has_backslash: bool,
    /// The number of bytes that belong to an escape.
    escaped: usize,
}

/// A byte of base64, in either alphabet.
#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation, reason = "the compiler runs it, and looks")]
const IN_RUN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let character = byte as u8;
        table[byte] = character.is_ascii_alphanumeric() || matches!(character, b'+' | b'/' | b'-' | b'_' | b'=');
        byte += 1;
    }
    table
};

impl LongState {
    pub(super) fn new(runs: Box<dyn LongRuns>) -> Self {
        Self {
            runs,
            read: Vec::new(),
            is_on: false,
            start: 0,
            is_number: false,
            taken: None,
            has_backslash: false,
            escaped: 0,
        }
    }

    /// The next batch begins.
    pub(super) fn begin(&mut self) {
        self.is_on = false;
    }

    /// Ends a run of a record that is skipped. The result is the number of its bytes.
    pub(super) fn abandon(&mut self) -> Result<u64, SourceError> {
        let open = self.open();
        if self.taken.take().is_some() {
            self.runs.end().map_err(SourceError::Read)?;
        }
        self.begin();
        Ok(open)
    }

    /// True if `batch` is so large that it is searched.
    pub(super) fn wants(&self, batch: &Batch) -> bool {
        self.is_on || batch.len >= LARGE
    }

    /// Reads some more after what is in the batch, to the end of a run at least, if that does not make it longer than `most`.
    /// The result is how many bytes there were.
    pub(super) fn more(&mut self, source: &mut Source, batch: &mut Batch, most: u64) -> Result<usize, SourceError> {
        if !self.is_on {
            (self.is_on, self.start, self.taken, self.has_backslash, self.escaped) = (true, 0, None, false, 0);
            let before = std::mem::take(&mut batch.buffer);
            let length = std::mem::take(&mut batch.len);
            self.feed(before.get(..length).unwrap_or_default(), batch)?;
        }
        batch.unread_start = batch.len;
        let mut buffer = std::mem::take(&mut self.read);
        buffer.resize(BATCH, 0);
        let mut total = 0;
        loop {
            let count = source.read(&mut buffer)?;
            total += count;
            self.feed(buffer.get(..count).unwrap_or_default(), batch)?;
            if count == 0 {
                // The run ends with the file, and so does what began after it.
                total += usize::from(self.taken.is_some() || self.has_backslash);
                self.flush(batch)?;
                if std::mem::take(&mut self.has_backslash) {
                    batch.push(b"\\");
                }
            }
            let is_settled = self.taken.is_none() && !self.has_backslash;
            if is_settled || batch.real_len().saturating_add(self.open()) > most {
                self.read = buffer;
                return Ok(total);
            }
        }
    }

    /// Bytes of a run that goes on.
    pub(super) fn open(&self) -> u64 {
        self.taken.unwrap_or(0)
    }

    fn feed(&mut self, bytes: &[u8], batch: &mut Batch) -> Result<(), SourceError> {
        let mut rest = bytes;
        while let Some(first) = rest.first() {
            if self.escaped > 0 {
                let count = self.escaped.min(rest.len());
                self.escaped -= count;
                rest = batch.push_some(rest, count);
                self.start = batch.len;
            } else if self.has_backslash {
                self.has_backslash = false;
                if *first == b'/' {
                    self.add(b"\\/", batch)?;
                    rest = rest.get(1..).unwrap_or_default();
                } else {
                    self.flush(batch)?;
                    self.escaped = if *first == b'u' { 5 } else { 1 };
                    batch.push(b"\\");
                }
            } else if *first == b'\\' {
                self.has_backslash = true;
                rest = rest.get(1..).unwrap_or_default();
            } else {
                let is_in = |byte: &u8| IN_RUN.get(usize::from(*byte)).copied().unwrap_or(false);
                let count = rest.iter().position(|byte| !is_in(byte)).unwrap_or(rest.len());
                self.add(rest.get(..count).unwrap_or_default(), batch)?;
                rest = rest.get(count..).unwrap_or_default();
                if rest.first().is_some_and(|byte| *byte != b'\\') {
                    self.flush(batch)?;
                    let is_out = |byte: &u8| !is_in(byte) && *byte != b'\\';
                    let count = rest.iter().position(|byte| !is_out(byte)).unwrap_or(rest.len());
                    rest = batch.push_some(rest, count);
                    self.start = batch.len;
                }
            }
        }
        Ok(())
    }

    /// Adds bytes to the run.
    fn add(&mut self, bytes: &[u8], batch: &mut Batch) -> Result<(), SourceError> {
        if let Some(taken) = &mut self.taken {
            *taken += bytes.len() as u64;
            return self.runs.take(bytes).map_err(SourceError::Read);
        }
        batch.push(bytes);
        let run = batch.bytes().get(self.start..).unwrap_or_default();
        if run.len() < LONG || self.is_number {
            return Ok(());
        }
        // Nothing says that a number is short; a word in its place would be none.
        self.is_number = run.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'e' | b'E' | b'+' | b'-'));
        if !self.is_number {
            self.taken = Some(run.len() as u64);
            self.runs.take(run).map_err(SourceError::Read)?;
            batch.len = self.start;
            batch.unread_start = batch.unread_start.min(batch.len);
        }
        Ok(())
    }

    /// Ends the run.
    fn flush(&mut self, batch: &mut Batch) -> Result<(), SourceError> {
        self.is_number = false;
        if let Some(taken) = self.taken.take() {
            let word = self.runs.end().map_err(SourceError::Read)?;
            let start = batch.len;
            batch.push(word.as_bytes());
            batch.changes.runs.push(LongRun {
                start,
                end: batch.len,
                missing: taken.saturating_sub(word.len() as u64),
            });
        }
        self.start = batch.len;
        Ok(())
    }
}

//! A piece of a file with whole records.

use std::sync::Arc;

use super::coalesced_log::CoalescedLog;
use super::folded::FoldedRecord;
use super::limits::BATCH;
use super::nested::{NestedBatch, Nesting};
use super::row_groups::KnownRows;
use crate::json::{JsonError, Redaction, Tape, count_lines, mask_pointer, pointers, values_at};
use crate::report::{Code, Diagnostic, Excerpt, Location};

/// Some whole records, as bytes.
#[derive(Debug, Default)]
pub struct Batch {
    /// The buffer; only the first `len` bytes count.
    pub(super) buffer: Vec<u8>,
    pub(super) len: usize,
    /// The same bytes with everything blank that is not JSON; only where something else is between them.
    pub(super) json: Option<Vec<u8>>,
    /// The framing of the records in the batch.
    pub pieces: BatchPieces,
    /// The place of the first byte in the file.
    pub start: BatchStart,
    /// What the bytes of the file had in place of these bytes.
    pub changes: ChangedBytes,
    /// The offset in the buffer of the bytes that were read last. No line of a batch of lines ends before it.
    pub(super) unread_start: usize,
    /// Bytes of the longest record.
    pub(super) limit: Option<usize>,
    /// What is so in the whole file.
    pub file: BatchFile,
    /// The places of conversations in the records, until they were looked up.
    pub(super) nesting: Option<Arc<Nesting>>,
    /// The answers of a recorded stream that are its lines.
    pub(super) answers: Vec<FoldedRecord>,
    /// What is known of rows that are records, or that are joined to records.
    pub(super) rows: KnownRows,
}

/// The place of a byte in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchStart {
    /// The number of bytes before it.
    pub offset: u64,
    /// Its line, from 1.
    pub line: u64,
    /// The number of bytes of its line before it.
    pub column: u64,
}

/// What differs between the bytes of a batch and those of the file. Offsets after a change differ, too.
#[derive(Debug, Default)]
pub struct ChangedBytes {
    /// The runs that were taken out because they are too long, in order.
    pub runs: Vec<LongRun>,
    /// The secrets that were replaced by words, in order.
    pub(super) redactions: Vec<Redaction>,
    /// The part of the only record that was skipped, because the record is too long.
    pub(super) skipped: Skipped,
    /// The rows that were coalesced.
    pub(super) coalesced: CoalescedLog,
}

/// What is so in the whole file of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchFile {
    /// It begins with a byte order mark, which is in no batch; that of a session is.
    pub has_mark: bool,
    /// Each line can only be JSON.
    pub is_json_lines: bool,
    /// Blank lines are records, which fail.
    pub has_blank_records: bool,
}

/// The result of cutting a batch.
#[derive(Debug)]
pub enum Cut {
    /// The batch holds whole records.
    Batch,
    /// The file is over.
    End,
    /// The batch ends in text that cannot be a record; the error's offset counts from the start of the batch.
    Broken(JsonError),
}

/// The missing bytes at the end of the only record of a batch.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Skipped {
    pub(super) bytes: u64,
    pub(super) lines: u64,
    /// Bytes after the last line end, if there is one.
    pub(super) column: Option<u64>,
}

impl Skipped {
    pub(super) fn add(&mut self, bytes: &[u8], missing: u64) {
        let length = bytes.len() as u64 + missing;
        self.bytes += length;
        self.lines += count_lines(bytes);
        self.column = match memchr::memrchr(b'\n', bytes) {
            Some(newline) => Some((bytes.len() - newline - 1) as u64),
            None => self.column.map(|column| column + length),
        };
    }
}

/// A run that was taken out of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongRun {
    /// The start of the placeholder.
    pub start: usize,
    /// One past its end.
    pub end: usize,
    /// The number of bytes that the run is longer than its placeholder.
    pub missing: u64,
}

/// A record is longer than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// Bytes of the longest record.
    pub limit: usize,
    /// Only the beginning of the record is in the batch.
    pub is_cut: bool,
}

/// The framing of the records in a batch.
#[derive(Debug, Default)]
pub enum BatchPieces {
    /// One a line.
    #[default]
    Lines,
    /// Items of an array.
    Items(Vec<Item>),
    /// One or more lines each: the rows of a session.
    Rows(Vec<Item>),
    /// All bytes are one record.
    Whole,
    /// A session of a folder: its files, then its entry in the index.
    Session(Box<SessionPiece>),
    /// Values inside records.
    Nested(Arc<NestedBatch>),
}

/// An item of an array, or the rows of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// First byte in the batch, after white space.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Batch {
    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.buffer.get(..self.len).unwrap_or_default()
    }

    /// Where to search for the end of the first line: the bytes before it were searched when they were read.
    pub(crate) fn line_search_start(&self) -> usize {
        if matches!(self.pieces, BatchPieces::Lines) { self.unread_start.min(self.len) } else { 0 }
    }

    /// The bytes without what is not JSON: of the same length, blank where other things are.
    #[must_use]
    pub fn json(&self) -> &[u8] {
        self.json.as_deref().unwrap_or_else(|| self.bytes())
    }

    /// Takes the bytes of [`Batch::json`] away; the batch is empty then.
    #[must_use]
    pub fn take_json(&mut self) -> Vec<u8> {
        let (bytes, len) = (std::mem::take(&mut self.buffer), std::mem::take(&mut self.len));
        self.json.take().unwrap_or_else(|| {
            let mut bytes = bytes;
            bytes.truncate(len);
            bytes
        })
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.spare(bytes.len()).copy_from_slice(bytes);
        self.len += bytes.len();
    }

    /// The first of these bytes; what is after them.
    pub(super) fn push_some<'b>(&mut self, bytes: &'b [u8], count: usize) -> &'b [u8] {
        let (first, rest) = bytes.split_at_checked(count).unwrap_or((bytes, &[]));
        self.push(first);
        rest
    }

    /// The number of bytes of the file in the batch.
    #[must_use]
    pub fn real_len(&self) -> u64 {
        let length = self.nested().map_or(self.len, |nested| nested.bytes().len());
        self.with_secrets(length as u64)
            + self.missing(0, self.len)
            + self.changes.skipped.bytes
            + self.changes.coalesced.removed_bytes()
    }

    /// The number of bytes that are missing between two offsets.
    pub(super) fn missing(&self, start: usize, end: usize) -> u64 {
        self.changes.runs.iter().filter(|run| run.start >= start && run.end <= end).map(|run| run.missing).sum()
    }

    /// The limit, if the record between two places is longer. What is here may be its beginning alone.
    #[must_use]
    pub fn too_long(&self, start: usize, end: usize) -> Option<TooLong> {
        let limit = self.limit?;
        let length = end.saturating_sub(start) as u64 + self.missing(start, end);
        let is_cut = self.changes.skipped.bytes > 0;
        (is_cut || length > limit as u64).then_some(TooLong { limit, is_cut })
    }

    /// Turns the place of a diagnostic into one of the file that it is about, where the batch contains several, or not all of
    /// it.
    pub fn place(&self, diagnostic: &mut Diagnostic) {
        if !self.place_stream_note(diagnostic) {
            self.place_text(diagnostic);
            self.place_coalesced(diagnostic);
            self.place_in_stream(diagnostic);
        }
    }

    fn place_text(&self, diagnostic: &mut Diagnostic) {
        if let Some(nested) = self.nested() {
            nested.place(self.start.offset, diagnostic);
            return self.place_before_redaction(diagnostic);
        }
        if let (false, Some(location)) = (self.changes.runs.is_empty(), &mut diagnostic.location) {
            let local =
                usize::try_from(location.offset.saturating_sub(self.start.offset)).unwrap_or(usize::MAX).min(self.len);
            let before = self.buffer.get(..local).unwrap_or_default();
            let line = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
            location.offset += self.missing(0, local);
            let before = self.missing(line, local);
            location.column += before;
            // Its characters were not counted.
            diagnostic.excerpt = diagnostic.excerpt.take().filter(|_| before == 0);
        }
        match (&self.pieces, &diagnostic.file) {
            // Places in sessions are those after redaction: the batch has several files.
            (BatchPieces::Session(session), None) => session.place(self, diagnostic),
            _ => self.place_before_redaction(diagnostic),
        }
    }

    /// The offset in the file of a record of the batch that is said to be at `offset`, which is another one where it is a
    /// value inside a record.
    #[must_use]
    pub fn offset_in_file(&self, offset: u64) -> u64 {
        self.nested().map_or(offset, |nested| nested.offset_in_file(self.start.offset, offset))
    }

    /// The bytes after the filled ones, at least `room` of them.
    pub(super) fn spare(&mut self, room: usize) -> &mut [u8] {
        let wanted = self.len + room;
        if self.buffer.capacity() == 0 {
            // Zeros that were never touched cost nothing: there is room for what a later batch begins with.
            let carried = if wanted < BATCH { 0 } else { BATCH / 2 };
            self.buffer = vec![0; wanted + carried];
        } else if self.buffer.len() < wanted {
            self.buffer.resize(wanted, 0);
        }
        self.buffer.get_mut(self.len..wanted).unwrap_or_default()
    }
}

/// A session of a folder in a batch: its files and its entry.
#[derive(Debug)]
pub struct SessionPiece {
    /// The start of its text, after a byte order mark.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// The start of its entry.
    pub entry: usize,
    /// The text is one JSON document; otherwise a message a line.
    pub is_document: bool,
    /// No index has the entry.
    pub is_made: bool,
    /// The piece that has no file; 0 if none has one.
    pub missing: Option<u64>,
    pub(super) parts: Vec<SessionFile>,
    pub(super) line: LineStart,
}

/// A file of a session in a batch.
#[derive(Debug)]
pub(super) struct SessionFile {
    pub(super) file: Arc<str>,
    pub(super) start: usize,
    /// Lines of the batch before it.
    pub(super) line: u64,
}

/// A place in a file where something begins.
#[derive(Debug)]
pub(super) struct LineStart {
    pub(super) file: Arc<str>,
    /// Lines of the file before it, and itself.
    pub(super) number: u64,
    pub(super) column: u64,
    pub(super) offset: u64,
}

impl LineStart {
    /// Something to say about this place.
    pub(super) fn diagnostic(&self, code: &'static Code, message: String) -> Diagnostic {
        let location = Location { line: self.number, column: self.column, offset: self.offset, pointer: String::new() };
        let (file, location) = (Some(Arc::clone(&self.file)), Some(location));
        Diagnostic { file, location, ..Diagnostic::new(code, message) }
    }
}

impl SessionPiece {
    fn place(&self, batch: &Batch, diagnostic: &mut Diagnostic) {
        let Some(location) = &mut diagnostic.location else { return };
        let local = usize::try_from(location.offset.saturating_sub(batch.start.offset)).unwrap_or(usize::MAX);
        let part = self.parts.iter().rev().find(|part| part.start <= local);
        if let Some(part) = part.filter(|_| local < self.entry) {
            location.line = location.line.saturating_sub(part.line);
            location.offset = (local - part.start) as u64;
            diagnostic.file = Some(Arc::clone(&part.file));
            return;
        }
        let at = local.saturating_sub(self.entry);
        let text =
            batch.bytes().get(self.entry..).and_then(|entry| std::str::from_utf8(entry).ok()).unwrap_or_default();
        let before = text.as_bytes().get(..at).unwrap_or_default();
        let own = memchr::memrchr(b'\n', before).map_or(at as u64 + self.line.column, |newline| (at - newline) as u64);
        // A generated entry only has its file.
        let at_file = if self.is_made { (1, 1, 0) } else { (self.line.number, own, self.line.offset + at as u64) };
        location.line = at_file.0 + if self.is_made { 0 } else { count_lines(before) };
        (location.column, location.offset) = (at_file.1, at_file.2);
        let mut tape = Tape::new();
        let entry = tape.parse(text).ok();
        let pointer = entry.and_then(|entry| pointers(entry, &[at]).pop()).map(mask_pointer);
        // The line before the entry is not here.
        let has_line = !self.is_made && (self.line.column == 1 || before.contains(&b'\n'));
        diagnostic.excerpt = diagnostic.excerpt.take().filter(|_| has_line).map(|_| {
            let value = entry.and_then(|entry| values_at(entry, &[at]).pop()).map(|value| value.span());
            let end = value.filter(|span| span.start == at).map_or(at, |span| span.end);
            Box::new(Excerpt::within(text.as_bytes(), at, end))
        });
        location.pointer = pointer.filter(|_| !self.is_made).unwrap_or_default();
        diagnostic.file = Some(Arc::clone(&self.line.file));
    }
}

//! Logs whose rows are coalesced while they are read: a log of deltas takes little more memory than its texts.
//!
//! Code that needs the bytes of the file separates the rows again.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::batch::Batch;
use super::limits::BATCH;
use super::source::Source;
use super::split::without_foreign_bytes;
use crate::json::{CoalescedRows, RowCoalescer, Tape, values_at};
use crate::report::{Diagnostic, Excerpt};

/// The rows of a log that were coalesced so far.
#[derive(Clone, Debug, Default)]
pub(super) struct RowJournal(Arc<Mutex<CoalescedRows>>);

impl RowJournal {
    fn lock(&self) -> MutexGuard<'_, CoalescedRows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The rows that were coalesced in a batch, which is a whole log.
#[derive(Debug, Default)]
pub(super) struct CoalescedLog {
    rows: CoalescedRows,
    separate: OnceLock<SeparateLog>,
}

/// A log whose rows were separated again.
#[derive(Debug)]
struct SeparateLog {
    bytes: Vec<u8>,
    /// The same without bytes that are not UTF-8, if it has some.
    json: Option<Vec<u8>>,
}

impl CoalescedLog {
    pub(super) fn removed_bytes(&self) -> u64 {
        self.rows.removed().bytes
    }
}

impl Source {
    /// Coalesces rows that continue the text of the row before them. `text_of` gives the offset of the text in a row that others may
    /// continue. `limit`: the bytes of the longest record. Only before anything was read.
    pub fn coalesce_rows(&mut self, text_of: fn(&[u8]) -> Option<usize>, limit: usize) {
        let size = self.file.size.and_then(|size| usize::try_from(size).ok()).map_or(BATCH, |size| size.min(BATCH));
        let journal = RowJournal::default();
        let is_wrapped = self.wrap(|inner| {
            Box::new(CoalescingReader {
                inner,
                // One byte more shows the end of a small file.
                buffer: vec![0; size + 1],
                filled: 0,
                left: limit as u64,
                coalescer: RowCoalescer::new(text_of),
                journal: journal.clone(),
                is_over: false,
            })
        });
        self.coalesced = is_wrapped.then_some(journal);
    }

    /// The bytes that were removed so far.
    pub(super) fn removed_bytes(&self) -> u64 {
        self.coalesced.as_ref().map_or(0, |journal| journal.lock().removed().bytes)
    }

    /// Moves what is known about coalesced rows to the batch, which is the whole log.
    pub(super) fn describe_coalesced(&self, batch: &mut Batch) {
        if let Some(journal) = &self.coalesced {
            batch.changes.coalesced.rows = std::mem::take(&mut journal.lock());
        }
    }
}

/// Reads a log and coalesces its rows.
struct CoalescingReader {
    inner: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// The bytes of the buffer that were not added.
    filled: usize,
    /// The number of bytes up to the limit of a record.
    left: u64,
    coalescer: RowCoalescer,
    journal: RowJournal,
    is_over: bool,
}

impl Read for CoalescingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.coalescer.take(buffer);
            if count > 0 || self.is_over || buffer.is_empty() {
                return Ok(count);
            }
            self.fill()?;
        }
    }
}

impl CoalescingReader {
    fn fill(&mut self) -> io::Result<()> {
        let count = self.inner.read(self.buffer.get_mut(self.filled..).unwrap_or_default())?;
        self.filled += count;
        self.left = self.left.saturating_sub(count as u64);
        self.is_over = count == 0;
        let bytes = self.buffer.get(..self.filled).unwrap_or_default();
        let mut added = self.coalescer.add(bytes, &mut self.journal.lock());
        if self.is_over || (added == 0 && self.filled == self.buffer.len()) {
            self.coalescer.add_part(bytes.get(added..).unwrap_or_default());
            added = self.filled;
        }
        if self.left == 0 {
            // A text without an end would otherwise be read forever, and no limit checked.
            self.coalescer.close_row();
        }
        self.buffer.copy_within(added..self.filled, 0);
        self.filled -= added;
        Ok(())
    }
}

impl Batch {
    /// The rows that were coalesced, unless they were separated again.
    #[must_use]
    pub fn coalesced_rows(&self) -> Option<&CoalescedRows> {
        let CoalescedLog { rows, separate } = &self.changes.coalesced;
        (!rows.is_empty() && separate.get().is_none()).then_some(rows)
    }

    /// The bytes of [`Batch::bytes`] and [`Batch::json`] before rows were coalesced. From then on, diagnostics refer to
    /// these bytes.
    #[must_use]
    pub fn separate_rows(&self) -> (&[u8], &[u8]) {
        let CoalescedLog { rows, separate } = &self.changes.coalesced;
        let SeparateLog { bytes, json } = separate.get_or_init(|| {
            let bytes = rows.separate(self.bytes());
            SeparateLog { json: without_foreign_bytes(&bytes), bytes }
        });
        (bytes, json.as_deref().unwrap_or(bytes))
    }

    /// Moves the place of a diagnostic in a log with coalesced rows to the row of the file.
    pub(super) fn place_coalesced(&self, diagnostic: &mut Diagnostic) {
        let (Some(rows), Some(location)) = (self.coalesced_rows(), &mut diagnostic.location) else { return };
        let offset = usize::try_from(location.offset.saturating_sub(self.start.offset)).unwrap_or(usize::MAX);
        if let Some(excerpt) = &mut diagnostic.excerpt
            && let Some(first) = rows.first_text(offset)
        {
            let mut row = self.bytes().get(first.start..first.end).unwrap_or_default().to_vec();
            row.extend_from_slice(b"\"}");
            **excerpt = excerpt_of_value(&row, offset - first.start);
        }
        let removed = rows.removed_before(offset);
        location.line += removed.rows;
        location.offset += removed.bytes;
        location.pointer = of_later_row(&location.pointer, removed.rows);
    }
}

/// The excerpt of a row around the value at this offset.
fn excerpt_of_value(row: &[u8], at: usize) -> Excerpt {
    let mut tape = Tape::new();
    let root = std::str::from_utf8(row).ok().and_then(|text| tape.parse(text).ok());
    let value = root.and_then(|root| values_at(root, &[at]).pop()).map(|value| value.span());
    Excerpt::within(row, at, value.filter(|span| span.start == at).map_or(at, |span| span.end))
}

/// The JSON Pointer of the same value some rows later: `/3/delta` becomes `/5/delta`.
fn of_later_row(pointer: &str, rows: u64) -> String {
    let Some(path) = pointer.strip_prefix('/') else { return pointer.to_owned() };
    let (row, rest) = path.split_at(path.find('/').unwrap_or(path.len()));
    row.parse::<u64>().map_or_else(|_| pointer.to_owned(), |row| format!("/{}{rest}", row + rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Framing;
    use crate::json::At;
    use crate::report::{Location, Refused, Report, Start, session};
    use crate::stream::{Cut, Limits, Splitter};

    const LOG: &str = "{\"d\":\"a\"}\n{\"d\":\"b\"}\n{\"d\":\"c\"}\n{\"e\":[1,2]}\n{\"d\":\"\"}";

    fn text_of(row: &[u8]) -> Option<usize> {
        row.starts_with(b"{\"d\":\"").then_some(6)
    }

    fn batch_of(log: &str, limit: usize) -> (Batch, Cut) {
        let mut source = Source::from_bytes(log.as_bytes().to_vec(), "a.jsonl").unwrap();
        source.coalesce_rows(text_of, limit);
        let limits = Limits { record: limit, ..Limits::default() };
        let (mut splitter, mut batch) = (Splitter::new(source, Framing::Messages, limits), Batch::default());
        let cut = splitter.next(&mut batch).unwrap();
        (batch, cut)
    }

    /// The place of a byte of the batch in the file.
    fn place(batch: &Batch, offset: usize) -> Location {
        let (mut report, mut tape) = (Report::keeping(1), Tape::new());
        report.start_record(0);
        report.refuse(&Refused::new(&session::DAMAGED_LINE, At::byte(offset), ""), None);
        let root = std::str::from_utf8(batch.bytes()).ok().and_then(|text| tape.parse_lines(text).ok());
        report.locate(root, batch.bytes(), &Start { line: 1, column: 1, offset: 0 });
        let mut diagnostic = report.drain().next().unwrap();
        batch.place(&mut diagnostic);
        diagnostic.location.unwrap()
    }

    #[test]
    fn a_batch_has_coalesced_rows_and_the_places_of_the_file() {
        let (batch, _) = batch_of(LOG, 1000);
        let text = std::str::from_utf8(batch.bytes()).unwrap();
        assert_eq!(text, "{\"d\":\"abc\"}\n{\"e\":[1,2]}\n{\"d\":\"\"}");
        assert_eq!(batch.real_len(), LOG.len() as u64);
        let found = place(&batch, text.find("2]").unwrap());
        let offset = LOG.find("2]").unwrap() as u64;
        assert_eq!(found, Location { line: 4, column: 9, offset, pointer: "/3/e/1".to_owned() });
        assert_eq!(place(&batch, 5), Location { line: 1, column: 6, offset: 5, pointer: "/0/d".to_owned() });
        assert_eq!(batch.separate_rows(), (LOG.as_bytes(), LOG.as_bytes()));
        assert!(batch.coalesced_rows().is_none());
    }

    #[test]
    fn the_limit_of_a_record_is_that_of_its_bytes_in_the_file() {
        assert!(matches!(batch_of(LOG, LOG.len()).1, Cut::Batch));
        assert!(matches!(batch_of(LOG, LOG.len() - 1).1, Cut::Broken(_)));
    }

    /// Repeats a row forever.
    struct EndlessText(usize);

    impl Read for EndlessText {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            for byte in buffer.iter_mut() {
                *byte = b"{\"d\":\"word \"}\n"[self.0];
                self.0 = (self.0 + 1) % 14;
            }
            Ok(buffer.len())
        }
    }

    #[test]
    fn a_text_without_an_end_is_too_long() {
        let mut source = Source::from_reader(EndlessText(0), "a.jsonl").unwrap();
        source.coalesce_rows(text_of, 1 << 20);
        let limits = Limits { record: 1 << 20, ..Limits::default() };
        let cut = Splitter::new(source, Framing::Messages, limits).next(&mut Batch::default()).unwrap();
        assert!(matches!(cut, Cut::Broken(_)));
    }
}

//! Records that are longer than allowed, for `--on-error`: the beginning is kept, the rest is skipped.

use super::batch::{Batch, BatchPieces, Cut, Item, Skipped};
use super::error::SourceError;
use super::long_runs::LongState;
use super::split::Splitter;
use crate::json::{ArrayMark, JsonError, Problem};

/// The number of bytes of a record that are kept.
const KEPT: usize = 4096;

impl Splitter {
    /// From now on a record that is too long is one of a batch, cut short. Without this it ends the cutting.
    #[must_use]
    pub fn past_long_records(mut self, is_wanted: bool) -> Self {
        self.goes_on = is_wanted;
        self
    }

    /// A line that is too long begins the batch, and has no end there.
    pub(super) fn skip_line(&mut self, batch: &mut Batch) -> Result<Cut, SourceError> {
        let kept = self.shorten(batch, 0)?;
        while self.read_on(batch, kept)? {
            let appended = batch.bytes().get(kept..).unwrap_or_default();
            let end = memchr::memchr(b'\n', appended).unwrap_or(appended.len());
            let (line, rest) = appended.split_at_checked(end).unwrap_or_default();
            let mut skipped = batch.changes.skipped;
            skipped.add(line, 0);
            if let Some(rest) = rest.get(1..) {
                self.uncut.carry.add(rest);
                batch.len = kept;
                batch.push(b"\n");
                batch.changes.skipped = skipped;
                return Ok(Cut::Batch);
            }
            batch.changes.skipped = skipped;
        }
        self.uncut.is_over = true;
        batch.len = kept;
        Ok(Cut::Batch)
    }

    /// An item that is too long begins at `start`, and has no end in the batch.
    pub(super) fn skip_item(
        &mut self,
        batch: &mut Batch,
        items: &mut Vec<Item>,
        start: usize,
    ) -> Result<Cut, SourceError> {
        let kept = self.shorten(batch, start)?;
        while self.read_on(batch, kept)? {
            let appended = batch.bytes().get(kept..).unwrap_or_default();
            let before = self.array.scanner.clone();
            let mut first = None;
            self.array.scanner.feed(appended, &mut |found| first = first.take().or(Some(found)));
            let mut skipped = batch.changes.skipped;
            match first {
                None => skipped.add(appended, 0),
                Some(ArrayMark::Comma(at)) => {
                    let (item, rest) = appended.split_at_checked(at + 1).unwrap_or_default();
                    skipped.add(item.get(..at).unwrap_or_default(), 0);
                    // What is after the comma is looked at again.
                    self.array.scanner = before;
                    self.array.scanner.feed(item, &mut |_| {});
                    self.uncut.carry.add(rest);
                    self.array.seen = 0;
                    batch.len = kept;
                    batch.push(b",");
                    batch.changes.skipped = skipped;
                    items.push(Item { start, end: kept });
                    self.finish(batch, items, false);
                    return Ok(Cut::Batch);
                }
                Some(ArrayMark::End(at)) => {
                    skipped.add(appended.get(..at).unwrap_or_default(), 0);
                    let rest = appended.get(at..).unwrap_or_default().to_vec();
                    batch.len = kept;
                    batch.push(&rest);
                    batch.changes.skipped = skipped;
                    items.push(Item { start, end: kept });
                    return self.close(batch, items, kept);
                }
            }
            batch.changes.skipped = skipped;
        }
        self.uncut.is_over = true;
        batch.len = kept;
        Ok(self.broken(batch, items, JsonError { problem: Problem::EndedInValue, offset: kept }))
    }

    /// The file is one record, and too long.
    pub(super) fn skip_rest(&mut self, batch: &mut Batch) -> Result<Cut, SourceError> {
        let kept = self.shorten(batch, 0)?;
        while self.read_on(batch, kept)? {
            let mut skipped = batch.changes.skipped;
            skipped.add(batch.bytes().get(kept..).unwrap_or_default(), 0);
            batch.changes.skipped = skipped;
        }
        batch.len = kept;
        batch.pieces = BatchPieces::Whole;
        Ok(Cut::Batch)
    }

    /// Keeps the beginning of the record at `start`; the result is where it ends now.
    fn shorten(&mut self, batch: &mut Batch, start: usize) -> Result<usize, SourceError> {
        let open = self.long.as_mut().map_or(Ok(0), LongState::abandon)?;
        let word = batch.changes.runs.first().map_or(batch.len, |run| run.start);
        let mut end = (start + KEPT).min(word).min(batch.len);
        // Not inside a character.
        while end > start && batch.bytes().get(end).is_some_and(|byte| byte & 0xc0 == 0x80) {
            end -= 1;
        }
        // What may be the beginning of a secret is not kept.
        let is_apart = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'"';
        while self.redactor.is_some() && end > start && batch.bytes().get(end - 1).is_some_and(|byte| !is_apart(byte)) {
            end -= 1;
        }
        let mut skipped = Skipped::default();
        skipped.add(batch.bytes().get(end..).unwrap_or_default(), batch.missing(end, batch.len) + open);
        batch.changes.skipped = skipped;
        batch.changes.runs.clear();
        batch.len = end;
        Ok(end)
    }

    /// Reads what comes next after the first `kept` bytes. False at the end.
    fn read_on(&mut self, batch: &mut Batch, kept: usize) -> Result<bool, SourceError> {
        batch.len = kept;
        self.read(batch)
    }
}

//! Cuts the items of an array.

use super::batch::{Batch, BatchPieces, Cut, Item};
use super::error::SourceError;
use super::limits::BATCH;
use super::split::Splitter;
use crate::json::{ArrayMark, ArrayScanner, JsonError, Problem, Tape, is_space};

#[derive(Debug, Default)]
pub(super) struct ArrayState {
    pub(super) scanner: ArrayScanner,
    /// The number of bytes of the carry that are scanned.
    pub(super) seen: usize,
    pub(super) is_open: bool,
    pub(super) items: u64,
}

impl Splitter {
    /// Takes all complete items.
    pub(super) fn items(&mut self, batch: &mut Batch) -> Result<Cut, SourceError> {
        if self.uncut.is_over {
            return Ok(Cut::End);
        }
        let mut items = match std::mem::take(&mut batch.pieces) {
            BatchPieces::Items(items) => items,
            BatchPieces::Lines
            | BatchPieces::Rows(_)
            | BatchPieces::Whole
            | BatchPieces::Session(_)
            | BatchPieces::Nested(_) => Vec::new(),
        };
        items.clear();
        let cut = self.find_items(batch, &mut items, BATCH);
        batch.pieces = BatchPieces::Items(items);
        cut
    }

    /// Finds the items in the next `wanted` bytes, or in all that are needed for one.
    pub(super) fn find_items(
        &mut self,
        batch: &mut Batch,
        items: &mut Vec<Item>,
        wanted: usize,
    ) -> Result<Cut, SourceError> {
        // The bytes carried over were looked at already, except the opening bracket's own search.
        let mut seen = std::mem::take(&mut self.array.seen);
        let mut start = 0;
        let mut probe_at = 4 * BATCH;
        loop {
            if !self.array.is_open {
                if let Some(bracket) = batch.bytes().iter().position(|byte| !is_space(*byte)) {
                    if let Some(byte) = batch.bytes().get(bracket).filter(|byte| **byte != b'[') {
                        self.uncut.is_over = true;
                        let error = JsonError { problem: Problem::Unexpected(*byte), offset: bracket };
                        return Ok(self.broken(batch, items, error));
                    }
                    self.array.is_open = true;
                    seen = bracket + 1;
                    start = seen;
                } else {
                    seen = batch.len;
                }
            }
            let mut end = None;
            let base = seen;
            let unsearched = batch.bytes().get(seen..).unwrap_or_default();
            let mut scanner = std::mem::take(&mut self.array.scanner);
            scanner.feed(unsearched, &mut |found| {
                let (ArrayMark::Comma(at) | ArrayMark::End(at)) = found;
                let at = base + at;
                items.push(Item { start, end: at });
                start = at + 1;
                if matches!(found, ArrayMark::End(_)) {
                    end = Some(at);
                }
            });
            self.array.scanner = scanner;
            if let Some(end) = end {
                return self.close(batch, items, end);
            }
            // Places of items that are over would be lost if more were taken out.
            if !items.is_empty() && (batch.len >= wanted || !batch.changes.runs.is_empty()) {
                self.keep_rest(batch, start);
                self.array.seen = self.uncut.carry.len();
                self.finish(batch, items, false);
                return Ok(Cut::Batch);
            }
            let open_len = batch.len - start.min(batch.len);
            if self.is_beyond(open_len as u64 + batch.missing(start, batch.len)) {
                if self.goes_on && items.is_empty() {
                    return self.skip_item(batch, items, start);
                }
                if self.goes_on {
                    // The items before it are a batch of their own.
                    self.keep_rest(batch, start);
                    self.array.seen = self.uncut.carry.len();
                    self.finish(batch, items, false);
                    return Ok(Cut::Batch);
                }
                self.uncut.is_over = true;
                let item = batch.bytes().get(start..).unwrap_or_default();
                let offset = start + item.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                let problem = Problem::TooLong(self.limits.record);
                return Ok(self.broken(batch, items, JsonError { problem, offset }));
            }
            if open_len > probe_at {
                probe_at *= 2;
                // A typo must not make the rest of a large file one long item: look for it now and then.
                if let Some(error) = self.damage(batch, start) {
                    self.uncut.is_over = true;
                    return Ok(self.broken(batch, items, error));
                }
            }
            if !self.more(batch)? {
                self.uncut.is_over = true;
                let error = self
                    .damage(batch, start)
                    .unwrap_or(JsonError { problem: Problem::EndedInValue, offset: batch.len });
                return Ok(self.broken(batch, items, error));
            }
            seen = batch.unread_start;
        }
    }

    /// The array is closed at `end`: only white space may follow.
    pub(super) fn close(&mut self, batch: &mut Batch, items: &mut Vec<Item>, end: usize) -> Result<Cut, SourceError> {
        self.uncut.is_over = true;
        self.finish(batch, items, true);
        loop {
            let rest = batch.bytes().get(end + 1..).unwrap_or_default();
            if let Some(at) = rest.iter().position(|byte| !is_space(*byte)) {
                return Ok(Cut::Broken(JsonError { problem: Problem::TextAfterValue, offset: end + 1 + at }));
            }
            if !self.more(batch)? {
                return Ok(Cut::Batch);
            }
        }
    }

    pub(super) fn broken(&mut self, batch: &mut Batch, items: &mut Vec<Item>, error: JsonError) -> Cut {
        self.finish(batch, items, false);
        Cut::Broken(error)
    }

    /// The syntax error of the item that starts at `start`, unless it is only truncated.
    fn damage(&self, batch: &Batch, start: usize) -> Option<JsonError> {
        let bytes = batch.bytes().get(start..)?;
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            // Cut inside a character: look at what is before it.
            Err(error) => std::str::from_utf8(bytes.get(..error.valid_up_to())?).ok()?,
        };
        let error = Tape::with_max_depth(self.limits.depth).parse(text).err()?;
        (!error.is_end()).then_some(JsonError { offset: start + error.offset, ..error })
    }

    /// Trims the items, and drops the one "item" of an empty array.
    pub(super) fn finish(&mut self, batch: &Batch, items: &mut Vec<Item>, is_last: bool) {
        let bytes = batch.bytes();
        let is_space = |at: usize| bytes.get(at).is_some_and(|byte| is_space(*byte));
        for item in items.iter_mut() {
            while item.start < item.end && is_space(item.start) {
                item.start += 1;
            }
            while item.start < item.end && is_space(item.end - 1) {
                item.end -= 1;
            }
        }
        if is_last
            && self.array.items == 0
            && items.len() == 1
            && items.first().is_some_and(|item| item.start == item.end)
        {
            items.clear();
        }
        self.array.items += items.len() as u64;
    }
}

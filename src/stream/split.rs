//! Cuts a source into batches of whole records. Finds where records end, nothing more.

use super::BATCH;
use super::batch::{Batch, Item, Pieces};
use super::error::SourceError;
use super::source::Source;
use super::way::Way;
use crate::format::Framing;
use crate::json::{ArrayScanner, Found, JsonError, Problem, Tape, count_lines};

/// Limits that keep memory in bounds.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of one record.
    pub record: usize,
    /// Open brackets of one record.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { record: 256 * 1024 * 1024, depth: crate::json::MAX_DEPTH }
    }
}

/// What a splitter found.
#[derive(Debug)]
pub enum Cut {
    /// The batch holds whole records.
    Batch,
    /// The file is over.
    End,
    /// The batch ends in text that no record can come of; the error's offset counts from the start of the batch.
    Broken(JsonError),
}

/// Cuts a source into batches.
#[derive(Debug)]
pub struct Splitter {
    source: Source,
    way: Way,
    pub(super) limits: Limits,
    /// What was read behind the last cut.
    carry: Vec<u8>,
    offset: u64,
    line: u64,
    column: u64,
    pub(super) is_over: bool,
    array: ArrayState,
    left: Option<u64>,
}

#[derive(Debug, Default)]
struct ArrayState {
    scanner: ArrayScanner,
    /// How much of the carry the scanner has seen.
    seen: usize,
    is_open: bool,
    items: u64,
}

impl Splitter {
    /// Cuts `source`, which is framed in this way.
    #[must_use]
    pub fn new(source: Source, framing: Framing, limits: Limits) -> Self {
        Self::cutting(source, Way::of_file(framing), limits)
    }

    /// Cuts `source`, which is one log, into the events that it holds: lines, frames, or items of an array.
    #[must_use]
    pub fn of_log(source: Source, framing: Framing, limits: Limits) -> Self {
        Self::cutting(source, Way::of_log(framing), limits)
    }

    fn cutting(source: Source, way: Way, limits: Limits) -> Self {
        let offset = if source.has_mark() { 3 } else { 0 };
        let left = source.size();
        Self {
            source,
            way,
            limits,
            carry: Vec::new(),
            offset,
            line: 1,
            column: 0,
            is_over: false,
            array: ArrayState::default(),
            left,
        }
    }

    /// Fills `batch` with the next whole records.
    ///
    /// # Errors
    /// Reading failed.
    pub fn next(&mut self, batch: &mut Batch) -> Result<Cut, SourceError> {
        batch.len = 0;
        batch.offset = self.offset;
        batch.line = self.line;
        batch.column = self.column;
        let carried = std::mem::take(&mut self.carry);
        batch.spare(carried.len()).copy_from_slice(&carried);
        batch.len = carried.len();
        self.carry = carried;
        self.carry.clear();
        batch.json = None;
        let cut = match self.way {
            Way::Lines => self.lines(batch),
            Way::Items => self.items(batch),
            Way::Whole => self.whole(batch),
            Way::WholeFrames => self.whole_frames(batch),
            Way::Frames => self.frames(batch),
        }?;
        self.offset += batch.len as u64;
        self.line += count_lines(batch.bytes());
        self.column = match memchr::memrchr(b'\n', batch.bytes()) {
            Some(newline) => (batch.len - newline - 1) as u64,
            None => self.column + batch.len as u64,
        };
        Ok(cut)
    }

    /// Reads some more behind what is in the batch. False at the end.
    pub(super) fn more(&mut self, batch: &mut Batch) -> Result<bool, SourceError> {
        // Long records grow in large steps, but not beyond the end of a file whose size is known.
        let wanted = BATCH.max(batch.len / 2);
        let room = match self.left {
            Some(left) => wanted.min(usize::try_from(left).unwrap_or(wanted)).max(1),
            None => wanted,
        };
        let count = self.source.read(batch.spare(room))?;
        batch.len += count;
        self.left = self.left.map(|left| left.saturating_sub(count as u64));
        Ok(count > 0)
    }

    pub(super) fn too_long(&self, batch: &Batch) -> bool {
        batch.len > self.limits.record
    }

    fn lines(&mut self, batch: &mut Batch) -> Result<Cut, SourceError> {
        batch.pieces = Pieces::Lines;
        if self.is_over {
            return Ok(Cut::End);
        }
        let mut searched = 0;
        loop {
            let fresh = batch.bytes().get(searched..).unwrap_or_default();
            if let Some(newline) = memchr::memrchr(b'\n', fresh) {
                let end = searched + newline + 1;
                self.keep_rest(batch, end);
                return Ok(Cut::Batch);
            }
            searched = batch.len;
            if self.too_long(batch) {
                self.is_over = true;
                return Ok(Cut::Broken(JsonError { problem: Problem::TooLong(self.limits.record), offset: 0 }));
            }
            if !self.more(batch)? {
                self.is_over = true;
                return Ok(if batch.len == 0 { Cut::End } else { Cut::Batch });
            }
        }
    }

    pub(super) fn keep_rest(&mut self, batch: &mut Batch, end: usize) {
        self.carry.extend_from_slice(batch.bytes().get(end..).unwrap_or_default());
        batch.len = end;
    }

    pub(super) fn whole(&mut self, batch: &mut Batch) -> Result<Cut, SourceError> {
        batch.pieces = Pieces::Whole;
        if self.is_over {
            return Ok(Cut::End);
        }
        self.is_over = true;
        while self.more(batch)? {
            if self.too_long(batch) {
                return Ok(Cut::Broken(JsonError { problem: Problem::TooLong(self.limits.record), offset: 0 }));
            }
        }
        Ok(Cut::Batch)
    }

    fn items(&mut self, batch: &mut Batch) -> Result<Cut, SourceError> {
        if self.is_over {
            return Ok(Cut::End);
        }
        let mut items = match std::mem::take(&mut batch.pieces) {
            Pieces::Items(items) => items,
            Pieces::Lines | Pieces::Whole => Vec::new(),
        };
        items.clear();
        let cut = self.find_items(batch, &mut items);
        batch.pieces = Pieces::Items(items);
        cut
    }

    fn find_items(&mut self, batch: &mut Batch, items: &mut Vec<Item>) -> Result<Cut, SourceError> {
        // The bytes carried over were looked at already, but for the opening bracket's own search.
        let mut seen = std::mem::take(&mut self.array.seen);
        let mut start = 0;
        let mut probe_at = 4 * BATCH;
        loop {
            if !self.array.is_open {
                if let Some(bracket) = batch.bytes().iter().position(|byte| !byte.is_ascii_whitespace()) {
                    self.array.is_open = true;
                    seen = bracket + 1;
                    start = seen;
                } else {
                    seen = batch.len;
                }
            }
            let mut end = None;
            let base = seen;
            let fresh = batch.bytes().get(seen..).unwrap_or_default();
            let mut scanner = std::mem::take(&mut self.array.scanner);
            scanner.feed(fresh, &mut |found| {
                let (Found::Comma(at) | Found::End(at)) = found;
                let at = base + at;
                items.push(Item { start, end: at });
                start = at + 1;
                if matches!(found, Found::End(_)) {
                    end = Some(at);
                }
            });
            self.array.scanner = scanner;
            seen = batch.len;
            if let Some(end) = end {
                return self.close(batch, items, end);
            }
            if !items.is_empty() && batch.len >= BATCH {
                self.keep_rest(batch, start);
                self.array.seen = self.carry.len();
                self.finish(batch, items, false);
                return Ok(Cut::Batch);
            }
            let open_len = batch.len - start.min(batch.len);
            if open_len > self.limits.record {
                self.is_over = true;
                return Ok(self.broken(
                    batch,
                    items,
                    JsonError { problem: Problem::TooLong(self.limits.record), offset: start },
                ));
            }
            if open_len > probe_at {
                probe_at *= 2;
                // A typo must not make the rest of a large file one long item: look for it now and then.
                if let Some(error) = self.damage(batch, start) {
                    self.is_over = true;
                    return Ok(self.broken(batch, items, error));
                }
            }
            if !self.more(batch)? {
                self.is_over = true;
                let error = self
                    .damage(batch, start)
                    .unwrap_or(JsonError { problem: Problem::EndedInValue, offset: batch.len });
                return Ok(self.broken(batch, items, error));
            }
        }
    }

    /// The array is closed at `end`: nothing but white space may follow.
    fn close(&mut self, batch: &mut Batch, items: &mut Vec<Item>, end: usize) -> Result<Cut, SourceError> {
        self.is_over = true;
        self.finish(batch, items, true);
        loop {
            let rest = batch.bytes().get(end + 1..).unwrap_or_default();
            if let Some(at) = rest.iter().position(|byte| !byte.is_ascii_whitespace()) {
                return Ok(Cut::Broken(JsonError { problem: Problem::TextAfterValue, offset: end + 1 + at }));
            }
            if !self.more(batch)? {
                return Ok(Cut::Batch);
            }
        }
    }

    fn broken(&mut self, batch: &mut Batch, items: &mut Vec<Item>, error: JsonError) -> Cut {
        self.finish(batch, items, false);
        Cut::Broken(error)
    }

    /// What is wrong with the item that starts at `start`, apart from being cut.
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
    fn finish(&mut self, batch: &Batch, items: &mut Vec<Item>, is_last: bool) {
        let bytes = batch.bytes();
        let is_space = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_whitespace);
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// Gives bytes in pieces of a certain size.
    struct Slow(Vec<u8>, usize);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0.drain(..count);
            Ok(count)
        }
    }

    fn cut(text: &str, framing: Framing, piece: usize) -> (Vec<String>, Option<Problem>) {
        let source = Source::from_reader(Slow(text.as_bytes().to_vec(), piece), "x").unwrap();
        let mut splitter = Splitter::new(source, framing, Limits::default());
        let (mut batch, mut records) = (Batch::default(), Vec::new());
        loop {
            let cut = splitter.next(&mut batch).unwrap();
            if matches!(cut, Cut::End) {
                return (records, None);
            }
            let text = std::str::from_utf8(batch.bytes()).unwrap();
            match &batch.pieces {
                Pieces::Lines => records.extend(text.lines().map(str::to_owned)),
                Pieces::Items(items) => records.extend(items.iter().map(|item| text[item.start..item.end].to_owned())),
                Pieces::Whole => records.push(text.to_owned()),
            }
            if let Cut::Broken(error) = cut {
                return (records, Some(error.problem));
            }
        }
    }

    #[test]
    fn the_size_of_reads_never_matters() {
        let item = format!("{{\"a\": \"{}\", \"b\": [1, 2]}}", "x,]\\\"".repeat(20_000));
        let array = format!(" [{item},\n {item} ,1, {item}]\n ");
        let lines = format!("{item}\n{item}\n\n1");
        for piece in [1_000, 4_096, 70_001, 1 << 30] {
            let (items, problem) = cut(&array, Framing::Array, piece);
            assert_eq!((items.len(), problem), (4, None));
            assert!(items[0] == item && items[1] == item && items[2] == "1" && items[3] == item);
            assert_eq!(cut(&lines, Framing::Lines, piece).0, [item.as_str(), item.as_str(), "", "1"]);
        }
    }

    #[test]
    fn broken_arrays_are_found() {
        for (text, count, problem) in [
            ("[]", 0, None),
            ("[ ]\n", 0, None),
            ("[1,2", 1, Some(Problem::EndedInValue)),
            ("[1] x", 1, Some(Problem::TextAfterValue)),
            ("[1,]", 2, None),
        ] {
            assert_eq!(
                (cut(text, Framing::Array, 1).0.len(), cut(text, Framing::Array, 1).1),
                (count, problem),
                "{text}"
            );
        }
    }

    #[test]
    fn a_typo_does_not_read_the_whole_file() {
        let text = format!("[{{\"a\": tru}}, {{\"b\": \"{}", "x".repeat(9 * BATCH));
        let text = text.replacen("tru}", "[tru}", 1);
        assert!(cut(&text, Framing::Array, 1 << 20).1.is_some());
    }
}

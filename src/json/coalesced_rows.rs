//! Coalesces rows of a log that continue the text of the row before them, and separates them again.
//!
//! ```text
//! {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"He"}
//! {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"llo"}
//!
//! {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Hello"}
//! ```

use std::ops::Range;

use fearless_simd::Simd;

use super::block::widest;
use super::scan;
use super::span::Span;
use super::string_traits::StringTraits;

/// The bytes of a row after its text.
const END: &[u8] = b"\"}\n";

/// Coalesces the rows of a log while it is read.
#[derive(Debug)]
pub struct RowCoalescer {
    /// Finds the text of a row: rows with the same bytes before it continue the text.
    text_of: fn(&[u8]) -> Option<usize>,
    /// The last rows of the coalesced log.
    out: Vec<u8>,
    /// The number of bytes that were taken since the last addition.
    taken: usize,
    /// The offset of `out` in the coalesced log.
    offset: usize,
    /// The last row of `out`, if others may continue it.
    open: Option<OpenRow>,
    /// `out` ends in a row whose other bytes were not added yet.
    is_in_row: bool,
}

/// A row that others may continue. Offsets are those in `RowCoalescer::out`.
#[derive(Clone, Copy, Debug)]
struct OpenRow {
    start: usize,
    text: usize,
    is_coalesced: bool,
}

/// The rows of a log that were coalesced.
#[derive(Debug, Default)]
pub struct CoalescedRows {
    rows: Vec<CoalescedRow>,
    /// The lengths of the texts that were added to the texts of rows.
    lengths: Vec<u8>,
    removed: RemovedRows,
}

/// A row that others were coalesced with. Offsets are those in the coalesced log.
#[derive(Clone, Copy, Debug)]
struct CoalescedRow {
    start: usize,
    text: usize,
    /// The end of the text.
    end: usize,
    /// The index of the first length of its added texts.
    first_length: usize,
    /// What was removed before it.
    before: RemovedRows,
}

/// What coalescing removed from a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemovedRows {
    /// The number of rows, which are lines.
    pub rows: u64,
    /// Their bytes without their texts.
    pub bytes: u64,
}

impl RowCoalescer {
    /// `text_of` gives the offset of the text in a row; rows with the same bytes before it continue the text.
    #[must_use]
    pub fn new(text_of: fn(&[u8]) -> Option<usize>) -> Self {
        Self { text_of, out: Vec::new(), taken: 0, offset: 0, open: None, is_in_row: false }
    }

    /// Adds the complete rows of `bytes`, and returns their length.
    pub fn add(&mut self, bytes: &[u8], coalesced: &mut CoalescedRows) -> usize {
        self.forget_taken();
        let mut at = 0;
        if self.is_in_row {
            let Some(end) = memchr::memchr(b'\n', bytes) else {
                self.out.extend_from_slice(bytes);
                return bytes.len();
            };
            at = end + 1;
            self.out.extend_from_slice(bytes.get(..at).unwrap_or_default());
            self.is_in_row = false;
        }
        widest!(simd => self.add_rows(simd, bytes, at, coalesced))
    }

    /// Adds the beginning of a row that is too long to be coalesced, or the end of a log.
    pub fn add_part(&mut self, bytes: &[u8]) {
        self.open = None;
        self.is_in_row = true;
        self.out.extend_from_slice(bytes);
    }

    /// Moves bytes of the coalesced log to `buffer`, and returns their number. A row stays until the next one shows that it is
    /// complete.
    pub fn take(&mut self, buffer: &mut [u8]) -> usize {
        let end = self.open.map_or(self.out.len(), |row| row.start);
        let count = end.saturating_sub(self.taken).min(buffer.len());
        let bytes = self.out.get(self.taken..self.taken + count);
        if let (Some(to), Some(bytes)) = (buffer.get_mut(..count), bytes) {
            to.copy_from_slice(bytes);
        }
        self.taken += count;
        count
    }

    /// No other row continues the last one.
    pub fn close_row(&mut self) {
        self.open = None;
    }

    fn forget_taken(&mut self) {
        let taken = std::mem::take(&mut self.taken);
        self.out.drain(..taken);
        self.offset += taken;
        if let Some(row) = &mut self.open {
            row.start -= taken;
            row.text -= taken;
        }
    }

    #[inline(always)]
    fn add_rows<S: Simd>(&mut self, simd: S, bytes: &[u8], start: usize, coalesced: &mut CoalescedRows) -> usize {
        let mut at = start;
        loop {
            if let Some(end) = self.coalesce(simd, bytes, at, coalesced) {
                at = end;
                continue;
            }
            let rest = bytes.get(at..).unwrap_or_default();
            let Some(end) = memchr::memchr(b'\n', rest) else { return at };
            let row = rest.get(..=end).unwrap_or_default();
            self.add_row(simd, row);
            at += row.len();
        }
    }

    /// Coalesces the row at `at` with the one before it, and returns its end. `None`: it does not continue that row.
    #[inline(always)]
    fn coalesce<S: Simd>(&mut self, simd: S, bytes: &[u8], at: usize, coalesced: &mut CoalescedRows) -> Option<usize> {
        let row = self.open.as_mut()?;
        let beginning = self.out.get(row.start..row.text)?;
        let text = at + beginning.len();
        if bytes.get(at..text) != Some(beginning) {
            return None;
        }
        let found = scan::string(simd, bytes, text).ok()?;
        let added = bytes.get(text..found.end + END.len())?;
        let length = u8::try_from(found.end - text).ok().filter(|length| *length > 0)?;
        let text_end = self.out.len() - END.len();
        // A character or escape that is split between two rows is invalid, and would become valid.
        let is_whole = added.first().is_some_and(|byte| byte & 0xc0 != 0x80)
            && !found.traits.has(StringTraits::HALVES)
            && self.out.get(text_end - 1) != Some(&b'\\');
        if !is_whole || !added.ends_with(END) {
            return None;
        }
        if !row.is_coalesced {
            row.is_coalesced = true;
            coalesced.begin(self.offset + row.start, self.offset + row.text, self.offset + text_end);
        }
        coalesced.add(length);
        self.out.truncate(text_end);
        self.out.extend_from_slice(added);
        Some(text + added.len())
    }

    /// Adds a row with its line end.
    #[inline(always)]
    fn add_row<S: Simd>(&mut self, simd: S, row: &[u8]) {
        let start = self.out.len();
        self.out.extend_from_slice(row);
        self.open = None;
        if let Some(text) = (self.text_of)(row)
            && scan::string(simd, row, text).is_ok_and(|found| row.get(found.end..) == Some(END))
        {
            self.open = Some(OpenRow { start, text: start + text, is_coalesced: false });
        }
    }
}

impl CoalescedRows {
    /// True if no rows were coalesced.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// What was removed from the log.
    #[must_use]
    pub fn removed(&self) -> RemovedRows {
        self.removed
    }

    /// What was removed before this offset in the coalesced log.
    #[must_use]
    pub fn removed_before(&self, offset: usize) -> RemovedRows {
        let next = self.rows.partition_point(|row| row.start <= offset);
        match next.checked_sub(1).and_then(|last| self.rows.get(last)) {
            None => RemovedRows::default(),
            Some(row) if offset < row.end + END.len() => row.before,
            Some(_) => self.rows.get(next).map_or(self.removed, |row| row.before),
        }
    }

    /// The start of the coalesced row at this offset in the coalesced log, and the end of the text that it had.
    #[must_use]
    pub fn first_text(&self, offset: usize) -> Option<Span> {
        let index = self.rows.partition_point(|row| row.start <= offset).checked_sub(1)?;
        let row = self.rows.get(index).filter(|row| offset < row.end + END.len())?;
        let added: usize = self.lengths_of(index).iter().map(|length| usize::from(*length)).sum();
        Some(Span { start: row.start, end: row.end - added })
    }

    /// The log before its rows were coalesced.
    #[must_use]
    pub fn separate(&self, log: &[u8]) -> Vec<u8> {
        let mut separate = Vec::with_capacity(log.len() + usize::try_from(self.removed.bytes).unwrap_or(0));
        let mut copied = 0;
        let mut push = |range: Range<usize>| separate.extend_from_slice(log.get(range).unwrap_or_default());
        for (index, row) in self.rows.iter().enumerate() {
            let mut at = self.first_text(row.start).map_or(row.end, |text| text.end);
            push(copied..at);
            for length in self.lengths_of(index) {
                let end = at + usize::from(*length);
                push(row.end..row.end + END.len());
                push(row.start..row.text);
                push(at..end);
                at = end;
            }
            copied = row.end;
        }
        push(copied..log.len());
        separate
    }

    fn lengths_of(&self, index: usize) -> &[u8] {
        let first = |index: usize| self.rows.get(index).map_or(self.lengths.len(), |row| row.first_length);
        self.lengths.get(first(index)..first(index + 1)).unwrap_or_default()
    }

    fn begin(&mut self, start: usize, text: usize, end: usize) {
        self.rows.push(CoalescedRow { start, text, end, first_length: self.lengths.len(), before: self.removed });
    }

    /// Adds a text of this length to the last row.
    #[inline(always)]
    fn add(&mut self, length: u8) {
        let Some(row) = self.rows.last_mut() else { return };
        row.end += usize::from(length);
        self.lengths.push(length);
        self.removed.rows += 1;
        self.removed.bytes += (row.text - row.start + END.len()) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = concat!(
        "{\"t\":\"b\"}\n",
        "{\"d\":\"He\"}\n",
        "{\"d\":\"llo\"}\n",
        "{\"d\":\"\\n wörld\"}\n",
        "\n",
        "{\"d\":\"a\"}\n",
        "{\"d\":\"b\"}\n",
        "{\"t\":\"e\"}\n",
    );
    const COALESCED: &str =
        concat!("{\"t\":\"b\"}\n", "{\"d\":\"Hello\\n wörld\"}\n", "\n", "{\"d\":\"ab\"}\n", "{\"t\":\"e\"}\n",);

    fn text_of(row: &[u8]) -> Option<usize> {
        row.starts_with(b"{\"d\":\"").then_some(6)
    }

    /// Coalesces the rows of a log that arrives in pieces of this length.
    fn coalesced(log: &[u8], length: usize) -> (Vec<u8>, CoalescedRows) {
        let (mut coalescer, mut rows, mut out) = (RowCoalescer::new(text_of), CoalescedRows::default(), Vec::new());
        let (mut waiting, mut buffer) = (Vec::new(), [0; 5]);
        for (piece, number) in log.chunks(length).zip(0..) {
            waiting.extend_from_slice(piece);
            let added = coalescer.add(&waiting, &mut rows);
            waiting.drain(..added);
            // A row without an end near by.
            if added == 0 && number % 3 == 2 {
                coalescer.add_part(&std::mem::take(&mut waiting));
            }
            loop {
                match coalescer.take(&mut buffer) {
                    0 => break,
                    count => out.extend_from_slice(&buffer[..count]),
                }
            }
        }
        coalescer.add_part(&waiting);
        loop {
            match coalescer.take(&mut buffer) {
                0 => return (out, rows),
                count => out.extend_from_slice(&buffer[..count]),
            }
        }
    }

    #[test]
    fn rows_are_joined_and_separated() {
        let (out, rows) = coalesced(LOG.as_bytes(), 1000);
        assert_eq!(std::str::from_utf8(&out), Ok(COALESCED));
        assert_eq!(rows.removed(), RemovedRows { rows: 3, bytes: 27 });
        for length in 1..LOG.len() {
            let (out, rows) = coalesced(LOG.as_bytes(), length);
            assert_eq!(rows.separate(&out), LOG.as_bytes(), "{length}");
        }
    }

    #[test]
    fn places_are_those_of_the_rows_of_the_log() {
        let (out, rows) = coalesced(LOG.as_bytes(), 1000);
        for what in ["\"b\"}", "{\"d\":\"He", "He", "\n{\"d\":\"a", "{\"d\":\"a", "a", "{\"t\":\"e\""] {
            let find = |text: &str| text.find(what).unwrap();
            let (at, place) = (find(COALESCED), find(LOG));
            let removed = rows.removed_before(at);
            let lines = LOG[..place].matches('\n').count() - COALESCED[..at].matches('\n').count();
            assert_eq!(removed, RemovedRows { rows: lines as u64, bytes: (place - at) as u64 }, "{what}");
        }
        assert_eq!(rows.first_text(0), None);
        let text = rows.first_text(COALESCED.find("wörld").unwrap()).unwrap();
        assert_eq!(&out[text.start..text.end], b"{\"d\":\"He");
    }

    #[test]
    fn a_row_that_may_mean_something_else_next_to_another_is_not_joined() {
        for second in [
            r#"{"d":""}"#,
            r#"{"d":"\ude00"}"#,
            r#"{"d":"x" }"#,
            r#"{"d":"x","e":1}"#,
            r#"{"d":"x"}}"#,
            r#"{"d":"x"]"#,
            r#"{"d":"x"#,
            r#"{"d":"\x"}"#,
            r#"{"d": "x"}"#,
            "{\"d\":\"x\"}\r",
            "{\"d\":\"\t\"}",
        ] {
            let log = format!("{{\"d\":\"a\"}}\n{second}\n");
            let (out, rows) = coalesced(log.as_bytes(), 1000);
            assert!(rows.is_empty() && out == log.as_bytes(), "{second}");
        }
        for first in [r#"{"d":"\\"}"#, r#"{"d":1}"#, r#"{"d":"x","e":"y"}"#, r#"{"d":"x"}{}"#, "{\"d\":\"x\"}\r"] {
            let log = format!("{first}\n{{\"d\":\"ude00\"}}\n");
            assert!(coalesced(log.as_bytes(), 1000).1.is_empty(), "{first}");
        }
        // Two parts of a character.
        assert!(coalesced(b"{\"d\":\"\xc3\"}\n{\"d\":\"\xa9\"}\n", 1000).1.is_empty());
        let long = "x".repeat(256);
        assert!(coalesced(format!("{{\"d\":\"a\"}}\n{{\"d\":\"{long}\"}}\n").as_bytes(), 1000).1.is_empty());
    }
}

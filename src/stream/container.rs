//! The text between the records of an output that has the container of its input: line ends, blank lines, the commas and
//! brackets of an array. A record that is dropped takes the text before it along, so no comma is left over.
//!
//! ```text
//! [\n  A,\n  B,\n  C\n]\n   without A   →   [\n  B,\n  C\n]\n
//! A\nB\nC\n                 without B   →   A\nC\n
//! ```

use super::error::SinkError;
use crate::format::Framing;

/// Takes bytes of the output.
pub type Write<'w> = dyn FnMut(&[u8]) -> Result<(), SinkError> + Send + 'w;

/// The byte that stands for a dropped record in [`RecordContainer::batch`]. It is in no JSON text.
pub const DROPPED: u8 = 0x18;

/// Text without any record that is kept in memory.
const MAX_HELD: usize = 1 << 20;

/// Writes the text between records, which are kept or dropped in the order of the input.
#[derive(Debug)]
pub struct RecordContainer {
    framing: Framing,
    /// Lines end in `\n`, and there is nothing else between them.
    is_plain: bool,
    /// The end of a line is dropped with the record after it.
    holds_line_ends: bool,
    /// The text before the next record, if that is kept.
    held: Vec<u8>,
    /// `held` was written.
    is_written: bool,
    /// The text before the first record, if that was dropped, until a record is kept.
    opening: Option<Vec<u8>>,
    has_record: bool,
    last: BeforeGap,
}

/// What was before the current place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BeforeGap {
    Start,
    Kept,
    Dropped,
    LineEnd,
}

impl RecordContainer {
    /// The container of records in this framing.
    #[must_use]
    pub fn new(framing: Framing) -> Self {
        Self {
            framing,
            is_plain: false,
            holds_line_ends: false,
            held: Vec::new(),
            is_written: false,
            opening: None,
            has_record: false,
            last: BeforeGap::Start,
        }
    }

    /// The same, where all lines end in `\n` and blank lines are dropped.
    #[must_use]
    pub fn plain(framing: Framing) -> Self {
        Self { is_plain: framing == Framing::Lines, ..Self::new(framing) }
    }

    /// The same, where the end of a line is not written before the next record: a file whose last record is dropped ends as it
    /// did, with or without a line end.
    #[must_use]
    pub fn holding_line_ends(framing: Framing) -> Self {
        Self { holds_line_ends: true, ..Self::new(framing) }
    }

    /// Text between two records, before the first or after the last one. It may come in several pieces.
    ///
    /// # Errors
    /// Writing failed.
    pub fn gap(&mut self, text: &[u8], write: &mut Write<'_>) -> Result<(), SinkError> {
        if std::mem::take(&mut self.is_written) {
            self.held.clear();
        }
        let mut text = text;
        if self.framing == Framing::Lines
            && !self.holds_line_ends
            && matches!(self.last, BeforeGap::Kept | BeforeGap::Dropped)
        {
            let is_kept = self.last == BeforeGap::Kept;
            let Some(newline) = memchr::memchr(b'\n', text) else {
                return if is_kept && !self.is_plain { put(text, write) } else { Ok(()) };
            };
            let (line_end, after) = text.split_at(newline + 1);
            text = after;
            self.last = BeforeGap::LineEnd;
            if is_kept {
                put(if self.is_plain { b"\n" } else { line_end }, write)?;
            }
        }
        if self.is_plain {
            return Ok(());
        }
        self.held.extend_from_slice(text);
        if self.held.len() > MAX_HELD {
            if self.framing == Framing::Array {
                self.held.retain(|byte| !byte.is_ascii_whitespace());
            } else {
                put(&self.held, write)?;
                self.held.clear();
            }
        }
        Ok(())
    }

    /// A record follows, which is kept.
    ///
    /// # Errors
    /// Writing failed.
    pub fn record(&mut self, write: &mut Write<'_>) -> Result<(), SinkError> {
        if let Some(opening) = self.opening.take() {
            // The output begins as the input did, whichever of the records is the first one now.
            self.held = opening;
            self.is_written = false;
        }
        if !std::mem::replace(&mut self.is_written, true) {
            put(&self.held, write)?;
        }
        (self.has_record, self.last) = (true, BeforeGap::Kept);
        Ok(())
    }

    /// A record follows, which is dropped.
    pub fn drop_record(&mut self) {
        let held = std::mem::take(&mut self.held);
        if !self.has_record && self.opening.is_none() {
            self.opening = Some(held);
        }
        (self.is_written, self.last) = (false, BeforeGap::Dropped);
    }

    /// The input ends.
    ///
    /// # Errors
    /// Writing failed.
    pub fn finish(&mut self, write: &mut Write<'_>) -> Result<(), SinkError> {
        let tail = if std::mem::take(&mut self.is_written) { Vec::new() } else { std::mem::take(&mut self.held) };
        let Some(opening) = self.opening.take() else { return put(&tail, write) };
        // All records are dropped.
        put(opening.trim_ascii_end(), write)?;
        put(tail.trim_ascii_start(), write)
    }

    /// Takes the text of several records, in which [`DROPPED`] stands for each dropped one.
    ///
    /// # Errors
    /// Writing failed.
    pub fn batch(&mut self, bytes: &[u8], write: &mut Write<'_>) -> Result<(), SinkError> {
        let mut tail = bytes;
        while let Some(at) = memchr::memchr(DROPPED, tail) {
            let (before, after) = tail.split_at(at);
            self.records(before, write)?;
            self.drop_record();
            tail = after.get(1..).unwrap_or_default();
        }
        self.records(tail, write)
    }

    /// Takes the text of records that are all kept.
    fn records(&mut self, bytes: &[u8], write: &mut Write<'_>) -> Result<(), SinkError> {
        let is_array = self.framing == Framing::Array;
        let is_gap = |byte: &u8| byte.is_ascii_whitespace() || (is_array && *byte == b',');
        let start_of = |bytes: &[u8], from: usize| {
            let gap = bytes.iter().skip(from).take_while(|byte| is_gap(byte)).count();
            from + gap
        };
        let mut start = start_of(bytes, 0);
        let is_first = self.last == BeforeGap::Start;
        if is_first && is_array && bytes.get(start) == Some(&b'[') {
            start = start_of(bytes, start + 1);
        }
        let end = bytes.len() - bytes.iter().rev().take_while(|byte| is_gap(byte)).count();
        let [before, records, after] =
            [bytes.get(..start), bytes.get(start..end), bytes.get(end.max(start)..)].map(Option::unwrap_or_default);
        self.gap(before, write)?;
        // Only the end of an array begins with a bracket.
        if is_array && records.starts_with(b"]") {
            self.gap(records, write)?;
        } else if !records.is_empty() {
            self.record(write)?;
            put(records, write)?;
        }
        self.gap(after, write)
    }
}

fn put(bytes: &[u8], write: &mut Write<'_>) -> Result<(), SinkError> {
    if bytes.is_empty() { Ok(()) } else { write(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(framing: Framing, pieces: &[&str]) -> String {
        let mut out = Vec::new();
        let mut container = RecordContainer::new(framing);
        let write: &mut Write<'_> = &mut |bytes| {
            out.extend_from_slice(bytes);
            Ok(())
        };
        for piece in pieces {
            container.batch(piece.replace('-', "\u{18}").as_bytes(), write).unwrap();
        }
        container.finish(write).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn commas_and_line_ends_are_those_of_the_records_that_stay() {
        let arrays = [
            ("[\n  1,\n  2,\n  3\n]\n", "[\n  1,\n  2,\n  3\n]\n"),
            ("[\n  -,\n  2,\n  3\n]\n", "[\n  2,\n  3\n]\n"),
            ("[\n  1,\n  -,\n  3\n]\n", "[\n  1,\n  3\n]\n"),
            ("[\n  1,\n  2,\n  -\n]\n", "[\n  1,\n  2\n]\n"),
            ("[\n  -,\n  -\n]\n", "[]\n"),
            ("[[1],-,[2]]", "[[1],[2]]"),
            ("[-,[2],-]", "[[2]]"),
            ("[]", "[]"),
        ];
        let lines = [
            ("1\n2\n3", "1\n2\n3"),
            ("-\n2\n3\n", "2\n3\n"),
            ("1\n-\n3\n", "1\n3\n"),
            ("1\n-", "1\n"),
            ("1\n\n-\n\n3\n", "1\n\n3\n"),
            ("\n-\n1\n", "\n1\n"),
            ("-\n\n2\n", "2\n"),
            ("-\n", ""),
        ];
        let all = arrays.map(|it| (Framing::Array, it)).into_iter().chain(lines.map(|it| (Framing::Lines, it)));
        for (framing, (text, expected)) in all {
            assert_eq!(written(framing, &[text]), expected);
            // Batches end after a comma or a line.
            let end = if framing == Framing::Array { ',' } else { '\n' };
            let pieces: Vec<_> = text.split_inclusive(end).collect();
            assert_eq!(written(framing, &pieces), expected, "{text:?}");
        }
    }
}

//! The text between the records of merged inputs: line ends, the commas and brackets of arrays.
//!
//! ```text
//! [\n  A,\n  B\n]\n   and   [\n  C\n]\n   →   [\n  A,\n  B,\n  C\n]\n
//! ```

use std::borrow::Cow;

use super::drive::PassedRecord;
use crate::format::Framing;
use crate::json::{Layout, reformat};
use crate::op::pass::PassFailure;
use crate::stream::Write;

/// The number of bytes that are written at a time.
const PIECE: usize = 64 * 1024;

/// The container of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultContainer {
    /// That of the inputs, with the text between their records. Several inputs become lines, or an array.
    Same,
    /// Lines.
    Lines,
    /// An array with each record on separate lines.
    Array,
}

impl ResultContainer {
    /// The container for inputs with these framings, which may be unknown for a single input: the requested one, or
    /// that of the inputs if it is the same and can be continued, or lines.
    #[must_use]
    pub fn of(framings: &[Framing], wanted: Option<Framing>) -> Self {
        let first = framings.first().copied().filter(|first| framings.iter().all(|framing| framing == first));
        let is_continued = framings.len() < 2 || matches!(first, Some(Framing::Lines | Framing::Array));
        let is_same = framings.is_empty() || (first.is_some() && is_continued && (wanted.is_none() || wanted == first));
        match wanted {
            _ if is_same => Self::Same,
            Some(Framing::Array) => Self::Array,
            _ => Self::Lines,
        }
    }
}

/// The text before a record, and the end of its line.
pub(super) struct RecordSlot<'b> {
    pub(super) gap: Vec<u8>,
    pub(super) line_end: &'b [u8],
}

/// The sequence of inputs of a result.
#[derive(Debug)]
pub(super) struct JoinedInputs {
    container: ResultContainer,
    /// The framing of the inputs, if that of the result is the same.
    framing: Framing,
    /// The first input begins with a byte order mark.
    has_mark: bool,
    /// The number of inputs and records so far.
    inputs: u64,
    records: u64,
    /// The input had no record so far, or none was kept.
    is_unseen: bool,
    is_unkept: bool,
    /// The text before the first record of the input.
    opening: Vec<u8>,
    /// The text between two records of an array.
    between: Option<Vec<u8>>,
    /// The text after the last record of the previous input.
    tail: Vec<u8>,
    /// The output ends with a line end, or is empty.
    ends_in_line: bool,
    /// The last record of the input was kept, or there was none.
    was_kept: bool,
}

impl JoinedInputs {
    pub(super) fn new(container: ResultContainer) -> Self {
        Self {
            container,
            framing: Framing::Lines,
            has_mark: false,
            inputs: 0,
            records: 0,
            is_unseen: true,
            is_unkept: true,
            opening: Vec::new(),
            between: None,
            tail: Vec::new(),
            ends_in_line: true,
            was_kept: true,
        }
    }

    /// The records of another input follow.
    pub(super) fn begin(&mut self, framing: Framing, has_mark: bool) {
        if self.inputs == 0 {
            (self.framing, self.has_mark) = (framing, has_mark);
        }
        self.inputs += 1;
        (self.is_unseen, self.is_unkept, self.was_kept) = (true, true, true);
    }

    /// A record of the input, which may be dropped.
    pub(super) fn see(&mut self, record: &PassedRecord<'_>, is_kept: bool) {
        // The array begins with the same text, even if its first record was dropped.
        if std::mem::take(&mut self.is_unseen) && self.records == 0 {
            self.opening = record.gap.to_vec();
        }
        self.was_kept = is_kept;
    }

    /// The text next to the next record that is kept.
    pub(super) fn slot<'b>(&mut self, record: &PassedRecord<'b>) -> RecordSlot<'b> {
        let (is_first, is_first_of_input) = (self.records == 0, std::mem::take(&mut self.is_unkept));
        self.records += 1;
        match self.container {
            ResultContainer::Lines => return RecordSlot { gap: Vec::new(), line_end: b"\n" },
            ResultContainer::Array => {
                return RecordSlot { gap: if is_first { b"[\n" } else { b",\n" }.to_vec(), line_end: b"" };
            }
            ResultContainer::Same => {}
        }
        let mut gap = self.mark();
        if self.framing == Framing::Array {
            match (is_first, is_first_of_input, &self.between) {
                (true, ..) => gap.extend_from_slice(&self.opening),
                (false, true, Some(between)) => gap.extend_from_slice(between),
                (false, true, None) => {
                    gap.push(b',');
                    let bracket = record.gap.iter().position(|byte| *byte == b'[');
                    gap.extend_from_slice(bracket.and_then(|at| record.gap.get(at + 1..)).unwrap_or_default());
                }
                (false, false, _) => gap.extend_from_slice(record.gap),
            }
            if !is_first_of_input && self.between.as_deref() != Some(record.gap) {
                self.between = Some(record.gap.to_vec());
            }
            return RecordSlot { gap, line_end: record.line_end };
        }
        gap.append(&mut self.tail);
        if !self.ends_in_line {
            gap.push(b'\n');
        }
        gap.extend_from_slice(record.gap);
        self.ends_in_line = !record.line_end.is_empty() || self.framing != Framing::Lines;
        RecordSlot { gap, line_end: record.line_end }
    }

    /// The byte order mark, before everything else.
    fn mark(&mut self) -> Vec<u8> {
        if std::mem::take(&mut self.has_mark) { b"\xef\xbb\xbf".to_vec() } else { Vec::new() }
    }

    /// Ends the input.
    pub(super) fn end(&mut self, tail: &[u8]) {
        if self.framing == Framing::Array {
            if !self.is_unkept || self.records == 0 {
                self.tail = tail.to_vec();
            }
        } else if self.was_kept && !tail.is_empty() {
            self.tail.extend_from_slice(tail);
            self.ends_in_line = tail.ends_with(b"\n");
        }
    }

    /// The text after the last record.
    pub(super) fn closing(mut self) -> Vec<u8> {
        match self.container {
            ResultContainer::Lines => return Vec::new(),
            ResultContainer::Array if self.records == 0 => return b"[]\n".to_vec(),
            ResultContainer::Array => return b"\n]\n".to_vec(),
            ResultContainer::Same => {}
        }
        let mut text = self.mark();
        if self.framing == Framing::Array && self.records == 0 && !self.opening.is_empty() {
            text.extend_from_slice(self.opening.trim_ascii_end());
            text.extend_from_slice(self.tail.trim_ascii_start());
        } else {
            text.append(&mut self.tail);
        }
        text
    }
}

/// Writes text in pieces.
pub(super) struct JoinedWriter<'w, 'e> {
    write: &'w mut Write<'e>,
    out: Vec<u8>,
    written: u64,
}

impl<'w, 'e> JoinedWriter<'w, 'e> {
    pub(super) fn new(write: &'w mut Write<'e>) -> Self {
        Self { write, out: Vec::new(), written: 0 }
    }

    /// Adds text. That of long records is not copied.
    pub(super) fn add(&mut self, bytes: &[u8]) -> Result<(), PassFailure> {
        self.written += bytes.len() as u64;
        if bytes.len() > PIECE {
            self.hand_on()?;
            (self.write)(bytes)?;
        } else {
            self.out.extend_from_slice(bytes);
        }
        if self.out.len() > PIECE { self.hand_on() } else { Ok(()) }
    }

    pub(super) fn hand_on(&mut self) -> Result<(), PassFailure> {
        if !self.out.is_empty() {
            (self.write)(&self.out)?;
            self.out.clear();
        }
        Ok(())
    }

    /// Ends the output. Returns the number of bytes.
    pub(super) fn finish(mut self) -> Result<u64, PassFailure> {
        self.hand_on()?;
        Ok(self.written)
    }
}

/// The record as one line: if it has several, only insignificant white space is removed.
pub(super) fn one_line(record: &[u8]) -> Cow<'_, [u8]> {
    let text = std::str::from_utf8(record).ok().filter(|_| memchr::memchr2(b'\n', b'\r', record).is_some());
    let Some(text) = text else { return record.into() };
    let mut line = Vec::with_capacity(record.len());
    reformat(text, Layout::Compact, 0, &mut line);
    line.into()
}

//! Records that get another order, and the text around them, which stays where it is.
//!
//! ```text
//! [\n  B,\n  A\n]\n   →   [\n  A,\n  B\n]\n
//! ```

use std::io::{self, Read};

use super::WholeFailure;
use super::container::ContainerWriter;
use super::drive::PassedRecord;
use crate::format::Framing;
use crate::stream::{ExternalSort, Progress, Spill, Write};

/// The text before a record and the end of its line, so many times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct RepeatedSlot {
    gap: Vec<u8>,
    line_end: Vec<u8>,
    times: u64,
}

/// The texts around records, in order: equal ones are kept once, and beyond a megabyte they are in a file.
#[derive(Debug, Default)]
struct SlotTexts {
    last: Option<RepeatedSlot>,
    spill: Spill,
}

impl SlotTexts {
    fn add(&mut self, gap: &[u8], line_end: &[u8]) -> io::Result<()> {
        if let Some(last) = self.last.as_mut().filter(|last| last.gap == gap && last.line_end == line_end) {
            last.times += 1;
            return Ok(());
        }
        self.spill_last()?;
        self.last = Some(RepeatedSlot { gap: gap.to_vec(), line_end: line_end.to_vec(), times: 1 });
        Ok(())
    }

    /// The last line gets an end, if it has none.
    fn end_line(&mut self) -> io::Result<()> {
        let Some(last) = self.last.as_mut().filter(|last| last.line_end.is_empty()) else { return Ok(()) };
        last.times -= 1;
        let gap = last.gap.clone();
        if last.times == 0 {
            self.last = None;
        }
        self.add(&gap, b"\n")
    }

    fn spill_last(&mut self) -> io::Result<()> {
        let Some(last) = self.last.take() else { return Ok(()) };
        for number in [last.times, last.gap.len() as u64, last.line_end.len() as u64] {
            self.spill.write_all(&number.to_le_bytes())?;
        }
        self.spill.write_all(&last.gap)?;
        self.spill.write_all(&last.line_end)
    }

    fn into_reader(mut self) -> io::Result<SlotReader<impl Read>> {
        self.spill_last()?;
        Ok(SlotReader { from: self.spill.into_reader()?, slot: RepeatedSlot::default() })
    }
}

struct SlotReader<R> {
    from: R,
    slot: RepeatedSlot,
}

impl<R: Read> SlotReader<R> {
    fn next(&mut self) -> io::Result<&RepeatedSlot> {
        if self.slot.times == 0 {
            let mut number = || {
                let mut bytes = [0; 8];
                self.from.read_exact(&mut bytes)?;
                io::Result::Ok(u64::from_le_bytes(bytes))
            };
            let (times, gap, line_end) = (number()?, number()?, number()?);
            let mut text = |length: u64| {
                let mut bytes = Vec::new();
                (&mut self.from).take(length).read_to_end(&mut bytes)?;
                io::Result::Ok(bytes)
            };
            self.slot = RepeatedSlot { gap: text(gap)?, line_end: text(line_end)?, times };
        }
        self.slot.times = self.slot.times.saturating_sub(1);
        Ok(&self.slot)
    }
}

/// Records of one or more inputs that get another order.
#[derive(Debug)]
pub(super) struct Arrangement {
    sort: ExternalSort,
    slots: SlotTexts,
    framing: Framing,
    has_mark: bool,
    /// The text before the first record of the first input.
    opening: Option<Vec<u8>>,
    /// The text after the last record of the input before.
    tail: Vec<u8>,
    /// Inputs that were begun.
    inputs: u64,
    /// The last record was added, or there was none.
    was_kept: bool,
}

impl Arrangement {
    /// `memory`: bytes for records, beyond which they are in a temporary file.
    pub(super) fn new(memory: usize, is_reversed: bool) -> Self {
        Self {
            sort: ExternalSort::new(memory, is_reversed),
            slots: SlotTexts::default(),
            framing: Framing::Lines,
            has_mark: false,
            opening: None,
            tail: Vec::new(),
            inputs: 0,
            was_kept: true,
        }
    }

    /// The records of another input follow. Those of several inputs are lines.
    pub(super) fn begin(&mut self, framing: Framing, has_mark: bool) {
        if self.inputs == 0 {
            (self.framing, self.has_mark) = (framing, has_mark);
        }
        self.inputs += 1;
    }

    /// A record of the input, which may be left out.
    pub(super) fn see(&mut self, record: &PassedRecord<'_>, is_kept: bool) {
        if self.opening.is_none() {
            self.opening = Some(record.gap.to_vec());
        }
        self.was_kept = is_kept;
    }

    /// Adds a record, or the object that replaces it. Records are in the order of their keys; those without a key are the last.
    pub(super) fn add(
        &mut self,
        key: Option<Vec<u8>>,
        record: &PassedRecord<'_>,
        object: Option<&str>,
    ) -> Result<(), WholeFailure> {
        self.sort.add(key, object.map_or(record.bytes, str::as_bytes)).map_err(WholeFailure::Scratch)
    }

    /// Adds a place for a record.
    pub(super) fn add_slot(&mut self, record: &PassedRecord<'_>) -> Result<(), WholeFailure> {
        if self.inputs > 1 {
            self.slots.end_line().map_err(WholeFailure::Scratch)?;
        }
        let mut gap = std::mem::take(&mut self.tail);
        gap.extend_from_slice(record.gap);
        self.slots.add(&gap, record.line_end).map_err(WholeFailure::Scratch)
    }

    /// The input is over.
    pub(super) fn end(&mut self, tail: &[u8]) {
        if self.was_kept {
            self.tail.extend_from_slice(tail);
        }
    }

    /// Writes the records in their new order. `next` is given each of them, to be changed or joined with those that follow: it
    /// says how many records were read.
    pub(super) fn finish(
        self,
        write: &mut Write<'_>,
        progress: &dyn Progress,
        mut next: impl FnMut(&mut dyn FnMut(&mut Vec<u8>) -> Result<Option<u64>, WholeFailure>) -> NextRecord,
    ) -> Result<u64, WholeFailure> {
        let mut sorted = self.sort.finish().map_err(WholeFailure::Scratch)?;
        let mut slots = self.slots.into_reader().map_err(WholeFailure::Scratch)?;
        let mut writer = ContainerWriter::new(write, self.framing, self.has_mark);
        if let Some(opening) = &self.opening {
            writer.see(&PassedRecord { bytes: b"", gap: opening, line_end: b"" });
        }
        let mut read = |text: &mut Vec<u8>| {
            let number = sorted.next(text).map_err(WholeFailure::Scratch)?;
            progress.advance(number.map_or(0, |_| text.len() as u64), u64::from(number.is_some()));
            Ok(number)
        };
        while let Some(bytes) = next(&mut read)? {
            let slot = slots.next().map_err(WholeFailure::Scratch)?;
            writer.add(&PassedRecord { bytes: &bytes, gap: &slot.gap, line_end: &slot.line_end }, None)?;
        }
        writer.finish(&self.tail, true)
    }
}

/// The bytes of the next record that is written.
pub(super) type NextRecord = Result<Option<Vec<u8>>, WholeFailure>;

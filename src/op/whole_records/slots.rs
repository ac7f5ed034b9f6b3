//! Reordered records, and the text between them, which is not moved.
//!
//! ```text
//! [\n  B,\n  A\n]\n   →   [\n  A,\n  B\n]\n
//! ```

use std::io::{self, Read};

use super::drive::PassedRecord;
use super::joined::{JoinedInputs, JoinedWriter, RecordSlot, ResultContainer};
use crate::op::pass::PassFailure;
use crate::stream::{ExternalSort, Progress, Spill, Write};

/// The text before a record and the end of its line, with their number of occurrences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct RepeatedSlot {
    gap: Vec<u8>,
    line_end: Vec<u8>,
    times: u64,
}

/// The texts between records, in order: equal ones are stored once, and beyond a megabyte they are in a file.
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

/// Records of one or more inputs that are reordered.
#[derive(Debug)]
pub(super) struct Arrangement {
    sort: ExternalSort,
    slots: SlotTexts,
    pub(super) joined: JoinedInputs,
}

impl Arrangement {
    /// `memory`: the number of bytes for records; further records are in a temporary file.
    pub(super) fn new(memory: usize, is_reversed: bool, container: ResultContainer) -> Self {
        Self {
            sort: ExternalSort::new(memory, is_reversed),
            slots: SlotTexts::default(),
            joined: JoinedInputs::new(container),
        }
    }

    /// Adds the bytes of a record. Records are sorted by key; those without a key are last.
    pub(super) fn add(&mut self, key: Option<Vec<u8>>, bytes: &[u8]) -> Result<(), PassFailure> {
        self.sort.add(key, bytes).map_err(PassFailure::Scratch)
    }

    /// Adds a place for a record.
    pub(super) fn add_slot(&mut self, record: &PassedRecord<'_>) -> Result<(), PassFailure> {
        let RecordSlot { gap, line_end } = self.joined.slot(record);
        self.slots.add(&gap, line_end).map_err(PassFailure::Scratch)
    }

    /// Writes the records in their new order. `next` receives the function that reads one of them, and returns the
    /// bytes for the next place. Returns the number of bytes written.
    pub(super) fn finish(
        self,
        write: &mut Write<'_>,
        progress: &dyn Progress,
        mut next: impl FnMut(&mut ReadSorted<'_>) -> Result<Option<Vec<u8>>, PassFailure>,
    ) -> Result<u64, PassFailure> {
        let mut sorted = self.sort.finish().map_err(PassFailure::Scratch)?;
        let mut slots = self.slots.into_reader().map_err(PassFailure::Scratch)?;
        let mut out = JoinedWriter::new(write);
        let mut read = |text: &mut Vec<u8>| {
            let number = sorted.next(text).map_err(PassFailure::Scratch)?;
            progress.advance(number.map_or(0, |_| text.len() as u64), u64::from(number.is_some()));
            Ok(number)
        };
        while let Some(bytes) = next(&mut read)? {
            let slot = slots.next().map_err(PassFailure::Scratch)?;
            for piece in [&slot.gap, &bytes, &slot.line_end] {
                out.add(piece)?;
            }
        }
        out.add(&self.joined.closing())?;
        out.finish()
    }
}

/// Copies the bytes of the next record into a buffer. Returns its number, in the order of insertion.
pub(super) type ReadSorted<'r> = dyn FnMut(&mut Vec<u8>) -> Result<Option<u64>, PassFailure> + 'r;

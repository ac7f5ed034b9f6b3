//! `merge`: concatenates the records of several inputs in one container.

use std::borrow::Cow;

use super::super::input::Input;
use super::super::outcome::Outcome;
use super::drive::{Examined, PassedRecord, RecordListener, Taker, drive};
use super::joined::{JoinedInputs, JoinedWriter, RecordSlot, ResultContainer, one_line};
use super::sample::NoExaminer;
use super::{WholeEnds, WholeOptions};
use crate::format::starts_text;
use crate::op::pass::PassFailure;
use crate::stream::Write;

/// Inputs that are merged.
#[derive(Debug)]
pub struct RecordMerge {
    container: ResultContainer,
    joined: JoinedInputs,
    bytes_out: u64,
}

struct MergeTaker<'m, 'w, 'e> {
    container: ResultContainer,
    joined: &'m mut JoinedInputs,
    out: JoinedWriter<'w, 'e>,
}

impl MergeTaker<'_, '_, '_> {
    fn add(&mut self, record: &PassedRecord<'_>, bytes: &[u8]) -> Result<(), PassFailure> {
        let RecordSlot { gap, line_end } = self.joined.slot(record);
        self.out.add(&gap)?;
        self.out.add(&in_container(self.container, bytes)?)?;
        self.out.add(line_end)
    }
}

/// The bytes of a record in this container.
pub(super) fn in_container(container: ResultContainer, bytes: &[u8]) -> Result<Cow<'_, [u8]>, PassFailure> {
    if container == ResultContainer::Same {
        return Ok(bytes.into());
    }
    if std::str::from_utf8(bytes).is_ok_and(starts_text) {
        return Err(PassFailure::NotJson);
    }
    // The end of its last line belongs to a document.
    let bytes = bytes.trim_ascii();
    Ok(if container == ResultContainer::Lines { one_line(bytes) } else { bytes.into() })
}

impl Taker<()> for MergeTaker<'_, '_, '_> {
    fn take(&mut self, record: &PassedRecord<'_>, examined: Examined<()>) -> Result<bool, PassFailure> {
        let is_kept = !matches!(examined, Examined::Failed);
        self.joined.see(record, is_kept);
        match examined {
            Examined::Conversation(()) | Examined::Other => self.add(record, record.bytes)?,
            Examined::Replaced(object) => self.add(record, object.as_bytes())?,
            Examined::Failed => {}
        }
        Ok(is_kept)
    }

    fn end_batch(&mut self) -> Result<(), PassFailure> {
        self.out.hand_on()
    }
}

impl RecordMerge {
    /// An empty merge.
    #[must_use]
    pub fn new(container: ResultContainer) -> Self {
        Self { container, joined: JoinedInputs::new(container), bytes_out: 0 }
    }

    /// Writes the records of an input.
    ///
    /// # Errors
    /// Reading or writing failed, or the container does not support a record. A bad record is not an error here: see
    /// [`Outcome::fatal`].
    pub fn add(&mut self, input: Input, options: WholeOptions, ends: WholeEnds<'_>) -> Result<Outcome, PassFailure> {
        let WholeEnds { write, note, progress } = ends;
        self.joined.begin(input.record_framing(), input.source.has_mark());
        let out = JoinedWriter::new(write);
        let mut taker = MergeTaker { container: self.container, joined: &mut self.joined, out };
        let listener = RecordListener { note, progress };
        let (outcome, tail) = drive(input, options.pass, listener, || NoExaminer, &mut taker)?;
        self.bytes_out += taker.out.finish()?;
        self.joined.end(&tail);
        Ok(outcome)
    }

    /// Writes the end of the container. Returns the number of bytes of the output.
    ///
    /// # Errors
    /// Writing failed.
    pub fn finish(self, write: &mut Write<'_>) -> Result<u64, PassFailure> {
        let mut out = JoinedWriter::new(write);
        out.add(&self.joined.closing())?;
        Ok(self.bytes_out + out.finish()?)
    }
}

//! Records in the container in which they were: lines, an array with its commas, one document.

use super::WholeFailure;
use super::drive::{Examined, PassedRecord, Taker};
use crate::format::Framing;
use crate::stream::Write;

/// Longer records are written as they are in the input, without a copy in memory.
const LONG: usize = 64 * 1024;

/// Decides which records are passed on, in the order of the input.
pub(super) trait Chooser<F>: Send {
    /// True if the record is passed on.
    fn chooses(&mut self, found: F) -> bool;
}

/// Writes records with the text around them: where all records of an input are written, the output is the input.
pub(super) struct ContainerWriter<'e> {
    write: &'e mut Write<'e>,
    framing: Framing,
    has_mark: bool,
    /// The text before the first record of the input.
    opening: Option<Vec<u8>>,
    /// A record was written.
    is_begun: bool,
    out: Vec<u8>,
    written: u64,
}

impl<'e> ContainerWriter<'e> {
    pub(super) fn new(write: &'e mut Write<'e>, framing: Framing, has_mark: bool) -> Self {
        Self { write, framing, has_mark, opening: None, is_begun: false, out: Vec::new(), written: 0 }
    }

    /// A record of the input, which may be left out: an array begins as it did, whichever of its records is the first now.
    pub(super) fn see(&mut self, record: &PassedRecord<'_>) {
        if self.opening.is_none() {
            self.opening = Some(record.gap.to_vec());
        }
    }

    /// Writes a byte order mark before everything else.
    fn mark(&mut self) {
        if std::mem::take(&mut self.has_mark) {
            self.out.extend_from_slice(b"\xef\xbb\xbf");
        }
    }

    /// Writes a record, or the object that replaces it.
    pub(super) fn add(&mut self, record: &PassedRecord<'_>, object: Option<&str>) -> Result<(), WholeFailure> {
        self.mark();
        let opening = self.opening.as_deref().filter(|_| self.framing == Framing::Array && !self.is_begun);
        self.out.extend_from_slice(opening.unwrap_or(record.gap));
        self.is_begun = true;
        let bytes = object.map_or(record.bytes, str::as_bytes);
        if bytes.len() > LONG {
            self.hand_on()?;
            (self.write)(bytes)?;
            self.written += bytes.len() as u64;
        } else {
            self.out.extend_from_slice(bytes);
        }
        self.out.extend_from_slice(record.line_end);
        if object.is_some() && record.line_end.is_empty() && self.framing != Framing::Array {
            self.out.push(b'\n');
        }
        if self.out.len() > LONG { self.hand_on() } else { Ok(()) }
    }

    /// Hands on what is written so far.
    pub(super) fn hand_on(&mut self) -> Result<(), WholeFailure> {
        if !self.out.is_empty() {
            self.written += self.out.len() as u64;
            (self.write)(&self.out)?;
            self.out.clear();
        }
        Ok(())
    }

    /// Writes the text after the last record, which closes the container. `was_kept`: the last record was written, or there was
    /// none. The result is the number of bytes written.
    pub(super) fn finish(mut self, tail: &[u8], was_kept: bool) -> Result<u64, WholeFailure> {
        let opening = self.opening.take().filter(|_| !self.is_begun);
        match (self.framing, &opening) {
            // An array from which everything is left out.
            (Framing::Array, Some(opening)) => {
                self.mark();
                self.out.extend_from_slice(opening.trim_ascii_end());
                self.out.extend_from_slice(tail.trim_ascii_start());
            }
            (Framing::Array, None) => {
                self.mark();
                self.out.extend_from_slice(tail);
            }
            (Framing::Lines | Framing::Document | Framing::Messages | Framing::Sse | Framing::Folder, _) => {
                if was_kept {
                    self.mark();
                    self.out.extend_from_slice(tail);
                }
            }
        }
        self.hand_on()?;
        Ok(self.written)
    }
}

/// Passes chosen records on, in their container.
pub(super) struct SameContainer<'e, C> {
    chooser: C,
    writer: ContainerWriter<'e>,
    /// The record before was passed on, or there was none.
    was_kept: bool,
}

impl<'e, C> SameContainer<'e, C> {
    pub(super) fn new(chooser: C, write: &'e mut Write<'e>, framing: Framing, has_mark: bool) -> Self {
        Self { chooser, writer: ContainerWriter::new(write, framing, has_mark), was_kept: true }
    }

    /// Writes the text after the last record, which closes the container. The result is the number of bytes written, and the
    /// chooser.
    pub(super) fn finish(self, tail: &[u8]) -> Result<(u64, C), WholeFailure> {
        Ok((self.writer.finish(tail, self.was_kept)?, self.chooser))
    }
}

impl<F, C: Chooser<F>> Taker<F> for SameContainer<'_, C> {
    fn take(&mut self, record: &PassedRecord<'_>, examined: Examined<F>) -> Result<bool, WholeFailure> {
        self.writer.see(record);
        self.was_kept = match examined {
            Examined::Conversation(found) => {
                let is_chosen = self.chooser.chooses(found);
                if is_chosen {
                    self.writer.add(record, None)?;
                }
                is_chosen
            }
            Examined::ErrorObject => {
                self.writer.add(record, None)?;
                true
            }
            Examined::Replaced(object) => {
                self.writer.add(record, Some(&object))?;
                true
            }
            Examined::Failed => false,
        };
        Ok(self.was_kept)
    }

    fn end_batch(&mut self) -> Result<(), WholeFailure> {
        self.writer.hand_on()
    }
}

//! Records in the container in which they were: lines, an array with its commas, one document.

use super::drive::{Examined, PassedRecord, Taker};
use crate::format::Framing;
use crate::op::pass::PassFailure;
use crate::stream::Write;

/// Longer records are written as they are in the input, without a copy in memory.
const LONG: usize = 64 * 1024;

/// Decides which records are passed on, in the order of the input.
pub(super) trait Chooser<F>: Send {
    /// True if the record is passed on.
    fn chooses(&mut self, found: F) -> bool;
}

/// Passes chosen records on, with the text around them: where all are chosen, the output is the input.
pub(super) struct SameContainer<'e, C> {
    chooser: C,
    write: &'e mut Write<'e>,
    framing: Framing,
    has_mark: bool,
    /// The text before the first record of the input.
    opening: Option<Vec<u8>>,
    /// A record was passed on.
    is_begun: bool,
    /// The record before was passed on, or there was none.
    was_kept: bool,
    out: Vec<u8>,
    written: u64,
}

impl<'e, C> SameContainer<'e, C> {
    pub(super) fn new(chooser: C, write: &'e mut Write<'e>, framing: Framing, has_mark: bool) -> Self {
        Self {
            chooser,
            write,
            framing,
            has_mark,
            opening: None,
            is_begun: false,
            was_kept: true,
            out: Vec::new(),
            written: 0,
        }
    }

    /// Writes a byte order mark before everything else.
    fn mark(&mut self) {
        if std::mem::take(&mut self.has_mark) {
            self.out.extend_from_slice(b"\xef\xbb\xbf");
        }
    }

    /// Passes a record on, or the object that replaces it.
    fn add(&mut self, record: &PassedRecord<'_>, object: Option<&str>) -> Result<(), PassFailure> {
        self.mark();
        // An array begins as it did, whichever of its records is the first now.
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
        Ok(())
    }

    fn hand_on(&mut self) -> Result<(), PassFailure> {
        if !self.out.is_empty() {
            self.written += self.out.len() as u64;
            (self.write)(&self.out)?;
            self.out.clear();
        }
        Ok(())
    }

    /// Writes the text after the last record, which closes the container. The result is the number of bytes written, and the
    /// chooser.
    pub(super) fn finish(mut self, tail: &[u8]) -> Result<(u64, C), PassFailure> {
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
                if self.was_kept {
                    self.mark();
                    self.out.extend_from_slice(tail);
                }
            }
        }
        self.hand_on()?;
        Ok((self.written, self.chooser))
    }
}

impl<F, C: Chooser<F>> Taker<F> for SameContainer<'_, C> {
    fn take(&mut self, record: &PassedRecord<'_>, examined: Examined<F>) -> Result<bool, PassFailure> {
        if self.opening.is_none() {
            self.opening = Some(record.gap.to_vec());
        }
        self.was_kept = match examined {
            Examined::Conversation(found) => {
                let is_chosen = self.chooser.chooses(found);
                if is_chosen {
                    self.add(record, None)?;
                }
                is_chosen
            }
            Examined::Other => {
                self.add(record, None)?;
                true
            }
            Examined::Replaced(object) => {
                self.add(record, Some(&object))?;
                true
            }
            Examined::Failed => false,
        };
        Ok(self.was_kept)
    }

    fn end_batch(&mut self) -> Result<(), PassFailure> {
        self.hand_on()
    }
}

//! Copies records with their container: lines, an array with its commas, one document.

use super::super::input::Input;
use super::super::outcome::Outcome;
use super::drive::{Examined, Examiner, PassedRecord, RecordListener, Taker, drive};
use super::{WholeEnds, WholeOptions};
use crate::format::Framing;
use crate::op::pass::PassFailure;
use crate::stream::{RecordContainer, SinkError, Write};

/// Longer records are copied from the input, without a copy in memory.
const LONG: usize = 64 * 1024;

/// Selects the records that are kept, in the order of the input.
pub(super) trait Chooser<F>: Send {
    /// True if the record is kept.
    fn chooses(&mut self, found: F) -> bool;

    /// The text that replaces the record. `None`: the record is unchanged.
    fn replacement(&mut self, _: &mut F) -> Option<String> {
        None
    }
}

/// Copies the selected records of an input. Returns the selector, unless a record ended the run.
pub(super) fn pass_chosen<E: Examiner, C: Chooser<E::Found>>(
    input: Input,
    options: WholeOptions,
    WholeEnds { write, note, progress }: WholeEnds<'_>,
    make: impl Fn() -> E + Sync,
    chooser: C,
) -> Result<(Outcome, Option<C>), PassFailure> {
    let has_mark = input.source.has_mark() && !options.is_joined;
    let mut container = SameContainer::new(chooser, write, input.record_framing(), has_mark);
    let (mut outcome, tail) = drive(input, options.pass, RecordListener { note, progress }, make, &mut container)?;
    if outcome.fatal.is_some() {
        return Ok((outcome, None));
    }
    let (written, chooser) = container.finish(&tail)?;
    outcome.bytes_out = written;
    Ok((outcome, Some(chooser)))
}

/// Copies the selected records, with the text between them: if all are selected, the output equals the input.
struct SameContainer<'e, C> {
    chooser: C,
    write: &'e mut Write<'e>,
    container: RecordContainer,
    framing: Framing,
    has_mark: bool,
    out: Vec<u8>,
    written: u64,
}

impl<'e, C> SameContainer<'e, C> {
    fn new(chooser: C, write: &'e mut Write<'e>, framing: Framing, has_mark: bool) -> Self {
        let container = RecordContainer::new(framing);
        Self { chooser, write, container, framing, has_mark, out: Vec::new(), written: 0 }
    }

    /// Copies a record, or writes the object that replaces it.
    fn add(&mut self, record: &PassedRecord<'_>, object: Option<&str>) -> Result<(), PassFailure> {
        self.text(RecordContainer::record)?;
        self.mark();
        let bytes = object.map_or(record.bytes, str::as_bytes);
        if bytes.len() > LONG {
            self.hand_on()?;
            (self.write)(bytes)?;
            self.written += bytes.len() as u64;
        } else {
            self.out.extend_from_slice(bytes);
        }
        let is_unended = object.is_some() && record.line_end.is_empty() && self.framing != Framing::Array;
        let line_end = if is_unended { b"\n" } else { record.line_end };
        self.text(|container, write| container.gap(line_end, write))
    }

    /// Adds text between records.
    fn text(
        &mut self,
        work: impl FnOnce(&mut RecordContainer, &mut Write<'_>) -> Result<(), SinkError>,
    ) -> Result<(), PassFailure> {
        let start = self.out.len();
        let Self { container, out, .. } = self;
        let write = &mut |bytes: &[u8]| {
            out.extend_from_slice(bytes);
            Ok(())
        };
        work(container, write)?;
        if self.out.len() > start {
            self.mark();
        }
        Ok(())
    }

    /// Puts a byte order mark before everything else.
    fn mark(&mut self) {
        if std::mem::take(&mut self.has_mark) {
            self.out.splice(..0, *b"\xef\xbb\xbf");
        }
    }

    fn hand_on(&mut self) -> Result<(), PassFailure> {
        if !self.out.is_empty() {
            self.written += self.out.len() as u64;
            (self.write)(&self.out)?;
            self.out.clear();
        }
        Ok(())
    }

    /// Writes the text after the last record, which closes the container. Returns the number of bytes written, and the
    /// selector.
    fn finish(mut self, tail: &[u8]) -> Result<(u64, C), PassFailure> {
        self.text(|container, write| container.gap(tail, write))?;
        self.text(RecordContainer::finish)?;
        self.hand_on()?;
        Ok((self.written, self.chooser))
    }
}

impl<F, C: Chooser<F>> Taker<F> for SameContainer<'_, C> {
    fn take(&mut self, record: &PassedRecord<'_>, examined: Examined<F>) -> Result<bool, PassFailure> {
        self.text(|container, write| container.gap(record.gap, write))?;
        let (is_kept, object) = match examined {
            Examined::Conversation(mut found) => {
                if let Some(new) = self.chooser.replacement(&mut found) {
                    self.add(&PassedRecord { bytes: new.as_bytes(), ..*record }, None)?;
                    return Ok(true);
                }
                (self.chooser.chooses(found), None)
            }
            Examined::Other => (true, None),
            Examined::Replaced(object) => (true, Some(object)),
            Examined::Failed => (false, None),
        };
        if is_kept {
            self.add(record, object.as_deref())?;
        } else {
            self.container.drop_record();
            self.text(|container, write| container.gap(record.line_end, write))?;
        }
        Ok(is_kept)
    }

    fn end_batch(&mut self) -> Result<(), PassFailure> {
        self.hand_on()
    }
}

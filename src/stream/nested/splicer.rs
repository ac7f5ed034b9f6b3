//! Puts the results of a command in place of the conversations that it processed.

use std::ops::Range;
use std::sync::Arc;

use super::super::batch::Batch;
use super::super::container::{RecordContainer, Write};
use super::super::error::SinkError;
use super::super::limits::BATCH;
use super::super::progress::Flow;
use super::{AGAIN, NestedBatch, NestedItem, SEPARATOR, SPELLED};
use crate::format::Framing;
use crate::json::{Layout, PatternMatch, reformat, utf8_text};
use crate::report::is_error_object;

/// Writes records with results in the places of their conversations.
///
/// Between [`begin`](Self::begin) and [`end`](Self::end) it takes the result for each conversation of a batch, with a
/// separator byte (0x1E) between two. A record with a conversation that failed gives way to the error object, or is omitted.
/// A record with one conversation may have several results, with a byte (0x1D) between two: it is written once for each.
pub struct Splicer<'w> {
    out: SplicedOutput<'w>,
    /// Records that failed are omitted.
    skips: bool,
    batch: Option<Arc<NestedBatch>>,
    /// The number of results of the batch that are complete.
    done: usize,
    /// The result that is being taken.
    result: Vec<u8>,
    /// The record with the results so far.
    open: Option<OpenRecord>,
    /// The end of what was written or omitted from the batch.
    end: usize,
    /// The number of records without values before it.
    untouched: usize,
    /// `None`: nothing was read yet.
    container: Option<RecordContainer>,
}

/// Collects the records of a batch, which take one write instead of one each.
struct SplicedOutput<'w> {
    write: &'w mut Write<'w>,
    /// The open record is at its end.
    pending: Vec<u8>,
}

impl SplicedOutput<'_> {
    fn add(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        self.make_room(bytes.len())?;
        if bytes.len() > BATCH {
            return (self.write)(bytes);
        }
        self.pending.extend_from_slice(bytes);
        Ok(())
    }

    /// Writes what is pending if `count` more bytes are too many.
    fn make_room(&mut self, count: usize) -> Result<(), SinkError> {
        if self.pending.len() + count > BATCH { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), SinkError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let written = (self.write)(&self.pending);
        self.pending.clear();
        written
    }
}

struct OpenRecord {
    range: Range<usize>,
    /// The start of its new bytes in the pending output.
    start: usize,
    /// The end of what is in them.
    end: usize,
    is_failed: bool,
    is_left_out: bool,
}

impl std::fmt::Debug for Splicer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Splicer").field("done", &self.done).finish_non_exhaustive()
    }
}

impl<'w> Splicer<'w> {
    /// Writes to `write`.
    pub fn new(write: &'w mut Write<'w>, skips: bool) -> Self {
        Self {
            out: SplicedOutput { write, pending: Vec::new() },
            skips,
            batch: None,
            done: 0,
            result: Vec::new(),
            open: None,
            end: 0,
            untouched: 0,
            container: None,
        }
    }

    /// The results that follow are those of this batch.
    pub fn begin(&mut self, batch: &Batch) {
        self.batch = batch.nested().cloned();
        (self.done, self.end, self.untouched) = (0, 0, 0);
        self.result.clear();
        self.open = None;
    }

    /// Takes bytes of results.
    ///
    /// # Errors
    /// Writing failed.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        if self.batch.is_none() {
            return (self.out.write)(bytes);
        }
        let mut rest = bytes;
        while let Some(at) = memchr::memchr2(SEPARATOR, AGAIN, rest) {
            let (part, after) = rest.split_at(at);
            let has_more = after.first() == Some(&AGAIN);
            if self.result.is_empty() {
                self.take(part, has_more)?;
            } else {
                self.result.extend_from_slice(part);
                self.take_pending(has_more)?;
            }
            rest = after.get(1..).unwrap_or_default();
        }
        self.result.extend_from_slice(rest);
        Ok(())
    }

    /// The results of the batch are complete, unless the run stopped: then the output ends at the record before, or where the
    /// text is not JSON any more.
    ///
    /// # Errors
    /// Writing failed.
    pub fn end(&mut self, flow: Flow) -> Result<(), SinkError> {
        self.end_batch(flow)?;
        self.out.flush()
    }

    fn end_batch(&mut self, flow: Flow) -> Result<(), SinkError> {
        if !self.result.is_empty() {
            self.take_pending(false)?;
        }
        let Some(batch) = self.batch.take() else { return Ok(()) };
        if let Some(failed) = batch.items.get(self.done) {
            return self.stop_before(&batch, &failed.record);
        }
        self.close_record(&batch)?;
        if flow == Flow::Stop {
            return self.end_line(&batch, batch.bytes.len());
        }
        self.pass_to(&batch, batch.bytes.len())
    }

    /// The run ended with this record.
    fn stop_before(&mut self, batch: &NestedBatch, failed: &Range<usize>) -> Result<(), SinkError> {
        if let Some(open) = self.open.take_if(|open| open.range == *failed) {
            self.out.pending.truncate(open.start);
        }
        self.close_record(batch)?;
        self.pass_records(batch, failed.start)?;
        self.end_line(batch, failed.start)
    }

    /// Writes the end of the line of the last record.
    fn end_line(&mut self, batch: &NestedBatch, end: usize) -> Result<(), SinkError> {
        let gap = batch.bytes.get(self.end..end).unwrap_or_default();
        match memchr::memchr(b'\n', gap) {
            Some(newline) if batch.framing == Framing::Lines && self.end > 0 => {
                self.gap(batch, gap.get(..=newline).unwrap_or_default())
            }
            _ => Ok(()),
        }
    }

    /// The last batch is done: writes what is after the records.
    ///
    /// # Errors
    /// Writing failed.
    pub fn finish(&mut self) -> Result<(), SinkError> {
        self.container.as_mut().map_or(Ok(()), |container| container.finish(self.out.write))
    }

    /// Writes a record.
    fn record(&mut self, batch: &NestedBatch, text: &[u8]) -> Result<(), SinkError> {
        let container = record_container(batch, &mut self.container);
        container.record(&mut |bytes| self.out.add(bytes))?;
        self.out.add(text)
    }

    /// Text between records.
    fn gap(&mut self, batch: &NestedBatch, text: &[u8]) -> Result<(), SinkError> {
        let container = record_container(batch, &mut self.container);
        container.gap(text, &mut |bytes| self.out.add(bytes))
    }

    /// The result that came in several pieces is complete.
    fn take_pending(&mut self, has_more: bool) -> Result<(), SinkError> {
        let mut result = std::mem::take(&mut self.result);
        self.take(&result, has_more)?;
        result.clear();
        self.result = result;
        Ok(())
    }

    /// A result is complete. `has_more`: another one for the same value follows.
    fn take(&mut self, result: &[u8], has_more: bool) -> Result<(), SinkError> {
        if has_more { self.take_first_results(result) } else { self.take_result(result) }
    }

    fn take_result(&mut self, result: &[u8]) -> Result<(), SinkError> {
        let Some(batch) = self.batch.clone() else { return Ok(()) };
        let Some(item) = batch.items.get(self.done) else { return Ok(()) };
        self.done += 1;
        if self.open.as_ref().is_none_or(|open| open.range != item.record) {
            self.close_record(&batch)?;
            self.pass_to(&batch, item.record.start)?;
            self.out.make_room(item.record.len())?;
            self.open = Some(OpenRecord {
                range: item.record.clone(),
                start: self.out.pending.len(),
                end: item.record.start,
                is_failed: false,
                is_left_out: false,
            });
        }
        let skips = self.skips;
        if let Some(open) = self.open.as_mut().filter(|open| !open.is_failed) {
            open.add(&batch, item, (result, skips), &mut self.out.pending);
        }
        Ok(())
    }

    /// The record is written with this result, and then with the next one.
    fn take_first_results(&mut self, result: &[u8]) -> Result<(), SinkError> {
        let done = self.done;
        self.take_result(result)?;
        let Some(batch) = self.batch.clone() else { return Ok(()) };
        let Some(item) = batch.items.get(done) else { return Ok(()) };
        self.done = done;
        self.close_record(&batch)?;
        self.gap(&batch, &batch.gap_between(item))?;
        self.end = item.record.start;
        Ok(())
    }

    /// Writes the record whose results are complete.
    fn close_record(&mut self, batch: &NestedBatch) -> Result<(), SinkError> {
        let Some(open) = self.open.take() else { return Ok(()) };
        let container = record_container(batch, &mut self.container);
        let out = &mut self.out.pending;
        self.end = open.range.end;
        if open.is_left_out {
            container.drop_record();
            out.truncate(open.start);
            return Ok(());
        }
        let end = out.len();
        container.record(&mut |before| {
            out.extend_from_slice(before);
            Ok(())
        })?;
        // The text before the record is known only now.
        let before = out.len() - end;
        out.get_mut(open.start..).unwrap_or_default().rotate_right(before);
        out.extend_from_slice(batch.bytes.get(open.end..open.range.end).unwrap_or_default());
        Ok(())
    }

    /// Writes records without values, and the text between records, up to this place.
    fn pass_to(&mut self, batch: &NestedBatch, end: usize) -> Result<(), SinkError> {
        self.pass_records(batch, end)?;
        let gap = batch.bytes.get(self.end..end).unwrap_or_default();
        self.end = end;
        self.gap(batch, gap)
    }

    /// Writes the records without values before this place.
    fn pass_records(&mut self, batch: &NestedBatch, end: usize) -> Result<(), SinkError> {
        while let Some(record) = batch.untouched.get(self.untouched).filter(|record| record.start < end) {
            self.untouched += 1;
            let gap = batch.bytes.get(self.end..record.start).unwrap_or_default();
            self.end = record.end;
            self.gap(batch, gap)?;
            self.record(batch, batch.bytes.get(record.clone()).unwrap_or_default())?;
        }
        Ok(())
    }
}

fn record_container<'c>(batch: &NestedBatch, container: &'c mut Option<RecordContainer>) -> &'c mut RecordContainer {
    container.get_or_insert_with(|| RecordContainer::new(batch.framing))
}

impl OpenRecord {
    /// Adds a result.
    fn add(&mut self, batch: &NestedBatch, item: &NestedItem, (result, skips): (&[u8], bool), out: &mut Vec<u8>) {
        let place = item.place();
        let value = batch.bytes.get(place.clone()).unwrap_or_default();
        let decoded = item.found.as_ref().and_then(PatternMatch::decoded);
        let old = decoded.unwrap_or(value);
        let is_failed = is_error_object(result) && !is_error_object(old);
        let Some(found) = item.found.as_ref().filter(|_| !is_failed) else {
            out.truncate(self.start);
            out.extend_from_slice(result);
            self.end = self.range.end;
            self.is_failed = true;
            self.is_left_out = is_failed && skips;
            return;
        };
        out.extend_from_slice(batch.bytes.get(self.end..place.start).unwrap_or_default());
        self.end = place.end;
        let record = batch.record_of(item);
        match result {
            same if same == old => out.extend_from_slice(value),
            [SPELLED, spelled @ ..] => out.extend_from_slice(spelled),
            result if found.is_in_string() => found.spell_into(out, record, result),
            result => lay_out(result, value, (record, found.depth(), batch.framing == Framing::Array), out),
        }
    }
}

/// Adds a result that is a value of the record, at this depth. In place of several lines, it has several lines, too.
fn lay_out(result: &[u8], old: &[u8], (record, level, is_item): (&[u8], usize, bool), out: &mut Vec<u8>) {
    let has_lines = |text: &[u8]| memchr::memchr(b'\n', text).is_some();
    if !has_lines(old) || has_lines(result) {
        out.extend_from_slice(result);
        return;
    }
    let layout = match Layout::of(std::str::from_utf8(record).unwrap_or_default()) {
        // The first member of an item is two levels deep.
        Layout::Pretty(indent) if is_item => Layout::Pretty(indent / 2),
        layout @ (Layout::Pretty(_) | Layout::Compact | Layout::Spaced) => layout,
    };
    if matches!(layout, Layout::Pretty(_)) {
        reformat(&utf8_text(result), layout, level + usize::from(is_item), out);
    } else {
        out.extend_from_slice(result);
    }
}

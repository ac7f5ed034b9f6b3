//! Writes the results of batches in order, and sums up their reports.

use std::borrow::Cow;

use super::map::write_line;
use super::record_tree::RecordTree;
use super::splice::{JoinedPieces, without_returns};
use super::worker::MigrateWorker;
use super::{InputContext, MigrateEnds, MigrateResult};
use crate::format::Framing;
use crate::json::Tape;
use crate::op::pass::PassFailure;
use crate::op::stream_comparison::StreamComparison;
use crate::stream::{Batch, RecordContainer, SinkError, Write};

/// Combines results.
pub(super) struct MigrateEmitter<'j, 'e> {
    /// The name of the input in the map, as JSON.
    pub(super) name: String,
    pub(super) job: &'j InputContext<'j>,
    pub(super) done: MigrateResult,
    pub(super) ends: MigrateEnds<'e>,
    pub(super) compared: StreamComparison,
    /// Closes the gaps of dropped records. `None`: all records are kept.
    pub(super) container: Option<RecordContainer>,
}

impl MigrateEmitter<'_, '_> {
    pub(super) fn emit(&mut self, worker: &mut MigrateWorker<'_>, batch: &Batch) -> Result<(), PassFailure> {
        let before = self.done.outcome.in_output(self.job.options.pass.on_error);
        if self.job.form.is_some() {
            self.formed(worker, batch, before)?;
        } else {
            self.spliced(worker, batch).map_err(PassFailure::Sink)?;
        }
        self.lines(worker, batch, before).map_err(PassFailure::Sink)?;
        self.account(worker, batch);
        if worker.is_misplaced { Err(PassFailure::NoPieces) } else { Ok(()) }
    }

    /// Writes records that are arranged differently from the input.
    fn formed(&mut self, worker: &MigrateWorker<'_>, batch: &Batch, before: u64) -> Result<(), PassFailure> {
        let Some(form) = &self.job.form else { return Ok(()) };
        let count = worker.results.in_output(self.job.options.pass.on_error);
        if form.frame.holds_one() && before + count > 1 {
            return Err(PassFailure::ManyRecords);
        }
        self.compared.came(batch.bytes());
        let glue = if count > 0 { form.frame.glue(before == 0) } else { "" };
        for bytes in [glue.as_bytes(), &worker.text.out] {
            self.compared.went(bytes);
            self.done.outcome.bytes_out += bytes.len() as u64;
            if !bytes.is_empty() {
                (self.ends.write)(bytes).map_err(PassFailure::Sink)?;
            }
        }
        Ok(())
    }

    /// Writes records in their old places.
    fn spliced(&mut self, worker: &MigrateWorker<'_>, batch: &Batch) -> Result<(), SinkError> {
        let bytes = batch.bytes();
        let all = match (worker.text.is_same, &worker.results.fatal) {
            (false, _) => worker.text.out.as_slice(),
            (true, None) => bytes,
            (true, Some(_)) => bytes.get(..worker.text.done).unwrap_or_default(),
        };
        let late = worker.late.as_ref();
        let is_same = late.is_none() && ((worker.text.is_same && worker.results.fatal.is_none()) || all == bytes);
        self.done.outcome.is_changed |= !is_same || self.strips(bytes);
        let Some(late) = late else { return self.records(all) };
        let (before, after) = all.split_at(late.at.min(all.len()));
        self.records(before)?;
        self.contained(|container, write| container.record(write))?;
        let record = bytes.get(late.start..late.end).unwrap_or_default();
        let text = batch.json().get(late.start..late.end).unwrap_or_default();
        let mut joined = JoinedPieces::new(self.ends.write);
        let text = simdutf8::basic::from_utf8(text).unwrap_or_default();
        late.made.splice(record, text, worker.planner.is_one_line, &mut |bytes| joined.add(bytes));
        self.done.outcome.bytes_out += joined.finish()?;
        self.records(after)
    }

    /// Writes records; a byte stands for each dropped one.
    fn records(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        if self.container.is_some() {
            return self.contained(|container, write| container.batch(bytes, write));
        }
        self.put(bytes)
    }

    fn contained(
        &mut self,
        work: impl FnOnce(&mut RecordContainer, &mut Write<'_>) -> Result<(), SinkError>,
    ) -> Result<(), SinkError> {
        let Some(mut container) = self.container.take() else { return Ok(()) };
        let done = work(&mut container, &mut |bytes| self.put(bytes));
        self.container = Some(container);
        done
    }

    /// Writes bytes; lines end in LF if the output is a stream.
    fn put(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        let stripped = if self.strips(bytes) { without_returns(bytes) } else { None };
        let bytes = stripped.map_or(Cow::Borrowed(bytes), Cow::Owned);
        self.done.outcome.bytes_out += bytes.len() as u64;
        if bytes.is_empty() { Ok(()) } else { (self.ends.write)(&bytes) }
    }

    /// True if carriage returns are removed.
    fn strips(&self, bytes: &[u8]) -> bool {
        let is_lines = matches!(self.job.framing, Framing::Lines | Framing::Messages);
        is_lines && !self.job.options.output.keeps_surroundings && memchr::memchr(b'\r', bytes).is_some()
    }

    /// The lines of the map.
    fn lines(&mut self, worker: &MigrateWorker<'_>, batch: &Batch, before: u64) -> Result<(), SinkError> {
        let (records, name) = (self.done.outcome.records_in, &self.name);
        let Some(write) = &mut self.ends.map else { return Ok(()) };
        let (mut joined, mut text) = (JoinedPieces::new(&mut **write), Vec::new());
        let split = worker.late.as_ref().map_or(worker.map.lines.len(), |late| late.lines);
        let ends = worker.map.lines.iter().skip(1).map(|line| line.start).chain([worker.map.tails.len()]);
        let mut late = worker.late.as_ref().filter(|late| late.made.has_lines);
        for ((line, end), index) in worker.map.lines.iter().zip(ends).zip(0..=worker.map.lines.len()) {
            if let Some(late) = late.take_if(|_| index == split) {
                write_late(late, batch, name, records, before, &mut joined);
            }
            let tail = worker.map.tails.get(line.start..end).unwrap_or_default();
            text.clear();
            write_line(name, records + line.record, before + line.out, tail, &mut text);
            joined.add(&text);
        }
        if let Some(late) = late {
            write_late(late, batch, name, records, before, &mut joined);
        }
        joined.finish().map(drop)
    }

    fn account(&mut self, worker: &mut MigrateWorker<'_>, batch: &Batch) {
        let outcome = &mut self.done.outcome;
        worker.results.add_to(outcome, batch, self.ends.note);
        outcome.is_changed |= batch.nested().is_some_and(|nested| nested.is_edited());
        self.done.count(worker.changes.counts);
        self.done.misfits += worker.changes.misfits;
        self.ends.progress.advance(batch.real_len(), worker.results.records);
    }

    /// The text after the last record.
    pub(super) fn finish(mut self) -> Result<MigrateResult, PassFailure> {
        if self.done.outcome.fatal.is_some() {
            return Ok(self.done);
        }
        self.contained(|container, write| container.finish(write)).map_err(PassFailure::Sink)?;
        let Some(form) = self.job.form.as_ref() else { return Ok(self.done) };
        let outcome = &mut self.done.outcome;
        let close = form.frame.close(outcome.in_output(self.job.options.pass.on_error) == 0).as_bytes();
        self.compared.went(close);
        outcome.bytes_out += close.len() as u64;
        outcome.is_changed = self.compared.is_changed();
        if !close.is_empty() {
            (self.ends.write)(close).map_err(PassFailure::Sink)?;
        }
        Ok(self.done)
    }
}

/// The lines of a record that is written late.
fn write_late(
    late: &super::worker::LateRecord,
    batch: &Batch,
    name: &str,
    records: u64,
    before: u64,
    to: &mut JoinedPieces<'_, '_>,
) {
    let json = batch.json().get(late.start..late.end).unwrap_or_default();
    let (mut tape, text) = (Tape::with_max_depth(usize::MAX), simdutf8::basic::from_utf8(json).unwrap_or_default());
    // It was parsed before.
    let Ok(root) = tape.parse(text) else { return };
    let (mut tail, mut line) = (String::new(), Vec::new());
    late.made.lines(RecordTree { root, text }, "", &mut |place| {
        tail.clear();
        line.clear();
        place.write(&mut tail);
        write_line(name, records + late.record, before + late.out, &tail, &mut line);
        to.add(&line);
    });
}

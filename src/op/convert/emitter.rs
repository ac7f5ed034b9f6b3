//! Writes the results of batches in order, and sums up their reports.

use std::sync::PoisonError;

use super::super::outcome::Outcome;
use super::worker::ConvertWorker;
use super::{ConvertEnds, OutputPlan, WriteSession};
use crate::format::Framing;
use crate::op::pass::PassFailure;
use crate::report::Report;
use crate::stream::{Batch, Flow, FolderFault, RecordContainer, SinkError};

/// Writes the results of batches in order.
pub(super) struct ConvertEmitter<'p, 'e> {
    plan: &'p OutputPlan<'p>,
    ends: ConvertEnds<'e>,
    /// Receives sessions, if the output is a folder of sessions.
    sessions: Option<&'e mut WriteSession<'e>>,
    /// Closes the gaps of dropped records. `None`: the text between the records is not that of the input, or no record
    /// can be dropped.
    container: Option<RecordContainer>,
    outcome: Outcome,
}

impl<'p, 'e> ConvertEmitter<'p, 'e> {
    pub(super) fn new(
        plan: &'p OutputPlan<'p>,
        ends: ConvertEnds<'e>,
        sessions: Option<&'e mut WriteSession<'e>>,
    ) -> Self {
        let outcome = Outcome { report: Report::keeping(0), ..Outcome::default() };
        let container = plan.drops.then(|| RecordContainer::new(plan.frame.framing));
        Self { plan, ends, sessions, container, outcome }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        self.outcome.bytes_out += bytes.len() as u64;
        if bytes.is_empty() { Ok(()) } else { (self.ends.write)(bytes) }
    }

    /// Writes records; a byte stands for each dropped one.
    fn records(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        let Some(mut container) = self.container.take() else { return self.write(bytes) };
        let written = container.batch(bytes, &mut |bytes| self.write(bytes));
        self.container = Some(container);
        written
    }

    pub(super) fn carry(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        self.ends.carry.as_mut().filter(|_| !bytes.is_empty()).map_or(Ok(()), |carry| carry(bytes))
    }

    /// Reports the problems of the input folder, and the losses that they cause.
    pub(super) fn faults(&mut self, faults: &[FolderFault]) {
        for fault in faults {
            // A loss may also be the finding.
            let is_other =
                |loss: &&crate::report::Diagnostic| fault.finding.as_ref().is_none_or(|it| it.code != loss.code);
            for diagnostic in fault.finding.iter().chain(fault.loss.iter().filter(is_other)).cloned() {
                self.outcome.report.keep(diagnostic.clone());
                (self.ends.note)(diagnostic);
            }
        }
    }

    fn sessions(&mut self, worker: &mut ConvertWorker<'_>) -> Result<(), SinkError> {
        let ConvertWorker { sessions, out, spilled, .. } = worker;
        let Some(write) = &mut self.sessions else { return Ok(()) };
        for (session, range) in sessions.drain(..) {
            self.outcome.bytes_out += range.len() as u64;
            let in_memory = range.start.checked_sub(spilled.len()).map(|start| start..range.end - spilled.len());
            match in_memory {
                Some(range) => write(session, out.as_bytes().get(range).unwrap_or_default())?,
                None => write(session, &spilled.read(range)?)?,
            }
        }
        Ok(())
    }

    pub(super) fn emit(&mut self, worker: &mut ConvertWorker<'_>, batch: &Batch) -> Result<Flow, PassFailure> {
        let written = if self.plan.frame.framing == Framing::Folder {
            self.outcome.is_changed = true;
            self.sessions(worker)
        } else {
            self.check_count(worker)?;
            self.put(worker, batch)
        };
        // Findings are reported even if the record cannot be written.
        worker.results.add_to(&mut self.outcome, batch, self.ends.note);
        self.ends.progress.advance(batch.real_len(), worker.results.records);
        written?;
        Ok(if self.outcome.fatal.is_some() { Flow::Stop } else { Flow::Continue })
    }

    /// Some framings contain a single record.
    fn check_count(&self, worker: &ConvertWorker<'_>) -> Result<(), PassFailure> {
        let (options, frame) = (self.plan.options, &self.plan.frame);
        let (before, more) =
            (self.outcome.in_output(options.pass.on_error), worker.results.in_output(options.pass.on_error));
        // A log of several conversations becomes as many lines, unless a framing was requested.
        let may_be_lines = options.output.framing == Some(Framing::Lines)
            || (frame.framing == Framing::Document && options.output.framing.is_none() && before == 0);
        let is_checked = !self.plan.keeps_gaps && frame.holds_one() && !may_be_lines;
        if is_checked && more > 0 && before + more > 1 { Err(PassFailure::ManyRecords) } else { Ok(()) }
    }

    /// Writes the result of a batch.
    fn put(&mut self, worker: &mut ConvertWorker<'_>, batch: &Batch) -> Result<(), SinkError> {
        let (bytes, on_error) = (batch.bytes(), self.plan.options.pass.on_error);
        let kept = worker.verbatim.and_then(|end| bytes.get(..end));
        let out = kept.unwrap_or_else(|| worker.out.as_bytes());
        let is_framed = !self.plan.keeps_gaps && self.plan.frame.framing != Framing::Lines;
        if is_framed && worker.results.in_output(on_error) > 0 {
            self.write(self.plan.frame.glue(self.outcome.in_output(on_error) == 0).as_bytes())?;
        }
        self.outcome.is_changed |=
            kept.map_or(worker.spilled.len() > 0 || out != bytes, |kept| kept.len() != bytes.len());
        let mut written = Ok(());
        worker.spilled.each(&mut |bytes| {
            if written.is_ok() {
                written = self.records(bytes);
            }
        })?;
        written?;
        self.records(out)?;
        self.carry(&worker.carried)
    }

    pub(super) fn finish(mut self) -> Result<Outcome, PassFailure> {
        if self.outcome.fatal.is_some() {
            return Ok(self.outcome);
        }
        if !self.plan.keeps_gaps {
            let is_empty = self.outcome.in_output(self.plan.options.pass.on_error) == 0;
            self.write(self.plan.frame.close(is_empty).as_bytes())?;
        }
        if let Some(mut container) = self.container.take() {
            container.finish(&mut |bytes| self.write(bytes))?;
        }
        if let Some(restore) = &self.plan.restore {
            let end = restore.lock().unwrap_or_else(PoisonError::into_inner).finish();
            let (tail, left) = end.map_err(PassFailure::Carry)?;
            self.write(tail.as_bytes())?;
            self.outcome.conversion.not_restored = left;
        }
        Ok(self.outcome)
    }
}

//! Writes the results of batches in order, and adds up their reports.

use std::sync::PoisonError;

use super::super::outcome::Outcome;
use super::worker::ConvertWorker;
use super::{ConvertEnds, OutputPlan, WriteSession};
use crate::format::Framing;
use crate::op::pass::PassFailure;
use crate::report::Report;
use crate::stream::{Batch, Cut, Flow, FolderFault, RecordContainer, SinkError};

/// Writes the results of batches in order.
pub(super) struct ConvertEmitter<'p, 'e> {
    plan: &'p OutputPlan<'p>,
    ends: ConvertEnds<'e>,
    /// Takes sessions, where the output is a folder of them.
    sessions: Option<&'e mut WriteSession<'e>>,
    /// Closes the gaps of records that are dropped. `None`: the text around the records is not that of the input, or all of
    /// them stay.
    container: Option<RecordContainer>,
    outcome: Outcome,
    failure: Option<PassFailure>,
}

impl<'p, 'e> ConvertEmitter<'p, 'e> {
    pub(super) fn new(
        plan: &'p OutputPlan<'p>,
        ends: ConvertEnds<'e>,
        sessions: Option<&'e mut WriteSession<'e>>,
    ) -> Self {
        let outcome = Outcome { report: Report::keeping(0), ..Outcome::default() };
        let container = plan.drops.then(|| RecordContainer::new(plan.frame.framing));
        Self { plan, ends, sessions, container, outcome, failure: None }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) {
        if self.failure.is_none() && !bytes.is_empty() {
            self.outcome.bytes_out += bytes.len() as u64;
            if let Err(error) = (self.ends.write)(bytes) {
                self.failure = Some(PassFailure::Sink(error));
            }
        }
    }

    /// Writes records, in which a byte stands for each dropped one.
    fn records(&mut self, bytes: &[u8]) {
        let Some(mut container) = self.container.take() else { return self.write(bytes) };
        let done = container.batch(bytes, &mut |bytes| {
            self.write(bytes);
            Ok(())
        });
        self.container = done.ok().map(|()| container);
    }

    /// Writing failed.
    pub(super) fn fail(&mut self, error: SinkError) -> Flow {
        self.failure = self.failure.take().or(Some(PassFailure::Sink(error)));
        Flow::Stop
    }

    pub(super) fn carry(&mut self, bytes: &[u8]) {
        if let Some(carry) = &mut self.ends.carry
            && self.failure.is_none()
            && !bytes.is_empty()
            && let Err(error) = carry(bytes)
        {
            self.failure = Some(PassFailure::Sink(error));
        }
    }

    /// Reports what is wrong with the folder that is read, and what is lost by that.
    pub(super) fn faults(&mut self, faults: &[FolderFault]) {
        for fault in faults {
            // A loss may be the finding, too.
            let is_other =
                |loss: &&crate::report::Diagnostic| fault.finding.as_ref().is_none_or(|it| it.code != loss.code);
            for diagnostic in fault.finding.iter().chain(fault.loss.iter().filter(is_other)).cloned() {
                self.outcome.report.keep(diagnostic.clone());
                (self.ends.note)(diagnostic);
            }
        }
    }

    fn sessions(&mut self, worker: &mut ConvertWorker<'_>) {
        let ConvertWorker { sessions, out, spilled, .. } = worker;
        for (session, range) in sessions.drain(..) {
            let (None, Some(write)) = (&self.failure, &mut self.sessions) else { continue };
            self.outcome.bytes_out += range.len() as u64;
            let in_memory = range.start.checked_sub(spilled.len()).map(|start| start..range.end - spilled.len());
            let written = match in_memory {
                Some(range) => write(session, out.as_bytes().get(range).unwrap_or_default()),
                None => spilled.read(range).and_then(|bytes| write(session, &bytes)),
            };
            if let Err(error) = written {
                self.failure = Some(PassFailure::Sink(error));
            }
        }
    }

    pub(super) fn emit(&mut self, worker: &mut ConvertWorker<'_>, batch: &Batch, _: &Cut) -> Flow {
        if self.plan.frame.framing == Framing::Folder {
            self.outcome.is_changed = true;
            self.sessions(worker);
            self.account(worker, batch);
            return self.flow();
        }
        let bytes = batch.bytes();
        let kept = worker.verbatim.and_then(|end| bytes.get(..end));
        let out = kept.unwrap_or_else(|| worker.out.as_bytes());
        let in_output = worker.results.in_output(self.plan.options.on_error);
        let before = self.outcome.in_output(self.plan.options.on_error);
        if !self.plan.keeps_gaps && self.plan.frame.framing != Framing::Lines && in_output > 0 {
            let frame = &self.plan.frame;
            // A log of several conversations becomes as many lines, unless a framing was asked for.
            let options = self.plan.options;
            let may_be_lines = options.framing == Some(Framing::Lines)
                || (frame.framing == Framing::Document && options.framing.is_none() && before == 0);
            if frame.holds_one() && before + in_output > 1 && !may_be_lines {
                self.failure = Some(PassFailure::ManyRecords);
                return Flow::Stop;
            }
            self.write(self.plan.frame.glue(before == 0).as_bytes());
        }
        self.outcome.is_changed |=
            kept.map_or(worker.spilled.len() > 0 || out != bytes, |kept| kept.len() != bytes.len());
        if let Err(error) = worker.spilled.each(&mut |bytes| self.records(bytes)) {
            return self.fail(error);
        }
        self.records(out);
        self.carry(&worker.carried);
        self.account(worker, batch);
        self.flow()
    }

    fn flow(&self) -> Flow {
        if self.failure.is_some() || self.outcome.fatal.is_some() { Flow::Stop } else { Flow::Continue }
    }

    fn account(&mut self, worker: &mut ConvertWorker<'_>, batch: &Batch) {
        worker.results.add_to(&mut self.outcome, batch, self.ends.note);
        self.ends.progress.advance(batch.real_len(), worker.results.records);
    }

    pub(super) fn finish(mut self) -> Result<Outcome, PassFailure> {
        if self.failure.is_none() && self.outcome.fatal.is_none() && !self.plan.keeps_gaps {
            let is_empty = self.outcome.in_output(self.plan.options.on_error) == 0;
            self.write(self.plan.frame.close(is_empty).as_bytes());
        }
        if self.failure.is_none()
            && self.outcome.fatal.is_none()
            && let Some(mut container) = self.container.take()
        {
            let _ = container.finish(&mut |bytes| {
                self.write(bytes);
                Ok(())
            });
        }
        if let Some(restore) = &self.plan.restore
            && self.failure.is_none()
            && self.outcome.fatal.is_none()
        {
            match restore.lock().unwrap_or_else(PoisonError::into_inner).finish() {
                Ok((tail, left)) => {
                    self.write(tail.as_bytes());
                    self.outcome.not_restored = left;
                }
                Err(error) => self.failure = Some(PassFailure::Carry(error)),
            }
        }
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.outcome),
        }
    }
}

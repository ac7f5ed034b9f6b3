//! Counts the losses of a conversion without output.

use super::super::input::Input;
use super::super::reader::Reader;
use super::super::records::RecordPiece;
use super::worker::ConvertWorker;
use super::{ConvertOptions, OutputPlan};
use crate::report::{Failures, Report};
use crate::stream::Batch;

/// The data that the counters of an input share.
pub(in crate::op) struct LossPlan<'o>(OutputPlan<'o>);

impl<'o> LossPlan<'o> {
    /// The conversion of this input. Its options skip invalid records.
    pub(in crate::op) fn new(input: &Input, options: &'o ConvertOptions) -> Self {
        Self(OutputPlan::new(input, options, None, false))
    }

    /// Counts the losses of records. Every thread has its own.
    pub(in crate::op) fn counter(&self, reader: Reader) -> LossCounter<'_> {
        LossCounter(ConvertWorker::new(&self.0, reader))
    }
}

/// Converts records, and keeps their losses.
pub(in crate::op) struct LossCounter<'p>(ConvertWorker<'p>);

impl LossCounter<'_> {
    /// Starts a batch: the counts of the previous one are reset.
    pub(in crate::op) fn begin(&mut self, batch: &Batch) {
        self.0.begin(batch);
    }

    /// Converts a record.
    pub(in crate::op) fn add(&mut self, piece: &RecordPiece<'_>) {
        self.0.record(*piece);
    }

    /// The conversations of the batch that would be written, their losses, and the rejected records.
    pub(in crate::op) fn found(&mut self) -> (u64, &mut Report, &Failures) {
        let worker = &mut self.0;
        (worker.results.written, &mut worker.results.report, &worker.results.failed)
    }
}

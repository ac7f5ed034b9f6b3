//! The results of the records of a batch: findings, counts, and the record that ends the run.

use super::super::bad_record::{error_object, refusal};
use super::super::outcome::{Fatal, OnError, Outcome, SkippedConversations, count_format};
use super::super::reader::Reader;
use super::super::records::RecordPiece;
use crate::format::Format;
use crate::json::Tape;
use crate::report::{Diagnostic, Failures, Refused, Report, Severity, Start};
use crate::stream::Batch;

/// The result of one thread for a batch, which is added to the outcome of the run in the order of batches.
#[derive(Debug, Default)]
pub(in crate::op) struct BatchOutcome {
    pub(in crate::op) report: Report,
    /// Records that were read.
    pub(in crate::op) records: u64,
    /// Written records, including error objects of earlier runs.
    pub(in crate::op) written: u64,
    pub(in crate::op) failed: Failures,
    /// Conversations that were skipped on purpose.
    pub(in crate::op) skipped: SkippedConversations,
    /// Incomplete requests that were checked as requests.
    pub(in crate::op) only_messages: u64,
    /// The messages of sessions, if they are compared with those of other inputs.
    pub(in crate::op) message_keys: Vec<u64>,
    pub(in crate::op) formats: Vec<(&'static str, u64)>,
    /// The record that ends the run.
    pub(in crate::op) fatal: Option<Fatal>,
}

/// A record that cannot be read or written.
pub(in crate::op) struct BadRecord<'r, 'b> {
    pub(in crate::op) refused: &'r Refused,
    pub(in crate::op) bytes: &'r [u8],
    pub(in crate::op) start: &'r Start,
    /// `None`: the rest of the input cannot be read, so no other record follows.
    pub(in crate::op) piece: Option<&'r RecordPiece<'b>>,
}

/// A record of a batch that cannot be read or written.
pub(in crate::op) fn bad_record<'r, 'b>(refused: &'r Refused, piece: &'r RecordPiece<'b>) -> BadRecord<'r, 'b> {
    BadRecord { refused, bytes: piece.json, start: &piece.start, piece: Some(piece) }
}

/// A bad record in a run that continues.
#[derive(Debug)]
pub(in crate::op) struct FailedRecord {
    diagnostic: Diagnostic,
    /// The error object that replaces it. `None`: it is skipped.
    pub(in crate::op) object: Option<String>,
}

impl BatchOutcome {
    /// `keep`: the maximum number of findings for each code.
    pub(in crate::op) fn keeping(keep: u64) -> Self {
        Self { report: Report::keeping(keep), ..Self::default() }
    }

    /// Starts a new batch.
    pub(in crate::op) fn begin(&mut self) {
        (self.records, self.written) = (0, 0);
        (self.skipped, self.only_messages) = (SkippedConversations::default(), 0);
        self.failed.clear();
    }

    /// Starts the next record.
    pub(in crate::op) fn start_record(&mut self) {
        self.report.start_record(self.records);
        self.records += 1;
    }

    pub(in crate::op) fn count_format(&mut self, format: &Format) {
        count_format(&mut self.formats, format.name, 1);
    }

    /// Adds the findings of a record. Most of them are only counted; the places of the others are computed while the
    /// text is available.
    pub(in crate::op) fn add_found(&mut self, found: &mut Report, reader: &Reader, piece: &RecordPiece<'_>) {
        if !found.is_empty() {
            self.report.append(found);
        }
        if self.report.has_unlocated() {
            self.report.locate(reader.root(piece.json), piece.json, &piece.start);
        }
    }

    /// The number of records in the output of the batch so far, with the error objects that `--on-error emit` writes.
    pub(in crate::op) fn in_output(&self, on_error: OnError) -> u64 {
        self.written + if on_error == OnError::Emit { self.failed.total() } else { 0 }
    }

    /// Reports a row of a log that is not a request as a loss. False for a record that fails.
    pub(in crate::op) fn lose_row(&mut self, bad: &BadRecord<'_, '_>) -> bool {
        if bad.refused.is_row() {
            self.report.add(bad.refused.code(), bad.refused.at(), || bad.refused.message().to_owned());
            self.report.locate(None, bad.bytes, bad.start);
        }
        bad.refused.is_row()
    }

    /// Decides about a bad record. `None`: the run ends with it. Otherwise [`BatchOutcome::add_failed`] counts it,
    /// after its replacement is written.
    pub(in crate::op) fn refuse(
        &mut self,
        bad: &BadRecord<'_, '_>,
        on_error: OnError,
        tape: &mut Tape,
    ) -> Option<FailedRecord> {
        let record = self.records.saturating_sub(u64::from(bad.piece.is_some()));
        let mut diagnostic = refusal(bad.refused, record, bad.bytes, bad.start, tape)?;
        diagnostic.severity = Severity::Error;
        if on_error != OnError::Stop && self.report.keeps_all() {
            let bytes = |piece: &RecordPiece<'_>| piece.around.map_or(piece.values(), |around| around.bytes).into();
            diagnostic.rejected = bad.piece.map(bytes);
        }
        match (bad.piece, on_error) {
            (None, _) | (_, OnError::Stop) => {
                self.fatal = Some(Fatal { diagnostic, help: bad.refused.help() });
                None
            }
            (Some(_), OnError::Skip) => Some(FailedRecord { diagnostic, object: None }),
            (Some(piece), OnError::Emit) => {
                let object = Some(error_object(&diagnostic, piece));
                Some(FailedRecord { diagnostic, object })
            }
        }
    }

    /// Counts a failed record.
    pub(in crate::op) fn add_failed(&mut self, failed: FailedRecord) {
        self.failed.add(failed.diagnostic.code);
        self.report.keep(failed.diagnostic);
    }

    /// Adds the batch to the outcome of the run, with the places of findings in the file.
    pub(in crate::op) fn add_to(&mut self, outcome: &mut Outcome, batch: &Batch, note: &mut dyn FnMut(Diagnostic)) {
        let before = outcome.records_in;
        if let Some(mut fatal) = self.fatal.take() {
            fatal.diagnostic.record += before;
            batch.place(&mut fatal.diagnostic);
            outcome.end_with(fatal);
        }
        for mut diagnostic in self.report.drain() {
            diagnostic.record += before;
            batch.place(&mut diagnostic);
            note(diagnostic);
        }
        outcome.report.merge(&mut self.report);
        outcome.records_in += self.records;
        outcome.records_out += self.written;
        outcome.failed.merge(&self.failed);
        outcome.skipped.add(self.skipped);
        outcome.unchecked.only_messages += self.only_messages;
        outcome.conversion.message_keys.append(&mut self.message_keys);
        outcome.bytes_in += batch.real_len();
        for (name, count) in self.formats.drain(..) {
            count_format(&mut outcome.formats, name, count);
        }
    }
}

//! The outcome of a run: counts of records, findings and losses, and the error that ended it.

use std::collections::BTreeMap;

use crate::report::{CodeCount, CodeKind, Diagnostic, Failures, Report, Severity};

/// What happens to invalid records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnError {
    /// The run ends with an error; the output ends with the previous record.
    #[default]
    Stop,
    /// They are skipped and counted.
    Skip,
    /// They are replaced by a line that describes the error.
    Emit,
}

/// The outcome of a run.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Records that were read.
    pub records_in: u64,
    /// Records that were written.
    pub records_out: u64,
    /// Conversations that were skipped on purpose.
    pub skipped: SkippedConversations,
    /// Records that cannot be read or written.
    pub failed: Failures,
    /// The checks of `validate` that were not made.
    pub unchecked: UncheckedRecords,
    /// Bytes of the input, decompressed.
    pub bytes_in: u64,
    /// Bytes of the output.
    pub bytes_out: u64,
    /// Counts of all findings and losses.
    pub report: Report,
    /// The number of records of each format.
    pub formats: Vec<(&'static str, u64)>,
    /// Results that only a conversion has.
    pub conversion: ConversionResults,
    /// The bad record that ended the run.
    pub fatal: Option<Fatal>,
    /// The output differs from the input.
    pub is_changed: bool,
}

/// Numbers of conversations that were skipped on purpose.
#[derive(Clone, Copy, Debug, Default)]
pub struct SkippedConversations {
    /// Those without a message in the requested time range.
    pub outside_time: u64,
    /// Those in which no message has a time.
    pub without_time: u64,
    /// Those that were not selected, or that are duplicates.
    pub not_selected: u64,
}

impl SkippedConversations {
    /// The number of all. `filter` counts those without a time as not selected, too.
    #[must_use]
    pub fn total(&self) -> u64 {
        (self.outside_time + self.without_time).max(self.not_selected)
    }

    /// Adds those of other records.
    pub(super) fn add(&mut self, other: Self) {
        self.outside_time += other.outside_time;
        self.without_time += other.without_time;
        self.not_selected += other.not_selected;
    }
}

/// What `validate` did not check.
#[derive(Clone, Copy, Debug, Default)]
pub struct UncheckedRecords {
    /// Records that are not complete requests: only their messages were checked.
    pub only_messages: u64,
    /// The file has more records than are compared with each other.
    pub has_uncompared: bool,
}

/// Results that only a conversion has.
#[derive(Clone, Debug, Default)]
pub struct ConversionResults {
    /// The messages of its sessions, if they are compared with those of other inputs.
    pub message_keys: Vec<u64>,
    /// Records of the carry file that are not in the input.
    pub not_restored: u64,
    /// The number of replaced secrets of each kind.
    pub redacted: BTreeMap<&'static str, u64>,
}

impl ConversionResults {
    /// Adds those of another input, except for the messages of its sessions.
    fn add(&mut self, other: &mut Self) {
        self.not_restored += other.not_restored;
        for (kind, count) in std::mem::take(&mut other.redacted) {
            *self.redacted.entry(kind).or_default() += count;
        }
    }
}

/// A bad record that ended a run.
#[derive(Clone, Debug)]
pub struct Fatal {
    /// The error and its place.
    pub diagnostic: Diagnostic,
    /// The advice.
    pub help: &'static str,
}

impl Outcome {
    /// Adds the outcome of another input.
    pub fn add(&mut self, other: &mut Self) {
        self.records_in += other.records_in;
        self.records_out += other.records_out;
        self.skipped.add(other.skipped);
        self.failed.merge(&other.failed);
        self.unchecked.only_messages += other.unchecked.only_messages;
        self.unchecked.has_uncompared |= other.unchecked.has_uncompared;
        self.bytes_in += other.bytes_in;
        self.bytes_out += other.bytes_out;
        self.report.merge(&mut other.report);
        for (name, count) in other.formats.drain(..) {
            count_format(&mut self.formats, name, count);
        }
        self.conversion.add(&mut other.conversion);
        self.is_changed |= other.is_changed;
        if self.fatal.is_none() {
            self.fatal = other.fatal.take();
        }
    }

    /// Ends the run with a bad record.
    pub(super) fn end_with(&mut self, fatal: Fatal) {
        self.failed.add(fatal.diagnostic.code);
        self.fatal = Some(fatal);
    }

    /// The number of records in the output, with the error objects that `--on-error emit` writes.
    pub(super) fn in_output(&self, on_error: OnError) -> u64 {
        self.records_out + if on_error == OnError::Emit { self.failed.total() } else { 0 }
    }

    /// Losses that are not in the list of allowed codes.
    #[must_use]
    pub fn losses_beyond(&self, allowed: &[String]) -> u64 {
        let is_allowed = |count: &CodeCount| allowed.iter().any(|pattern| count.code.matches(pattern));
        self.report.total(|count| count.code.kind.is_loss() && !is_allowed(count))
    }

    /// Findings about the input that did not prevent reading.
    #[must_use]
    pub fn shape_warnings(&self) -> u64 {
        self.report.total(|count| {
            matches!(count.code.kind, CodeKind::Shape | CodeKind::Rule) && count.severity >= Severity::Warning
        })
    }
}

pub(super) fn count_format(formats: &mut Vec<(&'static str, u64)>, name: &'static str, more: u64) {
    match formats.iter_mut().find(|(known, _)| *known == name) {
        Some((_, count)) => *count += more,
        None => formats.push((name, more)),
    }
}

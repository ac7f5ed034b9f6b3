//! The stable JSON shapes of findings, losses and summaries.

use std::collections::BTreeMap;

use serde::Serialize;
use turnwise::op::{Outcome, SkippedConversations};
use turnwise::report::{CodeKind, Diagnostic, FixSafety, Location};

use crate::cli::terminal::clean_json;

/// A finding or a loss.
#[derive(Debug, Serialize)]
pub(crate) struct FindingLine<'d> {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    kind: &'static str,
    message: &'d str,
    file: &'d str,
    /// From 1; `null` for the file as a whole.
    record: Option<u64>,
    #[serde(flatten)]
    place: FindingPlace<'d>,
    help: &'static str,
    /// True if `--fix` corrects it with the options of this run.
    fixable: bool,
    /// `safe` or `unsafe`.
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'d str>,
}

/// The place of a finding in its file and record; each is `null` if the place is unknown.
#[derive(Debug, Default, Serialize)]
struct FindingPlace<'d> {
    line: Option<u64>,
    column: Option<u64>,
    offset: Option<u64>,
    pointer: Option<&'d str>,
}

impl<'d> FindingPlace<'d> {
    fn new(location: &'d Location) -> Self {
        let Location { line, column, offset, pointer } = location;
        Self { line: Some(*line), column: Some(*column), offset: Some(*offset), pointer: Some(pointer) }
    }
}

impl<'d> FindingLine<'d> {
    pub(crate) fn new(diagnostic: &'d Diagnostic, file: &'d str, target: Option<&'d str>) -> Self {
        let is_loss = diagnostic.code.kind.is_loss();
        Self {
            code: diagnostic.code.id,
            name: diagnostic.code.name,
            severity: diagnostic.severity.name(),
            // Only conversions have losses.
            kind: if target.is_none() && is_loss { CodeKind::Shape } else { diagnostic.code.kind }.name(),
            message: &diagnostic.message,
            file: diagnostic.file.as_deref().unwrap_or(file),
            record: Some(diagnostic.record + 1),
            place: diagnostic.location.as_ref().map(FindingPlace::new).unwrap_or_default(),
            help: diagnostic.help,
            fixable: diagnostic.fix == Some(FixSafety::Safe),
            fix: diagnostic.fix.map(FixSafety::name),
            target: target.filter(|_| is_loss),
        }
    }

    /// The same about a record, from 1, or about the file as a whole.
    pub(crate) fn of_record(self, record: Option<u64>) -> Self {
        Self { record, ..self }
    }

    /// The same if fixes of this kind are applied, too.
    pub(crate) fn fixed_up_to(self, most: FixSafety) -> Self {
        Self { fixable: self.fixable || (self.fix.is_some() && most == FixSafety::Unsafe), ..self }
    }

    pub(crate) fn line(&self) -> String {
        clean_json(serde_json::to_string(self).unwrap_or_default())
    }
}

/// The last line of `--report`.
#[derive(Debug, Serialize)]
pub(crate) struct SummaryLine {
    summary: SummaryFields,
}

/// A count that is absent from the summary if it is 0.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

#[derive(Debug, Serialize)]
struct SummaryFields {
    records_in: u64,
    records_out: u64,
    failed: u64,
    /// Error objects of an earlier run.
    #[serde(skip_serializing_if = "is_zero")]
    error_lines: u64,
    #[serde(flatten)]
    skipped: SkippedFields,
    findings: BTreeMap<&'static str, u64>,
    losses: BTreeMap<&'static str, u64>,
    /// For TW313: the number of losses of each field.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    dropped_fields: BTreeMap<String, u64>,
    bytes_in: u64,
    bytes_out: u64,
    formats: BTreeMap<&'static str, u64>,
}

/// Numbers of skipped conversations.
#[derive(Debug, Serialize)]
struct SkippedFields {
    /// Skipped by `--since` and `--until`.
    #[serde(skip_serializing_if = "is_zero")]
    outside_time: u64,
    #[serde(skip_serializing_if = "is_zero")]
    without_time: u64,
    /// Dropped by a condition, or as a duplicate.
    #[serde(skip_serializing_if = "is_zero")]
    left_out: u64,
}

impl SkippedFields {
    fn new(skipped: SkippedConversations) -> Self {
        let SkippedConversations { outside_time, without_time, not_selected: left_out } = skipped;
        Self { outside_time, without_time, left_out }
    }
}

impl SummaryLine {
    pub(crate) fn new(outcome: &Outcome) -> Self {
        Self::with(outcome, CodeKind::is_loss)
    }

    /// The same for a check, which has no losses: an unreadable record is a finding.
    pub(crate) fn of_check(outcome: &Outcome) -> Self {
        Self::with(outcome, |_| false)
    }

    fn with(outcome: &Outcome, is_lost: fn(CodeKind) -> bool) -> Self {
        let counts = |is_loss: bool| {
            let mut map = BTreeMap::new();
            for count in outcome.report.counts().iter().filter(|count| is_lost(count.code.kind) == is_loss) {
                *map.entry(count.code.id).or_insert(0) += count.count;
            }
            map
        };
        let mut findings = counts(false);
        if let Some(fatal) = &outcome.fatal {
            *findings.entry(fatal.diagnostic.code.id).or_insert(0) += 1;
        }
        Self {
            summary: SummaryFields {
                records_in: outcome.records_in,
                records_out: outcome.records_out,
                failed: outcome.failed.total(),
                error_lines: outcome.failed.error_lines(),
                skipped: SkippedFields::new(outcome.skipped),
                findings,
                losses: counts(true),
                dropped_fields: outcome.report.counts().iter().flat_map(|count| count.names.ranked()).collect(),
                bytes_in: outcome.bytes_in,
                bytes_out: outcome.bytes_out,
                formats: outcome.formats.iter().copied().collect(),
            },
        }
    }

    pub(crate) fn line(&self) -> String {
        clean_json(serde_json::to_string(self).unwrap_or_default())
    }
}

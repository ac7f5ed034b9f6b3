//! Options of a check, and its findings.

use crate::format::{Dialect, Format, Trainer};
use crate::report::{Code, CodeKind, Diagnostic, Report, Severity};

/// Options of a check.
#[derive(Clone, Debug)]
pub struct ValidateOptions {
    /// The target that would receive the records.
    pub target: Option<(&'static Format, Option<&'static Dialect>)>,
    /// The trainer that would read the records.
    pub trainer: Option<&'static Trainer>,
    /// Selected codes: ids, prefixes or names; empty means all.
    pub select: Vec<String>,
    /// Codes in addition to those in `select`, including checks that are only made on request.
    pub also: Vec<String>,
    /// Ignored codes.
    pub ignore: Vec<String>,
    /// Severities of codes: of ids, prefixes or names. The last match is used.
    pub levels: Vec<(String, Severity)>,
    /// Warnings are errors.
    pub is_strict: bool,
    /// Event logs may be partial, as in guides.
    pub is_lenient: bool,
    /// Worker threads.
    pub jobs: usize,
    /// The maximum number of findings for each code.
    pub keep: u64,
    /// Findings include the text at their places.
    pub has_excerpts: bool,
}

impl Default for ValidateOptions {
    fn default() -> Self {
        Self {
            target: None,
            trainer: None,
            select: Vec::new(),
            also: Vec::new(),
            ignore: Vec::new(),
            levels: Vec::new(),
            is_strict: false,
            is_lenient: false,
            jobs: 1,
            keep: 1000,
            has_excerpts: false,
        }
    }
}

impl ValidateOptions {
    pub(in crate::op) fn wants(&self, code: &Code) -> bool {
        code.stops_reading() || self.selects(code)
    }

    /// True if the code is selected and not ignored: findings that are only reported because reading failed are not
    /// fixed.
    pub(in crate::op) fn selects(&self, code: &Code) -> bool {
        !self.ignores(code) && (self.select.is_empty() || self.select.iter().any(|pattern| code.matches(pattern)))
    }

    /// Sets the chosen severities of findings.
    pub(in crate::op) fn set_levels(&self, report: &mut Report) {
        for (pattern, severity) in &self.levels {
            let codes = report.counts().iter().map(|count| count.code);
            let codes = codes.filter(|code| code.matches(pattern) && !code.stops_reading());
            for code in codes.collect::<Vec<_>>() {
                report.set_severity(code, *severity);
            }
        }
    }

    /// True if the code is selected by itself, not only by a prefix.
    pub(in crate::op) fn names(&self, code: &Code) -> bool {
        let mut named = self.select.iter().chain(&self.also);
        named.any(|pattern| pattern.eq_ignore_ascii_case(code.id) || pattern == code.name) && self.wants(code)
    }

    pub(super) fn ignores(&self, code: &Code) -> bool {
        self.ignore.iter().any(|pattern| code.matches(pattern))
    }
}

/// The findings of consecutive records.
#[derive(Debug)]
pub struct Findings {
    /// The number of the first record.
    pub first: u64,
    /// The number of the records. 0: the findings are about the file as a whole, or about the index of a folder.
    pub records: u64,
    /// The findings, in order.
    pub diagnostics: Vec<Diagnostic>,
    /// The record is a log that continues: there may be more findings.
    pub goes_on: bool,
}

/// True for findings: everything but losses.
#[must_use]
pub fn is_finding(code: &Code) -> bool {
    matches!(code.kind, CodeKind::Syntax | CodeKind::Shape | CodeKind::Rule)
}

//! The findings of another report on the same record.

use super::{Diagnostic, Report};
use crate::json::{At, Span};

impl Report {
    /// Adds a finding of another report on the current record.
    pub fn add_found(&mut self, found: Diagnostic) {
        if self.is_accepted(found.code, found.at) {
            return;
        }
        if self.count(found.code, found.severity, 1) <= self.keep {
            self.kept.push(Diagnostic { record: self.record(), ..found });
        }
    }

    /// Adds those findings of `found` that are about these bytes of the current record. `found` must have kept all.
    pub fn add_within(&mut self, found: &mut Report, span: Span) {
        let is_within = |at: At| at.offset().is_some_and(|at| (span.start..span.end).contains(&at));
        found.drain().filter(|finding| is_within(finding.at)).for_each(|finding| self.add_found(finding));
    }
}

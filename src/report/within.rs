//! The findings about a part of a record.

use super::{FindingText, Report};
use crate::json::{At, Span};

impl Report {
    /// Adds those findings of `found` that are about these bytes of the current record. `found` must have kept all.
    pub fn add_within(&mut self, found: &mut Report, span: Span) {
        let is_within = |at: At| at.offset().is_some_and(|at| (span.start..span.end).contains(&at));
        for finding in found.drain().filter(|finding| is_within(finding.at)) {
            let text = FindingText { message: finding.message, edit: finding.edit.map(|edit| *edit) };
            self.add_as(finding.code, finding.severity, finding.at, || text);
        }
    }
}

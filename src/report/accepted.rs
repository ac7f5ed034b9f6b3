//! Places where a finding does not apply: values that another service accepts and the format itself does not.

use super::{Code, Report};
use crate::json::At;

/// The place of a value, and the id of a code that is not reported there.
pub type AcceptedPlace = (usize, &'static str);

impl Report {
    /// An empty report with the same limits.
    #[must_use]
    pub fn alike(&self) -> Self {
        let mut report = Self::keeping(self.keep);
        report.accepted.clone_from(&self.accepted);
        report
    }

    /// Sets whether located diagnostics get an excerpt of the text around their place.
    #[must_use]
    pub fn with_excerpts(mut self, has_excerpts: bool) -> Self {
        self.has_excerpts = has_excerpts;
        self
    }

    /// Sets the places where a finding does not hold.
    pub fn accept(&mut self, mut places: Vec<AcceptedPlace>) {
        places.sort_unstable();
        self.accepted = places;
    }

    pub(super) fn is_accepted(&self, code: &Code, at: At) -> bool {
        at.offset().is_some_and(|offset| self.accepted.binary_search(&(offset, code.id)).is_ok())
    }
}

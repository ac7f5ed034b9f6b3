//! What a reader is given: where findings go, and the columns that the user named.

use super::rows::Rows;
use crate::json::{Node, Tape};
use crate::report::Report;
use crate::statements::ProgramReading;

/// The state of a reader.
#[derive(Debug)]
pub struct Reading<'r> {
    /// Receives findings.
    pub report: &'r mut Report,
    /// For JSON inside strings.
    pub scratch: &'r mut Tape,
    /// The columns of rows, if the user named them.
    pub columns: Option<&'static Rows>,
    /// How programs are read, if the user said it.
    pub programs: Option<&'r ProgramReading>,
}

impl Reading<'_> {
    /// True for null, with which data frames fill members that a record does not have; in requests it is a value.
    #[must_use]
    #[inline]
    pub fn is_absent(&self, node: Node<'_, '_>) -> bool {
        node.is_null() && !self.report.names_data_set_forms()
    }
}

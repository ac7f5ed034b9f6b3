//! How data sets spell what a record does not have: `"name":null`, `"tools":"[…]"`.

use super::Report;

impl Report {
    /// Sets whether null for an absent member, and JSON text for a list, are findings. Data sets have them, and services
    /// refuse them.
    pub fn name_data_set_forms(&mut self, is_wanted: bool) {
        self.names_data_set_forms = is_wanted;
    }

    /// True if null for an absent member, and JSON text for a list, are findings.
    #[must_use]
    pub fn names_data_set_forms(&self) -> bool {
        self.names_data_set_forms
    }
}

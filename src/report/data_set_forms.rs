//! How data sets write absent values: `"name":null`, `"tools":"[…]"`.

use super::Report;

impl Report {
    /// Sets whether null for an absent member, and JSON text for a list, are findings. Data sets have them, and services
    /// reject them.
    pub fn name_data_set_forms(&mut self, is_wanted: bool) {
        self.names_data_set_forms = is_wanted;
    }

    /// True if null for an absent member, and JSON text for a list, are findings.
    #[must_use]
    pub fn names_data_set_forms(&self) -> bool {
        self.names_data_set_forms
    }

    /// Sets whether messages are those of chat templates, where arguments are objects and images are in a column of the row.
    pub fn take_template_forms(&mut self, is_taken: bool) {
        self.takes_template_forms = is_taken;
    }

    /// True if messages are those of chat templates.
    #[must_use]
    pub fn takes_template_forms(&self) -> bool {
        self.takes_template_forms
    }
}

//! `--set`: sets members of the output records.

use super::worker::ConvertWorker;
use crate::json::{At, apply};
use crate::report::{Refused, is_error_object, loss};

impl ConvertWorker<'_> {
    /// Sets members of the record that starts at `start`.
    pub(super) fn set_members(&mut self, start: usize) {
        // An error line is not a record.
        if self.plan.options.members.set.is_empty()
            || is_error_object(self.out.as_bytes().get(start..).unwrap_or_default())
        {
            return;
        }
        for set in &self.plan.options.members.set {
            let text = self.out.as_bytes().get(start..).unwrap_or_default();
            let text = simdutf8::basic::from_utf8(text).unwrap_or_default();
            match set.edit(text, &mut self.reader.scratch) {
                Ok(edit) => {
                    let text = apply(text, &mut [edit]).unwrap_or_default();
                    self.out.replace(start, &text);
                }
                Err(why) => {
                    let help = "set a field whose pointer leads through objects and arrays";
                    let refused = Refused::new(&loss::CANNOT_HOLD, At::byte(0), why).helping(help);
                    self.unset.get_or_insert(refused);
                }
            }
        }
    }
}

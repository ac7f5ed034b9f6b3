//! `--mode` if the format stays the same: members with other names in the other mode are renamed.

use super::EditRecord;
use super::splice::Spliced;
use crate::format::Mode;
use crate::json::sort_edits;
use crate::report::Report;

/// Converts the record to a mode of lionpride. `None`: it is in that mode already.
pub(super) fn change_form(record: &EditRecord<'_, '_, '_>, mode: Mode, report: &mut Report) -> Option<Spliced> {
    let mut edits = (record.format.program?.form)(record.root, mode, report);
    sort_edits(&mut edits);
    (!edits.is_empty()).then(|| Spliced::of_edits(record.text.len(), edits))
}

//! `--profile arrow`: output records are rows of a table. `--profile none`: input records that are such rows are restored.

use super::super::records::{RecordPiece, text_of};
use super::options::Profile;
use super::worker::ConvertWorker;
use crate::format::columns::PROFILE_KEY;
use crate::format::{columns_of, row_columns};
use crate::report::Refused;

impl ConvertWorker<'_> {
    /// The record that the piece is a row of. `None`: it is not a row, or its record is not requested.
    pub(super) fn restored(&mut self, piece: &RecordPiece<'_>) -> Result<Option<String>, Refused> {
        let is_row = || memchr::memmem::find(piece.json, PROFILE_KEY.as_bytes()).is_some();
        if self.plan.options.members.profile.is_none() || !is_row() {
            return Ok(None);
        }
        let Ok(text) = text_of(piece) else { return Ok(None) };
        let Ok(root) = self.reader.tape.parse(text) else { return Ok(None) };
        row_columns().find_map(|columns| columns.restore(root).transpose()).transpose()
    }

    /// Converts the record that starts at `start` to a row.
    pub(super) fn make_row(&mut self, start: usize) {
        if self.plan.options.members.profile != Some(Profile::Arrow) {
            return;
        }
        let Some(columns) = columns_of(self.plan.options.to) else { return };
        let text = simdutf8::basic::from_utf8(self.out.as_bytes().get(start..).unwrap_or_default()).unwrap_or_default();
        if let Ok(root) = self.reader.scratch.parse(text) {
            let row = columns.apply(root);
            self.out.replace(start, &row);
        }
    }
}

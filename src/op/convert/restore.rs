//! `--carry` and `--restore`: the source records of written records.

use std::sync::{Mutex, PoisonError};

use super::super::carry::{CarriedRecord, Restore, add_record, name_of};
use super::super::records::RecordPiece;
use super::worker::ConvertWorker;
use crate::json::At;
use crate::report::loss;
use crate::stream::SPELLED;

impl ConvertWorker<'_> {
    /// Writes the original record instead of a conversion, if the carry file contains it.
    pub(super) fn restore(&mut self, restore: &Mutex<Restore>, piece: &RecordPiece<'_>) -> bool {
        let mut restore = restore.lock().unwrap_or_else(PoisonError::into_inner);
        let text = simdutf8::basic::from_utf8(piece.bytes).ok();
        let name = text.and_then(|text| name_of(text, &mut self.reader.scratch));
        let Some(entry) = name.and_then(|name| restore.take(name, self.plan.options.to.name)) else {
            if piece.is_error_object() {
                return false;
            }
            self.part.add(&loss::NOT_RESTORED, At::byte(0), || {
                "the record is not in the carry file as it is here; it was converted like any other".to_owned()
            });
            return false;
        };
        let separator = restore.separator(Some(&entry));
        let separator = if self.plan.is_nested { piece.separator } else { separator.as_bytes() };
        self.out.bytes_mut().extend_from_slice(separator);
        match entry.spelling.filter(|_| piece.around.is_some_and(|around| around.spelling.is_some())) {
            Some(spelling) => {
                self.out.bytes_mut().push(SPELLED);
                self.out.bytes_mut().extend_from_slice(spelling.as_bytes());
            }
            None => self.out.bytes_mut().extend_from_slice(entry.record.as_bytes()),
        }
        true
    }

    /// Stores the source of the record that was just written.
    pub(super) fn carry(&mut self, piece: &RecordPiece<'_>, from: &'static str) {
        if !self.plan.is_carrying {
            return;
        }
        let written = self.out.as_bytes().get(self.start..).unwrap_or_default();
        let written = simdutf8::basic::from_utf8(written).unwrap_or_default();
        if let Some(name) = name_of(written, &mut self.reader.scratch) {
            let spelling = piece.around.and_then(|around| around.spelling);
            let stream = piece.batch.and_then(|batch| batch.stream_text(piece.start.line));
            let (gap, record) = stream.map_or((piece.separator, piece.bytes), |text| (&[][..], text));
            add_record(&mut self.carried, gap, CarriedRecord { from, name, record, spelling });
        }
    }
}

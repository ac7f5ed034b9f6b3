//! The text of a record in the output, and the text before and after it.

use std::sync::PoisonError;

use super::super::records::RecordPiece;
use super::worker::ConvertWorker;
use crate::format::Framing;
use crate::stream::{Batch, DROPPED};

impl ConvertWorker<'_> {
    /// The white space around a document, if it is kept.
    pub(super) fn surroundings<'b>(&self, piece: &RecordPiece<'b>) -> (&'b [u8], &'b [u8]) {
        let is_document = self.plan.frame.framing == Framing::Document;
        if !is_document || !self.plan.keeps_gaps || self.plan.restore.is_some() {
            return (b"", b"");
        }
        let start = piece.bytes.len() - piece.bytes.trim_ascii_start().len();
        let end = piece.bytes.trim_ascii_end().len().max(start);
        (piece.bytes.get(..start).unwrap_or_default(), piece.bytes.get(end..).unwrap_or_default())
    }

    pub(super) fn lay_out_draft(&mut self) {
        let text = simdutf8::basic::from_utf8(self.draft.as_bytes()).unwrap_or_default();
        self.plan.frame.lay_out(text, &mut self.out, &mut self.reader.scratch);
        self.draft.clear();
    }

    /// Copies the record from the draft to the output.
    pub(super) fn finish_draft(&mut self, piece: &RecordPiece<'_>) {
        self.leave_verbatim(piece);
        self.before(piece);
        self.lay_out_draft();
        self.after();
    }

    /// Copies the record unchanged.
    pub(super) fn copy(&mut self, piece: &RecordPiece<'_>) {
        let is_clean_gap = self.plan.keeps_gaps || piece.separator.is_empty() || piece.separator == b"\n";
        match &mut self.verbatim {
            Some(end) if is_clean_gap => *end = piece.offset() + piece.bytes.len(),
            _ => {
                self.leave_verbatim(piece);
                self.before(piece);
                // When restoring, the text around a record comes from the carry file.
                let is_bare = !self.plan.keeps_gaps && self.plan.frame.framing == Framing::Document;
                let is_trimmed = is_bare || self.plan.restore.is_some();
                let bytes = if is_trimmed { piece.bytes.trim_ascii() } else { piece.bytes };
                self.out.bytes_mut().extend_from_slice(bytes);
                self.after();
            }
        }
    }

    /// The record is not in the output.
    pub(super) fn drop_record(&mut self, piece: &RecordPiece<'_>) {
        self.leave_verbatim(piece);
        if self.plan.drops {
            self.out.bytes_mut().extend_from_slice(piece.separator);
            self.out.bytes_mut().push(DROPPED);
        }
    }

    /// From this record on, the output differs from the input: the earlier records are copied now.
    pub(super) fn leave_verbatim(&mut self, piece: &RecordPiece<'_>) {
        let Some(end) = self.verbatim.take() else { return };
        let bytes = piece.batch.map_or(&[][..], Batch::bytes);
        self.out.bytes_mut().extend_from_slice(bytes.get(..end).unwrap_or_default());
        if end > 0 && !self.plan.keeps_gaps {
            self.out.bytes_mut().push(b'\n');
        }
    }

    pub(super) fn before(&mut self, piece: &RecordPiece<'_>) {
        self.separate(piece);
        self.start = self.out.len();
    }

    fn separate(&mut self, piece: &RecordPiece<'_>) {
        if let Some(restore) = self.plan.restore.as_ref().filter(|_| !self.plan.is_nested) {
            let separator = restore.lock().unwrap_or_else(PoisonError::into_inner).separator(None);
            self.out.bytes_mut().extend_from_slice(separator.as_bytes());
        } else if self.plan.keeps_gaps {
            self.out.bytes_mut().extend_from_slice(piece.separator);
        } else {
            let is_first = self.results.in_output(self.plan.options.pass.on_error) == 0;
            self.plan.frame.separate(is_first, self.out.bytes_mut());
        }
    }

    /// Records that a record was written.
    pub(super) fn after(&mut self) {
        self.set_members(self.start);
        self.make_row(self.start);
        self.end_record();
    }

    /// Writes the text after a record.
    pub(super) fn end_record(&mut self) {
        if !self.plan.keeps_gaps {
            self.plan.frame.end(self.out.bytes_mut());
        }
    }
}

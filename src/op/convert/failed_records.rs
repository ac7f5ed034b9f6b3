//! Records that fail, and records that failed earlier.

use super::super::carry::{CarriedRecord, add_gap, add_record, name_of};
use super::super::pass::BadRecord;
use super::super::records::{RecordPiece, text_of};
use super::worker::ConvertWorker;
use crate::format::Framing;
use crate::json::At;
use crate::report::{Code, Refused, shape};
use crate::stream::SPELLED;

impl ConvertWorker<'_> {
    /// The error for a record with a loss that is not allowed, if losses are errors.
    pub(super) fn quarantine(&self) -> Option<Refused> {
        let mut found = self.part.kept().iter();
        let loss = found.find(|it| it.code.kind.is_loss() && self.forbids(it.code))?;
        Some(Refused::new(loss.code, loss.at, loss.message.clone()))
    }

    /// True if losses are errors, and this one is not allowed.
    fn forbids(&self, loss: &Code) -> bool {
        let allowed = self.plan.options.strict.as_ref();
        allowed.is_some_and(|allowed| !allowed.iter().any(|code| loss.matches(code)))
    }

    /// Copies a record that failed earlier.
    pub(super) fn pass_on(&mut self, piece: &RecordPiece<'_>) -> Result<&'static str, Refused> {
        let text = text_of(piece)?;
        self.results.failed.add_error_line();
        self.reader.parse(piece, text)?;
        if self.plan.frame.framing == Framing::Folder {
            let message = "a record that failed before is not a session of a folder".to_owned();
            return Err(Refused::new(&shape::NOT_A_CONVERSATION, At::byte(0), message));
        }
        match self.plan.frame.framing {
            Framing::Lines if self.plan.is_nested || memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_none() => {
                self.copy(piece);
            }
            Framing::Lines => self.put(piece, text, false),
            Framing::Array | Framing::Document | Framing::Messages | Framing::Sse | Framing::Folder => {
                self.keep(piece, text);
            }
        }
        Ok(self.usual())
    }

    /// The format under which records without a format are counted.
    fn usual(&self) -> &'static str {
        self.reader.usual.map_or(self.plan.options.to.name, |format| format.name)
    }

    /// Restores the record that an error object stands for. Only text can be restored.
    fn carry_failed(&mut self, piece: &RecordPiece<'_>, json: &str) {
        let from = self.usual();
        let record = piece.around.map_or(piece.bytes, |around| around.bytes);
        let name = text_of(piece).ok().and_then(|_| name_of(json, &mut self.reader.scratch));
        match name.filter(|_| self.plan.is_carrying) {
            Some(name) => {
                add_record(&mut self.carried, piece.separator, CarriedRecord { from, name, record, spelling: None });
            }
            None if self.plan.is_carrying => add_gap(&mut self.carried, piece.separator),
            None => {}
        }
    }

    /// Drops a row of a log that is not a request.
    fn drop_row(&mut self, piece: &RecordPiece<'_>) {
        self.drop_record(piece);
        if self.plan.is_carrying {
            add_gap(&mut self.carried, &[piece.separator, piece.bytes].concat());
        }
    }

    /// Copies a row inside a record that is not a request. It is no conversation, so nothing is set in it.
    fn keep_row(&mut self, piece: &RecordPiece<'_>) {
        self.leave_verbatim(piece);
        self.before(piece);
        let spelling = piece.around.and_then(|around| around.spelling);
        if spelling.is_some() {
            self.out.bytes_mut().push(SPELLED);
        }
        self.out.bytes_mut().extend_from_slice(spelling.unwrap_or(piece.bytes));
        let (from, record) = (self.usual(), piece.bytes);
        let name = text_of(piece).ok().filter(|_| self.plan.is_carrying);
        if let Some(name) = name.and_then(|json| name_of(json, &mut self.reader.scratch)) {
            add_record(&mut self.carried, piece.separator, CarriedRecord { from, name, record, spelling });
        }
        self.end_record();
    }

    /// A bad record: the run ends (false), or it is skipped, or an error object replaces it.
    pub(super) fn refuse(&mut self, bad: &BadRecord<'_, '_>) -> bool {
        let on_error = self.plan.options.pass.on_error;
        if let Some(piece) = bad.piece.filter(|_| self.plan.is_nested && bad.refused.is_row()) {
            self.keep_row(piece);
            return true;
        }
        if let Some(piece) = bad.piece
            && !self.forbids(bad.refused.code())
            && self.results.lose_row(bad)
        {
            self.drop_row(piece);
            return true;
        }
        let Some(failed) = self.results.refuse(bad, on_error, &mut self.reader.tape) else { return false };
        if let Some(piece) = bad.piece {
            match &failed.object {
                Some(object) => {
                    self.leave_verbatim(piece);
                    self.before(piece);
                    self.out.bytes_mut().extend_from_slice(object.as_bytes());
                    self.after();
                    self.carry_failed(piece, object);
                }
                None => self.drop_record(piece),
            }
        }
        self.results.add_failed(failed);
        true
    }
}

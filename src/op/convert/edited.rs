//! Records that stay in their format: what was asked for is done on their bytes.

use super::super::edit::{Edited, Record, Wanted, edit};
use super::super::ids::Ids;
use super::super::records::Piece;
use super::super::require::require;
use super::worker::Worker;
use crate::format::{Container, Format, Framing};
use crate::model::Conversation;
use crate::report::Refused;
use crate::statements::starts_program;
use crate::stream::Batch;

impl Worker<'_> {
    /// True if the record can be edited: all that was asked for are changes of its bytes.
    pub(super) fn can_edit(&self, piece: &Piece<'_>, format: &Format, text: &str) -> bool {
        let options = self.plan.options;
        let has_ids = format.ids.is_some();
        options.is_edit()
            && self.plan.frame.framing != Framing::Folder
            && piece.entry.is_none()
            && !starts_program(text)
            && (options.ids == Ids::Keep || has_ids)
    }

    /// Edits a record. False: what is asked for is no edit.
    pub(super) fn edit(
        &mut self,
        batch: &Batch,
        piece: &Piece<'_>,
        format: &'static Format,
        conversation: &Conversation<'_>,
    ) -> Result<bool, Refused> {
        let options = self.plan.options;
        let mut write = options.write;
        if self.plan.frame.framing.is_pieces() {
            write.container = Container::List;
        }
        let wanted = Wanted { repair: options.repair, ids: options.ids, write };
        let text = conversation.source;
        let Some(root) = self.reader.tape.root(text) else { return Ok(false) };
        if options.ids != Ids::Keep && !options.repair {
            require(format, conversation)?;
        }
        let record = Record { format, conversation, root, text, is_sequence: piece.is_sequence };
        match edit(&record, &wanted, &mut self.reader.scratch, &mut self.part)? {
            Edited::Same if self.is_framed(piece) => self.keep(batch, piece, text),
            Edited::Same => self.put(batch, piece, text, piece.is_sequence),
            Edited::Text(edited) => self.put(batch, piece, &edited, piece.is_sequence),
            Edited::Cannot => return Ok(false),
        }
        Ok(true)
    }

    /// The record lies in the output as it does in the input.
    pub(super) fn is_framed(&self, piece: &Piece<'_>) -> bool {
        // Lines of one message each are one record only while nothing else stands in the file.
        let framing = self.plan.frame.framing;
        let is_framed = if piece.is_sequence { framing == self.plan.input_framing } else { !framing.is_pieces() };
        is_framed && piece.entry.is_none()
    }

    /// Takes the record over as it is, or in the layout that was asked for.
    pub(super) fn keep(&mut self, batch: &Batch, piece: &Piece<'_>, text: &str) {
        if self.plan.options.layout.is_none() || starts_program(text) {
            self.copy(batch, piece);
        } else {
            self.put(batch, piece, text, piece.is_sequence);
        }
    }

    /// Writes this text of the record, laid out only if somebody asked for that.
    pub(super) fn put(&mut self, batch: &Batch, piece: &Piece<'_>, text: &str, is_sequence: bool) {
        self.leave_verbatim(batch, piece);
        self.before(piece);
        let (frame, out) = (&self.plan.frame, self.out.bytes_mut());
        let is_laid_out = self.plan.options.layout.is_some();
        if self.plan.keeps_gaps && is_sequence && frame.framing == Framing::Messages {
            // Lines of messages, with whatever stands between them.
            out.extend_from_slice(text.as_bytes());
        } else {
            frame.add((text, is_sequence), is_laid_out, out, &mut self.reader.scratch);
        }
        self.after();
    }
}

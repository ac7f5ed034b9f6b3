//! Records that stay in their format: requested changes are edits of their bytes.

use super::super::edit::{EditRecord, Edited, Wanted, edit, has_old_forms};
use super::super::ids::Ids;
use super::super::records::RecordPiece;
use super::super::select_branch::ChosenBranch;
use super::worker::ConvertWorker;
use crate::format::listing::MessageNodes;
use crate::format::starts_text;
use crate::format::{Container, Format, Framing, WriteOptions, folder_of};
use crate::json::same_as_written;
use crate::model::{Conversation, ToolSpec};
use crate::report::{Refused, shape};
use crate::rule::pairs::PairedCalls;
use crate::rule::require;

impl ConvertWorker<'_> {
    /// True if the record can be edited: all requested changes are edits of its bytes.
    pub(super) fn can_edit(&self, format: &Format, conversation: &Conversation<'_>) -> bool {
        let options = self.plan.options;
        let has_ids = format.shape.ids.is_some();
        options.is_edit()
            && !starts_text(conversation.source.text)
            && (options.content.ids == Ids::Keep || has_ids)
            && (options.write.dialect.is_none() || self.is_plain_body(conversation))
    }

    /// True if no text of the messages is in the syntax of another program, which the writer of a dialect would
    /// convert.
    fn is_plain_body(&self, conversation: &Conversation<'_>) -> bool {
        let is_compatible = self.part.counts().iter().any(|count| count.code == &shape::COMPATIBLE_FIELD);
        // Services reject a text instead of a list of tools.
        !is_compatible && !conversation.tools.iter().any(ToolSpec::is_packed)
    }

    /// Edits a record. False: the requested change is not an edit.
    pub(super) fn edit(
        &mut self,
        piece: &RecordPiece<'_>,
        format: &'static Format,
        conversation: &Conversation<'_>,
        branch: Option<ChosenBranch<'_>>,
    ) -> Result<bool, Refused> {
        let container =
            if self.plan.frame.framing.is_pieces() { Container::List } else { self.plan.options.write.container };
        let text = conversation.source.text;
        if let Some(folder) = folder_of(format).filter(|_| piece.entry.is_some()) {
            return self.edit_session(piece, conversation, folder, container);
        }
        match self.edited(piece, format, conversation, container, branch)? {
            Edited::Same if self.is_framed(piece) => self.keep(piece, text),
            Edited::Same => self.put(piece, text, piece.is_sequence),
            Edited::Text(edited) => self.put(piece, &edited, piece.is_sequence),
            Edited::Cannot => return Ok(false),
        }
        Ok(true)
    }

    /// The messages of a record that is a session of a folder, one per line, as stored. `None`: the writer is needed.
    pub(super) fn edited_lines(
        &mut self,
        piece: &RecordPiece<'_>,
        format: &'static Format,
        conversation: &Conversation<'_>,
    ) -> Result<Option<String>, Refused> {
        let Some(listing) = format.shape.listing else { return Ok(None) };
        let text = match self.edited(piece, format, conversation, Container::Kept, None)? {
            Edited::Same => conversation.source.text.to_owned(),
            Edited::Text(text) => text,
            Edited::Cannot => return Ok(None),
        };
        let scratch = &mut self.reader.scratch;
        let root = if piece.is_sequence { scratch.parse_sequence(&text) } else { scratch.parse(&text) };
        let root = root.map_err(|error| Refused::json(&error))?;
        let items: Vec<_> = match (listing.find)(root).messages {
            MessageNodes::Items(list) => list.items().collect(),
            MessageNodes::One(message) => vec![message],
            MessageNodes::Members(..) | MessageNodes::None => return Ok(None),
        };
        let mut lines = Vec::new();
        for item in items {
            self.plan.frame.value(item.raw(), 0, self.plan.options.output.layout.is_some(), &mut lines);
            lines.push(b'\n');
        }
        Ok(Some(String::from_utf8(lines).unwrap_or_default()))
    }

    pub(super) fn edited(
        &mut self,
        piece: &RecordPiece<'_>,
        format: &'static Format,
        conversation: &Conversation<'_>,
        container: Container,
        branch: Option<ChosenBranch<'_>>,
    ) -> Result<Edited, Refused> {
        let options = self.plan.options;
        let write = WriteOptions { container, ..options.write };
        let wanted = Wanted {
            branch,
            content: &options.content,
            has_old_forms: has_old_forms(format, conversation, &self.part),
            write,
        };
        let text = conversation.source.text;
        let Some(root) = self.reader.tape.root(text) else { return Ok(Edited::Cannot) };
        if (options.content.ids != Ids::Keep || write.dialect.is_some()) && !options.content.repair {
            require(format.rules.requires, &PairedCalls::new(conversation), false)?;
        }
        let record = EditRecord { format, conversation, root, text, is_sequence: piece.is_sequence };
        edit(&record, &wanted, &mut self.reader.scratch, &mut self.part)
    }

    /// The container that is written for a record of another format. Inside a record, a list stays a list.
    pub(super) fn container_of(&self, source: &str) -> Container {
        let is_list = self.plan.is_nested && source.trim_start().starts_with('[');
        if is_list { Container::List } else { Container::Body }
    }

    /// True if the written record equals the source, except for the order of keys and the spelling of values.
    pub(super) fn is_as_it_was(&mut self, source: &str) -> bool {
        let written = self.out.as_bytes().get(self.start..).unwrap_or_default();
        if written == source.as_bytes() {
            return true;
        }
        let Ok(written) = simdutf8::basic::from_utf8(written) else { return false };
        let (Ok(written), Some(source)) = (self.reader.scratch.parse(written), self.reader.tape.root(source)) else {
            return false;
        };
        same_as_written(written, source)
    }

    /// The record is a text file, and a JSON value in the output: files with several records contain no texts.
    pub(super) fn is_text_value(&self, text: &str) -> bool {
        self.plan.frame.framing != Framing::Document && starts_text(text)
    }

    /// The record is arranged in the output as in the input.
    pub(super) fn is_framed(&self, piece: &RecordPiece<'_>) -> bool {
        // Lines with one message each are a record only if the file contains nothing else.
        let framing = self.plan.frame.framing;
        let is_framed = if piece.is_sequence { framing == self.plan.input_framing } else { !framing.is_pieces() };
        is_framed && piece.entry.is_none()
    }

    /// Copies the record, or writes it in the requested layout.
    pub(super) fn keep(&mut self, piece: &RecordPiece<'_>, text: &str) {
        // A record of several lines is one line in another framing.
        let is_framed = self.plan.frame.framing == self.plan.input_framing || self.plan.restore.is_some();
        if (self.plan.options.output.layout.is_none() && is_framed) || starts_text(text) {
            self.copy(piece);
        } else {
            self.put(piece, text, piece.is_sequence);
        }
    }

    /// Writes this text of the record, laid out only if the user requested that.
    pub(super) fn put(&mut self, piece: &RecordPiece<'_>, text: &str, is_sequence: bool) {
        self.leave_verbatim(piece);
        self.before(piece);
        let (frame, out) = (&self.plan.frame, self.out.bytes_mut());
        let is_laid_out = self.plan.options.output.layout.is_some();
        if self.plan.keeps_gaps && is_sequence && frame.framing == Framing::Messages {
            // Lines of messages, with the text between them.
            out.extend_from_slice(text.as_bytes());
        } else {
            // White space around a document belongs to it only if it is copied.
            let text = if self.plan.keeps_gaps { text } else { text.trim_ascii() };
            if !frame.add(text, is_sequence, is_laid_out, out, &mut self.reader.scratch) {
                frame.lay_out(text, &mut self.out, &mut self.reader.scratch);
            }
        }
        self.after();
    }
}

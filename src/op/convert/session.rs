//! A record as a session of a folder: the bytes of its file, and its entry in the index.

use super::super::ids::renew;
use super::super::records::Piece;
use super::worker::{Worker, require};
use crate::format::{Container, Fact, Writing, folder_of};
use crate::model::Conversation;
use crate::report::{Refused, loss};
use crate::stream::{Batch, Pieces, Session};

impl Worker<'_> {
    /// Writes the session behind what is in `out`.
    ///
    /// What the index says goes into the entry. So it is no loss that the messages have no place for it.
    pub(super) fn session(
        &mut self,
        batch: &Batch,
        piece: &Piece<'_>,
        mut conversation: Conversation<'_>,
        is_copied: bool,
    ) -> Result<(), Refused> {
        let options = self.plan.options;
        let target = options.to;
        let Some(folder) = folder_of(target) else {
            let message = format!("{} keeps no folder of sessions", target.name);
            return Err(Refused::new(&loss::CANNOT_HOLD, conversation.id_at, message));
        };
        require(target, &conversation)?;
        renew(&mut conversation, options.ids, target.policy.has(Fact::MessageIds), &mut self.part);
        let write = crate::format::WriteOptions { container: Container::List, ..options.write };
        let start = self.out.len();
        self.draft.start_value();
        let (out, scratch) = (&mut self.draft, &mut self.reader.scratch);
        let mut writing = Writing { out, report: &mut self.part, options: &write, scratch };
        let entry = (folder.describe)(&conversation, &mut writing)?;
        if is_copied {
            self.out.bytes_mut().extend_from_slice(source_of(batch, piece));
        } else {
            conversation.id = None;
            if conversation.extras.origin() == target.name {
                conversation.extras = crate::model::Extras::default();
            }
            target.write_record(&conversation, &mut writing)?;
            let text = std::str::from_utf8(self.draft.as_bytes()).unwrap_or_default();
            self.plan.frame.lay_out(text, &mut self.out, &mut self.reader.scratch);
            self.draft.clear();
            if self.out.len() > start {
                self.out.bytes_mut().push(b'\n');
            }
        }
        let own = piece.entry.filter(|entry| entry_is_line(entry.text)).map(|entry| entry.text.to_owned());
        let session = Session {
            id: entry.id,
            is_made: entry.is_made,
            rest: entry.rest,
            line: own.filter(|_| entry.is_same),
            updated: entry.updated,
        };
        self.sessions.push((session, start..self.out.len()));
        Ok(())
    }
}

fn entry_is_line(text: &str) -> bool {
    !text.contains(['\n', '\r'])
}

/// The bytes of the session's files, with the mark before them.
fn source_of<'b>(batch: &'b Batch, piece: &Piece<'b>) -> &'b [u8] {
    match &batch.pieces {
        Pieces::Session(session) => batch.bytes().get(..session.end).unwrap_or_default(),
        Pieces::Lines | Pieces::Items(_) | Pieces::Whole => piece.bytes,
    }
}

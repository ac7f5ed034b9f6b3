//! Records with branches, and what the program of the source would say.

use super::super::records::RecordPiece;
use super::super::repair::repair;
use super::super::select_branch::{ChosenBranch, selected};
use super::super::source_program::speak;
use super::worker::ConvertWorker;
use super::worker::SessionLines;
use crate::format::{Format, Framing, Speaking};
use crate::json::At;
use crate::model::Conversation;
use crate::report::{Refused, loss, syntax};
use crate::stream::{AGAIN, Batch};

impl ConvertWorker<'_> {
    /// Each of these branches as a record.
    pub(super) fn branches(
        &mut self,
        batch: &Batch,
        piece: &RecordPiece<'_>,
        conversation: &Conversation<'_>,
        format: &'static Format,
        places: &[usize],
        can_edit: bool,
    ) -> Result<(), Refused> {
        let options = self.plan.options;
        let is_effective = options.branches.is_effective;
        let before = self.output_len();
        for (place, count) in places.iter().zip(0_usize..) {
            self.spilled.take(&mut self.out);
            let piece = &self.several(batch, piece, count)?;
            let chosen = ChosenBranch { index: *place, written: places, is_effective };
            if !(can_edit && self.edit(batch, piece, format, conversation, Some(chosen))?) {
                let branch = selected(conversation, chosen, &mut self.part);
                self.one_of_several(batch, piece, branch, format)?;
            }
            self.check_size(before, count + 1, places.len())?;
            // The last one is counted like any record.
            if count + 1 < places.len() {
                self.results.written += 1;
            }
        }
        Ok(())
    }

    /// A record for each conversation of a sub-agent that the record holds whole.
    pub(super) fn sidechains(
        &mut self,
        batch: &Batch,
        piece: &RecordPiece<'_>,
        sidechains: Vec<(At, Conversation<'_>)>,
        format: &'static Format,
    ) -> Result<(), Refused> {
        let (before, all) = (self.output_len(), sidechains.len());
        for ((_, sidechain), count) in sidechains.into_iter().zip(1..) {
            // The record before it: the last one is counted like any record.
            self.results.written += 1;
            self.spilled.take(&mut self.out);
            let piece = &self.several(batch, piece, 1)?;
            self.one_of_several(batch, piece, sidechain, format)?;
            self.check_size(before, count, all)?;
        }
        Ok(())
    }

    /// The record for the result with this number, from 0. A record around conversations is written again for each result.
    fn several<'b>(&self, batch: &Batch, piece: &RecordPiece<'b>, number: usize) -> Result<RecordPiece<'b>, Refused> {
        let (Some(around), Some(nested)) = (piece.around.filter(|_| number > 0), batch.nested()) else {
            return Ok(*piece);
        };
        let refuse = |message, help| Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), message).helping(help));
        if !nested.has_one_value(around.start) {
            let message = "the record has several conversations, and this one becomes several";
            return refuse(message, "name one place with --at, or write one branch: --branch NAME");
        }
        if self.plan.is_one_document {
            let message = "the input is one document, and the conversation in it becomes several";
            return refuse(
                message,
                "write one branch (--branch NAME), or make the input one line of JSON Lines: jq -c .",
            );
        }
        Ok(RecordPiece { separator: &[AGAIN], ..*piece })
    }

    /// The output of one record has a limit, too.
    fn check_size(&self, before: usize, written: usize, all: usize) -> Result<(), Refused> {
        let (bytes, most) = (self.output_len() - before, self.plan.most_branches);
        if bytes <= most {
            return Ok(());
        }
        let message = format!("{written} of {all} branches are {bytes} bytes, and all may have {most}");
        Err(Refused::new(&syntax::TOO_LONG, At::byte(0), message).helping(
            "raise the limit with --max-record-bytes, or write one branch: --branch NAME (turnwise lineage lists them)",
        ))
    }

    fn one_of_several(
        &mut self,
        batch: &Batch,
        piece: &RecordPiece<'_>,
        mut conversation: Conversation<'_>,
        format: &'static Format,
    ) -> Result<(), Refused> {
        let options = self.plan.options;
        let _ = self.embed(&mut conversation)?;
        self.speak(&mut conversation, format);
        if options.repair {
            let _ = repair(&mut conversation, options.to, &mut self.reader.scratch, &mut self.part);
        }
        if self.plan.frame.framing == Framing::Folder {
            self.session(batch, piece, conversation, SessionLines::New)
        } else {
            self.write(batch, piece, conversation, format.name == options.to.name)
        }
    }

    pub(super) fn speak(&mut self, conversation: &mut Conversation<'_>, format: &Format) {
        let options = self.plan.options;
        let speaking = Speaking { is_service: false, has_mixed: true, words: options.words, now: options.now };
        speak(conversation, format, options.to, &self.reader.tape, speaking, &mut self.part);
    }
}

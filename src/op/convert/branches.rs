//! Records with branches, and the messages that the source's program would send.

use super::super::records::RecordPiece;
use super::super::repair::repair;
use super::super::select_branch::{BranchChoice, Branches, ChosenBranch, chosen, selected};
use super::super::source_program::speak;
use super::options::GeneratedContent;
use super::worker::{ConvertWorker, SessionLines};
use crate::format::{Format, Framing, LogShape, Speaking};
use crate::json::{At, Layout, minify};
use crate::model::Conversation;
use crate::report::{Refused, Report, loss, syntax};
use crate::stream::{AGAIN, Batch};

impl ConvertWorker<'_> {
    /// Writes each of these branches as a record.
    pub(super) fn branches(
        &mut self,
        piece: &RecordPiece<'_>,
        conversation: &Conversation<'_>,
        format: &'static Format,
        places: &[usize],
        can_edit: bool,
    ) -> Result<(), Refused> {
        let options = self.plan.options;
        let is_effective = options.selection.branches.is_effective;
        let before = self.output_len();
        for (place, count) in places.iter().zip(0_usize..) {
            self.spilled.take(&mut self.out);
            let piece = &self.several(piece, count)?;
            let chosen = ChosenBranch { index: *place, written: places, is_effective };
            let start = self.out.len();
            if !(can_edit && self.edit(piece, format, conversation, Some(chosen))?) {
                let mut branch = selected(conversation, chosen, &mut self.part);
                branch.source.part = *place;
                self.one_of_several(piece, branch, format)?;
            }
            if places.len() > 1 {
                self.make_line(start);
            }
            self.check_size(before, count + 1, places.len())?;
            // The last one is counted like any record.
            if count + 1 < places.len() {
                self.results.written += 1;
            }
        }
        Ok(())
    }

    /// The conversations of a log that become separate logs. `None`: the log has one, or is unchanged.
    pub(super) fn log_parts(
        &self,
        format: &Format,
        conversation: &Conversation<'_>,
    ) -> Result<Option<Vec<usize>>, Refused> {
        let options = self.plan.options;
        let is_log =
            format.shape.listing.is_some_and(|listing| listing.log.is_some()) && !conversation.branches.is_empty();
        let is_whole = options.keeps_branches()
            && (options.is_copy() || matches!(options.write.log, LogShape::Rows | LogShape::Events));
        if !is_log || is_whole { Ok(None) } else { chosen(&options.selection.branches, conversation, false) }
    }

    /// Writes each of these conversations of a log as a log.
    pub(super) fn parts_of_log(
        &mut self,
        piece: &RecordPiece<'_>,
        format: &'static Format,
        places: &[usize],
    ) -> Result<(), Refused> {
        let options = self.plan.options;
        let Some(log) = format.shape.listing.and_then(|listing| listing.log.as_ref()) else { return Ok(()) };
        let mut parts = Vec::new();
        if let Some(root) = self.reader.root(piece.json) {
            (log.parts)(root, places, &mut |part| parts.push(part));
        }
        let all = parts.len();
        let before = self.output_len();
        for (part, count) in parts.iter().zip(0_usize..) {
            self.spilled.take(&mut self.out);
            let outer = self.several(piece, count)?;
            let text = part.text.as_bytes();
            let own = RecordPiece { bytes: text, json: text, is_sequence: true, is_json_line: false, ..outer };
            let start = self.out.len();
            let mut whole = std::mem::replace(&mut self.part, Report::keeping(options.pass.keep));
            let alone = BranchChoice { branches: Branches::Active, ..options.selection.branches };
            let converted = self.convert(&own, &alone);
            self.part.move_places(|at| part.place(at));
            whole.append(&mut self.part);
            self.part = whole;
            converted?;
            if all > 1 {
                self.make_line(start);
            }
            self.check_size(before, count + 1, all)?;
            if count + 1 < all {
                self.results.written += 1;
            }
        }
        // Places are looked up in the log.
        let _ = self.reader.read(piece, &mut Report::keeping(0));
        Ok(())
    }

    /// Puts the last value on one line: if one document becomes several, each is a line.
    fn make_line(&mut self, start: usize) {
        if self.plan.frame.framing != Framing::Document || !matches!(self.plan.frame.layout, Layout::Pretty(_)) {
            return;
        }
        let bytes = self.out.bytes_mut();
        let value = bytes.split_off(start.min(bytes.len()));
        let text = std::str::from_utf8(&value).unwrap_or_default();
        let separator = text.len() - text.trim_start().len();
        bytes.extend_from_slice(text.get(..separator).unwrap_or_default().as_bytes());
        minify(text.get(separator..).unwrap_or_default(), bytes);
    }

    /// Writes a record for each conversation of a sub-agent that is stored completely in the record.
    pub(super) fn sidechains(
        &mut self,
        piece: &RecordPiece<'_>,
        sidechains: Vec<(At, Conversation<'_>)>,
        format: &'static Format,
    ) -> Result<(), Refused> {
        let (before, all) = (self.output_len(), sidechains.len());
        for ((_, sidechain), count) in sidechains.into_iter().zip(1..) {
            // The previous record: the last one is counted like any record.
            self.results.written += 1;
            self.spilled.take(&mut self.out);
            let piece = &self.several(piece, 1)?;
            self.one_of_several(piece, sidechain, format)?;
            self.check_size(before, count, all)?;
        }
        Ok(())
    }

    /// The record for the result with this index. A record that contains conversations is written again for each
    /// result.
    fn several<'b>(&self, piece: &RecordPiece<'b>, number: usize) -> Result<RecordPiece<'b>, Refused> {
        let (Some(around), Some(nested)) = (piece.around.filter(|_| number > 0), piece.batch.and_then(Batch::nested))
        else {
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

    /// The output of one record also has a limit.
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
        piece: &RecordPiece<'_>,
        mut conversation: Conversation<'_>,
        format: &'static Format,
    ) -> Result<(), Refused> {
        let options = self.plan.options;
        let _ = self.embed(&mut conversation)?;
        self.speak(&mut conversation, format);
        if options.content.repair {
            let _ = repair(&mut conversation, options.to, &mut self.reader.scratch, &mut self.part);
        }
        if self.plan.frame.framing == Framing::Folder {
            self.session(piece, conversation, SessionLines::New)
        } else {
            self.write(piece, conversation, format.name == options.to.name)
        }
    }

    pub(super) fn speak(&mut self, conversation: &mut Conversation<'_>, format: &Format) {
        let options = self.plan.options;
        let GeneratedContent { words, now, .. } = options.generated;
        let speaking = Speaking { is_service: false, has_mixed: true, words, now };
        speak(conversation, format, options.to, &self.reader.tape, speaking, &mut self.part);
    }
}

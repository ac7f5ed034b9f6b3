//! Converts the records of a batch.

use std::ops::Range;

use super::super::carry::add_gap;
use super::super::ids::renew;
use super::super::layout::unquote;
use super::super::pass::{BadRecord, BatchOutcome, bad_record};
use super::super::reader::Reader;
use super::super::records::{RecordPiece, broken, each_piece};
use super::super::repair::repair;
use super::super::secrets::check_secrets;
use super::super::select_branch::{BranchChoice, Branches, chosen};
use super::super::time_range::InRange;
use super::made_times::fill_times;
use super::message_keys::message_keys;
use super::spilled::SpilledOutput;
use super::{OutputPlan, Task};
use crate::format::{Container, Fact, Framing, Writing, write_paired};
use crate::json::{At, Layout, Out};
use crate::lower::surrogates;
use crate::model::{Conversation, Surrogates};
use crate::report::{Refused, Report, session};
use crate::rule::pairs::PairedCalls;
use crate::rule::require;
use crate::stream::{Batch, Cut, SessionOutput};

/// The lines of a session.
pub(super) enum SessionLines {
    /// The lines of the source.
    Copied,
    /// The lines of the source with edits.
    Edited(String),
    /// The output of the writer.
    New,
}

/// The buffers of one thread, and the result of its batch.
pub(super) struct ConvertWorker<'p> {
    pub(super) plan: &'p OutputPlan<'p>,
    pub(super) reader: Reader,
    /// Output before `out`.
    pub(super) spilled: SpilledOutput,
    pub(super) out: Out,
    pub(super) draft: Out,
    pub(super) results: BatchOutcome,
    pub(super) part: Report,
    /// The number of bytes of the batch that are the output so far, as long as it equals the input and `out` is empty.
    pub(super) verbatim: Option<usize>,
    /// The sessions of the batch and the places of their bytes in `out`, if the output is a folder.
    pub(super) sessions: Vec<(SessionOutput, Range<usize>)>,
    /// Lines of the carry file.
    pub(super) carried: Vec<u8>,
    /// The offset in `out` of the current record.
    pub(super) start: usize,
    /// The reason why a member cannot be set in the record that was just written.
    pub(super) unset: Option<Refused>,
}

impl<'p> ConvertWorker<'p> {
    pub(super) fn new(plan: &'p OutputPlan<'p>, reader: Reader) -> Self {
        let layout = plan.frame.layout;
        let level = usize::from(plan.frame.framing == Framing::Array);
        let draft = if matches!(layout, Layout::Pretty(_)) { Layout::Compact } else { layout };
        Self {
            plan,
            reader,
            spilled: SpilledOutput::default(),
            out: Out::nested(layout, level),
            draft: Out::new(draft),
            results: BatchOutcome::keeping(plan.options.pass.keep),
            // Findings that make a record fail are reported even above the limit of diagnostics.
            part: Report::keeping(if plan.options.strict.is_some() || plan.options.content.embedding.is_some() {
                u64::MAX
            } else {
                plan.options.pass.keep
            }),
            verbatim: None,
            sessions: Vec::new(),
            carried: Vec::new(),
            start: 0,
            unset: None,
        }
    }

    pub(super) fn run(&mut self, batch: &Batch, cut: &Cut) {
        self.begin(batch);
        let done = each_piece(batch, self.plan.input_framing, |piece| self.record(piece));
        if self.results.fatal.is_none()
            && let Some((refused, start, bytes)) = broken(batch, cut)
        {
            self.refuse(&BadRecord { refused: &refused, bytes, start: &start, piece: None });
            return;
        }
        self.end(batch, done);
    }

    /// Resets the state after the previous batch.
    pub(super) fn begin(&mut self, batch: &Batch) {
        self.take_back(0);
        let is_lines = self.plan.frame.framing == Framing::Lines && self.plan.input_framing == Framing::Lines;
        let is_plain = !self.plan.is_carrying && self.plan.restore.is_none();
        let is_plain = is_plain && !self.plan.options.members.changes_records();
        self.verbatim = (is_plain && (self.plan.keeps_gaps || is_lines)).then_some(0);
        self.carried.clear();
        self.sessions.clear();
        self.results.begin();
        self.announce(batch);
    }

    /// Writes the text after the last record.
    fn end(&mut self, batch: &Batch, done: usize) {
        let rest = batch.bytes().get(done..).unwrap_or_default();
        if self.plan.is_carrying && !batch.has_stream() {
            add_gap(&mut self.carried, rest);
        }
        if self.plan.restore.is_some() {
            return;
        }
        if self.plan.keeps_gaps && self.results.fatal.is_none() {
            match &mut self.verbatim {
                Some(end) => *end = batch.bytes().len(),
                None => self.out.bytes_mut().extend_from_slice(rest),
            }
        } else if let Some(end) = &mut self.verbatim
            && *end == done
            && rest.first() == Some(&b'\n')
            && done > 0
        {
            *end += 1;
        }
    }

    pub(super) fn record(&mut self, piece: RecordPiece<'_>) -> bool {
        self.results.start_record();
        match self.restored(&piece) {
            Ok(None) => self.convert_one(&piece),
            Ok(Some(text)) => {
                let (bytes, json) = (text.as_bytes(), text.as_bytes());
                self.convert_one(&RecordPiece { bytes, json, ..piece })
            }
            Err(refused) => self.refuse(&bad_record(&refused, &piece)),
        }
    }

    fn convert_one(&mut self, piece: &RecordPiece<'_>) -> bool {
        let (before, written, sessions) = (self.output_len(), self.results.written, self.sessions.len());
        let verbatim = self.verbatim;
        let done = self.convert(piece, &self.plan.options.selection.branches);
        let unset = self.unset.take();
        let done = done.and_then(|from| unset.map_or(Ok(from), Err));
        match done.and_then(|from| self.quarantine().map_or(Ok(from), Err)) {
            Ok(None) => {
                self.part.clear();
                self.drop_record(piece);
                true
            }
            Ok(Some(from)) => {
                self.results.written += 1;
                self.carry(piece, from);
                if self.plan.options.content.secrets.is_reported() {
                    check_secrets(piece, Some(&self.reader.tape), false, &mut self.part);
                }
                self.results.add_found(&mut self.part, &self.reader, piece);
                true
            }
            Err(refused) => {
                let refused = self.not_embedded(refused);
                self.part.clear();
                self.draft.clear();
                // Some branches of a record may have been written.
                self.results.written = written;
                self.sessions.truncate(sessions);
                // Bytes that were kept so far may have been copied for it.
                self.verbatim = verbatim;
                self.take_back(before);
                if let Some(separate) = piece.separate() {
                    // It is the only record of the batch.
                    self.results.formats.clear();
                    return self.convert_one(&separate);
                }
                self.refuse(&bad_record(&refused, piece))
            }
        }
    }

    /// Converts or copies one record into `out`; returns its format, or `None` if it is skipped.
    pub(super) fn convert(
        &mut self,
        piece: &RecordPiece<'_>,
        branches: &BranchChoice,
    ) -> Result<Option<&'static str>, Refused> {
        let options = self.plan.options;
        if let Some(restore) = &self.plan.restore
            && self.restore(restore, piece)
        {
            return Ok(Some(options.to.name));
        }
        if piece.is_error_object() {
            return self.pass_on(piece).map(Some);
        }
        let (format, mut conversation, text) = self.reader.read(piece, &mut self.part)?;
        if piece.coalesced_rows().is_some() && !self.part.is_empty() {
            // Each row may have findings of its own, so the record is converted again with separate rows.
            return Err(Refused::new(&session::DAMAGED_LINE, At::byte(0), "events of the log have findings"));
        }
        self.results.count_format(format);
        if !self.is_in_time(&conversation) {
            return Ok(None);
        }
        if options.others.has_message_keys && format.framing.is_session {
            self.results.message_keys.extend(message_keys(&conversation));
        }
        match &options.task {
            Task::Convert => {}
            Task::List(task) => {
                self.list(piece, task, format, &conversation)?;
                return Ok(Some(format.name));
            }
            Task::Copy(task) => {
                self.copies(piece, task, format, &conversation)?;
                return Ok(Some(format.name));
            }
        }
        let is_same = format.name == options.to.name;
        let is_folder = self.plan.frame.framing == Framing::Folder;
        if is_same && let Some(places) = self.log_parts(format, &conversation)? {
            self.parts_of_log(piece, format, &places)?;
            return Ok(Some(format.name));
        }
        let can_edit = is_same && self.can_edit(format, &conversation);
        let is_apart = branches.has_sidechains && !is_same;
        let mut sidechains = if is_apart { conversation.take_sidechains() } else { Vec::new() };
        for ((_, sidechain), part) in sidechains.iter_mut().zip(conversation.branches.len().max(1)..) {
            sidechain.source.part = part;
        }
        if options.write.container == Container::Flow && options.selection.branches.branches == Branches::Tree {
            if !(can_edit && self.edit(piece, format, &conversation, None)?) {
                self.flow(piece, conversation, format)?;
            }
            return Ok(Some(format.name));
        }
        if let Some(places) = chosen(branches, &conversation, is_same)? {
            // Computed once, not for each branch.
            if places.len() > 1 && conversation.source.surrogates != Surrogates::Absent {
                let source = &mut conversation.source;
                source.surrogates = surrogates(text, source.surrogates == Surrogates::NotInStrings);
            }
            self.branches(piece, &conversation, format, &places, can_edit && !is_folder)?;
            return Ok(Some(format.name));
        }
        if can_edit && !is_folder && self.edit(piece, format, &conversation, None)? {
            return Ok(Some(format.name));
        }
        let lines = if can_edit && is_folder { self.edited_lines(piece, format, &conversation)? } else { None };
        let is_embedded = lines.is_none() && self.embed(&mut conversation)?;
        self.speak(&mut conversation, format);
        // Edits were reported already.
        let mut quiet = Report::keeping(0);
        let report = if lines.is_some() { &mut quiet } else { &mut self.part };
        let is_repaired =
            options.content.repair && repair(&mut conversation, options.to, &mut self.reader.scratch, report);
        let is_repaired = is_repaired || is_embedded;
        if is_folder {
            let is_copied = is_same && options.is_copy() && !is_repaired;
            let lines =
                if is_copied { SessionLines::Copied } else { lines.map_or(SessionLines::New, SessionLines::Edited) };
            self.session(piece, conversation, lines)?;
            self.sidechains(piece, sidechains, format)?;
            return Ok(Some(format.name));
        }
        if is_same && options.is_copy() && !is_repaired && !self.is_text_value(text) && self.is_framed(piece) {
            self.keep(piece, text);
            return Ok(Some(format.name));
        }
        self.write(piece, conversation, is_same)?;
        self.sidechains(piece, sidechains, format)?;
        Ok(Some(format.name))
    }

    /// True for a conversation in the requested time range; others are counted.
    fn is_in_time(&mut self, conversation: &Conversation<'_>) -> bool {
        let times = &self.plan.options.selection.times;
        match if times.is_unbounded() { InRange::Yes } else { times.judge(conversation) } {
            InRange::Yes => return true,
            InRange::No => self.results.skipped.outside_time += 1,
            InRange::Unknown => self.results.skipped.without_time += 1,
        }
        false
    }

    pub(super) fn write(
        &mut self,
        piece: &RecordPiece<'_>,
        mut conversation: Conversation<'_>,
        is_same: bool,
    ) -> Result<(), Refused> {
        let options = self.plan.options;
        let mut write = options.write;
        write.has_needed = options.sets_needed();
        if write.container == Container::Kept && (!is_same || write.dialect.is_some()) {
            write.container = self.container_of(conversation.source.text);
        }
        if self.plan.frame.framing.is_pieces() {
            write.container = Container::List;
        }
        renew(&mut conversation, options.content.ids, options.to.policy.has(Fact::MessageIds), &mut self.part);
        if write.container.is_of_program() {
            let name = options.selection.branches.name().unwrap_or("main").to_owned();
            return self.contained(piece, vec![(name, conversation)], options.to);
        }
        if !is_same {
            self.fill_times(&mut conversation);
            conversation.leave_service();
        }
        let kept = if is_same { Vec::new() } else { self.kept_members(piece, &mut conversation) };
        let paired = PairedCalls::new(&conversation);
        require(options.to.rules.requires, &paired, false)?;
        self.leave_verbatim(piece);
        let (before, after) = self.surroundings(piece);
        let begin = self.out.len();
        self.out.bytes_mut().extend_from_slice(before);
        self.before(piece);
        let frame = &self.plan.frame;
        let is_draft = frame.framing.is_pieces();
        let out = if is_draft { &mut self.draft } else { &mut self.out };
        out.start_value();
        let mut writing = Writing::new(out, &mut self.part, &write, &mut self.reader.scratch);
        write_paired(options.to, &paired, &mut writing)?;
        if is_draft {
            self.lay_out_draft();
        } else if is_same && self.is_framed(piece) && self.is_as_it_was(conversation.source.text) {
            self.out.truncate(begin);
            self.keep(piece, conversation.source.text);
            return Ok(());
        }
        if let Some(starts) = options.to.framing.starts_text.filter(|_| self.plan.frame.framing == Framing::Document) {
            unquote(&mut self.out, self.start, starts);
        }
        self.add_members(self.start, kept);
        self.after();
        self.out.bytes_mut().extend_from_slice(after);
        Ok(())
    }

    /// Gives times to messages without one, if the target's program would generate them.
    pub(super) fn fill_times(&mut self, conversation: &mut Conversation<'_>) {
        let options = self.plan.options;
        if let Some(now) = options.generated.missing_times.filter(|_| options.to.policy.details.is_resumed) {
            fill_times(conversation, now, &mut self.part);
        }
    }

    /// The number of bytes of the batch's output so far.
    pub(super) fn output_len(&self) -> usize {
        self.spilled.len() + self.out.len()
    }

    /// Removes the output after its first `len` bytes.
    fn take_back(&mut self, len: usize) {
        self.out.truncate(len.saturating_sub(self.spilled.len()));
        self.spilled.truncate(len);
    }
}

//! Cuts a source into batches of whole records. Finds where records end, nothing more.

use std::sync::Arc;

use super::batch::{Batch, BatchFile, BatchPieces, BatchStart, Cut, Skipped};
use super::carried::CarriedBytes;
use super::coalesced_log::CoalescedLog;
use super::error::SourceError;
use super::history::History;
use super::items::ArrayState;
use super::limits::{BATCH, Limits};
use super::long_runs::{LongRuns, LongState};
use super::nested::Nesting;
use super::record_places::RecordPlace;
use super::redact::Redactor;
use super::row_groups::CutSessions;
use super::source::Source;
use super::split_mode::SplitMode;
use crate::format::Framing;
use crate::json::{JsonError, Problem, SUBSTITUTE, count_lines};

/// Cuts a source into batches.
#[derive(Debug)]
pub struct Splitter {
    pub(super) source: Source,
    /// The sessions, where the source is a folder of them.
    history: Option<History>,
    pub(super) mode: SplitMode,
    pub(super) sessions: CutSessions,
    pub(super) limits: Limits,
    pub(super) uncut: UncutInput,
    /// The place of the first byte of the next batch.
    next: BatchStart,
    pub(super) array: ArrayState,
    /// Takes long runs out of records.
    pub(super) long: Option<LongState>,
    /// A record that is too long is cut short, and does not end everything.
    pub(super) goes_on: bool,
    /// The places of conversations in the records.
    pub(super) nesting: Option<Arc<Nesting>>,
    /// Replaces secrets.
    pub(super) redactor: Option<Redactor>,
}

/// The input after the last cut.
#[derive(Debug, Default)]
pub(super) struct UncutInput {
    /// The bytes of it that were read.
    pub(super) carry: CarriedBytes,
    /// The number of bytes that were not read, if it is known.
    left: Option<u64>,
    /// The next read is short.
    is_next_short: bool,
    /// Nothing is left to be cut.
    pub(super) is_over: bool,
}

impl Splitter {
    /// Cuts `source`, which is framed in this way.
    #[must_use]
    pub fn new(source: Source, framing: Framing, limits: Limits) -> Self {
        Self::cutting(source, SplitMode::of_file(framing), limits)
    }

    /// Cuts `source`, which is one log, into the events that it holds: lines, frames, or items of an array.
    #[must_use]
    pub fn of_log(source: Source, framing: Framing, limits: Limits) -> Self {
        Self::cutting(source, SplitMode::of_log(framing), limits)
    }

    fn cutting(mut source: Source, mode: SplitMode, limits: Limits) -> Self {
        let offset = if source.has_mark() { 3 } else { 0 };
        let uncut = UncutInput { left: source.size(), ..UncutInput::default() };
        Self {
            history: source.take_history(),
            redactor: source.take_redactor(),
            source,
            mode,
            sessions: CutSessions::default(),
            limits,
            uncut,
            next: BatchStart { offset, line: 1, column: 0 },
            array: ArrayState::default(),
            long: None,
            goes_on: false,
            nesting: None,
        }
    }

    /// Long runs of base64 in large records go to `runs`: batches contain the words that stand in for them.
    #[must_use]
    pub fn without_long_runs(self, runs: Box<dyn LongRuns>) -> Self {
        Self { long: Some(LongState::new(runs)), ..self }
    }

    /// The conversations are inside the records, if `nesting` says so; [`Batch::enter`] finds them.
    #[must_use]
    pub fn entering(self, nesting: Option<Arc<Nesting>>) -> Self {
        Self { nesting, ..self }
    }

    /// The source begins with the line of a record that is not the first one.
    #[must_use]
    pub fn starting_at(self, place: RecordPlace) -> Self {
        Self { next: BatchStart { offset: place.offset, line: place.line, ..self.next }, ..self }
    }

    /// Reads half as much as usual for the next batch.
    pub(super) fn shorten_next(&mut self) {
        self.uncut.is_next_short = true;
    }

    /// Fills `batch` with the next whole records.
    ///
    /// # Errors
    /// Reading failed.
    pub fn next(&mut self, batch: &mut Batch) -> Result<Cut, SourceError> {
        let mut cut = self.cut(batch)?;
        if let Some(redactor) = &self.redactor {
            redactor.redact(batch, &mut cut);
        }
        Ok(cut)
    }

    fn cut(&mut self, batch: &mut Batch) -> Result<Cut, SourceError> {
        self.uncut.carry.move_to(batch);
        batch.unread_start = 0;
        batch.start = self.next;
        batch.file = BatchFile {
            has_mark: self.source.has_mark(),
            is_json_lines: self.source.is_lines(),
            has_blank_records: self.source.has_blank_records(),
        };
        batch.nesting.clone_from(&self.nesting);
        batch.json = None;
        batch.changes.runs.clear();
        batch.changes.redactions.clear();
        batch.changes.coalesced = CoalescedLog::default();
        batch.rows.begin();
        (batch.limit, batch.changes.skipped) = (Some(self.limits.record), Skipped::default());
        if let Some(long) = &mut self.long {
            long.begin();
        }
        let cut = match self.mode {
            SplitMode::Lines => match self.sessions.rows {
                Some(rows) => self.sessions(batch, rows),
                None => self.lines(batch),
            },
            SplitMode::Items => match self.sessions.rows {
                Some(rows) => self.session_items(batch, rows),
                None => self.items(batch),
            },
            SplitMode::Whole => self.whole(batch),
            SplitMode::WholeLines => self.whole_lines(batch),
            SplitMode::WholeFrames => self.whole_frames(batch),
            SplitMode::Frames => self.frames(batch),
            SplitMode::Folder => match &mut self.history {
                Some(history) => match history.next(batch, self.limits.record) {
                    Ok(Cut::Broken(_)) if self.goes_on => Ok(Cut::Batch),
                    cut => cut,
                },
                None => Ok(Cut::End),
            },
        }?;
        self.source.describe_coalesced(batch);
        self.next.offset += batch.real_len();
        self.source.describe_answers(batch, self.next.offset);
        if self.history.is_some() {
            // A file each: what is counted begins again.
            return Ok(cut);
        }
        let lines = batch.bytes().get(batch.line_search_start()..).unwrap_or_default();
        self.next.line += count_lines(lines) + batch.changes.skipped.lines;
        self.next.column = match memchr::memrchr(b'\n', batch.bytes()) {
            _ if batch.bytes().last() == Some(&b'\n') => 0,
            // After what was skipped there is a comma or a bracket.
            _ if batch.changes.skipped.column.is_some() => batch.changes.skipped.column.unwrap_or(0) + 1,
            Some(newline) if batch.changes.skipped.bytes > 0 => {
                (batch.len - newline - 1) as u64 + batch.changes.skipped.bytes
            }
            Some(newline) => (batch.len - newline - 1) as u64 + batch.missing(newline, batch.len),
            None => self.next.column + batch.real_len(),
        };
        Ok(cut)
    }

    /// Reads some more after what is in the batch. False at the end.
    pub(super) fn more(&mut self, batch: &mut Batch) -> Result<bool, SourceError> {
        if let Some(long) = self.long.as_mut().filter(|long| long.wants(batch)) {
            let count = long.more(&mut self.source, batch, self.limits.record as u64)?;
            return Ok(count > 0);
        }
        self.read(batch)
    }

    /// The same, whatever it is.
    pub(super) fn read(&mut self, batch: &mut Batch) -> Result<bool, SourceError> {
        batch.unread_start = batch.len;
        // Long records grow in large steps, but not beyond the end of a file whose size is known.
        let is_short = std::mem::take(&mut self.uncut.is_next_short);
        let wanted = if is_short { BATCH / 2 } else { BATCH.max(batch.len / 2) };
        let room = match self.uncut.left {
            Some(left) => wanted.min(usize::try_from(left).unwrap_or(wanted)).max(1),
            None => wanted,
        };
        let count = self.source.read(batch.spare(room))?;
        batch.len += count;
        self.uncut.left = self.uncut.left.map(|left| left.saturating_sub(count as u64));
        Ok(count > 0)
    }

    pub(super) fn too_long(&self, batch: &Batch) -> bool {
        self.is_beyond(batch.real_len() + self.source.removed_bytes())
    }

    /// Skips a record that is too long.
    pub(super) fn give_up(&mut self, batch: &mut Batch) -> Cut {
        self.uncut.is_over = true;
        batch.len = 0;
        batch.changes.runs.clear();
        batch.pieces = BatchPieces::Lines;
        Cut::Broken(JsonError { problem: Problem::TooLong(self.limits.record), offset: 0 })
    }

    /// True if a record of this length, or one with the run that is not over yet, is longer than allowed.
    pub(super) fn is_beyond(&self, length: u64) -> bool {
        length + self.long.as_ref().map_or(0, LongState::open) > self.limits.record as u64
    }

    pub(super) fn lines(&mut self, batch: &mut Batch) -> Result<Cut, SourceError> {
        batch.pieces = BatchPieces::Lines;
        if self.uncut.is_over {
            return Ok(Cut::End);
        }
        let mut searched = 0;
        loop {
            let unsearched = batch.bytes().get(searched..).unwrap_or_default();
            if let Some(newline) = memchr::memrchr(b'\n', unsearched) {
                let end = searched + newline + 1;
                // What was read last may begin after it: rows of sessions are read on past blank lines.
                batch.unread_start = searched;
                self.keep_rest(batch, end);
                return Ok(Cut::Batch);
            }
            if self.too_long(batch) {
                return if self.goes_on { self.skip_line(batch) } else { Ok(self.give_up(batch)) };
            }
            if !self.more(batch)? {
                self.uncut.is_over = true;
                return Ok(if batch.len == 0 { Cut::End } else { Cut::Batch });
            }
            searched = batch.unread_start;
        }
    }

    fn whole_lines(&mut self, batch: &mut Batch) -> Result<Cut, SourceError> {
        let cut = self.whole(batch)?;
        batch.json = without_foreign_bytes(batch.bytes());
        Ok(cut)
    }

    pub(super) fn keep_rest(&mut self, batch: &mut Batch, end: usize) {
        self.uncut.carry.add(batch.bytes().get(end..).unwrap_or_default());
        batch.len = end;
    }

    pub(super) fn whole(&mut self, batch: &mut Batch) -> Result<Cut, SourceError> {
        batch.pieces = BatchPieces::Whole;
        if self.uncut.is_over {
            return Ok(Cut::End);
        }
        self.uncut.is_over = true;
        let left =
            self.uncut.left.and_then(|left| usize::try_from(left).ok()).filter(|left| *left <= self.limits.record);
        if let Some(left) = left.filter(|_| batch.buffer.capacity() == 0) {
            // The whole file and the read that finds its end: nothing has to grow.
            batch.spare(left + 1);
        }
        while self.more(batch)? {
            if self.too_long(batch) {
                return if self.goes_on { self.skip_rest(batch) } else { Ok(self.give_up(batch)) };
            }
        }
        Ok(Cut::Batch)
    }
}

/// The same bytes with each that is not UTF-8 replaced. `None`: all are UTF-8.
pub(crate) fn without_foreign_bytes(bytes: &[u8]) -> Option<Vec<u8>> {
    simdutf8::basic::from_utf8(bytes).err()?;
    let mut text = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.extend_from_slice(chunk.valid().as_bytes());
        text.resize(text.len() + chunk.invalid().len(), SUBSTITUTE);
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// Gives bytes in pieces of a certain size.
    struct SlowReader(Vec<u8>, usize);

    impl Read for SlowReader {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0.drain(..count);
            Ok(count)
        }
    }

    #[test]
    fn a_short_batch_is_half_as_long() {
        let text = "{}\n".repeat(BATCH);
        let source = Source::from_reader(std::io::Cursor::new(text.into_bytes()), "x").unwrap();
        let mut splitter = Splitter::new(source, Framing::Lines, Limits::default());
        let mut batch = Batch::default();
        let lengths = [false, false, true, false].map(|is_short| {
            if is_short {
                splitter.shorten_next();
            }
            splitter.next(&mut batch).unwrap();
            batch.bytes().len()
        });
        let [_, usual, short, next] = lengths;
        assert!(usual.abs_diff(BATCH) < 4 && short.abs_diff(BATCH / 2) < 4 && next.abs_diff(BATCH) < 4, "{lengths:?}");
    }

    fn cut(text: &str, framing: Framing, piece: usize) -> (Vec<String>, Option<Problem>) {
        let source = Source::from_reader(SlowReader(text.as_bytes().to_vec(), piece), "x").unwrap();
        let mut splitter = Splitter::new(source, framing, Limits::default());
        let (mut batch, mut records) = (Batch::default(), Vec::new());
        loop {
            let cut = splitter.next(&mut batch).unwrap();
            if matches!(cut, Cut::End) {
                return (records, None);
            }
            let text = std::str::from_utf8(batch.bytes()).unwrap();
            match &batch.pieces {
                BatchPieces::Lines => records.extend(text.lines().map(str::to_owned)),
                BatchPieces::Items(items) | BatchPieces::Rows(items) => {
                    records.extend(items.iter().map(|item| text[item.start..item.end].to_owned()));
                }
                BatchPieces::Whole | BatchPieces::Session(_) | BatchPieces::Nested(_) => records.push(text.to_owned()),
            }
            if let Cut::Broken(error) = cut {
                return (records, Some(error.problem));
            }
        }
    }

    #[test]
    fn the_size_of_reads_never_matters() {
        let item = format!("{{\"a\": \"{}\", \"b\": [1, 2]}}", "x,]\\\"".repeat(20_000));
        let array = format!(" [{item},\n {item} ,1, {item}]\n ");
        let lines = format!("{item}\n{item}\n\n1");
        for piece in [1_000, 4_096, 70_001, 1 << 30] {
            let (items, problem) = cut(&array, Framing::Array, piece);
            assert_eq!((items.len(), problem), (4, None));
            assert!(items[0] == item && items[1] == item && items[2] == "1" && items[3] == item);
            assert_eq!(cut(&lines, Framing::Lines, piece).0, [item.as_str(), item.as_str(), "", "1"]);
        }
    }

    #[test]
    fn broken_arrays_are_found() {
        for (text, count, problem) in [
            ("[]", 0, None),
            ("[ ]\n", 0, None),
            ("[1,2", 1, Some(Problem::EndedInValue)),
            ("[1] x", 1, Some(Problem::TextAfterValue)),
            ("[1,]", 2, None),
            ("\u{c}[1]", 0, Some(Problem::Unexpected(0x0c))),
            ("[1]\u{c}", 1, Some(Problem::TextAfterValue)),
        ] {
            assert_eq!(
                (cut(text, Framing::Array, 1).0.len(), cut(text, Framing::Array, 1).1),
                (count, problem),
                "{text}"
            );
        }
    }

    #[test]
    fn a_form_feed_is_a_part_of_an_item() {
        assert_eq!(cut("[\u{c}1,\t2\u{c} ]", Framing::Array, 1).0, ["\u{c}1", "2\u{c}"]);
    }

    #[test]
    fn a_typo_does_not_read_the_whole_file() {
        let text = format!("[{{\"a\": tru}}, {{\"b\": \"{}", "x".repeat(9 * BATCH));
        let text = text.replacen("tru}", "[tru}", 1);
        assert!(cut(&text, Framing::Array, 1 << 20).1.is_some());
    }
}

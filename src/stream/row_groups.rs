//! Neighbouring rows of one session are one record: two lines `{"session_id":"s1",…}`, say.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::batch::{Batch, BatchPieces, Cut, Item};
use super::error::SourceError;
use super::limits::BATCH;
use super::source::Source;
use super::split::{Splitter, without_foreign_bytes};
use super::split_mode::SplitMode;
use crate::format::{Format, RowSession, SessionOf};
use crate::json::{At, Tape};
use crate::report::{Report, session};

/// The maximum number of bytes of a record that joins rows of a request log. A longer session becomes several records, so that
/// memory does not depend on its length.
const MOST: usize = 8 * BATCH;

/// Rows whose neighbours are one record.
#[derive(Clone, Copy, Debug)]
pub(super) struct SessionRows {
    session_of: SessionOf,
    /// The maximum number of bytes of such a record.
    pub(super) most: usize,
    /// A row is a message of a conversation. Those without a session, and damaged ones, belong to the row before them.
    are_messages: bool,
}

/// How the rows of sessions are joined to records.
#[derive(Debug, Default)]
pub(super) struct CutSessions {
    /// Neighbouring rows of one session are one record. `None`: each row is one.
    pub(super) rows: Option<SessionRows>,
    pub(super) ended: EndedSessions,
}

/// The sessions whose rows were a record before: the hash of the last one for each remainder, so that memory is constant.
#[derive(Debug, Default)]
pub(super) struct EndedSessions(Vec<u64>);

impl EndedSessions {
    fn has(&self, session: u64) -> bool {
        self.0.get(Self::place(session)) == Some(&session)
    }

    fn add(&mut self, session: u64) {
        self.0.resize(1024, 0);
        if let Some(place) = self.0.get_mut(Self::place(session)) {
            *place = session;
        }
    }

    fn place(session: u64) -> usize {
        usize::try_from(session % 1024).unwrap_or_default()
    }
}

/// What is known of the rows of a batch.
#[derive(Debug, Default)]
pub(super) struct KnownRows {
    /// The offsets of records whose session already had an earlier record.
    apart: Vec<usize>,
    /// The offsets of records that are several rows.
    joined: Vec<usize>,
    /// The rows that are records by themselves, in order. Their session was found with this tape.
    parsed: Vec<ParsedRow>,
    /// Tapes of earlier rows, whose memory is used again.
    unused: Vec<Tape>,
}

impl KnownRows {
    fn parsed_row(&self, start: usize) -> Option<&Tape> {
        let at = self.parsed.binary_search_by_key(&start, |row| row.start).ok()?;
        self.parsed.get(at).map(|row| &row.tape)
    }
}

impl KnownRows {
    /// Begins another batch.
    pub(super) fn begin(&mut self) {
        self.apart.clear();
        self.joined.clear();
        self.forget_parsed();
    }

    /// The bytes of the batch were replaced. `moved`: the new offset of a byte.
    pub(super) fn move_to(&mut self, moved: impl Fn(usize) -> usize) {
        self.apart.iter_mut().chain(&mut self.joined).for_each(|start| *start = moved(*start));
        self.forget_parsed();
    }

    fn forget_parsed(&mut self) {
        self.unused.extend(self.parsed.drain(..).map(|row| row.tape));
    }
}

/// A row that was parsed.
#[derive(Debug)]
struct ParsedRow {
    /// Its offset in the batch.
    start: usize,
    tape: Tape,
}

/// Rows of one session.
pub(super) struct RowGroup {
    pub(super) rows: Item,
    /// The nodes of the row, if it is one alone.
    tape: Option<Tape>,
    session: Option<String>,
    trace: Option<String>,
    /// No row has messages yet: any row may follow.
    is_open: bool,
    has_several: bool,
}

impl RowGroup {
    fn new(rows: Item, tape: Tape, found: RowSession<'_>) -> Self {
        let owned = |key: Option<&str>| key.map(str::to_owned);
        let tape = Some(tape);
        let (session, trace) = (owned(found.session), owned(found.trace));
        Self { rows, tape, session, trace, is_open: found.is_beside, has_several: false }
    }

    /// The hash of the session, or of the trace if it has none.
    fn hash(&self) -> Option<u64> {
        let key = self.session.as_ref().or(self.trace.as_ref())?;
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        Some(hasher.finish())
    }

    /// True if a row belongs to it.
    fn takes(&self, row: RowSession<'_>) -> bool {
        if row.is_beside || self.is_open {
            return true;
        }
        match (self.session.as_deref(), row.session) {
            (Some(session), Some(other)) => session == other,
            _ => self.trace.as_deref().zip(row.trace).is_some_and(|(trace, other)| trace == other),
        }
    }

    fn add(&mut self, row: RowSession<'_>, end: usize) {
        (self.rows.end, self.has_several) = (end, true);
        if row.is_beside {
            return;
        }
        if std::mem::take(&mut self.is_open) {
            (self.session, self.trace) = (None, None);
        }
        let newer = |known: &mut Option<String>, found: Option<&str>| {
            if found.is_some() && known.as_deref() != found {
                *known = found.map(str::to_owned);
            }
        };
        newer(&mut self.session, row.session);
        newer(&mut self.trace, row.trace);
    }
}

/// True if the first line of a file of messages is a row with a session.
#[must_use]
pub fn has_sessions(source: &Source, usual: Option<&'static Format>) -> bool {
    let Some(session_of) = usual.and_then(|format| format.framing.session_of) else { return false };
    let first = source.head().lines().find(|line| !line.trim().is_empty());
    let is_row =
        |row: &str| Tape::new().parse_prefix(row).0.map(session_of).is_some_and(|row| row != RowSession::default());
    first.is_some_and(is_row)
}

impl Splitter {
    /// Neighbouring lines of one session are one record, if the rows of this format have sessions.
    #[must_use]
    pub fn joining_rows(mut self, usual: Option<&'static Format>) -> Self {
        let are_messages = self.mode == SplitMode::WholeLines;
        let is_wanted = match self.mode {
            SplitMode::Lines => !self.source.is_lines(),
            SplitMode::Items => true,
            SplitMode::WholeLines => has_sessions(&self.source, usual),
            SplitMode::Whole | SplitMode::WholeFrames | SplitMode::Frames | SplitMode::Folder => false,
        };
        if let Some(session_of) = usual.and_then(|format| format.framing.session_of)
            && is_wanted
            && self.nesting.is_none()
        {
            // A conversation must not be cut.
            let most = if are_messages { self.limits.record } else { MOST };
            self.mode = if are_messages { SplitMode::Lines } else { self.mode };
            self.sessions.rows = Some(SessionRows { session_of, most, are_messages });
        }
        self
    }

    /// Cuts lines into records of one or more rows.
    pub(super) fn sessions(&mut self, batch: &mut Batch, kind: SessionRows) -> Result<Cut, SourceError> {
        if self.uncut.is_over {
            return self.lines(batch);
        }
        let mut groups = self.joiner(batch, kind);
        let mut at = 0;
        loop {
            while let Some(length) = memchr::memchr(b'\n', batch.bytes().get(at..).unwrap_or_default()) {
                groups.add(batch.bytes(), at, at + length);
                at += length + 1;
            }
            if !groups.whole.is_empty() {
                // The last one may go on in the next bytes.
                self.keep_rest(batch, groups.last.as_ref().map_or(at, |last| last.rows.start));
                break;
            }
            let is_too_long = self.is_beyond((batch.len - at) as u64);
            if is_too_long && groups.last.is_none() {
                self.sessions.ended = groups.ended;
                return self.lines(batch);
            }
            if is_too_long {
                groups.end_last();
                self.keep_rest(batch, at);
                break;
            }
            if !self.read(batch)? {
                self.uncut.is_over = true;
                groups.add(batch.bytes(), at, batch.len);
                groups.end_last();
                break;
            }
        }
        (self.sessions.ended, batch.rows) = (groups.ended, groups.known);
        if kind.are_messages {
            batch.json = without_foreign_bytes(batch.bytes());
        }
        batch.pieces = BatchPieces::Rows(groups.whole);
        Ok(if batch.len == 0 { Cut::End } else { Cut::Batch })
    }

    pub(super) fn joiner(&mut self, batch: &mut Batch, kind: SessionRows) -> RowJoiner {
        RowJoiner {
            kind,
            depth: self.limits.depth,
            whole: Vec::new(),
            last: None,
            gaps: Vec::new(),
            ended: std::mem::take(&mut self.sessions.ended),
            known: std::mem::take(&mut batch.rows),
        }
    }
}

/// The groups of the rows of a batch.
pub(super) struct RowJoiner {
    kind: SessionRows,
    /// The maximum number of brackets that are open at once.
    depth: usize,
    pub(super) whole: Vec<Item>,
    /// The next row may belong to it.
    pub(super) last: Option<RowGroup>,
    /// What is between the rows of a record.
    gaps: Vec<Item>,
    pub(super) ended: EndedSessions,
    pub(super) known: KnownRows,
}

impl RowJoiner {
    /// Adds an item of an array. Nothing between two commas is a record that fails.
    pub(super) fn item(&mut self, bytes: &[u8], item: Item) {
        if item.start < item.end {
            return self.add(bytes, item.start, item.end);
        }
        self.end_last();
        self.push(item, None);
    }

    /// Adds the line between two places to the last group, or begins another.
    fn add(&mut self, bytes: &[u8], start: usize, end: usize) {
        let line = bytes.get(start..end).unwrap_or_default();
        if line.trim_ascii().is_empty() {
            return;
        }
        let end = end - usize::from(line.last() == Some(&b'\r'));
        let mut tape = self.known.unused.pop().unwrap_or_else(|| Tape::with_max_depth(self.depth));
        let node = simdutf8::basic::from_utf8(line).ok().and_then(|line| tape.parse(line).ok());
        let mut row = node.map(self.kind.session_of).unwrap_or_default();
        let is_row = node.is_some() || self.kind.are_messages;
        row.is_beside |= self.kind.are_messages && row == RowSession::default();
        let most = self.kind.most;
        match &mut self.last {
            Some(last) if is_row && last.takes(row) && end - last.rows.start <= most => {
                self.gaps.push(Item { start: last.rows.end, end: start });
                last.add(row, end);
                self.known.unused.extend(last.tape.take());
                self.known.unused.push(tape);
            }
            // Nothing has to be waited for. A damaged line is a record by itself.
            _ if row == RowSession::default() => {
                let is_parsed = node.is_some();
                self.end_last();
                self.push(Item { start, end }, Some(tape).filter(|_| is_parsed));
            }
            last => {
                let next = RowGroup::new(Item { start, end }, tape, row);
                let is_cut = last.as_ref().is_some_and(|last| last.takes(row));
                if !is_cut && next.hash().is_some_and(|session| self.ended.has(session)) {
                    self.known.apart.push(start);
                }
                self.end_last();
                self.last = Some(next);
            }
        }
    }

    pub(super) fn end_last(&mut self) {
        if let Some(last) = self.last.take() {
            if let Some(session) = last.hash() {
                self.ended.add(session);
            }
            if last.has_several {
                self.known.joined.push(last.rows.start);
            }
            self.push(last.rows, last.tape);
        }
    }

    /// The bytes with blanks in place of the commas between the rows of a record. `None`: there are none.
    pub(super) fn without_commas(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut json = Some(bytes.to_vec()).filter(|_| !self.gaps.is_empty())?;
        for gap in &self.gaps {
            let between = json.get_mut(gap.start..gap.end).unwrap_or_default();
            between.iter_mut().filter(|byte| **byte == b',').for_each(|comma| *comma = b' ');
        }
        Some(json)
    }

    fn push(&mut self, rows: Item, tape: Option<Tape>) {
        self.whole.push(rows);
        // A message is read as a sequence of one row.
        if !self.kind.are_messages {
            self.known.parsed.extend(tape.map(|tape| ParsedRow { start: rows.start, tape }));
        }
    }
}

impl Batch {
    /// The nodes of the record that begins at an offset of the batch and has these bytes, if it was parsed before: a row to find
    /// its session, the text of a string to find the conversation in it.
    pub(crate) fn parsed_piece(&self, start: usize, json: &[u8]) -> Option<&Tape> {
        // A record may be converted from other bytes than those of the batch.
        self.json().get(start..start + json.len()).filter(|bytes| std::ptr::eq(*bytes, json))?;
        match self.nested() {
            Some(nested) => nested.nodes_at(start),
            None => self.rows.parsed_row(start),
        }
    }

    /// True if the record that begins at an offset of the batch is several rows.
    pub(crate) fn has_several_rows(&self, start: usize) -> bool {
        self.rows.joined.binary_search(&start).is_ok()
    }

    /// Reports the record at this place of the file if other rows of its session were a record before.
    pub fn report_rows(&self, offset: u64, report: &mut Report) {
        let start = usize::try_from(offset.saturating_sub(self.start.offset)).unwrap_or(usize::MAX);
        if self.rows.apart.binary_search(&start).is_ok() {
            let message = "other rows of this session are an earlier record, because rows of another are between";
            report.add(&session::ROWS_APART, At::byte(0), || message.to_owned());
        }
    }
}

#[cfg(test)]
#[path = "row_groups_tests.rs"]
mod tests;

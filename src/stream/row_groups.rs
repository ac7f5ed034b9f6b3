//! Neighbouring rows of one session are one record: two lines `{"session_id":"s1",…}`, say.

use super::batch::{Batch, BatchPieces, Cut, Item};
use super::error::SourceError;
use super::limits::BATCH;
use super::split::Splitter;
use super::split_mode::SplitMode;
use crate::format::{Format, RowSession, SessionOf};
use crate::json::Tape;

/// The number of bytes of a record of several rows. The rows of a longer session are several records, so that memory does
/// not depend on the length of a session.
const MOST: usize = 8 * BATCH;

/// Rows of one session.
struct RowGroup {
    rows: Item,
    session: Option<String>,
    trace: Option<String>,
}

impl RowGroup {
    fn new(rows: Item, found: RowSession<'_>) -> Self {
        let owned = |key: Option<&str>| key.map(str::to_owned);
        Self { rows, session: owned(found.session), trace: owned(found.trace) }
    }

    /// True if a row is of the same session.
    fn has(&self, row: RowSession<'_>) -> bool {
        match (self.session.as_deref(), row.session) {
            (Some(session), Some(other)) => session == other,
            _ => self.trace.as_deref().zip(row.trace).is_some_and(|(trace, other)| trace == other),
        }
    }

    fn add(&mut self, row: RowSession<'_>, end: usize) {
        self.rows.end = end;
        let newer = |known: &mut Option<String>, found: Option<&str>| {
            if found.is_some() && known.as_deref() != found {
                *known = found.map(str::to_owned);
            }
        };
        newer(&mut self.session, row.session);
        newer(&mut self.trace, row.trace);
    }
}

impl Splitter {
    /// Neighbouring lines of one session are one record, if the rows of this format have sessions.
    #[must_use]
    pub fn joining_rows(mut self, usual: Option<&'static Format>) -> Self {
        let is_plain = self.mode == SplitMode::Lines && self.nesting.is_none() && !self.source.is_lines();
        self.session_of = usual.and_then(|format| format.session_of).filter(|_| is_plain);
        self
    }

    /// Cuts lines into records of one or more rows.
    pub(super) fn sessions(&mut self, batch: &mut Batch, session_of: SessionOf) -> Result<Cut, SourceError> {
        if self.is_over {
            return self.lines(batch);
        }
        let mut groups = RowJoiner { session_of, tape: Tape::new(), whole: Vec::new(), last: None };
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
                return self.lines(batch);
            }
            if is_too_long {
                groups.end_last();
                self.keep_rest(batch, at);
                break;
            }
            if !self.read(batch)? {
                self.is_over = true;
                groups.add(batch.bytes(), at, batch.len);
                groups.end_last();
                break;
            }
        }
        batch.pieces = BatchPieces::Rows(groups.whole);
        Ok(if batch.len == 0 { Cut::End } else { Cut::Batch })
    }
}

/// The groups of the rows of a batch.
struct RowJoiner {
    session_of: SessionOf,
    tape: Tape,
    whole: Vec<Item>,
    /// The next row may belong to it.
    last: Option<RowGroup>,
}

impl RowJoiner {
    /// Adds the line between two places to the last group, or begins another.
    fn add(&mut self, bytes: &[u8], start: usize, end: usize) {
        let line = bytes.get(start..end).unwrap_or_default();
        if line.trim_ascii().is_empty() {
            return;
        }
        let end = end - usize::from(line.last() == Some(&b'\r'));
        // A damaged line is a record by itself.
        let row = simdutf8::basic::from_utf8(line).ok().and_then(|line| self.tape.parse(line).ok());
        let session = row.map(self.session_of).unwrap_or_default();
        if session == RowSession::default() {
            // Nothing has to be waited for.
            self.end_last();
            self.whole.push(Item { start, end });
            return;
        }
        match &mut self.last {
            Some(last) if last.has(session) && end - last.rows.start <= MOST => last.add(session, end),
            _ => {
                let next = RowGroup::new(Item { start, end }, session);
                self.end_last();
                self.last = Some(next);
            }
        }
    }

    fn end_last(&mut self) {
        self.whole.extend(self.last.take().map(|last| last.rows));
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::super::limits::Limits;
    use super::super::source::Source;
    use super::*;
    use crate::format::{FORMATS, Framing};

    fn cut(text: &str) -> Vec<String> {
        let usual = FORMATS.iter().find(|format| format.name == "request-log").copied();
        let source = Source::from_reader(Cursor::new(text.to_owned()), "x").unwrap();
        let mut splitter = Splitter::new(source, Framing::Lines, Limits::default()).joining_rows(usual);
        let (mut batch, mut records, mut bytes) = (Batch::default(), Vec::new(), String::new());
        while !matches!(splitter.next(&mut batch).unwrap(), Cut::End) {
            let BatchPieces::Rows(rows) = &batch.pieces else { panic!("{:?}", batch.pieces) };
            let some = std::str::from_utf8(batch.bytes()).unwrap();
            records.extend(rows.iter().map(|rows| some[rows.start..rows.end].to_owned()));
            bytes.push_str(some);
        }
        assert_eq!(bytes, text);
        records
    }

    #[test]
    fn rows_are_joined_up_to_the_next_session() {
        let [one, two, none] = ["{\"session_id\":\"1\"}", "{\"session_id\":\"2\"}", "{}"];
        let text = format!("\n{one}\r\n\n{one}\n{two}\n{none}\n{none}\n{two}\n{two}x\n{two}");
        let expected = [&format!("{one}\r\n\n{one}"), two, none, none, two, &format!("{two}x"), two];
        assert_eq!(cut(&text), expected);
        assert!(cut("").is_empty() && cut(" \n\n").is_empty());
    }

    #[test]
    fn long_sessions_are_several_records() {
        let row = format!("{{\"session_id\":\"1\",\"x\":\"{}\"}}", "x".repeat(MOST / 10));
        let records = cut(&vec![row.as_str(); 25].join("\n"));
        let rows: Vec<_> = records.iter().map(|record| record.lines().count()).collect();
        assert_eq!(rows, [9, 9, 7]);
        let long = format!("{{\"session_id\":\"1\",\"x\":\"{}\"}}", "x".repeat(2 * MOST));
        assert_eq!(cut(&format!("{row}\n{long}\n{row}\n")).len(), 3);
    }
}

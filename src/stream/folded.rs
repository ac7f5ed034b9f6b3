//! Recorded streams of services as inputs: their events are joined to answers, one a line, before they are cut into records.
//!
//! ```text
//! data: {"object":"chat.completion.chunk",…}⏎⏎data: {…}      the file
//! {"object":"chat.completion",…}⏎                            what is read
//! ```
//!
//! A journal contains the places of the events in the file, so that findings are reported there.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::batch::Batch;
use super::event_cutter::EventCutter;
use super::limits::BATCH;
use super::source::Source;
use crate::format::Framing;
use crate::format::streams::{FoldNote, FoldedAnswer, Folding, StreamKind};
use crate::json::At;
use crate::report::{Diagnostic, Location, Report, Start};

/// A recorded stream that an input is.
#[derive(Debug)]
pub struct FoldedStream {
    /// The kind of the first events.
    pub kind: &'static StreamKind,
    /// The framing of the events in the file.
    pub framing: Framing,
    journal: AnswerJournal,
}

/// The answers that were read, and are in no batch yet.
#[derive(Clone, Debug, Default)]
pub(super) struct AnswerJournal {
    waiting: Arc<Mutex<VecDeque<FoldedRecord>>>,
    /// Answers have the bytes of their events.
    keeps_text: Arc<AtomicBool>,
}

/// An answer among the lines that are read.
#[derive(Debug)]
pub(super) struct FoldedRecord {
    /// Its line, from 1.
    line: u64,
    /// The offset of its first byte.
    start: u64,
    /// Offsets in it, each with its place in the file.
    marks: Vec<(usize, Start)>,
    notes: Vec<FoldNote>,
    /// The bytes of its events and of the text between them, where they are kept.
    text: Vec<u8>,
}

/// The offset of the first note about an answer, which is beyond its text.
const NOTES: u64 = 0xf000_0000;
/// The distance of the next one: replaced secrets move offsets by less.
const NOTE_STEP: u64 = 1 << 20;

impl AnswerJournal {
    fn lock(&self) -> MutexGuard<'_, VecDeque<FoldedRecord>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keeps_text(&self) -> bool {
        self.keeps_text.load(Ordering::Relaxed)
    }

    /// Moves the answers that begin before `end` to a batch.
    fn take_until(&self, end: u64, taken: &mut Vec<FoldedRecord>) {
        let mut waiting = self.lock();
        while let Some(record) = waiting.pop_front_if(|record| record.start < end) {
            taken.push(record);
        }
    }
}

impl Source {
    /// Joins the events of a recorded stream of this kind, which are framed in this way. Only before anything was read.
    pub fn fold(&mut self, kind: &'static StreamKind, framing: Framing, limit: usize) {
        let journal = AnswerJournal::default();
        let has_mark = self.has_mark;
        let is_wrapped = self.wrap(|inner| {
            Box::new(FoldingReader {
                inner,
                cutter: EventCutter::new(framing, if has_mark { 3 } else { 0 }),
                lines: FoldedLines::new(Folding::new(kind, limit), journal.clone(), EventText::new(framing, has_mark)),
                limit,
                is_over: false,
            })
        });
        if is_wrapped {
            self.has_mark = false;
            self.folded = Some(FoldedStream { kind, framing, journal });
        }
    }

    /// The recorded stream that the input is.
    #[must_use]
    pub fn folded(&self) -> Option<&FoldedStream> {
        self.folded.as_ref()
    }

    /// Answers keep the bytes of their events. Only before anything was read.
    pub fn keep_stream_text(&self) {
        if let Some(folded) = &self.folded {
            folded.journal.keeps_text.store(true, Ordering::Relaxed);
        }
    }

    /// Moves what is known of the answers in a batch to it.
    pub(super) fn describe_answers(&self, batch: &mut Batch, end: u64) {
        batch.answers.clear();
        if let Some(folded) = &self.folded {
            folded.journal.take_until(end, &mut batch.answers);
        }
    }
}

/// Reads the answers of a stream.
struct FoldingReader {
    inner: Box<dyn Read + Send>,
    cutter: EventCutter,
    lines: FoldedLines,
    /// The bytes of the longest event.
    limit: usize,
    is_over: bool,
}

/// The answers that are complete.
struct FoldedLines {
    folding: Folding,
    journal: AnswerJournal,
    text: EventText,
    /// Answers whose events may be followed by other text, such as the end of a stream.
    open: Vec<FoldedAnswer>,
    ready: Vec<u8>,
    /// Bytes of `ready` that were taken.
    taken: usize,
    /// Lines and bytes so far.
    count: u64,
    length: u64,
}

/// The bytes of events that are in no answer yet, where they are kept.
struct EventText {
    bytes: Vec<u8>,
    /// Bytes that belong to answers.
    taken: usize,
    /// The offset of the first byte in the file.
    start: u64,
    is_sse: bool,
}

impl EventText {
    fn new(framing: Framing, has_mark: bool) -> Self {
        let start = if has_mark { 3 } else { 0 };
        Self { bytes: Vec::new(), taken: 0, start, is_sse: framing == Framing::Sse }
    }

    fn push(&mut self, bytes: &[u8]) {
        self.start += self.taken as u64;
        self.bytes.drain(..self.taken);
        self.taken = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// Takes the bytes before the event at this offset, of which the frame may begin earlier. `None`: all bytes.
    fn take_until(&mut self, offset: Option<u64>) -> Vec<u8> {
        let rest = self.bytes.get(self.taken..).unwrap_or_default();
        let length = offset.and_then(|offset| usize::try_from(offset.saturating_sub(self.start)).ok());
        let length = length.map_or(rest.len(), |length| length.saturating_sub(self.taken).min(rest.len()));
        let mut text = rest.get(..length).unwrap_or_default();
        if self.is_sse && offset.is_some() {
            let ends = [&b"\n\n"[..], b"\r\n\r\n", b"\r\r"];
            let end = ends.iter().filter_map(|end| Some(memchr::memmem::rfind(text, end)? + end.len())).max();
            text = text.get(..end.unwrap_or(0)).unwrap_or_default();
        }
        self.taken += text.len();
        text.to_vec()
    }
}

impl FoldedLines {
    fn new(folding: Folding, journal: AnswerJournal, text: EventText) -> Self {
        Self { folding, journal, text, open: Vec::new(), ready: Vec::new(), taken: 0, count: 0, length: 0 }
    }

    fn event(&mut self, bytes: &[u8], place: Start) {
        self.close(Some(place.offset));
        let open = &mut self.open;
        match simdutf8::basic::from_utf8(bytes) {
            Ok(text) => self.folding.event(text, place, &mut |answer| open.push(answer)),
            Err(_) => self.folding.damaged(place, "not UTF-8"),
        }
        // What a value that is not an event, or the end of a stream, closes goes on to the next event.
        if self.open.first().is_some_and(|answer| answer.is_before_event) {
            let last = self.open.split_off(1);
            self.close(Some(place.offset));
            self.open = last;
        }
    }

    /// The answers that are open have no more text: that which follows begins at this offset.
    fn close(&mut self, end: Option<u64>) {
        for answer in std::mem::take(&mut self.open) {
            let text = if self.journal.keeps_text() { self.text.take_until(end) } else { Vec::new() };
            self.take(answer, text);
        }
    }

    fn take(&mut self, answer: FoldedAnswer, text: Vec<u8>) {
        self.count += 1;
        let FoldedAnswer { text: line, marks, notes, .. } = answer;
        self.journal.lock().push_back(FoldedRecord { line: self.count, start: self.length, marks, notes, text });
        self.ready.extend_from_slice(line.as_bytes());
        self.ready.push(b'\n');
        self.length += line.len() as u64 + 1;
    }

    fn end(&mut self) {
        let open = &mut self.open;
        self.folding.end(&mut |answer| open.push(answer));
        self.close(None);
    }

    fn read(&mut self, buffer: &mut [u8]) -> usize {
        let rest = self.ready.get(self.taken..).unwrap_or_default();
        let count = rest.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..count), rest.get(..count)) {
            to.copy_from_slice(from);
        }
        self.taken += count;
        if self.taken == self.ready.len() {
            self.ready.clear();
            self.taken = 0;
        }
        count
    }
}

impl Read for FoldingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.lines.read(buffer);
            if count > 0 || self.is_over || buffer.is_empty() {
                return Ok(count);
            }
            let Self { inner, cutter, lines, limit, is_over } = self;
            let more = cutter.fill(inner, BATCH)?;
            *is_over = more.is_empty();
            if lines.journal.keeps_text() {
                lines.text.push(more);
            }
            cutter.cut(*is_over, &mut |event, place| lines.event(event, place));
            if *is_over {
                lines.end();
            } else if cutter.waiting() > *limit {
                return Err(io::Error::other(format!("an event of the stream is longer than {limit} bytes")));
            }
        }
    }
}

impl Batch {
    /// Reports what is unusual about the stream of the answer on this line.
    pub fn report_stream(&self, line: u64, report: &mut Report) {
        let Some(record) = self.answer_on(line) else { return };
        for (note, index) in record.notes.iter().zip(0..) {
            let at = At::byte(usize::try_from(NOTES + index * NOTE_STEP).unwrap_or(usize::MAX));
            for _ in 0..=note.more {
                report.add(note.code, at, || note.message.clone());
            }
        }
    }

    /// The line in the file of a line of the batch: that of the first event of an answer.
    #[must_use]
    pub fn line_in_file(&self, line: u64) -> u64 {
        let place = self.answer_on(line).and_then(|record| record.marks.first());
        place.map_or(line, |(_, place)| place.line)
    }

    /// What is unusual about the stream of the answer on this line, with its places in the file.
    pub fn stream_findings(&self, line: u64) -> impl Iterator<Item = Diagnostic> {
        let notes = self.answer_on(line).into_iter().flat_map(|record| &record.notes);
        notes.map(|note| {
            let Start { line, column, offset } = note.place;
            let location = Some(Location { line, column, offset, pointer: String::new() });
            Diagnostic { location, ..Diagnostic::new(note.code, note.message.clone()) }
        })
    }

    /// True if its lines are the answers of a recorded stream.
    #[must_use]
    pub fn has_stream(&self) -> bool {
        !self.answers.is_empty()
    }

    /// The bytes of the events of the answer on this line, where they are kept.
    #[must_use]
    pub fn stream_text(&self, line: u64) -> Option<&[u8]> {
        self.answer_on(line).map(|record| record.text.as_slice())
    }

    fn answer_on(&self, line: u64) -> Option<&FoldedRecord> {
        let at = self.answers.partition_point(|record| record.line < line);
        self.answers.get(at).filter(|record| record.line == line)
    }

    /// Moves the place of a diagnostic about a stream to its event. False: it is about something in the answer.
    pub(super) fn place_stream_note(&self, diagnostic: &mut Diagnostic) -> bool {
        let Some(location) = &mut diagnostic.location else { return false };
        let Some(record) = self.answer_on(location.line) else { return false };
        let beyond = location.offset.saturating_sub(record.start).checked_sub(NOTES - NOTE_STEP / 2);
        let index = beyond.and_then(|beyond| usize::try_from(beyond / NOTE_STEP).ok());
        let Some(note) = index.and_then(|index| record.notes.get(index)) else { return false };
        (location.line, location.column, location.offset) = (note.place.line, note.place.column, note.place.offset);
        location.pointer.clear();
        diagnostic.excerpt = None;
        true
    }

    /// Moves the place of a diagnostic in an answer to the event that what it is about comes from.
    pub(super) fn place_in_stream(&self, diagnostic: &mut Diagnostic) {
        let Some(location) = &mut diagnostic.location else { return };
        let Some(record) = self.answer_on(location.line) else { return };
        let local = usize::try_from(location.offset.saturating_sub(record.start)).unwrap_or(usize::MAX);
        let after = record.marks.partition_point(|(offset, _)| *offset <= local);
        let Some((_, place)) = record.marks.get(after.saturating_sub(1)) else { return };
        (location.line, location.column, location.offset) = (place.line, place.column, place.offset);
        diagnostic.excerpt = None;
    }
}

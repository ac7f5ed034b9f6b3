//! Iterates over the records of an input, each with its own memory, for callers that write nothing.

use std::collections::VecDeque;

use super::bad_record::diagnose;
use super::input::Input;
use super::reader::Reader;
use super::records::{EntryPiece, RecordPiece, broken, each_piece};
use super::select_branch::{ChosenBranch, select};
use crate::format::{Attached, Format, Framing};
use crate::json::Node;
use crate::model::Conversation;
use crate::report::{Diagnostic, Refused, Report, Start};
use crate::stream::{Batch, Cut, RecordPlace, SourceError, Splitter, TooLong};

/// A record of the input.
#[derive(Clone, Debug)]
pub struct RawRecord {
    /// Its number, from 0.
    pub number: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The start of the record.
    pub start: Start,
    /// The same without the parts that are not JSON, if there are any.
    json: Option<Vec<u8>>,
    is_marked: bool,
    too_long: Option<TooLong>,
    is_json_line: bool,
    is_sequence: bool,
    is_whole: bool,
    entry: Option<RawEntry>,
    /// What is unusual about the recorded stream whose answer it is.
    pub(crate) stream: Vec<Diagnostic>,
}

/// The entry of a session in the index of its folder.
#[derive(Clone, Debug)]
struct RawEntry {
    text: String,
    attached: Attached,
}

impl RawRecord {
    /// True for the error object of a record that failed in an earlier run.
    #[must_use]
    pub fn is_error_object(&self) -> bool {
        self.piece().is_error_object()
    }

    pub(super) fn piece(&self) -> RecordPiece<'_> {
        RecordPiece {
            bytes: &self.bytes,
            json: self.json.as_ref().unwrap_or(&self.bytes),
            start: self.start,
            is_sequence: self.is_sequence,
            is_whole: self.is_whole,
            is_marked: self.is_marked,
            too_long: self.too_long,
            entry: self.entry.as_ref().map(|entry| EntryPiece { text: &entry.text, attached: entry.attached }),
            is_json_line: self.is_json_line,
            ..RecordPiece::default()
        }
    }

    /// True if it may be JSON: an object or array in UTF-8, of acceptable length. Other bytes could look like a
    /// compressed file.
    #[must_use]
    pub fn may_be_json(&self) -> bool {
        let is_text = simdutf8::basic::from_utf8(&self.bytes).is_ok() && memchr::memchr(0, &self.bytes).is_none();
        let first = self.bytes.trim_ascii_start().first();
        is_text && self.too_long.is_none() && matches!(first, Some(b'{' | b'['))
    }
}

/// The reason why there is no record.
#[derive(Debug)]
pub enum Unreadable {
    /// Reading failed: there are no more records.
    Source(SourceError),
    /// This record is invalid: the error, and advice. The next one may be valid.
    Record(Box<(Diagnostic, &'static str)>),
}

/// An iterator over the records of an input. Its memory is one batch: 256 KiB, or one record if that is longer.
pub struct RawRecords {
    splitter: Splitter,
    framing: Framing,
    reader: Reader,
    batch: Batch,
    waiting: VecDeque<RawRecord>,
    broken: Option<Box<(Refused, Start)>>,
    number: u64,
    is_over: bool,
}

impl std::fmt::Debug for RawRecords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RawRecords").field("number", &self.number).finish_non_exhaustive()
    }
}

impl RawRecords {
    /// Iterates over the records of this input.
    #[must_use]
    pub fn new(input: Input) -> Self {
        Self {
            splitter: Input::splitter(input.source, input.framing, input.limits, input.nesting)
                .past_long_records(true)
                .joining_rows(input.usual),
            framing: input.framing,
            reader: Reader::new(input.usual, input.is_fixed, input.limits),
            batch: Batch::default(),
            waiting: VecDeque::new(),
            broken: None,
            number: 0,
            is_over: false,
        }
    }

    /// Begins with the record at which the source of the input was started.
    #[must_use]
    pub fn starting_at(self, place: RecordPlace) -> Self {
        Self { splitter: self.splitter.starting_at(place), number: place.number, ..self }
    }

    /// The next record; `None` after the last one.
    pub fn next_record(&mut self) -> Option<Result<RawRecord, Unreadable>> {
        loop {
            if let Some(record) = self.waiting.pop_front() {
                return Some(Ok(record));
            }
            if let Some(broken) = self.broken.take() {
                return Some(Err(refused(&broken.0, self.batch.bytes(), &broken.1, self.number)));
            }
            if self.is_over {
                return None;
            }
            if let Err(error) = self.fill() {
                self.is_over = true;
                return Some(Err(Unreadable::Source(error)));
            }
        }
    }

    fn fill(&mut self) -> Result<(), SourceError> {
        let cut = self.splitter.next(&mut self.batch)?;
        self.is_over = !matches!(cut, Cut::Batch);
        if matches!(cut, Cut::End) {
            return Ok(());
        }
        self.batch.enter();
        let (waiting, number, batch) = (&mut self.waiting, &mut self.number, &self.batch);
        each_piece(batch, self.framing, |piece| {
            waiting.push_back(RawRecord {
                number: *number,
                bytes: piece.bytes.to_vec(),
                start: Start { line: batch.line_in_file(piece.start.line), ..piece.start },
                json: (piece.bytes != piece.json).then(|| piece.json.to_vec()),
                is_marked: piece.is_marked,
                too_long: piece.too_long,
                is_json_line: piece.is_json_line,
                is_sequence: piece.is_sequence,
                is_whole: piece.is_whole,
                entry: piece.entry.map(|entry| RawEntry { text: entry.text.to_owned(), attached: entry.attached }),
                stream: batch.stream_findings(piece.start.line).collect(),
            });
            *number += 1;
            true
        });
        self.broken = broken(&self.batch, &cut).map(|(refused, start, _)| Box::new((refused, start)));
        Ok(())
    }

    /// Reads a record and returns its conversation: the first branch, if it has several.
    ///
    /// # Errors
    /// The record cannot be read as a conversation.
    pub fn read<R>(
        &mut self,
        record: &RawRecord,
        look: impl FnOnce(&'static Format, &Conversation<'_>) -> R,
    ) -> Result<R, Unreadable> {
        let (format, mut conversation, _) = self.read_whole(record, &mut Report::keeping(0))?;
        if !conversation.branches.is_empty() {
            select(&mut conversation, ChosenBranch::FIRST, &mut Report::keeping(0));
        }
        Ok(look(format, &conversation))
    }

    /// Reads a record: its format, its conversation with all branches, and its JSON.
    ///
    /// # Errors
    /// The record cannot be read as a conversation.
    pub(super) fn read_whole<'t>(
        &'t mut self,
        record: &'t RawRecord,
        report: &mut Report,
    ) -> Result<(&'static Format, Conversation<'t>, Option<Node<'t, 't>>), Unreadable> {
        let piece = record.piece();
        let (format, conversation, text) =
            self.reader.read(&piece, report).map_err(|why| refused(&why, piece.json, &record.start, record.number))?;
        Ok((format, conversation, self.reader.tape.root(text)))
    }
}

pub(super) fn refused(refused: &Refused, bytes: &[u8], start: &Start, number: u64) -> Unreadable {
    Unreadable::Record(Box::new((diagnose(refused, bytes, start, number), refused.help())))
}

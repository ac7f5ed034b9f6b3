//! Iterates over the records of a batch, which is the first step of every command.

use crate::format::{Attached, Format, Framing, starts_text};
use crate::json::{At, CoalescedRows, JsonError, Node, Problem, SUBSTITUTE, Tape, count_lines};
use crate::report::{Refused, Report, Start, is_error_object};
use crate::stream::{Batch, BatchPieces, Cut, Item, NestedBatch, NestedItem, NestedRefusal, TooLong};

/// A record with its place in its batch.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RecordPiece<'b> {
    /// The batch that contains it. `None`: it is a separate text.
    pub(super) batch: Option<&'b Batch>,
    /// Its bytes without the separator.
    pub(super) bytes: &'b [u8],
    /// The same without the parts that are not JSON, at the same offsets.
    pub(super) json: &'b [u8],
    /// The text between the previous record and this one: separators, blank lines.
    pub(super) separator: &'b [u8],
    /// The start of the record.
    pub(super) start: Start,
    /// The record is all values of the text together.
    pub(super) is_sequence: bool,
    /// It is all of its file.
    pub(super) is_whole: bool,
    /// It follows a byte order mark.
    pub(super) is_marked: bool,
    /// The record exceeds the maximum length.
    pub(super) too_long: Option<TooLong>,
    /// The entry of the record in the index of its folder.
    pub(super) entry: Option<EntryPiece<'b>>,
    /// It is a line that must be JSON (`--lines`): a blank line or the text of a program fails.
    pub(super) is_json_line: bool,
    /// The record that contains it, if it is a value in a record.
    pub(super) around: Option<RecordAround<'b>>,
}

/// A record that contains a conversation.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordAround<'b> {
    /// Its bytes.
    pub(super) bytes: &'b [u8],
    /// The offset of its first byte in [`NestedBatch::bytes`].
    pub(super) start: usize,
    /// The JSON Pointer of the conversation in it.
    pub(super) pointer: &'b str,
    /// The bytes of the conversation as escaped JSON text, if it is in a string.
    pub(super) spelling: Option<&'b [u8]>,
    /// The reason why it contains no conversation.
    pub(super) refusal: Option<&'b NestedRefusal>,
}

impl<'b> RecordPiece<'b> {
    /// The place of its first byte in its batch.
    pub(super) fn offset(&self) -> usize {
        let before = self.batch.map_or(self.start.offset, |batch| batch.start.offset);
        usize::try_from(self.start.offset.saturating_sub(before)).unwrap_or(0)
    }

    /// Its line in the file, which is that of its first event in a recorded stream.
    pub(super) fn line_in_file(&self) -> u64 {
        self.batch.map_or(self.start.line, |batch| batch.line_in_file(self.start.line))
    }

    /// Its bytes; several rows of an array without the commas between them.
    pub(super) fn values(&self) -> &'b [u8] {
        let has_several = self.batch.is_some_and(|batch| batch.has_several_rows(self.offset()));
        if has_several { self.json } else { self.bytes }
    }

    /// Reports what is unusual about the recorded stream whose answer this is, or about the rows that it is.
    pub(super) fn report_source(&self, report: &mut Report) {
        if let Some(batch) = self.batch {
            batch.report_stream(self.start.line, report);
            batch.report_rows(self.start.offset, report);
        }
    }

    /// The rows that were coalesced in it.
    pub(super) fn coalesced_rows(&self) -> Option<&'b CoalescedRows> {
        self.batch.and_then(Batch::coalesced_rows)
    }

    /// The same before its rows were coalesced, if they are.
    pub(super) fn separate(&self) -> Option<Self> {
        let batch = self.batch.filter(|batch| batch.coalesced_rows().is_some())?;
        let (bytes, json) = batch.separate_rows();
        Some(Self { bytes, json, ..*self })
    }

    /// True for an error object that an earlier run wrote instead of an invalid record. It is copied.
    pub(super) fn is_error_object(&self) -> bool {
        // A session of several lines, or with a damaged line, is a session: the object stands for a whole one.
        let is_whole = || simdutf8::basic::from_utf8(self.json).is_ok_and(|text| Tape::new().parse(text).is_ok());
        is_error_object(self.json) && (!self.is_sequence || is_whole())
    }
}

/// The entry of a session, next to its record.
#[derive(Clone, Copy, Debug)]
pub(super) struct EntryPiece<'b> {
    pub(super) text: &'b str,
    pub(super) attached: Attached,
}

/// Calls `each` with every record of a batch, until it returns false. Returns where it stopped: the offset after the
/// last accepted record.
pub(super) fn each_piece<'b>(batch: &'b Batch, framing: Framing, each: impl FnMut(RecordPiece<'b>) -> bool) -> usize {
    let mut walk = PieceWalk { batch, is_sequence: framing.is_pieces(), each, done: 0, line: 0, line_start: 0 };
    match &batch.pieces {
        BatchPieces::Items(items) => walk.items(items),
        BatchPieces::Rows(items) => walk.rows(items),
        BatchPieces::Lines => walk.lines(),
        BatchPieces::Whole => {
            walk.piece(0, batch.bytes().len());
        }
        BatchPieces::Session(session) => {
            walk.is_sequence = !session.is_document;
            walk.piece(session.start, session.end);
        }
        BatchPieces::Nested(nested) => walk.nested(nested),
    }
    walk.done
}

struct PieceWalk<'b, E> {
    batch: &'b Batch,
    is_sequence: bool,
    each: E,
    /// The offset after the last accepted record.
    done: usize,
    /// Lines of the batch before the current one, and its start.
    line: u64,
    line_start: usize,
}

impl<'b, E: FnMut(RecordPiece<'b>) -> bool> PieceWalk<'b, E> {
    fn piece(&mut self, start: usize, end: usize) -> bool {
        let (batch, bytes) = (self.batch, self.batch.bytes());
        let before = if self.line == 0 { batch.start.column } else { 0 };
        let place = Start {
            line: batch.start.line + self.line,
            column: before + start.saturating_sub(self.line_start) as u64 + 1,
            offset: batch.start.offset + start as u64,
        };
        let is_wanted = (self.each)(RecordPiece {
            batch: Some(batch),
            bytes: bytes.get(start..end).unwrap_or_default(),
            json: batch.json().get(start..end).unwrap_or_default(),
            separator: bytes.get(self.done..start).unwrap_or_default(),
            start: place,
            is_sequence: self.is_sequence,
            is_whole: matches!(batch.pieces, BatchPieces::Whole),
            is_marked: match &batch.pieces {
                BatchPieces::Session(session) => session.start > 0,
                BatchPieces::Lines | BatchPieces::Items(_) | BatchPieces::Rows(_) | BatchPieces::Whole => {
                    batch.file.has_mark && place.offset == 3
                }
                BatchPieces::Nested(_) => false,
            },
            too_long: batch.too_long(start, end),
            entry: entry_of(batch, start),
            around: None,
            is_json_line: batch.file.is_json_lines,
        });
        if is_wanted {
            self.done = end;
        }
        is_wanted
    }

    fn items(&mut self, items: &[Item]) {
        let is_sequence = self.is_sequence;
        self.each_item(items, |_| is_sequence);
    }

    /// Several rows are a sequence. One alone is not, unless rows are messages.
    fn rows(&mut self, items: &[Item]) {
        let (are_messages, batch) = (self.is_sequence, self.batch);
        self.each_item(items, |row| are_messages || batch.has_several_rows(row.start));
    }

    fn each_item(&mut self, items: &[Item], is_sequence: impl Fn(&Item) -> bool) {
        let bytes = self.batch.bytes();
        let mut counted = 0;
        for item in items {
            self.is_sequence = is_sequence(item);
            let between = bytes.get(counted..item.start).unwrap_or_default();
            self.line += count_lines(between);
            if let Some(newline) = memchr::memrchr(b'\n', between) {
                self.line_start = counted + newline + 1;
            }
            counted = item.start;
            if !self.piece(item.start, item.end) {
                return;
            }
        }
    }

    fn nested(&mut self, nested: &'b NestedBatch) {
        let bytes = self.batch.bytes();
        for item in nested.items() {
            let NestedItem { value, line, column, .. } = item;
            let offset = self.batch.start.offset + value.start as u64;
            let piece = RecordPiece {
                batch: Some(self.batch),
                bytes: bytes.get(value.clone()).unwrap_or_default(),
                json: bytes.get(value.clone()).unwrap_or_default(),
                separator: bytes.get(self.done..value.start).unwrap_or_default(),
                start: Start { line: *line, column: *column, offset },
                too_long: nested.whole_record(item).and_then(|whole| self.batch.too_long(whole.start, whole.end)),
                is_json_line: self.batch.file.is_json_lines && nested.whole_record(item).is_some(),
                around: Some(RecordAround {
                    bytes: nested.record_of(item),
                    start: item.record().start,
                    pointer: item.pointer(),
                    spelling: nested.spelling_of(item),
                    refusal: item.refusal(),
                }),
                ..RecordPiece::default()
            };
            if !(self.each)(piece) {
                return;
            }
            self.done = value.end;
        }
    }

    fn lines(&mut self) {
        let (bytes, batch_has_blank) = (self.batch.bytes(), self.batch.file.has_blank_records);
        let mut searched = self.batch.line_search_start();
        while self.line_start < bytes.len() {
            let rest = bytes.get(self.line_start..).unwrap_or_default();
            let unsearched = rest.get(searched..).unwrap_or_default();
            let length = searched + memchr::memchr(b'\n', unsearched).unwrap_or(unsearched.len());
            let line = rest.get(..length).unwrap_or_default();
            searched = 0;
            let end = self.line_start + length - usize::from(line.last() == Some(&b'\r'));
            if (batch_has_blank || !is_blank(line)) && !self.piece(self.line_start, end) {
                return;
            }
            self.line_start += length + 1;
            self.line += 1;
        }
    }
}

fn entry_of(batch: &Batch, start: usize) -> Option<EntryPiece<'_>> {
    let BatchPieces::Session(session) = &batch.pieces else { return None };
    let text = std::str::from_utf8(batch.bytes().get(session.entry..)?).ok()?;
    let attached = Attached {
        place_offset: session.entry - start,
        is_made: session.is_made,
        missing: session.missing,
        is_converting: false,
    };
    Some(EntryPiece { text, attached })
}

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
}

/// The text of a piece.
pub(super) fn text_of<'b>(piece: &RecordPiece<'b>) -> Result<&'b str, Refused> {
    if let Some(too_long) = piece.too_long {
        return Err(Refused::json(&JsonError { problem: Problem::TooLong(too_long.limit), offset: 0 }));
    }
    if let Some(why) = piece.around.and_then(|around| around.refusal) {
        return Err(Refused::new(why.code, At::byte(0), why.message.clone()).helping(why.help));
    }
    if piece.is_json_line && is_blank(piece.bytes) {
        return Err(Refused::json(&JsonError { problem: Problem::BlankLine, offset: 0 }));
    }
    simdutf8::basic::from_utf8(piece.json).map_err(|_| {
        let offset = std::str::from_utf8(piece.json).err().map_or(0, |error| error.valid_up_to());
        Refused::json(&JsonError { problem: Problem::NotUtf8, offset })
    })
}

/// Parses a piece. `usual`: the format of the file, if it is known.
pub(super) fn parse<'t, 'b>(
    tape: &'t mut Tape,
    piece: &RecordPiece<'b>,
    text: &'b str,
    usual: Option<&'static Format>,
) -> Result<Node<'t, 'b>, JsonError> {
    if !piece.is_json_line && starts_text(text) {
        return Ok(tape.parse_foreign(text));
    }
    if piece.is_sequence {
        // A session or log is read without its damaged lines.
        return match tape.parse_sequence(text).err() {
            Some(_) if usual.is_some_and(|format| has_damaged_lines(format, piece)) => tape.parse_lines(text),
            Some(error) => Err(foreign_byte(piece).unwrap_or(error)),
            None => tape.root(text).ok_or(JsonError { problem: Problem::Empty, offset: 0 }),
        };
    }
    if let Some(parsed) = piece.batch.and_then(|batch| batch.parsed_piece(piece.offset(), piece.json))
        && tape.copy_of(parsed, text).is_some()
    {
        return tape.root(text).ok_or(JsonError { problem: Problem::Empty, offset: 0 });
    }
    match tape.parse(text) {
        // Nothing is between two commas, or after the last one; at the start of a file, the file is empty.
        Err(JsonError { problem: Problem::Empty, offset })
            if piece.bytes.is_empty() && (piece.start.line, piece.start.column) != (1, 1) =>
        {
            Err(JsonError { problem: Problem::TrailingComma, offset })
        }
        other => other,
    }
}

/// True if damaged lines do not prevent the others from being read: in sessions and event logs.
fn has_damaged_lines(format: &Format, piece: &RecordPiece<'_>) -> bool {
    // Frames of server-sent events are not lines.
    let is_lines = piece.json.first() == piece.bytes.first();
    format.framing.is_session || (is_lines && format.name == crate::events::FORMAT)
}

/// The error for the first byte that was not UTF-8 and was replaced.
fn foreign_byte(piece: &RecordPiece<'_>) -> Option<JsonError> {
    let mut replaced = memchr::memchr_iter(SUBSTITUTE, piece.json);
    let offset = replaced.find(|at| piece.bytes.get(*at) != Some(&SUBSTITUTE))?;
    Some(JsonError { problem: Problem::NotUtf8, offset })
}

/// The error for a batch whose end cannot be a record, and that text with its start.
pub(super) fn broken<'b>(batch: &'b Batch, cut: &Cut) -> Option<(Refused, Start, &'b [u8])> {
    let Cut::Broken(error) = cut else { return None };
    // After the values inside records come the records themselves: see `NestedBatch`.
    let (bytes, before) = batch.nested().map_or((batch.bytes(), 0), |nested| (nested.bytes(), batch.bytes().len() + 1));
    let start =
        Start { line: batch.start.line, column: batch.start.column + 1, offset: batch.start.offset + before as u64 };
    Some((Refused::json(error), start, bytes))
}

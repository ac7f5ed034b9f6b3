//! The records of a file, which can be read again in any order: a hash and a place for each, with the bytes elsewhere.
//!
//! A file that is compressed or comes from a pipe is copied into a temporary file while it is read; short ones stay in
//! memory. Therefore memory depends on the number of records (64 bytes each) and on the longest one.

use std::fs::File;
use std::hash::BuildHasher as _;

use foldhash::quality::RandomState;
use std::path::Path;

use super::DiffFailure;
use super::file_pair::DiffInput;
use super::options::DiffOptions;
use super::stored_file::StoredFile;
use crate::format::{Attached, Format, Framing};
use crate::json::count_lines;
use crate::op::bad_record::diagnose;
use crate::op::input::Input;
use crate::op::log_conversations::log_parts;
use crate::op::reader::Reader;
use crate::op::records::{EntryPiece, RecordAround, RecordPiece, broken, each_piece};
use crate::report::Start;
use crate::stream::{Batch, BatchPieces, Cut, Identity, Limits, NestedRefusal, SourceError, Splitter, TooLong};

/// The number of times that every record is read: to index it, to find its counterpart, and to compare it.
pub(super) const PHASES: u64 = 3;

/// A record of a file.
#[derive(Clone, Debug)]
pub(super) struct StoredRecord {
    /// The number of the record in its file.
    pub(super) number: usize,
    /// The offset of its bytes.
    offset: u64,
    pub(super) len: usize,
    /// The line in its file.
    pub(super) line: u64,
    column: u64,
    place: u64,
    /// The hash of its bytes; only if the file may have several records.
    pub(super) hash: Option<u64>,
    /// The entry, for a session of a folder.
    session: Option<Box<StoredSession>>,
    is_sequence: bool,
    too_long: Option<TooLong>,
    is_json_line: bool,
    /// The record that contains it.
    around: Option<Box<StoredAround>>,
}

/// A record that contains a conversation.
#[derive(Clone, Debug)]
struct StoredAround {
    /// The JSON Pointer of the conversation in it.
    pointer: String,
    /// The reason why it contains no conversation.
    refusal: Option<NestedRefusal>,
}

/// A record of a folder, as far as the index describes it.
#[derive(Clone, Copy, Debug)]
struct StoredSession {
    attached: Attached,
    /// Bytes after those of the record, up to the end of its entry.
    place_offset: usize,
}

enum Bytes {
    Memory(Vec<u8>),
    File(StoredFile),
}

/// The records of a file.
pub(super) struct RecordStore {
    bytes: Bytes,
    pub(super) entries: Vec<StoredRecord>,
    /// The formats of records that were read, by their numbers.
    formats: Vec<Option<&'static Format>>,
    pub(super) framing: Framing,
    pub(super) usual: Option<&'static Format>,
    pub(super) is_fixed: bool,
    pub(super) limits: Limits,
    has_mark: bool,
}

impl RecordStore {
    /// Reads an input; at most `most` bytes of it are kept in memory.
    pub(super) fn new(
        it: DiffInput<'_>,
        options: &DiffOptions,
        hasher: RandomState,
        side: usize,
    ) -> Result<Self, DiffFailure> {
        let DiffInput { input, path, progress } = it;
        let most = options.kept;
        let Input { source, framing, usual, is_fixed, limits, nesting, .. } = input;
        let has_mark = source.has_mark();
        // Between rows of an array that are one record there are commas.
        let has_rows = usual.is_some_and(|format| format.framing.session_of.is_some());
        let is_plain = source.size().is_some()
            && (framing == Framing::Lines || (framing == Framing::Array && !has_rows))
            && nesting.is_none();
        let is_long = source.size().is_none_or(|size| size > most as u64);
        let mark = if has_mark && is_plain && is_long { 3 } else { 0 };
        let again = path.filter(|_| is_plain && is_long).map(|path| open_again(path, source.identity()));
        let is_file = again.is_some();
        let mut bytes = match again {
            Some(file) => Bytes::File(StoredFile::new(file.map_err(|error| DiffFailure::Source(side, error))?)),
            None => Bytes::Memory(Vec::new()),
        };
        let mut entries = Vec::new();
        let outer = nesting.as_ref().map_or(framing, |nesting| nesting.framing());
        let mut splitter =
            Splitter::new(source, outer, limits).past_long_records(options.skips).entering(nesting).joining_rows(usual);
        let mut batch = Batch::default();
        let mut base = mark;
        let io = |error| DiffFailure::Source(side, SourceError::Read(error));
        let mut known = 0;
        loop {
            let cut = splitter.next(&mut batch).map_err(|error| DiffFailure::Source(side, error))?;
            if matches!(cut, Cut::End) {
                break;
            }
            batch.enter();
            each_piece(&batch, framing, |piece| {
                let start = piece.start.offset.saturating_sub(batch.start.offset);
                let session = piece.entry.map(|entry| {
                    let place_offset =
                        (entry.attached.place_offset + entry.text.len()).saturating_sub(piece.json.len());
                    Box::new(StoredSession { attached: entry.attached, place_offset })
                });
                let has_many = matches!(framing, Framing::Lines | Framing::Array | Framing::Folder);
                let hash = || hasher.hash_one((piece.json, piece.entry.map(|entry| entry.text)));
                entries.push(StoredRecord {
                    number: entries.len(),
                    offset: base + start,
                    len: piece.json.len(),
                    line: piece.start.line,
                    column: piece.start.column,
                    place: piece.start.offset,
                    is_sequence: piece.is_sequence,
                    too_long: piece.too_long,
                    around: piece.around.map(|around| {
                        let (pointer, refusal) = (around.pointer.to_owned(), around.refusal.cloned());
                        Box::new(StoredAround { pointer, refusal })
                    }),
                    is_json_line: piece.is_json_line,
                    hash: has_many.then(hash),
                    session,
                });
                true
            });
            if let Some((refused, start, bytes)) = broken(&batch, &cut) {
                let diagnostic = diagnose(&refused, bytes, &start, entries.len() as u64);
                return Err(DiffFailure::Record(side, Box::new((diagnostic, refused.help()))));
            }
            base += if is_file { batch.real_len() } else { batch.bytes().len() as u64 };
            if let Some(progress) = progress {
                progress.advance(batch.bytes().len() as u64 / PHASES, (entries.len() - known) as u64);
                known = entries.len();
            }
            match &mut bytes {
                _ if is_file => {}
                Bytes::Memory(kept) if kept.is_empty() && matches!(batch.pieces, BatchPieces::Whole) => {
                    *kept = batch.take_json();
                }
                Bytes::Memory(_) | Bytes::File(_) => keep(&mut bytes, batch.json(), most).map_err(io)?,
            }
        }
        let mut store = Self { bytes, entries, formats: Vec::new(), framing, usual, is_fixed, limits, has_mark };
        store.divide(hasher);
        Ok(store)
    }

    /// Makes a record of each conversation of a log.
    fn divide(&mut self, hasher: RandomState) {
        let [entry] = self.entries.as_slice() else { return };
        let has_logs =
            self.usual.is_none_or(|format| format.shape.listing.is_some_and(|listing| listing.log.is_some()));
        if !has_logs || !matches!(self.framing, Framing::Messages | Framing::Sse | Framing::Document) {
            return;
        }
        let mut reader = Reader::new(self.usual, self.is_fixed, self.limits);
        let mut buffer = Vec::new();
        let Ok(bytes) = self.read(0, &mut buffer) else { return };
        let Some(piece) = self.piece(0, bytes) else { return };
        let parts = log_parts(&mut reader, &piece);
        if parts.len() < 2 {
            return;
        }
        let (mut all, mut entries, mut lines) = (Vec::new(), Vec::new(), (0, entry.line));
        for part in parts {
            let from = part.pieces.first().map_or(0, |piece| piece.from);
            // Threads begin one after the other; earlier lines are not counted again.
            let (counted, line) = if from < lines.0 { (0, entry.line) } else { lines };
            lines = (from, line + count_lines(bytes.get(counted..from).unwrap_or_default()));
            entries.push(StoredRecord {
                number: entries.len(),
                offset: all.len() as u64,
                len: part.text.len(),
                line: lines.1,
                hash: Some(hasher.hash_one(part.text.as_bytes())),
                is_sequence: true,
                ..entry.clone()
            });
            all.extend_from_slice(part.text.as_bytes());
        }
        (self.bytes, self.entries, self.framing) = (Bytes::Memory(all), entries, Framing::Lines);
    }

    /// Reads the bytes of a record, and those of its entry after them.
    pub(super) fn read<'b>(&'b self, index: usize, buffer: &'b mut Vec<u8>) -> Result<&'b [u8], SourceError> {
        let Some(entry) = self.entries.get(index) else { return Ok(&[]) };
        let wanted = entry.len + entry.session.as_ref().map_or(0, |session| session.place_offset);
        match &self.bytes {
            Bytes::Memory(bytes) => {
                let start = usize::try_from(entry.offset).unwrap_or(usize::MAX);
                let end = start.saturating_add(wanted);
                Ok(bytes.get(start..end).unwrap_or_default())
            }
            Bytes::File(file) => {
                file.read(entry.offset, wanted, buffer).map_err(SourceError::Read)?;
                Ok(buffer)
            }
        }
    }

    /// The bytes of a record as a piece of its file.
    pub(super) fn piece<'b>(&'b self, index: usize, buffer: &'b [u8]) -> Option<RecordPiece<'b>> {
        let entry = self.entries.get(index)?;
        let bytes = buffer.get(..entry.len)?;
        let of_index = |attached: Attached| {
            let text = std::str::from_utf8(buffer.get(attached.place_offset..)?).ok()?;
            Some(EntryPiece { text, attached })
        };
        Some(RecordPiece {
            bytes,
            json: bytes,
            start: self.start(index),
            is_sequence: entry.is_sequence,
            is_marked: self.has_mark && entry.number == 0,
            too_long: entry.too_long,
            entry: entry.session.as_ref().and_then(|session| of_index(session.attached)),
            around: entry.around.as_ref().map(|around| RecordAround {
                start: 0,
                bytes,
                pointer: &around.pointer,
                spelling: None,
                refusal: around.refusal.as_ref(),
            }),
            is_json_line: entry.is_json_line,
            ..RecordPiece::default()
        })
    }

    /// The format of a record that was read before.
    pub(super) fn format(&self, index: usize) -> Option<&'static Format> {
        *self.formats.get(self.entries.get(index)?.number)?
    }

    pub(super) fn keep_format(&mut self, index: usize, format: &'static Format) {
        let Some(number) = self.entries.get(index).map(|entry| entry.number) else { return };
        if self.formats.len() <= number {
            self.formats.resize(number + 1, None);
        }
        if let Some(known) = self.formats.get_mut(number) {
            *known = Some(format);
        }
    }

    /// The hash of the bytes of a record, if there may be several.
    pub(super) fn hash(&self, index: usize) -> Option<u64> {
        self.entries.get(index)?.hash
    }

    /// The JSON Pointer of a conversation inside a record.
    pub(super) fn pointer(&self, index: usize) -> &str {
        let around = self.entries.get(index).and_then(|entry| entry.around.as_ref());
        around.map_or("", |around| around.pointer.as_str())
    }

    pub(super) fn start(&self, index: usize) -> Start {
        let entry = self.entries.get(index);
        let first = Start { line: 1, column: 1, offset: 0 };
        entry.map_or(first, |it| Start { line: it.line, column: it.column, offset: it.place })
    }
}

/// Appends bytes; a temporary file is used if they become many.
fn keep(bytes: &mut Bytes, more: &[u8], most: usize) -> std::io::Result<()> {
    match bytes {
        Bytes::Memory(kept) if kept.len() + more.len() <= most => kept.extend_from_slice(more),
        Bytes::Memory(kept) => {
            let mut file = StoredFile::new(tempfile::tempfile()?);
            file.append(kept)?;
            file.append(more)?;
            *bytes = Bytes::File(file);
        }
        Bytes::File(file) => file.append(more)?,
    }
    Ok(())
}

/// Opens the same file again.
fn open_again(path: &Path, known: Option<Identity>) -> Result<File, SourceError> {
    let file = File::open(path).map_err(SourceError::Open)?;
    let now = Identity::of(&file.metadata().map_err(SourceError::Open)?);
    if known != Some(now) {
        let changed = std::io::Error::other("the file changed while it was read");
        return Err(SourceError::Read(changed));
    }
    Ok(file)
}

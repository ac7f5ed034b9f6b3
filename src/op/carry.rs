//! `--carry` and `--restore`: exact round trips. While a file is converted, a side file receives every source record unchanged;
//! when it is converted back, each record that was not edited becomes the bytes of the source again.
//!
//! ```json
//! {"turnwise":"carry","version":2,"from":"openai","to":"anthropic","mark":false}
//! {"gap":"","from":"openai","out":"5f0c…","record":"{\"messages\":[…]}"}
//! {"gap":"\n"}
//! ```
//!
//! `out` identifies the converted record by a hash of its value (see [`crate::json::canonical_value`]), so layout, the
//! order of keys and the spelling of strings and numbers may change, as they do in `jsonb` columns. `gap` is the text
//! between records; consecutive pieces are one gap.

use std::collections::{HashMap, VecDeque};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use serde::Deserialize;
use uuid::Uuid;

use crate::json::{Tape, canonical_value, escape_into, utf8_text};
use crate::model::uuid_v5;

/// A file that supports reading at any offset.
pub trait Seekable: Read + Seek + Send {}

impl<F: Read + Seek + Send> Seekable for F {}

/// The reason why a carry file cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum CarryError {
    /// Reading the file failed.
    Io(io::Error),
    /// The file is not a carry file, or it was truncated or edited.
    Broken(String),
    /// The carry file is from a conversion between other formats.
    Other {
        /// Its formats: that of its source records, and that of the converted records.
        formats: [String; 2],
        /// The format that is requested.
        wanted: &'static str,
    },
}

impl std::fmt::Display for CarryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Broken(why) => write!(f, "this is not a carry file as convert --carry writes it: {why}"),
            Self::Other { formats: [from, to], wanted } => {
                write!(f, "the carry file leads from {to} back to {from}, not to {wanted}")
            }
        }
    }
}

impl std::error::Error for CarryError {}

/// The hash that identifies a record. Records with equal values have the same hash, even if keys, escapes or numbers
/// are written differently. A record may be several lines with one message each.
pub(super) fn name_of(text: &str, tape: &mut Tape) -> Option<u128> {
    let mut bytes = Vec::with_capacity(text.len());
    if crate::format::starts_text(text) {
        // White space at the ends of a text is not part of the record.
        bytes.extend_from_slice(text.trim().as_bytes());
    } else if let Ok(root) = tape.parse(text) {
        canonical_value(root, &mut bytes);
    } else if let Ok(root) = tape.parse_sequence(text) {
        canonical_value(root, &mut bytes);
    } else if tape.parse_lines(text).is_ok() {
        // The damaged lines of a session are part of it.
        bytes.extend_from_slice(text.trim().as_bytes());
    } else {
        return None;
    }
    Some(uuid_v5(&Uuid::NAMESPACE_OID, &bytes).as_u128())
}

/// The first line.
pub(super) fn header(from: &str, to: &str, has_mark: bool) -> String {
    format!("{{\"turnwise\":\"carry\",\"version\":2,\"from\":\"{from}\",\"to\":\"{to}\",\"mark\":{has_mark}}}\n")
}

/// A record of the source, for the file of `--carry`.
pub(super) struct CarriedRecord<'c> {
    /// The name of its format.
    pub(super) from: &'c str,
    /// The hash of the converted record.
    pub(super) name: u128,
    pub(super) record: &'c [u8],
    /// The escaped form of the record in the string that contains it (`--at`).
    pub(super) spelling: Option<&'c [u8]>,
}

/// Adds the line of a record.
pub(super) fn add_record(
    out: &mut Vec<u8>,
    gap: &[u8],
    CarriedRecord { from, name, record, spelling }: CarriedRecord<'_>,
) {
    out.extend_from_slice(b"{\"gap\":\"");
    escape_into(out, &utf8_text(gap));
    out.extend_from_slice(format!("\",\"from\":\"{from}\",\"out\":\"{name:032x}\",\"record\":\"").as_bytes());
    escape_into(out, &utf8_text(record));
    if let Some(spelling) = spelling {
        out.extend_from_slice(b"\",\"spelling\":\"");
        escape_into(out, &utf8_text(spelling));
    }
    out.extend_from_slice(b"\"}\n");
}

/// Adds the text after the last record of a batch.
pub(super) fn add_gap(out: &mut Vec<u8>, gap: &[u8]) {
    if !gap.is_empty() {
        out.extend_from_slice(b"{\"gap\":\"");
        escape_into(out, &utf8_text(gap));
        out.extend_from_slice(b"\"}\n");
    }
}

#[derive(Deserialize)]
struct Header {
    turnwise: String,
    version: u32,
    from: String,
    to: String,
    mark: bool,
}

#[derive(Deserialize)]
struct CarryLine {
    gap: String,
    from: Option<String>,
    out: Option<String>,
    record: Option<String>,
    spelling: Option<String>,
}

/// A source record.
#[derive(Debug)]
pub(super) struct CarryEntry {
    number: u64,
    name: u128,
    from: String,
    /// The text between the previous record and this one.
    gap: String,
    pub(super) record: String,
    /// The escaped form of the record in the string that contains it.
    pub(super) spelling: Option<String>,
    /// The offset of its line, and of the line with the separator before it.
    offset: u64,
}

/// Reads the records of a carry file.
struct CarryReader {
    file: BufReader<Box<dyn Seekable>>,
    /// The offset of the next line.
    offset: u64,
    /// The number of records before that line.
    number: u64,
    /// The text after the last record that was read.
    tail: String,
}

impl CarryReader {
    fn go_to(&mut self, offset: u64, number: u64) -> Result<(), CarryError> {
        self.file.seek(SeekFrom::Start(offset)).map_err(CarryError::Io)?;
        (self.offset, self.number) = (offset, number);
        self.tail.clear();
        Ok(())
    }

    /// The next record of the file; at its end, the tail is complete.
    fn read(&mut self) -> Result<Option<CarryEntry>, CarryError> {
        let mut bytes = Vec::new();
        let start = self.offset;
        loop {
            bytes.clear();
            let offset = self.offset;
            let length = self.file.read_until(b'\n', &mut bytes).map_err(CarryError::Io)?;
            if length == 0 {
                return Ok(None);
            }
            self.offset += length as u64;
            let line: CarryLine = serde_json::from_slice(&bytes)
                .map_err(|error| CarryError::Broken(format!("at byte {}: {error}", offset + 1)))?;
            self.tail.push_str(&line.gap);
            let (Some(record), Some(out), Some(from)) = (line.record, line.out, line.from) else { continue };
            let name = u128::from_str_radix(&out, 16)
                .map_err(|error| CarryError::Broken(format!("at byte {}: `out`: {error}", offset + 1)))?;
            let gap = std::mem::take(&mut self.tail);
            let spelling = line.spelling;
            let entry = CarryEntry { number: self.number, name, from, gap, record, spelling, offset: start };
            self.number += 1;
            return Ok(Some(entry));
        }
    }
}

/// A carry file that records are restored from.
pub struct Restore {
    reader: CarryReader,
    to: String,
    has_mark: bool,
    next: Option<CarryEntry>,
    /// The offsets of all records that were not used in order, by name. It is built when the order differs.
    index: Option<HashMap<u128, VecDeque<(u64, u64)>>>,
    gaps: [String; 2],
    /// The record that was written last.
    last: Option<u64>,
    has_output: bool,
    taken: u64,
    error: Option<CarryError>,
}

impl std::fmt::Debug for Restore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Restore").field("to", &self.to).finish_non_exhaustive()
    }
}

impl Restore {
    /// Opens a carry file that restores `wanted`.
    ///
    /// # Errors
    /// The file cannot be read, or is about other formats.
    pub fn open(file: Box<dyn Seekable>, wanted: &'static str) -> Result<Self, CarryError> {
        let mut file = BufReader::new(file);
        let mut first = Vec::new();
        // The first line is short; a file of another kind may have no line end.
        file.by_ref().take(4096).read_until(b'\n', &mut first).map_err(CarryError::Io)?;
        let header: Header =
            serde_json::from_slice(&first).map_err(|error| CarryError::Broken(format!("its first line: {error}")))?;
        if header.turnwise != "carry" || header.version != 2 {
            return Err(CarryError::Broken("it is of another version".to_owned()));
        }
        if header.from != wanted {
            return Err(CarryError::Other { formats: [header.from, header.to], wanted });
        }
        let start = first.len() as u64;
        let mut restore = Self {
            reader: CarryReader { file, offset: start, number: 0, tail: String::new() },
            to: header.to,
            has_mark: header.mark,
            next: None,
            index: None,
            gaps: Default::default(),
            last: None,
            has_output: false,
            taken: 0,
            error: None,
        };
        let first = restore.reader.read()?;
        let second = restore.reader.read()?;
        restore.gaps = [&first, &second].map(|entry| entry.as_ref().map_or_else(String::new, |it| it.gap.clone()));
        if second.is_none() {
            "\n".clone_into(&mut restore.gaps[1]);
        }
        restore.reader.go_to(start, 0)?;
        restore.next = restore.reader.read()?;
        Ok(restore)
    }

    /// The format its records were converted to.
    #[must_use]
    pub fn format(&self) -> &str {
        &self.to
    }

    /// The output begins with a byte order mark.
    pub(super) fn has_mark(&self) -> bool {
        self.has_mark
    }

    /// The source record of this converted record, if the file contains it.
    pub(super) fn take(&mut self, name: u128, wanted: &str) -> Option<CarryEntry> {
        match self.find(name) {
            Ok(found) => found.filter(|entry| entry.from == wanted),
            Err(error) => {
                self.error = self.error.take().or(Some(error));
                None
            }
        }
    }

    fn find(&mut self, name: u128) -> Result<Option<CarryEntry>, CarryError> {
        if self.index.is_none() {
            if self.next.as_ref().is_some_and(|next| next.name == name) {
                self.taken += 1;
                let next = self.reader.read()?;
                return Ok(std::mem::replace(&mut self.next, next));
            }
            self.make_index()?;
        }
        let same = self.index.as_mut().and_then(|index| index.get_mut(&name));
        // If several source records became equal, the next one in their order is the likeliest.
        let last = self.last;
        let found = same.and_then(|same| {
            let place = same.iter().position(|(number, _)| last.is_none_or(|last| *number > last));
            same.remove(place.unwrap_or(0))
        });
        let Some((number, offset)) = found else { return Ok(None) };
        let tail = std::mem::take(&mut self.reader.tail);
        self.reader.go_to(offset, number)?;
        let entry = self.reader.read()?;
        self.reader.tail = tail;
        self.taken += 1;
        Ok(entry)
    }

    /// Indexes the places of all remaining records. 56 bytes a record; only if the order differs from the source's.
    fn make_index(&mut self) -> Result<(), CarryError> {
        let mut index: HashMap<u128, VecDeque<(u64, u64)>> = HashMap::new();
        let mut next = self.next.take();
        while let Some(entry) = next {
            index.entry(entry.name).or_default().push_back((entry.number, entry.offset));
            next = self.reader.read()?;
        }
        self.index = Some(index);
        Ok(())
    }

    /// The separator before the next record of the output: that of the source, if the previous record is the same.
    pub(super) fn separator(&mut self, entry: Option<&CarryEntry>) -> String {
        let follows = match (self.last, entry) {
            (Some(last), Some(entry)) => entry.number == last + 1,
            _ => false,
        };
        let [first, usual] = &self.gaps;
        let gap = match entry {
            _ if !self.has_output => first.clone(),
            Some(entry) if follows => entry.gap.clone(),
            _ => usual.clone(),
        };
        self.has_output = true;
        self.last = entry.map(|entry| entry.number);
        gap
    }

    /// The text after the last record, and the number of records of the carry file that were not used.
    ///
    /// # Errors
    /// The carry file cannot be read, now or earlier.
    pub(super) fn finish(&mut self) -> Result<(String, u64), CarryError> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        if self.index.is_none() {
            while self.reader.read()?.is_some() {}
        }
        let all = self
            .index
            .as_ref()
            .map_or(self.reader.number, |index| self.taken + index.values().map(|left| left.len() as u64).sum::<u64>());
        let tail = if self.has_output { std::mem::take(&mut self.reader.tail) } else { String::new() };
        Ok((tail, all.saturating_sub(self.taken)))
    }
}

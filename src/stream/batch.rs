//! A piece of a file that holds whole records.

/// Some whole records, as bytes.
#[derive(Debug, Default)]
pub struct Batch {
    /// The buffer; only the first `len` bytes count.
    pub(super) buffer: Vec<u8>,
    pub(super) len: usize,
    /// The same bytes with everything blank that is no JSON; only where something else stands between them.
    pub(super) json: Option<Vec<u8>>,
    /// How the records lie in it.
    pub pieces: Pieces,
    /// Where the first byte stands in the file.
    pub offset: u64,
    /// The line of the first byte, from 1.
    pub line: u64,
    /// How many bytes of its line stand before the first byte.
    pub column: u64,
}

/// How records lie in a batch.
#[derive(Debug, Default)]
pub enum Pieces {
    /// One a line.
    #[default]
    Lines,
    /// Items of an array.
    Items(Vec<Item>),
    /// All bytes are one record.
    Whole,
}

/// An item of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// First byte in the batch, behind white space.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Batch {
    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.buffer.get(..self.len).unwrap_or_default()
    }

    /// The bytes without what is no JSON: of the same length, blank where other things stand.
    #[must_use]
    pub fn json(&self) -> &[u8] {
        self.json.as_deref().unwrap_or_else(|| self.bytes())
    }

    /// The bytes behind the filled ones, at least `room` of them.
    pub(super) fn spare(&mut self, room: usize) -> &mut [u8] {
        let wanted = self.len + room;
        if self.buffer.len() < wanted {
            self.buffer.resize(wanted, 0);
        }
        self.buffer.get_mut(self.len..wanted).unwrap_or_default()
    }
}

//! Conversations inside records (`--at /history`). A batch of records becomes a batch of the values in them, which any
//! command works on; [`Splicer`] puts the results in their places.
//!
//! ```text
//! {"id":7,"history":[…]}⏎{"id":8,"history":[…]}     the batch that was cut
//! […]␞[…]                                           what a command works on
//! {"id":7,"history":{…}}⏎{"id":8,"history":{…}}     what is written
//! ```

mod nester;
mod splicer;

pub use splicer::Splicer;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::batch::{Batch, BatchPieces};
use crate::format::Framing;
use crate::json::{PatternMatch, PointerPattern, SetMember, Tape, mask_pointer};
use crate::report::{Code, Diagnostic, Excerpt};

/// The byte between two values of a batch. It is in no JSON text.
pub const SEPARATOR: u8 = 0x1e;
/// The byte before a result that is spelled as it is to be in the string around its place. It is in no JSON text.
pub const SPELLED: u8 = 0x1f;
/// The byte between two results for one value, whose record is written once for each. It is in no JSON text.
pub const AGAIN: u8 = 0x1d;

/// The places of conversations in the records of an input.
#[derive(Debug)]
pub struct Nesting {
    /// The pointers to them.
    patterns: Vec<PointerPattern>,
    /// The number of records that each pattern leads to something in.
    reached: Arc<[AtomicU64]>,
    /// The framing of the records.
    framing: Framing,
    /// Open brackets of one record.
    max_depth: usize,
    /// Members of the conversations that are set before a command works on them.
    set: Vec<SetMember>,
    /// Empty lists are not conversations; they stay as they are.
    passes_empty: bool,
}

impl Nesting {
    /// The values that the patterns lead to, in records of this framing.
    #[must_use]
    pub fn new(patterns: Vec<PointerPattern>, framing: Framing, max_depth: usize) -> Self {
        let reached = patterns.iter().map(|_| AtomicU64::new(0)).collect();
        Self { patterns, reached, framing, max_depth, set: Vec::new(), passes_empty: false }
    }

    /// Sets these members of the conversations before a command works on them.
    #[must_use]
    pub fn setting(&self, set: &[SetMember]) -> Self {
        Self { set: set.to_vec(), ..Self::new(self.patterns.clone(), self.framing, self.max_depth) }
    }

    /// The same for records of another framing.
    #[must_use]
    pub fn framed(&self, framing: Framing) -> Self {
        Self {
            passes_empty: self.passes_empty,
            ..Self::new(self.patterns.clone(), framing, self.max_depth).setting(&self.set)
        }
    }

    /// The same without the empty lists, which stay as they are.
    #[must_use]
    pub fn passing_empty(&self) -> Self {
        Self { passes_empty: true, reached: Arc::clone(&self.reached), ..self.framed(self.framing) }
    }

    /// The framing of the records around the conversations.
    #[must_use]
    pub fn framing(&self) -> Framing {
        self.framing
    }

    /// The patterns.
    #[must_use]
    pub fn patterns(&self) -> &[PointerPattern] {
        &self.patterns
    }

    /// The patterns that led to nothing in any of the records that were read so far.
    pub fn unreached(&self) -> impl Iterator<Item = &str> {
        let all = self.patterns.iter().zip(&*self.reached);
        all.filter(|(_, reached)| reached.load(Ordering::Relaxed) == 0).map(|(pattern, _)| pattern.as_str())
    }
}

/// The records of a batch, and the values in them.
#[derive(Debug)]
pub struct NestedBatch {
    /// The bytes that were cut.
    bytes: Vec<u8>,
    /// The framing of the records in them.
    framing: Framing,
    /// The values, in order.
    items: Vec<NestedItem>,
    /// The ranges of records that contain no value.
    untouched: Vec<Range<usize>>,
    /// The offset of the first byte in the file.
    offset: u64,
}

/// A value in a record, or a whole record in which no value can be found.
#[derive(Debug)]
pub struct NestedItem {
    /// The bytes of the value in the batch that a command works on.
    pub value: Range<usize>,
    /// The line of the value in the file, from 1.
    pub line: u64,
    /// The byte column of the value in its line, from 1.
    pub column: u64,
    /// The bytes of its record.
    record: Range<usize>,
    /// Where the value was found. `None`: the value is the record.
    found: Option<PatternMatch>,
    /// Why no value can be taken from a record that is valid JSON.
    refusal: Option<NestedRefusal>,
    /// Where members were set: the place, the bytes there now, and the bytes before.
    edits: Vec<(usize, usize, usize)>,
}

/// Why no value can be taken from a record.
#[derive(Clone, Debug)]
pub struct NestedRefusal {
    /// The code.
    pub code: &'static Code,
    /// The message.
    pub message: String,
    /// What to do about it.
    pub help: &'static str,
}

impl NestedItem {
    /// Why no value can be taken from the record.
    #[must_use]
    pub fn refusal(&self) -> Option<&NestedRefusal> {
        self.refusal.as_ref()
    }

    /// The JSON Pointer of the value in its record.
    #[must_use]
    pub fn pointer(&self) -> &str {
        self.found.as_ref().map_or("", |found| found.pointer.as_str())
    }

    /// The range of its record in the bytes that were cut.
    #[must_use]
    pub fn record(&self) -> &Range<usize> {
        &self.record
    }

    /// The bytes that stand for the value.
    fn place(&self) -> Range<usize> {
        let start = self.record.start;
        let place = |found: &PatternMatch| start + found.span.start..start + found.span.end;
        self.found.as_ref().map_or_else(|| self.record.clone(), place)
    }

    /// True if the value is inside a string.
    fn is_in_string(&self) -> bool {
        self.found.as_ref().is_some_and(PatternMatch::is_in_string)
    }

    /// The offset in the bytes of the byte of the value at `offset`. `record` are the bytes of its record.
    fn outer(&self, record: &[u8], offset: usize) -> usize {
        let before_edit = |offset: usize, (start, now, before): &(usize, usize, usize)| match offset {
            after if after >= start + now => after - now + before,
            inside => inside.min(*start),
        };
        let offset = self.edits.iter().rev().fold(offset, before_edit);
        match &self.found {
            Some(found) => self.record.start + found.offset_in_record(record, offset),
            None => self.record.start + offset,
        }
    }
}

impl NestedBatch {
    /// The values.
    #[must_use]
    pub fn items(&self) -> &[NestedItem] {
        &self.items
    }

    /// The ranges of the records that contain no value.
    #[must_use]
    pub fn untouched(&self) -> &[Range<usize>] {
        &self.untouched
    }

    /// The bytes that were cut.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// True if members were set.
    #[must_use]
    pub fn is_edited(&self) -> bool {
        self.items.iter().any(|item| !item.edits.is_empty())
    }

    /// The bytes of a value as escaped JSON text inside a string.
    #[must_use]
    pub fn spelling_of(&self, item: &NestedItem) -> Option<&[u8]> {
        self.bytes.get(item.place()).filter(|_| item.is_in_string())
    }

    /// The bytes of the record of a value.
    #[must_use]
    pub fn record_of(&self, item: &NestedItem) -> &[u8] {
        self.bytes.get(item.record.clone()).unwrap_or_default()
    }

    /// The text between two copies of the record of a value.
    fn gap_between(&self, item: &NestedItem) -> Vec<u8> {
        let before = self.bytes.get(..item.record.start).unwrap_or_default();
        match self.framing {
            Framing::Array => [b",", before.get(before.trim_ascii_end().len()..).unwrap_or_default()].concat(),
            Framing::Lines | Framing::Document | Framing::Messages | Framing::Sse | Framing::Folder => b"\n".to_vec(),
        }
    }

    /// True if the record that begins at this byte has one value.
    #[must_use]
    pub fn has_one_value(&self, record_start: usize) -> bool {
        let first = self.items.partition_point(|item| item.record.start < record_start);
        self.items.get(first + 1).is_none_or(|item| item.record.start != record_start)
    }

    /// The range of the record of a value, where that is the value itself.
    #[must_use]
    pub fn whole_record(&self, item: &NestedItem) -> Option<Range<usize>> {
        item.found.is_none().then(|| item.record.clone())
    }

    /// Turns the place of a diagnostic in the batch of values, which begins at `start` of the file, into one of the file.
    /// Offsets after the values, and one more byte, are those of the records.
    pub(super) fn place(&self, start: u64, diagnostic: &mut Diagnostic) {
        let Some(location) = &mut diagnostic.location else { return };
        let local = usize::try_from(location.offset.saturating_sub(start)).unwrap_or(usize::MAX);
        let last = self.items.last().map_or(0, |item| item.value.end);
        if let Some(outer) = local.checked_sub(last + 1) {
            location.offset = self.offset + outer as u64;
            return;
        }
        let Some(item) = self.item_at(local) else { return };
        let inner = local.saturating_sub(item.value.start);
        let record = self.record_of(item);
        let outer = item.outer(record, inner);
        let line_start =
            self.bytes.get(..outer).and_then(|before| memchr::memrchr(b'\n', before)).map_or(0, |it| it + 1);
        if item.is_in_string() {
            // A string has one line.
            (location.line, location.column) = (item.line, item.column + (outer - item.place().start) as u64);
        }
        location.offset = self.offset + outer as u64;
        location.pointer.insert_str(0, &mask_pointer(item.pointer().to_owned()));
        diagnostic.excerpt = diagnostic.excerpt.take().map(|excerpt| {
            let end = item.outer(record, inner + excerpt.marked.len());
            Box::new(Excerpt::within(
                self.bytes.get(line_start..).unwrap_or_default(),
                outer - line_start,
                end - line_start,
            ))
        });
    }

    /// The offset in the file of the value that is at this offset of the batch of values, which begins at `start`.
    pub(super) fn offset_in_file(&self, start: u64, offset: u64) -> u64 {
        let local = usize::try_from(offset.saturating_sub(start)).unwrap_or(usize::MAX);
        self.item_at(local).map_or(offset, |item| self.offset + item.place().start as u64)
    }

    /// The nodes of the value that begins at this byte of the batch of values, if it is the whole text of a string.
    pub(super) fn nodes_at(&self, start: usize) -> Option<&Tape> {
        let at = self.items.binary_search_by_key(&start, |item| item.value.start).ok()?;
        self.items.get(at).filter(|item| item.edits.is_empty())?.found.as_ref()?.nodes()
    }

    /// The value that begins at this byte of the batch of values, or has it.
    fn item_at(&self, local: usize) -> Option<&NestedItem> {
        self.items.get(self.items.partition_point(|item| item.value.start <= local).saturating_sub(1))
    }
}

impl Batch {
    /// The records of the batch give way to the values in them, where the input has conversations inside its records.
    pub fn enter(&mut self) {
        if let Some(nesting) = self.nesting.take() {
            nester::enter(self, &nesting);
        }
    }

    /// The records around the conversations of the batch.
    #[must_use]
    pub fn nested(&self) -> Option<&Arc<NestedBatch>> {
        match &self.pieces {
            BatchPieces::Nested(nested) => Some(nested),
            BatchPieces::Lines
            | BatchPieces::Items(_)
            | BatchPieces::Rows(_)
            | BatchPieces::Whole
            | BatchPieces::Session(_) => None,
        }
    }
}

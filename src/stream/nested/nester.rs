//! Finds the conversations in the records of a batch.

use crate::json::short_lists;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::super::batch::{Batch, BatchPieces};
use super::{NestedBatch, NestedItem, NestedRefusal, Nesting, SEPARATOR};
use crate::format::{batch_failure, starts_text};
use crate::json::{PatternMatch, PointerPattern, Tape, UnreadString, apply, count_lines};
use crate::report::{is_error_object, loss, shape, syntax};

/// Replaces the records of a batch by the values in them.
pub(super) fn enter(batch: &mut Batch, nesting: &Nesting) {
    let records = records_of(batch);
    let mut nester = Nester {
        nesting,
        tape: Tape::with_max_depth(nesting.max_depth),
        scratch: Tape::with_max_depth(nesting.max_depth),
        tapes: Vec::new(),
        values: Vec::with_capacity(batch.len),
        items: Vec::new(),
        untouched: Vec::new(),
        counted: 0,
        line: batch.start.line,
        line_start: 0,
        column: batch.start.column,
    };
    for record in records {
        nester.record(batch, record);
    }
    let Nester { values, items, untouched, .. } = nester;
    let mut bytes = std::mem::replace(&mut batch.buffer, values);
    bytes.truncate(batch.len);
    batch.len = batch.buffer.len();
    let framing = nesting.framing;
    batch.pieces =
        BatchPieces::Nested(Arc::new(NestedBatch { bytes, framing, items, untouched, offset: batch.start.offset }));
}

/// The ranges of the records of a batch.
fn records_of(batch: &Batch) -> Vec<Range<usize>> {
    let bytes = batch.bytes();
    match &batch.pieces {
        BatchPieces::Items(items) | BatchPieces::Rows(items) => items.iter().map(|item| item.start..item.end).collect(),
        BatchPieces::Lines => {
            let mut start = 0;
            let last = Some(bytes.len()).filter(|_| !bytes.is_empty() && !bytes.ends_with(b"\n"));
            let ends = memchr::memchr_iter(b'\n', bytes).map(|newline| newline + 1).chain(last);
            let lines = ends.map(|end| {
                let line = bytes.get(start..end).unwrap_or_default();
                let range = start..start + line.trim_ascii_end().len();
                start = end;
                range
            });
            let is_record = |line: &Range<usize>| {
                let line = bytes.get(line.clone()).unwrap_or_default();
                batch.file.has_blank_records || !line.trim_ascii().is_empty()
            };
            lines.filter(is_record).collect()
        }
        BatchPieces::Whole | BatchPieces::Session(_) | BatchPieces::Nested(_) => {
            std::iter::once(0..bytes.len()).collect()
        }
    }
}

struct Nester<'n> {
    nesting: &'n Nesting,
    tape: Tape,
    scratch: Tape,
    /// For strings that contain JSON.
    tapes: Vec<Tape>,
    values: Vec<u8>,
    items: Vec<NestedItem>,
    untouched: Vec<Range<usize>>,
    /// Bytes of the batch whose lines were counted; their last line.
    counted: usize,
    line: u64,
    line_start: usize,
    /// Bytes before the batch in its first line.
    column: u64,
}

/// A value in a record.
struct FoundValue {
    found: PatternMatch,
    /// The value with the members that were set, where there are any.
    text: Option<String>,
    edits: Vec<(usize, usize, usize)>,
}

impl Nester<'_> {
    fn record(&mut self, batch: &Batch, record: Range<usize>) {
        let bytes = batch.bytes().get(record.clone()).unwrap_or_default();
        let refusal = match self.find(batch, bytes, &record) {
            Ok(Some(values)) if values.is_empty() => return self.untouched.push(record),
            Ok(Some(values)) => {
                for FoundValue { found, text, edits } in values {
                    let start = record.start + found.span.start;
                    let value = bytes.get(found.span.start..found.span.end).unwrap_or_default();
                    let decoded = text.as_deref().map(str::as_bytes).or(found.decoded());
                    let item = self.add(batch.bytes(), (decoded.unwrap_or(value), start), record.clone());
                    self.items.push(NestedItem { found: Some(found), edits, ..item });
                }
                return;
            }
            Ok(None) => None,
            Err(why) => Some(why),
        };
        let item = self.add(batch.bytes(), (bytes, record.start), record);
        self.items.push(NestedItem { refusal, ..item });
    }

    /// The values in a record. `None`: it cannot be read, or failed before, which the command says of the record itself.
    fn find(
        &mut self,
        batch: &Batch,
        bytes: &[u8],
        record: &Range<usize>,
    ) -> Result<Option<Vec<FoundValue>>, NestedRefusal> {
        if batch.too_long(record.start, record.end).is_some() || is_error_object(bytes) {
            return Ok(None);
        }
        let Ok(text) = simdutf8::basic::from_utf8(bytes) else { return Ok(None) };
        let Ok(root) = self.tape.parse(text) else { return Ok(None) };
        let (mut found, mut is_reached) = (Vec::new(), false);
        for (pattern, reached) in self.nesting.patterns.iter().zip(&*self.nesting.reached) {
            if pattern.find(root, starts_text, &mut self.tapes, &mut found).map_err(|string| unread(&string))? {
                reached.fetch_add(1, Ordering::Relaxed);
                is_reached = true;
            }
        }
        if !is_reached {
            let names: Vec<_> = self.nesting.patterns.iter().map(PointerPattern::as_str).collect();
            if let Some(why) = batch_failure(root) {
                let help = "send the request again; --on-error skip skips such lines";
                return Err(NestedRefusal { code: &shape::NOT_A_CONVERSATION, message: why, help });
            }
            return Err(nothing(format!("nothing is at {} in this record", names.join(" or "))));
        }
        short_lists::sort_by_key(&mut found, |found| (found.span.start, found.span.end));
        found.dedup_by(|next, last| next.pointer == last.pointer);
        for pair in found.windows(2) {
            if let [outer, inner] = pair
                && inner.span.start < outer.span.end
            {
                return Err(nothing(format!("{} is inside {}", inner.pointer, outer.pointer)));
            }
        }
        if self.nesting.passes_empty {
            found.retain(|found| !is_empty_list(found, text));
        }
        found.into_iter().map(|found| self.set(found, text)).collect::<Result<_, _>>().map(Some)
    }

    /// Sets members of a value of this record.
    fn set(&mut self, found: PatternMatch, record: &str) -> Result<FoundValue, NestedRefusal> {
        let (mut text, mut edits) = (None::<String>, Vec::new());
        for set in &self.nesting.set {
            let decoded = found.text();
            let now: &str = match text.as_deref().or(decoded.as_deref()) {
                Some(text) => text,
                None => record.get(found.span.start..found.span.end).unwrap_or_default(),
            };
            let help = "set a field whose pointer leads through objects and arrays";
            let refusal = |message| NestedRefusal { code: &loss::CANNOT_HOLD, message, help };
            let edit = set.edit(now, &mut self.scratch).map_err(refusal)?;
            edits.push((edit.span.start, edit.text.len(), edit.span.end - edit.span.start));
            text = Some(apply(now, &mut [edit]).unwrap_or_default());
        }
        Ok(FoundValue { found, text, edits })
    }

    /// Adds the bytes of a value or of a whole record, which begins at `start`. The result is its item.
    fn add(&mut self, all: &[u8], (text, start): (&[u8], usize), record: Range<usize>) -> NestedItem {
        let between = all.get(self.counted..start).unwrap_or_default();
        self.line += count_lines(between);
        if let Some(newline) = memchr::memrchr(b'\n', between) {
            (self.line_start, self.column) = (self.counted + newline + 1, 0);
        }
        self.counted = self.counted.max(start);
        if !self.items.is_empty() {
            self.values.push(SEPARATOR);
        }
        let first = self.values.len();
        self.values.extend_from_slice(text);
        NestedItem {
            value: first..self.values.len(),
            line: self.line,
            column: self.column + start.saturating_sub(self.line_start) as u64 + 1,
            record,
            found: None,
            refusal: None,
            edits: Vec::new(),
        }
    }
}

/// `[]`
fn is_empty_list(found: &PatternMatch, record: &str) -> bool {
    let value = found.decoded().or_else(|| record.as_bytes().get(found.span.start..found.span.end)).unwrap_or_default();
    let inner = value.trim_ascii().strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]"));
    inner.is_some_and(|inner| inner.trim_ascii().is_empty())
}

fn unread(string: &UnreadString) -> NestedRefusal {
    let code = if string.exceeded_depth.is_some() { &syntax::TOO_DEEP } else { &shape::NOTHING_THERE };
    NestedRefusal { code, message: string.to_string(), help: code.help }
}

fn nothing(message: String) -> NestedRefusal {
    NestedRefusal { code: &shape::NOTHING_THERE, message, help: shape::NOTHING_THERE.help }
}

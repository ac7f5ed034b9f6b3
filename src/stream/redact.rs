//! Replaces secrets in batches, before any other code reads their bytes: `ghp_…` becomes `[redacted:github-token:1]`.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::batch::{Batch, BatchPieces, Cut};
use crate::json::{Redaction, SecretNumbers};
use crate::report::Diagnostic;

/// Replaces the secrets of an input by words. Clones share the numbers of the secrets.
#[derive(Clone, Debug, Default)]
pub struct Redactor(Arc<Mutex<SecretNumbers>>);

impl Redactor {
    /// How many secrets of each kind were replaced since this was last asked.
    #[must_use]
    pub fn take_counts(&self) -> BTreeMap<&'static str, u64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take_counts()
    }

    /// Replaces the secrets of a batch. The splitter calls it in the order of the file.
    pub(super) fn redact(&self, batch: &mut Batch, cut: &mut Cut) {
        let found = self.0.lock().unwrap_or_else(PoisonError::into_inner).redact(batch.bytes());
        let Some((bytes, places)) = found else { return };
        if let Some(json) = &mut batch.json {
            *json = with_words(json, &bytes, &places);
        }
        let moved = |offset: usize| moved(&places, offset);
        match &mut batch.pieces {
            BatchPieces::Items(items) | BatchPieces::Rows(items) => {
                for item in items {
                    (item.start, item.end) = (moved(item.start), moved(item.end));
                }
            }
            BatchPieces::Session(session) => {
                (session.start, session.end) = (moved(session.start), moved(session.end));
                for part in &mut session.parts {
                    part.line = part.line.saturating_sub(lines_before(&places, part.start));
                    part.start = moved(part.start);
                }
                session.entry = moved(session.entry);
            }
            BatchPieces::Lines | BatchPieces::Whole | BatchPieces::Nested(_) => {}
        }
        batch.rows.move_to(moved);
        for run in &mut batch.changes.runs {
            (run.start, run.end) = (moved(run.start), moved(run.end));
        }
        if let Cut::Broken(error) = cut {
            error.offset = moved(error.offset);
        }
        (batch.len, batch.unread_start) = (bytes.len(), 0);
        batch.buffer = bytes;
        batch.changes.redactions = places;
    }
}

/// The secrets of the bytes without what is not JSON. A word is only where a secret was.
fn with_words(json: &[u8], bytes: &[u8], places: &[Redaction]) -> Vec<u8> {
    let (mut result, mut done) = (Vec::with_capacity(bytes.len()), 0);
    for Redaction { was, now, .. } in places {
        result.extend_from_slice(json.get(done..was.start).unwrap_or_default());
        if json.get(was.start).is_some_and(u8::is_ascii_whitespace) {
            result.resize(now.end, b' ');
        } else {
            result.extend_from_slice(bytes.get(now.start..now.end).unwrap_or_default());
        }
        done = was.end;
    }
    result.extend_from_slice(json.get(done..).unwrap_or_default());
    result
}

/// Where a byte of the text with secrets is now.
fn moved(places: &[Redaction], offset: usize) -> usize {
    let count = places.partition_point(|place| place.was.start < offset);
    let Some(last) = count.checked_sub(1).and_then(|at| places.get(at)) else { return offset };
    last.now.end + offset.saturating_sub(last.was.end)
}

fn lines_before(places: &[Redaction], offset: usize) -> u64 {
    let count = places.partition_point(|place| place.was.start < offset);
    count.checked_sub(1).and_then(|at| places.get(at)).map_or(0, |last| last.lines)
}

impl Batch {
    /// The number of bytes of these that were replaced by words, and of the words.
    pub(super) fn with_secrets(&self, length: u64) -> u64 {
        let Some(last) = self.changes.redactions.last() else { return length };
        length + last.was.end as u64 - last.now.end as u64
    }

    /// True if something was replaced.
    #[must_use]
    pub fn is_redacted(&self) -> bool {
        !self.changes.redactions.is_empty()
    }

    /// Turns a place in the text without secrets into the one in the file. Those in a word are where the secret begins.
    pub(super) fn place_before_redaction(&self, diagnostic: &mut Diagnostic) {
        let Some(location) = &mut diagnostic.location else { return };
        let local = usize::try_from(location.offset.saturating_sub(self.start.offset)).unwrap_or(usize::MAX);
        let count = self.changes.redactions.partition_point(|place| place.now.start < local);
        let Some(last) = count.checked_sub(1).and_then(|at| self.changes.redactions.get(at)) else { return };
        let original = if local < last.now.end { last.was.start } else { last.was.end + (local - last.now.end) };
        location.offset = self.start.offset + original as u64;
        location.line += last.lines;
        let line_start = usize::try_from(location.column).ok().and_then(|column| (local + 1).checked_sub(column));
        if last.now.start >= line_start.unwrap_or(0) {
            location.column = match last.line_start {
                Some(start) => original.saturating_sub(start) as u64 + 1,
                None => self.start.column + original as u64 + 1,
            };
        }
    }
}

//! Rows of logs that are items of an array: neighbours of one session are one record, as in lines.
//!
//! `[{"session_id":"s1",…},{"session_id":"s1",…},{"session_id":"s2",…}]` are two records.

use super::batch::{Batch, BatchPieces, Cut};
use super::error::SourceError;
use super::limits::BATCH;
use super::row_groups::SessionRows;
use super::split::Splitter;

impl Splitter {
    /// Cuts the items of an array into records of one or more rows.
    pub(super) fn session_items(&mut self, batch: &mut Batch, kind: SessionRows) -> Result<Cut, SourceError> {
        if self.uncut.is_over {
            return Ok(Cut::End);
        }
        let (was_open, before, mut wanted) = (self.array.is_open, self.array.items, BATCH);
        loop {
            let mut items = Vec::new();
            let cut = self.find_items(batch, &mut items, wanted)?;
            let mut groups = self.joiner(batch, kind);
            for item in &items {
                groups.item(batch.bytes(), *item);
            }
            let read = batch.len + self.uncut.carry.len();
            let is_whole = batch.changes.runs.is_empty() && batch.changes.skipped.bytes == 0;
            let may_go_on = read >= wanted && !self.uncut.is_over && matches!(cut, Cut::Batch) && is_whole;
            let next = groups.last.as_ref().filter(|_| may_go_on).map(|last| last.rows.start);
            if next.is_some() && groups.whole.is_empty() && read < kind.most {
                // All items are of one session, which may go on.
                (self.sessions.ended, batch.rows) = (groups.ended, groups.known);
                batch.rows.begin();
                self.read_again(batch, 0, read);
                (self.array.is_open, self.array.items) = (was_open, before);
                wanted = read + BATCH;
                continue;
            }
            match next.filter(|_| !groups.whole.is_empty()) {
                Some(start) => self.read_again(batch, start, read),
                None => groups.end_last(),
            }
            batch.json = groups.without_commas(batch.bytes());
            (self.sessions.ended, batch.rows) = (groups.ended, groups.known);
            batch.pieces = BatchPieces::Rows(groups.whole);
            return Ok(cut);
        }
    }

    /// The items after `start` are cut again. `read`: the number of bytes of the batch and after it.
    fn read_again(&mut self, batch: &mut Batch, start: usize, read: usize) {
        self.uncut.carry.clear();
        batch.len = read;
        if start > 0 {
            self.keep_rest(batch, start);
        }
        (self.array.scanner, self.array.seen) = Default::default();
    }
}

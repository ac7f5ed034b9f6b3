//! Cuts server-sent events.

use super::batch::{Batch, BatchPieces, Cut, Item};
use super::error::SourceError;
use super::split::Splitter;
use crate::events::sse;

impl Splitter {
    /// The whole file as one record.
    pub(super) fn whole_frames(&mut self, batch: &mut Batch) -> Result<Cut, SourceError> {
        let cut = self.whole(batch)?;
        let mut frames = Vec::new();
        let mut json = Vec::with_capacity(batch.len);
        sse::blank(batch.bytes(), &mut json, &mut frames);
        for frame in frames {
            let data = json.get_mut(frame.start..frame.end).unwrap_or_default();
            if std::str::from_utf8(data).is_ok_and(sse::is_sentinel) {
                data.fill(b' ');
            }
        }
        batch.json = Some(json);
        Ok(cut)
    }

    /// Takes all complete frames.
    pub(super) fn frames(&mut self, batch: &mut Batch) -> Result<Cut, SourceError> {
        if self.uncut.is_over {
            return Ok(Cut::End);
        }
        let mut searched = 0;
        let end = loop {
            let unsearched = batch.bytes().get(searched..).unwrap_or_default();
            if let Some(end) = sse::last_end(unsearched) {
                break searched + end;
            }
            if self.too_long(batch) {
                return Ok(self.give_up(batch));
            }
            if !self.more(batch)? {
                self.uncut.is_over = true;
                break batch.len;
            }
            // An empty line may have begun already.
            searched = batch.unread_start.saturating_sub(3);
        };
        if end == 0 {
            return Ok(Cut::End);
        }
        self.keep_rest(batch, end);
        let (mut frames, mut json) = (Vec::new(), Vec::with_capacity(batch.len));
        sse::blank(batch.bytes(), &mut json, &mut frames);
        batch.json = Some(json);
        batch.pieces = BatchPieces::Items(frames.iter().map(|it| Item { start: it.start, end: it.end }).collect());
        Ok(Cut::Batch)
    }
}

//! `--inline-media` if the format stays the same: references are replaced by bytes.

use super::super::media::Embedding;
use super::super::media::inline_edits;
use super::EditRecord;
use super::splice::Spliced;
use crate::report::{Refused, Report};

/// Replaces references by bytes, if the format supports bytes. `None`: there are none.
pub(super) fn inline_media(
    record: &EditRecord<'_, '_, '_>,
    embedding: &Embedding,
    report: &mut Report,
) -> Result<Option<Spliced>, Refused> {
    let Some(places) = record.format.shape.media else { return Ok(None) };
    let edits = inline_edits((record.root, record.text), places, embedding, report)?;
    Ok((!edits.is_empty()).then(|| Spliced::of_edits(record.text.len(), edits)))
}

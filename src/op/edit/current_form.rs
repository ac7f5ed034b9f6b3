//! Converts older forms of a format to the current ones, as the format's library does when it stores what it loaded.
//!
//! ```json
//! {"role":"user","content":"Hi"}
//! {"type":"user","id":"0f…","content":{"type":"string","value":"Hi"}}
//! ```

use super::EditRecord;
use super::record::Stop;
use super::splice::Spliced;
use crate::format::{Format, Reading};
use crate::json::Tape;
use crate::model::{Conversation, Message};
use crate::op::fix::{FixedText, suggested_edits};
use crate::op::migrate_ids::{IdFormat, NewIds, renew};
use crate::report::{Report, loss, shape};

/// True if the library of the format would store the record in another form: a message has an older form, or no id.
/// `report`: the diagnostics of reading.
pub(in crate::op) fn has_old_forms(format: &Format, conversation: &Conversation<'_>, report: &Report) -> bool {
    let is_old = || report.counts().iter().any(|count| count.code == &shape::OLD_FORM);
    format.makes_message_ids() && (conversation.messages.iter().any(lacks_id) || is_old())
}

fn lacks_id(message: &Message<'_>) -> bool {
    message.details().id.is_none()
}

/// Gives ids to the messages that have none.
pub(super) fn fill_ids(record: &EditRecord<'_, '_, '_>, report: &mut Report) -> Result<Option<Spliced>, Stop> {
    let has_gap = record.conversation.messages.iter().any(lacks_id);
    let Some(ids) = record.format.shape.ids.filter(|_| has_gap && record.format.makes_message_ids()) else {
        return Ok(None);
    };
    let renewed = renew(record.tree(), IdFormat { ids, name: record.format.name }, NewIds::MissingMessages)?;
    if renewed.edits.is_empty() {
        return Ok(None);
    }
    for (at, id) in &renewed.made {
        report.add(&loss::MADE_MESSAGE_ID, *at, || format!("the message id `{id}` is generated"));
    }
    Ok(Some(Spliced::of_edits(record.text.len(), renewed.edits)))
}

/// Writes the current names and shapes.
pub(super) fn renew_forms(record: &EditRecord<'_, '_, '_>, scratch: &mut Tape) -> Result<Option<Spliced>, Stop> {
    let mut report = Report::keeping(u64::MAX);
    record
        .format
        .read_record(record.root, &mut Reading { report: &mut report, scratch, columns: None, programs: None })?;
    let old: Vec<_> = report.drain().filter(|finding| finding.code == &shape::OLD_FORM).collect();
    let EditRecord { format, root, text, is_sequence, .. } = *record;
    let edits = suggested_edits(&old, &FixedText { root, text, format, is_sequence });
    Ok((!edits.is_empty()).then(|| Spliced::of_edits(text.len(), edits)))
}

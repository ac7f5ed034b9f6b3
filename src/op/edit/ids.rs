//! `--ids` if the format stays the same: old ids are replaced by new ones.

use super::super::ids::Ids;
use super::super::migrate_ids::{IdFormat, NewIds, Renewed, renew};
use super::EditRecord;
use super::splice::Spliced;
use crate::json::Text;
use crate::model::Part;
use crate::report::{Refused, Report, loss};

/// Gives every message and every call a new id. `None`: the record has none.
pub(super) fn renew_ids(
    record: &EditRecord<'_, '_, '_>,
    ids: Ids,
    report: &mut Report,
) -> Result<Option<Spliced>, Refused> {
    let Some(places) = record.format.shape.ids else { return Ok(None) };
    let new = if ids == Ids::New { NewIds::Random } else { NewIds::Derived };
    let renewed = renew(record.tree(), IdFormat { ids: places, name: record.format.name }, new)?;
    if renewed.edits.is_empty() {
        return Ok(None);
    }
    report_new(record, &renewed, report);
    Ok(Some(Spliced::of_edits(record.text.len(), renewed.edits)))
}

/// Reports each message and call with a new id, in order.
fn report_new(record: &EditRecord<'_, '_, '_>, renewed: &Renewed<'_>, report: &mut Report) {
    let mut made = renewed.made.iter().peekable();
    for message in &record.conversation.messages {
        while let Some((at, id)) = made.next_if(|(at, _)| *at <= message.at) {
            report.add(&loss::MADE_MESSAGE_ID, *at, || format!("the message id `{id}` is generated"));
        }
        let mut one = |what: &str, old: Option<&Text<'_>>, at| {
            let Some((old, new)) = old.and_then(|old| Some((old, renewed.new_of(old)?))) else { return };
            report.add(&loss::NEW_ID, at, || format!("the {what} id `{}` becomes `{new}`", old.show()));
        };
        one("message", message.details().id.as_ref(), message.at);
        for part in &message.parts {
            match part {
                Part::Call(call) => one("call", call.id.as_ref(), call.at),
                Part::Result(result) => one("call", result.call_id.as_ref(), result.at),
                Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {}
            }
        }
    }
    for (at, id) in made {
        report.add(&loss::MADE_MESSAGE_ID, *at, || format!("the message id `{id}` is generated"));
    }
}
